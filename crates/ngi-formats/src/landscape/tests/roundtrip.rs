//! Whatever reads, writes back.

use super::samples::{bytes, codes_of, doc, edited, entry, hills, payload};
use crate::landscape::{Landscape, LandscapeDoc, chunk};
use crate::nres::NewEntry;
use crate::{Findings, Mode};

fn same(bytes: &[u8]) {
    assert_eq!(LandscapeDoc::open(bytes).unwrap().write().unwrap(), bytes);
}

#[test]
fn gaps_junk_and_odd_attributes_stay() {
    let odd = edited(&bytes(), |editor| {
        editor.set_attr2(entry(editor, 3), 77).unwrap();
        editor.set_attr2(entry(editor, 1), 3).unwrap();
        editor.set_attr1(entry(editor, 21), 1).unwrap();
        editor.set_attr3(entry(editor, 11), 99).unwrap();
        editor.add(NewEntry::new(99, "odd").unwrap().attributes(1, 2, 3), vec![9; 13]).unwrap();
        editor.add(NewEntry::new(3, "again").unwrap(), vec![1; 5]).unwrap();
    });
    same(&odd);
    let doc = LandscapeDoc::open(&odd).unwrap();
    let others: Vec<_> = doc.others().map(|(_, type_id, bytes)| (type_id.0, bytes.len())).collect();
    assert_eq!(others, [(99, 13)]);
}

#[test]
fn broken_tables_write_back() {
    for type_id in chunk::CHUNKS.map(|chunk| chunk.type_id) {
        same(&payload(&bytes(), type_id, |payload| payload.extend([1, 2, 3])));
        same(&payload(&bytes(), type_id, |payload| {
            payload.truncate(if type_id == 2 { 141 } else { payload.len() / 2 });
        }));
        same(&payload(&bytes(), type_id, |payload| {
            payload.iter_mut().skip(if type_id == 2 { 140 } else { 0 }).for_each(|b| *b = 0xFF);
        }));
    }
}

#[test]
fn a_landscape_without_alphas_reads_and_writes_back() {
    let without = doc(|doc| doc.alphas = None);
    assert_eq!(codes_of(&without), ["land.chunk.alphas"]);
    same(&without);
    assert!(Landscape::read(&without).unwrap().alphas.is_none());
}

#[test]
fn every_truncation_ends_in_an_error() {
    let bytes = hills(2, 1, 1).build().unwrap().write().unwrap();
    for length in 0..bytes.len() {
        assert!(Landscape::read(&bytes[..length]).is_err(), "{length}");
        let mut findings = Findings::new(Mode::Strict, true);
        crate::landscape::check(&bytes[..length], &mut findings);
        assert!(findings.first_error().is_some());
    }
    for type_id in chunk::CHUNKS.map(|chunk| chunk.type_id) {
        for keep in 0..300 {
            let cut = payload(&bytes, type_id, |payload| payload.truncate(keep));
            let mut findings = Findings::new(Mode::Strict, true);
            crate::landscape::check(&cut, &mut findings);
            let whole = payload(&bytes, type_id, |_| {}) == cut;
            assert_eq!(findings.first_error().is_none(), whole, "{type_id} {keep}");
        }
    }
}

#[test]
fn a_missing_chunk_is_reported_as_the_engine_does() {
    for (type_id, message) in [
        (18, "Unable to find microtexture mapping chunk"),
        (1, "Unable to open file"),
        (2, "Unable to open file"),
        (3, "Unable to open file"),
        (4, "Unable to open file"),
        (5, "Unable to open file"),
        (21, "Unable to open file"),
    ] {
        let without = edited(&bytes(), |editor| editor.remove(entry(editor, type_id)).unwrap());
        let error = Landscape::read(&without).unwrap_err();
        assert!(error.to_string().contains(message), "{error}");
        assert_eq!(codes_of(&without), ["land.chunk.missing"]);
    }
    // Positions come before the microtexture in the engine's order.
    let without = edited(&bytes(), |editor| {
        editor.remove(entry(editor, 18)).unwrap();
        editor.remove(entry(editor, 3)).unwrap();
    });
    assert!(Landscape::read(&without).unwrap_err().to_string().contains("Unable to open file"));
}

#[test]
fn batches_cover_a_cell() {
    let bytes = bytes();
    let land = Landscape::read(&bytes).unwrap();
    let mut batches = 0;
    for cell in land.cells.iter() {
        let mut faces = Vec::new();
        for batch in land.batches(&cell) {
            batches += 1;
            for entry in batch.entries.iter() {
                let face = land.faces.get(usize::from(entry.face)).unwrap();
                assert_eq!(face.pair(), batch.materials);
                faces.push(usize::from(entry.face));
            }
        }
        faces.sort_unstable();
        assert_eq!(faces, land.cell_faces(&cell).collect::<Vec<_>>());
    }
    let starts = land.order.iter().filter(|entry| entry.starts_batch()).count();
    assert_eq!(batches, starts);
    assert!(batches > land.cells.len());
}
