//! Small pictures that are kept on disk between starts, named by what they are of. There are never
//! more of them than [`MOST`] bytes.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use ngi_render::Picture;
use ngi_vfs::Node;

/// So many bytes are kept; the oldest go first.
const MOST: u64 = 128 << 20;

/// A folder of pictures.
#[derive(Debug)]
pub struct PictureCache {
    folder: PathBuf,
    most: u64,
    /// Bytes that are there; counted once, then kept up.
    held: Option<u64>,
}

impl PictureCache {
    /// The user's folder for what can be made again; `None` where there is none.
    pub fn of_user() -> Option<PathBuf> {
        let folder = |name: &str| std::env::var_os(name).map(PathBuf::from);
        let absolute = |folder: &PathBuf| folder.is_absolute();
        let base = match () {
            () if cfg!(windows) => folder("LOCALAPPDATA"),
            () if cfg!(target_os = "macos") => {
                folder("HOME").map(|home| home.join("Library/Caches"))
            }
            () => folder("XDG_CACHE_HOME")
                .filter(absolute)
                .or_else(|| folder("HOME").map(|home| home.join(".cache"))),
        };
        base.filter(absolute).map(|base| base.join("ngi-view").join("pictures"))
    }

    /// The pictures in a folder, which need not be there yet.
    pub fn new(folder: PathBuf) -> Self {
        Self { folder, most: MOST, held: None }
    }

    fn path(&self, key: &str) -> PathBuf {
        self.folder.join(format!("{key}.png"))
    }

    /// The picture of a key. One that cannot be read was never there.
    pub fn get(&self, key: &str) -> Option<Picture> {
        let bytes = std::fs::read(self.path(key)).ok()?;
        Picture::from_png(&bytes).ok()
    }

    /// Keeps a picture. Where the disk refuses, it is made again the next time.
    pub fn put(&mut self, key: &str, picture: &Picture) {
        let Ok(bytes) = picture.to_png() else { return };
        if std::fs::create_dir_all(&self.folder).is_err() {
            return;
        }
        let path = self.path(key);
        let written = ngi_vfs::save::write_new(&path, true, |out| out.write_all(&bytes));
        if written.is_err() {
            return;
        }
        let held = self.held.unwrap_or_else(|| files(&self.folder).iter().map(|file| file.1).sum());
        self.held = Some(held + bytes.len() as u64);
        self.trim();
    }

    /// Lets the oldest go where there is too much, down to three quarters.
    fn trim(&mut self) {
        if self.held.is_none_or(|held| held <= self.most) {
            return;
        }
        let mut files = files(&self.folder);
        files.sort_by_key(|(_, _, changed)| *changed);
        let mut held: u64 = files.iter().map(|file| file.1).sum();
        for (path, size, _) in files {
            if held <= self.most / 4 * 3 {
                break;
            }
            if std::fs::remove_file(path).is_ok() {
                held = held.saturating_sub(size);
            }
        }
        self.held = Some(held);
    }
}

/// The pictures of a folder: where, how long, since when.
fn files(folder: &Path) -> Vec<(PathBuf, u64, SystemTime)> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    let known = entries.filter_map(|entry| {
        let told = entry.metadata().ok()?;
        let changed = told.modified().unwrap_or(SystemTime::UNIX_EPOCH);
        told.is_file().then(|| (entry.path(), told.len(), changed))
    });
    known.collect()
}

/// What changes when a file on disk does: how long it is, and since when. `None` in memory.
pub fn stamp_of(node: &Node) -> Option<[u64; 2]> {
    let told = std::fs::metadata(node.file().disk_path()?).ok()?;
    let since = told.modified().ok()?.duration_since(SystemTime::UNIX_EPOCH).ok()?;
    Some([told.len(), u64::try_from(since.as_nanos()).unwrap_or(u64::MAX)])
}

/// Whether a file on disk, or the folder it is in, may not be written.
pub fn is_read_only(file: &Node) -> bool {
    let Some(path) = file.disk_path() else { return false };
    let refuses =
        |path: &Path| std::fs::metadata(path).is_ok_and(|told| told.permissions().readonly());
    // A folder of Windows that is marked so takes files all the same.
    refuses(&path) || !cfg!(windows) && path.parent().is_some_and(refuses)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(shade: u8) -> Picture {
        // Nothing that packs well, so that each takes its room.
        let noise =
            (0..16 * 16 * 4_u32).map(|at| (at.wrapping_mul(2_654_435_761) >> 24) as u8 ^ shade);
        Picture::new(16, 16, noise.collect()).unwrap()
    }

    #[test]
    fn pictures_come_back_and_the_folder_never_grows_too_large() {
        let folder = tempfile::tempdir().unwrap();
        let mut cache = PictureCache::new(folder.path().join("pictures"));
        assert!(cache.get("a").is_none());
        cache.put("a", &picture(1));
        assert_eq!(cache.get("a"), Some(picture(1)));
        let each = files(&folder.path().join("pictures"))[0].1;
        cache.most = each * 8;
        // Another start counts what is there.
        cache.held = None;
        for shade in 0..40 {
            cache.put(&format!("b{shade}"), &picture(shade));
            let held: u64 = files(&folder.path().join("pictures")).iter().map(|file| file.1).sum();
            assert!(held <= cache.most, "{held}");
        }
        assert_eq!(cache.get("b39"), Some(picture(39)), "the newest is there");
        std::fs::write(folder.path().join("pictures/c.png"), b"no picture").unwrap();
        assert!(cache.get("c").is_none());
    }
}
