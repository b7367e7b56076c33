//! Records of a journal, which anybody may have put into a folder.

use ngi_vfs::transaction::{FileChange, Kept, Record, Sum};

use crate::Outcome;

/// Whatever is read stays inside its folder and comes back; with a checksum of our own, so that
/// more than the last line is looked at.
pub fn read(input: &[u8]) -> Outcome {
    let _ = Record::parse(input);
    let mut whole = input.to_vec();
    whole.extend(format!("end {:08x}\n", crc32fast::hash(input)).into_bytes());
    let Ok(record) = Record::parse(&whole) else { return Outcome::Rejected };
    for path in record.files.iter().map(|file| &file.path).chain(&record.folders) {
        assert!(!path.starts_with('/') && !path.contains(['\\', ':', '\n', '\0']), "{path:?}");
        let plain = |part: &str| !matches!(part, "" | "." | ".." | ".ngi");
        // What belongs to mods is in the journal, nothing else of its own folder is.
        let path =
            path.strip_prefix(".ngi/").filter(|rest| rest.starts_with("mods")).unwrap_or(path);
        assert!(path.split('/').all(plain), "{path:?}");
    }
    let again = Record::parse(record.to_text().as_bytes());
    // A title is shortened and put on one line.
    let again = again.map(|again| Record { title: record.title.clone(), ..again });
    assert_eq!(again.as_ref(), Ok(&record));
    Outcome::Accepted
}

/// Inputs that [`read`] accepts: records without their last line.
pub fn seeds() -> Vec<Vec<u8>> {
    let sum = |len| Some(Sum { len, crc: 0x9abc_def0 });
    let file = |path: &str, old, new: Option<Sum>, kept| FileChange {
        path: path.to_owned(),
        old,
        temporary: new.map(|_| (4711, 3)),
        new,
        kept,
    };
    let record = Record {
        number: 12,
        time: 1_763_345_678,
        undoes: Some(11),
        title: "edit bases.rlb put robot.msh".to_owned(),
        folders: vec!["DATA/MAPS/NEW".to_owned()],
        files: vec![
            file("bases.rlb", sum(120), sum(140), Kept::Backup(1)),
            file("DATA/MAPS/NEW/Land 1.msh", None, sum(7), Kept::Nothing),
            file("gone", sum(0), None, Kept::Own),
        ],
    };
    let lines = |record: Record| {
        let text = record.to_text();
        text.rfind("end ").and_then(|end| text.get(..end)).unwrap_or_default().into()
    };
    let one = Record { files: record.files.iter().take(1).cloned().collect(), ..record.clone() };
    let plain = Record { undoes: None, folders: Vec::new(), ..record.clone() };
    vec![lines(record), lines(one), lines(plain)]
}
