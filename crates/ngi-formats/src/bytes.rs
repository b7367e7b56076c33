//! Little-endian reading with bounds checks, and writing.

use crate::{Error, Result};

/// Reads fields one after another and says which one did not fit.
#[derive(Debug, Clone)]
pub struct Cursor<'a> {
    bytes: &'a [u8],
    position: usize,
}

macro_rules! read_number {
    ($($name:ident: $type:ty),+ $(,)?) => {$(
        #[doc = concat!("The next little-endian `", stringify!($type), "`.")]
        pub fn $name(&mut self, field: &'static str) -> Result<$type> {
            self.array(field).map(<$type>::from_le_bytes)
        }
    )+};
}

impl<'a> Cursor<'a> {
    /// Starts at the first byte.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, position: 0 }
    }

    /// Offset of the next byte.
    pub fn position(&self) -> usize {
        self.position
    }

    /// How many bytes are left.
    pub fn remaining(&self) -> usize {
        self.bytes.len() - self.position
    }

    /// The bytes that are left, without moving.
    pub fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.position..).unwrap_or_default()
    }

    /// The next `count` bytes.
    #[inline]
    pub fn take(&mut self, count: usize, field: &'static str) -> Result<&'a [u8]> {
        let taken = self
            .position
            .checked_add(count)
            .and_then(|end| self.bytes.get(self.position..end))
            .ok_or_else(|| {
                let (at, left) = (self.position as u64, self.remaining() as u64);
                Error::truncated(field, at, count as u64, left)
            })?;
        self.position += count;
        Ok(taken)
    }

    /// The next `N` bytes as an array.
    #[inline]
    pub fn array<const N: usize>(&mut self, field: &'static str) -> Result<[u8; N]> {
        let (head, _) = self.rest().split_first_chunk::<N>().ok_or_else(|| {
            Error::truncated(field, self.position as u64, N as u64, self.remaining() as u64)
        })?;
        self.position += N;
        Ok(*head)
    }

    /// The next `count` things of `size` bytes each. A count is compared with the bytes that are
    /// left before anything is made of it.
    pub fn rows(&mut self, count: u32, size: usize, field: &'static str) -> Result<&'a [u8]> {
        let needed = u64::from(count).saturating_mul(size as u64);
        match usize::try_from(needed) {
            Ok(needed) => self.take(needed, field),
            Err(_) => {
                let (at, left) = (self.position as u64, self.remaining() as u64);
                Err(Error::truncated(field, at, needed, left))
            }
        }
    }

    read_number! {
        u8: u8, i8: i8, u16: u16, i16: i16, u32: u32, i32: i32, u64: u64, f32: f32,
    }
}

/// Appends little-endian numbers.
pub trait Put {
    /// Appends raw bytes.
    fn put(&mut self, bytes: &[u8]);

    /// Appends a byte.
    fn put_u8(&mut self, value: u8) {
        self.put(&[value]);
    }
    /// Appends a little-endian `u16`.
    fn put_u16(&mut self, value: u16) {
        self.put(&value.to_le_bytes());
    }
    /// Appends a little-endian `i16`.
    fn put_i16(&mut self, value: i16) {
        self.put(&value.to_le_bytes());
    }
    /// Appends a little-endian `u32`.
    fn put_u32(&mut self, value: u32) {
        self.put(&value.to_le_bytes());
    }
    /// Appends a little-endian `i32`.
    fn put_i32(&mut self, value: i32) {
        self.put(&value.to_le_bytes());
    }
    /// Appends a little-endian `f32`, bit for bit (NaN payloads included).
    fn put_f32(&mut self, value: f32) {
        self.put(&value.to_bits().to_le_bytes());
    }
}

impl Put for Vec<u8> {
    fn put(&mut self, bytes: &[u8]) {
        self.extend_from_slice(bytes);
    }
}

/// The little-endian `u32` at `offset`, if it lies inside.
pub fn u32_at(bytes: &[u8], offset: usize) -> Option<u32> {
    let (chunk, _) = bytes.get(offset..)?.split_first_chunk::<4>()?;
    Some(u32::from_le_bytes(*chunk))
}

/// The little-endian `u16` at `offset`, if it lies inside.
pub fn u16_at(bytes: &[u8], offset: usize) -> Option<u16> {
    let (chunk, _) = bytes.get(offset..)?.split_first_chunk::<2>()?;
    Some(u16::from_le_bytes(*chunk))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_in_order_and_names_what_is_missing() {
        let mut cursor = Cursor::new(&[1, 2, 0, 0xff, 0xff, 9]);
        assert_eq!(cursor.u8("a"), Ok(1));
        assert_eq!(cursor.u16("b"), Ok(2));
        assert_eq!(cursor.i16("c"), Ok(-1));
        assert_eq!(cursor.u32("d"), Err(Error::truncated("d", 5, 4, 1)));
        assert_eq!(cursor.take(usize::MAX, "e").map_err(|e| e.field), Err("e".into()));
        assert_eq!(cursor.take(1, "f"), Ok([9].as_slice()));
        assert_eq!(cursor.remaining(), 0);
    }

    #[test]
    fn a_count_of_billions_is_only_compared() {
        let mut cursor = Cursor::new(&[0; 8]);
        let error = cursor.rows(u32::MAX, usize::MAX, "a");
        assert_eq!(error, Err(Error::truncated("a", 0, u64::MAX, 8)));
        assert_eq!(cursor.rows(2, 4, "b"), Ok([0; 8].as_slice()));
    }

    #[test]
    fn floats_keep_their_bits() {
        let mut out = Vec::new();
        out.put_f32(f32::from_bits(0x7fc0_0001));
        assert_eq!(out, [1, 0, 0xc0, 0x7f]);
    }
}
