//! A folder of broken files: for each check code one that is wrong in just that way.
//!
//! A case is a small sound sample and a change to it. The changes are in `recipes.txt`, a line
//! each: fields by their paths, and places by the fields around them. Many were found by trying
//! every byte of the samples (`examples/find_broken`), so that a new code mostly needs one more run,
//! not one more maker.
//!
//! On disk a case is a folder named after its code, with the broken file, whatever it needs around
//! it, and a file [`EXPECTED`] with the code and the command that finds it.

mod change;
mod field;
mod missions;
mod place;
mod samples;
mod sidecars;
mod special;
mod texts;

use std::collections::BTreeSet;

use ngi_formats::{Error, Level, Mode, Result};
use ngi_verbs::check;
use ngi_verbs::format::all_codes;
use ngi_verbs::surroundings::Game;
use ngi_vfs::{MemoryRoot, Vfs};

use crate::game::FilePlan;

pub use change::Change;
pub use field::Field;
pub use place::{Place, PlaceChange};
pub use samples::{Sample, samples};

/// The file beside a broken one that says which code it gives.
pub const EXPECTED: &str = "expected.txt";

/// A broken case: a code, a sample and what is changed in it.
#[derive(Debug, Clone)]
pub struct Case {
    /// The code that a check of it gives.
    pub code: &'static str,
    /// Which sample.
    pub sample: &'static str,
    /// What is changed in its first file.
    pub change: Change,
}

/// Every case.
pub fn cases() -> Result<Vec<Case>> {
    let lines = include_str!("recipes.txt").lines().filter(|line| !line.trim().is_empty());
    lines.map(parse).collect()
}

fn parse(line: &'static str) -> Result<Case> {
    let mut words = line.splitn(3, ' ');
    let (Some(code), Some(sample), Some(change)) = (words.next(), words.next(), words.next())
    else {
        return Err(Error::usage("recipes.txt", format!("not a case: {line}")));
    };
    Ok(Case { code, sample, change: Change::parse(change)? })
}

impl Case {
    /// The files of the case, the broken one first.
    pub fn files(&self, samples: &[Sample]) -> Result<Vec<(String, Vec<u8>)>> {
        let Some(sample) = samples.iter().find(|sample| sample.name == self.sample) else {
            let why = format!("there is no sample {}", self.sample);
            return Err(Error::usage(self.code, why));
        };
        sample.changed(&self.change)
    }
}

/// The files of the whole folder.
pub fn plan() -> Result<Vec<FilePlan>> {
    let samples = samples()?;
    let mut plans = Vec::new();
    for case in cases()? {
        for (name, bytes) in case.files(&samples)? {
            plans.push(FilePlan::ready(format!("{}/{name}", case.code), bytes));
        }
        let asked = Asked::about(case.code).arguments();
        let expected = format!("{}\nngi check{asked} .\n", case.code).into_bytes();
        plans.push(FilePlan::ready(format!("{}/{EXPECTED}", case.code), expected));
    }
    Ok(plans)
}

/// What a check is asked about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Asked {
    /// Strict, or as the engine reads.
    pub mode: Mode,
    /// Whether the invariants of the shipped game are asked about.
    pub retail: bool,
}

impl Asked {
    /// Everything.
    pub const ALL: Self = Self { mode: Mode::Strict, retail: true };
    /// What `ngi check` asks about by itself.
    pub const USUAL: Self = Self { mode: Mode::Strict, retail: false };

    /// What has to be asked about so that a code comes alone. Invariants of the shipped game are
    /// asked about only with `--retail`. Payloads that share too many bytes to be unpacked
    /// overlap, which the engine does not mind, so `--mode tolerant` does not say it.
    pub fn about(code: &str) -> Self {
        let known = all_codes().find(|known| known.id == code);
        let retail = known.is_some_and(|known| known.level == Level::Retail);
        let tolerant = code == "rsli.payload.unchecked";
        Self { mode: if tolerant { Mode::Tolerant } else { Mode::Strict }, retail }
    }

    /// What is written behind `ngi check`.
    fn arguments(self) -> &'static str {
        match self {
            Self { mode: Mode::Tolerant, .. } => " --mode tolerant",
            Self { retail: true, .. } => " --retail",
            _ => "",
        }
    }
}

/// The codes that a check of these files finds, each once.
pub fn codes_of(files: &[(String, Vec<u8>)], asked: Asked) -> ngi_verbs::Result<Vec<&'static str>> {
    let (_, findings) = findings_of(files, asked)?;
    let codes = findings.iter().map(|located| located.finding.code.id);
    Ok(codes.collect::<BTreeSet<_>>().into_iter().collect())
}

/// What a check of these files finds, and the folder they are in.
pub fn findings_of(
    files: &[(String, Vec<u8>)],
    asked: Asked,
) -> ngi_verbs::Result<(Vfs, Vec<check::Located>)> {
    findings_allowing(files, asked, Vec::new())
}

/// The same with codes that nobody wants to hear of.
pub fn findings_allowing(
    files: &[(String, Vec<u8>)],
    asked: Asked,
    allow: Vec<String>,
) -> ngi_verbs::Result<(Vfs, Vec<check::Located>)> {
    let root = MemoryRoot::new();
    for (name, bytes) in files {
        root.insert(name, bytes.clone())?;
    }
    let vfs = Vfs::in_memory(root);
    let is_game = |name: &String| name == "Material.lib" || name == "Textures.lib";
    let game = files.iter().any(|(name, _)| is_game(name)).then(|| Game::new(vfs.clone()));
    let Asked { mode, retail } = asked;
    let options = check::Options { mode, retail, game, allow, ..check::Options::default() };
    let report = check::check(&vfs.root(), &options, &())?;
    Ok((vfs, report.findings))
}
