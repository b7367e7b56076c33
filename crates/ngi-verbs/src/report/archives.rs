//! `ngi report archives`: how every archive of a game is.

use std::collections::BTreeMap;
use std::ops::Range;

use ngi_formats::{Severity, nres, rsli};
use ngi_vfs::{ContainerKind, Node};
use rayon::prelude::*;
use serde::Serialize;
use serde_json::{Value, json};

use crate::check::{self, Options, entry_meta, files_below};
use crate::format::{self, Subject};
use crate::html::{Column, Page, Tone};
use crate::show;
use crate::{Progress, Result};

/// The document `ngi.report/1` of a game's archives.
#[derive(Debug, Clone, Default, Serialize)]
#[non_exhaustive]
pub struct Report {
    schema: &'static str,
    /// The archives, by path.
    pub archives: Vec<Health>,
    /// All of them together.
    pub counts: Counts,
    /// What could not be looked at.
    pub problems: Vec<String>,
}

/// All archives together.
#[derive(Debug, Clone, Copy, Default, Serialize)]
#[non_exhaustive]
pub struct Counts {
    /// How many there are.
    pub archives: usize,
    /// Their entries.
    pub entries: usize,
    /// Their bytes.
    pub bytes: u64,
    /// Entries of no known format.
    pub unknown: usize,
    /// Findings that are errors, in them and in what they hold.
    pub errors: usize,
    /// Findings that are warnings.
    pub warnings: usize,
}

/// How an archive is.
#[derive(Debug, Clone, Default, Serialize)]
#[non_exhaustive]
pub struct Health {
    /// Its path.
    pub path: String,
    /// `nres` or `rsli`.
    pub format: &'static str,
    /// All its bytes.
    pub size: u64,
    /// How many entries it has.
    pub entries: usize,
    /// Where its bytes are.
    pub bytes: Usage,
    /// Entries whose payloads are not inside the file.
    pub outside: usize,
    /// Whether names are found by the sort table: `canonical`, as the game writes it; `sound`, in
    /// order all the same; `broken`, so that the game finds names it should not, or none.
    pub sort_table: &'static str,
    /// What entries are called, how many there are and how many bytes they take. Packed archives
    /// have no types: here it is how entries are packed.
    pub types: Vec<TypeRow>,
    /// Types of entries that no format knows.
    pub unknown_types: Vec<TypeRow>,
    /// What a check says, of the archive and of all in it.
    pub findings: Found,
    /// Why it cannot be read at all.
    pub error: Option<String>,
}

/// Where the bytes of an archive are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Usage {
    /// Header and directory.
    pub directory: u64,
    /// Payloads, each byte once.
    pub used: u64,
    /// Of these, bytes that more than one entry has.
    pub overlapping: u64,
    /// Zeros that no entry has: padding.
    pub padding: u64,
    /// Other bytes that no entry has.
    pub forgotten: u64,
}

/// A type, and how much there is of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct TypeRow {
    /// The type.
    #[serde(rename = "type")]
    pub name: String,
    /// How many entries have it.
    pub entries: usize,
    /// How many bytes they take in the archive.
    pub bytes: u64,
}

/// What a check found.
#[derive(Debug, Clone, Default, Serialize)]
#[non_exhaustive]
pub struct Found {
    /// Findings that are errors.
    pub errors: usize,
    /// Findings that are warnings.
    pub warnings: usize,
    /// How often each code was found.
    pub codes: BTreeMap<&'static str, usize>,
}

/// Looks at every archive below a folder, files side by side on all cores.
pub fn report(node: &Node, options: &Options, progress: &dyn Progress) -> Result<Report> {
    let mut report = Report { schema: "ngi.report/1", ..Report::default() };
    let files = files_below(node, &mut report.problems)?;
    progress.start(files.len() as u64, "checking");
    let all: Vec<Option<Result<Health>>> = files
        .par_iter()
        .map(|file| {
            let health = health(file, options);
            progress.advance(1);
            health
        })
        .collect();
    for (file, health) in files.iter().zip(all) {
        match health {
            None => {}
            Some(Ok(health)) => report.archives.push(health),
            Some(Err(error)) => report.problems.push(format!("{}: {error}", file.path())),
        }
    }
    for health in &report.archives {
        let Counts { archives, entries, bytes, unknown, errors, warnings } = &mut report.counts;
        *archives += 1;
        *entries += health.entries;
        *bytes += health.size;
        *unknown += health.unknown_types.iter().map(|row| row.entries).sum::<usize>();
        *errors += health.findings.errors;
        *warnings += health.findings.warnings;
    }
    Ok(report)
}

