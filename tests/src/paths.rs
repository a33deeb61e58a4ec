//! Where sources are and where built programs go.

use std::env;
use std::path::{Path, PathBuf};

/// The folder `tests/c`.
#[must_use]
pub fn sources() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("c")
}

/// The folder `tests/preload/snippets`.
#[must_use]
pub fn snippets() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("preload/snippets")
}

/// The folder `docs`.
#[must_use]
pub fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs")
}

/// The folder of `fusyn.h`.
#[must_use]
pub fn include() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../fusyn-pthread/include")
}

/// The folder of the running test binary: `target/<profile>/deps`.
///
/// # Panics
/// When the running binary's path cannot be read.
#[must_use]
pub fn deps() -> PathBuf {
    let binary = env::current_exe().expect("path of the test binary");
    binary.parent().expect("folder of the test binary").to_path_buf()
}

/// Where C programs are built: `target/<profile>/c-tests`.
#[must_use]
pub fn built() -> PathBuf {
    deps().with_file_name("c-tests")
}
