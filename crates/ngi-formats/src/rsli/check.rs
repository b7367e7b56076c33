//! Every rule of the container, each with a stable code.

use super::codec::Ending;
use super::edit::unpacked_total;
use super::read::{self, Archive, Entry, table_end};
use super::types::TRAILER_SIZE;
use crate::{Code, Error, Findings, text};

/// The rules, one by one.
pub mod codes {
    use crate::{Code, Level, Severity};

    /// The file is too short for a header.
    pub static HEADER_TRUNCATED: Code =
        Code::error("rsli.header.truncated", "An archive has at least the 32 bytes of its header.");
    /// Wrong magic.
    pub static HEADER_MAGIC: Code =
        Code::error("rsli.header.magic", "An archive starts with \"NL\".");
    /// Third byte not zero.
    pub static HEADER_RESERVED: Code =
        Code::warning("rsli.header.reserved", "The byte after the magic is 0.");
    /// Wrong version.
    pub static HEADER_VERSION: Code =
        Code::error("rsli.header.version", "The version is 1, the only one there is.");
    /// Negative entry count.
    pub static HEADER_COUNT: Code =
        Code::error("rsli.header.count", "The entry count is not negative.");
    /// Second count differs.
    pub static HEADER_COUNT_COPY: Code =
        Code::retail("rsli.header.count-copy", "The entry count stands at offset 6 again.");
    /// Wrong sum of unpacked sizes.
    pub static HEADER_UNPACKED_TOTAL: Code = Code::retail(
        "rsli.header.unpacked-total",
        "The number at offset 16 is the sum of all unpacked sizes.",
    );
    /// The table does not fit.
    pub static TABLE_TRUNCATED: Code =
        Code::error("rsli.table.truncated", "The table, 32 bytes per entry, lies inside the file.");
    /// Empty name.
    pub static NAME_EMPTY: Code = Code::warning("rsli.name.empty", "An entry has a name.");
    /// Lower-case letters in a name.
    pub static NAME_CASE: Code = Code::strict_error(
        "rsli.name.case",
        "A name has no lower-case letters: the engine upper-cases what it looks for, not what it \
         finds.",
    );
    /// A name beyond ASCII.
    pub static NAME_ASCII: Code = Code::warning("rsli.name.ascii", "A name is plain ASCII.");
    /// A full name that runs on into the bytes after it.
    pub static NAME_RUN_ON: Code = Code::warning(
        "rsli.name.run-on",
        "After a name of 12 bytes comes a zero: nothing else ends it.",
    );
    /// Same name twice.
    pub static NAME_DUPLICATE: Code = Code::warning(
        "rsli.name.duplicate",
        "No two entries share a name: a look-up finds only one of them.",
    );
    /// Sort table slot names no entry.
    pub static SORT_RANGE: Code =
        Code::strict_error("rsli.sort.range", "Every slot of the sort table names an entry.");
    /// Sort table names an entry twice.
    pub static SORT_REPEAT: Code =
        Code::strict_error("rsli.sort.repeat", "The sort table names every entry once.");
    /// Sort table out of order.
    pub static SORT_ORDER: Code = Code::strict_error(
        "rsli.sort.order",
        "The sort table puts the names in order, byte by byte.",
    );
    /// Overlay past the end of the file.
    pub static TRAILER_OVERLAY: Code =
        Code::warning("rsli.trailer.overlay", "The overlay lies inside the file.");
    /// Payload outside the file.
    pub static ENTRY_RANGE: Code =
        Code::error("rsli.entry.range", "A payload lies inside the file.");
    /// One byte past the end of the file.
    pub static ENTRY_EOF_PLUS_ONE: Code = Code::strict_error(
        "rsli.entry.eof-plus-one",
        "No payload claims the byte after the end of the file, not even a Deflate one at the end \
         (deflate_eof_plus_one).",
    );
    /// Payload inside header or table.
    pub static ENTRY_IN_TABLE: Code =
        Code::strict_error("rsli.entry.in-table", "A payload starts after the table.");
    /// Payload inside the trailer.
    pub static ENTRY_IN_TRAILER: Code =
        Code::strict_error("rsli.entry.in-trailer", "A payload ends before the trailer.");
    /// Overlapping payloads.
    pub static ENTRY_OVERLAP: Code =
        Code::strict_error("rsli.entry.overlap", "No two payloads share bytes.");
    /// Unknown method.
    pub static ENTRY_METHOD: Code =
        Code::error("rsli.entry.method", "The method is one of the seven known ones.");
    /// A payload that does not unpack.
    pub static PAYLOAD_STREAM: Code = Code::error(
        "rsli.payload.stream",
        "A payload unpacks to exactly its unpacked size, and its stream ends there.",
    );
    /// One byte left over after Deflate.
    pub static PAYLOAD_SPARE_BYTE: Code = Code::warning(
        "rsli.payload.spare-byte",
        "A Deflate stream ends with the last packed byte, not one before it.",
    );
    /// Payloads that were not unpacked.
    pub static PAYLOAD_UNCHECKED: Code = Code {
        id: "rsli.payload.unchecked",
        severity: Severity::Warning,
        level: Level::Always,
        rule: "Payloads do not share so many bytes that unpacking them all would take too long.",
    };
}

