//! The `ngi` command-line program.

fn main() {}
