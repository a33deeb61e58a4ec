//! Faults that were reported publicly, a program each: `tests/c/cases`.

fusyn_tests::suite! {
    "cases", alone:
    B01,
    B02,
    B10,
    B18,
    B27,
    B31,
    B37,
    B39,
}
