//! Exported folders back into the game: what was edited, and nothing else.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use std::fs;
use std::path::{Path, PathBuf};

use ngi_convert::ImportOptions;
use ngi_convert::tree::{FolderImport, ImportedFolder, TreeOptions, export_tree, import_tree};
use ngi_testing::game;
use ngi_verbs::surroundings::Game;
use serde_json::Value;

/// A game, what it was exported to, and both below one folder.
struct Session {
    folder: tempfile::TempDir,
}

impl Session {
    fn new(suffix: Option<&str>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let session = Self { folder };
        fs::create_dir(session.game()).unwrap();
        game::write(&session.game());
        session.export(&session.game(), suffix);
        session
    }

    fn export(&self, from: &Path, suffix: Option<&str>) {
        let node = ngi_vfs::locate(from).unwrap();
        let game = Game::open(&self.game()).ok();
        let suffix = suffix.map(Into::into);
        let options = TreeOptions { suffix, game, force: true, ..TreeOptions::default() };
        export_tree(&node, &self.out(), &options, &()).unwrap();
    }

    fn game(&self) -> PathBuf {
        self.folder.path().join("game")
    }

    fn out(&self) -> PathBuf {
        self.folder.path().join("out")
    }

    fn import(&self, target: &Path) -> ImportedFolder {
        self.import_with(target, |how| how)
    }

    fn import_all(&self) -> ImportedFolder {
        self.import_with(&self.game(), |how| FolderImport { all: true, ..how })
    }

