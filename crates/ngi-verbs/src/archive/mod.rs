//! Archives as JSON documents, whole or with their payloads in files beside them.

pub(crate) mod document;
mod follows;
mod layout;
pub mod nres;
mod parts;
pub mod rsli;

pub use ngi_formats::nres::PartFile;
use ngi_vfs::{EntryInfo, Record};
pub use nres::NresDocument;
pub(crate) use parts::payloads_of;
pub use parts::{Payloads, Source};
pub use rsli::RsliDocument;

use crate::json::Object;

/// The fields of an entry as its archive stores them.
pub fn record_to_json(info: &EntryInfo) -> Object {
    match &info.record {
        Record::NRes(record) => nres::record_to_json(info.index, record),
        Record::RsLi(record) => rsli::record_to_json(info.index, record),
    }
}
