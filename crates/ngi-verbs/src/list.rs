//! What is in a folder or an archive, row by row.

use ngi_formats::nres::TypeId;
use ngi_vfs::{ContainerKind, EntryInfo, Node, NodeKind};

use crate::archive;
use crate::json::Object;
use crate::{Error, Result, paths};

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
pub fn rows(node: &Node, options: Options) -> Result<impl Iterator<Item = Result<Object>>> {
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
            if child.kind() != NodeKind::Entry {
                row.shift_remove("index"); // a place in the output says nothing
            }
            let path = child.path();
            row.insert("path".into(), path.get(start..).unwrap_or(&path).into());
        }
        Some(Ok(row))
    }))
}

/// Rows of the nodes themselves, with their paths; with what is inside them, if asked for.
pub fn matches(nodes: &[Node], options: Options) -> impl Iterator<Item = Result<Object>> + use<'_> {
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
                if node.kind() != NodeKind::Entry {
                    row.shift_remove("index"); // a place in the output says nothing
                }
                row.insert("path".into(), paths::shown(&node).into());
                row
            }))
        }
    })
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
        node.container()?.map_or("file", ContainerKind::as_str)
    };
    object.insert("type".into(), kind.into());
    object.insert("name".into(), node.name().into());
    if node.kind() == NodeKind::File {
        object.insert("size".into(), node.size()?.into());
    }
    Ok(object)
}
