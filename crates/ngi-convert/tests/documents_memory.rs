//! What goes by field stays within four times the file plus 16 MB: on a landscape of 1.2 MB and on
//! an archive of 200,000 entries. Alone in its binary: the memory of the whole process counts.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

use ngi_convert::ImportOptions;
use ngi_convert::files::{FileExport, FileImport, export_file, import_file};
use ngi_formats::landscape::GroundPlan;
use ngi_formats::nres::{Editor, NewEntry};
use ngi_testing::memory::{COUNTING, Counting, peak_while};
use ngi_verbs::check::entry_meta;
use ngi_verbs::edit::Options;
use ngi_verbs::format::{self, Form, Subject};
use ngi_verbs::{diff, set};
use ngi_vfs::locate;

#[global_allocator]
static ALLOCATOR: Counting = COUNTING;

fn landscape() -> Vec<u8> {
    let plan = GroundPlan::flat([112, 112], [14, 14], 16.0);
    plan.build().unwrap().write().unwrap()
}

fn archive() -> Vec<u8> {
    let mut editor = Editor::new();
    for number in 0..200_000 {
        let entry = NewEntry::new(*b"TEXT", format!("entry_{number:06}.txt")).unwrap();
        editor.add(entry, b"12345678".as_slice()).unwrap();
    }
    editor.write().unwrap()
}

/// Holds the memory of some work against the limit for files of this size.
fn within(what: &str, file: usize, work: impl FnOnce()) {
    let ((), peak) = peak_while(work);
    let limit = 4 * file + (16 << 20);
    assert!(peak <= limit, "{what}: {peak} bytes for a file of {file}, limit {limit}");
}

/// `ngi show --at`.
fn show_at(file: &Path, path: &str) {
    let node = locate(file).unwrap();
    let (bytes, name) = (node.bytes().unwrap(), node.name());
    let subject = Subject { name: &name, bytes: &bytes, entry: entry_meta(&node) };
    let tree = format::of_node(&node, &subject).document().tree(&subject, Form::Full).unwrap();
    assert!(tree.find(path).is_ok());
}

/// `ngi export … -o X.json`, then `ngi import X.json`.
fn import(file: &Path, folder: &Path) {
    let document = folder.join("document.json");
    let (options, force) = (ngi_convert::ExportOptions::default(), true);
    let how = FileExport { output: &document, to: None, options, game: None, force };
    export_file(&locate(file).unwrap(), &how).unwrap();
    // The text is what somebody brings; the limit is for what is made of it.
    let text = usize::try_from(fs::metadata(&document).unwrap().len()).unwrap();
    let output = folder.join("again.bin");
    let how = FileImport {
        file: &document,
        output: &output,
        into: false,
        like: None,
        format: None,
        materials: None,
        textures: None,
        options: ImportOptions::default(),
        game: None,
        force: true,
    };
    let ((), peak) = peak_while(|| drop(import_file(&how).unwrap()));
    let size = usize::try_from(fs::metadata(file).unwrap().len()).unwrap();
    let limit = 4 * size + (16 << 20);
    let (shown, made) = (file.display(), peak.saturating_sub(text));
    assert!(made <= limit, "{shown}: {made} bytes beside a text of {text}, limit {limit}");
    assert!(fs::read(&output).unwrap() == fs::read(file).unwrap());
}

/// Asks for a value, sets it, compares and imports.
fn by_field(file: &Path, path: &str, value: &str) {
    let folder = file.parent().unwrap();
    let size = usize::try_from(fs::metadata(file).unwrap().len()).unwrap();
    let before: PathBuf = folder.join("before").join(file.file_name().unwrap());
    fs::create_dir_all(before.parent().unwrap()).unwrap();
    fs::copy(file, &before).unwrap();
    within("show --at", size, || show_at(file, path));
    within("set", size, || {
        let fields = [(path.to_owned(), value.to_owned())];
        let options = Options { backup: false, dry_run: false };
        let done = set::set(&locate(file).unwrap(), &fields, options).unwrap();
        assert!(done.saved.is_some());
    });
    within("diff", size, || {
        let [a, b] = [&before, file].map(|path| locate(path).unwrap());
        // What follows from the field is told too.
        assert!(!diff::diff(&a, &b).unwrap().is_empty());
    });
    import(file, folder);
}

#[test]
fn what_goes_by_field_takes_little_memory() {
    let folder = tempfile::tempdir().unwrap();
    let land = landscape();
    assert!(land.len() > 1_200_000, "{}", land.len());
    let file = folder.path().join("Land.msh");
    fs::write(&file, &land).unwrap();
    by_field(&file, "positions[9][2]", "7.5");
    let file = folder.path().join("large.lib");
    fs::write(&file, archive()).unwrap();
    by_field(&file, "entries[150000].attr1", "7");
}
