//! Bytes made by hand, and what must hold for all bytes.

mod check;
mod document;
mod edit;
mod fields;
mod random;
mod read;
