//! One change as the journal has it: which files, what they were, what they are now.
//!
//! A record is text, a line per thing, so that a person can read it too:
//!
//! ```text
//! ngi.journal/1
//! number 12
//! time 1763345678
//! title edit bases.rlb put robot.msh
//! file 120:9abcdef0 140:00112233 4711-0 bak1 bases.rlb
//! end 5b1d2e3f
//! ```
//! A `file` has the old length and checksum, the new ones, the number of its temporary file, where
//! the old one is kept, and its path. `-` stands for what there is not. The last line is the
//! checksum of all before it.
//!
//! Nothing in a record is trusted: paths stay inside the folder, temporary files and backups go by
//! numbers out of which this crate makes the names.

use std::collections::HashSet;
use std::fmt::{self, Write};

use crate::save::{backup_name, temporary_name};

/// The first line of a record.
const SCHEMA: &str = "ngi.journal/1";
/// The most bytes a record may have.
pub const MOST_BYTES: usize = 1 << 20;
/// The most characters of a title.
const LONGEST_TITLE: usize = 400;
/// The folder that holds the journal.
pub(crate) const FOLDER: &str = ".ngi";
/// The folder in it that belongs to the mods of a game.
pub(crate) const MODS: &str = "mods";

/// Length and checksum of a file: enough to see that somebody else changed it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sum {
    /// Bytes.
    pub len: u64,
    /// CRC-32.
    pub crc: u32,
}

/// Where the old file is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kept {
    /// There was none.
    Nothing,
    /// In the backup of that number beside the file.
    Backup(u32),
    /// In the journal's own folder.
    Own,
}

/// One file of a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileChange {
    /// Its path in the folder, parts separated by `/`.
    pub path: String,
    /// What it was; `None` where there was no such file.
    pub old: Option<Sum>,
    /// What it is now; `None` where it was removed.
    pub new: Option<Sum>,
    /// Process and number of the temporary file that has the new bytes until they are in place.
    pub temporary: Option<(u32, u64)>,
    /// Where the old file is.
    pub kept: Kept,
}

impl FileChange {
    /// The name of the temporary file.
    pub(crate) fn temporary_name(&self) -> Option<String> {
        self.temporary.map(|(process, number)| temporary_name(process, number))
    }

    /// The path of the backup in the folder.
    pub(crate) fn backup(&self) -> Option<String> {
        match self.kept {
            Kept::Backup(number) => Some(backup_name(&self.path, number)),
            Kept::Nothing | Kept::Own => None,
        }
    }
}

/// One change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// Counts up.
    pub number: u64,
    /// Seconds since 1970.
    pub time: u64,
    /// The change that this one takes back.
    pub undoes: Option<u64>,
    /// What was done, for people.
    pub title: String,
    /// Folders that were made for it, parents first.
    pub folders: Vec<String>,
    /// The files.
    pub files: Vec<FileChange>,
}

impl Record {
    /// The record as text.
    pub fn to_text(&self) -> String {
        let Self { number, time, undoes, title, folders, files } = self;
        let mut text = format!("{SCHEMA}\nnumber {number}\ntime {time}\n");
        if let Some(undoes) = undoes {
            let _ = writeln!(text, "undoes {undoes}");
        }
        let _ = writeln!(text, "title {}", plain_title(title));
        for folder in folders {
            let _ = writeln!(text, "folder {folder}");
        }
        for file in files {
            let _ = writeln!(text, "file {}", Line(file));
        }
        let crc = crc32fast::hash(text.as_bytes());
        let _ = writeln!(text, "end {crc:08x}");
        text
    }

    /// Reads a record; an error says what is wrong with it.
    pub fn parse(bytes: &[u8]) -> Result<Self, String> {
        if bytes.len() > MOST_BYTES {
            return Err(format!("longer than {MOST_BYTES} bytes"));
        }
        let text = std::str::from_utf8(bytes).map_err(|_| "not text".to_owned())?;
        let body = checked(text)?;
        let mut lines = body.lines();
        if lines.next() != Some(SCHEMA) {
            return Err(format!("does not begin with {SCHEMA}"));
        }
        let mut record = Self {
            number: 0,
            time: 0,
            undoes: None,
            title: String::new(),
            folders: Vec::new(),
            files: Vec::new(),
        };
        for line in lines {
            record.take(line).ok_or_else(|| format!("a line it cannot have: {line:?}"))?;
        }
        record.judged()
    }

    /// Takes one line in.
    fn take(&mut self, line: &str) -> Option<()> {
        let (word, rest) = line.split_once(' ')?;
        match word {
            "number" => self.number = rest.parse().ok()?,
            "time" => self.time = rest.parse().ok()?,
            "undoes" => self.undoes = Some(rest.parse().ok()?),
            "title" => self.title = rest.to_owned(),
            "folder" => self.folders.push(may_be_recorded(rest).then(|| rest.to_owned())?),
            "file" => self.files.push(parse_file(rest)?),
            _ => return None,
        }
        Some(())
    }

