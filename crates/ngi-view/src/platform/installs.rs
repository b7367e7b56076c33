//! Search for installed games in the usual folders: program folders, Steam, GOG, Lutris and others,
//! also inside Wine prefixes.

use std::collections::{HashSet, VecDeque};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::{Job, Step, Wake, spawn_steps};

/// Folders that a search reads at most.
const MOST_FOLDERS: usize = 6_000;
/// Folders that a search below an opened folder reads at most.
const FEW_FOLDERS: usize = 600;
/// Levels below a folder of programs: publisher, game, subfolder.
const BELOW_PROGRAMS: usize = 3;
/// Levels below the root of a Windows drive.
const BELOW_DRIVE: usize = 4;
/// Folders of a Windows drive without games.
const NOT_GAMES: [&str; 6] =
    ["windows", "users", "programdata", "$recycle.bin", "system volume information", "recovery"];

/// Reads a variable of the environment.
pub type Variable<'v> = dyn Fn(&str) -> Option<OsString> + 'v;

/// A folder to search, and the number of levels below it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Start {
    folder: PathBuf,
    levels: usize,
}

/// Starts a search for game folders: below a folder, or else in the usual ones. Each found folder is
/// a part of the result.
pub fn find_games(wake: &Wake, below: Option<PathBuf>) -> Job<PathBuf> {
    let (mut search, mut below) = (None, below);
    spawn_steps("games", wake, move |worker| {
        let search = search.get_or_insert_with(|| match below.take() {
            Some(folder) => Search::below(folder),
            None => Search::new(usual_folders(&|name| std::env::var_os(name))),
        });
        match search.step() {
            Some(found) => {
                found.into_iter().for_each(|game| worker.send(game));
                Ok(Step::More)
            }
            None => Ok(Step::Done),
        }
    })
}

/// Returns the path that a user typed or pasted: without quotes, `~` as the user's folder.
pub fn typed_path(text: &str) -> PathBuf {
    let text = text.trim().trim_matches('"').trim_matches('\'').trim();
    let home = std::env::var_os("HOME").or_else(|| std::env::var_os("USERPROFILE"));
    let below = text.strip_prefix("~/").or_else(|| text.strip_prefix("~\\"));
    match (home, below) {
        (Some(home), Some(below)) => PathBuf::from(home).join(below),
        (Some(home), None) if text == "~" => PathBuf::from(home),
        _ => PathBuf::from(text),
    }
}

/// Breadth-first search. Folders inside a game are not searched.
struct Search {
    waiting: VecDeque<Start>,
    seen: HashSet<PathBuf>,
    left: usize,
}

impl Search {
    fn new(starts: Vec<Start>) -> Self {
        Self { waiting: starts.into(), seen: HashSet::new(), left: MOST_FOLDERS }
    }

    /// Searches below a folder that was opened by mistake: a few levels, and not for long.
    fn below(folder: PathBuf) -> Self {
        let start = Start { folder, levels: BELOW_PROGRAMS };
        Self { left: FEW_FOLDERS, ..Self::new(vec![start]) }
    }

    /// Reads the next folder; returns it if it is a game. `None` at the end of the search.
    fn step(&mut self) -> Option<Option<PathBuf>> {
        self.left = self.left.checked_sub(1)?;
        let Start { folder, levels } = self.waiting.pop_front()?;
        // A link to a parent folder must not lead in circles.
        let real = folder.canonicalize().unwrap_or_else(|_| folder.clone());
        if !self.seen.insert(real) {
            return Some(None);
        }
        if ngi_vfs::is_game_folder(&folder) {
            return Some(Some(folder));
        }
        if let Some(levels) = levels.checked_sub(1) {
            let below = folders_in(&folder).into_iter();
            self.waiting.extend(below.map(|folder| Start { folder, levels }));
        }
        Some(None)
    }
}

/// Returns the folders in a folder, by name; hidden ones and those of the system are left out.
fn folders_in(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let is_plain = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        !name.starts_with('.') && !NOT_GAMES.contains(&name.as_str())
    };
    let mut found: Vec<PathBuf> =
        entries.map(|entry| entry.path()).filter(is_plain).filter(|path| path.is_dir()).collect();
    found.sort();
    found
}

