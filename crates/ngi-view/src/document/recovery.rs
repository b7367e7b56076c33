//! Changes that are not saved, as small texts that outlive a crash, a closed page, a power cut.

use ngi_verbs::format::EntryMeta;
use serde::{Deserialize, Serialize};

use super::history::span;
use super::{Document, Step};

/// The key under which they are stored.
pub const KEY: &str = "ngi-unsaved";
/// What is kept of one document; a storage of a browser has room for some millions of letters.
const LONGEST: usize = 1 << 20;

/// The unsaved changes of one document: all of them as one step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    /// Its path below the mount.
    pub path: String,
    /// What proves that the bytes it was made from are the same: their length and a hash.
    from: String,
    /// Where the change begins.
    at: usize,
    /// How many bytes it replaces.
    replaces: usize,
    /// What stands there instead, in hex.
    with: String,
    /// The entry's attributes, where they changed.
    attributes: Option<[u32; 3]>,
}

impl Document {
    /// Its unsaved changes; `None` without any, or where they are too many to be kept.
    pub fn kept(&self) -> Option<Kept> {
        if !self.is_changed() {
            return None;
        }
        let stored = ngi_verbs::check::entry_meta(&self.node);
        let (at, replaces, with) = span(&self.original, &self.bytes);
        let attributes = self.entry.filter(|entry| Some(*entry) != stored);
        (with.len() <= LONGEST).then(|| Kept {
            path: self.node.path(),
            from: proof(&self.original),
            at,
            replaces,
            with: with.iter().map(|byte| format!("{byte:02x}")).collect(),
            attributes: attributes.map(|entry| entry.attributes),
        })
    }

    /// Makes kept changes again, as one that can be undone. Fails where the file is another one, or
    /// where they make nothing of it that can be read.
    pub fn restore(&mut self, kept: &Kept) -> Result<(), String> {
        let other = || format!("{}: changed since; its unsaved changes do not fit", kept.path);
        let with = bytes_of(&kept.with).ok_or_else(other)?;
        let end = kept.at.checked_add(kept.replaces);
        let fits = end.is_some_and(|end| end <= self.original.len());
        if self.is_changed() || kept.from != proof(&self.original) || !fits {
            return Err(other());
        }
        let mut bytes = self.bytes.clone();
        drop(bytes.splice(kept.at..kept.at + kept.replaces, with));
        let entry = match (self.entry, kept.attributes) {
            (Some(entry), Some(attributes)) => Some(EntryMeta { attributes, ..entry }),
            (entry, _) => entry,
        };
        let before = (std::mem::replace(&mut self.bytes, bytes), self.entry);
        self.entry = entry;
        if let Err(why) = self.tree().map(drop) {
            (self.bytes, self.entry) = before;
            return Err(format!("{}: {why}", kept.path));
        }
        let step = Step::new("", (&before.0, before.1), (&self.bytes, self.entry));
        self.history.push(step);
        Ok(())
    }
}

/// Length and FNV-1a of bytes.
fn proof(bytes: &[u8]) -> String {
    format!("{}:{:016x}", bytes.len(), fnv(bytes))
}

/// FNV-1a of bytes.
pub(crate) fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3)
    })
}

fn bytes_of(hex: &str) -> Option<Vec<u8>> {
    let (pairs, rest) = hex.as_bytes().as_chunks::<2>();
    if !rest.is_empty() {
        return None;
    }
    let digit =
        |letter: u8| char::from(letter).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    pairs.iter().map(|[high, low]| Some(digit(*high)? << 4 | digit(*low)?)).collect()
}

#[cfg(test)]
mod tests {
    use ngi_verbs::format::{Subject, recognise};
    use ngi_vfs::{MemoryRoot, Vfs};

    use super::*;

    const WEAR: &[u8] = b"2\r\n0 ROCK\r\n0 GRASS\r\n";

    fn document(bytes: &'static [u8]) -> Document {
        let vfs = Vfs::in_memory(MemoryRoot::new().with("a.wea", bytes).unwrap());
        let node = vfs.locate("a.wea").unwrap();
        let format = recognise(&Subject::file("a.wea", bytes)).unwrap();
        Document::new(node.clone(), format, node.bytes().unwrap())
    }

    #[test]
    fn changes_are_kept_and_made_again() {
        let mut changed = document(WEAR);
        assert_eq!(changed.kept(), None);
        changed.set("rows[1].name", "SAND").unwrap();
        let kept = changed.kept().unwrap();
        let text = serde_json::to_string(&kept).unwrap();
        let mut again = document(WEAR);
        again.restore(&serde_json::from_str(&text).unwrap()).unwrap();
        assert_eq!(again.bytes(), changed.bytes());
        assert!(again.is_changed());
        again.undo().unwrap();
        assert_eq!(again.bytes(), WEAR);
    }

    #[test]
    fn changes_of_another_file_are_refused() {
        let mut changed = document(WEAR);
        changed.set("rows[1].name", "SAND").unwrap();
        let kept = changed.kept().unwrap();
        let mut other = document(b"2\r\n0 ROCK\r\n0 GRASP\r\n");
        assert!(other.restore(&kept).unwrap_err().contains("changed since"));
        for bad in [
            Kept { at: usize::MAX, ..kept.clone() },
            Kept { replaces: 1 << 40, ..kept.clone() },
            Kept { with: "4".into(), ..kept.clone() },
            Kept { with: "zz".into(), ..kept.clone() },
        ] {
            let mut fresh = document(WEAR);
            assert!(fresh.restore(&bad).is_err(), "{bad:?}");
            assert_eq!(fresh.bytes(), WEAR);
        }
    }
}
