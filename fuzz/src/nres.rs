//! NRes archives: any bytes, any edits.

use ngi_formats::nres::{Archive, Editor, NewEntry, SortMode, TypeId, check, rebuild};
use ngi_formats::{Findings, Mode, Result};

use crate::Outcome;

/// Runs a body on the bytes as they are, and again with a header that fits them: a header that
/// does not ends everything at once, and almost any change of length spoils it.
pub(crate) fn both(input: &[u8], body: impl Fn(&[u8]) -> Outcome) -> Outcome {
    let as_is = body(input);
    match mended(input) {
        Some(mended) if mended != input => body(&mended),
        _ => as_is,
    }
}

pub(crate) fn mended(input: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = input.to_vec();
    let (length, room) = (bytes.len(), bytes.len().checked_sub(16)? / 64);
    let header = bytes.first_chunk_mut::<16>()?;
    let count = u32::from_le_bytes(*header.last_chunk::<8>()?.first_chunk()?);
    let count = count.min(u32::try_from(room).ok()?);
    let total = u32::try_from(length).ok()?;
    let fields = [*b"NRes", 0x100u32.to_le_bytes(), count.to_le_bytes(), total.to_le_bytes()];
    header.copy_from_slice(fields.as_flattened());
    Some(bytes)
}

/// The first 32 bytes drive edits of the document in the container behind them. A failed edit
/// changes nothing, and what comes out reads and writes back.
pub(crate) fn edit_document<D>(
    input: &[u8],
    open: impl Fn(&[u8]) -> Result<D>,
    write: impl Fn(&D) -> Result<Vec<u8>>,
    apply: impl Fn(&mut D, [u8; 4]) -> Result<()>,
) -> Outcome {
    let (commands, bytes) = input.split_at(input.len().min(32));
    let Some(bytes) = mended(bytes) else { return Outcome::Rejected };
    let Ok(mut document) = open(&bytes) else { return Outcome::Rejected };
    let mut outcome = Outcome::Rejected;
    for command in commands.as_chunks::<4>().0 {
        let before = write(&document);
        match apply(&mut document, *command) {
            Ok(()) => outcome = Outcome::Accepted,
            Err(_) => assert_eq!(write(&document), before, "a failed edit is none"),
        }
    }
    if let Ok(written) = write(&document) {
        let again = open(&written).and_then(|document| write(&document));
        assert_eq!(again, Ok(written), "what was written reads and writes back");
    }
    outcome
}

/// Whatever the bytes are, they are read or refused, checked and looked up without a panic.
pub fn read(input: &[u8]) -> Outcome {
    both(input, read_one)
}

fn read_one(input: &[u8]) -> Outcome {
    for (mode, retail) in [(Mode::Strict, true), (Mode::Tolerant, false)] {
        let mut findings = Findings::new(mode, retail);
        check(input, &mut findings);
        if mode == Mode::Strict && findings.first_error().is_none() {
            assert!(Archive::read_strict(input).is_ok(), "no findings, so it opens");
        }
    }
    let Ok(archive) = Archive::read(input) else { return Outcome::Rejected };
    for entry in archive.iter() {
        let _ = entry.payload();
        let found = archive.find(entry.name()).map(|found| found.name().to_ascii_lowercase());
        assert_eq!(found, Some(entry.name().to_ascii_lowercase()), "an entry finds itself");
        assert!(archive.find_typed(entry.type_id(), entry.name()).is_some());
    }
    Outcome::Accepted
}

/// Whatever reads, writes back to the same bytes; made canonical, it breaks no rule.
pub fn round_trip(input: &[u8]) -> Outcome {
    both(input, round_trip_one)
}

fn round_trip_one(input: &[u8]) -> Outcome {
    let Ok(archive) = Archive::read(input) else { return Outcome::Rejected };
    let editor = Editor::open(&archive);
    assert_eq!(editor.write().as_deref(), Ok(input));
    if let Ok(rebuilt) = rebuild(&archive) {
        let again = Archive::read(&rebuilt).map(|again| {
            assert!(again.has_canonical_layout() && again.has_canonical_table());
            rebuild(&again)
        });
        assert_eq!(again, Ok(Ok(rebuilt.clone())), "canonical stays canonical");
    }
    Outcome::Accepted
}

