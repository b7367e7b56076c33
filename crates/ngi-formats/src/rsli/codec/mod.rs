//! The codes of RsLi payloads, each with a decoder and an encoder.
//!
//! Decoders take the unpacked size and refuse a stream that does not end exactly there. Encoders
//! always give the same bytes for the same data.

pub mod deflate;
pub mod lzhuf;
pub mod lzss;
mod matches;
pub mod xor;
