//! What some bytes have that others have not: deltas in the format of `bsdiff`, by `qbsdiff`.
//!
//! A payload is cut into windows of 16 MB, and each is said by what the same window of the old
//! payload has: the memory that takes does not grow with the file. In front of each delta is its
//! length, as four bytes.
//!
//! A delta is somebody else's file. What its head and its steps say is held against what is to come
//! out before anything is unpacked, so that none of them can ask for more memory or time than the
//! bytes it makes.

use std::io::{Cursor, Read, Write};

use bzip2::Compression;
use bzip2::read::BzDecoder;
use bzip2::write::BzEncoder;
use qbsdiff::{Bsdiff, Bspatch, ParallelScheme};

/// Bytes that are looked at together.
const WINDOW: usize = 16 << 20;
/// A delta that is so many times smaller than what it makes is not searched for a better one.
const GOOD: usize = 64;
/// Bytes that are compared at once.
const RUN: usize = 256;
/// How a delta begins.
const MAGIC: &[u8] = b"BSDIFF40";
/// Bytes of a delta's head.
const HEAD: usize = 32;
/// Bytes of a step: how many are added to old ones, how many are new, how far the old ones move.
const STEP: usize = 24;
/// Steps that any delta may have; beyond that, one for every four bytes it makes.
const FREE_STEPS: u64 = 64;
/// How many times as large as itself what a delta makes may be, beyond twice the old bytes and
/// [`FREE_BYTES`]: its packed parts may hold next to nothing but zeros.
const MOST_TIMES: u64 = 1_100;
/// Bytes that any delta may make.
const FREE_BYTES: u64 = 1 << 20;

/// The delta that makes `new` of `old`. The same whatever the number of threads.
pub fn make(old: &[u8], new: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut out = Vec::new();
    let mut windows = old.chunks(WINDOW);
    for new in new.chunks(WINDOW) {
        let old = windows.next().unwrap_or_default();
        let mut patch = in_place(old, new)?;
        if patch.len().saturating_mul(GOOD) > new.len() {
            let mut other = Vec::new();
            let differ = Bsdiff::new(old, new).parallel_scheme(ParallelScheme::Never);
            differ.compare(Cursor::new(&mut other))?;
            if other.len() < patch.len() {
                patch = other;
            }
        }
        let len = u32::try_from(patch.len()).map_err(std::io::Error::other)?;
        out.extend_from_slice(&len.to_le_bytes());
        out.append(&mut patch);
    }
    Ok(out)
}

/// The delta of bytes most of which are where they were, or that many from the end: nothing is
/// searched for, which is most of the time that other deltas take.
fn in_place(old: &[u8], new: &[u8]) -> std::io::Result<Vec<u8>> {
    let number = |value: usize| u64::try_from(value).map_err(std::io::Error::other);
    let (steps, changed, added);
    if old.len() == new.len() {
        changed = new.iter().zip(old).map(|(new, old)| new.wrapping_sub(*old)).collect();
        steps = vec![[number(new.len())?, 0, 0]];
        added = [].as_slice();
    } else {
        let begin = alike(old.chunks(RUN), new.chunks(RUN));
        let most = old.len().min(new.len()) - begin;
        let tail = |bytes: &[u8]| bytes.len() - most;
        let [a, b] = [old.get(tail(old)..), new.get(tail(new)..)].map(Option::unwrap_or_default);
        let end = alike(a.rchunks(RUN), b.rchunks(RUN));
        let [gone, more] = [old.len(), new.len()].map(|len| len - begin - end);
        steps = vec![[number(begin)?, number(more)?, number(gone)?], [number(end)?, 0, 0]];
        changed = vec![0; begin + end];
        added = new.get(begin..begin + more).unwrap_or_default();
    }
    let steps: Vec<u8> = steps.as_flattened().iter().flat_map(|n| n.to_le_bytes()).collect();
    let parts = [packed(&steps)?, packed(&changed)?, packed(added)?];
    let mut patch = MAGIC.to_vec();
    for size in [parts[0].len(), parts[1].len(), new.len()] {
        patch.extend_from_slice(&number(size)?.to_le_bytes());
    }
    patch.extend(parts.into_iter().flatten());
    Ok(patch)
}

/// Bytes that two rows of runs have in common, up to the first that differs.
fn alike<'b>(old: impl Iterator<Item = &'b [u8]>, new: impl Iterator<Item = &'b [u8]>) -> usize {
    old.zip(new).take_while(|(a, b)| a == b).map(|(run, _)| run.len()).sum()
}

