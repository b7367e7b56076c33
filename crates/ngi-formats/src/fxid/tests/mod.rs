//! Bytes made by hand, and what must hold for all bytes.

mod read;
