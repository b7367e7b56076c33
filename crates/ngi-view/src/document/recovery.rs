//! Changes that are not saved, as small texts that outlive a crash, a closed page, a power cut.

use ngi_verbs::format::EntryMeta;
use serde::{Deserialize, Serialize};

use super::history::spans;
use super::{Document, Step};

/// The key under which they are stored.
pub const KEY: &str = "ngi-unsaved";
/// What is kept of one document; a storage of a browser has room for some millions of letters.
const LONGEST: usize = if cfg!(target_arch = "wasm32") { 1 << 20 } else { 16 << 20 };

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
    /// Other places where as many bytes stand as before: where, and what, in hex.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    also: Vec<(usize, String)>,
}

/// What was stored; what cannot be read of it is left out, and the rest counts.
pub fn read(text: &str) -> Vec<Kept> {
    let all: Vec<serde_json::Value> = serde_json::from_str(text).unwrap_or_default();
    all.into_iter().filter_map(|one| serde_json::from_value(one).ok()).collect()
}

impl Document {
    /// Its unsaved changes; `None` without any, or where they are too many to be kept.
    pub fn kept(&self) -> Option<Kept> {
        if !self.is_changed() {
            return None;
        }
        let stored = ngi_verbs::check::entry_meta(&self.node);
        let mut spans = spans(&self.original, &self.bytes).into_iter();
        let (at, replaces, with) = spans.next().unwrap_or_default();
        let rest: Vec<(usize, usize, Vec<u8>)> = spans.collect();
        let attributes = self.entry.filter(|entry| Some(*entry) != stored);
        let length = with.len() + rest.iter().map(|(.., with)| with.len() + 16).sum::<usize>();
        (length <= LONGEST).then(|| Kept {
            path: self.node.path(),
            from: proof(&self.original),
            at,
            replaces,
            with: hex(&with),
            attributes: attributes.map(|entry| entry.attributes),
            also: rest.into_iter().map(|(at, _, with)| (at, hex(&with))).collect(),
        })
    }

    /// Makes kept changes again, as one that can be undone. Fails where the file is another one, or
    /// where they make nothing of it that can be read.
    pub fn restore(&mut self, kept: &Kept) -> Result<(), String> {
        let other = || {
            format!(
                "{}: the file has changed since, so its unsaved changes cannot be restored",
                kept.path
            )
        };
        let with = bytes_of(&kept.with).ok_or_else(other)?;
        let end = kept.at.checked_add(kept.replaces);
        let fits = end.is_some_and(|end| end <= self.original.len());
        if self.is_changed() || kept.from != proof(&self.original) || !fits {
            return Err(other());
        }
        let mut bytes = self.bytes.clone();
        drop(bytes.splice(kept.at..kept.at + kept.replaces, with));
        for (at, with) in &kept.also {
            let with = bytes_of(with).ok_or_else(other)?;
            let end = at.checked_add(with.len()).ok_or_else(other)?;
            bytes.get_mut(*at..end).ok_or_else(other)?.copy_from_slice(&with);
        }
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

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
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
    fn what_is_far_apart_is_kept_in_pieces() {
        let mut long = b"40\r\n".to_vec();
        (0..40).for_each(|_| long.extend_from_slice(b"0 ROCK\r\n"));
        let long: &'static [u8] = long.leak();
        let mut changed = document(long);
        changed.set("rows[0].name", "SAND").unwrap();
        changed.set("rows[39].name", "CLAY").unwrap();
        let kept = changed.kept().unwrap();
        assert_eq!((kept.with.len(), kept.also.len()), (8, 1), "{kept:?}");
        let mut again = document(long);
        again.restore(&kept).unwrap();
        assert_eq!(again.bytes(), changed.bytes());
        again.undo().unwrap();
        assert_eq!(again.bytes(), long);
    }

    #[test]
    fn what_an_older_version_or_a_crash_left_does_no_harm() {
        let mut changed = document(WEAR);
        changed.set("rows[1].name", "SAND").unwrap();
        let kept = changed.kept().unwrap();
        let good = serde_json::to_string(&kept).unwrap();
        assert!(!good.contains("also"), "as older versions have it: {good}");
        assert_eq!(read(&format!("[{{\"path\":3}},{good},null,[],\"x\"]")), [kept]);
        for bad in ["", "{", "null", "{}", "[1,", "\u{0}", good.as_str()] {
            assert_eq!(read(bad), [], "{bad}");
        }
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
            Kept { also: vec![(usize::MAX, "00".into())], ..kept.clone() },
            Kept { also: vec![(0, "0".into())], ..kept.clone() },
            Kept { also: vec![(WEAR.len(), "00".into())], ..kept.clone() },
        ] {
            let mut fresh = document(WEAR);
            assert!(fresh.restore(&bad).is_err(), "{bad:?}");
            assert_eq!(fresh.bytes(), WEAR);
        }
    }
}
