//! What follows from the rest of a file and does not fit it, worked out anew: bounds, normals,
//! neighbours, draw orders, sort tables, smaller levels of textures, areas, counts.
//!
//! What fits stays to the last bit, and so does everything that nothing else says: a file that is
//! sound is not written.

use std::collections::BTreeSet;

use ngi_formats::nres::{Archive, Editor};
use ngi_formats::text;
use ngi_vfs::Node;
use ngi_vfs::save::Saved;
use rayon::prelude::*;

use crate::archive::NresDocument;
use crate::check::{entry_meta, files_below};
use crate::edit::Options;
use crate::format::{self, EntryMeta, Mended, Subject};
use crate::replace::{Replacement, replace_all};
use crate::written::Written;
use crate::{Progress, Result};

/// Archives in archives that are looked into.
const DEEPEST: usize = 8;

/// What became of everything that was looked at.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Report {
    /// A line per thing that was mended, with the path of what it is in.
    pub lines: Vec<String>,
    /// How many files, or entries that were asked about, had something to mend.
    pub mended: usize,
    /// The files that were written; none in a dry run.
    pub saved: Vec<Saved>,
    /// How many files were looked at.
    pub looked: usize,
    /// What could not be read or followed.
    pub problems: Vec<String>,
}

impl Report {
    /// The report of every verb that writes.
    pub fn written(&self) -> Written {
        let mut written = Written::of(&self.saved, self.problems.clone());
        written.computed.clone_from(&self.lines);
        written
    }
}

/// Mends files, entries, archives and everything below folders. They are looked at side by side,
/// and saved in one step: all of them, or none where one cannot be.
pub fn fix(nodes: &[Node], options: Options, progress: &dyn Progress) -> Result<Report> {
    let mut report = Report::default();
    let files = all_files(nodes, &mut report.problems)?;
    report.looked = files.len();
    progress.start(files.len() as u64, "looking");
    let looked: Vec<Result<Looked>> = files
        .par_iter()
        .map(|file| {
            if progress.cancelled() {
                return Err(crate::Error::Cancelled);
            }
            let looked = look(file);
            progress.advance(1);
            looked
        })
        .collect();
    let mut replacements = Vec::new();
    for (file, looked) in files.into_iter().zip(looked) {
        let Looked { mended, mut problems } = match looked {
            Ok(looked) => looked,
            // Half of what should be mended is not what somebody asked for.
            Err(crate::Error::Cancelled) => return Err(crate::Error::Cancelled),
            Err(error) => {
                report.problems.push(error.to_string());
                continue;
            }
        };
        report.problems.append(&mut problems);
        let Some(Mended { bytes, lines }) = mended else { continue };
        report.lines.extend(lines);
        replacements.push(Replacement { node: file, bytes, attributes: None });
    }
    report.mended = replacements.len();
    if !options.dry_run && !replacements.is_empty() {
        let title = match replacements.as_slice() {
            [one] => format!("fix {}", one.node.path()),
            many => format!("fix {} things", many.len()),
        };
        report.saved = replace_all(replacements, options.backup, &title)?;
    }
    Ok(report)
}

/// The files at and below several places, each once.
fn all_files(nodes: &[Node], problems: &mut Vec<String>) -> Result<Vec<Node>> {
    let mut known = BTreeSet::new();
    let mut files = Vec::new();
    for node in nodes {
        files.extend(files_below(node, problems)?);
    }
    files.retain(|file| known.insert(file.path()));
    Ok(files)
}

/// What of a model, a landscape or an areal map does not fit the rest of it, a line each; nothing
/// is mended.
pub fn misfits(subject: &Subject<'_>) -> Vec<String> {
    let format = format::recognise(subject).filter(|format| {
        // Smaller levels of textures take longer to make than most things to import.
        matches!(format.id(), "msh" | "land" | "areal")
    });
    let mended = format.and_then(|format| format.document.mend(subject).ok().flatten());
    mended.map(|mended| mended.lines).unwrap_or_default()
}

/// What came of looking at a file.
struct Looked {
    mended: Option<Mended>,
    problems: Vec<String>,
}

fn look(node: &Node) -> Result<Looked> {
    let (bytes, name) = (node.bytes()?, node.name());
    let subject = Subject { name: &name, bytes: &bytes, entry: entry_meta(node) };
    let mut problems = Vec::new();
    let mended = mend(&subject, &node.path(), 0, &mut problems);
    Ok(Looked { mended, problems })
}

/// Mends a subject and what is inside it. What cannot be followed is left alone: `check` says
/// what is wrong with it.
fn mend(
    subject: &Subject<'_>,
    path: &str,
    depth: usize,
    problems: &mut Vec<String>,
) -> Option<Mended> {
    let format = format::recognise(subject)?;
    if format.id() == "nres" {
        return mend_archive(subject.bytes, path, depth, problems)
            .unwrap_or_else(|error| left_alone(path, &error, problems));
    }
    let mended = match format.document.mend(subject) {
        Ok(mended) => mended?,
        Err(error) => return left_alone(path, &error, problems),
    };
    let lines = mended.lines.into_iter().map(|line| format!("{path}: {line}")).collect();
    Some(Mended { lines, ..mended })
}

fn left_alone(path: &str, error: &crate::Error, problems: &mut Vec<String>) -> Option<Mended> {
    problems.push(format!("{path}: left alone: {error}"));
    None
}

fn mend_archive(
    bytes: &[u8],
    path: &str,
    depth: usize,
    problems: &mut Vec<String>,
) -> Result<Option<Mended>> {
    let archive = Archive::read(bytes)?;
    let mut editor = Editor::open(&archive);
    let mut lines = Vec::new();
    // Entries may share bytes: a small file must not become a long day.
    let mut left = bytes.len().saturating_mul(2);
    for entry in archive.iter().filter(|_| depth < DEEPEST) {
        let Ok(payload) = entry.payload() else { continue };
        let Some(rest) = left.checked_sub(payload.len()) else { break };
        left = rest;
        let record = entry.record();
        let name = text::decode(record.name.name());
        let attributes = [record.attr1, record.attr2, record.attr3];
        let meta = EntryMeta { type_id: record.type_id, attributes };
        let subject = Subject { name: &name, bytes: payload, entry: Some(meta) };
        let inside = format!("{path}/{name}");
        if let Some(mended) = mend(&subject, &inside, depth + 1, problems) {
            editor.replace(entry.index(), mended.bytes)?;
            lines.extend(mended.lines);
        }
    }
    let told = lines.len();
    let mended = NresDocument::mend_table(bytes, editor.write()?, lines)?;
    Ok(mended.map(|mut mended| {
        let own = mended.lines.split_off(told.min(mended.lines.len()));
        mended.lines.extend(own.into_iter().map(|line| format!("{path}: {line}")));
        mended
    }))
}
