//! Findings for a file, an entry, an archive or a whole folder.

use std::collections::HashMap;

use ngi_formats::{Finding, Findings, Mode, Severity};
use ngi_vfs::{Node, NodeKind};
use rayon::prelude::*;
use serde::Serialize;

use crate::format::{self, EntryMeta, Format, Subject};
use crate::surroundings::{Game, Surroundings};
use crate::{Error, Progress, Result};

/// How to check.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Strict, or as the engine reads.
    pub mode: Mode,
    /// Whether to ask about the invariants measured on the shipped game.
    pub retail: bool,
    /// Codes that count as errors whatever they are.
    pub deny: Vec<String>,
    /// Codes that are not reported.
    pub allow: Vec<String>,
    /// The game folder, where names that lead to other files are looked up.
    pub game: Option<Game>,
}

/// A finding and the thing it is about.
#[derive(Debug, Clone)]
pub struct Located {
    /// Path of the file or entry.
    pub path: String,
    /// What was found.
    pub finding: Finding,
    /// How bad it is, `deny` considered.
    pub severity: Severity,
}

/// What a check found.
#[derive(Debug, Clone, Default)]
pub struct Report {
    /// Findings in the order of the walk.
    pub findings: Vec<Located>,
    /// Files and entries whose format is known.
    pub checked: u64,
    /// Files and entries of no known format.
    pub unknown: u64,
    /// Findings that were counted but not kept: there were too many of one kind.
    pub dropped: u64,
    /// What could not be read at all.
    pub problems: Vec<String>,
    /// Files whose names differ only in case.
    pub collisions: Vec<String>,
}

impl Report {
    /// How many findings are of a severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.findings.iter().filter(|located| located.severity == severity).count()
    }

    /// The document `ngi.check/1`.
    pub fn answer(&self) -> Answer<'_> {
        let [error, warning] =
            [Severity::Error, Severity::Warning].map(|severity| self.count(severity));
        Answer {
            schema: "ngi.check/1",
            findings: self.findings.iter().map(Located::answer).collect(),
            counts: Counts { error, warning },
            checked: self.checked,
            unknown: self.unknown,
            dropped: self.dropped,
            problems: &self.problems,
            collisions: &self.collisions,
        }
    }

    /// Adds another report's findings to this one's.
    pub fn append(&mut self, other: Self) {
        self.findings.extend(other.findings);
        self.checked += other.checked;
        self.unknown += other.unknown;
        self.dropped += other.dropped;
        self.problems.extend(other.problems);
        self.collisions.extend(other.collisions);
    }
}

/// The document `ngi.check/1`.
#[derive(Debug, Serialize)]
pub struct Answer<'r> {
    schema: &'static str,
    findings: Vec<Found<'r>>,
    counts: Counts,
    checked: u64,
    unknown: u64,
    dropped: u64,
    problems: &'r [String],
    collisions: &'r [String],
}

#[derive(Debug, Serialize)]
struct Counts {
    error: usize,
    warning: usize,
}

/// A row of `findings`.
#[derive(Debug, Serialize)]
struct Found<'r> {
    code: &'static str,
    severity: &'static str,
    path: &'r str,
    field: &'r str,
    offset: Option<u64>,
    rule: &'static str,
    message: &'r str,
}

impl Located {
    fn answer(&self) -> Found<'_> {
        let Finding { code, field, offset, message, .. } = &self.finding;
        let (severity, path) = (self.severity.as_str(), &self.path);
        Found { code: code.id, severity, path, field, offset: *offset, rule: code.rule, message }
    }
}

/// Checks a node and everything below it, files side by side on all cores. The report is the same
/// whatever their number.
pub fn check(node: &Node, options: &Options, progress: &dyn Progress) -> Result<Report> {
    for code in options.deny.iter().chain(&options.allow) {
        if !format::all_codes().any(|known| known.id == code) {
            let why = format!("\"{code}\" is no check code; `ngi check --list-codes` lists them");
            return Err(Error::Usage(why));
        }
    }
    let mut report = Report::default();
    let files = files_below(node, &mut report.problems)?;
    report.collisions = collisions(&files);
    progress.start(files.len() as u64, "checking");
    // Who looks at everything comes upon a file in several ways, and on some systems to open one
    // takes longer than to check it.
    let game = options.game.as_ref().map(|game| match node.kind() {
        NodeKind::Folder => game.in_one_sitting(),
        _ => game.clone(),
    });
    let options = &Options { game, ..options.clone() };
    // A file is let go of when it was checked, so that not all of them are mapped at once.
    let parts: Vec<Report> = files
        .into_par_iter()
        .map(|file| {
            options.game.iter().for_each(|game| game.share(&file));
            let part = check_tree(&file, options);
            progress.advance(1);
            part
        })
        .collect();
    parts.into_iter().for_each(|part| report.append(part));
    // What cannot be read cannot be looked into either.
    report.problems.dedup();
    Ok(report)
}

