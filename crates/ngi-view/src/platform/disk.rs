//! From what a user names (a path, dropped files) to a mount that the viewer can look into, and
//! what is written beside the game's own files.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use egui::DroppedFileHandle;
use ngi_render::{Gpu, GpuError, Picture, ReadBack};
use ngi_verbs::Progress as _;
use ngi_vfs::{Node, NodeKind, Vfs};

use super::{Dropped, Job, Place, Step, Wake, spawn_steps};
use crate::library::index::main_of;
use crate::texts::Language;

/// Opens what a path of the operating system names: a game folder, an archive, a file, or an entry
/// inside one. What lies in a game folder is selected in all of it.
pub fn open(path: &Path) -> Result<Place, String> {
    let path = std::path::absolute(path).map_err(|error| error.to_string())?;
    let node = ngi_vfs::locate(&path).map_err(|error| error.to_string())?;
    let environment = std::env::var_os("NGI_GAME");
    let game = ngi_vfs::find_game(None, environment.as_deref(), &path).ok().flatten();
    let node = if game.is_some() { meant(node) } else { node };
    let file = node.file();
    let disk = file.disk_path().ok_or("not on disk")?;
    let label = disk.display().to_string();
    if file.kind() == NodeKind::Folder {
        let game = game.filter(|game| *game != disk);
        let vfs = Vfs::open(&disk).map_err(|error| error.to_string())?;
        return Ok(Place { label, vfs, inside: String::new(), select: None, game });
    }
    let below = node.path();
    let below = below.strip_prefix(&file.path()).unwrap_or_default();
    // In a game, all of it is opened: what a file names can then be followed.
    if let Some(folder) = &game
        && let Ok(inside) = disk.strip_prefix(folder)
    {
        let parts = inside.components().map(|part| part.as_os_str().to_string_lossy());
        let select = Some(format!("{}{below}", parts.collect::<Vec<_>>().join("/")));
        let vfs = Vfs::open(folder).map_err(|error| error.to_string())?;
        let label = folder.display().to_string();
        return Ok(Place { label, vfs, inside: String::new(), select, game: None });
    }
    // A file's neighbours belong to it: a model's wear lies beside it.
    let folder = disk.parent().ok_or("a file without a folder")?;
    let vfs = Vfs::open(folder).map_err(|error| error.to_string())?;
    let inside = file.name();
    let select = Some(format!("{inside}{below}"));
    Ok(Place { label, vfs, inside, select, game })
}

/// Who names the folder of a level or of a mission means what lies in it.
fn meant(node: Node) -> Node {
    let inside = |name: &str| node.child(name).ok().filter(|_| node.kind() == NodeKind::Folder);
    main_of(inside).unwrap_or(node)
}

/// Takes what was dropped: a path where the system has one, else bytes.
pub fn dropped(files: &[DroppedFileHandle]) -> Result<Dropped, String> {
    if let Some(first) = files.first()
        && first.path().is_absolute()
        && first.path().exists()
    {
        return Ok(Dropped::Path(first.path().to_owned()));
    }
    let mut taken = Vec::new();
    for file in files {
        let name = file.path().file_name().map(|name| name.to_string_lossy().into_owned());
        taken.push((name.unwrap_or_else(|| "dropped".to_owned()), file.bytes()?));
    }
    Ok(Dropped::Files(taken))
}

/// Writes a file under a free name (`name.png`, `name (2).png`, …) into the first folder that takes it:
/// `to`, the current folder, home, the system's temporary folder. Returns its path.
pub fn hand_out(to: Option<&Path>, name: &str, bytes: &[u8]) -> Result<PathBuf, String> {
    let home = std::env::var_os("HOME").or_else(|| std::env::var_os("USERPROFILE"));
    let home = home.map(PathBuf::from).filter(|home| home.is_absolute());
    let asked = to.map(Path::to_owned);
    let mut folders: Vec<PathBuf> = asked.into_iter().filter(|it| it.is_dir()).collect();
    folders.extend(std::env::current_dir());
    folders.extend(home);
    folders.push(std::env::temp_dir());
    hand_out_into(&folders, name, bytes)
}

/// The same into the first of some folders that takes it.
fn hand_out_into(folders: &[PathBuf], name: &str, bytes: &[u8]) -> Result<PathBuf, String> {
    let mut why = "no folder can be written to".to_owned();
    for folder in folders {
        match write_numbered(folder, name, bytes) {
            Ok(path) => return Ok(path),
            Err(refused) => why = refused,
        }
    }
    Err(why)
}

fn write_numbered(folder: &Path, name: &str, bytes: &[u8]) -> Result<PathBuf, String> {
    let name = super::plain_name(name);
    let (stem, suffix) = name.rsplit_once('.').unwrap_or((&name, "bin"));
    for number in 1..10_000 {
        let numbered = if number == 1 { String::new() } else { format!(" ({number})") };
        let path = folder.join(format!("{stem}{numbered}.{suffix}"));
        if path.exists() {
            continue;
        }
        match ngi_vfs::save::write_new(&path, false, |out| out.write_all(bytes)) {
            Ok(()) => return Ok(path),
            // Another process took the name meanwhile.
            Err(_) if path.exists() => {}
            Err(error) => return Err(error.to_string()),
        }
    }
    Err(format!("no free name: {stem}.{suffix} exists with every number"))
}

