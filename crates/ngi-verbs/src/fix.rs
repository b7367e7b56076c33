//! Recomputes derived fields that are inconsistent with the rest of a file: bounds, normals,
//! neighbours, draw orders, sort tables, smaller levels of textures, areas, counts, the header of an
//! archive.
//!
//! Everything else stays to the last bit, and a file without such fields is not written. A repair
//! that breaks a rule that was not broken before is discarded: the file stays as it is, and the
//! report says why.

use std::collections::BTreeSet;

use ngi_formats::nres::{self, Archive, Editor, Header};
use ngi_formats::schema::Record as _;
use ngi_formats::{Finding, Findings, Mode, text};
use ngi_vfs::Node;
use ngi_vfs::save::Saved;
use rayon::prelude::*;

use crate::archive::NresDocument;
use crate::check::{entry_meta, files_below};
use crate::edit;
use crate::format::{self, EntryMeta, Format, Mended, Subject};
use crate::replace::{Replacement, replace_all};
use crate::texture;
use crate::written::Written;
use crate::{Error, Progress, Result};

/// Archives in archives that are looked into.
const DEEPEST: usize = 8;

/// Options for repairing files and writing the result.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// Backup and dry run.
    pub write: edit::Options,
    /// Rebuild all smaller levels of textures from the first, not only those that cannot have been
    /// made from it.
    pub rebuild_mips: bool,
}

impl From<edit::Options> for Options {
    fn from(write: edit::Options) -> Self {
        Self { write, rebuild_mips: false }
    }
}

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

