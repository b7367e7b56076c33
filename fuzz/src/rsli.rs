//! RsLi archives and their codecs: any bytes, any edits.

use ngi_formats::rsli::codec::{self, xor};
use ngi_formats::rsli::{Archive, Editor, Header, Method, NewEntry, check, rebuild, write};
use ngi_formats::{Findings, Mode};

use crate::Outcome;

/// Runs a body on the bytes as they are, and again with a header that fits them: a header that
/// does not ends everything at once.
fn both(input: &[u8], body: fn(&[u8]) -> Outcome) -> Outcome {
    let as_is = body(input);
    match mended(input) {
        Some(mended) if mended != input => body(&mended),
        _ => as_is,
    }
}

fn mended(input: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = input.to_vec();
    let room = bytes.len().checked_sub(32)? / 32;
    let [_, _, reserved, _, low, high, ..] = *bytes.first_chunk::<32>()?;
    let count = usize::from(u16::from_le_bytes([low, high]) & 0x7fff).min(room);
    let [low, high, ..] = count.to_le_bytes();
    bytes.first_chunk_mut::<6>()?.copy_from_slice(&[b'N', b'L', reserved, 1, low, high]);
    Some(bytes)
}

/// Whatever the bytes are, they are read or refused, checked, looked up and unpacked without a
/// panic.
pub fn read(input: &[u8]) -> Outcome {
    both(input, read_one)
}

fn read_one(input: &[u8]) -> Outcome {
    for (mode, retail) in [(Mode::Strict, true), (Mode::Tolerant, false)] {
        let mut findings = Findings::new(mode, retail);
        check(input, &mut findings);
        if mode == Mode::Strict {
            let clean = findings.first_error().is_none();
            assert_eq!(Archive::read_strict(input).is_ok(), clean, "strict is clean");
        }
    }
    let Ok(archive) = Archive::read(input) else { return Outcome::Rejected };
    // Many entries may share the same bytes; unpacking a few says enough.
    for entry in archive.iter().take(64) {
        let (unpacked, verified) = (entry.unpack(), entry.verify());
        if let Ok(unpacked) = unpacked {
            assert_eq!(unpacked.len() as u64, u64::from(entry.record().unpacked_size));
            assert!(verified.is_ok(), "what unpacks verifies");
        }
        let upper = entry.name().to_ascii_uppercase();
        match archive.find(entry.name()) {
            Some(found) => assert_eq!(found.name(), upper, "what is found has the name"),
            None => assert_ne!(entry.name(), upper, "an upper-case name finds itself"),
        }
    }
    Outcome::Accepted
}

/// Whatever reads, writes back to the same bytes; made canonical, it stays so and keeps its
/// contents.
pub fn round_trip(input: &[u8]) -> Outcome {
    both(input, round_trip_one)
}

