//! Holds an archive against every rule.

use super::codec::Ending;
use super::codes::*;
use super::document::{self, Payloads};
use super::edit::unpacked_total;
use super::read::{self, Archive, Entry};
use crate::{Findings, text};

/// Checks any bytes as an archive. What cannot be followed is a finding too.
pub fn check(bytes: &[u8], findings: &mut Findings) {
    match read::open(bytes) {
        Ok(archive) => {
            check_archive(&archive, findings);
            findings.locate(|| Some(document::tree(&archive, Payloads::Original)));
        }
        Err((code, error)) => {
            findings.cannot_follow(code, &error, || document::remains(bytes));
        }
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

fn check_header(archive: &Archive<'_>, findings: &mut Findings) {
    let header = archive.header();
    if header.unk_0x02 != 0 {
        let message = || format!("{:#04x} instead of 0", header.unk_0x02);
        findings.at(&HEADER_RESERVED, "header.unk_0x02", message);
    }
    if header.count_copy != header.count {
        let message = || format!("{}, but the count is {}", header.count_copy, header.count);
        findings.at(&HEADER_COUNT_COPY, "header.count_copy", message);
    }
    let total = unpacked_total(archive.records());
    if header.unpacked_total != total {
        let message = || format!("{}, but the sizes add up to {total}", header.unpacked_total);
        findings.at(&HEADER_UNPACKED_TOTAL, "header.unpacked_total", message);
    }
    let length = archive.bytes().len();
    if let Some(overlay) = archive.overlay().filter(|&overlay| overlay as usize > length) {
        let message = || format!("{overlay:#x}, but the file ends at {length:#x}");
        findings.at(&TRAILER_OVERLAY, "overlay", message);
    }
}

fn check_name(entry: &Entry<'_>, findings: &mut Findings) {
    let (name, record) = (entry.name(), entry.record());
    let mut wrong = |code, why: &str| {
        let shown = || format!("\"{}\" {why}", text::decode(name));
        findings.at(code, entry.field("name"), shown);
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
        findings.at(&ENTRY_EOF_PLUS_ONE, entry.field("packed_size"), || why.to_owned());
    } else if let Err(error) = entry.packed() {
        findings.at(&ENTRY_RANGE, entry.field("packed_size"), || error.kind.to_string());
        return;
    }
    if record.packed_size == 0 {
        return;
    }
    let (start, end) = (entry.start(), entry.start() + u64::from(record.packed_size));
    let data = archive.data_region();
    let mut wrong = |code, message: String| findings.at(code, entry.field("offset"), || message);
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
            findings.at(&NAME_DUPLICATE, entry.field("name"), message);
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
            findings.at(code, slot.field("sort_to_original"), || message);
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
            let message = || format!("shares bytes with the payload of entry {other}");
            findings.at(&ENTRY_OVERLAP, format_args!("entries[{index}].offset"), message);
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
            findings.at(&ENTRY_METHOD, entry.field("method"), || error.kind.to_string());
            continue;
        }
        let Ok(packed) = entry.packed() else { continue };
        let Some(left) = budget.checked_sub(packed.len()) else {
            let why = "not unpacked: the payloads share too many bytes".to_owned();
            findings.at(&PAYLOAD_UNCHECKED, entry.field("offset"), || why);
            continue;
        };
        budget = left;
        match entry.verify() {
            Ok(Ending::Exact) => {}
            Ok(Ending::SpareByte) => {
                let why = "one byte is left over after the end of the stream".to_owned();
                findings.at(&PAYLOAD_SPARE_BYTE, entry.field("packed_size"), || why);
            }
            Err(error) => {
                findings.at(&PAYLOAD_STREAM, entry.field("size"), || error.kind.to_string());
            }
        }
    }
}
