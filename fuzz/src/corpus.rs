//! Where inputs come from and where they go.

use std::io;
use std::path::{Path, PathBuf};

use crate::Target;

/// The folder of this package, where `seeds` and `regressions` are.
pub fn home() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// An input and where it is from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Input {
    /// The file, or the number of a seed made in code.
    pub origin: String,
    /// The input itself.
    pub bytes: Vec<u8>,
}

/// Everything a target has to survive without any damage: seeds made in code, committed seeds,
/// and inputs that once made it fail.
pub fn inputs(target: &Target) -> io::Result<Vec<Input>> {
    let mut inputs: Vec<Input> = (target.seeds)()
        .into_iter()
        .enumerate()
        .map(|(index, bytes)| Input { origin: format!("seed {index} made in code"), bytes })
        .collect();
    for folder in ["seeds", "regressions"] {
        inputs.extend(read_folder(&home().join(folder).join(target.name))?);
    }
    Ok(inputs)
}

/// The files of a folder in the order of their names; none where there is no such folder.
pub fn read_folder(folder: &Path) -> io::Result<Vec<Input>> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    paths.sort();
    let read = |path: &PathBuf| {
        Ok(Input { origin: path.display().to_string(), bytes: std::fs::read(path)? })
    };
    paths.iter().filter(|path| path.is_file()).map(read).collect()
}

/// Writes a target's seeds made in code to `folder/<target>/made-000` and so on, for libFuzzer
/// to start from. Returns how many.
pub fn write_seeds(target: &Target, folder: &Path) -> io::Result<usize> {
    let folder = folder.join(target.name);
    std::fs::create_dir_all(&folder)?;
    let seeds = (target.seeds)();
    for (index, seed) in seeds.iter().enumerate() {
        std::fs::write(folder.join(format!("made-{index:03}")), seed)?;
    }
    Ok(seeds.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Outcome;

    #[test]
    fn seeds_are_written_as_they_are() {
        let target = Target {
            name: "example",
            run: |_| Outcome::Rejected,
            seeds: || vec![b"one".to_vec(), Vec::new()],
        };
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(write_seeds(&target, folder.path()).unwrap(), 2);
        let read = read_folder(&folder.path().join("example")).unwrap();
        let bytes: Vec<_> = read.into_iter().map(|input| input.bytes).collect();
        assert_eq!(bytes, [b"one".to_vec(), Vec::new()]);
        assert_eq!(read_folder(&folder.path().join("none")).unwrap(), []);
    }

    #[test]
    fn committed_seeds_are_among_the_inputs() {
        let target = crate::target("text_names").unwrap();
        let inputs = inputs(target).unwrap();
        assert!(inputs.iter().any(|input| input.origin.contains("made in code")));
        assert!(inputs.iter().any(|input| input.origin.ends_with("fields")));
    }
}
