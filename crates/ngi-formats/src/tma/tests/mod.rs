//! Missions made byte by byte.

mod checks;
mod documents;
mod hostile;
mod tables;

use super::*;

/// Bytes, put down one behind the other as the byte tables of the format say.
#[derive(Clone, Default)]
struct Bytes(Vec<u8>);

impl Bytes {
    fn word(mut self, word: u32) -> Self {
        self.0.extend(word.to_le_bytes());
        self
    }

    fn int(self, number: i32) -> Self {
        self.word(u32::from_le_bytes(number.to_le_bytes()))
    }

    fn floats(self, floats: &[f32]) -> Self {
        floats.iter().fold(self, |bytes, float| bytes.word(float.to_bits()))
    }

    fn text(self, text: &[u8]) -> Self {
        let mut bytes = self.word(u32::try_from(text.len()).unwrap());
        bytes.0.extend(text);
        bytes
    }

    fn when(self, has: bool, more: impl FnOnce(Self) -> Self) -> Self {
        if has { more(self) } else { self }
    }
}

/// A mission with something in every field that its versions have, by hand.
fn by_hand(clans: u32, objects: u32) -> Vec<u8> {
    let bytes = Bytes::default()
        .word(1)
        .word(1) // routes
        .int(0)
        .word(3)
        .floats(&[0.0, 0.0, 1.0, 10.0, 0.0, 2.0, 0.0, 10.0, 3.0])
        .word(clans)
        .word(1)
        .text(b"Natur")
        .int(-1)
        .floats(&[120.5, 80.0])
        .word(0)
        .when(clans >= 2, |bytes| bytes.text(b"MISSIONS\\SCRIPTS\\n"))
        .when(clans >= 3, |bytes| {
            bytes.word(1).word(1).floats(&[5.0, 6.0, 7.0]).floats(&[20.0, 40.0])
        })
        .when(clans >= 4, |bytes| bytes.text(b"MISSIONS\\SCRIPTS\\x.trf"))
        .when(clans >= 5, |bytes| bytes.word(7))
        .when(clans >= 6, |bytes| bytes.word(1).text(b"Natur").word(1))
        .word(objects)
        .word(2);
    let object = |bytes: Bytes, kind: u32, path: &[u8], id: i32| {
        bytes
            .word(kind)
            .word(0x8000_0002)
            .text(path)
            .when(objects >= 3, |bytes| bytes.int(0))
            .when(objects >= 4, |bytes| bytes.int(id))
            .floats(&[1.0, 2.0, 3.0])
            .floats(&[0.0, 0.0, 1.5])
            .when(objects >= 10, |bytes| bytes.floats(&[1.0, 1.0, 1.0]))
            .when(objects >= 7, |bytes| bytes.text(b"\xc4\xee\xec"))
            .when(objects >= 8, |bytes| bytes.word(1))
            .when(objects >= 9, |bytes| {
                let guest = kind == 1;
                bytes.int(if guest { 40 } else { -1 }).int(if guest { 2 } else { -1 })
            })
            .when(objects >= 6, |bytes| {
                bytes
                    .word(1)
                    .word(3)
                    .word(0)
                    .floats(&[0.5, 0.0, 1.0])
                    .text(b"Life state")
                    .word(1)
                    .int(id)
                    .int(id)
                    .int(id)
                    .text(b"LogicalID")
                    .word(1)
                    .word(9)
                    .word(8)
                    .word(7)
                    .text(b"NOT USED")
            })
    };
    let bytes = object(bytes, 0, b"UNITS\\BUILDS\\a.dat", 40);
    object(bytes, 1, b"UNITS\\UNITS\\b.dat", 41)
        .text(b"DATA\\MAPS\\SC_3\\land")
        .when(objects >= 2, |bytes| bytes.word(1).text(b"Title\xcd\xcd\xcd\xcdjunk"))
        .when(objects >= 5, |bytes| {
            bytes
                .word(1)
                .word(1)
                .floats(&[50.0, 60.0, 0.0])
                .word(1)
                .word(0x1000_1000)
                .floats(&[1e4])
                .word(0)
        })
        .0
}

/// Every pair of versions.
fn versions() -> impl Iterator<Item = (u32, u32)> {
    (1..=6).flat_map(|clans| (1..=10).map(move |objects| (clans, objects)))
}
