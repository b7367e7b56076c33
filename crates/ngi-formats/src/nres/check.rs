//! Every rule of the container, each with a stable code.

use std::ops::ControlFlow;
use std::ops::Range;

use super::read::{self, Archive};
use super::sort::{self, TableFault};
use super::types::{ENTRY_SIZE, EntryRecord, HEADER_SIZE, align};
use crate::{Code, Findings, text};

/// The rules, one by one.
pub mod codes {
    use crate::Code;

    /// The file is too short for a header.
    pub static HEADER_TRUNCATED: Code =
        Code::error("nres.header.truncated", "An archive has at least the 16 bytes of its header.");
    /// Wrong magic.
    pub static HEADER_MAGIC: Code =
        Code::error("nres.header.magic", "An archive starts with \"NRes\".");
    /// Wrong version.
    pub static HEADER_VERSION: Code =
        Code::error("nres.header.version", "The version is 0x100, the only one the engine opens.");
    /// Negative entry count.
    pub static HEADER_COUNT: Code =
        Code::error("nres.header.count", "The entry count is not negative.");
    /// Total size differs from the file's length.
    pub static HEADER_TOTAL_SIZE: Code = Code::error(
        "nres.header.total-size",
        "The header's total size is the file's length; the engine refuses a file where it differs.",
    );
    /// The directory does not fit.
    pub static DIRECTORY_RANGE: Code = Code::error(
        "nres.directory.range",
        "The directory, 64 bytes per entry at the file's end, does not reach into the header.",
    );
    /// Payload outside the data region.
    pub static ENTRY_RANGE: Code =
        Code::error("nres.entry.range", "A payload lies between the header and the directory.");
    /// Name without NUL.
    pub static ENTRY_NAME_END: Code = Code::strict_error(
        "nres.entry.name-end",
        "A name has at most 35 bytes and ends with a NUL.",
    );
    /// Empty name.
    pub static ENTRY_NAME_EMPTY: Code =
        Code::warning("nres.entry.name-empty", "An entry has a name.");
    /// Same type and name twice.
    pub static ENTRY_DUPLICATE: Code = Code::warning(
        "nres.entry.duplicate",
        "No two entries share both type and name: a look-up finds only the first.",
    );
    /// Payload off the 8-byte grid.
    pub static ENTRY_ALIGNMENT: Code =
        Code::warning("nres.entry.alignment", "A payload starts on a multiple of 8.");
    /// Overlapping payloads.
    pub static ENTRY_OVERLAP: Code =
        Code::strict_error("nres.entry.overlap", "No two payloads share bytes.");
    /// Padding that is not zero, or missing.
    pub static DATA_PADDING: Code =
        Code::warning("nres.data.padding", "A payload is padded with zeros to a multiple of 8.");
    /// Bytes no entry points at.
    pub static DATA_UNINDEXED: Code = Code::warning(
        "nres.data.unindexed",
        "Every byte of the data region belongs to a payload or to its padding.",
    );
    /// Sort table slot names no entry.
    pub static SORT_RANGE: Code =
        Code::strict_error("nres.sort.range", "Every slot of the sort table names an entry.");
    /// Sort table names an entry twice.
    pub static SORT_REPEAT: Code =
        Code::strict_error("nres.sort.repeat", "The sort table names every entry once.");
    /// Sort table out of order.
    pub static SORT_ORDER: Code = Code::strict_error(
        "nres.sort.order",
        "The sort table puts the names in order, ignoring ASCII case, `_` before letters.",
    );
    /// Equal names out of directory order.
    pub static SORT_STABLE: Code =
        Code::retail("nres.sort.stable", "The sort table keeps equal names in directory order.");
}

