//! Numbers that name bytes: SHA-256.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest as _, Sha256};

/// The SHA-256 of some bytes, as 64 hex digits in every file and message.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Digest([u8; 32]);

impl Digest {
    /// Of some bytes.
    pub fn of(bytes: &[u8]) -> Self {
        Self::of_pieces([bytes])
    }

    /// Of some bytes, piece by piece.
    pub(crate) fn of_pieces<'b>(pieces: impl IntoIterator<Item = &'b [u8]>) -> Self {
        let mut sum = Sha256::new();
        pieces.into_iter().for_each(|piece| sum.update(piece));
        Self(sum.finalize().into())
    }

    /// Of 64 hex digits in lower case, the only spelling there is.
    pub fn parse(text: &str) -> Option<Self> {
        let lower = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        if text.len() != 64 || !text.bytes().all(lower) {
            return None;
        }
        Some(Self(ngi_formats::schema::unhex(text)?.try_into().ok()?))
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let wrong = || serde::de::Error::custom("a checksum is 64 hex digits in lower case");
        Self::parse(&text).ok_or_else(wrong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_sha_256_in_hex() {
        let text = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(Digest::of(b"abc").to_string(), text);
        assert_eq!(Digest::parse(text), Some(Digest::of(b"abc")));
        for wrong in ["", "ba78", &text.to_uppercase(), &text.replace('b', "g")] {
            assert_eq!(Digest::parse(wrong), None, "{wrong}");
        }
    }
}