fn packed(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut packer = BzEncoder::new(Vec::new(), Compression::best());
    packer.write_all(bytes)?;
    packer.finish()
}

/// What a delta makes of `old`: `size` bytes, or the reason why not.
pub fn apply(old: &[u8], delta: &[u8], size: u64) -> Result<Vec<u8>, String> {
    let (of_old, of_delta) = (old.len() as u64, delta.len() as u64);
    let most = of_delta.saturating_mul(MOST_TIMES).saturating_add(FREE_BYTES);
    if size > of_old.saturating_mul(2).saturating_add(most) {
        return Err(format!("{of_delta} bytes of it cannot honestly make {size}"));
    }
    let mut left = usize::try_from(size).map_err(|_| "larger than memory".to_owned())?;
    let (mut out, mut rest) = (Vec::new(), delta);
    let mut windows = old.chunks(WINDOW);
    while left > 0 {
        let (len, behind) = rest.split_first_chunk().ok_or("it is cut off")?;
        let len = usize::try_from(u32::from_le_bytes(*len)).map_err(|_| "it is cut off")?;
        let (patch, behind) = behind.split_at_checked(len).ok_or("it is cut off")?;
        let wanted = left.min(WINDOW);
        one_window(windows.next().unwrap_or_default(), patch, wanted, &mut out)?;
        (left, rest) = (left - wanted, behind);
    }
    if rest.is_empty() { Ok(out) } else { Err("there is more of it than it says".to_owned()) }
}

fn one_window(old: &[u8], patch: &[u8], wanted: usize, out: &mut Vec<u8>) -> Result<(), String> {
    check(patch, wanted)?;
    let before = out.len();
    let applied = Bspatch::new(patch).and_then(|patch| {
        patch.apply(old, Within { out: &mut *out, most: before.saturating_add(wanted) })
    });
    applied.map_err(|error| format!("it does not fit: {error}"))?;
    match out.len() - before == wanted {
        true => Ok(()),
        false => Err("it makes fewer bytes than it says".to_owned()),
    }
}

/// Sees that a delta makes what it should and no more, before it is applied.
fn check(patch: &[u8], wanted: usize) -> Result<(), String> {
    let number = |at: usize| -> Option<u64> {
        let bytes = patch.get(at..)?.first_chunk()?;
        Some(u64::from_le_bytes(*bytes)).filter(|number| number >> 63 == 0)
    };
    let head = (patch.starts_with(MAGIC), number(8), number(16), number(24));
    let (true, Some(steps), Some(added), Some(size)) = head else {
        return Err("it is none".to_owned());
    };
    let end = steps.checked_add(added).and_then(|end| end.checked_add(HEAD as u64));
    if end.is_none_or(|end| end > patch.len() as u64) {
        return Err("its parts lie outside of it".to_owned());
    }
    if size != wanted as u64 {
        return Err("it says another size than the mod does".to_owned());
    }
    let steps = usize::try_from(steps).ok().and_then(|len| patch.get(HEAD..)?.get(..len));
    check_steps(steps.unwrap_or_default(), size)
}

/// Adds up what the steps make.
fn check_steps(packed: &[u8], size: u64) -> Result<(), String> {
    let mut steps = BzDecoder::new(packed);
    let mut made = 0u64;
    for _ in 0..(size / 4).saturating_add(FREE_STEPS) {
        let mut step = [0; STEP];
        let read = fill(&mut steps, &mut step).map_err(|error| format!("it is broken: {error}"))?;
        if read == 0 {
            return if made == size {
                Ok(())
            } else {
                Err("its steps make another size".to_owned())
            };
        }
        let (numbers, _) = step.as_chunks::<8>();
        let mut count = numbers.iter().map(|number| u64::from_le_bytes(*number));
        let (old, new) = (count.next().unwrap_or(u64::MAX), count.next().unwrap_or(u64::MAX));
        made = made.checked_add(old).and_then(|made| made.checked_add(new)).unwrap_or(u64::MAX);
        if read < STEP || made > size {
            return Err("its steps make more than it says".to_owned());
        }
    }
    Err("it has more steps than it makes bytes".to_owned())
}

