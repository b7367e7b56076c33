//! Records of fixed size, and streams of them that decode on access.

use std::fmt;
use std::marker::PhantomData;

use super::kind::Shape;
use super::stored::Stored;

/// A record of fixed size: what is stored is known from one declaration.
pub trait Record: Stored {
    /// What its bytes are; without fields for a plain number or vector.
    const SHAPE: &'static Shape;
    /// The stored form: an array of as many bytes as the record has.
    type Raw: Copy + AsRef<[u8]> + fmt::Debug + Send + Sync;

    /// Decodes a record; every pattern of bytes is one.
    fn read(raw: &Self::Raw) -> Self;
    /// Encodes the record: exactly the bytes it was read from.
    fn write(&self) -> Self::Raw;
    /// Cuts bytes into whole records and what is left over.
    fn split(bytes: &[u8]) -> (&[Self::Raw], &[u8]);
}

/// Declares that a stored value is a record by itself.
macro_rules! plain_record {
    ($type:ty, $name:literal, $size:literal) => {
        impl Record for $type {
            const SHAPE: &'static Shape =
                &Shape { name: $name, doc: "", start: $size, size: $size, fields: &[] };
            type Raw = [u8; $size];

            #[inline]
            fn read(raw: &Self::Raw) -> Self {
                Stored::get(raw, 0)
            }
            #[inline]
            fn write(&self) -> Self::Raw {
                let mut raw = [0; $size];
                Stored::put(*self, &mut raw, 0);
                raw
            }
            #[inline]
            fn split(bytes: &[u8]) -> (&[Self::Raw], &[u8]) {
                bytes.as_chunks()
            }
        }
    };
}

plain_record!(u16, "u16", 2);
plain_record!(u32, "u32", 4);
plain_record!(i32, "i32", 4);
plain_record!(f32, "f32", 4);
plain_record!([f32; 3], "f32[3]", 12);
plain_record!([u8; 8], "bytes", 8);
plain_record!([u8; 24], "bytes", 24);
plain_record!(crate::FixedStr<32>, "text", 32);

/// Records of one kind, one after another, seen through the file's bytes.
pub struct Stream<'a, T: Record> {
    raw: &'a [T::Raw],
    kind: PhantomData<T>,
}

impl<'a, T: Record> Stream<'a, T> {
    /// The whole records of `bytes`; what is left over is not part of the stream.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { raw: T::split(bytes).0, kind: PhantomData }
    }

    /// How many records there are.
    pub fn len(&self) -> usize {
        self.raw.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.raw.is_empty()
    }

    /// A record, decoded.
    #[inline]
    pub fn get(&self, index: usize) -> Option<T> {
        self.raw.get(index).map(T::read)
    }

    /// The stored records.
    pub fn raw(&self) -> &'a [T::Raw] {
        self.raw
    }

    /// All records, decoded one by one.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = T> + DoubleEndedIterator + Clone + 'a
    where
        T: 'a,
    {
        self.raw.iter().map(T::read)
    }

    /// `count` records from `start`; `None` where they are not all there.
    pub fn slice(&self, start: usize, count: usize) -> Option<Self> {
        let raw = self.raw.get(start..start.checked_add(count)?)?;
        Some(Self { raw, kind: PhantomData })
    }

    /// All records, decoded.
    pub fn to_vec(&self) -> Vec<T> {
        decode_all(self.raw)
    }
}

impl<T: Record> Default for Stream<'_, T> {
    fn default() -> Self {
        Self { raw: &[], kind: PhantomData }
    }
}

impl<T: Record> Clone for Stream<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Record> Copy for Stream<'_, T> {}

impl<T: Record + fmt::Debug> fmt::Debug for Stream<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.raw.iter().map(T::read)).finish()
    }
}

impl<'a, T: Record + 'a> IntoIterator for Stream<'a, T> {
    type Item = T;
    type IntoIter = std::iter::Map<std::slice::Iter<'a, T::Raw>, fn(&'a T::Raw) -> T>;

    fn into_iter(self) -> Self::IntoIter {
        self.raw.iter().map(T::read)
    }
}

/// Decodes records one after another. Not by `push`, which asks of each whether there is room.
#[inline]
pub(crate) fn decode_all<T: Record>(raw: &[T::Raw]) -> Vec<T> {
    raw.iter().map(|raw| T::read(raw)).collect()
}

/// Encodes records one after another.
pub fn encode_all<T: Record>(records: &[T], tail: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(records.len() * T::SIZE + tail.len());
    for record in records {
        out.extend_from_slice(record.write().as_ref());
    }
    out.extend_from_slice(tail);
    out
}
