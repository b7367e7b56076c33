//! The files of a level, by base name or folder.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use ngi_engine::arealmap::{Areals, LoadOptions};
use ngi_engine::landscape::Ground;
use ngi_engine::resolve::names;
use ngi_formats::landscape::Landscape;
use ngi_formats::{Findings, Mode};
use ngi_vfs::{Bytes, NodeKind, locate};

use crate::{Error, Result};

/// The files of a level.
#[derive(Debug, Clone)]
pub struct LevelFiles {
    base: PathBuf,
}

impl LevelFiles {
    /// A level by its base name (`DATA/MAPS/X/Land`), its folder, or one of its files.
    pub fn new(level: &Path) -> Self {
        let is_folder = locate(level).is_ok_and(|node| node.kind() == NodeKind::Folder);
        if is_folder {
            return Self { base: level.join(names::LEVEL_BASE) };
        }
        let suffix = level.extension().and_then(|suffix| suffix.to_str());
        let known = |suffix: &str| ["msh", "map"].iter().any(|at| at.eq_ignore_ascii_case(suffix));
        let base = if suffix.is_some_and(known) { level.with_extension("") } else { level.into() };
        Self { base }
    }

    /// What to call it.
    pub(super) fn shown(&self) -> String {
        ngi_vfs::shown(&self.base).to_string()
    }

    /// The path of one of its files.
    pub fn path(&self, suffix: &str) -> PathBuf {
        let mut name = OsString::from(&self.base);
        name.push(suffix);
        name.into()
    }

    fn read(&self, suffix: &str) -> Result<Bytes> {
        match locate(&self.path(suffix)) {
            Ok(node) => Ok(node.bytes()?),
            Err(error) => {
                let base = ngi_vfs::shown(&self.base);
                let what =
                    "no level: it is a folder with Land.msh and Land.map, or their base name";
                let why = format!("{base}: {what} ({error})");
                Err(Error::Usage(why))
            }
        }
    }

    /// The ground, and what of it is broken and was left out.
    pub fn ground(&self) -> Result<(Ground, Vec<String>)> {
        let bytes = self.read(".msh")?;
        let mut findings = Findings::new(Mode::Tolerant, false);
        let land = Landscape::read_tolerant(&bytes, &mut findings)
            .map_err(|error| self.wrong(".msh", &error))?;
        let broken = findings.list().iter().map(|found| found.to_error().to_string());
        Ok((Ground::of(&land), broken.collect()))
    }

    /// The areals, loaded as the engine does.
    pub fn areals(&self) -> Result<Areals> {
        let bytes = self.read(".map")?;
        Areals::load(&bytes, &LoadOptions::default()).map_err(|error| self.wrong(".map", &error))
    }

    fn wrong(&self, suffix: &str, error: &dyn std::fmt::Display) -> Error {
        Error::Usage(format!("{}: {error}", ngi_vfs::shown(&self.path(suffix))))
    }
}