fn round_trip_one(input: &[u8]) -> Outcome {
    let Ok(archive) = Archive::read(input) else { return Outcome::Rejected };
    assert_eq!(write(&archive), input);
    assert_eq!(Editor::open(&archive).write().as_deref(), Ok(input));
    let Ok(rebuilt) = rebuild(&archive) else { return Outcome::Accepted };
    let again = Archive::read(&rebuilt);
    assert!(again.is_ok(), "what was rebuilt reads");
    let Ok(again) = again else { return Outcome::Rejected };
    assert_eq!(rebuild(&again).as_ref(), Ok(&rebuilt), "canonical stays canonical");
    for (before, after) in archive.iter().zip(again.iter()).take(64) {
        assert_eq!(before.name(), after.name());
        assert_eq!(before.unpack().ok(), after.unpack().ok(), "entry {}", before.index());
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
    for (entry, record) in again.iter().zip(editor.records()).take(64) {
        assert_eq!((entry.record().flags, entry.record().name), (record.flags, record.name));
        if record.unpacked_size < 1 << 20
            && let Ok(expected) = editor.payload(entry.index())
        {
            assert_eq!(entry.unpack(), Ok(expected), "entry {}", entry.index());
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
    let method = method(b);
    let packed_little = editor.records().get(index).is_some_and(|r| r.unpacked_size < 1 << 20);
    // A refusal is as good as a change: it must only not panic.
    let _ = match what % 12 {
        0 | 1 => NewEntry::new([at.max(1), b.max(1)], method)
            .and_then(|entry| editor.add(entry, payload).map(|_| ())),
        2 => editor.remove(index),
        3 => editor.rename(index, &vec![b.max(1); usize::from(a) % 14]),
        4 | 5 => editor.replace(index, payload),
        6 => editor.replace_with(index, payload, method),
        7 if packed_little => editor.set_method(index, method),
        8 => editor.set_unk_0x0c(index, [a, b, a, b]),
        9 => {
            editor.set_overlay((a != 0).then_some(u32::from(a) * u32::from(b)));
            Ok(())
        }
        10 => {
            let sort_flag = if b == 0 { 0 } else { 0xabba };
            editor.set_header(Header { sort_flag, seed: a.into(), ..editor.header() })
        }
        _ => {
            editor.sort();
            Ok(())
        }
    };
}

/// The first bytes choose a method, a key and a size; the rest is packed and unpacked, and
/// unpacked as it is.
pub fn codecs(input: &[u8]) -> Outcome {
    let Some((&[which, k0, k1, s0, s1, s2], data)) = input.split_first_chunk::<6>() else {
        return Outcome::Rejected;
    };
    let method = method(which);
    let key = u16::from_le_bytes([k0, k1]);
    let packed = codec::pack(method, data);
    assert!(packed.is_ok(), "every known method packs");
    let mut packed = packed.unwrap_or_default().into_owned();
    if method.is_enciphered() {
        xor::apply(key, &mut packed);
    }
    assert_eq!(codec::unpack(method, key, &packed, data.len()).as_deref(), Ok(data));
    assert!(codec::verify(method, key, &packed, data.len() as u64).is_ok());
    packed.clear();
    packed.shrink_to_fit();

    let size = u32::from_le_bytes([s0, s1, s2 & 0x3f, 0]);
    let unpacked = codec::unpack(method, key, data, size as usize);
    let verified = codec::verify(method, key, data, size.into());
    assert_eq!(unpacked.is_ok(), verified.is_ok(), "unpacking and verifying agree");
    match unpacked {
        Ok(_) => Outcome::Accepted,
        Err(_) => Outcome::Rejected,
    }
}

/// One of the known methods.
fn method(number: u8) -> Method {
    let index = usize::from(number) % Method::ALL.len();
    Method::ALL.get(index).map_or(Method::RAW, |(method, _)| *method)
}

/// Archives with every method and every oddity an editor must keep.
pub fn seeds() -> Vec<Vec<u8>> {
    let mut editor = Editor::new();
    for (method, name) in Method::ALL {
        let payload = format!("{name} {name} {name}, and a little more of {name}").into_bytes();
        let _ = NewEntry::new(name, method).and_then(|entry| editor.add(entry, payload));
    }
    let tidy = editor.write().unwrap_or_default();
    let empty = Editor::new().write().unwrap_or_default();
    editor.set_overlay(Some(64));
    let _ = editor.set_header(Header { sort_flag: 0, ..editor.header() });
    let overlaid = editor.write().unwrap_or_default();
    // The table stands in the clear: two entries share bytes, one points into the table, the
    // sort table is wrong, a name has no NUL.
    let mut odd = tidy.clone();
    for (at, byte) in [(32 + 24, 40), (64 + 24, 0xff), (96 + 18, 3), (128 + 11, b'!')] {
        if let Some(place) = odd.get_mut(at) {
            *place = byte;
        }
    }
    vec![tidy, empty, overlaid, odd]
}

/// The same archives behind some edits.
pub fn edit_seeds() -> Vec<Vec<u8>> {
    let commands: Vec<u8> = (0..64u8).map(|place| place.wrapping_mul(37)).collect();
    let grow: Vec<u8> =
        [4u8, 0, 200, 9, 4, 1, 0, 0, 2, 2, 0, 0].into_iter().cycle().take(64).collect();
    let drivers = [commands, grow, vec![11; 64]];
    let pairs = drivers.iter().flat_map(|driver| seeds().into_iter().map(move |s| (driver, s)));
    pairs.map(|(driver, seed)| [driver.as_slice(), &seed].concat()).collect()
}

/// A stream of every method behind the choice of it.
pub fn codec_seeds() -> Vec<Vec<u8>> {
    let text = b"tic tac toe, tic tac toe, tic tac toe; a b c d e f g";
    let size = [text.len().to_le_bytes()[0], 0, 0];
    let stream = |which: u8| {
        let packed = codec::pack(method(which), text.as_slice()).unwrap_or_default();
        // Key 0 deciphers nothing.
        [&[which, 0, 0], size.as_slice(), &packed].concat()
    };
    (0..7).map(stream).collect()
}
