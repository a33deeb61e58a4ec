//! `docs/traps.md` names tests that exist, and leaves no program of `tests/c/traps` out.

use std::fs;
use std::path::Path;

use fusyn_tests::paths;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace's root")
}

/// What stands between backticks in the second column.
fn named() -> Vec<String> {
    let text = fs::read_to_string(root().join("docs/traps.md")).expect("docs/traps.md");
    let tests = text.lines().filter_map(|line| line.strip_suffix(" |")?.rsplit_once("| "));
    tests.flat_map(|(_, tests)| tests.split('`').skip(1).step_by(2).map(str::to_owned)).collect()
}

fn exists(name: &str) -> bool {
    let program = paths::sources().join(name);
    let beside = root().join("tests/tests").join(name);
    let has_program = ["c", "cpp"].iter().any(|ext| program.with_extension(ext).is_file());
    has_program || beside.is_file() || (name.contains('/') && root().join(name).is_file())
}

#[test]
fn every_named_test_exists() {
    let missing: Vec<_> = named().into_iter().filter(|name| !exists(name)).collect();
    assert!(missing.is_empty(), "docs/traps.md names what is not there: {missing:?}");
}

#[test]
fn every_trap_is_named() {
    let named = named();
    let folder = fs::read_dir(paths::sources().join("traps")).expect("tests/c/traps");
    let files = folder.filter_map(Result::ok).map(|entry| entry.file_name().to_string_lossy().into_owned());
    let programs = files.filter_map(|file| {
        let (stem, ext) = file.rsplit_once('.')?;
        let is_program = matches!(ext, "c" | "cpp") && !stem.ends_with(".so") && !stem.ends_with("_lib");
        is_program.then(|| format!("traps/{stem}"))
    });
    let missing: Vec<_> = programs.filter(|program| !named.contains(program)).collect();
    assert!(missing.is_empty(), "docs/traps.md does not name {missing:?}");
}