use codes::{
    DATA_PADDING, DATA_UNINDEXED, DIRECTORY_RANGE, ENTRY_ALIGNMENT, ENTRY_DUPLICATE,
    ENTRY_NAME_EMPTY, ENTRY_NAME_END, ENTRY_OVERLAP, ENTRY_RANGE, HEADER_COUNT, HEADER_MAGIC,
    HEADER_TOTAL_SIZE, HEADER_TRUNCATED, HEADER_VERSION, SORT_ORDER, SORT_RANGE, SORT_REPEAT,
    SORT_STABLE,
};

/// All rules of this format.
pub static CODES: &[&Code] = &[
    &HEADER_TRUNCATED,
    &HEADER_MAGIC,
    &HEADER_VERSION,
    &HEADER_COUNT,
    &HEADER_TOTAL_SIZE,
    &DIRECTORY_RANGE,
    &ENTRY_RANGE,
    &ENTRY_NAME_END,
    &ENTRY_NAME_EMPTY,
    &ENTRY_DUPLICATE,
    &ENTRY_ALIGNMENT,
    &ENTRY_OVERLAP,
    &DATA_PADDING,
    &DATA_UNINDEXED,
    &SORT_RANGE,
    &SORT_REPEAT,
    &SORT_ORDER,
    &SORT_STABLE,
];

/// Checks any bytes as an archive. What cannot be followed is a finding too.
pub fn check(bytes: &[u8], findings: &mut Findings) {
    match read::open(bytes) {
        Ok(archive) => check_archive(&archive, findings),
        Err((code, error)) => findings
            .add(code, || (error.field.clone().into_owned(), error.offset, error.kind.to_string())),
    }
}

/// Checks an archive that could be opened.
pub(super) fn check_archive(archive: &Archive<'_>, findings: &mut Findings) {
    let spans = check_entries(archive, findings);
    check_data(archive, spans, findings);
    check_sort_table(archive, findings);
    if findings.asks(&ENTRY_DUPLICATE) {
        check_duplicates(archive, findings);
    }
}

/// The bytes of the data region that an entry points at.
struct Span {
    range: Range<usize>,
    entry: u32,
}

