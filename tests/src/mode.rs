//! What a program runs on: the C library alone, or the shim in one of its modes.

use std::env;

/// What a program runs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The C library's own locks, nothing preloaded.
    Plain,
    /// The shim with `FUSYN_BACKEND=kernel`.
    Kernel,
    /// The shim with `FUSYN_BACKEND=fuqueue`.
    FuQueue,
    /// The shim with `FUSYN_BACKEND=fulock`.
    FuLock,
}

impl Mode {
    /// Every mode, in the order of the columns of `expected.txt`.
    pub const ALL: [Self; 4] = [Self::Plain, Self::Kernel, Self::FuQueue, Self::FuLock];

    /// The column's name in `expected.txt`; for a mode of the shim also the value of `FUSYN_BACKEND`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Plain => "glibc",
            Self::Kernel => "kernel",
            Self::FuQueue => "fuqueue",
            Self::FuLock => "fulock",
        }
    }

    /// Whether the shim is loaded.
    #[must_use]
    pub const fn is_preloaded(self) -> bool {
        !matches!(self, Self::Plain)
    }

    /// The modes to run: all, or those named in `FUSYN_TEST_MODES` (comma-separated).
    ///
    /// # Panics
    /// When the variable names a mode that does not exist.
    #[must_use]
    pub fn selected() -> Vec<Self> {
        let Ok(list) = env::var("FUSYN_TEST_MODES") else {
            return Self::ALL.to_vec();
        };
        list.split(',').map(Self::parse).collect()
    }

    fn parse(name: &str) -> Self {
        Self::ALL
            .into_iter()
            .find(|mode| mode.name() == name)
            .unwrap_or_else(|| panic!("FUSYN_TEST_MODES: no mode is called {name:?}"))
    }
}
