//! Telling somebody how far long work has come.

/// Hears how far long work has come. Called from several threads.
pub trait Progress: Sync {
    /// Work begins: so many steps of this kind.
    fn start(&self, steps: u64, what: &str);
    /// Some steps are done.
    fn advance(&self, steps: u64);
    /// Reports something that is not an error but that the user should know.
    fn note(&self, _note: &str) {}
    /// Whether nobody wants the rest any more. Work of many steps asks before each of them.
    fn cancelled(&self) -> bool {
        false
    }
}

/// Nobody listens.
impl Progress for () {
    fn start(&self, _steps: u64, _what: &str) {}
    fn advance(&self, _steps: u64) {}
}
