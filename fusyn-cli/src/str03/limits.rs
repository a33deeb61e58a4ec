//! Limits that a tree of threads may run into, each with the command that raises it.

use std::fs;
use std::path::{Path, PathBuf};

use nix::sys::resource::{Resource, getrlimit};

/// A kernel limit, what uses it up already, and how it is raised.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Limit {
    /// Name as manuals have it.
    pub(crate) name: String,
    /// Most that is allowed.
    pub(crate) most: u64,
    /// Used by others now.
    pub(crate) used: u64,
    /// Needed by the job.
    pub(crate) need: u64,
    /// Command that raises it to a value.
    raise: Raise,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Raise {
    /// `ulimit -LETTER value/unit`.
    Ulimit { letter: char, unit: u64 },
    /// `sysctl -w KEY=value`.
    Sysctl(&'static str),
    /// Writing to a control file.
    File(PathBuf),
}

impl Limit {
    /// The complaint, if the job does not fit under the limit.
    fn complaint(&self) -> Option<String> {
        let wanted = self.used.saturating_add(self.need);
        if wanted <= self.most {
            return None;
        }
        let command = match &self.raise {
            Raise::Ulimit { letter, unit } => {
                format!("ulimit -{letter} {}", wanted.div_ceil(*unit))
            }
            Raise::Sysctl(key) => format!("sysctl -w {key}={wanted}"),
            Raise::File(path) => format!("echo {wanted} > {}", path.display()),
        };
        Some(format!(
            "{name} is {most}, {used} are in use and {need} more are needed: raise it with `{command}`",
            name = self.name,
            most = self.most,
            used = self.used,
            need = self.need
        ))
    }
}

/// Room for what else starts while the job runs, and for the job's own few maps.
const SPARE_THREADS: u64 = 64;
const SPARE_MAPS: u64 = 256;
/// A stack and its guard page.
const MAPS_PER_THREAD: u64 = 2;

/// The complaints about `threads` more threads with stacks of `stack` bytes; empty when all is well.
pub(crate) fn complaints(threads: u32, stack: usize) -> Vec<String> {
    gather(u64::from(threads), stack as u64).iter().filter_map(Limit::complaint).collect()
}

fn gather(threads: u64, stack: u64) -> Vec<Limit> {
    let need = threads + SPARE_THREADS;
    let all = threads_of_all();
    let mut limits = Vec::new();
    limits.extend(nproc(need));
    limits.extend(address_space(threads, stack));
    let sysctls = [
        ("kernel.threads-max", all, need),
        ("kernel.pid_max", all, need),
        ("vm.max_map_count", 0, threads * MAPS_PER_THREAD + SPARE_MAPS),
    ];
    for (key, used, need) in sysctls {
        let path = Path::new("/proc/sys").join(key.replace('.', "/"));
        if let Some(most) = number_in(&path) {
            limits.push(Limit { name: key.into(), most, used, need, raise: Raise::Sysctl(key) });
        }
    }
    limits.extend(cgroup_pids(need));
    limits
}

/// `RLIMIT_NPROC`, which binds unprivileged users.
fn nproc(need: u64) -> Option<Limit> {
    let (most, _) = getrlimit(Resource::RLIMIT_NPROC).ok()?;
    let privileged = nix::unistd::getuid().is_root();
    (!privileged && most != libc::RLIM_INFINITY).then(|| Limit {
        name: "the limit of processes and threads per user (RLIMIT_NPROC)".into(),
        most,
        used: threads_of_user(nix::unistd::getuid().as_raw()),
        need,
        raise: Raise::Ulimit { letter: 'u', unit: 1 },
    })
}

/// `RLIMIT_AS`: all stacks are mapped at once.
fn address_space(threads: u64, stack: u64) -> Option<Limit> {
    let (most, _) = getrlimit(Resource::RLIMIT_AS).ok()?;
    let base = 256 << 20;
    (most != libc::RLIM_INFINITY).then(|| Limit {
        name: "the limit of a process's address space (RLIMIT_AS, bytes)".into(),
        most,
        used: base,
        need: threads * (stack + 4096),
        raise: Raise::Ulimit { letter: 'v', unit: 1024 },
    })
}

fn number_in(path: &Path) -> Option<u64> {
    // "max" is no number, and no limit.
    fs::read_to_string(path).ok()?.trim().parse().ok()
}

/// Threads in the system: the number after the slash in `/proc/loadavg`.
fn threads_of_all() -> u64 {
    fs::read_to_string("/proc/loadavg").ok().as_deref().and_then(total_in_loadavg).unwrap_or(0)
}

fn total_in_loadavg(text: &str) -> Option<u64> {
    text.split_whitespace().nth(3)?.split_once('/')?.1.parse().ok()
}

/// Threads of all processes with this real user id.
fn threads_of_user(uid: u32) -> u64 {
    let Ok(dir) = fs::read_dir("/proc") else {
        return 0;
    };
    dir.flatten()
        .filter(|entry| entry.file_name().as_encoded_bytes().iter().all(u8::is_ascii_digit))
        .filter_map(|entry| fs::read_to_string(entry.path().join("status")).ok())
        .filter_map(|status| threads_if_of(&status, uid))
        .sum()
}

fn threads_if_of(status: &str, uid: u32) -> Option<u64> {
    let field = |name: &str| status.lines().find_map(|l| l.strip_prefix(name))?.split_whitespace().next();
    let owner: u32 = field("Uid:")?.parse().ok()?;
    if owner == uid { field("Threads:")?.parse().ok() } else { None }
}

/// `pids.max` of this process's control group and of those above it, in either hierarchy.
fn cgroup_pids(need: u64) -> Vec<Limit> {
    let own = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let mut limits = Vec::new();
    for group in own.lines().filter_map(pids_group) {
        for dir in group.ancestors().take_while(|dir| dir.starts_with("/sys/fs/cgroup")) {
            let file = dir.join("pids.max");
            let (Some(most), Some(used)) = (number_in(&file), number_in(&dir.join("pids.current"))) else {
                continue;
            };
            let name = format!("the control group's {}", file.display());
            limits.push(Limit { name, most, used, need, raise: Raise::File(file) });
        }
    }
    limits
}

/// The directory of a line of `/proc/self/cgroup`, if that hierarchy limits tasks.
fn pids_group(line: &str) -> Option<PathBuf> {
    let mut parts = line.splitn(3, ':').skip(1);
    let (controllers, path) = (parts.next()?, parts.next()?);
    let mount = match controllers {
        "" => "/sys/fs/cgroup",
        list if list.split(',').any(|c| c == "pids") => "/sys/fs/cgroup/pids",
        _ => return None,
    };
    Some(Path::new(mount).join(path.trim_start_matches('/')))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limit(most: u64, used: u64, need: u64) -> Limit {
        Limit {
            name: "kernel.threads-max".into(),
            most,
            used,
            need,
            raise: Raise::Sysctl("kernel.threads-max"),
        }
    }

    #[test]
    fn enough_room_gives_no_complaint() {
        assert_eq!(limit(100, 40, 60).complaint(), None);
    }

    #[test]
    fn complaint_names_the_command() {
        let text = limit(100, 41, 60).complaint().unwrap();
        assert!(text.contains("`sysctl -w kernel.threads-max=101`"), "{text}");
        let ulimit = Limit { raise: Raise::Ulimit { letter: 'v', unit: 1024 }, ..limit(1024, 0, 4097) };
        assert!(ulimit.complaint().unwrap().contains("`ulimit -v 5`"), "{ulimit:?}");
        let file = Limit { raise: Raise::File("/sys/fs/cgroup/a/pids.max".into()), ..limit(1, 1, 1) };
        assert!(file.complaint().unwrap().contains("`echo 2 > /sys/fs/cgroup/a/pids.max`"), "{file:?}");
    }

    #[test]
    fn a_tree_of_a_thousand_million_threads_does_not_fit() {
        assert!(complaints(1_000_000_000, 32 * 1024).iter().any(|c| c.contains("sysctl -w")));
    }

    #[test]
    fn kernel_files_are_understood() {
        assert_eq!(total_in_loadavg("0.10 0.20 0.30 2/345 6789\n"), Some(345));
        let status = "Name:\tx\nUid:\t7\t8\t9\t9\nThreads:\t12\n";
        assert_eq!(threads_if_of(status, 7), Some(12));
        assert_eq!(threads_if_of(status, 8), None);
        assert_eq!(pids_group("8:pids:/a/b"), Some("/sys/fs/cgroup/pids/a/b".into()));
        assert_eq!(pids_group("0::/user.slice"), Some("/sys/fs/cgroup/user.slice".into()));
        assert_eq!(pids_group("4:memory:/x"), None);
        assert!(threads_of_all() > 0);
        assert!(threads_of_user(nix::unistd::getuid().as_raw()) > 0);
    }
}
