//! The machine that figures were measured on: figures without it mean nothing.

use std::ffi::CStr;
use std::fmt;
use std::fs;

use serde::Serialize;

/// What the reader of a figure must know of the machine.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Machine {
    /// Model of the first CPU.
    pub(crate) cpu: String,
    /// CPUs that this process may run on.
    pub(crate) cpus: usize,
    /// Kernel release.
    pub(crate) kernel: String,
    /// C library's version.
    pub(crate) glibc: String,
    /// Load average of the last minute, before the measurement.
    pub(crate) load: Option<f64>,
}

impl Machine {
    /// This machine.
    pub(crate) fn this() -> Self {
        let cpuinfo = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let release = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
        // SAFETY: returns a static NUL-terminated string.
        let glibc = unsafe { CStr::from_ptr(libc::gnu_get_libc_version()) };
        Self {
            cpu: cpu_model(&cpuinfo).unwrap_or(std::env::consts::ARCH).to_owned(),
            cpus: std::thread::available_parallelism().map_or(1, usize::from),
            kernel: release.trim().to_owned(),
            glibc: glibc.to_string_lossy().into_owned(),
            load: fs::read_to_string("/proc/loadavg").ok().as_deref().and_then(first_number),
        }
    }
}

fn cpu_model(cpuinfo: &str) -> Option<&str> {
    cpuinfo.lines().find_map(|line| {
        let (key, value) = line.split_once(':')?;
        (key.trim_end() == "model name").then(|| value.trim())
    })
}

fn first_number(text: &str) -> Option<f64> {
    text.split_whitespace().next()?.parse().ok()
}

impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = if self.cpus == 1 { "" } else { "s" };
        write!(f, "{}, {} CPU{plural}, Linux {}, glibc {}", self.cpu, self.cpus, self.kernel, self.glibc)?;
        self.load.map_or(Ok(()), |load| write!(f, ", load average {load:.2} at the start"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn model_is_found_and_may_be_missing() {
        assert_eq!(cpu_model("processor\t: 0\nmodel name\t: Some CPU @ 2 GHz\n"), Some("Some CPU @ 2 GHz"));
        assert_eq!(cpu_model("processor\t: 0\n"), None);
    }

    #[test]
    fn this_machine_has_a_kernel_and_a_c_library() {
        let machine = Machine::this();
        assert!(machine.cpus >= 1);
        assert!(!machine.kernel.is_empty() && machine.glibc.contains('.'), "{machine}");
    }
}
