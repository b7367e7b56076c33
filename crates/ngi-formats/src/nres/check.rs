//! Holds an archive against every rule.

use std::cell::OnceCell;
use std::fmt;
use std::ops::{ControlFlow, Range};

use super::codes::*;
use super::document::{self, Payloads, Pieces};
use super::read::{self, Archive};
use super::sort::{self, NameKeys, TableFault};
use super::types::{EntryRecord, HEADER_SIZE, align};
use crate::{Findings, text};

/// Checks any bytes as an archive. What cannot be followed is a finding too.
pub fn check(bytes: &[u8], findings: &mut Findings) {
    match read::open(bytes) {
        Ok(archive) => {
            check_archive(&archive, findings);
            findings.locate(|| Some(document::tree(&archive, Payloads::Inline)));
        }
        Err((code, error)) => {
            findings.cannot_follow(code, &error, || Some(document::remains(bytes)));
        }
    }
}

/// Checks an archive that could be opened.
pub(super) fn check_archive(archive: &Archive<'_>, findings: &mut Findings) {
    if let Some(entries) = archive.misstated_count() {
        // Whatever else is wrong is wrong because of this.
        let message = || format!("it is {}, but the directory has {entries}", archive.len());
        findings.at(&DIRECTORY_COUNT, "count", message);
        return;
    }
    let spans = check_entries(archive, findings);
    check_data(archive, spans, findings);
    let names = NameKeys::new(archive);
    let sound = check_sort_table(archive, &names, findings);
    if findings.asks(&ENTRY_DUPLICATE) {
        check_duplicates(archive, &names, sound, findings);
    }
}

/// The bytes of the data region that an entry points at. Small: there may be very many.
#[derive(Clone, Copy)]
struct Span {
    start: u32,
    end: u32,
    entry: u32,
}

/// The rules of single entries; gives the payloads that are not empty, in directory order.
fn check_entries(archive: &Archive<'_>, findings: &mut Findings) -> Vec<Span> {
    let directory = archive.directory_offset();
    let mut spans = Vec::with_capacity(archive.len());
    for (record, index) in archive.records().zip(0u32..) {
        // The field's last byte is zero on any name but the longest.
        if record.name.0.last() != Some(&0) && !record.name.is_terminated() {
            findings.at(&ENTRY_NAME_END, format_args!("entries[{index}].name"), || {
                format!("\"{}\" fills its field; no NUL ends it", record.name)
            });
        } else if record.name.0.first() == Some(&0) {
            findings.at(&ENTRY_NAME_EMPTY, format_args!("entries[{index}].name"), || {
                "the name is empty".into()
            });
        }
        match read::payload_range(&record, directory) {
            Some(range) if range.is_empty() => {}
            Some(_) => {
                let end = record.offset.saturating_add(record.size);
                spans.push(Span { start: record.offset, end, entry: index });
            }
            None => findings.at(&ENTRY_RANGE, format_args!("entries[{index}].offset"), || {
                describe_range(&record, directory)
            }),
        }
        if !record.offset.is_multiple_of(8) {
            findings.at(&ENTRY_ALIGNMENT, format_args!("entries[{index}].offset"), || {
                format!("the payload of \"{}\" starts at {:#x}", record.name, record.offset)
            });
        }
    }
    spans
}

fn describe_range(record: &EntryRecord, directory: usize) -> String {
    format!(
        "{} bytes of \"{}\" from {:#x} are not inside the data region {HEADER_SIZE:#x}..{directory:#x}",
        record.size, record.name, record.offset
    )
}

/// Overlaps, padding and unindexed bytes, in one walk over the payloads in file order.
fn check_data(archive: &Archive<'_>, mut spans: Vec<Span>, findings: &mut Findings) {
    if !spans.is_sorted_by_key(|span| span.start) {
        spans.sort_unstable_by_key(|span| (span.start, span.entry));
    }
    let places = Places { archive, pieces: OnceCell::new() };
    let (mut end, mut last) = (HEADER_SIZE, 0);
    for span in &spans {
        let (start, span_end) = (span.start as usize, span.end as usize);
        if start < end {
            findings.at(&ENTRY_OVERLAP, format_args!("entries[{}].offset", span.entry), || {
                let name = text::decode(archive.name_of(span.entry as usize));
                let shared = end.min(span_end) - start;
                format!("{shared} bytes of \"{name}\" belong to another payload too")
            });
        } else if start > end {
            check_gap(&places, end..start, findings);
        }
        if span_end > end {
            (end, last) = (span_end, span.entry);
        }
    }
    check_gap(&places, end..archive.directory_offset(), findings);
    if end == archive.directory_offset() && !end.is_multiple_of(8) {
        findings.at(&DATA_PADDING, format_args!("entries[{last}].size"), || {
            "the last payload is not padded: the directory follows at once".into()
        });
    }
}

