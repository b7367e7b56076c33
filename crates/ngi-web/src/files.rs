//! Files that somebody brings to a page: names made plain, refused ones told.

use std::collections::HashMap;

use ngi_vfs::{MemoryRoot, Vfs};

/// Bytes a page can hold beside the memory that it works in: a browser gives it four gigabytes.
pub const MOST_BYTES: u64 = 3 << 29;

/// Files on their way into the page.
#[derive(Debug, Default)]
pub struct Brought {
    files: Vec<(String, Vec<u8>)>,
    /// What was refused, and why.
    refused: Vec<String>,
    bytes: u64,
}

/// What became of files that were brought.
#[derive(Debug)]
pub struct Mounted {
    /// All that could be taken.
    pub vfs: Vfs,
    /// How many they are.
    pub count: usize,
    /// What was left out, a line each.
    pub refused: Vec<String>,
    /// The only file there is, if there is only one.
    pub only: Option<String>,
}

impl Brought {
    /// Nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes a file; `/` and `\` separate folders.
    pub fn add(&mut self, name: &str, bytes: Vec<u8>) {
        let size = bytes.len() as u64;
        if self.bytes.saturating_add(size) > MOST_BYTES {
            self.refuse(name, "the page has no room for this file; use the program ngi");
            return;
        }
        self.bytes += size;
        self.files.push((name.replace('\\', "/"), bytes));
    }

    /// Notes that a file could not be taken.
    pub fn refuse(&mut self, name: &str, why: &str) {
        self.refused.push(format!("{name}: {why}"));
    }

    /// Whether nothing came at all.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty() && self.refused.is_empty()
    }

    /// Mounts everything. A folder that all files lie in is left out of their names.
    pub fn mount(self) -> Mounted {
        let top = common_folder(self.files.iter().map(|(name, _)| name.as_str())).map(str::len);
        let root = MemoryRoot::new();
        let (mut refused, mut taken) = (self.refused, HashMap::new());
        for (name, bytes) in self.files {
            let name = top.and_then(|len| name.get(len..)).unwrap_or(&name);
            if let Some(first) = taken.get(&name.to_lowercase()) {
                refused.push(format!(
                    "{name}: left out, because {first} has the same name in other letter case"
                ));
                continue;
            }
            match root.insert(name, bytes) {
                Ok(()) => drop(taken.insert(name.to_lowercase(), name.to_owned())),
                Err(error) => refused.push(error.to_string()),
            }
        }
        let only = taken.values().next().filter(|_| taken.len() == 1).cloned();
        Mounted { vfs: Vfs::in_memory(root), count: taken.len(), refused, only }
    }
}

/// The folder, with its slash, that all names begin with.
fn common_folder<'n>(mut names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let first = names.next()?;
    let folder = first.get(..=first.find('/')?)?;
    names.all(|name| name.starts_with(folder)).then_some(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn brought(names: &[&str]) -> Mounted {
        let mut files = Brought::new();
        names.iter().for_each(|name| files.add(name, name.as_bytes().to_vec()));
        files.mount()
    }

    #[test]
    fn a_folder_around_everything_is_left_out() {
        let mounted = brought(&["Game/DATA/a.txt", "Game\\b.txt"]);
        assert_eq!(mounted.vfs.read("b.TXT").unwrap(), "Game\\b.txt");
        assert_eq!(mounted.vfs.read("DATA/a.txt").unwrap(), "Game/DATA/a.txt");
        assert_eq!((mounted.count, mounted.refused.len(), mounted.only), (2, 0, None));
        let mounted = brought(&["Game/a.txt", "b.txt"]);
        assert_eq!(mounted.vfs.read("Game/a.txt").unwrap(), "Game/a.txt");
    }

    #[test]
    fn one_file_is_known_to_be_the_only_one() {
        assert_eq!(brought(&["a.lib"]).only.as_deref(), Some("a.lib"));
        assert_eq!(brought(&["folder/a.lib"]).only.as_deref(), Some("a.lib"));
    }

    #[test]
    fn names_that_lead_elsewhere_or_meet_are_told() {
        let mounted = brought(&["a/../../b.txt", "x/One.txt", "x/ONE.txt", "x/One.txt/two"]);
        assert_eq!(mounted.count, 1, "{:?}", mounted.refused);
        assert_eq!(mounted.refused.len(), 3, "{:?}", mounted.refused);
        assert!(mounted.refused.iter().any(|line| line.contains("in other letter case")));
    }

    #[test]
    fn there_is_a_most() {
        let mut files = Brought { bytes: MOST_BYTES - 1, ..Brought::new() };
        files.add("small", vec![0]);
        files.add("one more", vec![0]);
        let mounted = files.mount();
        assert_eq!(mounted.count, 1);
        assert!(mounted.refused.first().unwrap().contains("no room"), "{:?}", mounted.refused);
    }
}
