//! Effects at run time.
