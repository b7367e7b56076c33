//! Large archives within their memory limit: four times the file and 16 MB.
//!
//! One test alone in its binary: the allocator counts what every thread takes.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::io;

use ngi_formats::nres::{self, Archive, Editor, NewEntry};
use ngi_formats::{Findings, Mode};
use ngi_fuzz::memory::{COUNTING, Counting, limit, peak_while};
use ngi_verbs::format::{Form, Subject, recognise};
use ngi_vfs::{MemoryRoot, Vfs};

#[global_allocator]
static ALLOCATOR: Counting = COUNTING;

/// 200,000 entries of 8 bytes; with `spoilt`, every one breaks several rules.
fn archive(spoilt: bool) -> Vec<u8> {
    let mut editor = Editor::new();
    for index in 0..200_000u32 {
        let name = format!("n{:08x}.dat", index.wrapping_mul(0x9e37_79b1));
        let payload = u64::from(index).to_le_bytes().to_vec();
        editor.add(NewEntry::new(index % 5, name).unwrap(), payload).unwrap();
    }
    let mut bytes = editor.write().unwrap();
    if spoilt {
        let directory = bytes.len() - 200_000 * 64;
        for entry in bytes[directory..].chunks_exact_mut(64) {
            entry[20..56].fill(b'x'); // all of one name, without a NUL
            entry[56..60].copy_from_slice(&17u32.to_le_bytes()); // all in one place
            entry[60..64].copy_from_slice(&u32::MAX.to_le_bytes());
        }
    }
    bytes
}

fn within(what: &str, bytes: &[u8], work: impl FnOnce()) {
    let ((), peak) = peak_while(work);
    assert!(peak <= limit(bytes.len()), "{what}: {peak} bytes for a file of {}", bytes.len());
}

#[test]
fn large_archives_keep_the_limit() {
    for spoilt in [false, true] {
        let bytes = archive(spoilt);
        within("check", &bytes, || {
            let mut findings = Findings::new(Mode::Strict, true);
            nres::check(&bytes, &mut findings);
            assert_eq!(findings.is_empty(), !spoilt);
        });
        within("write", &bytes, || {
            let editor = Editor::open(&Archive::read(&bytes).unwrap());
            assert!(editor.write().unwrap() == bytes);
        });
        within("rebuild", &bytes, || {
            assert!(nres::rebuild(&Archive::read(&bytes).unwrap()).is_ok());
        });
        within("look up", &bytes, || {
            assert!(Archive::read(&bytes).unwrap().find(b"nobody").is_none());
        });
        within("show", &bytes, || {
            let subject = Subject::file("x.lib", &bytes);
            let format = recognise(&subject).unwrap();
            format.document.write_json(&subject, Form::Short, &mut io::sink()).unwrap();
        });
        within("walk", &bytes, || {
            let vfs = Vfs::in_memory(MemoryRoot::new().with("x.lib", bytes.clone()).unwrap());
            assert!(vfs.root().walk().count() > 200_000);
        });
    }
}
