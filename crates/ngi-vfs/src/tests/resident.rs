//! Opening a large archive touches its directory and none of its payloads.
#![cfg(target_os = "linux")]

use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use ngi_formats::nres::{EntryRecord, Header, MAGIC, NewEntry, VERSION};
use ngi_formats::schema::Record as _;

use crate::locate;

const ENTRIES: u32 = 6_800;
const PAYLOAD: u32 = 39_424;

/// 256 MB of payloads that are holes in the file, so that making it takes no time.
fn make(path: &Path) {
    let data_end = 16 + ENTRIES * PAYLOAD;
    let total_size = data_end + ENTRIES * 64;
    assert!(total_size > 256 << 20);
    let mut file = File::create(path).unwrap();
    let mut bytes = Vec::new();
    let count = i32::try_from(ENTRIES).unwrap();
    let header = Header { magic: MAGIC, version: VERSION, count, total_size };
    file.write_all(&header.write()).unwrap();
    for index in 0..ENTRIES {
        let NewEntry { name, type_id, .. } = NewEntry::new(1, format!("n{index:05}")).unwrap();
        let offset = 16 + index * PAYLOAD;
        let record = EntryRecord {
            type_id,
            size: PAYLOAD,
            name,
            offset,
            sort_index: index,
            ..EntryRecord::default()
        };
        bytes.extend(record.write());
    }
    file.seek(SeekFrom::Start(data_end.into())).unwrap();
    file.write_all(&bytes).unwrap();
}

/// Bytes of this process that are in memory.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() * 1024
}

/// Not a test of its own: measured in a process where nothing else goes on.
#[test]
#[ignore = "started by the test below"]
fn child_that_opens() {
    let Some(path) = std::env::var_os("NGI_TEST_OPEN").map(PathBuf::from) else { return };
    let before = resident();
    let node = locate(&path).unwrap();
    let sizes: u64 = node.children().unwrap().map(|child| child.entry().unwrap().size()).sum();
    assert_eq!(sizes, u64::from(ENTRIES * PAYLOAD));
    assert_eq!(node.child("N06799").unwrap().size().unwrap(), u64::from(PAYLOAD));
    let grown = resident().saturating_sub(before);
    assert!(grown < 10 << 20, "{grown} bytes more in memory");
}

#[test]
fn a_large_archive_takes_less_than_ten_megabytes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("large.rlb");
    make(&path);
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "tests::resident::child_that_opens", "--ignored"])
        .env("NGI_TEST_OPEN", &path)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains("1 passed"), "{said}");
}