/// Reads until the buffer is full or nothing is left.
fn fill(from: &mut impl Read, buffer: &mut [u8]) -> std::io::Result<usize> {
    let mut full = 0;
    while let Some(rest) = buffer.get_mut(full..).filter(|rest| !rest.is_empty()) {
        match from.read(rest) {
            Ok(0) => break,
            Ok(count) => full += count,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(full)
}

/// Bytes that may not become more than so many.
struct Within<'o> {
    out: &'o mut Vec<u8>,
    most: usize,
}

impl Write for Within<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        if bytes.len() > self.most.saturating_sub(self.out.len()) {
            return Err(std::io::Error::other("it makes more bytes than it says"));
        }
        self.out.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn there_and_back(old: &[u8], new: &[u8]) -> Vec<u8> {
        let delta = make(old, new).unwrap();
        assert_eq!(apply(old, &delta, new.len() as u64).unwrap(), new);
        delta
    }

    #[test]
    fn what_is_alike_costs_next_to_nothing() {
        // Noise: nothing is gained by packing it.
        let mut state = 0x9e37_79b9u32;
        let mut noise = || {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            state.to_le_bytes()[3]
        };
        let old: Vec<u8> = (0..200_000).map(|_| noise()).collect();
        let mut new = old.clone();
        new[100_000] ^= 1;
        new.splice(5000..5000, *b"something new");
        assert!(there_and_back(&old, &new).len() < 400);
        let painted: Vec<u8> = old.iter().map(|byte| byte.wrapping_add(3)).collect();
        assert!(there_and_back(&old, &painted).len() < 400, "the same step everywhere");
        there_and_back(&old, &[&old[..70_000], &[9; 300], &old[70_000..]].concat());
        there_and_back(&old, &[&old[..70_000], &old[100_000..]].concat());
        there_and_back(b"", b"abc");
        there_and_back(b"abc", b"");
        there_and_back(&[7; 100], &[7; 3]);
    }

    #[test]
    fn windows_follow_each_other() {
        let old: Vec<u8> = (0..=250u8).cycle().take(WINDOW + 1000).collect();
        let mut new = old.clone();
        new[WINDOW + 5] = 99;
        new.extend_from_slice(b"end");
        assert!(there_and_back(&old, &new).len() < 3000);
    }

    #[test]
    fn lies_are_refused() {
        let (old, new) = (vec![1u8; 1000], [vec![1u8; 500], vec![2; 400]].concat());
        let delta = make(&old, &new).unwrap();
        let size = new.len() as u64;
        for wrong in [0, 1, size - 1, size + 1, size * 1000, u64::MAX] {
            assert!(apply(&old, &delta, wrong).is_err(), "{wrong}");
        }
        for cut in 0..delta.len() {
            assert!(apply(&old, &delta[..cut], size).is_err(), "cut at {cut}");
        }
        // Lengths of its parts, and what it makes, each with every bit changed.
        for at in 0..HEAD + 4 {
            for bit in 0..8 {
                let mut changed = delta.clone();
                changed[at] ^= 1 << bit;
                let _ = apply(&old, &changed, size).map(|made| assert_eq!(made.len(), new.len()));
            }
        }
        let more = [delta.as_slice(), b"x"].concat();
        assert!(apply(&old, &more, size).is_err());
    }

    #[test]
    fn a_bomb_is_refused_before_it_is_unpacked() {
        // Megabytes of zeros pack into some fifty bytes.
        let new = vec![0; 2 << 20];
        let delta = make(b"old", &new).unwrap();
        assert!(delta.len() < 1000, "{}", delta.len());
        let told = apply(b"old", &delta, new.len() as u64).unwrap_err();
        assert!(told.contains("cannot honestly make"), "{told}");
        assert_eq!(apply(&new, &make(&new, &new).unwrap(), new.len() as u64).unwrap(), new);
    }

    proptest! {
        #[test]
        fn any_bytes_come_back(
            old in prop::collection::vec(0u8..4, 0..300),
            new in prop::collection::vec(0u8..4, 0..300),
        ) {
            there_and_back(&old, &new);
        }

        #[test]
        fn any_bytes_are_a_delta_or_none(
            mut delta in prop::collection::vec(any::<u8>(), 0..120),
            size in 0u64..1000,
        ) {
            let _ = apply(b"some old bytes", &delta, size);
            delta.splice(0..delta.len().min(12), *b"\x40\0\0\0BSDIFF40");
            let _ = apply(b"some old bytes", &delta, size);
        }
    }
}
