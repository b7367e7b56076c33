//! Fields of stored records, declared once: for reading, for writing, and as tables.

use crate::FixedStr;
use crate::msh::record::Field;

/// One field of a stored record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FieldInfo {
    /// Its name, as paths use it.
    pub name: &'static str,
    /// Offset in the record or group it is part of.
    pub offset: usize,
    /// Bytes it takes.
    pub size: usize,
    /// What is stored there.
    pub kind: FieldKind,
}

/// What a [`FieldInfo`] stores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldKind {
    /// A `u32`.
    Word,
    /// An `i32`.
    Signed,
    /// An `f32`.
    Float,
    /// So many `u32` that nothing reads.
    Words(usize),
    /// A vector or colour of so many `f32`.
    Floats(usize),
    /// A name in a field of 32 bytes.
    Name,
    /// Fields of their own, with offsets from the start of the group.
    Group(&'static [FieldInfo]),
    /// So many groups of the same fields.
    List(usize, &'static [FieldInfo]),
}

/// A value that has a place in a record.
pub(crate) trait Stored: Field {
    /// How tables show it.
    const KIND: FieldKind;
}

impl Stored for u32 {
    const KIND: FieldKind = FieldKind::Word;
}

impl Stored for f32 {
    const KIND: FieldKind = FieldKind::Float;
}

impl<const N: usize> Stored for [f32; N] {
    const KIND: FieldKind = FieldKind::Floats(N);
}

impl<const N: usize> Stored for [u32; N] {
    const KIND: FieldKind = FieldKind::Words(N);
}

impl Stored for FixedStr<32> {
    const KIND: FieldKind = FieldKind::Name;
}

/// Declares a record or a group of fields: its table of offsets is the only description.
macro_rules! stored {
    (
        $(#[$meta:meta])*
        pub struct $name:ident [$size:literal] {
            $( $(#[$field_meta:meta])* $offset:literal => $field:ident: $type:ty, )+
        }
    ) => {
        $(#[$meta])*
        // In stored order, so that decoding is copying.
        #[repr(C)]
        #[derive(Debug, Clone, Copy, PartialEq)]
        pub struct $name { $( $(#[$field_meta])* pub $field: $type, )+ }

        impl $name {
            /// Bytes of the stored form, counted from the start of its record.
            pub const SIZE: usize = $size;
            /// The fields in stored order.
            pub const FIELDS: &'static [$crate::fxid::FieldInfo] = &[$(
                $crate::fxid::FieldInfo {
                    name: stringify!($field),
                    offset: $offset,
                    size: <$type as $crate::msh::record::Field>::SIZE,
                    kind: <$type as $crate::fxid::field::Stored>::KIND,
                },
            )+];
        }

        impl $crate::msh::record::Field for $name {
            const SIZE: usize = $size;
            #[inline]
            fn get(bytes: &[u8], at: usize) -> Self {
                Self { $( $field: $crate::msh::record::Field::get(bytes, at + $offset), )+ }
            }
            #[inline]
            fn put(self, bytes: &mut [u8], at: usize) {
                let Self { $( $field, )+ } = self;
                $( $crate::msh::record::Field::put($field, bytes, at + $offset); )+
            }
        }

        impl $crate::fxid::field::Stored for $name {
            const KIND: $crate::fxid::FieldKind = $crate::fxid::FieldKind::Group(Self::FIELDS);
        }
    };
}

/// Declares an open set of numbers with names: a newtype that is a field.
macro_rules! numbers {
    (
        $(#[$meta:meta])*
        pub struct $name:ident($type:ty) as $kind:ident {
            $( $(#[$const_meta:meta])* $constant:ident = $value:literal: $text:literal, )*
        }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
        pub struct $name(pub $type);

        impl $name {
            $( $(#[$const_meta])* pub const $constant: Self = Self($value); )*

            /// The known values and what they are.
            pub const NAMED: &'static [(Self, &'static str)] = &[$( (Self($value), $text), )*];

            /// What the value is, if it is a known one.
            pub fn name(self) -> Option<&'static str> {
                Self::NAMED.iter().find(|(value, _)| *value == self).map(|(_, name)| *name)
            }
        }

        impl $crate::msh::record::Field for $name {
            const SIZE: usize = 4;
            #[inline]
            fn get(bytes: &[u8], at: usize) -> Self {
                Self($crate::msh::record::Field::get(bytes, at))
            }
            #[inline]
            fn put(self, bytes: &mut [u8], at: usize) {
                self.0.put(bytes, at);
            }
        }

        impl $crate::fxid::field::Stored for $name {
            const KIND: $crate::fxid::FieldKind = $crate::fxid::FieldKind::$kind;
        }
    };
}

pub(crate) use {numbers, stored};
