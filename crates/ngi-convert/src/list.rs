//! What is in a folder or an archive, as rows.

use ngi_formats::nres::TypeId;
use ngi_vfs::{EntryInfo, Node, NodeKind};
use serde_json::Value;

use crate::archive;
use crate::json::{self, Object};
use crate::{Error, Result};

/// What to list.
#[derive(Debug, Clone, Copy, Default)]
pub struct Options {
    /// Whether to go into nested archives and folders.
    pub recursive: bool,
    /// Entries of this type only.
    pub type_id: Option<TypeId>,
}

/// Rows of a listing.
#[derive(Debug, Clone)]
pub struct Listing {
    /// `nres`, `rsli` or `folder`.
    pub format: &'static str,
    /// One row per entry or file, as JSON has it.
    pub entries: Vec<Object>,
    /// What could not be looked into.
    pub problems: Vec<String>,
}

impl Listing {
    /// The document `ngi.list/1`.
    pub fn to_json(&self) -> Value {
        let mut object = json::document("ngi.list/1");
        object.insert("format".into(), self.format.into());
        let rows = self.entries.iter().cloned().map(Value::Object).collect();
        object.insert("entries".into(), Value::Array(rows));
        Value::Object(object)
    }
}

/// Lists what is directly in `node`, or everything below it.
pub fn list(node: &Node, options: Options) -> Result<Listing> {
    let format = match (node.kind(), node.container()?) {
        (NodeKind::Folder, _) => "folder",
        (_, Some(kind)) => kind.as_str(),
        (_, None) => return Err(Error::Vfs(ngi_vfs::Error::NotAContainer { path: node.path() })),
    };
    let mut listing = Listing { format, entries: Vec::new(), problems: Vec::new() };
    let start = node.path().len() + 1;
    let below: Box<dyn Iterator<Item = ngi_vfs::Result<Node>>> =
        if options.recursive { Box::new(node.walk()) } else { Box::new(node.children()?.map(Ok)) };
    for (place, child) in below.enumerate() {
        let child = match child {
            Ok(child) => child,
            Err(error) => {
                listing.problems.push(error.to_string());
                continue;
            }
        };
        let info = child.entry();
        if options.type_id.is_some()
            && info.as_ref().and_then(EntryInfo::type_id) != options.type_id
        {
            continue;
        }
        let mut row = row(place, &child, info)?;
        if options.recursive {
            let path = child.path();
            let relative = path.get(start..).unwrap_or(&path).to_owned();
            row.insert("path".into(), relative.into());
        }
        listing.entries.push(row);
    }
    Ok(listing)
}

fn row(place: usize, node: &Node, info: Option<EntryInfo>) -> Result<Object> {
    if let Some(info) = info {
        return Ok(archive::listed(&info));
    }
    let mut object = Object::new();
    object.insert("index".into(), place.into());
    let kind = if node.kind() == NodeKind::Folder {
        "folder"
    } else {
        node.container()?.map_or("file", ngi_vfs::ContainerKind::as_str)
    };
    object.insert("type".into(), kind.into());
    object.insert("name".into(), node.name().into());
    if node.kind() == NodeKind::File {
        object.insert("size".into(), node.size()?.into());
    }
    Ok(object)
}
