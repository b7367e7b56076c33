//! The files of a level, by base name or folder.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use ngi_engine::arealmap::{Areals, LoadOptions};
use ngi_engine::landscape::Ground;
use ngi_engine::resolve::names;
use ngi_formats::landscape::Landscape;
use ngi_formats::{Findings, Mode};
use ngi_vfs::{Bytes, NodeKind, locate};

use crate::{Error, Result};

/// The files of a level. What was read of them is kept, for who asks more than once.
#[derive(Debug)]
pub struct LevelFiles {
    base: PathBuf,
    ground: OnceLock<(Ground, Vec<String>)>,
    areals: OnceLock<Areals>,
}

impl LevelFiles {
    /// A level by its base name (`DATA/MAPS/X/Land`), its folder, or one of its files.
    pub fn new(level: &Path) -> Self {
        let is_folder = locate(level).is_ok_and(|node| node.kind() == NodeKind::Folder);
        if is_folder {
            return Self::at(level.join(names::LEVEL_BASE));
        }
        let suffix = level.extension().and_then(|suffix| suffix.to_str());
        let known = |suffix: &str| ["msh", "map"].iter().any(|at| at.eq_ignore_ascii_case(suffix));
        let base = if suffix.is_some_and(known) { level.with_extension("") } else { level.into() };
        Self::at(base)
    }

    fn at(base: PathBuf) -> Self {
        Self { base, ground: OnceLock::new(), areals: OnceLock::new() }
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
    pub fn ground(&self) -> Result<(&Ground, &[String])> {
        let (ground, broken) = match self.ground.get() {
            Some(known) => known,
            None => {
                let read = self.read_ground()?;
                self.ground.get_or_init(|| read)
            }
        };
        Ok((ground, broken))
    }

    fn read_ground(&self) -> Result<(Ground, Vec<String>)> {
        let bytes = self.read(".msh")?;
        let mut findings = Findings::new(Mode::Tolerant, false);
        let land = Landscape::read_tolerant(&bytes, &mut findings)
            .map_err(|error| self.wrong(".msh", &error))?;
        let broken = findings.list().iter().map(|found| found.to_error().to_string());
        Ok((Ground::of(&land), broken.collect()))
    }

    /// The areals, loaded as the engine does.
    pub fn areals(&self) -> Result<&Areals> {
        if let Some(known) = self.areals.get() {
            return Ok(known);
        }
        let bytes = self.read(".map")?;
        let areals = Areals::load(&bytes, &LoadOptions::default());
        let areals = areals.map_err(|error| self.wrong(".map", &error))?;
        Ok(self.areals.get_or_init(|| areals))
    }

    fn wrong(&self, suffix: &str, error: &dyn std::fmt::Display) -> Error {
        Error::Usage(format!("{}: {error}", ngi_vfs::shown(&self.path(suffix))))
    }
}