/// Makes the demo game, a file a step.
pub fn make_demo(wake: &Wake) -> Job<(String, Vec<u8>)> {
    let mut plan = ngi_demo::plan(ngi_demo::Scale::ONE).into_iter();
    let mut begun = false;
    spawn_steps("demo", wake, move |worker| {
        if !std::mem::replace(&mut begun, true) {
            worker.start(plan.len() as u64, "demo");
        }
        let Some(file) = plan.next() else { return Ok(Step::Done) };
        let bytes = file.make().map_err(|error| error.to_string())?;
        worker.send((file.path, bytes));
        worker.advance(1);
        Ok(Step::More)
    })
}

/// The language that the system speaks, where we do, too.
pub fn system_language() -> Language {
    Language::of_locale(&sys_locale::get_locale().unwrap_or_default())
}

/// Nothing is at work outside of jobs.
pub fn cancel() {}

/// A file of a place was saved. On disk there is nothing left to do.
pub fn saved(_place: &Place, _path: &str) {}

/// Something else is selected: a window has no address to show it in.
pub fn selected(_path: &str) {}

/// Time without input after which memory is given back to the system.
const PAUSE: Duration = Duration::from_secs(1);
/// True if memory was given back since the last input.
static HAS_RELEASED: AtomicBool = AtomicBool::new(false);

/// Gives pages of the game's files back to the system when the user pauses. Jobs have threads of
/// their own here; no frame has to give them time. Returns how long to wait for the next call.
pub fn work_between_frames(untouched: Duration) -> Option<Duration> {
    let wait = PAUSE.saturating_sub(untouched);
    if wait.is_zero() {
        if !HAS_RELEASED.swap(true, Ordering::Relaxed) {
            ngi_vfs::release_pages();
        }
        return None;
    }
    HAS_RELEASED.store(false, Ordering::Relaxed);
    Some(wait)
}

/// A picture on its way from the card; waits for it.
pub fn picture_of(coming: &ReadBack, gpu: &Gpu) -> Option<Result<Picture, GpuError>> {
    match gpu.wait() {
        Ok(()) => coming.take(gpu),
        Err(error) => Some(Err(error)),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[derive(Debug)]
    struct FromABrowser(&'static str, &'static [u8]);

    impl egui::DroppedFile for FromABrowser {
        fn path(&self) -> &Path {
            Path::new(self.0)
        }
        fn bytes(&self) -> Result<Vec<u8>, String> {
            Ok(self.1.to_vec())
        }
    }

    #[test]
    fn dropped_bytes_are_mounted_in_memory() {
        let files: Vec<DroppedFileHandle> =
            vec![Arc::new(FromABrowser("a.txt", b"A")), Arc::new(FromABrowser("b.txt", b"B"))];
        let Ok(Dropped::Files(files)) = dropped(&files) else { panic!("no bytes") };
        let place = Place::in_memory(files).unwrap();
        assert_eq!(place.label, "2 files");
        assert_eq!(place.vfs.read("B.TXT").unwrap(), "B");
        assert_eq!(place.root().unwrap().children().unwrap().len(), 2);
        assert_eq!(place.select.as_deref(), Some("a.txt"));
    }

    #[test]
    fn the_folder_of_a_level_or_a_mission_is_what_lies_in_it() {
        let game = tempfile::tempdir().unwrap();
        for path in ["Material.lib", "MAPS/V/Land.msh", "MISSIONS/One/data.tma", "UNITS/a.dat"] {
            let path = game.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "").unwrap();
        }
        let selected = |folder: &str| open(&game.path().join(folder)).unwrap().select;
        assert_eq!(selected("MAPS/V").as_deref(), Some("MAPS/V/Land.msh"));
        assert_eq!(selected("MISSIONS/One").as_deref(), Some("MISSIONS/One/data.tma"));
        for folder in ["", "MISSIONS", "UNITS"] {
            assert_eq!(selected(folder), None, "{folder}");
        }
    }

    #[test]
    fn what_one_folder_refuses_the_next_one_takes() {
        let folder = tempfile::tempdir().unwrap();
        let refuses = folder.path().join("no folder");
        std::fs::write(&refuses, b"").unwrap();
        let folders = [refuses.clone(), folder.path().to_owned()];
        let first = hand_out_into(&folders, "a b.png", b"1").unwrap();
        let second = hand_out_into(&folders, "a b.png", b"2").unwrap();
        assert_eq!(first, folder.path().join("a b.png"));
        assert_eq!(second, folder.path().join("a b (2).png"));
        assert_eq!(
            (std::fs::read(first).unwrap(), std::fs::read(second).unwrap()),
            (b"1".to_vec(), b"2".to_vec())
        );
        assert!(hand_out_into(&[refuses], "a.png", b"3").is_err());
    }

    #[test]
    fn a_file_is_opened_with_its_folder_around_it() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("one.txt"), b"1").unwrap();
        std::fs::write(folder.path().join("two.txt"), b"2").unwrap();
        let place = open(&folder.path().join("ONE.TXT")).unwrap();
        assert_eq!((place.inside.as_str(), place.select.as_deref()), ("one.txt", Some("one.txt")));
        assert_eq!(place.vfs.read("two.txt").unwrap(), "2");
        let place = open(folder.path()).unwrap();
        assert_eq!((place.inside.as_str(), place.select), ("", None));
        std::fs::write(folder.path().join("material.LIB"), b"").unwrap();
        let place = open(&folder.path().join("two.txt")).unwrap();
        assert_eq!((place.inside.as_str(), place.select.as_deref()), ("", Some("two.txt")));
        assert!(open(&folder.path().join("three.txt")).is_err());
    }
}
