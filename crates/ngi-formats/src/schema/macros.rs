//! The declarations: each makes the Rust type and its description out of the same lines.

/// Declares a record: its fields with their offsets are the only description, used for reading,
/// for writing and for its [`Shape`](super::Shape), so that the three cannot differ.
///
/// ```text
/// record! {
///     /// One key of a track.
///     pub struct Key[6] derive(Eq, Hash, Default) {
///         /// The phase that is shown.
///         0 => phase: u16,
///         /// Unread.
///         4 => unk_0x04: u16 = M "0",
///     }
/// }
/// ```
/// Behind a type may stand `as hex` for bytes that are no numbers or `as full` for a name that
/// needs no NUL, then `[0.0..=100.0]` with the least and the most that make sense, then
/// `=> "nodes"` where it counts what is in a list of the document ([`Numbers`](super::Numbers)),
/// then `=` with what was observed on the shipped game and how it is known: M
/// measured, R read in the engine's code, G a guess. `[4..60]` instead of `[60]` begins at byte 4:
/// what is before belongs to the record around it.
macro_rules! record {
    (
        $(#[doc = $about:literal])+
        pub struct $name:ident [$size:literal] $($rest:tt)+
    ) => {
        $crate::schema::record! {
            @ $(#[doc = $about])+ pub struct $name [0, $size] $($rest)+
        }
    };
    (
        $(#[doc = $about:literal])+
        pub struct $name:ident [$start:literal .. $size:literal] $($rest:tt)+
    ) => {
        $crate::schema::record! {
            @ $(#[doc = $about])+ pub struct $name [$start, $size] $($rest)+
        }
    };
    (
        @ $(#[doc = $about:literal])+
        pub struct $name:ident [$start:literal, $size:literal]
        $(derive($($derive:ident),+))? {
            $(
                $(#[doc = $doc:literal])+
                $offset:literal => $field:ident: $type:ty $(as $how:ident)?
                    $([$least:literal ..= $most:literal])? $(=> $of:literal)?
                    $(= $mark:ident $game:literal)?,
            )+
        }
    ) => {
        $(#[doc = $about])+
        // In stored order, so that decoding is copying.
        #[repr(C)]
        #[derive(Debug, Clone, Copy, PartialEq $($(, $derive)+)?)]
        pub struct $name { $( $(#[doc = $doc])+ pub $field: $type, )+ }

        impl $name {
            /// Bytes of the stored form.
            pub const SIZE: usize = $size;
        }

        impl $crate::schema::Record for $name {
            const SHAPE: &'static $crate::schema::Shape = &$crate::schema::Shape {
                name: stringify!($name),
                doc: concat!($($about, "\n"),+),
                start: $start,
                size: $size,
                fields: &[$( $crate::schema::Field {
                    name: stringify!($field),
                    offset: $offset,
                    kind: $crate::schema::record!(@kind $type $(, $how)?),
                    doc: concat!($($doc, "\n"),+),
                    game: $crate::schema::record!(@game $($mark $game)?),
                    numbers: $crate::schema::Numbers::new(
                        &[$($of)?],
                        $crate::schema::record!(@bounds $($least, $most)?),
                    ),
                }, )+],
            };
            type Raw = [u8; $size];

            // A hint is not enough: whether tables of thousands are read with a call for each
            // record would change with code elsewhere.
            #[inline(always)]
            fn read(raw: &Self::Raw) -> Self {
                let mut record = <Self as $crate::schema::Stored>::ZERO;
                $( $crate::schema::Stored::load(&mut record.$field, raw, $offset); )+
                record
            }
            #[inline]
            fn write(&self) -> Self::Raw {
                let Self { $( $field, )+ } = *self;
                let mut raw = [0; $size];
                $( $crate::schema::Stored::put($field, &mut raw, $offset); )+
                raw
            }
            #[inline]
            fn split(bytes: &[u8]) -> (&[Self::Raw], &[u8]) {
                bytes.as_chunks()
            }
        }

        impl $crate::schema::Sealed for $name {}
        impl $crate::schema::Stored for $name {
            const KIND: $crate::schema::Kind =
                $crate::schema::Kind::Group(<Self as $crate::schema::Record>::SHAPE);
            const ZERO: Self = Self { $( $field: <$type as $crate::schema::Stored>::ZERO, )+ };
            #[inline(always)]
            fn load(&mut self, bytes: &[u8], at: usize) {
                $( $crate::schema::Stored::load(&mut self.$field, bytes, at + $offset); )+
            }
            #[inline]
            fn put(self, bytes: &mut [u8], at: usize) {
                let Self { $( $field, )+ } = self;
                $( $crate::schema::Stored::put($field, bytes, at + $offset); )+
            }
        }

        // No gap, no overlap, nothing beyond the end, no name twice: the compiler says so.
        const _: () = assert!(
            $crate::schema::is_sound(<$name as $crate::schema::Record>::SHAPE),
            "fields leave a gap, overlap, pass the end or share a name"
        );
    };
    (@kind $type:ty) => { <$type as $crate::schema::Stored>::KIND };
    (@kind $type:ty, hex) => {
        $crate::schema::Kind::Bytes(<$type as $crate::schema::Stored>::SIZE)
    };
    (@kind $type:ty, full) => {
        $crate::schema::Kind::FullText(<$type as $crate::schema::Stored>::SIZE)
    };
    (@bounds) => { None };
    (@bounds $least:literal, $most:literal) => { Some([$least, $most]) };
    (@game) => { None };
    (@game $mark:ident $game:literal) => {
        Some($crate::schema::Observed { mark: $crate::schema::Mark::$mark, text: $game })
    };
}

/// Offset of a field in its record; a field that the record does not have does not compile.
macro_rules! field_offset {
    ($record:ty, $field:literal) => {
        const { <$record as $crate::schema::Record>::SHAPE.named($field).offset }
    };
}

/// What bits and choices have in common.
macro_rules! open_set {
    (
        $kind:ident, $(#[doc = $about:literal])+
        pub struct $name:ident($type:ty) {
            $(
                $(#[doc = $doc:literal])+
                $constant:ident = $value:literal $(in $mask:literal)? $(: $text:literal)?,
            )*
        }
    ) => {
        $(#[doc = $about])+
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
        pub struct $name(pub $type);

        impl $name {
            $( $(#[doc = $doc])+ pub const $constant: Self = Self($value); )*

            /// The set as tables and documents know it.
            pub const NAMES: &'static $crate::schema::Names = &$crate::schema::Names {
                name: stringify!($name),
                doc: concat!($($about, "\n"),+),
                of: <$type as $crate::schema::Stored>::KIND,
                named: &[$( $crate::schema::Named {
                    value: $value,
                    mask: $crate::schema::open_set!(@mask $value $(, $mask)?),
                    constant: stringify!($constant),
                    text: concat!("" $(, $text)?),
                    doc: concat!($($doc, "\n"),+),
                }, )*],
            };
        }

        impl $crate::schema::Sealed for $name {}
        impl $crate::schema::Stored for $name {
            const KIND: $crate::schema::Kind = $crate::schema::Kind::$kind(Self::NAMES);
            const ZERO: Self = Self(<$type as $crate::schema::Stored>::ZERO);
            #[inline(always)]
            fn load(&mut self, bytes: &[u8], at: usize) {
                $crate::schema::Stored::load(&mut self.0, bytes, at);
            }
            #[inline]
            fn put(self, bytes: &mut [u8], at: usize) {
                $crate::schema::Stored::put(self.0, bytes, at);
            }
        }
    };
    (@mask $value:literal) => { $value };
    (@mask $value:literal, $mask:literal) => { $mask };
}

/// Declares an open set of bits: a newtype that is a field. Behind a value may stand `in` and all
/// bits that it shares with others, then what people read for it, where the name of the constant
/// does not say it.
macro_rules! bits {
    ($(#[doc = $about:literal])+ pub struct $name:ident($type:ty) $body:tt) => {
        $crate::schema::open_set! { Bits, $(#[doc = $about])+ pub struct $name($type) $body }

        impl $name {
            /// All bits that have a name.
            pub const KNOWN: $type = {
                let (mut all, mut at) = (0, 0);
                while at < Self::NAMES.named.len() {
                    #[allow(
                        clippy::indexing_slicing,
                        clippy::cast_possible_truncation,
                        clippy::cast_sign_loss
                    )] // runs at compile time only, on values of this type
                    let bits = Self::NAMES.named[at].mask as $type;
                    all |= bits;
                    at += 1;
                }
                all
            };

            /// Whether all bits of `bits` are set.
            pub const fn has(self, bits: Self) -> bool {
                self.0 & bits.0 == bits.0
            }

            /// Whether any bit of `bits` is set.
            pub const fn has_any(self, bits: Self) -> bool {
                self.0 & bits.0 != 0
            }

            /// The names of the bits that are set, lowest first. Unknown bits have none.
            pub fn names(self) -> impl Iterator<Item = &'static str> {
                $crate::schema::set_bits(Self::NAMES.named, i64::from(self.0))
                    .map($crate::schema::Named::label)
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
    };
}

/// Declares an open set of numbers with names: a newtype that is a field.
macro_rules! choices {
    ($(#[doc = $about:literal])+ pub struct $name:ident($type:ty) $body:tt) => {
        $crate::schema::open_set! { Choice, $(#[doc = $about])+ pub struct $name($type) $body }

        impl $name {
            /// What the value is, if it is a known one.
            pub fn name(self) -> Option<&'static str> {
                let number = i64::from(self.0);
                let known = Self::NAMES.named.iter().find(|named| named.value == number);
                known.map($crate::schema::Named::label)
            }

            /// Whether the value has a name.
            pub fn is_known(self) -> bool {
                Self::NAMES.named.iter().any(|named| named.value == i64::from(self.0))
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{}({})", stringify!($name), self.0)
            }
        }
    };
}

/// Declares a word that holds several fields: `low, width => name: how it is shown`.
macro_rules! words {
    (
        $(#[doc = $about:literal])+
        pub struct $name:ident($type:ty) {
            $(
                $(#[doc = $doc:literal])+
                $low:literal, $width:literal => $part:ident: $shows:expr
                    $(; $mark:ident $game:literal)?,
            )+
        }
    ) => {
        $(#[doc = $about])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
        pub struct $name(pub $type);

        impl $name {
            /// The fields of the word.
            pub const WORD: &'static $crate::schema::Word = &$crate::schema::Word {
                of: <$type as $crate::schema::Stored>::KIND,
                parts: &[$( $crate::schema::Part {
                    name: stringify!($part),
                    low: $low,
                    width: $width,
                    shows: $shows,
                    doc: concat!($($doc, "\n"),+),
                    game: $crate::schema::record!(@game $($mark $game)?),
                }, )+],
            };
        }

        impl $crate::schema::Sealed for $name {}
        impl $crate::schema::Stored for $name {
            const KIND: $crate::schema::Kind = $crate::schema::Kind::Word(Self::WORD);
            const ZERO: Self = Self(<$type as $crate::schema::Stored>::ZERO);
            #[inline(always)]
            fn load(&mut self, bytes: &[u8], at: usize) {
                $crate::schema::Stored::load(&mut self.0, bytes, at);
            }
            #[inline]
            fn put(self, bytes: &mut [u8], at: usize) {
                $crate::schema::Stored::put(self.0, bytes, at);
            }
        }

        const _: () = assert!(
            $crate::schema::is_whole($name::WORD),
            "the fields of the word leave bits out, or share them"
        );
    };
}

/// Declares the rules of a format, each with its stable code, and the list of them all.
///
/// ```text
/// rules! {
///     CELL = warning("mat0.phase.cell", "A cell is -1 or counts from 0.") of ["phases[].cell"];
/// }
/// ```
/// `of` names the fields the rule speaks of, as paths of the document. Behind it may stand `game`
/// and what the game does with a file that breaks the rule, where the sentence does not say it;
/// `mend` and what mends such a file, where setting the fields does not; `is derived` where what it
/// asks follows from the rest of the file, so that `ngi fix` mends it.
// Rules about other files stand in the crate that knows them.
#[doc(hidden)]
#[macro_export]
macro_rules! rules {
    ($(
        $(#[doc = $doc:literal])*
        $name:ident = $make:ident($id:literal, $rule:literal) $(of [$($field:literal),+])?
            $(game $game:literal)? $(mend $mend:literal)? $(is $derived:ident)?;
    )+) => {
        $(
            #[doc = concat!("`", $id, "`: ", $rule)]
            // A rule is plain text; its brackets are no links.
            #[allow(rustdoc::broken_intra_doc_links)]
            pub static $name: $crate::Code =
                $crate::Code::$make($id, $rule)$(.of(&[$($field),+]))?
                    $(.game($game))? $(.mend($mend))? $(.$derived())?;
        )+

        /// All rules that stand here.
        pub static CODES: &[&$crate::Code] = &[$( &$name, )+];
    };
}

pub(crate) use {bits, choices, field_offset, open_set, record, rules, words};
