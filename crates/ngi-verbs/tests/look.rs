//! Checking, listing, comparing, finding, setting.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::fs;

use ngi_formats::nres::{Archive, TypeId};
use ngi_formats::{Mode, Severity};
use ngi_testing::archives::{archive, entry, odd, tidy, write};
use ngi_verbs::diff::DifferenceKind;
use ngi_verbs::{check, diff, edit, find, list, set};
use ngi_vfs::locate;

fn codes(report: &check::Report) -> Vec<(String, &'static str)> {
    let code = |found: &check::Located| (found.path.clone(), found.finding.code.id);
    report.findings.iter().map(code).collect()
}

/// An archive inside an archive.
fn nested(inner: &[u8]) -> Vec<u8> {
    let mut data = inner.to_vec();
    data.resize(inner.len().next_multiple_of(8), 0);
    let size = u32::try_from(inner.len()).unwrap();
    archive(&data, &[entry(7, b"inner.msh", (16, size), 0)])
}

#[test]
fn checks_reach_into_nested_archives() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("sub")).unwrap();
    write(folder.path(), "a.lib", &tidy());
    write(folder.path(), "sub/b.lib", &nested(&archive(b"", &[entry(1, b"", (16, 0), 0)])));
    write(folder.path(), "readme.txt", b"nothing known");
    let node = locate(folder.path()).unwrap();
    let report = check::check(&node, &check::Options::default(), &()).unwrap();
    let base = ngi_vfs::shown(folder.path());
    assert_eq!(codes(&report), [(format!("{base}/sub/b.lib/inner.msh"), "nres.entry.name-empty")]);
    assert_eq!((report.checked, report.problems.len()), (3, 0));
}

#[test]
fn codes_can_be_allowed_and_denied() {
    let folder = tempfile::tempdir().unwrap();
    let (_, node) = write(folder.path(), "odd.lib", &odd());
    let run = |options: &check::Options| check::check(&node, options, &());
    let all = run(&check::Options::default()).unwrap();
    assert_eq!((all.count(Severity::Error), all.count(Severity::Warning)), (4, 5));
    let allow = vec!["nres.data.unindexed".to_owned()];
    let deny = vec!["nres.entry.alignment".to_owned()];
    let some = run(&check::Options { allow, deny, ..Default::default() }).unwrap();
    assert_eq!((some.count(Severity::Error), some.count(Severity::Warning)), (5, 2));
    let tolerant = run(&check::Options { mode: Mode::Tolerant, ..Default::default() }).unwrap();
    assert_eq!(codes(&tolerant).len(), 1);
    let unknown = check::Options { deny: vec!["no.such".into()], ..Default::default() };
    assert!(run(&unknown).is_err());
}

#[test]
fn reports_have_the_promised_keys() {
    let folder = tempfile::tempdir().unwrap();
    let (path, node) = write(folder.path(), "odd.lib", &odd());
    let report = check::check(&node, &check::Options::default(), &()).unwrap();
    let report = serde_json::to_value(report.answer()).unwrap();
    assert_eq!(report["schema"], "ngi.check/1");
    assert_eq!(report["counts"], serde_json::json!({"error": 4, "warning": 5}));
    let first = &report["findings"][0];
    assert_eq!(first["code"], "nres.entry.alignment");
    assert_eq!(first["severity"], "warning");
    assert_eq!(first["path"], ngi_vfs::shown(&path));
    assert_eq!(first["field"], "entries[3].offset");
    assert!(first["offset"].is_u64() && first["message"].is_string());
}

#[test]
fn listings_have_the_promised_keys() {
    let folder = tempfile::tempdir().unwrap();
    let (_, node) = write(folder.path(), "a.lib", &tidy());
    let rows = |node, options| -> Vec<_> {
        let rows = list::rows(node, options).unwrap().map(Result::unwrap);
        rows.map(|row| serde_json::to_value(row).unwrap()).collect()
    };
    assert_eq!(list::format(&node).unwrap(), "nres");
    assert_eq!(
        rows(&node, list::Options::default())[0],
        serde_json::json!({"index": 0, "type": "TEXT", "type_id": 0x5458_4554, "name": "b.txt",
            "size": 5, "attr1": 1, "attr2": 2, "attr3": 3, "offset": 16, "sort_index": 1})
    );
    let only = list::Options { type_id: Some(TypeId(3)), ..Default::default() };
    assert_eq!(rows(&node, only).len(), 2);
    let whole = locate(folder.path()).unwrap();
    let deep = list::Options { recursive: true, ..Default::default() };
    let found = rows(&whole, deep);
    assert_eq!(found.len(), 4);
    assert_eq!(found[1]["path"], "a.lib/b.txt");
}

