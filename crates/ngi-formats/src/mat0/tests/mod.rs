//! Bytes made by hand in both directions, every version, every rule, random bytes.

mod check;
mod edit;
mod random;
mod read;

use super::*;
use crate::FixedStr;

pub(super) const GAME: Attributes =
    Attributes { flags: Flags(0), version: Version::GAME, attr3: 0 };

/// The 34 bytes of a phase: 18 numbers and a name.
pub(super) fn raw_phase(numbers: [u8; 18], texture: &[u8]) -> Vec<u8> {
    let mut bytes = numbers.to_vec();
    bytes.extend_from_slice(texture);
    bytes.resize(34, 0);
    bytes
}

/// A phase that keeps all rules.
pub(super) fn plain_phase() -> Vec<u8> {
    let numbers = [10, 20, 30, 100, 255, 255, 255, 90, 1, 2, 3, 80, 4, 5, 6, 70, 8, 2];
    raw_phase(numbers, b"WALL.0")
}

/// The bytes of a track.
pub(super) fn raw_track(word: u32, keys: &[[u16; 3]]) -> Vec<u8> {
    let mut bytes = word.to_le_bytes().to_vec();
    bytes.extend(u16::try_from(keys.len()).unwrap().to_le_bytes());
    keys.as_flattened().iter().for_each(|number| bytes.extend(number.to_le_bytes()));
    bytes
}

/// A payload of the game's version.
pub(super) fn raw(phases: &[Vec<u8>], tracks: &[Vec<u8>]) -> Vec<u8> {
    raw_version(&[7, 255, 0, 0, 0x80, 0x3f, 0x10, 0x27, 0, 0], phases, tracks)
}

/// A payload with this header behind the counts.
pub(super) fn raw_version(meta: &[u8], phases: &[Vec<u8>], tracks: &[Vec<u8>]) -> Vec<u8> {
    let counts = [phases.len(), tracks.len()].map(|count| u16::try_from(count).unwrap());
    let mut bytes: Vec<u8> = counts.into_iter().flat_map(u16::to_le_bytes).collect();
    bytes.extend_from_slice(meta);
    phases.iter().chain(tracks).for_each(|part| bytes.extend_from_slice(part));
    bytes
}

/// Two phases, two tracks, all rules kept.
pub(super) fn sample() -> Vec<u8> {
    let second = raw_phase([0, 0, 0, 50, 9, 9, 9, 9, 8, 8, 8, 8, 7, 7, 7, 7, 0, 0xff], b"");
    let tracks = [raw_track(0x8 | 1, &[[0, 50, 0], [1, 100, 0]]), raw_track(2, &[[1, 0, 0]])];
    raw(&[plain_phase(), second], &tracks)
}

/// [`sample`] as values.
pub(super) fn sample_values() -> MaterialBuf {
    MaterialBuf {
        attributes: GAME,
        meta: Meta { class: 7, unk_0x05: 255, speed: 1.0, damage: 10_000 },
        phases: vec![
            Phase {
                ambient: [10, 20, 30],
                opacity: 100,
                diffuse: [255, 255, 255, 90],
                specular: [1, 2, 3, 80],
                emissive: [4, 5, 6, 70],
                power: 8,
                cell: 2,
                texture: FixedStr(*b"WALL.0\0\0\0\0\0\0\0\0\0\0"),
            },
            Phase {
                ambient: [0; 3],
                opacity: 50,
                diffuse: [9; 4],
                specular: [8; 4],
                emissive: [7; 4],
                power: 0,
                cell: -1,
                texture: FixedStr([0; 16]),
            },
        ],
        tracks: vec![
            TrackBuf {
                word: TrackWord(9),
                keys: vec![
                    Key { phase: 0, time_ms: 50, unk_0x04: 0 },
                    Key { phase: 1, time_ms: 100, unk_0x04: 0 },
                ],
            },
            TrackBuf { word: TrackWord(2), keys: vec![Key { phase: 1, time_ms: 0, unk_0x04: 0 }] },
        ],
    }
}
