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
    /// What it is where its bytes are all zero.
    const ZERO: Self;
    /// Decodes the value at `at` into its place. It stays what it was where the bytes end, which
    /// no record lets happen.
    ///
    /// Into its place, because a short array that is handed back is a number to the compiler: a
    /// record of bytes would be put together from as many pieces as it has fields, where it can be
    /// copied in two or three.
    fn load(&mut self, bytes: &[u8], at: usize);
    /// Encodes the value at `at`.
    fn put(self, bytes: &mut [u8], at: usize);
    /// Decodes the value at `at`.
    #[inline(always)]
    fn get(bytes: &[u8], at: usize) -> Self {
        let mut value = Self::ZERO;
        value.load(bytes, at);
        value
    }
    /// Decodes so many values one behind the other.
    #[inline(always)]
    fn load_all<const N: usize>(all: &mut [Self; N], bytes: &[u8], at: usize) {
        for (index, value) in all.iter_mut().enumerate() {
            value.load(bytes, at + index * Self::SIZE);
        }
    }
}

pub(crate) mod sealed {
    /// Only this crate says what can be stored.
    pub trait Sealed {}
}

/// Bytes that one move copies. Where fields are no longer than that, they are named one by one, and
/// the compiler joins those of neighbours.
const WIDEST: usize = 16;

/// Copies bytes in one piece: of long fields the compiler does not see by itself that they are one.
#[inline(always)]
fn copy<const N: usize>(to: &mut [u8; N], bytes: &[u8], at: usize) {
    if let Some(chunk) = bytes.get(at..).and_then(|rest| rest.first_chunk()) {
        *to = *chunk;
    }
}

macro_rules! numbers {
    ($($type:ty, $kind:ident, $bytes:pat => $value:expr $(, $load_all:item)?;)+) => {$(
        impl sealed::Sealed for $type {}
        impl Stored for $type {
            const KIND: Kind = Kind::$kind;
            const ZERO: Self = Self::from_le_bytes([0; size_of::<Self>()]);
            #[inline(always)]
            fn load(&mut self, bytes: &[u8], at: usize) {
                if let Some($bytes) = bytes.get(at..).and_then(|rest| rest.first_chunk()) {
                    *self = Self::from_le_bytes($value);
                }
            }
            #[inline]
            fn put(self, bytes: &mut [u8], at: usize) {
                if let Some(chunk) = bytes.get_mut(at..).and_then(|rest| rest.first_chunk_mut()) {
                    *chunk = self.to_le_bytes();
                }
            }
            $($load_all)?
        }
    )+};
}

numbers! {
    u8, U8, chunk => *chunk, #[inline(always)] fn load_all<const N: usize>(
        all: &mut [Self; N],
        bytes: &[u8],
        at: usize,
    ) {
        if N > WIDEST {
            return copy(all, bytes, at);
        }
        for (index, value) in all.iter_mut().enumerate() {
            value.load(bytes, at + index);
        }
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
    const ZERO: Self = [T::ZERO; N];
    #[inline(always)]
    fn load(&mut self, bytes: &[u8], at: usize) {
        T::load_all(self, bytes, at);
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
    const ZERO: Self = Self([0; N]);
    #[inline(always)]
    fn load(&mut self, bytes: &[u8], at: usize) {
        // In one piece: names are most of what some records hold.
        copy(&mut self.0, bytes, at);
    }
    #[inline]
    fn put(self, bytes: &mut [u8], at: usize) {
        if let Some(chunk) = bytes.get_mut(at..).and_then(|rest| rest.first_chunk_mut()) {
            *chunk = self.0;
        }
    }
}
