//! What the shim exports is what `fusyn-pthread/exports.txt` lists: no symbol lost, none added unseen.

use std::fs;
use std::path::Path;
use std::process::Command;

use fusyn_tests::shim;

fn listed() -> Vec<String> {
    let list = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fusyn-pthread/exports.txt");
    fs::read_to_string(list).expect("exports.txt").lines().map(str::to_owned).collect()
}

fn exported() -> Vec<String> {
    let shim = shim::find().unwrap_or_else(|e| panic!("{e}"));
    let output = Command::new("nm").args(["-D", "--defined-only"]).arg(&shim).output().expect("nm");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("symbols are text");
    let mut names: Vec<_> =
        text.lines().filter_map(|line| line.split(' ').nth(2)).map(str::to_owned).collect();
    names.sort();
    names
}

#[test]
fn exported_symbols_are_the_listed_ones() {
    let (listed, exported) = (listed(), exported());
    let lost: Vec<_> = listed.iter().filter(|name| !exported.contains(name)).collect();
    let added: Vec<_> = exported.iter().filter(|name| !listed.contains(name)).collect();
    assert!(lost.is_empty() && added.is_empty(), "not exported: {lost:?}; not listed: {added:?}");
}

#[test]
fn list_is_sorted_and_has_no_name_twice() {
    let listed = listed();
    assert!(listed.windows(2).all(|pair| pair[0] < pair[1]), "sort exports.txt by LC_ALL=C sort -u");
}