    /// The record, if its parts belong together.
    fn judged(self) -> Result<Self, String> {
        let mut seen = HashSet::new();
        let mut paths = self.files.iter().map(|file| &file.path).chain(&self.folders);
        if let Some(twice) = paths.find(|path| !seen.insert(path.to_lowercase())) {
            return Err(format!("{twice:?} is there twice"));
        }
        if self.number == 0 || self.files.is_empty() {
            return Err("neither a number nor a file".to_owned());
        }
        if self.undoes.is_some_and(|undone| undone >= self.number) {
            return Err("takes back a change that came later".to_owned());
        }
        Ok(self)
    }
}

/// The text before the last line, if that is its checksum.
fn checked(text: &str) -> Result<&str, String> {
    let cut_off = || "cut off, or changed by somebody".to_owned();
    let whole = text.strip_suffix('\n').ok_or_else(cut_off)?;
    let start = whole.rfind('\n').map_or(0, |at| at + 1);
    let (body, last) = text.split_at_checked(start).ok_or_else(cut_off)?;
    let crc = last.trim_end().strip_prefix("end ").and_then(parse_crc).ok_or_else(cut_off)?;
    if crc32fast::hash(body.as_bytes()) == crc { Ok(body) } else { Err(cut_off()) }
}

/// A file as a line of a record.
struct Line<'f>(&'f FileChange);

impl fmt::Display for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FileChange { path, old, new, temporary, kept } = self.0;
        for sum in [old, new] {
            match sum {
                Some(Sum { len, crc }) => write!(f, "{len}:{crc:08x} ")?,
                None => f.write_str("- ")?,
            }
        }
        match temporary {
            Some((process, number)) => write!(f, "{process}-{number} ")?,
            None => f.write_str("- ")?,
        }
        match kept {
            Kept::Nothing => f.write_str("- ")?,
            Kept::Backup(number) => write!(f, "bak{number} ")?,
            Kept::Own => f.write_str("own ")?,
        }
        f.write_str(path)
    }
}

fn parse_file(line: &str) -> Option<FileChange> {
    let mut words = line.splitn(5, ' ');
    let old = optional(words.next()?, parse_sum)?;
    let new = optional(words.next()?, parse_sum)?;
    let temporary = optional(words.next()?, |text| {
        let (process, number) = text.split_once('-')?;
        Some((process.parse().ok()?, number.parse().ok()?))
    })?;
    let kept = match words.next()? {
        "-" => Kept::Nothing,
        "own" => Kept::Own,
        backup => Kept::Backup(backup.strip_prefix("bak")?.parse().ok()?),
    };
    let path = words.next().filter(|path| may_be_recorded(path))?.to_owned();
    let belongs = old.is_some() == (kept != Kept::Nothing)
        && new.is_some() == temporary.is_some()
        && (old.is_some() || new.is_some());
    belongs.then_some(FileChange { path, old, new, temporary, kept })
}

/// `-` for nothing.
fn optional<T>(text: &str, parse: impl FnOnce(&str) -> Option<T>) -> Option<Option<T>> {
    if text == "-" { Some(None) } else { parse(text).map(Some) }
}

fn parse_sum(text: &str) -> Option<Sum> {
    let (len, crc) = text.split_once(':')?;
    Some(Sum { len: len.parse().ok()?, crc: parse_crc(crc)? })
}

fn parse_crc(text: &str) -> Option<u32> {
    let all_hex = text.len() == 8 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    all_hex.then(|| u32::from_str_radix(text, 16).ok())?
}

/// Whether a record may name a path: a file of the game, or of what is kept of its mods.
pub(crate) fn may_be_recorded(path: &str) -> bool {
    let below = path.strip_prefix(FOLDER).and_then(|rest| rest.strip_prefix('/'));
    match below {
        Some(own) => is_inside(own) && own.split('/').next() == Some(MODS),
        None => is_inside(path),
    }
}

/// Whether a path with `/` between its parts stays inside a folder, on every system, and is none of
/// the journal's own.
pub fn is_inside(path: &str) -> bool {
    let plain = |part: &str| {
        !matches!(part, "" | "." | "..")
            && !part.eq_ignore_ascii_case(FOLDER)
            && !part.ends_with(['.', ' '])
            && !part.contains(|c: char| c.is_control() || matches!(c, '\\' | ':'))
    };
    path.len() <= 4096 && path.split('/').all(plain)
}