/// Returns the existing folders in which games are usually installed.
fn usual_folders(variable: &Variable<'_>) -> Vec<Start> {
    let folder = |name: &str| variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let home = folder("HOME").or_else(|| folder("USERPROFILE"));
    let mut starts = Vec::new();
    let mut add = |folder: PathBuf, levels: usize| {
        if folder.is_dir() {
            starts.push(Start { folder, levels });
        }
    };
    for name in ["ProgramFiles", "ProgramFiles(x86)", "ProgramW6432"] {
        folder(name).into_iter().for_each(|folder| add(folder, BELOW_PROGRAMS));
    }
    if cfg!(windows) {
        for drive in 'C'..='H' {
            for name in ["Games", "GOG Games", "Program Files", "Program Files (x86)"] {
                add(PathBuf::from(format!("{drive}:\\{name}")), BELOW_PROGRAMS);
            }
            add(PathBuf::from(format!("{drive}:\\")), 1);
        }
    }
    let programs_86 = folder("ProgramFiles(x86)");
    let steams = programs_86.into_iter().map(|programs| programs.join("Steam"));
    let steams: Vec<PathBuf> = steams.chain(in_home(home.as_deref(), &STEAM)).collect();
    for library in steams.iter().flat_map(|steam| steam_libraries(steam)) {
        add(library.join("common"), 2);
        for prefix in folders_in(&library.join("compatdata")) {
            add(prefix.join("pfx/drive_c"), BELOW_DRIVE);
        }
    }
    in_home(home.as_deref(), &GAMES).into_iter().for_each(|folder| add(folder, BELOW_PROGRAMS));
    for prefix in folder("WINEPREFIX").into_iter().chain(in_home(home.as_deref(), &[".wine"])) {
        add(prefix.join("drive_c"), BELOW_DRIVE);
    }
    for prefix in in_home(home.as_deref(), &PREFIXES).iter().flat_map(|all| folders_in(all)) {
        add(prefix.join("drive_c"), BELOW_DRIVE);
        add(prefix.join("pfx/drive_c"), BELOW_DRIVE);
    }
    starts
}

/// Folders of Steam below the user's folder.
const STEAM: [&str; 5] = [
    ".steam/steam",
    ".local/share/Steam",
    ".var/app/com.valvesoftware.Steam/.local/share/Steam",
    "snap/steam/common/.local/share/Steam",
    "Library/Application Support/Steam",
];
/// Folders below the user's folder that contain a folder for each game.
const GAMES: [&str; 5] = ["Games", "GOG Games", "games", "Games/Heroic", "Applications"];
/// Folders below the user's folder that contain a Wine prefix for each game.
const PREFIXES: [&str; 8] = [
    ".local/share/wineprefixes",
    ".PlayOnLinux/wineprefix",
    ".local/share/bottles/bottles",
    ".var/app/com.usebottles.bottles/data/bottles/bottles",
    "Games",
    "Games/Heroic/Prefixes",
    "Games/Heroic/Prefixes/default",
    "Library/Application Support/CrossOver/Bottles",
];

fn in_home(home: Option<&Path>, names: &[&str]) -> Vec<PathBuf> {
    home.into_iter().flat_map(|home| names.iter().map(|name| home.join(name))).collect()
}

/// Returns the folders `steamapps` of all libraries of a Steam installation.
fn steam_libraries(steam: &Path) -> Vec<PathBuf> {
    let own = steam.join("steamapps");
    let list = std::fs::read_to_string(own.join("libraryfolders.vdf")).unwrap_or_default();
    let others = list.lines().filter_map(library_of_line).map(|path| path.join("steamapps"));
    std::iter::once(own).chain(others).collect()
}

