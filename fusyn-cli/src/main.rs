//! The program `fusyn`.
fn main() {}
