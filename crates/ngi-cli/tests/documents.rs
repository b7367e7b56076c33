//! Everything in the demo game as JSON and back: the same bytes.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeMap;

use ngi_convert::check::entry_meta;
use ngi_convert::format::{Form, Subject, of_document, of_schema};
use ngi_vfs::{MemoryRoot, NodeKind, Vfs};

#[test]
fn every_file_and_entry_comes_back() {
    let mut root = MemoryRoot::new();
    for file in ngi_demo::files().unwrap() {
        root = root.with(&file.path, file.bytes).unwrap();
    }
    let vfs = Vfs::in_memory(root);
    let mut formats: BTreeMap<&str, usize> = BTreeMap::new();
    for node in vfs.locate("").unwrap().walk() {
        let node = node.unwrap();
        if node.kind() == NodeKind::Folder {
            continue;
        }
        let (bytes, name) = (node.bytes().unwrap(), node.name());
        let subject = Subject { name: &name, bytes: &bytes, entry: entry_meta(&node) };
        let format = of_document(&subject);
        let mut text = Vec::new();
        format.write_json(&subject, Form::Full, &mut text).unwrap();
        let value = serde_json::from_slice(&text).unwrap();
        let back = of_schema(&value).unwrap().bytes_from_json(&value, None).unwrap();
        assert!(back == bytes[..], "{}", node.path());
        *formats.entry(format.id()).or_default() += 1;
    }
    // So that an empty game cannot pass.
    for (id, least) in [("bytes", 100), ("msh", 10), ("mat0", 50), ("texm", 50), ("fxid", 10)] {
        assert!(formats.get(id).is_some_and(|count| *count >= least), "{id}: {formats:?}");
    }
    for id in ["areal", "builddat", "exp", "land", "nres", "objects", "pal", "rsli", "wear"] {
        assert!(formats.contains_key(id), "{id}: {formats:?}");
    }
}