/// The pieces of the data region, cut only where somebody has to name one.
struct Places<'p, 'a> {
    archive: &'p Archive<'a>,
    pieces: OnceCell<Pieces<'a>>,
}

/// The path of the piece that begins at an offset.
struct PieceAt<'p, 'a>(&'p Places<'p, 'a>, usize);

impl fmt::Display for PieceAt<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(places, offset) = self;
        let pieces = places.pieces.get_or_init(|| Pieces::of(places.archive));
        match pieces.at(*offset) {
            Some(index) => write!(f, "layout[{index}]"),
            None => f.write_str("layout"),
        }
    }
}

/// Bytes between two payloads: padding up to a multiple of 8, and what should not be there.
fn check_gap(places: &Places<'_, '_>, gap: Range<usize>, findings: &mut Findings) {
    let padding_end = usize::try_from(align(gap.start as u64)).unwrap_or(gap.end).min(gap.end);
    let padding = places.archive.bytes().get(gap.start..padding_end).unwrap_or_default();
    if padding.iter().any(|&byte| byte != 0) {
        findings.at(&DATA_PADDING, PieceAt(places, gap.start), || {
            format!("{} bytes of padding are not zero", padding.len())
        });
    }
    if padding_end < gap.end {
        findings.at(&DATA_UNINDEXED, PieceAt(places, gap.start), || {
            format!(
                "no entry points at the {} bytes {padding_end:#x}..{:#x}; they are kept",
                gap.end - padding_end,
                gap.end
            )
        });
    }
}

/// The rules of the sort table; says whether look-ups can trust it.
fn check_sort_table(
    archive: &Archive<'_>,
    names: &NameKeys<'_, '_>,
    findings: &mut Findings,
) -> bool {
    let name = |index: usize| text::decode(archive.name_of(index));
    let mut sound = true;
    let _ = sort::walk_faults(names, |slot, fault| {
        let code = match fault {
            TableFault::OutOfRange(_) => &SORT_RANGE,
            TableFault::Repeated(_) => &SORT_REPEAT,
            TableFault::Disordered { .. } => &SORT_ORDER,
            TableFault::Unstable { .. } => &SORT_STABLE,
        };
        sound &= matches!(fault, TableFault::Unstable { .. });
        findings.at(code, format_args!("entries[{slot}].sort_index"), || match fault {
            TableFault::OutOfRange(stored) => {
                format!("names entry {stored}, but there are {}", archive.len())
            }
            TableFault::Repeated(entry) => format!("names entry {entry} a second time"),
            TableFault::Disordered { before, this } => {
                format!("\"{}\" comes after \"{}\"", name(this), name(before))
            }
            TableFault::Unstable { before, this } => {
                format!("entry {this} comes after entry {before} of the same name")
            }
        });
        ControlFlow::Continue(())
    });
    sound
}

/// Looks for entries of the same type among those of the same name.
fn check_duplicates(
    archive: &Archive<'_>,
    names: &NameKeys<'_, '_>,
    sound: bool,
    findings: &mut Findings,
) {
    // A sound table has equal names side by side; a broken one is worked out afresh.
    let order: Vec<u32> = if sound {
        (0..archive.len()).filter_map(|slot| archive.sort_slot(slot)).collect()
    } else {
        names.sorted()
    };
    let same = |a: &u32, b: &u32| names.compare(*a as usize, *b as usize).is_eq();
    for run in order.chunk_by(same).filter(|run| run.len() > 1) {
        check_same_name(archive, run, findings);
    }
}

fn check_same_name(archive: &Archive<'_>, run: &[u32], findings: &mut Findings) {
    let type_of = |&index: &u32| Some((archive.get(index as usize)?.type_id(), index));
    let mut types: Vec<_> = run.iter().filter_map(type_of).collect();
    types.sort_unstable();
    for pair in types.windows(2) {
        let &[(first_type, first), (this_type, this)] = pair else { continue };
        if first_type == this_type {
            findings.at(&ENTRY_DUPLICATE, format_args!("entries[{this}].name"), || {
                let name = text::decode(archive.name_of(this as usize));
                format!("\"{name}\" of type {this_type} is entry {first} already")
            });
        }
    }
}