/// How a file is; `None` for one that is no archive, and is not meant to be.
fn health(file: &Node, options: &Options) -> Option<Result<Health>> {
    let bytes = match file.bytes() {
        Ok(bytes) => bytes,
        Err(error) => return Some(Err(error.into())),
    };
    let name = file.name();
    let subject = Subject::file(&name, &bytes);
    let kind = ContainerKind::sniff(&bytes);
    let format = kind.map(ContainerKind::as_str).or_else(|| {
        let meant = format::recognise(&subject)?.id();
        ["nres", "rsli"].into_iter().find(|id| *id == meant)
    })?;
    let mut health =
        Health { path: file.path(), format, size: bytes.len() as u64, ..Health::default() };
    match kind {
        Some(ContainerKind::NRes) => match nres::Archive::read(&bytes) {
            Ok(archive) => of_nres(&archive, &mut health),
            Err(error) => health.error = Some(error.to_string()),
        },
        Some(ContainerKind::RsLi) => match rsli::Archive::read(&bytes) {
            Ok(archive) => of_rsli(&archive, &mut health),
            Err(error) => health.error = Some(error.to_string()),
        },
        None => health.error = Some("does not begin like an archive".into()),
    }
    Some(look_inside(file, options, &mut health).map(|()| health))
}

/// What a check says, and which entries nobody knows.
fn look_inside(file: &Node, options: &Options, health: &mut Health) -> Result<()> {
    let checked = check::check(file, options, &())?;
    let found = &mut health.findings;
    found.errors = checked.count(Severity::Error);
    found.warnings = checked.count(Severity::Warning);
    found.codes = check::counts_by_code(&checked).into_iter().collect();
    if health.error.is_some() {
        return Ok(());
    }
    let mut unknown: BTreeMap<String, (usize, u64)> = BTreeMap::new();
    for entry in file.children()? {
        // What cannot be read has a finding.
        let Ok(bytes) = entry.bytes() else { continue };
        let (name, entry) = (entry.name(), entry_meta(&entry));
        let subject = Subject { name: &name, bytes: &bytes, entry };
        // The parts of a model or a landscape are known by what is around them.
        if format::recognise(&subject).is_none() && !is_table_archive(file) {
            let type_id = entry.map_or_else(|| "-".to_owned(), |entry| entry.type_id.to_string());
            let (count, size) = unknown.entry(type_id).or_default();
            *count += 1;
            *size += bytes.len() as u64;
        }
    }
    health.unknown_types = rows(unknown);
    Ok(())
}

/// Whether the entries of an archive are tables of a model, a landscape or an areal map.
fn is_table_archive(file: &Node) -> bool {
    let Ok(bytes) = file.bytes() else { return false };
    let format = format::recognise(&Subject::file(&file.name(), &bytes));
    format.is_some_and(|format| !matches!(format.id(), "nres" | "rsli"))
}

fn rows(counted: BTreeMap<String, (usize, u64)>) -> Vec<TypeRow> {
    let row = |(name, (entries, bytes))| TypeRow { name, entries, bytes };
    counted.into_iter().map(row).collect()
}

fn of_nres(archive: &nres::Archive<'_>, health: &mut Health) {
    health.entries = archive.len();
    let mut types: BTreeMap<String, (usize, u64)> = BTreeMap::new();
    let mut spans = Vec::with_capacity(archive.len());
    for record in archive.records() {
        let (count, size) = types.entry(record.type_id.to_string()).or_default();
        *count += 1;
        *size += u64::from(record.size);
        spans.push((u64::from(record.offset), u64::from(record.size)));
    }
    health.types = rows(types);
    health.sort_table = match () {
        () if archive.has_canonical_table() => "canonical",
        () if archive.is_table_sound() => "sound",
        () => "broken",
    };
    (health.bytes, health.outside) = usage(archive.bytes(), archive.data_region(), spans);
}

fn of_rsli(archive: &rsli::Archive<'_>, health: &mut Health) {
    health.entries = archive.len();
    let mut types: BTreeMap<String, (usize, u64)> = BTreeMap::new();
    let mut spans = Vec::with_capacity(archive.len());
    for entry in archive.iter() {
        let packed = u64::from(entry.record().packed_size);
        let (count, size) = types.entry(entry.method().to_string()).or_default();
        *count += 1;
        *size += packed;
        // One byte less than it says is what some of the game's archives have for the last entry.
        let packed = if entry.is_eof_plus_one() { packed.saturating_sub(1) } else { packed };
        spans.push((entry.start(), packed));
    }
    health.types = rows(types);
    health.sort_table = if archive.is_table_sound() { "sound" } else { "broken" };
    (health.bytes, health.outside) = usage(archive.bytes(), archive.data_region(), spans);
}

