//! Other programs that the tests run: what to install where one is missing.

use std::process::{Command, Output};

/// Commands, and the Debian packages that have them with all that the tests ask of them.
const PACKAGES: &[(&str, &str)] = &[
    ("cc", "gcc libc6-dev"),
    ("c++", "g++"),
    ("gdb", "gdb"),
    ("getconf", "libc-bin"),
    ("nm", "binutils"),
    ("timeout", "coreutils"),
];

/// Runs `command` to its end, whatever that is, and gives what it wrote.
///
/// # Errors
/// Why it cannot be run, and the package that has it.
pub fn output(command: &mut Command) -> Result<Output, String> {
    command.output().map_err(|error| {
        let name = command.get_program().to_string_lossy();
        let package = PACKAGES.iter().find(|(known, _)| *known == name);
        let hint = package.map_or_else(String::new, |(_, package)| install(package));
        format!("cannot run {name}: {error}{hint}")
    })
}

fn install(package: &str) -> String {
    format!(" (Debian: apt-get install {package})")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_command_is_told_with_its_package() {
        for (name, package) in PACKAGES {
            let error = output(Command::new(name).env("PATH", "/nowhere")).unwrap_err();
            assert!(error.starts_with(&format!("cannot run {name}: No such file")), "{error}");
            assert!(error.ends_with(&format!("(Debian: apt-get install {package})")), "{error}");
        }
    }

    #[test]
    fn status_is_the_callers_to_judge() {
        assert_eq!(output(Command::new("sh").args(["-c", "echo said; exit 3"])).unwrap().stdout, b"said\n");
    }
}
