//! Fixed-size records, and streams of them that decode on access.

use std::fmt;
use std::marker::PhantomData;

/// A record of fixed size: what is stored is known from one table of fields.
pub trait Record: Copy {
    /// Bytes of one record.
    const SIZE: usize;
    /// The record's fields in stored order; empty for a plain number or vector.
    const FIELDS: &'static [FieldInfo];
    /// The stored form: an array of [`Record::SIZE`] bytes.
    type Raw: Copy + AsRef<[u8]> + fmt::Debug + Send + Sync;

    /// Decodes a record; every pattern of bytes is one.
    fn read(raw: &Self::Raw) -> Self;
    /// Encodes the record: exactly the bytes it was read from.
    fn write(&self) -> Self::Raw;
    /// Cuts bytes into whole records and what is left over.
    fn split(bytes: &[u8]) -> (&[Self::Raw], &[u8]);

    /// Offset of a field in the record; 0 for a name it does not have.
    fn offset_of(field: &str) -> usize {
        let found = Self::FIELDS.iter().find(|info| info.name == field);
        // Rules name fields by their text: a wrong name should be noticed by the tests.
        debug_assert!(found.is_some(), "no field {field}");
        found.map_or(0, |info| info.offset)
    }
}

/// One field of a [`Record`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FieldInfo {
    /// Its name, as paths in findings use it.
    pub name: &'static str,
    /// Offset in the record.
    pub offset: usize,
    /// Bytes it takes.
    pub size: usize,
}

/// A value that has a place in a record.
pub(crate) trait Field: Copy {
    /// Bytes it takes.
    const SIZE: usize;
    /// Decodes the value at `at`. Zero where the bytes end, which no record lets happen.
    fn get(bytes: &[u8], at: usize) -> Self;
    /// Encodes the value at `at`.
    fn put(self, bytes: &mut [u8], at: usize);
}

macro_rules! number_fields {
    ($($type:ty),+) => {$(
        impl Field for $type {
            const SIZE: usize = size_of::<$type>();
            #[inline]
            fn get(bytes: &[u8], at: usize) -> Self {
                let chunk = bytes.get(at..).and_then(|rest| rest.first_chunk());
                chunk.map_or(Self::default(), |chunk| Self::from_le_bytes(*chunk))
            }
            #[inline]
            fn put(self, bytes: &mut [u8], at: usize) {
                if let Some(chunk) = bytes.get_mut(at..).and_then(|rest| rest.first_chunk_mut()) {
                    *chunk = self.to_le_bytes();
                }
            }
        }
    )+};
}

number_fields!(u8, i8, u16, i16, u32, i32, f32);

impl<T: Field, const N: usize> Field for [T; N] {
    const SIZE: usize = T::SIZE * N;
    #[inline]
    fn get(bytes: &[u8], at: usize) -> Self {
        std::array::from_fn(|index| T::get(bytes, at + index * T::SIZE))
    }
    #[inline]
    fn put(self, bytes: &mut [u8], at: usize) {
        for (index, value) in self.into_iter().enumerate() {
            value.put(bytes, at + index * T::SIZE);
        }
    }
}

/// Declares a record: its fields with their offsets are the only description, used for reading,
/// for writing and for [`Record::FIELDS`], so that the three cannot differ.
macro_rules! record {
    (
        $(#[$meta:meta])*
        pub struct $name:ident [$size:literal] {
            $( $(#[$field_meta:meta])* $offset:literal => $field:ident: $type:ty, )+
        }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq)]
        pub struct $name { $( $(#[$field_meta])* pub $field: $type, )+ }

        impl $crate::msh::record::Record for $name {
            const SIZE: usize = $size;
            const FIELDS: &'static [$crate::msh::record::FieldInfo] = &[$(
                $crate::msh::record::FieldInfo {
                    name: stringify!($field),
                    offset: $offset,
                    size: <$type as $crate::msh::record::Field>::SIZE,
                },
            )+];
            type Raw = [u8; $size];

            // A hint is not enough: whether tables of thousands are read with a call for each
            // record would change with code elsewhere.
            #[inline(always)]
            fn read(raw: &Self::Raw) -> Self {
                Self { $( $field: $crate::msh::record::Field::get(raw, $offset), )+ }
            }
            #[inline]
            fn write(&self) -> Self::Raw {
                let Self { $( $field, )+ } = *self;
                let mut raw = [0; $size];
                $( $crate::msh::record::Field::put($field, &mut raw, $offset); )+
                raw
            }
            #[inline]
            fn split(bytes: &[u8]) -> (&[Self::Raw], &[u8]) {
                bytes.as_chunks()
            }
        }
    };
}

/// Declares that a field type is itself a record.
macro_rules! plain_record {
    ($type:ty, $size:literal) => {
        impl Record for $type {
            const SIZE: usize = $size;
            const FIELDS: &'static [FieldInfo] = &[];
            type Raw = [u8; $size];

            #[inline]
            fn read(raw: &Self::Raw) -> Self {
                Field::get(raw, 0)
            }
            #[inline]
            fn write(&self) -> Self::Raw {
                let mut raw = [0; $size];
                Field::put(*self, &mut raw, 0);
                raw
            }
            #[inline]
            fn split(bytes: &[u8]) -> (&[Self::Raw], &[u8]) {
                bytes.as_chunks()
            }
        }
    };
}

/// Declares an open set of bits or numbers: a newtype that is a field.
macro_rules! open_set {
    (
        $(#[$meta:meta])*
        pub struct $name:ident($type:ty) {
            $( $(#[$const_meta:meta])* $constant:ident = $value:literal, )*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
        pub struct $name(pub $type);

        impl $name {
            $( $(#[$const_meta])* pub const $constant: Self = Self($value); )*

            /// The named bits and their names, lowest first.
            pub const NAMED: &'static [(Self, &'static str)] =
                &[$( (Self::$constant, stringify!($constant)), )*];

            /// Whether all bits of `bits` are set.
            pub const fn has(self, bits: Self) -> bool {
                self.0 & bits.0 == bits.0
            }

            /// Whether any bit of `bits` is set.
            pub const fn has_any(self, bits: Self) -> bool {
                self.0 & bits.0 != 0
            }
        }

        impl std::ops::BitOr for $name {
            type Output = Self;
            fn bitor(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{:#x}", self.0)
            }
        }

        impl $crate::msh::record::Field for $name {
            const SIZE: usize = size_of::<$type>();
            #[inline]
            fn get(bytes: &[u8], at: usize) -> Self {
                Self($crate::msh::record::Field::get(bytes, at))
            }
            #[inline]
            fn put(self, bytes: &mut [u8], at: usize) {
                self.0.put(bytes, at);
            }
        }
    };
}

pub(crate) use {open_set, record};

plain_record!(u16, 2);
plain_record!(f32, 4);
plain_record!([f32; 3], 12);
plain_record!([u8; 8], 8);
plain_record!([u8; 24], 24);

impl<const N: usize> Field for crate::FixedStr<N> {
    const SIZE: usize = N;
    #[inline]
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

plain_record!(crate::FixedStr<32>, 32);

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
        // By hand: `collect` decides for itself whether each record is a call.
        let mut records = Vec::with_capacity(self.raw.len());
        for raw in self.raw {
            records.push(T::read(raw));
        }
        records
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

/// Encodes records one after another.
pub(crate) fn encode_all<T: Record>(records: &[T], tail: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(records.len() * T::SIZE + tail.len());
    for record in records {
        out.extend_from_slice(record.write().as_ref());
    }
    out.extend_from_slice(tail);
    out
}