fn check_entries(archive: &Archive<'_>, findings: &mut Findings) -> Vec<Span> {
    let directory = archive.directory_offset();
    let mut spans = Vec::with_capacity(archive.len());
    for (entry, index) in archive.iter().zip(0u32..) {
        let record = entry.record();
        let field_at =
            |offset: usize| Some((directory + entry.index() * ENTRY_SIZE + offset) as u64);
        if !record.name.is_terminated() {
            findings.add(&ENTRY_NAME_END, || {
                let message = format!("\"{}\" fills its field; no NUL ends it", record.name);
                (format!("entries[{index}].name"), field_at(20), message)
            });
        } else if record.name.name().is_empty() {
            findings.add(&ENTRY_NAME_EMPTY, || {
                (format!("entries[{index}].name"), field_at(20), "the name is empty".into())
            });
        }
        match read::payload_range(record, directory) {
            Some(range) => spans.push(Span { range, entry: index }),
            None => findings.add(&ENTRY_RANGE, || {
                let message = describe_range(record, directory);
                (format!("entries[{index}].offset"), field_at(56), message)
            }),
        }
        if record.offset % 8 != 0 {
            findings.add(&ENTRY_ALIGNMENT, || {
                let message =
                    format!("the payload of \"{}\" starts at {:#x}", record.name, record.offset);
                (format!("entries[{index}].offset"), field_at(56), message)
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
    spans.retain(|span| !span.range.is_empty());
    if !spans.is_sorted_by_key(|span| span.range.start) {
        spans.sort_unstable_by_key(|span| (span.range.start, span.entry));
    }
    let mut end = HEADER_SIZE;
    for span in &spans {
        if span.range.start < end {
            findings.add(&ENTRY_OVERLAP, || describe_overlap(archive, span, end));
        } else {
            check_gap(archive, end..span.range.start, findings);
        }
        end = end.max(span.range.end);
    }
    check_gap(archive, end..archive.directory_offset(), findings);
    if end == archive.directory_offset() && !end.is_multiple_of(8) {
        findings.add(&DATA_PADDING, || {
            let message = "the last payload is not padded: the directory follows at once";
            ("data".into(), Some(end as u64), message.into())
        });
    }
}

fn describe_overlap(
    archive: &Archive<'_>,
    span: &Span,
    end: usize,
) -> (String, Option<u64>, String) {
    let name = text::decode(archive.name_of(span.entry as usize));
    let shared = end.min(span.range.end) - span.range.start;
    let message = format!("{shared} bytes of \"{name}\" belong to another payload too");
    let at = archive.directory_offset() + span.entry as usize * ENTRY_SIZE + 56;
    (format!("entries[{}].offset", span.entry), Some(at as u64), message)
}

/// Bytes between two payloads: padding up to a multiple of 8, and what should not be there.
fn check_gap(archive: &Archive<'_>, gap: Range<usize>, findings: &mut Findings) {
    let padding_end = usize::try_from(align(gap.start as u64)).unwrap_or(gap.end).min(gap.end);
    let padding = archive.bytes().get(gap.start..padding_end).unwrap_or_default();
    if padding.iter().any(|&byte| byte != 0) {
        findings.add(&DATA_PADDING, || {
            let message = format!("{} bytes of padding are not zero", padding.len());
            ("data".into(), Some(gap.start as u64), message)
        });
    }
    if padding_end < gap.end {
        findings.add(&DATA_UNINDEXED, || {
            let message = format!(
                "no entry points at the {} bytes {padding_end:#x}..{:#x}; they are kept",
                gap.end - padding_end,
                gap.end
            );
            ("data".into(), Some(padding_end as u64), message)
        });
    }
}

fn check_sort_table(archive: &Archive<'_>, findings: &mut Findings) {
    let name = |index: usize| text::decode(archive.name_of(index));
    let _ = sort::walk_faults(archive, |slot, fault| {
        let code = match fault {
            TableFault::OutOfRange(_) => &SORT_RANGE,
            TableFault::Repeated(_) => &SORT_REPEAT,
            TableFault::Disordered { .. } => &SORT_ORDER,
            TableFault::Unstable { .. } => &SORT_STABLE,
        };
        findings.add(code, || {
            let message = match fault {
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
            };
            let at = archive.directory_offset() + slot * ENTRY_SIZE + 60;
            (format!("entries[{slot}].sort_index"), Some(at as u64), message)
        });
        ControlFlow::Continue(())
    });
}

/// Looks for entries of the same type among those of the same name.
fn check_duplicates(archive: &Archive<'_>, findings: &mut Findings) {
    // A sound table has equal names side by side; a broken one is worked out afresh.
    let order: Vec<usize> = if archive.is_table_sound() {
        (0..archive.len()).filter_map(|slot| archive.sorted_index(slot)).collect()
    } else {
        let names = (0..archive.len()).map(|index| archive.name_of(index));
        sort::sorted_order(names).into_iter().map(|index| index as usize).collect()
    };
    for run in order.chunk_by(|&a, &b| text::same(archive.name_of(a), archive.name_of(b))) {
        if run.len() > 1 {
            check_same_name(archive, run, findings);
        }
    }
}

fn check_same_name(archive: &Archive<'_>, run: &[usize], findings: &mut Findings) {
    let mut types: Vec<_> =
        run.iter().filter_map(|&index| Some((archive.get(index)?.type_id(), index))).collect();
    types.sort_unstable();
    for pair in types.windows(2) {
        let &[(first_type, first), (this_type, this)] = pair else { continue };
        if first_type == this_type {
            findings.add(&ENTRY_DUPLICATE, || {
                let name = text::decode(archive.name_of(this));
                let message = format!("\"{name}\" of type {this_type} is entry {first} already");
                let at = archive.directory_offset() + this * ENTRY_SIZE + 20;
                (format!("entries[{this}].name"), Some(at as u64), message)
            });
        }
    }
}