    fn import_with(
        &self,
        target: &Path,
        with: impl Fn(FolderImport<'_>) -> FolderImport<'_>,
    ) -> ImportedFolder {
        let (folder, target) = (self.out(), ngi_vfs::locate(target).unwrap());
        let game = Game::open(&self.game()).ok();
        let how = FolderImport {
            folder: &folder,
            target: &target,
            options: ImportOptions::default(),
            game: game.as_ref(),
            all: false,
            backup: true,
            dry_run: false,
        };
        import_tree(&with(how), &()).unwrap()
    }

    /// Changes a document of the folder.
    fn edit(&self, file: &str, change: impl FnOnce(&mut Value)) {
        let path = self.out().join(file);
        let mut document: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        change(&mut document);
        fs::write(path, document.to_string()).unwrap();
    }

    fn bytes(&self, path: &str) -> Vec<u8> {
        ngi_vfs::locate(&self.game().join(path)).unwrap().bytes().unwrap().to_vec()
    }

    /// The game's files and their bytes.
    fn files(&self) -> Vec<(String, Vec<u8>)> {
        let list = fs::read_dir(self.game()).unwrap().map(|entry| entry.unwrap());
        let mut files: Vec<_> = list
            .filter(|entry| entry.path().is_file())
            .map(|entry| {
                (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap())
            })
            .collect();
        files.sort();
        files
    }
}

#[test]
fn what_nobody_edited_is_not_touched() {
    for suffix in [Some("json"), None] {
        let session = Session::new(suffix);
        let before = session.files();
        let done = session.import(&session.game());
        assert!(done.changed.is_empty() && done.same.is_empty(), "{done:?}");
        assert!(done.failed.is_empty() && done.new.is_empty() && done.gone.is_empty(), "{done:?}");
        assert!(done.unchanged > 10, "{}", done.unchanged);
        assert!(done.saved.is_empty());
        assert_eq!(session.files(), before, "no file changed, and no backup appeared");
    }
}

#[test]
fn a_whole_game_comes_back_as_the_bytes_it_is() {
    for suffix in [Some("json"), None] {
        let session = Session::new(suffix);
        let before = session.files();
        let done = session.import_all();
        assert_eq!(done.failed, [""; 0]);
        assert!(done.same.len() > 10 && done.changed.is_empty(), "{done:?}");
        assert_eq!(session.files(), before);
    }
}

#[test]
fn edited_documents_go_into_their_archives_and_each_is_written_once() {
    let session = Session::new(Some("json"));
    let other = session.bytes("Material.lib/WALL");
    session.edit("Material.lib/WATER.json", |water| {
        water["phases"][0]["opacity"] = 50.into();
        water["flags"] = 4.into();
    });
    session.edit("Material.lib/GLOW.json", |glow| glow["phases"][0]["opacity"] = 7.into());
    session.edit("static.rlb/s_wall.wea.json", |wear| {
        wear["rows"][0]["name"] = "GLOW".into();
    });
    let done = session.import(&session.game());
    assert_eq!(done.failed, [""; 0]);
    assert_eq!(done.changed.len(), 3, "{done:?}");
    assert_eq!(done.saved.len(), 2, "one step per archive: {:?}", done.saved);
    let water = session.bytes("Material.lib/WATER");
    let read = ngi_formats::mat0::Material::read(&water, Default::default());
    assert!(read.is_ok());
    let node = ngi_vfs::locate(&session.game().join("Material.lib/WATER")).unwrap();
    let shown = ngi_verbs::check::entry_meta(&node).unwrap();
    assert_eq!(shown.attributes[0], 4, "what lives in the directory entry comes along");
    assert!(session.bytes("static.rlb/s_wall.wea").windows(4).any(|part| part == b"GLOW"));
    assert_eq!(session.bytes("Material.lib/WALL"), other);
    let names: Vec<String> = session.files().into_iter().map(|(name, _)| name).collect();
    let backups: Vec<&String> = names.iter().filter(|name| name.contains(".bak")).collect();
    assert_eq!(backups, ["Material.lib.bak", "static.rlb.bak"]);
    // Once more: the files still differ from the export, but say what the game has.
    let again = session.import(&session.game());
    assert_eq!((again.same.len(), again.changed.len(), again.saved.len()), (3, 0, 0));
    // A second edit is no conflict with the first import.
    session.edit("Material.lib/WATER.json", |water| water["phases"][0]["opacity"] = 51.into());
    let again = session.import(&session.game());
    assert_eq!((again.changed.len(), again.told), (1, vec![]));
}

#[test]
fn pictures_and_models_go_back_through_their_importers() {
    let session = Session::new(None);
    let (out, old) = (session.out(), session.bytes("Textures.lib/WALL.0"));
    // Another picture of the same size: a texture's own, turned round.
    let glow = fs::read(out.join("Textures.lib/GLOW.0.png")).unwrap();
    fs::write(out.join("Textures.lib/WALL.0.png"), glow).unwrap();
    let text = fs::read_to_string(out.join("static.rlb/s_wall.wea.txt")).unwrap();
    fs::write(out.join("static.rlb/s_wall.wea.txt"), text.replacen("0 WALL", "0 GLOW", 1)).unwrap();
    let done = session.import(&session.game());
    assert_eq!(done.failed, [""; 0]);
    assert_eq!(done.changed.len(), 2, "{done:?}");
    assert_ne!(session.bytes("Textures.lib/WALL.0"), old);
    assert!(done.carried.iter().any(|line| line.contains("WALL.0: ")), "{:?}", done.carried);
}

#[test]
fn a_texture_whose_document_was_edited_takes_its_header_from_there() {
    let session = Session::new(None);
    session.edit("Textures.lib/ATLAS.0.json", |atlas| atlas["unk_0x18"] = 5.into());
    let done = session.import(&session.game());
    assert_eq!((done.failed, done.changed.len()), (vec![], 1));
    assert_eq!(session.bytes("Textures.lib/ATLAS.0")[0x18..0x1c], [5, 0, 0, 0]);
}

#[test]
fn what_fails_is_told_and_the_rest_goes_on() {
    let session = Session::new(Some("json"));
    fs::write(session.out().join("Material.lib/WALL.json"), "{\"schema\": \"ngi.mat0/1\", ")
        .unwrap();
    let wear = fs::read(session.out().join("static.rlb/s_wall.wea.json")).unwrap();
    fs::write(session.out().join("Material.lib/GLOW.json"), wear).unwrap();
    session.edit("Material.lib/WATER.json", |water| water["phases"][0]["opacity"] = 50.into());
    let done = session.import(&session.game());
    assert_eq!(done.changed.len(), 1, "{done:?}");
    assert_eq!(done.failed.len(), 2, "{done:?}");
    assert!(done.failed[0].contains("Material.lib/WALL: "), "{:?}", done.failed);
    assert!(done.failed[1].ends_with("a document of wear, but it is mat0"), "{:?}", done.failed);
}

#[test]
fn files_that_came_and_went_are_told() {
    let session = Session::new(Some("json"));
    let before = session.files();
    fs::remove_file(session.out().join("Material.lib/WATER.json")).unwrap();
    fs::write(session.out().join("Material.lib/NEW.json"), "{}").unwrap();
    fs::create_dir(session.out().join("notes")).unwrap();
    fs::write(session.out().join("notes/todo.txt"), "later").unwrap();
    let done = session.import(&session.game());
    assert_eq!(done.gone, ["Material.lib/WATER.json"]);
    assert_eq!(done.new, ["Material.lib/NEW.json", "notes/todo.txt"]);
    assert!(done.failed.is_empty());
    assert_eq!(session.files(), before, "what is gone from the folder stays in the game");
}

#[test]
fn what_changed_in_the_game_meanwhile_is_told() {
    let session = Session::new(Some("json"));
    let water = ngi_vfs::locate(&session.game().join("Material.lib/WATER")).unwrap();
    let fields = [("phases[1].opacity".to_owned(), "33".to_owned())];
    let options = ngi_verbs::edit::Options { backup: false, dry_run: false };
    ngi_verbs::set::set(&water, &fields, options).unwrap();
    session.edit("Material.lib/WATER.json", |water| water["phases"][0]["opacity"] = 50.into());
    let done = session.import(&session.game());
    assert_eq!(done.told.len(), 1, "{done:?}");
    assert!(done.told[0].contains("has changed in the game since it was exported"));
}

#[test]
fn an_archive_alone_can_be_the_target() {
    let session = Session::new(Some("json"));
    session.edit("Material.lib/WATER.json", |water| water["phases"][0]["opacity"] = 50.into());
    session.edit("static.rlb/s_wall.wea.json", |wear| wear["rows"][0]["name"] = "GLOW".into());
    let done = session.import(&session.game().join("Material.lib"));
    assert_eq!(done.changed.len(), 1, "{done:?}");
    assert_eq!(done.failed.len(), 1, "what does not lie there is told: {done:?}");
    assert!(done.failed[0].contains("import into the game folder"), "{:?}", done.failed);
}

#[test]
fn an_exported_archive_goes_back_into_itself_its_game_or_a_copy() {
    let session = Session::new(Some("json"));
    fs::remove_dir_all(session.out()).unwrap();
    let archive = session.game().join("Material.lib");
    session.export(&archive, Some("json"));
    let copy = session.folder.path().join("copy.lib");
    fs::copy(&archive, &copy).unwrap();
    session.edit("WATER.json", |water| water["phases"][0]["opacity"] = 50.into());
    let old = fs::read(&archive).unwrap();
    for target in [archive.clone(), session.game(), copy.clone()] {
        fs::write(&archive, &old).unwrap();
        let done = session.import(&target);
        assert_eq!((done.failed, done.changed.len()), (vec![], 1), "{}", target.display());
    }
    assert_ne!(fs::read(copy).unwrap(), old);
}

#[test]
fn nothing_is_written_when_only_asked() {
    let session = Session::new(Some("json"));
    let before = session.files();
    session.edit("Material.lib/WATER.json", |water| water["phases"][0]["opacity"] = 50.into());
    let done = session.import_with(&session.game(), |how| FolderImport { dry_run: true, ..how });
    assert_eq!((done.changed.len(), done.saved.len()), (1, 0));
    assert_eq!(session.files(), before);
}

#[test]
fn an_index_leads_nowhere_else() {
    let session = Session::new(Some("json"));
    let secret = session.folder.path().join("secret.json");
    fs::write(&secret, "{}").unwrap();
    for (file, source) in [
        ("../secret.json", "Material.lib/WATER"),
        ("/etc/hostname", "Material.lib/WATER"),
        ("a\\..\\b", "Material.lib/WATER"),
        ("Material.lib", "Material.lib/WATER"),
        ("Material.lib/WATER.json", "../out/index.json"),
        ("Material.lib/WATER.json", "Material.lib/../secret.json"),
        ("Material.lib/WATER.json", ""),
    ] {
        session.edit("index.json", |index| {
            index["things"] = serde_json::json!([{
                "source": source, "format": "mat0", "hash": "",
                "files": [{"path": file, "size": 0}],
            }]);
        });
        let before = session.files();
        let done = session.import(&session.game());
        assert_eq!(done.failed.len(), 1, "{file} {source}: {done:?}");
        assert_eq!(session.files(), before);
    }
    fs::write(session.out().join("index.json"), "{\"schema\": \"ngi.index/1\"}").unwrap();
    let target = ngi_vfs::locate(&session.game()).unwrap();
    let folder = session.out();
    let options = ImportOptions::default();
    let how = FolderImport {
        folder: &folder,
        target: &target,
        options,
        game: None,
        all: false,
        backup: true,
        dry_run: false,
    };
    let refused = import_tree(&how, &()).unwrap_err().to_string();
    assert!(refused.contains("is not ngi.index/2"), "{refused}");
}

#[test]
fn the_index_is_plain() {
    let session = Session::new(None);
    let text = fs::read_to_string(session.out().join("index.json")).unwrap();
    for word in ["Some(", "None", "Usual", "One(", "ZUp", "{:?}"] {
        assert!(!text.contains(word), "{word}");
    }
    let index: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(index["of"], serde_json::json!({"path": "", "is_archive": false}));
    assert_eq!(index["options"]["lod"], "0");
    assert_eq!(index["options"]["fps"], 25.0);
}
