//! Where fields lie, found in the background: the writer is asked for each.

use std::sync::mpsc::Receiver;

use ngi_convert::format::{EntryMeta, Format, Subject};
use ngi_convert::place::{self, Place};
use serde_json::Value;

use super::Document;
use crate::platform::{Job, Wake, spawn};

/// A document as the background sees it.
struct Copy {
    name: String,
    format: &'static dyn Format,
    bytes: Vec<u8>,
    entry: Option<EntryMeta>,
    value: Value,
}

/// Fields to be asked about, the most wanted first; an empty list ends the work.
pub type Asked = Vec<String>;

/// A field and where it lies.
pub type PlaceFound = (String, Place);

/// Starts to answer where fields of a document lie. Questions come through `asked`; a newer list
/// of questions takes the place of an older one.
pub fn find_places(document: &Document, asked: Receiver<Asked>, wake: &Wake) -> Job<PlaceFound> {
    let mut copy = Copy {
        name: document.name.clone(),
        format: document.format,
        bytes: document.bytes().to_vec(),
        entry: document.entry(),
        value: document.value.clone(),
    };
    spawn("places", wake, move |worker| {
        let subject = Subject { name: &copy.name, bytes: &copy.bytes, entry: copy.entry };
        while let Ok(mut waiting) = asked.recv() {
            waiting.reverse();
            while let Some(field) = waiting.pop() {
                if worker.cancelled() {
                    return Ok(());
                }
                let found = place::of(copy.format, &subject, &mut copy.value, &field);
                worker.send((field, found));
                if let Some(newer) = asked.try_iter().last() {
                    waiting = newer;
                    waiting.reverse();
                }
            }
        }
        Ok(())
    })
}
