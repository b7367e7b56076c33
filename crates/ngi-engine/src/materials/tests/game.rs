//! Little games to load from.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use ngi_formats::mat0::{BlendMode, Flags, LerpMask, MaterialBuf, Mode, Phase, TrackBuf};
use ngi_formats::nres::TypeId;
use ngi_formats::texm::{Image, Levels, Options, PixelFormat, Texm};
use ngi_vfs::{Bytes, Error, Result};

use crate::materials::{Manager, Shared};
use crate::resolve::{Library, Source, types};

/// A library in memory that counts how often an entry is read.
#[derive(Debug, Default)]
pub struct Entries {
    pub entries: Vec<(TypeId, String, [u32; 3], Bytes)>,
    pub reads: AtomicUsize,
}

impl Entries {
    pub fn with(
        mut self,
        type_id: TypeId,
        name: &str,
        attributes: [u32; 3],
        data: impl Into<Bytes>,
    ) -> Self {
        self.entries.push((type_id, name.to_owned(), attributes, data.into()));
        self
    }

    pub fn with_material(self, name: &str, material: &MaterialBuf) -> Self {
        let data = material.write().unwrap();
        self.with(types::MATERIAL, name, material.attributes.numbers(), data)
    }

    pub fn with_texture(self, name: &str, texture: &Texm<'_>) -> Self {
        self.with(types::TEXTURE, name, [0; 3], texture.write())
    }
}

impl Library for Entries {
    fn len(&self) -> usize {
        self.entries.len()
    }

    fn find(&self, name: &[u8], type_id: Option<TypeId>) -> Option<usize> {
        self.entries.iter().position(|(id, entry, ..)| {
            type_id.is_none_or(|wanted| *id == wanted)
                && entry.as_bytes().eq_ignore_ascii_case(name)
        })
    }

    fn attributes(&self, index: usize) -> [u32; 3] {
        self.entries[index].2
    }

    fn data(&self, index: usize) -> Result<Bytes> {
        self.reads.fetch_add(1, Ordering::Relaxed);
        Ok(self.entries[index].3.clone())
    }
}

/// Libraries and files by path.
#[derive(Debug, Clone, Default)]
pub struct Game {
    pub libraries: BTreeMap<String, Arc<Entries>>,
    pub files: BTreeMap<String, Bytes>,
}

impl Game {
    pub fn with(mut self, path: &str, library: Entries) -> Self {
        self.libraries.insert(path.to_owned(), Arc::new(library));
        self
    }

    pub fn with_file(mut self, path: &str, text: &str) -> Self {
        self.files.insert(path.to_owned(), text.to_owned().into());
        self
    }
}

fn missing(path: &str) -> Error {
    Error::NotFound { path: path.to_owned(), hint: "made by hand".to_owned() }
}

impl Source for Game {
    fn library(&self, path: &str) -> Result<Arc<dyn Library>> {
        let library = self.libraries.get(path).cloned().ok_or_else(|| missing(path))?;
        Ok(library)
    }

    fn file(&self, path: &str) -> Result<Bytes> {
        self.files.get(path).cloned().ok_or_else(|| missing(path))
    }
}

/// A texture of one colour.
pub fn plain(format: PixelFormat, side: u32, levels: Levels) -> Texm<'static> {
    let pixels = vec![[200, 100, 50, 128]; usize::try_from(side * side).unwrap()];
    let image = Image::new(side, side, pixels).unwrap();
    Texm::encode(&image, &Options { levels, ..Options::new(format) }).unwrap()
}

/// A material of one phase with this texture.
pub fn textured(name: &str) -> MaterialBuf {
    MaterialBuf::of_texture(name.as_bytes(), BlendMode::OPAQUE).unwrap()
}

/// Phases whose red of ambient is their number, with a track.
pub fn animated(phases: u8, mode: Mode, mask: u32, keys: &[(u16, u16)]) -> MaterialBuf {
    let phase = |number| Phase { ambient: [number, 0, 0], ..Phase::default() };
    let key = |&(phase, time_ms)| ngi_formats::mat0::Key { phase, time_ms, unk_0x04: 0 };
    let word = ngi_formats::mat0::TrackWord::new(mode, LerpMask(mask));
    let track = TrackBuf { word, keys: keys.iter().map(key).collect() };
    MaterialBuf {
        phases: (0..phases).map(phase).collect(),
        tracks: vec![track],
        ..MaterialBuf::default()
    }
}

/// A material with other flags.
pub fn flagged(material: MaterialBuf, flags: u32) -> MaterialBuf {
    let mut material = material;
    material.attributes.flags = Flags(flags);
    material
}

/// The game as most tests have it: textures A.0 and B.0, materials DEFAULT (A.0), WALL (A.0),
/// DOOR (B.0), a lightmap L.0.
pub fn small() -> Game {
    let texture = plain(PixelFormat::RGB565, 2, Levels::All);
    let textures = ["A.0", "B.0"]
        .iter()
        .fold(Entries::default(), |library, name| library.with_texture(name, &texture));
    let materials = Entries::default()
        .with_material("FIRST", &textured("B.0"))
        .with_material("DEFAULT", &textured("A.0"))
        .with_material("WALL", &textured("A.0"))
        .with_material("DOOR", &textured("B.0"));
    Game::default()
        .with("Textures.lib", textures)
        .with("Material.lib", materials)
        .with("LightMap.lib", Entries::default().with_texture("L.0", &texture))
        .with("palettes.lib", Entries::default())
}

/// The lines of the log.
pub fn lines(shared: &Shared) -> Vec<String> {
    shared.log.lines().map(ToString::to_string).collect()
}

/// A game with a manager that wears this.
pub fn wearing(game: Game, wear: &str) -> (Shared, Manager) {
    let mut shared = Shared::new(game.with_file("x.wea", wear));
    let mut manager = Manager::load(&mut shared);
    assert_eq!(manager.load_wear_file(&mut shared, "x.wea").unwrap(), 0);
    (shared, manager)
}
