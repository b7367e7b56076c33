//! The codes of RsLi payloads, each with a decoder and an encoder.
//!
//! Decoders take the unpacked size and refuse a stream that does not end exactly there. Encoders
//! always give the same bytes for the same data.

pub mod deflate;
pub mod lzhuf;
pub mod lzss;
mod matches;
#[cfg(test)]
#[allow(clippy::cast_possible_truncation)]
mod tests;
pub mod xor;

use std::borrow::Cow;

use super::types::Method;
use crate::{Error, Result};

/// How a stream that unpacks ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// With the last packed byte.
    Exact,
    /// One byte before: Deflate marks its end, and zlib of old wanted a byte to look at after it.
    SpareByte,
}

/// Unpacks a payload that must give exactly `size` bytes. Deflate may leave one byte over
/// ([`Ending::SpareByte`]); nothing else may.
pub fn unpack(method: Method, key: u16, packed: &[u8], size: usize) -> Result<Vec<u8>> {
    let plain = deciphered(method, key, packed);
    match method {
        Method::RAW | Method::XOR => {
            check_same_size(&plain, size as u64)?;
            Ok(plain.into_owned())
        }
        Method::LZSS | Method::XOR_LZSS => lzss::decode(&plain, size),
        Method::LZHUF | Method::XOR_LZHUF => lzhuf::decode(&plain, size),
        Method::DEFLATE => {
            let (out, used) = deflate::decode_prefix(&plain, size)?;
            ending(plain.len(), used)?;
            Ok(out)
        }
        unknown => Err(unsupported(unknown)),
    }
}

/// Checks that [`unpack`] would succeed, and says how the stream ends. Takes little memory
/// whatever the size.
pub fn verify(method: Method, key: u16, packed: &[u8], size: u64) -> Result<Ending> {
    if matches!(method, Method::RAW | Method::XOR) {
        return check_same_size(packed, size).map(|()| Ending::Exact);
    }
    let plain = deciphered(method, key, packed);
    match method {
        Method::LZSS | Method::XOR_LZSS => lzss::verify(&plain, size)?,
        Method::LZHUF | Method::XOR_LZHUF => lzhuf::verify(&plain, size)?,
        Method::DEFLATE => return ending(plain.len(), deflate::verify(&plain, size)?),
        unknown => return Err(unsupported(unknown)),
    }
    Ok(Ending::Exact)
}

/// Packs a payload. An enciphered method still has to be enciphered with its entry's key, by
/// [`xor::apply`]: what this gives is the same as enciphered with key 0.
pub fn pack<'a>(method: Method, payload: impl Into<Cow<'a, [u8]>>) -> Result<Cow<'a, [u8]>> {
    let payload = payload.into();
    Ok(match method {
        Method::RAW | Method::XOR => payload,
        Method::LZSS | Method::XOR_LZSS => lzss::encode(&payload).into(),
        Method::LZHUF | Method::XOR_LZHUF => lzhuf::encode(&payload).into(),
        Method::DEFLATE => deflate::encode(&payload).into(),
        unknown => return Err(unsupported(unknown)),
    })
}

fn deciphered(method: Method, key: u16, packed: &[u8]) -> Cow<'_, [u8]> {
    if method.is_enciphered() { xor::applied(key, packed).into() } else { packed.into() }
}

fn check_same_size(packed: &[u8], size: u64) -> Result<()> {
    if packed.len() as u64 == size {
        return Ok(());
    }
    let why = format!("{} stored bytes, but {size} unpacked, and nothing is packed", packed.len());
    Err(Error::malformed("payload", 0, why))
}

fn ending(packed: usize, used: usize) -> Result<Ending> {
    match packed - used {
        0 => Ok(Ending::Exact),
        1 => Ok(Ending::SpareByte),
        _ => Err(deflate::left_over(packed, used)),
    }
}

fn unsupported(method: Method) -> Error {
    Error::usage("method", format!("{method} is not one of the seven known ones"))
}