use codes::{
    ENTRY_EOF_PLUS_ONE, ENTRY_IN_TABLE, ENTRY_IN_TRAILER, ENTRY_METHOD, ENTRY_OVERLAP, ENTRY_RANGE,
    HEADER_COUNT, HEADER_COUNT_COPY, HEADER_MAGIC, HEADER_RESERVED, HEADER_TRUNCATED,
    HEADER_UNPACKED_TOTAL, HEADER_VERSION, NAME_ASCII, NAME_CASE, NAME_DUPLICATE, NAME_EMPTY,
    NAME_RUN_ON, PAYLOAD_SPARE_BYTE, PAYLOAD_STREAM, PAYLOAD_UNCHECKED, SORT_ORDER, SORT_RANGE,
    SORT_REPEAT, TABLE_TRUNCATED, TRAILER_OVERLAY,
};

/// All rules of this format.
pub static CODES: &[&Code] = &[
    &HEADER_TRUNCATED,
    &HEADER_MAGIC,
    &HEADER_RESERVED,
    &HEADER_VERSION,
    &HEADER_COUNT,
    &HEADER_COUNT_COPY,
    &HEADER_UNPACKED_TOTAL,
    &TABLE_TRUNCATED,
    &NAME_EMPTY,
    &NAME_CASE,
    &NAME_ASCII,
    &NAME_RUN_ON,
    &NAME_DUPLICATE,
    &SORT_RANGE,
    &SORT_REPEAT,
    &SORT_ORDER,
    &TRAILER_OVERLAY,
    &ENTRY_RANGE,
    &ENTRY_EOF_PLUS_ONE,
    &ENTRY_IN_TABLE,
    &ENTRY_IN_TRAILER,
    &ENTRY_OVERLAP,
    &ENTRY_METHOD,
    &PAYLOAD_STREAM,
    &PAYLOAD_SPARE_BYTE,
    &PAYLOAD_UNCHECKED,
];

/// Checks any bytes as an archive. What cannot be followed is a finding too.
pub fn check(bytes: &[u8], findings: &mut Findings) {
    match read::open(bytes) {
        Ok(archive) => check_archive(&archive, findings),
        Err((code, error)) => add_error(findings, code, &error),
    }
}

/// Checks an archive that could be opened.
pub(super) fn check_archive(archive: &Archive<'_>, findings: &mut Findings) {
    check_header(archive, findings);
    for entry in archive.iter() {
        check_name(&entry, findings);
        check_range(archive, &entry, findings);
    }
    check_duplicates(archive, findings);
    check_sort_table(archive, findings);
    check_overlaps(archive, findings);
    check_payloads(archive, findings);
}

