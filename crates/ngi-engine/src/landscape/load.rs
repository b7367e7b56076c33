//! Loading a level in the engine's order.
//!
//! `CLandscape::CLandscape()` takes a base name, such as `DATA\MAPS\X\land`, and goes through
//! these steps; the first that fails ends it:
//!
//! 1. 3DRender, 3DSound;
//! 2. MatManager with `<base>1.wea` and `<base>2.wea`, LightManager, CollManager, FxManager;
//! 3. SystemArealMap with `<base>.map`;
//! 4. `<base>.msh` is opened;
//! 5. its chunks are looked for: 3, 4, 5, 18, 14, 21, 2, 1, 11;
//! 6. bounds, grid and working arrays are made.

use ngi_formats::landscape::Landscape;
use ngi_formats::landscape::chunk::{self, NO_CHUNK};
use ngi_formats::nres::Archive;
use ngi_formats::wear::{Parser, Wear, message};
use ngi_formats::{Findings, Mode};

use super::{Ground, LevelLists};
use crate::arealmap::{self, Areals};
use crate::resolve::LevelNames;

/// What a manager says when it cannot go on.
pub type Refusal = String;

macro_rules! managers {
    ($($(#[$doc:meta])* $name:ident;)*) => { $(
        $(#[$doc])*
        ///
        /// The documents only name it: by default it does nothing.
        pub trait $name {
            /// Gets ready for a level.
            fn prepare(&mut self, _level: &LevelNames) -> Result<(), Refusal> {
                Ok(())
            }
        }

        impl $name for Absent {}
    )* };
}

/// Stands in for every manager and does nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct Absent;

/// The engine's 3DRender.
///
/// The documents only name it: by default it does nothing.
pub trait Render3d {
    /// Gets ready for a level.
    fn prepare(&mut self, _level: &LevelNames) -> Result<(), Refusal> {
        Ok(())
    }

    /// Makes what it draws of the ground, once everything is there.
    fn take_ground(&mut self, _land: &Landscape<'_>) {}
}

impl Render3d for Absent {}

managers! {
    /// The engine's 3DSound.
    Sound3d;
    /// The engine's LightManager.
    LightManager;
    /// The engine's CollManager.
    CollManager;
    /// The engine's FxManager.
    FxManager;
}

/// The engine's MatManager, as far as loading a level needs it.
pub trait MatManager {
    /// Takes one of the two wears. By default it is read as the engine reads it, and forgotten.
    fn load_wear(&mut self, _name: &str, wear: &[u8]) -> Result<(), Refusal> {
        Wear::read(wear, Parser::File).map(|_| ()).map_err(|error| error.kind.to_string())
    }
}

impl MatManager for Absent {}

/// Who takes part in loading. By default nobody.
pub struct Managers<'m> {
    /// First.
    pub render: Box<dyn Render3d + 'm>,
    /// Second.
    pub sound: Box<dyn Sound3d + 'm>,
    /// Third, with two wears.
    pub materials: Box<dyn MatManager + 'm>,
    /// Fourth.
    pub lights: Box<dyn LightManager + 'm>,
    /// Fifth.
    pub collisions: Box<dyn CollManager + 'm>,
    /// Sixth; areals and the ground follow.
    pub effects: Box<dyn FxManager + 'm>,
}

impl Default for Managers<'_> {
    fn default() -> Self {
        Self {
            render: Box::new(Absent),
            sound: Box::new(Absent),
            materials: Box::new(Absent),
            lights: Box::new(Absent),
            collisions: Box::new(Absent),
            effects: Box::new(Absent),
        }
    }
}

/// Why a level does not load.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LevelError {
    /// A manager refused.
    #[error("{manager}: {message}")]
    Manager {
        /// Which.
        manager: &'static str,
        /// What it said.
        message: Refusal,
    },
    /// A wear is missing or cannot be read.
    #[error("{name}: {message}")]
    Wear {
        /// The file.
        name: String,
        /// What the engine says.
        message: String,
    },
    /// The areal map is missing.
    #[error("{name}: {}", ngi_formats::arealmap::message::CANNOT_LOAD)]
    NoAreals {
        /// The file.
        name: String,
    },
    /// The areal map does not load.
    #[error("{name}: {source}")]
    Areals {
        /// The file.
        name: String,
        /// Why.
        source: arealmap::LoadError,
    },
    /// The landscape is missing.
    #[error("{name}: {}", NO_CHUNK)]
    NoLandscape {
        /// The file.
        name: String,
    },
    /// The landscape cannot be followed.
    #[error("{name}: {source}")]
    Landscape {
        /// The file.
        name: String,
        /// Why.
        source: ngi_formats::Error,
        /// What the engine says, where it says something.
        engine: Option<&'static str>,
    },
}

impl LevelError {
    /// The engine's own words, without anything around them; `None` where it would go on and
    /// stumble later.
    pub fn engine_message(&self) -> Option<&str> {
        match self {
            Self::Manager { message, .. } | Self::Wear { message, .. } => Some(message),
            Self::NoAreals { .. } => Some(ngi_formats::arealmap::message::CANNOT_LOAD),
            Self::Areals { source, .. } => Some(source.engine_message()),
            Self::NoLandscape { .. } => Some(NO_CHUNK),
            Self::Landscape { engine, .. } => *engine,
        }
    }
}

