//! RsLi.
pub mod codec;