fn add_error(findings: &mut Findings, code: &'static Code, error: &Error) {
    findings.add(code, || (error.field.clone().into_owned(), error.offset, error.kind.to_string()));
}

fn check_header(archive: &Archive<'_>, findings: &mut Findings) {
    let header = archive.header();
    if header.unk_0x02 != 0 {
        let message = || format!("{:#04x} instead of 0", header.unk_0x02);
        findings.add(&HEADER_RESERVED, || ("header.unk_0x02".into(), Some(2), message()));
    }
    if header.count_copy != header.count {
        let message = || format!("{}, but the count is {}", header.count_copy, header.count);
        findings.add(&HEADER_COUNT_COPY, || ("header.count_copy".into(), Some(6), message()));
    }
    let total = unpacked_total(archive.records());
    if header.unpacked_total != total {
        let message = || format!("{}, but the sizes add up to {total}", header.unpacked_total);
        let field = || "header.unpacked_total".into();
        findings.add(&HEADER_UNPACKED_TOTAL, || (field(), Some(16), message()));
    }
    let length = archive.bytes().len();
    if let Some(overlay) = archive.overlay().filter(|&overlay| overlay as usize > length) {
        let message = || format!("{overlay:#x}, but the file ends at {length:#x}");
        let offset = (length - TRAILER_SIZE + 2) as u64;
        findings.add(&TRAILER_OVERLAY, || ("trailer.overlay".into(), Some(offset), message()));
    }
}

fn check_name(entry: &Entry<'_>, findings: &mut Findings) {
    let (name, record) = (entry.name(), entry.record());
    let mut wrong = |code, why: &str| {
        let shown = || format!("\"{}\" {why}", text::decode(name));
        findings.add(code, || (entry.field("name"), Some(entry.field_offset(0)), shown()));
    };
    if name.is_empty() {
        wrong(&NAME_EMPTY, "is no name");
    }
    if name.iter().any(u8::is_ascii_lowercase) {
        wrong(&NAME_CASE, "has lower-case letters; the engine never finds it");
    }
    if !name.is_ascii() {
        wrong(&NAME_ASCII, "is not plain ASCII");
    }
    let [after, ..] = record.unk_0x0c;
    if !record.name.is_terminated() && after != 0 {
        wrong(&NAME_RUN_ON, "fills all 12 bytes and no zero follows");
    }
}

fn check_range(archive: &Archive<'_>, entry: &Entry<'_>, findings: &mut Findings) {
    let record = entry.record();
    if entry.is_eof_plus_one() {
        let why = "one byte more than the file has; the engine copes with it";
        let field = || (entry.field("packed_size"), Some(entry.field_offset(28)), why.to_owned());
        findings.add(&ENTRY_EOF_PLUS_ONE, field);
    } else if let Err(error) = entry.packed() {
        add_error(findings, &ENTRY_RANGE, &error);
        return;
    }
    if record.packed_size == 0 {
        return;
    }
    let (start, end) = (entry.start(), entry.start() + u64::from(record.packed_size));
    let data = archive.data_region();
    let offset = || (entry.field("offset"), Some(entry.field_offset(24)));
    let mut wrong = |code, message: String| {
        let (field, at) = offset();
        findings.add(code, || (field, at, message));
    };
    if start < data.start as u64 {
        wrong(&ENTRY_IN_TABLE, format!("{start:#x}, but the table ends at {:#x}", data.start));
    }
    if archive.overlay().is_some() && end > data.end as u64 {
        let message = format!("ends at {end:#x}, but the trailer starts at {:#x}", data.end);
        wrong(&ENTRY_IN_TRAILER, message);
    }
}

fn check_duplicates(archive: &Archive<'_>, findings: &mut Findings) {
    if !findings.asks(&NAME_DUPLICATE) {
        return;
    }
    let order = read::sort_table(archive.records());
    let entries = order.iter().filter_map(|&index| archive.get(index.into()));
    let mut before: Option<Entry<'_>> = None;
    for entry in entries {
        if let Some(first) = before.as_ref().filter(|first| first.name() == entry.name()) {
            let shown = text::decode(entry.name());
            let message = || format!("\"{shown}\" is also entry {}", first.index());
            let at = entry.field_offset(0);
            findings.add(&NAME_DUPLICATE, || (entry.field("name"), Some(at), message()));
        }
        before = Some(entry);
    }
}

