//! Archives as JSON documents, whole or with their payloads in files beside them.

pub mod nres;
mod parts;
pub mod rsli;

use ngi_vfs::{EntryInfo, Record};
use serde_json::Value;

pub use nres::NresFormat;
pub use parts::{PartFile, Payloads, Source};
pub use rsli::RsliFormat;

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
    if let Record::RsLi(record) = &info.record {
        let common = ["index", "name", "name_raw", "size", "offset", "method", "packed_size"];
        fields.retain(|key, _| common.contains(&key.as_str()));
        fields.insert("sort_index".into(), record.sort_to_original.into());
        for missing in ["type", "type_id", "attr1", "attr2", "attr3"] {
            fields.insert(missing.into(), Value::Null);
        }
    }
    fields
}
