//! Archives as JSON documents, whole or with their payloads in files beside them.

mod nres;
mod parts;

pub use nres::{NresFormat, from_document, record_to_json, to_document};
pub use parts::{PartFile, Payloads, Source};