/// A title on one line, and not too long.
fn plain_title(title: &str) -> String {
    let plain = |c: char| if c.is_control() { ' ' } else { c };
    title.chars().take(LONGEST_TITLE).map(plain).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn record() -> Record {
        let file = |path: &str, old: Option<u32>, new: Option<u32>, kept| FileChange {
            path: path.to_owned(),
            old: old.map(|crc| Sum { len: 7, crc }),
            new: new.map(|crc| Sum { len: u64::MAX, crc }),
            temporary: new.map(|crc| (1, crc.into())),
            kept,
        };
        Record {
            number: 12,
            time: 1_763_345_678,
            undoes: None,
            title: "edit bases.rlb put robot.msh".to_owned(),
            folders: vec!["DATA/MAPS/NEW".to_owned()],
            files: vec![
                file("bases.rlb", Some(1), Some(u32::MAX), Kept::Backup(0)),
                file("DATA/MAPS/NEW/Land 1.msh", None, Some(3), Kept::Nothing),
                file("Паркан.lib", Some(0), None, Kept::Own),
            ],
        }
    }

    /// A record of these lines, with the right checksum.
    fn with_lines(lines: &str) -> Result<Record, String> {
        let body = format!("{SCHEMA}\n{lines}\n");
        let end = crc32fast::hash(body.as_bytes());
        Record::parse(format!("{body}end {end:08x}\n").as_bytes())
    }

    #[test]
    fn goes_there_and_back() {
        let text = record().to_text();
        assert_eq!(Record::parse(text.as_bytes()).unwrap(), record());
        assert!(text.contains(
            "\nfile 7:00000001 18446744073709551615:ffffffff 1-4294967295 bak0 bases.rlb\n"
        ));
        let undo = Record { undoes: Some(11), title: "a\nfile\tb".to_owned(), ..record() };
        let back = Record::parse(undo.to_text().as_bytes()).unwrap();
        assert_eq!((back.undoes, back.title.as_str()), (Some(11), "a file b"));
    }

    #[test]
    fn every_cut_and_every_changed_byte_is_noticed() {
        let text = record().to_text().into_bytes();
        for cut in 0..text.len() {
            assert!(Record::parse(&text[..cut]).is_err(), "cut at {cut}");
        }
        for at in 0..text.len() {
            let mut changed = text.clone();
            changed[at] ^= 1;
            assert!(Record::parse(&changed).is_err(), "byte {at}");
        }
    }

    #[test]
    fn hostile_records_are_refused() {
        let good = "number 2\nfile - 1:00000000 1-1 - a";
        assert!(with_lines(good).is_ok());
        assert!(
            with_lines("number 2\nfolder .ngi/mods\nfile - 1:00000000 1-1 - .ngi/mods/a/b").is_ok()
        );
        let paths = [
            "../a",
            "a/../../b",
            "/etc/passwd",
            r"C:\x",
            "C:x",
            r"a\..\b",
            "a//b",
            "",
            ".",
            "a/",
            ".ngi/1.done",
            ".ngi/mods/../1.done",
            ".ngi/mods2/x",
            ".NGI/mods/x",
            ".ngi/mods/.ngi/x",
            "x/.NGI/kept",
            "a\u{7}b",
            "a.",
            "a ",
        ];
        for path in paths {
            let line = format!("number 2\nfile - 1:00000000 1-1 - {path}");
            assert!(with_lines(&line).is_err(), "{path:?}");
            assert!(with_lines(&format!("{good}\nfolder {path}")).is_err(), "{path:?}");
        }
        for lines in [
            "number 2",
            "number 0\nfile - 1:00000000 1-1 - a",
            "file - 1:00000000 1-1 - a",
            "number 2\nundoes 2\nfile - 1:00000000 1-1 - a",
            "number 2\nfile - - - - a",
            "number 2\nfile - 1:00000000 - - a",
            "number 2\nfile 1:00000000 - - - a",
            "number 2\nfile - 1:00000000 1-1 bak0 a",
            "number 2\nfile 1:00000000 1:00000000 1-1 bak-1 a",
            "number 2\nfile 1:00000000 1:00000000 1-1 bak/../x a",
            "number 2\nfile - 1:00000000 ../1-1 - a",
            "number 2\nfile - 1:0 1-1 - a",
            "number 2\nfile - 1:+0000000 1-1 - a",
            "number 2\nfile - 99999999999999999999:00000000 1-1 - a",
            "number 2\nfile - 1:00000000 1-1 - a\nfile - 1:00000000 1-2 - A",
            "number 2\nrun rm\nfile - 1:00000000 1-1 - a",
        ] {
            assert!(with_lines(lines).is_err(), "{lines}");
        }
        assert!(Record::parse(&vec![b'a'; MOST_BYTES + 1]).unwrap_err().contains("longer"));
        assert!(Record::parse(&[0xff, 0xfe]).unwrap_err().contains("not text"));
    }

    proptest! {
        #[test]
        fn any_bytes_are_a_record_or_none(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            let _ = Record::parse(&bytes);
        }
    }
}
