//! Values that have a place in a record.

use super::kind::Kind;
use crate::FixedStr;

// `get` is always inlined: in a record of twenty fields the compiler gives up on a hint half way,
// and then every field is a call that looks at the length of the record again.

/// A value that has a place in a record. Closed: the kinds of values are those of [`Kind`].
pub trait Stored: Copy + sealed::Sealed {
    /// How it is stored.
    const KIND: Kind;
    /// Bytes it takes.
    const SIZE: usize = Self::KIND.size();
    /// Decodes the value at `at`. Zero where the bytes end, which no record lets happen.
    fn get(bytes: &[u8], at: usize) -> Self;
    /// Encodes the value at `at`.
    fn put(self, bytes: &mut [u8], at: usize);
    /// Decodes so many values one behind the other.
    #[inline(always)]
    fn get_all<const N: usize>(bytes: &[u8], at: usize) -> [Self; N] {
        std::array::from_fn(|index| Self::get(bytes, at + index * Self::SIZE))
    }
}

pub(crate) mod sealed {
    /// Only this crate says what can be stored.
    pub trait Sealed {}
}

/// Bytes are copied in one piece: the compiler does not see by itself that they are one.
#[inline(always)]
fn chunk<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    bytes.get(at..).and_then(|rest| rest.first_chunk()).map_or([0; N], |chunk| *chunk)
}

macro_rules! numbers {
    ($($type:ty, $kind:ident, $bytes:pat => $value:expr $(, $get_all:item)?;)+) => {$(
        impl sealed::Sealed for $type {}
        impl Stored for $type {
            const KIND: Kind = Kind::$kind;
            #[inline(always)]
            fn get(bytes: &[u8], at: usize) -> Self {
                let chunk = bytes.get(at..).and_then(|rest| rest.first_chunk());
                chunk.map_or(Self::default(), |$bytes| Self::from_le_bytes($value))
            }
            #[inline]
            fn put(self, bytes: &mut [u8], at: usize) {
                if let Some(chunk) = bytes.get_mut(at..).and_then(|rest| rest.first_chunk_mut()) {
                    *chunk = self.to_le_bytes();
                }
            }
            $($get_all)?
        }
    )+};
}

numbers! {
    u8, U8, chunk => *chunk, #[inline(always)] fn get_all<const N: usize>(bytes: &[u8], at: usize) -> [Self; N] {
        chunk(bytes, at)
    };
    i8, I8, chunk => *chunk;
    // Two bytes are named one by one: handed over as an array, the compiler joins neighbours to
    // words that it takes apart again.
    u16, U16, &[a, b] => [a, b];
    i16, I16, &[a, b] => [a, b];
    u32, U32, chunk => *chunk;
    i32, I32, chunk => *chunk;
    f32, F32, chunk => *chunk;
}

impl<T: Stored, const N: usize> sealed::Sealed for [T; N] {}
impl<T: Stored, const N: usize> Stored for [T; N] {
    const KIND: Kind = Kind::List(N, &T::KIND);
    #[inline(always)]
    fn get(bytes: &[u8], at: usize) -> Self {
        T::get_all(bytes, at)
    }
    #[inline]
    fn put(self, bytes: &mut [u8], at: usize) {
        for (index, value) in self.into_iter().enumerate() {
            value.put(bytes, at + index * T::SIZE);
        }
    }
}

impl<const N: usize> sealed::Sealed for FixedStr<N> {}
impl<const N: usize> Stored for FixedStr<N> {
    const KIND: Kind = Kind::Text(N);
    #[inline(always)]
    fn get(bytes: &[u8], at: usize) -> Self {
        // In one piece: names are most of what some records hold.
        let chunk = bytes.get(at..).and_then(|rest| rest.first_chunk());
        chunk.map_or(Self::default(), |chunk| Self(*chunk))
    }
    #[inline]
    fn put(self, bytes: &mut [u8], at: usize) {
        if let Some(chunk) = bytes.get_mut(at..).and_then(|rest| rest.first_chunk_mut()) {
            *chunk = self.0;
        }
    }
}
