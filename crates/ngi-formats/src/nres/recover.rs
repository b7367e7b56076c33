//! Finds the directory by the bytes at the end of the file when the header is wrong.
//!
//! The directory ends where the file ends, it begins where the last payload ends, and its sort
//! table names every entry once. So its size follows from the bytes, whatever the header says.

use super::read::{self, Archive, payload_range};
use super::types::{ENTRY_SIZE, EntryRecord, HEADER_SIZE, Header, MAGIC, VERSION, align};
use crate::schema::{Record as _, field_offset};
use crate::{Error, Result};

/// Number of entries that the bytes at the end of a file show, and what supports it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Evidence {
    /// The directory begins where the last payload ends. `sorted`: the sort table names every
    /// entry once.
    Payloads { count: usize, sorted: bool },
    /// Bytes that no entry points at lie before the directory, but its sort table is valid.
    SortTable { count: usize },
}

impl Evidence {
    fn count(self) -> usize {
        match self {
            Self::Payloads { count, .. } | Self::SortTable { count } => count,
        }
    }
}

impl Archive<'_> {
    /// Number of entries the directory really has, if the header's count is wrong; `None` if the
    /// count is right or the real one cannot be determined.
    pub fn misstated_count(&self) -> Option<usize> {
        if self.directory_follows_payloads() {
            return None;
        }
        let found = match find_directory(self.bytes())? {
            // A record too many may be mistaken for pixels or samples, so both must agree.
            Evidence::Payloads { count, sorted } => {
                (sorted || count > self.len()).then_some(count)?
            }
            // Chance does not continue a valid table by one more valid record.
            Evidence::SortTable { count } if count > self.len() => count,
            Evidence::SortTable { count } if !self.is_directory_sound() => count,
            Evidence::SortTable { .. } => return None,
        };
        (found != self.len()).then_some(found)
    }

    /// Fails if the header's count is wrong: changing such an archive would lose entries, or
    /// overwrite a payload with a directory.
    pub fn require_count(&self) -> Result<()> {
        match self.misstated_count() {
            None => Ok(()),
            Some(count) => {
                let stated = self.len();
                let why = format!(
                    "the header counts {stated} entries, but the directory has {count}; repair \
                     the archive with `ngi fix` before changing it"
                );
                Err(Error::malformed("count", field_offset!(Header, "count") as u64, why))
            }
        }
    }

    /// True if the directory begins where the last payload ends, its padding included.
    fn directory_follows_payloads(&self) -> bool {
        let ends = self.records().map(|record| payload_end(&record));
        let end = ends.max().unwrap_or(HEADER_SIZE as u64);
        ends_at(end, self.directory_offset() as u64)
    }

    /// True if every payload is inside the data region and look-ups can rely on the sort table.
    fn is_directory_sound(&self) -> bool {
        let end = self.directory_offset();
        !self.is_empty()
            && self.records().all(|record| payload_range(&record, end).is_some())
            && self.is_table_sound()
    }
}

/// Computes the header that fits a file whose own header has the wrong count or total size.
///
/// `None` if nothing is wrong, or if the file is not an archive of the known version. Fails if the
/// header is wrong and the directory cannot be found with certainty.
pub fn recover_header(bytes: &[u8]) -> Result<Option<Header>> {
    let Some(stored) = bytes.first_chunk().map(Header::read) else { return Ok(None) };
    if stored.magic != MAGIC || stored.version != VERSION {
        return Ok(None);
    }
    let Ok(total_size) = u32::try_from(bytes.len()) else { return Ok(None) };
    let count = recover_count(bytes, &stored)?;
    let header = Header { count, total_size, ..stored };
    Ok((header != stored).then_some(header))
}

