//! `-`: one file from stdin, one to stdout.
//!
//! Everything else works with files, so what comes in becomes one, in a folder that goes again, and
//! what goes out is written there first: a reader gets all of it or nothing.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use ngi_vfs::MOST_INPUT_BYTES;
use tempfile::TempDir;

use crate::ui::Ui;

/// Whether a path means stdin or stdout.
pub fn is_stream(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// A file to be read.
pub struct Input {
    path: PathBuf,
    scratch: Option<TempDir>,
}

impl Input {
    /// The file at a path; what comes from stdin for `-`, under a name of its own.
    pub fn of(path: &Path, name: Option<&str>) -> Result<Self> {
        if !is_stream(path) {
            return Ok(Self { path: path.to_owned(), scratch: None });
        }
        let name = name.unwrap_or("stdin");
        if Path::new(name).file_name() != Some(name.as_ref()) {
            bail!("{name}: no plain name for what comes from stdin");
        }
        let scratch = tempfile::tempdir().context("no room for what comes from stdin")?;
        let path = scratch.path().join(name);
        let mut file = File::create(&path).context("no room for what comes from stdin")?;
        let mut stdin = io::stdin().lock().take(MOST_INPUT_BYTES + 1);
        let copied = io::copy(&mut stdin, &mut file).context("cannot read stdin")?;
        if copied > MOST_INPUT_BYTES {
            bail!("stdin: longer than {MOST_INPUT_BYTES} bytes, the largest input that is read");
        }
        Ok(Self { path, scratch: Some(scratch) })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether it came from stdin.
    pub fn is_stream(&self) -> bool {
        self.scratch.is_some()
    }

    /// A text about it without the folder that nobody asked for.
    pub fn told(&self, text: &str) -> String {
        match &self.scratch {
            Some(scratch) => text.replace(&format!("{}/", ngi_vfs::shown(scratch.path())), ""),
            None => text.to_owned(),
        }
    }
}

/// A file to be written.
pub struct Output {
    path: PathBuf,
    scratch: Option<TempDir>,
}

impl Output {
    /// The file at a path; one of this name in a folder that goes again for `-`.
    pub fn of(path: &Path, name: &str) -> Result<Self> {
        if !is_stream(path) {
            return Ok(Self { path: path.to_owned(), scratch: None });
        }
        let scratch = tempfile::tempdir().context("no room for what goes to stdout")?;
        Ok(Self { path: scratch.path().join(name), scratch: Some(scratch) })
    }

    /// Where it is written to.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether it goes to stdout.
    pub fn is_stream(&self) -> bool {
        self.scratch.is_some()
    }

    /// Hands the finished file to stdout, where it is to go there. Gives the names of files that
    /// were written beside it and do not go along.
    pub fn finish(&self, ui: &Ui) -> Result<Vec<String>> {
        let Some(scratch) = &self.scratch else { return Ok(Vec::new()) };
        copy(&self.path, ui)?;
        let mut beside: Vec<String> = fs::read_dir(scratch.path())?
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| *path != self.path)
            .map(|path| path.file_name().unwrap_or_default().to_string_lossy().into_owned())
            .collect();
        beside.sort();
        Ok(beside)
    }
}

/// Writes a file to stdout.
pub fn copy(path: &Path, ui: &Ui) -> Result<()> {
    let mut file =
        File::open(path).with_context(|| format!("{}: cannot read", ngi_vfs::shown(path)))?;
    let mut out = ui.out();
    io::copy(&mut file, &mut out)?;
    Ok(out.flush()?)
}
