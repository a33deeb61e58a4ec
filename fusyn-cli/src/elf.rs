//! Can the dynamic loader preload our library into this file? Answered from its first bytes.

use std::fs::File;
use std::io::{self, Read};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

const MAGIC: &[u8; 4] = b"\x7fELF";
const CLASS_64: u8 = 2;
const DATA_LITTLE: u8 = 1;
const PT_INTERP: u32 = 3;
/// A header table longer than this is not a program that a kernel would run.
const MAX_HEADERS: u16 = 1024;
/// Longest interpreter path that Linux accepts.
const MAX_INTERP: usize = 4096;

/// What a program file is.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// An ELF file.
    Elf(Elf),
    /// A script: its `#!` line names this interpreter.
    Script(PathBuf),
    /// Neither; `execvp` gives it to `/bin/sh`.
    Other,
}

/// The few facts of an ELF file that decide whether it can be preloaded.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Elf {
    /// 32-bit, 64-bit and the byte order, as the identification bytes say.
    pub(crate) class: Class,
    /// `e_machine`; 0 when the class is not read further.
    pub(crate) machine: u16,
    /// The dynamic loader; none in a static program.
    pub(crate) interp: Option<String>,
}

/// Word size and byte order.
#[derive(Debug, PartialEq, Eq, Clone, Copy)]
pub(crate) enum Class {
    /// 64-bit, byte order of this machine.
    Native64,
    /// 32-bit.
    Bits32,
    /// 64-bit, the other byte order.
    OtherOrder,
}

/// Reads what `path` is.
pub(crate) fn inspect(path: &Path) -> io::Result<Kind> {
    let file = File::open(path)?;
    let mut head = Vec::with_capacity(512);
    (&file).take(512).read_to_end(&mut head)?;
    if head.starts_with(MAGIC) {
        return read_elf(&file, &head).map(Kind::Elf);
    }
    Ok(parse_shebang(&head).map_or(Kind::Other, Kind::Script))
}

/// The interpreter of a `#!` line.
fn parse_shebang(head: &[u8]) -> Option<PathBuf> {
    let line = head.strip_prefix(b"#!")?;
    let line = line.split(|&b| b == b'\n').next()?;
    let text = std::str::from_utf8(line).ok()?;
    text.split_ascii_whitespace().next().map(PathBuf::from)
}

fn read_elf(file: &File, head: &[u8]) -> io::Result<Elf> {
    let class = match (head.get(4), head.get(5)) {
        (Some(&CLASS_64), Some(&order)) if (order == DATA_LITTLE) == cfg!(target_endian = "little") => {
            Class::Native64
        }
        (Some(&CLASS_64), Some(_)) => Class::OtherOrder,
        (Some(_), Some(_)) => Class::Bits32,
        _ => return Err(cut_off()),
    };
    if class != Class::Native64 {
        return Ok(Elf { class, machine: 0, interp: None });
    }
    let machine = u16_at(head, 18)?;
    let table = u64_at(head, 32)?;
    let entry_size = u16_at(head, 54)?;
    let entries = u16_at(head, 56)?;
    if entries > MAX_HEADERS || entry_size < 56 {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "damaged ELF program headers"));
    }
    let mut entry = [0_u8; 56];
    for i in 0..u64::from(entries) {
        file.read_exact_at(&mut entry, table.saturating_add(i * u64::from(entry_size)))?;
        if u32_at(&entry, 0)? == PT_INTERP {
            let interp = read_interp(file, u64_at(&entry, 8)?, u64_at(&entry, 32)?)?;
            return Ok(Elf { class, machine, interp: Some(interp) });
        }
    }
    Ok(Elf { class, machine, interp: None })
}

fn read_interp(file: &File, offset: u64, len: u64) -> io::Result<String> {
    let len = usize::try_from(len).unwrap_or(MAX_INTERP).min(MAX_INTERP);
    let mut bytes = vec![0; len];
    file.read_exact_at(&mut bytes, offset)?;
    let end = bytes.iter().position(|&b| b == 0).unwrap_or(len);
    Ok(String::from_utf8_lossy(&bytes[..end]).into_owned())
}

fn cut_off() -> io::Error {
    io::Error::new(io::ErrorKind::UnexpectedEof, "the ELF file is cut off")
}