/// The number of entries, as the header or the directory itself says.
fn recover_count(bytes: &[u8], stored: &Header) -> Result<i32> {
    let stated = read::with_directory(bytes, *stored).ok();
    let found = match &stated {
        Some(archive) => archive.misstated_count(),
        None => find_directory(bytes).map(Evidence::count),
    };
    let found = found.and_then(|count| i32::try_from(count).ok());
    let is_whole = |archive: &Archive<'_>| {
        archive.directory_follows_payloads() || archive.is_directory_sound()
    };
    let (says, has) = (u64::from(stored.total_size), bytes.len() as u64);
    match found {
        // What is left of a directory whose end is missing looks like a smaller one.
        Some(found) if is_cut_off(stored, found, says, has) => {}
        Some(found) => return Ok(found),
        None if says == has && stated.is_some() => return Ok(stored.count),
        None if stated.as_ref().is_some_and(is_whole) => return Ok(stored.count),
        None => {}
    }
    let (field, at, why) = if says == has {
        let why = format!("{} entries, and the file does not end with a directory", stored.count);
        ("count", field_offset!(Header, "count"), why)
    } else {
        let why = format!(
            "the header says {says} bytes, the file has {has} and does not end with a whole \
             directory: it was cut off, or something was appended"
        );
        ("total_size", field_offset!(Header, "total_size"), why)
    };
    Err(Error::malformed(field, at as u64, why))
}

/// True if exactly the entries are missing that the file is too short for.
fn is_cut_off(stored: &Header, found: i32, says: u64, has: u64) -> bool {
    let missing = u64::try_from(i64::from(stored.count) - i64::from(found)).unwrap_or(0);
    missing != 0 && says.checked_sub(has) == Some(missing * ENTRY_SIZE as u64)
}

/// Looks for the directory from the end of the file on, record by record. Takes one pass.
fn find_directory(bytes: &[u8]) -> Option<Evidence> {
    let body = bytes.get(HEADER_SIZE..)?;
    let mut end = HEADER_SIZE as u64;
    let chunks = body.as_rchunks::<ENTRY_SIZE>().1;
    let mut order = Order::new(chunks.len());
    let mut named = true;
    let mut sorted = None;
    for (raw, count) in chunks.iter().rev().zip(1usize..) {
        let record = EntryRecord::read(raw);
        let begins = (bytes.len() - count * ENTRY_SIZE) as u64;
        end = end.max(payload_end(&record));
        if end > begins || u64::from(record.offset) < HEADER_SIZE as u64 {
            // A plausible name suggests a broken entry rather than other data.
            sorted = sorted.filter(|_| !has_name(&record));
            break;
        }
        named &= has_name(&record);
        order.push(record.sort_index);
        // Payloads end later and later, the directory begins earlier: this holds once at most.
        if ends_at(end, begins) {
            let sorted = order.is_complete();
            return (sorted || named).then_some(Evidence::Payloads { count, sorted });
        }
        sorted = (named && order.is_complete()).then_some(count);
    }
    let count = sorted?;
    let header = Header {
        magic: MAGIC,
        version: VERSION,
        count: i32::try_from(count).ok()?,
        total_size: u32::try_from(bytes.len()).ok()?,
    };
    let archive = read::with_directory(bytes, header).ok()?;
    archive.is_table_sound().then_some(Evidence::SortTable { count })
}

/// Numbers that should be those below their count, each once, in any order.
struct Order {
    seen: Vec<bool>,
    count: usize,
    /// One more than the greatest number so far.
    above: usize,
    is_broken: bool,
}

impl Order {
    /// No numbers yet; there will be `most` at most.
    fn new(most: usize) -> Self {
        Self { seen: vec![false; most], count: 0, above: 0, is_broken: false }
    }

    fn push(&mut self, index: u32) {
        let index = usize::try_from(index).unwrap_or(usize::MAX);
        self.count += 1;
        self.above = self.above.max(index.saturating_add(1));
        let repeated = self.seen.get_mut(index).map(|seen| std::mem::replace(seen, true));
        self.is_broken |= repeated.unwrap_or(true);
    }

    /// True if every number below the count was there.
    fn is_complete(&self) -> bool {
        !self.is_broken && self.above == self.count
    }
}

/// True if the name is one that a tool would write: not empty, with a NUL, no control characters.
fn has_name(record: &EntryRecord) -> bool {
    let name = record.name.name();
    record.name.is_terminated() && !name.is_empty() && name.iter().all(|&byte| byte >= b' ')
}

/// Offset behind a payload.
fn payload_end(record: &EntryRecord) -> u64 {
    u64::from(record.offset) + u64::from(record.size)
}

/// True if the directory at `begins` follows a payload that ends at `end`, padded or not.
fn ends_at(end: u64, begins: u64) -> bool {
    end == begins || align(end) == begins
}