#[test]
fn differences_name_entry_and_field() {
    let folder = tempfile::tempdir().unwrap();
    let (_, a) = write(folder.path(), "a.lib", &nested(&tidy()));
    let (path, b) = write(folder.path(), "b.lib", &nested(&tidy()));
    assert!(diff::diff(&a, &b).unwrap().is_empty());
    let inner = b.child("inner.msh").unwrap();
    let options = edit::Options { backup: false, dry_run: false };
    set::set(&inner, &[("entries[1].attr1".into(), "0x63".into())], options).unwrap();
    let changed = diff::diff(&a, &locate(&path).unwrap()).unwrap();
    assert_eq!(changed.len(), 1);
    assert_eq!(changed[0].path, "inner.msh/A_1");
    assert_eq!((changed[0].kind, changed[0].field.as_str()), (DifferenceKind::Changed, "attr1"));
    assert_eq!((changed[0].a.clone(), changed[0].b.clone()), (1.into(), 99.into()));
}

#[test]
fn what_has_another_name_is_told_as_that() {
    let folder = tempfile::tempdir().unwrap();
    let (_, a) = write(folder.path(), "a.lib", &tidy());
    let (path, b) = write(folder.path(), "b.lib", &tidy());
    let options = edit::Options { backup: false, dry_run: false };
    let rename = edit::Change::Rename { entry: "b.txt".into(), name: "zz.txt".into() };
    edit::edit(&b, &rename, options).unwrap();
    let found = diff::diff(&a, &locate(&path).unwrap()).unwrap();
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((found[0].kind, found[0].path.as_str()), (DifferenceKind::Renamed, "b.txt"));
    assert_eq!((&found[0].a, &found[0].b), (&"b.txt".into(), &"zz.txt".into()));
    // With another attribute besides, that is told too.
    let set = [("attr1".to_owned(), "99".to_owned())].to_vec();
    let set = edit::Change::Set { entry: "zz.txt".into(), fields: set };
    edit::edit(&locate(&path).unwrap(), &set, options).unwrap();
    let found = diff::diff(&a, &locate(&path).unwrap()).unwrap();
    assert_eq!(found.len(), 2, "{found:?}");
    assert_eq!((found[1].path.as_str(), found[1].field.as_str()), ("zz.txt", "attr1"));
}

#[test]
fn folders_are_compared_without_backups_and_files_are_renamed_too() {
    let folder = tempfile::tempdir().unwrap();
    for side in ["a", "b"] {
        fs::create_dir(folder.path().join(side)).unwrap();
        write(folder.path(), &format!("{side}/same.lib"), &tidy());
    }
    write(folder.path(), "a/old.txt", b"words");
    write(folder.path(), "b/new.txt", b"words");
    write(folder.path(), "b/same.lib.bak", b"older");
    write(folder.path(), "b/same.lib.bak1", b"oldest");
    write(folder.path(), "a/empty.txt", b"");
    write(folder.path(), "b/nothing.txt", b"");
    let [a, b] = ["a", "b"].map(|side| locate(&folder.path().join(side)).unwrap());
    let found = diff::diff(&a, &b).unwrap();
    let told: Vec<_> = found.iter().map(|found| (found.kind, found.path.as_str())).collect();
    let expected = [
        (DifferenceKind::Removed, "empty.txt"),
        (DifferenceKind::Renamed, "old.txt"),
        (DifferenceKind::Added, "nothing.txt"),
    ];
    assert_eq!(told, expected);
}

#[test]
fn a_set_field_changes_only_its_bytes() {
    let folder = tempfile::tempdir().unwrap();
    for bytes in [tidy(), odd()] {
        let (path, node) = write(folder.path(), "a.lib", &bytes);
        let options = edit::Options { backup: true, dry_run: false };
        set::set(&node, &[("entries[2].attr3".into(), "200".into())], options).unwrap();
        let changed = fs::read(&path).unwrap();
        let at = Archive::read(&bytes).unwrap().directory_offset() + 2 * 64 + 16;
        let differing: Vec<usize> = (0..bytes.len()).filter(|&i| bytes[i] != changed[i]).collect();
        assert_eq!(differing, [at]);
    }
    let backups = [".bak", ".bak1"].map(|suffix| folder.path().join(format!("a.lib{suffix}")));
    assert_eq!(fs::read(&backups[0]).unwrap(), tidy());
    assert_eq!(fs::read(&backups[1]).unwrap(), odd());
}