/// The first 64 bytes drive edits of the archive behind them; what they say is what comes out.
pub fn edit(input: &[u8]) -> Outcome {
    let (commands, bytes) = input.split_at(input.len().min(64));
    let Some(bytes) = mended(bytes) else { return Outcome::Rejected };
    let Ok(archive) = Archive::read(&bytes) else { return Outcome::Rejected };
    let mut editor = Editor::open(&archive);
    for command in commands.as_chunks::<4>().0 {
        apply(&mut editor, *command);
    }
    let Ok(written) = editor.write() else { return Outcome::Rejected };
    let again = Archive::read(&written);
    assert!(again.is_ok(), "what was written reads");
    let Ok(again) = again else { return Outcome::Rejected };
    assert_eq!(again.len(), editor.len());
    for (entry, record) in again.iter().zip(editor.records()) {
        assert_eq!((entry.type_id(), entry.record().name), (record.type_id, record.name));
        if let Ok(expected) = editor.payload(entry.index()) {
            assert_eq!(entry.payload(), Ok(expected), "entry {}", entry.index());
        }
    }
    let mut streamed = Vec::new();
    assert!(editor.write_to(&mut streamed).is_ok());
    assert_eq!(streamed, written);
    Outcome::Accepted
}

fn apply(editor: &mut Editor<'_>, [what, at, a, b]: [u8; 4]) {
    let index = usize::from(at) % editor.len().max(1);
    let payload = vec![b; usize::from(a)];
    // A refusal is as good as a change: it must only not panic.
    let _ = match what % 8 {
        0 => NewEntry::new(u32::from(a), [at.max(1), b.max(1)])
            .and_then(|entry| editor.add(entry, payload).map(|_| ())),
        1 => editor.remove(index),
        2 => editor.rename(index, &vec![b.max(1); usize::from(a) % 40]),
        3 | 4 => editor.replace(index, payload),
        5 => editor.set_type(index, TypeId(u32::from(a))),
        6 => editor.set_attr2(index, u32::from(b)),
        _ => {
            SortMode::new(a % 12).into_iter().for_each(|mode| editor.sort(mode));
            Ok(())
        }
    };
}

/// Archives with every oddity an editor must keep.
pub fn seeds() -> Vec<Vec<u8>> {
    let mut editor = Editor::new();
    for (kind, name, payload) in [
        (0x3054_414d, "WATER", b"some material".as_slice()),
        (3, "Land", b"positions!"),
        (4, "land", b"12345678"),
        (21, "Land", b""),
    ] {
        let _ = NewEntry::new(kind, name).and_then(|entry| editor.add(entry, payload));
    }
    let tidy = editor.write().unwrap_or_default();
    let empty = Editor::new().write().unwrap_or_default();
    // Two entries share bytes, one has no NUL, the table is wrong, a gap is not zero.
    let mut odd = tidy.clone();
    let directory = odd.len().saturating_sub(4 * 64);
    for (at, byte) in [(16 + 13, 7), (directory + 56 + 64, 16), (directory + 60, 3)] {
        if let Some(place) = odd.get_mut(at) {
            *place = byte;
        }
    }
    let nested = NewEntry::new(*b"MESH", "inner.msh").and_then(|entry| {
        let mut outer = Editor::new();
        outer.add(entry, tidy.clone())?;
        outer.write()
    });
    vec![tidy, empty, odd, nested.unwrap_or_default()]
}

/// The same archives behind some edits.
pub fn edit_seeds() -> Vec<Vec<u8>> {
    let commands: Vec<u8> = (0..64u8).map(|place| place.wrapping_mul(37)).collect();
    let grow: Vec<u8> =
        [3u8, 0, 200, 9, 3, 1, 0, 0, 1, 2, 0, 0].into_iter().cycle().take(64).collect();
    let drivers = [commands, grow, vec![7; 64]];
    let pairs = drivers.iter().flat_map(|driver| seeds().into_iter().map(move |s| (driver, s)));
    pairs.map(|(driver, seed)| [driver.as_slice(), &seed].concat()).collect()
}