/// Where the bytes of a region are, by offsets and sizes of payloads; and how many of these are not
/// inside it.
fn usage(bytes: &[u8], region: Range<usize>, payloads: Vec<(u64, u64)>) -> (Usage, usize) {
    let (start, end) = (region.start as u64, region.end as u64);
    let mut usage =
        Usage { directory: (bytes.len() as u64).saturating_sub(end - start), ..Usage::default() };
    let all = payloads.len();
    let inside = |(offset, size): (u64, u64)| {
        let last = offset.checked_add(size)?;
        (offset >= start && last <= end).then_some((offset, last))
    };
    let mut spans: Vec<(u64, u64)> = payloads.into_iter().filter_map(inside).collect();
    let outside = all - spans.len();
    spans.sort_unstable();
    // `at` is the end of what was seen; `twice` the end of what more than one entry has.
    let (mut at, mut twice) = (start, start);
    for (first, last) in spans {
        if first > at {
            gap(bytes, at..first, &mut usage);
        }
        usage.used += last.saturating_sub(first.max(at));
        // Bytes before `at` were seen already; those before `twice` were counted for that.
        let shared = first.max(twice)..last.min(at);
        usage.overlapping += shared.end.saturating_sub(shared.start);
        twice = twice.max(shared.end);
        at = at.max(last);
    }
    gap(bytes, at..end, &mut usage);
    (usage, outside)
}

fn gap(bytes: &[u8], range: Range<u64>, usage: &mut Usage) {
    let [start, end] = [range.start, range.end].map(|at| usize::try_from(at).unwrap_or(usize::MAX));
    let gap = bytes.get(start..end).unwrap_or_default();
    if gap.iter().all(|byte| *byte == 0) {
        usage.padding += gap.len() as u64;
    } else {
        usage.forgotten += gap.len() as u64;
    }
}

impl Report {
    /// Whether there is anything that somebody should look at.
    pub fn has_findings(&self) -> bool {
        let Counts { errors, warnings, .. } = self.counts;
        errors + warnings > 0 || !self.problems.is_empty()
    }

    /// Readable text.
    pub fn as_text(&self) -> String {
        let row = |health: &Health| -> Value {
            let Usage { directory: _, used, overlapping, padding, forgotten } = health.bytes;
            json!({
                "archive": health.path, "format": health.format, "entries": health.entries,
                "bytes": health.size, "used": used, "padding": padding, "forgotten": forgotten,
                "overlapping": overlapping, "sort_table": health.sort_table,
                "errors": health.findings.errors, "warnings": health.findings.warnings,
            })
        };
        let rows: Vec<Value> = self.archives.iter().map(row).collect();
        let mut out = show::table(&rows).unwrap_or_default();
        for health in &self.archives {
            for line in health.lines() {
                out.push_str(&format!("{}: {line}\n", show::printable(&health.path)));
            }
        }
        let Counts { archives, entries, bytes, unknown, errors, warnings } = self.counts;
        let archives = show::counted(archives, "archive");
        out.push_str(&format!(
            "{archives}, {entries} entries ({unknown} of unknown format), {bytes} bytes: \
             {errors} errors, {warnings} warnings\n"
        ));
        out
    }

    /// The page.
    pub fn as_html(&self) -> String {
        let mut page = Page::new("Archives");
        let Counts { archives, entries, bytes, unknown, errors, warnings } = self.counts;
        page.text(&format!(
            "{archives} archives with {entries} entries and {bytes} bytes; {unknown} entries of no \
             known format."
        ));
        let tone = match (errors, warnings) {
            (0, 0) => Tone::Good,
            (0, _) => Tone::Warning,
            _ => Tone::Bad,
        };
        page.told(tone, &format!("{errors} errors, {warnings} warnings."));
        page.table(COLUMNS, self.archives.iter().map(Health::row));
        for health in self.archives.iter().filter(|health| !health.types.is_empty()) {
            let summary = format!("{}: {} entries", health.path, health.entries);
            page.folded(health.tone(), &summary, |page| {
                let types =
                    [Column::Text("type"), Column::Number("entries"), Column::Number("bytes")];
                let row = |row: &TypeRow| {
                    let unknown = health.unknown_types.iter().any(|other| other.name == row.name);
                    let tone = if unknown { Tone::Warning } else { Tone::Plain };
                    let TypeRow { name, entries, bytes } = row;
                    (tone, [name.clone(), entries.to_string(), bytes.to_string()])
                };
                page.table(&types, health.types.iter().map(row));
                health.lines().iter().for_each(|line| page.text(line));
            });
        }
        self.problems.iter().for_each(|problem| page.told(Tone::Bad, problem));
        page.finish()
    }
}

const COLUMNS: &[Column] = &[
    Column::Text("archive"),
    Column::Text("format"),
    Column::Number("entries"),
    Column::Number("bytes"),
    Column::Number("used"),
    Column::Number("padding"),
    Column::Number("forgotten"),
    Column::Number("overlapping"),
    Column::Text("sort table"),
    Column::Number("errors"),
    Column::Number("warnings"),
];

