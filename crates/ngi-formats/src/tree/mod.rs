//! A file as a tree of named parts: which bytes are which record.
//!
//! A format says once what a document of it looks like ([`Branch`]) and, for given bytes, where
//! each part lies ([`Node`]). Everything that goes by field is written once over these: JSON both
//! ways, `show`, `set`, `diff`, `--at`, offsets and explanations. Parts are looked at when somebody
//! asks for them; a tree of a large file costs nothing.
//!
//! A [`Draft`] is the way back: the parts as values, out of which a format puts a file together.

mod branch;
mod draft;
mod find;
mod node;
mod path;
#[cfg(test)]
pub(crate) mod proof;
mod remains;
#[cfg(test)]
mod tests;

pub(crate) use branch::branches;
pub use branch::{Branch, Case, Cases, Edit, Form, Need, Own};
pub use draft::{Draft, Made};
pub use find::{About, Found, Leaf, NotFound};
pub use node::{
    At, Group, Items, Member, MembersOf, Node, PartName, Piece, Rows, Told, members, members_of,
};
pub use path::{Step, ends, steps, without_numbers};
