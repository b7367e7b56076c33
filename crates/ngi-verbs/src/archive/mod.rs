//! Archives as JSON documents, whole or with their payloads in files beside them.

pub(crate) mod document;
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

/// The fields of an entry as listings have them: the same keys whatever the archive, `null` where
/// it has no such field.
pub fn listed(info: &EntryInfo) -> Object {
    let mut fields = record_to_json(info);
    let Record::RsLi(record) = &info.record else { return fields };
    fields.insert("sort_index".into(), record.sort_to_original.into());
    let keys = [
        "index",
        "type",
        "type_id",
        "name",
        "name_raw",
        "size",
        "attr1",
        "attr2",
        "attr3",
        "offset",
        "sort_index",
        "method",
        "packed_size",
    ];
    let value = |key: &str| fields.get(key).cloned().unwrap_or_default();
    let given = |key: &&str| *key != "name_raw" || fields.contains_key(*key);
    keys.into_iter().filter(given).map(|key| (key.to_owned(), value(key))).collect()
}