/// Only a table that is marked as ready matters; else the engine makes its own.
fn check_sort_table(archive: &Archive<'_>, findings: &mut Findings) {
    if !archive.header().is_sort_ready() || archive.is_table_sound() {
        return;
    }
    let mut seen = vec![false; archive.len()];
    let mut before: Option<Entry<'_>> = None;
    for slot in archive.iter() {
        let value = slot.record().sort_to_original;
        let mut wrong = |code, message: String| {
            let at = slot.field_offset(18);
            findings.add(code, || (slot.field("sort_to_original"), Some(at), message));
        };
        let Some(named) = archive.sorted(slot.index()).and_then(|index| archive.get(index)) else {
            wrong(&SORT_RANGE, format!("{value}, but there are {} entries", archive.len()));
            continue;
        };
        if seen.get_mut(named.index()).is_some_and(|seen| std::mem::replace(seen, true)) {
            wrong(&SORT_REPEAT, format!("entry {value} is named twice"));
        }
        let key = named.record().name_key();
        if let Some(before) = before.as_ref().filter(|before| before.record().name_key() > key) {
            let (first, second) = (text::decode(before.name()), text::decode(named.name()));
            wrong(&SORT_ORDER, format!("\"{second}\" comes after \"{first}\""));
        }
        before = Some(named);
    }
}

fn check_overlaps(archive: &Archive<'_>, findings: &mut Findings) {
    if !findings.asks(&ENTRY_OVERLAP) {
        return;
    }
    let mut spans: Vec<(u64, u64, usize)> = archive
        .iter()
        .filter(|entry| entry.packed().is_ok_and(|packed| !packed.is_empty()))
        .map(|entry| {
            let end = entry.start() + u64::from(entry.record().packed_size);
            (entry.start(), end, entry.index())
        })
        .collect();
    spans.sort_unstable();
    let mut farthest: Option<(u64, usize)> = None;
    for (start, end, index) in spans {
        if let Some((_, other)) = farthest.filter(|&(end, _)| start < end) {
            let at = (table_end(index) + 24) as u64;
            let message = || format!("shares bytes with the payload of entry {other}");
            let field = || format!("entries[{index}].offset");
            findings.add(&ENTRY_OVERLAP, || (field(), Some(at), message()));
        }
        if farthest.is_none_or(|(far, _)| far < end) {
            farthest = Some((end, index));
        }
    }
}

/// Unpacks every payload, in little memory. Payloads that overlap could make this take for ever,
/// so there is an end to how many bytes are looked at.
fn check_payloads(archive: &Archive<'_>, findings: &mut Findings) {
    let mut budget = archive.bytes().len().saturating_add(1 << 20);
    for entry in archive.iter() {
        if let Err(error) = entry.known_method() {
            add_error(findings, &ENTRY_METHOD, &error);
            continue;
        }
        let Ok(packed) = entry.packed() else { continue };
        let Some(left) = budget.checked_sub(packed.len()) else {
            let why = "not unpacked: the payloads share too many bytes".to_owned();
            let at = entry.field_offset(24);
            findings.add(&PAYLOAD_UNCHECKED, || (entry.field("offset"), Some(at), why));
            continue;
        };
        budget = left;
        match entry.verify() {
            Ok(Ending::Exact) => {}
            Ok(Ending::SpareByte) => {
                let why = "one byte is left over after the end of the stream".to_owned();
                let at = entry.field_offset(28);
                findings.add(&PAYLOAD_SPARE_BYTE, || (entry.field("packed_size"), Some(at), why));
            }
            Err(error) => add_error(findings, &PAYLOAD_STREAM, &error),
        }
    }
}
