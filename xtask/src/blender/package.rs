//! The zip: the add-on in a folder of its name, the licences, and a program if there is one.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};

use super::source;
use crate::dist::archive::{self, File, Files};
use crate::process;

/// The package, and the folder it is installed in.
const PACKAGE: &str = "ngi_blender";

/// What the zip is called. One with a program is for one system.
pub fn name(program: Option<&Path>) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let suffix = program.map(|program| match program.extension() {
        Some(suffix) if suffix == "exe" => "-windows",
        _ => "-linux",
    });
    format!("{PACKAGE}-{version}{}", suffix.unwrap_or_default())
}

/// The bytes of the zip: the same sources give the same ones.
pub fn zip(program: Option<&Path>) -> Result<Vec<u8>> {
    archive::zip(&files(program)?)
}

fn files(program: Option<&Path>) -> Result<Files> {
    let mut files = Files::new();
    let mut put = |name: String, path: &Path, runs: bool| -> Result<()> {
        let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        files.insert(format!("{PACKAGE}/{name}"), File { bytes, runs });
        Ok(())
    };
    let is_source = |path: &Path| path.file_name().is_none_or(|name| name != "__pycache__");
    for (name, path) in process::files_below(&source().join(PACKAGE), is_source)? {
        put(name, &path, false)?;
    }
    for name in ["LICENSE-MIT", "LICENSE-APACHE"] {
        put(name.to_owned(), &process::root().join(name), false)?;
    }
    if let Some(program) = program {
        let name = program.file_name().unwrap_or_default().to_string_lossy();
        put(format!("bin/{name}"), program, true)?;
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_zip_has_the_add_on_and_nothing_else_and_is_always_the_same() {
        let files = files(None).unwrap();
        for name in ["blender_manifest.toml", "__init__.py", "words.py", "logic/program.py"] {
            assert!(files.contains_key(&format!("{PACKAGE}/{name}")), "{name}");
        }
        let is_ours = |name: &String| {
            [".py", ".toml", "LICENSE-MIT", "LICENSE-APACHE"].iter().any(|end| name.ends_with(end))
        };
        assert!(files.keys().all(|name| is_ours(name) && !name.contains("test")), "{files:?}");
        assert_eq!(zip(None).unwrap(), zip(None).unwrap());
    }

    #[test]
    fn a_program_goes_along_and_runs() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("ngi");
        fs::write(&program, b"program").unwrap();
        let files = files(Some(&program)).unwrap();
        assert!(files.get("ngi_blender/bin/ngi").unwrap().runs);
        assert!(name(Some(&program)).ends_with("-linux"));
        assert!(name(Some(Path::new("ngi.exe"))).ends_with("-windows"));
    }

    /// The version is said in the workspace, in the manifest and, for old Blenders, in the package.
    #[test]
    fn versions_agree() {
        let version = env!("CARGO_PKG_VERSION");
        let text = |name: &str| fs::read_to_string(source().join(PACKAGE).join(name)).unwrap();
        let manifest = text("blender_manifest.toml");
        assert!(manifest.contains(&format!("\nversion = \"{version}\"\n")), "{manifest}");
        let package = text("__init__.py");
        let numbers = format!("\"version\": ({})", version.replace('.', ", "));
        assert!(package.contains(&numbers), "{package}");
    }
}
