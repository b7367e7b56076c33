//! Documents: what goes by field, written once over the trees of all formats.
//!
//! [`write`] makes JSON of a tree, [`read`] makes a draft of JSON; both go piece by piece.
//! [`fields`] lists every value with its place and meaning, [`edit`] changes values by their
//! paths, [`compare`] says in which values two trees differ, [`text`] shows a tree to people.

pub mod compare;
pub mod edit;
pub mod fields;
pub mod read;
pub mod text;
pub mod write;

#[cfg(test)]
mod tests;

pub use read::Reader;