#[test]
fn names_are_found_in_all_archives() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "a.lib", &nested(&tidy()));
    write(folder.path(), "b.lib", &tidy());
    let node = locate(folder.path()).unwrap();
    let paths = |pattern: &str| -> Vec<String> {
        let name = Some(find::pattern(pattern).unwrap());
        let search = find::Search { name, ..find::Search::default() };
        let found = find::find(&node, &search, &()).unwrap();
        let strip = |path: &str| path.rsplit_once("lib/").map_or(path, |(_, rest)| rest).to_owned();
        found.matches.iter().map(|found| strip(&found.path)).collect()
    };
    assert_eq!(paths("B.T"), ["inner.msh/b.txt", "b.txt"]);
    assert_eq!(paths("a?"), ["inner.msh/Ab", "Ab"]);
    assert!(paths("[zx]").is_empty());
    assert!(find::pattern("[").is_err());
}

#[test]
fn a_dry_run_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (path, node) = write(folder.path(), "a.lib", &tidy());
    let options = edit::Options { backup: true, dry_run: true };
    let change = edit::Change::Remove { entry: "b.txt".into() };
    let edited = edit::edit(&node, &change, options).unwrap();
    assert_eq!(edited.lines, ["remove #0 b.txt (5 bytes)", "1 other payload moves"]);
    assert!(edited.saved.is_none());
    assert_eq!(fs::read(path).unwrap(), tidy());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn archives_too_deep_to_look_into_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let deep = (0..20).fold(tidy(), |inner, _| nested(&inner));
    let (_, node) = write(folder.path(), "deep.lib", &deep);
    let report = check::check(&node, &check::Options::default(), &()).unwrap();
    assert_eq!(report.problems.len(), 1, "{:?}", report.problems);
}

#[test]
fn fields_that_follow_from_others_cannot_be_set() {
    let folder = tempfile::tempdir().unwrap();
    let (path, node) = write(folder.path(), "a.lib", &tidy());
    let options = edit::Options { backup: false, dry_run: false };
    for field in ["entries[0].size", "entries[0].offset", "entries[0].sort_index", "count"] {
        assert!(set::set(&node, &[(field.into(), "44".into())], options).is_err(), "{field}");
    }
    for (field, value) in [("type", "WAVE"), ("type_id", "9")] {
        let field = format!("entries[0].{field}");
        set::set(&locate(&path).unwrap(), &[(field, value.into())], options).unwrap();
    }
    let bytes = fs::read(&path).unwrap();
    assert_eq!(Archive::read(&bytes).unwrap().get(0).unwrap().type_id(), TypeId(9));
}

#[test]
fn an_edit_that_changes_nothing_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (_, node) = write(folder.path(), "a.lib", &tidy());
    let change = edit::Change::Rename { entry: "b.txt".into(), name: "b.txt".into() };
    let edited =
        edit::edit(&node, &change, edit::Options { backup: true, dry_run: false }).unwrap();
    assert!(edited.saved.is_none());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_library_that_is_no_archive_is_found_out() {
    let folder = tempfile::tempdir().unwrap();
    for bytes in [&b""[..], b"no archive at all"] {
        let (_, node) = write(folder.path(), "Textures.lib", bytes);
        let report = check::check(&node, &check::Options::default(), &()).unwrap();
        assert_eq!(report.findings.len(), 1);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn names_that_differ_only_in_case_are_told_by_a_check() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("Sub")).unwrap();
    write(folder.path(), "a.lib", &tidy());
    write(folder.path(), "A.LIB", &tidy());
    write(folder.path(), "Sub/a.lib", &tidy());
    let node = locate(folder.path()).unwrap();
    let report = check::check(&node, &check::Options::default(), &()).unwrap();
    assert_eq!((report.checked, report.problems.len(), report.collisions.len()), (3, 0, 1));
    let told = &report.collisions[0];
    assert!(told.contains("only in case") && told.contains("A.LIB"), "{told}");
}