/// A level, ready for questions.
#[derive(Debug, Clone)]
pub struct Level {
    /// The names of its files.
    pub names: LevelNames,
    /// The areals; `None` only where a fault was gone past.
    pub areals: Option<Areals>,
    /// The ground.
    pub ground: Ground,
    /// Lists of runtime objects, empty.
    pub lists: LevelLists,
    /// What is broken in the landscape and was left out.
    pub broken: Vec<String>,
    /// What the engine would have stopped at; empty unless [`Level::load_tolerant`] loaded it.
    pub faults: Vec<LevelError>,
}

/// What happens at a step that fails.
enum Faults {
    /// Loading ends.
    End,
    /// They are kept, and loading goes on.
    Keep(Vec<LevelError>),
}

impl Faults {
    /// What a step gave; `None` where it failed and loading goes on.
    fn past<T>(&mut self, step: Result<T, LevelError>) -> Result<Option<T>, LevelError> {
        match (step, self) {
            (Ok(made), _) => Ok(Some(made)),
            (Err(fault), Self::Keep(kept)) => {
                kept.push(fault);
                Ok(None)
            }
            (Err(fault), Self::End) => Err(fault),
        }
    }

    fn kept(self) -> Vec<LevelError> {
        match self {
            Self::End => Vec::new(),
            Self::Keep(kept) => kept,
        }
    }
}

impl Level {
    /// Loads a level by its base name. `open` gives the bytes of a file, or `None` where there is
    /// none; case does not matter to the engine.
    pub fn load<B: AsRef<[u8]>>(
        base: &str,
        open: impl FnMut(&str) -> Option<B>,
        managers: &mut Managers<'_>,
        options: &arealmap::LoadOptions,
    ) -> Result<Self, LevelError> {
        Self::load_steps(base, open, managers, options, Faults::End)
    }

    /// The same for tools: only without a ground there is no level. What the engine would have
    /// stopped at is kept in [`Level::faults`].
    pub fn load_tolerant<B: AsRef<[u8]>>(
        base: &str,
        open: impl FnMut(&str) -> Option<B>,
        managers: &mut Managers<'_>,
        options: &arealmap::LoadOptions,
    ) -> Result<Self, LevelError> {
        Self::load_steps(base, open, managers, options, Faults::Keep(Vec::new()))
    }

    fn load_steps<B: AsRef<[u8]>>(
        base: &str,
        mut open: impl FnMut(&str) -> Option<B>,
        managers: &mut Managers<'_>,
        options: &arealmap::LoadOptions,
        mut faults: Faults,
    ) -> Result<Self, LevelError> {
        let names = LevelNames::new(base);
        let refused = |manager| move |message| LevelError::Manager { manager, message };
        faults.past(managers.render.prepare(&names).map_err(refused("3DRender")))?;
        faults.past(managers.sound.prepare(&names).map_err(refused("3DSound")))?;
        for name in &names.wears {
            faults.past(load_wear(name, open(name), &mut *managers.materials))?;
        }
        faults.past(managers.lights.prepare(&names).map_err(refused("LightManager")))?;
        faults.past(managers.collisions.prepare(&names).map_err(refused("CollManager")))?;
        faults.past(managers.effects.prepare(&names).map_err(refused("FxManager")))?;
        let areals = faults.past(load_areals(&names.areals, open(&names.areals), options))?;
        let name = || names.landscape.clone();
        let land =
            open(&names.landscape).ok_or_else(|| LevelError::NoLandscape { name: name() })?;
        let mut findings = Findings::new(Mode::Tolerant, false);
        let land = land.as_ref();
        let read = Landscape::read_tolerant(land, &mut findings).map_err(|source| {
            LevelError::Landscape { name: name(), source, engine: missing_chunk(land) }
        })?;
        let ground = Ground::of(&read);
        let broken = findings.list().iter().map(|found| found.to_error().to_string()).collect();
        let lists = LevelLists::new(ground.grid());
        managers.render.take_ground(&read);
        Ok(Self { names, areals, ground, lists, broken, faults: faults.kept() })
    }
}

fn load_areals<B: AsRef<[u8]>>(
    name: &str,
    map: Option<B>,
    options: &arealmap::LoadOptions,
) -> Result<Areals, LevelError> {
    let map = map.ok_or_else(|| LevelError::NoAreals { name: name.to_owned() })?;
    Areals::load(map.as_ref(), options)
        .map_err(|source| LevelError::Areals { name: name.to_owned(), source })
}

fn load_wear<B: AsRef<[u8]>>(
    name: &str,
    wear: Option<B>,
    materials: &mut dyn MatManager,
) -> Result<(), LevelError> {
    let failed = |message| LevelError::Wear { name: name.to_owned(), message };
    let Some(wear) = wear else {
        return Err(failed(message::wear_missing(name)));
    };
    materials.load_wear(name, wear.as_ref()).map_err(failed)
}

/// What the engine says about the first chunk it looks for and does not find. Where the file is no
/// archive at all, it cannot open it.
fn missing_chunk(bytes: &[u8]) -> Option<&'static str> {
    let Ok(archive) = Archive::read(bytes) else { return Some(NO_CHUNK) };
    let missing = |known: &&chunk::Chunk| {
        known.is_required()
            && !archive.iter().any(|entry| entry.record().type_id.0 == known.type_id)
    };
    let mut order = chunk::LOAD_ORDER.into_iter().filter_map(chunk::chunk_of);
    order.find(missing).map(chunk::engine_message)
}
