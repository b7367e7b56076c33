//! Paths with wildcards: every file and entry that answers to one.
//!
//! Some shells replace `*.lib` by names and some do not, and none knows what is in an archive, so
//! wildcards are understood here: `*`, `?`, `[…]` and `{a,b}` in any part of a path, case ignored,
//! `name@TYPE` with a wildcard in the name. What is really called that is meant first.

use std::path::{Component, Path, PathBuf};

use globset::{GlobBuilder, GlobMatcher};
use ngi_formats::nres::TypeId;
use ngi_vfs::{Node, NodeKind, locate, save};

use crate::{Error, Result};

/// What a path names.
#[derive(Debug, Clone)]
pub struct Named {
    /// Everything that answers to the path; of a path without wildcards, the one thing.
    pub nodes: Vec<Node>,
    /// What stands before the first wildcard: a folder or an archive. The thing itself where there
    /// is no wildcard.
    pub base: Node,
    /// Whether the path has wildcards.
    pub is_pattern: bool,
}

/// Whether a text has a wildcard.
pub fn has_wildcards(text: &str) -> bool {
    text.contains(['*', '?', '[', '{'])
}

/// A pattern for whole names, case ignored.
fn pattern(text: &str) -> Result<GlobMatcher> {
    let built = GlobBuilder::new(text).case_insensitive(true).backslash_escape(false).build();
    let glob = built.map_err(|error| Error::Usage(format!("pattern \"{text}\": {}", error.kind())));
    Ok(glob?.compile_matcher())
}

/// Everything that a path names. Nothing that answers to it is an error.
pub fn locate_all(path: &Path) -> Result<Named> {
    locate_all_by(path, &locate)
}

/// The same, where `locate` says what a path without wildcards names.
pub fn locate_all_by(
    path: &Path,
    locate: &dyn Fn(&Path) -> ngi_vfs::Result<Node>,
) -> Result<Named> {
    let wild = |part: &Component<'_>| has_wildcards(&part.as_os_str().to_string_lossy());
    let error = match locate(path) {
        Ok(node) => {
            return Ok(Named { nodes: vec![node.clone()], base: node, is_pattern: false });
        }
        // Systems say different things of names that cannot be.
        Err(error @ (ngi_vfs::Error::NotFound { .. } | ngi_vfs::Error::Io { .. })) => error,
        Err(error) => return Err(error.into()),
    };
    if !path.components().any(|part| wild(&part)) {
        return Err(error.into());
    }
    let prefix: PathBuf = path.components().take_while(|part| !wild(part)).collect();
    let rest = path.components().skip_while(|part| !wild(part));
    let rest: Vec<String> = rest
        .flat_map(|part| {
            let text = part.as_os_str().to_string_lossy().into_owned();
            text.split('\\').filter(|part| !part.is_empty()).map(str::to_owned).collect::<Vec<_>>()
        })
        .collect();
    let base = locate(if prefix.as_os_str().is_empty() { Path::new(".") } else { &prefix })?;
    let mut nodes = vec![base.clone()];
    for segment in &rest {
        nodes = step(&nodes, segment)?;
    }
    if nodes.is_empty() {
        let (path, hint) = (ngi_vfs::shown(path), "no name matches".to_owned());
        return Err(ngi_vfs::Error::NotFound { path, hint }.into());
    }
    Ok(Named { nodes, base, is_pattern: true })
}

/// The one thing that a path names; several that match are an error that lists them.
pub fn locate_one(path: &Path) -> Result<Node> {
    one_of(locate_all(path)?, path)
}

/// The one thing among those that a path names.
pub fn one_of(mut named: Named, path: &Path) -> Result<Node> {
    if named.nodes.len() > 1 {
        let candidates = named.nodes.iter().map(shown).collect();
        return Err(ngi_vfs::Error::Ambiguous { path: ngi_vfs::shown(path), candidates }.into());
    }
    Ok(named.nodes.pop().unwrap_or(named.base))
}

/// The path of a node as somebody would write it: without the current folder in front.
pub fn shown(node: &Node) -> String {
    let path = node.path();
    match path.strip_prefix("./").or_else(|| path.strip_prefix(".\\")) {
        Some(rest) if !rest.is_empty() => rest.to_owned(),
        _ => path,
    }
}

/// The entries of an archive that a segment names: by its own rules, else as a pattern.
pub fn entries(archive: &Node, segment: &str) -> Result<Vec<Node>> {
    match archive.child(segment) {
        Ok(entry) => Ok(vec![entry]),
        Err(error @ ngi_vfs::Error::NotFound { .. }) if has_wildcards(segment) => {
            let found = matching(archive, segment)?;
            if found.is_empty() { Err(error.into()) } else { Ok(found) }
        }
        Err(error) => Err(error.into()),
    }
}

/// One part of a path further, from everything that was found so far.
fn step(nodes: &[Node], segment: &str) -> Result<Vec<Node>> {
    let mut found = Vec::new();
    for node in nodes {
        match node.child(segment) {
            Ok(child) => found.push(child),
            Err(
                ngi_vfs::Error::NotFound { .. }
                | ngi_vfs::Error::NotAContainer { .. }
                | ngi_vfs::Error::Io { .. }
                | ngi_vfs::Error::BadPath { .. },
            ) => {
                if has_wildcards(segment) {
                    found.extend(matching(node, segment)?);
                }
            }
            Err(error) => return Err(error.into()),
        }
    }
    Ok(found)
}

/// What in a folder or an archive a pattern matches. Backups are meant only where it says so.
fn matching(node: &Node, segment: &str) -> Result<Vec<Node>> {
    let is_archive = node.kind() != NodeKind::Folder;
    if is_archive && !matches!(node.container(), Ok(Some(_))) {
        return Ok(Vec::new());
    }
    let typed = segment.rsplit_once('@').filter(|_| is_archive);
    let typed = typed.and_then(|(name, kind)| Some((pattern(name), TypeId::parse(kind)?)));
    let (matcher, wanted) = match typed {
        Some((name, kind)) => (name?, Some(kind)),
        None => (pattern(segment)?, None),
    };
    let backups = save::is_backup(segment) || segment.to_ascii_lowercase().contains(".bak");
    let is_meant = |child: &Node| {
        let kind = || child.entry().and_then(|entry| entry.type_id());
        matcher.is_match(child.name())
            && (backups || !child.is_backup())
            && (wanted.is_none() || kind() == wanted)
    };
    Ok(node.children()?.filter(is_meant).collect())
}