fn bytes_at<const N: usize>(bytes: &[u8], at: usize) -> io::Result<[u8; N]> {
    bytes.get(at..at + N).and_then(|b| b.try_into().ok()).ok_or_else(cut_off)
}

fn u16_at(bytes: &[u8], at: usize) -> io::Result<u16> {
    bytes_at(bytes, at).map(u16::from_ne_bytes)
}

fn u32_at(bytes: &[u8], at: usize) -> io::Result<u32> {
    bytes_at(bytes, at).map(u32::from_ne_bytes)
}

fn u64_at(bytes: &[u8], at: usize) -> io::Result<u64> {
    bytes_at(bytes, at).map(u64::from_ne_bytes)
}

/// Why the loader could not preload a library built for `machine` into `elf`; none if it can.
pub(crate) fn obstacle(elf: &Elf, machine: u16) -> Option<String> {
    match elf.class {
        Class::Bits32 => {
            return Some("is a 32-bit program, and this libfusyn_pthread.so is 64-bit".into());
        }
        Class::OtherOrder => return Some("is built for a machine of the other byte order".into()),
        Class::Native64 => {}
    }
    if elf.machine != machine {
        return Some(format!(
            "is built for another architecture (ELF machine {}, this one is {machine})",
            elf.machine
        ));
    }
    let Some(interp) = &elf.interp else {
        return Some(
            "is statically linked: it has no dynamic loader that could preload libfusyn_pthread.so; \
             link it dynamically"
                .into(),
        );
    };
    let loader = interp.rsplit('/').next().unwrap_or(interp);
    if loader.starts_with("ld-musl") {
        return Some(format!(
            "runs on musl ({interp}), whose locks are laid out otherwise than the GNU C library's; \
             use a build for glibc"
        ));
    }
    (loader.starts_with("ld-uClibc") || loader.starts_with("linker"))
        .then(|| format!("runs on another C library than the GNU one ({interp}); use a build for glibc"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dynamic(interp: &str) -> Elf {
        Elf { class: Class::Native64, machine: 62, interp: Some(interp.into()) }
    }

    #[test]
    fn own_executable_is_dynamic() {
        let Kind::Elf(elf) = inspect(Path::new("/proc/self/exe")).unwrap() else { panic!("not ELF") };
        assert_eq!(elf.class, Class::Native64);
        assert!(elf.interp.as_deref().is_some_and(|i| i.starts_with("/lib")), "{elf:?}");
        assert_eq!(obstacle(&elf, elf.machine), None);
    }

    #[test]
    fn shebang_with_arguments_names_the_interpreter() {
        assert_eq!(parse_shebang(b"#! /usr/bin/env python3\nx"), Some(PathBuf::from("/usr/bin/env")));
        assert_eq!(parse_shebang(b"#!/bin/sh"), Some(PathBuf::from("/bin/sh")));
        assert_eq!(parse_shebang(b"#!\n"), None);
        assert_eq!(parse_shebang(b"echo hello"), None);
    }

    #[test]
    fn each_obstacle_is_named() {
        assert_eq!(obstacle(&dynamic("/lib64/ld-linux-x86-64.so.2"), 62), None);
        let musl = obstacle(&dynamic("/lib/ld-musl-x86_64.so.1"), 62).unwrap();
        assert!(musl.contains("musl"), "{musl}");
        let other = obstacle(&dynamic("/lib64/ld-linux-x86-64.so.2"), 183).unwrap();
        assert!(other.contains("another architecture"), "{other}");
        let fixed = obstacle(&Elf { interp: None, ..dynamic("") }, 62).unwrap();
        assert!(fixed.contains("statically linked"), "{fixed}");
        let small = obstacle(&Elf { class: Class::Bits32, machine: 0, interp: None }, 62).unwrap();
        assert!(small.contains("32-bit"), "{small}");
    }

    #[test]
    fn cut_off_file_is_an_error() {
        let dir = std::env::temp_dir();
        let path = dir.join(format!("fusyn-elf-{}", std::process::id()));
        std::fs::write(&path, b"\x7fELF\x02\x01\x01").unwrap();
        let result = inspect(&path);
        std::fs::remove_file(&path).unwrap();
        assert_eq!(result.unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
    }
}
