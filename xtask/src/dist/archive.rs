//! Archives whose bytes depend on nothing but what is in them: sorted, without times and owners.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result};

/// A file of an archive.
#[derive(Debug, Clone)]
pub struct File {
    pub bytes: Vec<u8>,
    /// Whether it is a program.
    pub runs: bool,
}

/// Files by their paths.
pub type Files = BTreeMap<String, File>;

/// How hard to try.
const LEVEL: u8 = 9;

/// A compressed tape archive.
pub fn tar_gz(files: &Files) -> Result<Vec<u8>> {
    let mut tape = Vec::new();
    for (path, file) in files {
        tape.extend(tape_header(path, file)?);
        tape.extend(&file.bytes);
        tape.resize(tape.len().next_multiple_of(512), 0);
    }
    tape.resize(tape.len() + 1024, 0);
    // Deflate, no name, no time, made anywhere.
    let mut bytes = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255];
    bytes.extend(miniz_oxide::deflate::compress_to_vec(&tape, LEVEL));
    bytes.extend(crc32fast::hash(&tape).to_le_bytes());
    bytes.extend((u32::try_from(tape.len()).context("more than 4 GB")?).to_le_bytes());
    Ok(bytes)
}

fn tape_header(path: &str, file: &File) -> Result<[u8; 512]> {
    let mut header = [0; 512];
    let mut put = |at: usize, text: &str| {
        if let Some(place) = header.get_mut(at..at + text.len()) {
            place.copy_from_slice(text.as_bytes());
        }
    };
    if path.len() > 100 {
        anyhow::bail!("{path}: too long for an archive");
    }
    put(0, path);
    put(100, if file.runs { "0000755\0" } else { "0000644\0" });
    put(108, "0000000\0");
    put(116, "0000000\0");
    put(124, &format!("{:011o}\0", file.bytes.len()));
    put(136, "00000000000\0");
    put(148, "        ");
    put(156, "0");
    put(257, "ustar\x0000");
    let sum: u32 = header.iter().map(|&byte| u32::from(byte)).sum();
    let sum = format!("{sum:06o}\0 ");
    if let Some(place) = header.get_mut(148..156) {
        place.copy_from_slice(sum.as_bytes());
    }
    Ok(header)
}

/// The first day that a zip archive knows.
const FIRST_DAY: [u8; 4] = [0, 0, 0x21, 0];

/// A zip archive.
pub fn zip(files: &Files) -> Result<Vec<u8>> {
    let (mut bytes, mut directory) = (Vec::new(), Vec::new());
    for (path, file) in files {
        let at = u32::try_from(bytes.len()).context("more than 4 GB")?;
        let packed = miniz_oxide::deflate::compress_to_vec(&file.bytes, LEVEL);
        let mut common = vec![20, 0, 0, 8, 8, 0];
        common.extend(FIRST_DAY);
        common.extend(crc32fast::hash(&file.bytes).to_le_bytes());
        common.extend(u32::try_from(packed.len()).context("more than 4 GB")?.to_le_bytes());
        common.extend(u32::try_from(file.bytes.len()).context("more than 4 GB")?.to_le_bytes());
        common.extend(u16::try_from(path.len()).context("a path too long")?.to_le_bytes());
        common.extend([0, 0]);
        bytes.extend(b"PK\x03\x04");
        bytes.extend(&common);
        bytes.extend(path.as_bytes());
        bytes.extend(packed);
        // Made on Unix, so that programs keep their mark.
        directory.extend(b"PK\x01\x02\x14\x03");
        directory.extend(&common);
        directory.extend([0; 6]);
        let mode: u32 = if file.runs { 0o100_755 } else { 0o100_644 };
        directory.extend((mode << 16).to_le_bytes());
        directory.extend(at.to_le_bytes());
        directory.extend(path.as_bytes());
    }
    let at = u32::try_from(bytes.len()).context("more than 4 GB")?;
    let count = u16::try_from(files.len()).context("too many files")?.to_le_bytes();
    let size = u32::try_from(directory.len()).context("more than 4 GB")?;
    bytes.extend(directory);
    bytes.extend(b"PK\x05\x06\0\0\0\0");
    bytes.extend(count);
    bytes.extend(count);
    bytes.extend(size.to_le_bytes());
    bytes.extend(at.to_le_bytes());
    bytes.extend([0, 0]);
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    fn sample() -> Files {
        let file = |bytes: &[u8], runs| File { bytes: bytes.to_vec(), runs };
        Files::from([
            ("ngi-1/ngi".to_owned(), file(&[7; 70_000], true)),
            ("ngi-1/README.md".to_owned(), file(b"Read me.\n", false)),
            ("ngi-1/empty".to_owned(), file(b"", false)),
        ])
    }

    /// Other programs unpack what we packed.
    fn unpacked(name: &str, bytes: &[u8], program: &str, words: &[&str]) {
        let folder = tempfile::tempdir().unwrap();
        let archive = folder.path().join(name);
        std::fs::write(&archive, bytes).unwrap();
        let mut command = Command::new(program);
        command.current_dir(folder.path()).args(words).arg(&archive);
        assert!(command.status().unwrap().success());
        for (path, file) in sample() {
            assert_eq!(std::fs::read(folder.path().join(&path)).unwrap(), file.bytes, "{path}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn tar_reads_the_tape() {
        unpacked("x.tar.gz", &tar_gz(&sample()).unwrap(), "tar", &["xzf"]);
    }

    #[cfg(unix)]
    #[test]
    fn python_reads_the_zip_where_there_is_one() {
        if Command::new("python3").arg("--version").output().is_err() {
            return;
        }
        let script = "import sys, zipfile; zipfile.ZipFile(sys.argv[1]).extractall()";
        unpacked("x.zip", &zip(&sample()).unwrap(), "python3", &["-c", script]);
    }

    #[test]
    fn a_path_that_does_not_fit_is_an_error() {
        let files = Files::from([("x".repeat(101), File { bytes: Vec::new(), runs: false })]);
        assert!(tar_gz(&files).is_err());
    }
}