/// The node itself, or the files below a folder but for backups.
pub(crate) fn files_below(node: &Node, problems: &mut Vec<String>) -> Result<Vec<Node>> {
    if node.kind() != NodeKind::Folder {
        return Ok(vec![node.clone()]);
    }
    let mut files = Vec::new();
    node.children()?;
    for below in node.walk().archives_closed() {
        match below {
            Ok(below) if below.is_backup() => {}
            Ok(below) if below.kind() == NodeKind::File => files.push(below),
            Ok(_) => {}
            Err(error) => problems.push(error.to_string()),
        }
    }
    Ok(files)
}

/// Files whose paths differ only in case: the game would see one of them, and another system could
/// not hold both.
fn collisions(files: &[Node]) -> Vec<String> {
    let mut spelt: HashMap<String, String> = HashMap::new();
    let told = |path: String| {
        let first = spelt.insert(path.to_lowercase(), path.clone())?;
        Some(format!("{path}: differs from {first} only in case, rename one of them"))
    };
    files.iter().map(Node::path).filter_map(told).collect()
}

/// A file or entry that is looked at.
pub(crate) struct Thing<'t> {
    /// Where it is.
    pub node: &'t Node,
    /// What it holds.
    pub subject: Subject<'t>,
    /// What it is; `None` where no format knows it.
    pub format: Option<&'static Format>,
}

/// Shows a file or an entry and what is inside it to somebody who looks at things. What is inside
/// something whose own format covers it is not shown.
pub(crate) fn each_thing(node: &Node, problems: &mut Vec<String>, mut see: impl FnMut(&Thing<'_>)) {
    // Depth of the thing that covers what is below it.
    let mut covered = see_one(node, problems, &mut see).then(|| node.depth());
    for below in node.walk() {
        match below {
            Ok(below) if covered.is_some_and(|depth| below.depth() > depth) => {}
            Ok(below) => {
                covered = see_one(&below, problems, &mut see).then(|| below.depth());
            }
            // An archive that cannot be opened was a finding already.
            Err(ngi_vfs::Error::Format { .. } | ngi_vfs::Error::NotAContainer { .. }) => {}
            Err(error) => problems.push(error.to_string()),
        }
    }
}

/// Shows one thing; says whether its format covers everything inside it.
fn see_one(node: &Node, problems: &mut Vec<String>, see: &mut impl FnMut(&Thing<'_>)) -> bool {
    let bytes = match node.bytes() {
        Ok(bytes) => bytes,
        // The archive's own check said so about this entry.
        Err(ngi_vfs::Error::Format { .. }) if node.kind() == NodeKind::Entry => return false,
        Err(error) => {
            problems.push(error.to_string());
            return false;
        }
    };
    let name = node.name();
    let subject = Subject { name: &name, bytes: &bytes, entry: entry_meta(node) };
    let format = format::recognise(&subject);
    see(&Thing { node, subject, format });
    format.is_some_and(|format| format.rules.is_opaque)
}

/// Checks a file or an entry and what is inside it.
fn check_tree(node: &Node, options: &Options) -> Report {
    let (mut report, mut problems) = (Report::default(), Vec::new());
    each_thing(node, &mut problems, |thing| check_thing(thing, options, &mut report));
    report.problems = problems;
    report
}

/// Checks one thing.
pub(crate) fn check_thing(thing: &Thing<'_>, options: &Options, report: &mut Report) {
    let Thing { node, subject, format } = thing;
    let Some(format) = format else {
        report.unknown += 1;
        return;
    };
    report.checked += 1;
    let mut findings = Findings::new(options.mode, options.retail).allowing(&options.allow);
    let around = Surroundings::of(node, options.game.as_ref());
    format.check(subject, &around, &mut findings);
    report.dropped += findings.dropped();
    let path = node.path();
    for finding in findings.into_list() {
        let listed = |codes: &[String]| codes.iter().any(|code| code == finding.code.id);
        if listed(&options.allow) {
            continue;
        }
        let severity = if listed(&options.deny) { Severity::Error } else { finding.code.severity };
        report.findings.push(Located { path: path.clone(), finding, severity });
    }
}

/// What a node's archive says about it, for formats that depend on it.
pub fn entry_meta(node: &Node) -> Option<EntryMeta> {
    let info = node.entry()?;
    Some(EntryMeta { type_id: info.type_id()?, attributes: info.attributes()? })
}

/// How often each code was found.
pub fn counts_by_code(report: &Report) -> Vec<(&'static str, usize)> {
    let mut counts: HashMap<&'static str, usize> = HashMap::new();
    for located in &report.findings {
        *counts.entry(located.finding.code.id).or_default() += 1;
    }
    let mut list: Vec<_> = counts.into_iter().collect();
    list.sort_unstable();
    list
}
