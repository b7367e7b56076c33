//! The project's own commands, the same for a person and for CI.

fn main() {}
