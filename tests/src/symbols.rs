//! What a shared library exports.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use crate::tool;

/// The versions of a symbol, each with its mark (`@@2.34`, `@2.2.5`), in no order; empty for one without.
pub type Exports = BTreeMap<String, Vec<String>>;

/// Reads the dynamic symbols that `library` defines, by `nm`.
///
/// # Errors
/// The messages of `nm`, or that it cannot be run.
pub fn exports(library: &Path) -> Result<Exports, String> {
    let mut nm = Command::new("nm");
    nm.args(["--dynamic", "--defined-only", "--with-symbol-versions"]).arg(library);
    let output = tool::output(&mut nm)?;
    if !output.status.success() {
        return Err(format!("{nm:?}: {}", String::from_utf8_lossy(&output.stderr)));
    }
    Ok(parse(&String::from_utf8_lossy(&output.stdout)))
}

/// Lines of address, kind and name; kind `A` is the name of a version.
fn parse(text: &str) -> Exports {
    let mut found = Exports::new();
    for line in text.lines() {
        let [_, kind, symbol] = line.split_whitespace().collect::<Vec<_>>()[..] else { continue };
        if kind == "A" {
            continue;
        }
        let name = symbol.split('@').next().unwrap_or(symbol);
        let versions = found.entry(name.to_owned()).or_default();
        if let Some(version) = symbol.strip_prefix(name).filter(|version| !version.is_empty()) {
            versions.push(version.replace("GLIBC_", ""));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_their_versions() {
        let text = "0001 T one@@GLIBC_2.34\n0001 T one@GLIBC_2.2.5\n0002 T two\n0000 A GLIBC_2.2.5\n";
        let exports = parse(text);
        assert_eq!(exports.len(), 2, "{exports:?}");
        assert_eq!(exports["one"], ["@@2.34", "@2.2.5"]);
        assert!(exports["two"].is_empty());
    }
}
