//! Keeps every CPU busy with a process of the lowest priority.

use std::ffi::OsString;
use std::io;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use nix::sched::{CpuSet, sched_getaffinity, sched_setaffinity};
use nix::unistd::Pid;

use crate::args::SpinArgs;
use crate::child;
use crate::error::Failure;

/// The processes; ended when dropped, and by themselves when their time is over.
#[derive(Debug)]
pub(crate) struct Spinners(Vec<Child>);

impl Spinners {
    /// One for each CPU that this process may use.
    pub(crate) fn start(limit: Duration) -> io::Result<Self> {
        let mut spinners = Self(Vec::new());
        let allowed = sched_getaffinity(Pid::from_raw(0))?;
        for cpu in (0..CpuSet::count()).filter(|cpu| allowed.is_set(*cpu).unwrap_or(false)) {
            let args = [
                OsString::from("spin"),
                format!("--cpu={cpu}").into(),
                format!("--time={}ms", limit.as_millis()).into(),
            ];
            let mut command = child::this_program(&args, &Vec::new())?;
            spinners.0.push(command.stdout(Stdio::null()).spawn()?);
        }
        Ok(spinners)
    }
}

impl Drop for Spinners {
    fn drop(&mut self) {
        for child in &mut self.0 {
            // Both fail only if the child has already ended.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// `fusyn spin`: the process itself.
pub(crate) fn spin(args: &SpinArgs) -> Result<(), Failure> {
    // SAFETY: getppid and prctl have no preconditions; the parent's death ends this process.
    let parent = unsafe {
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
        libc::getppid()
    };
    // SAFETY: setpriority has no preconditions.
    if unsafe { libc::setpriority(libc::PRIO_PROCESS, 0, 19) } != 0 {
        return Err(Failure::own(format!("cannot lower the priority: {}", io::Error::last_os_error())));
    }
    let mut only = CpuSet::new();
    let bound = only.set(args.cpu).and_then(|()| sched_setaffinity(Pid::from_raw(0), &only));
    bound.map_err(|e| Failure::own(format!("cannot stay on CPU {}: {e}", args.cpu)))?;
    let start = Instant::now();
    // A parent that ended before prctl sends no signal: then this process has another one.
    while start.elapsed() < args.time && std::os::unix::process::parent_id().cast_signed() == parent {
        for _ in 0..100_000 {
            std::hint::spin_loop();
        }
    }
    Ok(())
}
