//! What a field is, said once.
//!
//! `record!` declares a stored record: name, offset, type and meaning of each field. The struct,
//! reading, writing and a [`Shape`] follow from that one declaration, and from the shape follow
//! JSON, `show`, `set`, `diff`, offsets of findings, the inspector and the tables of
//! `docs/formats`. `bits!` and `choices!` declare open sets of flags and numbers with the names
//! that are known, `words!` numbers that share a word, `rules!` the rules of a format.
//!
//! What is more than one record is a [tree](crate::tree).
//!
//! ```
//! use ngi_formats::mat0::Phase;
//! use ngi_formats::schema::Record as _;
//!
//! let field = Phase::SHAPE.field("opacity").ok_or("none")?;
//! assert_eq!((field.offset, field.kind.name()), (3, "u8".into()));
//! assert!(field.meaning().starts_with("Opacity in percent"));
//! # Ok::<(), &'static str>(())
//! ```

mod kind;
mod macros;
mod record;
mod stored;
#[cfg(test)]
mod tests;
mod value;

pub use kind::{Field, Kind, Mark, Named, Names, Numbers, Observed, Part, Shape, Shows, Word};
pub(crate) use kind::{is_sound, is_whole};
pub(crate) use macros::{bits, choices, field_offset, open_set, record, rules, words};
#[cfg(feature = "msh")]
pub(crate) use record::decode_all;
pub(crate) use record::encode_all;
pub use record::{Record, Stream};
pub use stored::Stored;
pub(crate) use stored::sealed::Sealed;
pub(crate) use value::set_bits;
pub use value::{Value, ValueError, plain, unhex};