/// Repairs files, entries, archives and everything below folders, in parallel. All of them are saved
/// in one transaction.
pub fn fix(nodes: &[Node], options: impl Into<Options>, progress: &dyn Progress) -> Result<Report> {
    let options = options.into();
    let mut report = Report::default();
    let files = all_files(nodes, &mut report.problems)?;
    report.looked = files.len();
    progress.start(files.len() as u64, "looking");
    let looked: Vec<Result<Looked>> = files
        .par_iter()
        .map(|file| {
            if progress.cancelled() {
                return Err(Error::Cancelled);
            }
            let looked = look(file, options);
            progress.advance(1);
            looked
        })
        .collect();
    let mut replacements = Vec::new();
    for (file, looked) in files.into_iter().zip(looked) {
        let Looked { mended, mut problems } = match looked {
            Ok(looked) => looked,
            // Half of what should be mended is not what somebody asked for.
            Err(Error::Cancelled) => return Err(Error::Cancelled),
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
    if !options.write.dry_run && !replacements.is_empty() {
        let title = match replacements.as_slice() {
            [one] => format!("fix {}", one.node.path()),
            many => format!("fix {} things", many.len()),
        };
        report.saved = replace_all(replacements, options.write.backup, &title)?;
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

fn look(node: &Node, options: Options) -> Result<Looked> {
    let (bytes, name) = (node.bytes()?, node.name());
    let subject = Subject { name: &name, bytes: &bytes, entry: entry_meta(node) };
    let mut mender = Mender { options, problems: Vec::new() };
    let mended = mender.mend(&subject, &node.path(), 0);
    Ok(Looked { mended, problems: mender.problems })
}

/// Repairs a subject of a known format, without the entries of an archive. Fails if a rule would be
/// broken that was not broken before.
pub fn mend_one(format: &Format, subject: &Subject<'_>) -> Result<Option<Mended>> {
    let Some(mended) = format.document.mend(subject)? else { return Ok(None) };
    require_better(subject, &mended)?;
    Ok(Some(mended))
}

/// Rebuilds the smaller levels of a texture, under the same condition.
fn rebuild_mips(subject: &Subject<'_>) -> Result<Option<Mended>> {
    let Some(mended) = texture::rebuild_mips(subject)? else { return Ok(None) };
    require_better(subject, &mended)?;
    Ok(Some(mended))
}

/// Repairs what is inside a file, and notes why something was left alone.
struct Mender {
    options: Options,
    problems: Vec<String>,
}

impl Mender {
    /// Repairs a subject and everything inside it. What cannot be followed is left alone.
    fn mend(&mut self, subject: &Subject<'_>, path: &str, depth: usize) -> Option<Mended> {
        let Subject { bytes, .. } = subject;
        let recovered = match recover_header(bytes) {
            Ok(recovered) => recovered,
            Err(error) => return self.left_alone(path, &error),
        };
        let Some(Mended { bytes, mut lines }) = recovered else {
            return self.mend_content(subject, path, depth);
        };
        for line in &mut lines {
            *line = format!("{path}: {line}");
        }
        // Only now what it is can be told.
        let content = self.mend_content(&Subject { bytes: &bytes, ..*subject }, path, depth);
        let Mended { bytes, lines: more } = content.unwrap_or(Mended { bytes, lines: Vec::new() });
        lines.extend(more);
        Some(Mended { bytes, lines })
    }

    fn mend_content(&mut self, subject: &Subject<'_>, path: &str, depth: usize) -> Option<Mended> {
        let format = format::recognise(subject)?;
        let mended = match format.id() {
            "nres" => return self.mend_archive(subject, path, depth),
            "texm" if self.options.rebuild_mips => rebuild_mips(subject),
            _ => mend_one(format, subject),
        };
        match mended {
            Ok(mended) => {
                let mut mended = mended?;
                for line in &mut mended.lines {
                    *line = format!("{path}: {line}");
                }
                Some(mended)
            }
            Err(error) => self.left_alone(path, &error),
        }
    }

    fn left_alone(&mut self, path: &str, error: &Error) -> Option<Mended> {
        self.problems.push(format!("{path}: left alone: {error}"));
        None
    }

    fn mend_archive(&mut self, subject: &Subject<'_>, path: &str, depth: usize) -> Option<Mended> {
        let mended = self.mend_entries(subject.bytes, path, depth).and_then(|(bytes, lines)| {
            let told = lines.len();
            let mut mended = NresDocument::mend_table(subject.bytes, bytes, lines)?;
            if let Some(mended) = &mut mended {
                require_better(subject, mended)?;
                for line in mended.lines.iter_mut().skip(told) {
                    *line = format!("{path}: {line}");
                }
            }
            Ok(mended)
        });
        mended.unwrap_or_else(|error| self.left_alone(path, &error))
    }

    /// The archive with its entries repaired, and a line for each repair.
    fn mend_entries(
        &mut self,
        bytes: &[u8],
        path: &str,
        depth: usize,
    ) -> Result<(Vec<u8>, Vec<String>)> {
        let archive = Archive::read(bytes)?;
        let mut editor = Editor::open(&archive);
        let mut lines = Vec::new();
        // Entries may share bytes: a small file must not take a long time.
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
            if let Some(mended) = self.mend(&subject, &inside, depth + 1) {
                editor.replace(entry.index(), mended.bytes)?;
                lines.extend(mended.lines);
            }
        }
        Ok((editor.write()?, lines))
    }
}

/// Corrects the header of an archive; `None` if it is correct, or if this is not an archive.
fn recover_header(bytes: &[u8]) -> Result<Option<Mended>> {
    let Some(header) = nres::recover_header(bytes)? else { return Ok(None) };
    let Some((stored, rest)) = bytes.split_first_chunk() else { return Ok(None) };
    let stored = Header::read(stored);
    let mut lines = Vec::new();
    if header.count != stored.count {
        lines.push(format!("count {} corrected to {}", stored.count, header.count));
    }
    if header.total_size != stored.total_size {
        lines.push(format!("total_size {} corrected to {}", stored.total_size, header.total_size));
    }
    Ok(Some(Mended { bytes: [&header.write(), rest].concat(), lines }))
}

/// Fails if a repaired subject breaks a rule that it did not break before, at that field.
fn require_better(before: &Subject<'_>, mended: &Mended) -> Result<()> {
    let after = Subject { bytes: &mended.bytes, ..*before };
    let (was, now) = (findings_of(before), findings_of(&after));
    let known: BTreeSet<(&str, &str)> = was.list().iter().map(place_of).collect();
    // Of very many only the first are kept, which may be others now.
    let is_new = |finding: &&Finding| {
        !known.contains(&place_of(finding))
            && (was.count(finding.code) <= Findings::KEPT_PER_CODE
                || was.count(finding.code) < now.count(finding.code))
    };
    match now.list().iter().find(is_new) {
        None => Ok(()),
        Some(new) => {
            let Finding { code, field, message, .. } = new;
            Err(Error::Usage(format!(
                "the repair is not certain: it would break {} at {field}: {message}",
                code.id
            )))
        }
    }
}

/// All findings of a subject alone, those about the shipped game included.
fn findings_of(subject: &Subject<'_>) -> Findings {
    let mut findings = Findings::new(Mode::Strict, true);
    if let Some(format) = format::recognise(subject) {
        (format.rules.check)(subject, &mut findings);
    }
    findings
}

fn place_of(finding: &Finding) -> (&str, &str) {
    (finding.code.id, &finding.field)
}
