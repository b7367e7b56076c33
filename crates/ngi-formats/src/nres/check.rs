//! Every rule of the container, each with a stable code.

use std::ops::ControlFlow;
use std::ops::Range;

use super::read::{self, Archive};
use super::sort::{self, NameKeys, TableFault};
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
            add(findings, &ENTRY_NAME_END, archive, index, Field::Name, || {
                format!("\"{}\" fills its field; no NUL ends it", record.name)
            });
        } else if record.name.0.first() == Some(&0) {
            add(findings, &ENTRY_NAME_EMPTY, archive, index, Field::Name, || {
                "the name is empty".into()
            });
        }
        match read::payload_range(&record, directory) {
            Some(range) if range.is_empty() => {}
            Some(_) => {
                let end = record.offset.saturating_add(record.size);
                spans.push(Span { start: record.offset, end, entry: index });
            }
            None => add(findings, &ENTRY_RANGE, archive, index, Field::Offset, || {
                describe_range(&record, directory)
            }),
        }
        if !record.offset.is_multiple_of(8) {
            add(findings, &ENTRY_ALIGNMENT, archive, index, Field::Offset, || {
                format!("the payload of \"{}\" starts at {:#x}", record.name, record.offset)
            });
        }
    }
    spans
}

/// A field of an entry that findings point at.
#[derive(Clone, Copy)]
enum Field {
    Name,
    Offset,
    SortIndex,
}

/// Adds a finding about a field of an entry.
fn add(
    findings: &mut Findings,
    code: &'static Code,
    archive: &Archive<'_>,
    entry: u32,
    field: Field,
    message: impl FnOnce() -> String,
) {
    findings.add(code, || {
        let (name, at) = match field {
            Field::Name => ("name", 20),
            Field::Offset => ("offset", 56),
            Field::SortIndex => ("sort_index", 60),
        };
        let offset = archive.directory_offset() + entry as usize * ENTRY_SIZE + at;
        (format!("entries[{entry}].{name}"), Some(offset as u64), message())
    });
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
    let mut end = HEADER_SIZE;
    for span in &spans {
        let (start, span_end) = (span.start as usize, span.end as usize);
        if start < end {
            add(findings, &ENTRY_OVERLAP, archive, span.entry, Field::Offset, || {
                let name = text::decode(archive.name_of(span.entry as usize));
                let shared = end.min(span_end) - start;
                format!("{shared} bytes of \"{name}\" belong to another payload too")
            });
        } else if start > end {
            check_gap(archive, end..start, findings);
        }
        end = end.max(span_end);
    }
    check_gap(archive, end..archive.directory_offset(), findings);
    if end == archive.directory_offset() && !end.is_multiple_of(8) {
        findings.add(&DATA_PADDING, || {
            let message = "the last payload is not padded: the directory follows at once";
            ("data".into(), Some(end as u64), message.into())
        });
    }
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
        let entry = u32::try_from(slot).unwrap_or(u32::MAX);
        add(findings, code, archive, entry, Field::SortIndex, || match fault {
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
            add(findings, &ENTRY_DUPLICATE, archive, this, Field::Name, || {
                let name = text::decode(archive.name_of(this as usize));
                format!("\"{name}\" of type {this_type} is entry {first} already")
            });
        }
    }
}
