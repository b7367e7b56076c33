//! What is in a folder or an archive, row by row.

mod table;

use ngi_formats::nres::TypeId;
use ngi_formats::rsli::Method;
use ngi_vfs::{ContainerKind, EntryInfo, Node, NodeKind, Record};
use serde::Serialize;

use crate::json::hex;
use crate::{Error, Result, paths};

pub use table::write_table;

/// What to list.
#[derive(Debug, Clone, Copy, Default)]
pub struct Options {
    /// Whether to go into nested archives and folders.
    pub recursive: bool,
    /// Entries of this type only.
    pub type_id: Option<TypeId>,
}

/// What is listed: `nres`, `rsli` or `folder`.
pub fn format(node: &Node) -> Result<&'static str> {
    match (node.kind(), node.container()?) {
        (NodeKind::Folder, _) => Ok("folder"),
        (_, Some(kind)) => Ok(kind.as_str()),
        (_, None) => Err(ngi_vfs::Error::NotAContainer { path: node.path() }.into()),
    }
}

/// What is directly in `node`, or everything below it, one row at a time: there may be very many.
/// What cannot be looked into is an error between the rows.
pub fn rows(node: &Node, options: Options) -> Result<impl Iterator<Item = Result<Row>>> {
    format(node)?;
    let start = node.path().len() + 1;
    let below: Box<dyn Iterator<Item = ngi_vfs::Result<Node>>> =
        if options.recursive { Box::new(node.walk()) } else { Box::new(node.children()?.map(Ok)) };
    Ok(below.enumerate().filter_map(move |(place, child)| {
        let child = match child {
            Ok(child) => child,
            Err(error) => return Some(Err(Error::from(error))),
        };
        let info = child.entry();
        let type_id = info.as_ref().and_then(EntryInfo::type_id);
        if options.type_id.is_some() && type_id != options.type_id {
            return None;
        }
        let mut row = match row(place, &child, info) {
            Ok(row) => row,
            Err(error) => return Some(Err(error)),
        };
        if options.recursive {
            if let Row::File(file) = &mut row {
                file.index = None; // a place in the output says nothing
            }
            let path = child.path();
            row.set_path(path.get(start..).unwrap_or(&path).to_owned());
        }
        Some(Ok(row))
    }))
}

/// Rows of the nodes themselves, with their paths; with what is inside them, if asked for.
pub fn matches(nodes: &[Node], options: Options) -> impl Iterator<Item = Result<Row>> + use<'_> {
    let all = nodes.iter().flat_map(move |node| {
        let inside = options.recursive.then(|| node.walk()).into_iter().flatten();
        std::iter::once(Ok(node.clone())).chain(inside)
    });
    all.filter_map(move |node| match node {
        // What is no archive has nothing inside.
        Err(ngi_vfs::Error::NotAContainer { .. }) => None,
        Err(error) => Some(Err(error.into())),
        Ok(node) => {
            let info = node.entry();
            let type_id = info.as_ref().and_then(EntryInfo::type_id);
            if options.type_id.is_some() && type_id != options.type_id {
                return None;
            }
            Some(row(0, &node, info).map(|mut row| {
                if let Row::File(file) = &mut row {
                    file.index = None; // a place in the output says nothing
                }
                row.set_path(paths::shown(&node));
                row
            }))
        }
    })
}

/// A row of `ngi.list/1`.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Row {
    /// An entry of an archive.
    Entry(EntryRow),
    /// A file or a folder.
    File(FileRow),
}

/// An entry of an archive: the same members whatever the archive, `null` where it has no such
/// field.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct EntryRow {
    index: usize,
    #[serde(rename = "type")]
    type_name: Option<String>,
    type_id: Option<u32>,
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    name_raw: Option<String>,
    size: u32,
    attr1: Option<u32>,
    attr2: Option<u32>,
    attr3: Option<u32>,
    offset: u32,
    sort_index: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    method: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    packed_size: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
}

/// A file or a folder.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FileRow {
    #[serde(skip_serializing_if = "Option::is_none")]
    index: Option<usize>,
    #[serde(rename = "type")]
    type_name: &'static str,
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
}

impl Row {
    fn set_path(&mut self, path: String) {
        match self {
            Self::Entry(row) => row.path = Some(path),
            Self::File(row) => row.path = Some(path),
        }
    }
}

impl EntryRow {
    fn of(info: &EntryInfo) -> Self {
        match &info.record {
            Record::NRes(record) => Self {
                index: info.index,
                type_name: Some(record.type_id.to_string()),
                type_id: Some(record.type_id.0),
                name: record.name.to_string(),
                name_raw: (!record.name.is_plain()).then(|| hex(&record.name.0)),
                size: record.size,
                attr1: Some(record.attr1),
                attr2: Some(record.attr2),
                attr3: Some(record.attr3),
                offset: record.offset,
                sort_index: record.sort_index.into(),
                ..Self::default()
            },
            Record::RsLi(record) => Self {
                index: info.index,
                name: record.name.to_string(),
                // A name of 12 bytes needs no NUL here.
                name_raw: record
                    .name
                    .tail()
                    .iter()
                    .any(|&byte| byte != 0)
                    .then(|| hex(&record.name.0)),
                size: record.unpacked_size,
                offset: record.offset,
                sort_index: record.sort_to_original.into(),
                method: Some(Method::of(record.flags).to_string()),
                packed_size: Some(record.packed_size),
                ..Self::default()
            },
        }
    }
}

fn row(place: usize, node: &Node, info: Option<EntryInfo>) -> Result<Row> {
    if let Some(info) = info {
        return Ok(Row::Entry(EntryRow::of(&info)));
    }
    let type_name = if node.kind() == NodeKind::Folder {
        "folder"
    } else {
        node.container()?.map_or("file", ContainerKind::as_str)
    };
    let size = if node.kind() == NodeKind::File { Some(node.size()?) } else { None };
    Ok(Row::File(FileRow { index: Some(place), type_name, name: node.name(), size, path: None }))
}
