//! Tables of records in an [NRes archive](crate::nres): what models and landscapes have in common.
//!
//! What a table is stands in one place, the lists of [`msh::resource`](crate::msh::resource) and
//! [`landscape::chunk`](crate::landscape::chunk). From these follow where it lies ([`tables`]), its
//! members in documents, its bytes out of a document and what the directory says of it.

mod container;
mod declare;
mod document;
mod held;
mod owned;
mod table;
#[cfg(test)]
pub(crate) mod tests;

pub use container::TableEntry;
pub(crate) use container::{
    Encoded as EncodedTable, Found, Known, Written, counted, find, header, located, others,
    owned as owned_container, put,
};
pub use declare::{Content, NameRow, Need, Resource};
pub(crate) use declare::{content, hex, names, owned, rows, seen, tables};
pub use document::{
    Before, follow_node_count, followed, landscape_document, make, make_table, model_document,
    table_document, table_tree, tree,
};
pub(crate) use held::{Body, Owned, Payload, Seen};
pub use owned::OwnedTable;
pub use table::{Encoded, Table, encode, known, tables};

/// The three attributes the directory holds for a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Attributes {
    /// First: mostly the number of records.
    pub attr1: u32,
    /// Second: mostly 0; of the frame map the number of frames.
    pub attr2: u32,
    /// Third: mostly the size of a record.
    pub attr3: u32,
}