/// Reads the path of a library from a line of `libraryfolders.vdf`: `"path"  "D:\\Games"`.
fn library_of_line(line: &str) -> Option<PathBuf> {
    let mut parts = line.split('"').skip(1).step_by(2);
    let key = parts.next()?;
    let path = parts.next()?;
    // Old lists number the libraries: `"1"  "D:\\Games"`.
    let is_path = key == "path" || key.bytes().all(|byte| byte.is_ascii_digit());
    let path = PathBuf::from(path.replace("\\\\", "\\"));
    (is_path && path.is_absolute()).then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(folder: &Path) {
        std::fs::create_dir_all(folder).unwrap();
        std::fs::write(folder.join("material.LIB"), b"").unwrap();
    }

    fn found(variables: &[(&str, &Path)]) -> Vec<PathBuf> {
        let variable = |name: &str| {
            let known = variables.iter().find(|(known, _)| *known == name);
            known.map(|(_, path)| path.as_os_str().to_owned())
        };
        let mut search = Search::new(usual_folders(&variable));
        std::iter::from_fn(|| search.step()).flatten().collect()
    }

    fn below(folder: &Path) -> Vec<PathBuf> {
        let mut search = Search::below(folder.to_owned());
        std::iter::from_fn(|| search.step()).flatten().collect()
    }

    #[test]
    fn games_are_found_in_programs_steam_wine_and_other_launchers() {
        let disk = tempfile::tempdir().unwrap();
        let (home, programs) = (disk.path().join("home"), disk.path().join("programs"));
        let library = disk.path().join("more");
        let games = [
            programs.join("Publisher/Iron Strategy"),
            home.join(".local/share/Steam/steamapps/common/Game"),
            library.join("steamapps/common/Other/data"),
            home.join(".local/share/Steam/steamapps/compatdata/7/pfx/drive_c/Games/One"),
            home.join("Games/parkan"),
            home.join("Games/prefix/drive_c/Program Files (x86)/Publisher/Game"),
            home.join(".wine/drive_c/GOG Games/Game"),
            home.join(".local/share/bottles/bottles/old/drive_c/Game"),
        ];
        games.iter().for_each(|folder| game(folder));
        let list =
            format!("\"libraryfolders\"\n{{\n\"0\"\n{{\n\"path\"\t\t\"{}\"", library.display());
        let steam = home.join(".local/share/Steam/steamapps/libraryfolders.vdf");
        std::fs::write(steam, list).unwrap();
        // Neither of these is searched.
        game(&home.join(".wine/drive_c/windows/Game"));
        game(&games[0].join("backup"));
        let mut expected = games.to_vec();
        let mut found = found(&[("HOME", &home), ("ProgramFiles(x86)", &programs)]);
        expected.sort();
        found.sort();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_search_without_any_folder_ends() {
        assert!(found(&[]).is_empty());
        assert!(found(&[("HOME", Path::new("/no/such/folder"))]).is_empty());
    }

    #[test]
    fn games_below_a_folder_are_found_near_ones_first() {
        let disk = tempfile::tempdir().unwrap();
        for name in ["a/b/c", "z"] {
            game(&disk.path().join(name));
        }
        assert_eq!(below(disk.path()), [disk.path().join("z"), disk.path().join("a/b/c")]);
        assert!(below(&disk.path().join("a/b/c/d")).is_empty());
    }

    #[cfg(unix)]
    #[test]
    fn links_do_not_lead_in_circles() {
        let disk = tempfile::tempdir().unwrap();
        std::fs::create_dir(disk.path().join("a")).unwrap();
        std::os::unix::fs::symlink(disk.path(), disk.path().join("a/again")).unwrap();
        assert!(below(disk.path()).is_empty());
    }

    #[test]
    fn typed_paths_may_have_quotes_and_a_tilde() {
        assert_eq!(typed_path(" \"/a b/c\" "), Path::new("/a b/c"));
        assert_eq!(typed_path("C:\\Games"), Path::new("C:\\Games"));
        let home = std::env::var_os("HOME").or_else(|| std::env::var_os("USERPROFILE"));
        if let Some(home) = home {
            assert_eq!(typed_path("~/games"), Path::new(&home).join("games"));
        }
    }

    #[test]
    fn libraries_of_steam_are_read_from_both_kinds_of_lists() {
        let path = if cfg!(windows) { r"D:\\Games" } else { "/mnt/games" };
        let is = |line: &str| library_of_line(line);
        let expected = Some(PathBuf::from(path.replace("\\\\", "\\")));
        assert_eq!(is(&format!("\t\t\"path\"\t\t\"{path}\"")), expected);
        assert_eq!(is(&format!("\t\"1\"\t\t\"{path}\"")), expected);
        assert_eq!(is("\"label\" \"/mnt\""), None);
        assert_eq!(is("{"), None);
    }
}