impl Health {
    fn tone(&self) -> Tone {
        match &self.findings {
            Found { errors: 1.., .. } => Tone::Bad,
            _ if self.error.is_some() => Tone::Bad,
            Found { warnings: 1.., .. } => Tone::Warning,
            _ => Tone::Plain,
        }
    }

    fn row(&self) -> (Tone, Vec<String>) {
        let Usage { directory: _, used, overlapping, padding, forgotten } = self.bytes;
        let Found { errors, warnings, codes: _ } = &self.findings;
        let numbers = |numbers: &[u64]| numbers.iter().map(u64::to_string).collect::<Vec<_>>();
        let mut cells = vec![self.path.clone(), self.format.to_owned(), self.entries.to_string()];
        cells.extend(numbers(&[self.size, used, padding, forgotten, overlapping]));
        cells.push(self.sort_table.to_owned());
        cells.extend([errors.to_string(), warnings.to_string()]);
        (self.tone(), cells)
    }

    /// What is to be said besides numbers.
    fn lines(&self) -> Vec<String> {
        let mut lines: Vec<String> =
            self.error.iter().map(|error| format!("broken: {error}")).collect();
        if self.outside > 0 {
            lines.push(format!("{} payloads are not inside the file", self.outside));
        }
        for TypeRow { name, entries, bytes } in &self.unknown_types {
            lines.push(format!("type {name} is unknown: {entries} entries, {bytes} bytes"));
        }
        let codes = self.findings.codes.iter();
        lines.extend(codes.map(|(code, count)| format!("{code}: {count}")));
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ngi_formats::nres::{Editor, NewEntry};
    use ngi_vfs::{MemoryRoot, Vfs};

    /// Every byte counted one by one.
    fn counted(bytes: &[u8], region: Range<usize>, payloads: &[(u64, u64)]) -> (u64, u64) {
        let has = |at: usize| {
            let at = at as u64;
            payloads.iter().filter(|(start, size)| (*start..start + size).contains(&at)).count()
        };
        let of = |least: usize| region.clone().filter(|at| has(*at) >= least).count() as u64;
        assert!(region.end <= bytes.len());
        (of(1), of(2))
    }

    #[test]
    fn bytes_are_counted_once() {
        let bytes = [vec![0; 50], vec![7; 50]].concat();
        let cases: [&[(u64, u64)]; 6] = [
            &[],
            &[(10, 20), (30, 10)],
            &[(10, 40), (20, 10), (25, 20)],
            &[(10, 10), (10, 10), (10, 10), (15, 60)],
            &[(60, 0), (20, 30), (0, 100)],
            &[(10, 30), (12, 3), (13, 30), (50, 5)],
        ];
        for payloads in cases {
            let (found, outside) = usage(&bytes, 10..90, payloads.to_vec());
            let inside: Vec<(u64, u64)> = payloads
                .iter()
                .copied()
                .filter(|(at, size)| *at >= 10 && at + size <= 90)
                .collect();
            let (used, overlapping) = counted(&bytes, 10..90, &inside);
            assert_eq!((found.used, found.overlapping), (used, overlapping), "{payloads:?}");
            assert_eq!(found.used + found.padding + found.forgotten, 80, "{payloads:?}");
            assert_eq!((found.directory, outside), (20, payloads.len() - inside.len()));
        }
    }

    #[test]
    fn archives_of_a_folder_are_told() {
        let mut editor = Editor::new();
        editor.add(NewEntry::new(*b"TEXT", "a").unwrap(), b"hello".to_vec()).unwrap();
        editor.add(NewEntry::new(*b"MAT0", "b").unwrap(), vec![1]).unwrap();
        let good = editor.write().unwrap();
        let root = MemoryRoot::new()
            .with("some.lib", good.clone())
            .and_then(|root| root.with("broken.rlb", good[..40].to_vec()))
            .and_then(|root| root.with("notes.txt", b"hello".to_vec()))
            .unwrap();
        let all = report(&Vfs::in_memory(root).root(), &Options::default(), &()).unwrap();
        let paths: Vec<&str> = all.archives.iter().map(|health| health.path.as_str()).collect();
        assert_eq!(paths, ["broken.rlb", "some.lib"]);
        let [broken, some] = &all.archives[..] else { panic!() };
        assert!(broken.error.is_some() && broken.findings.errors > 0);
        assert_eq!((some.entries, some.sort_table, some.bytes.used), (2, "canonical", 6));
        assert_eq!(some.types.len(), 2);
        assert_eq!(some.unknown_types[0].name, "TEXT");
        assert!(some.findings.errors > 0, "the material is none");
        let (text, html) = (all.as_text(), all.as_html());
        assert!(text.contains("some.lib: type TEXT is unknown: 1 entries, 5 bytes"), "{text}");
        assert!(html.contains("<td>some.lib</td>") && all.has_findings());
    }
}
