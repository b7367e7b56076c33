//! What all managers share: library paths, caches, palettes, the time, the log.

use std::collections::HashMap;
use std::sync::Arc;

use ngi_formats::pal::{texture_dot, texture_palette};
use ngi_formats::text;

use super::cache::{Cache, Key};
use super::definition::Definition;
use super::error::{Error, Result};
use super::log::{Line, Log};
use super::palettes::Palettes;
use super::phase::{NONE, RuntimePhase};
use super::policy::{LoadFlags, TexturePolicy};
use super::random::Rand;
use super::texture::{Loading, Texture, TextureId, TextureKind};
use crate::resolve::{Library, NoTexture, Source, find_texture, names};

/// Slots of the texture cache.
pub const TEXTURES: usize = 777;
/// Slots of the lightmap cache.
pub const LIGHTMAPS: usize = 100;
/// Slots of the pool of materials.
pub const MATERIALS: usize = 700;
/// How often idle textures are looked for, in milliseconds. The engine's value is "about" this.
pub const SWEEP_EVERY_MS: u32 = 20_000;
/// How long a texture may be idle, in milliseconds. The engine's value is "about" this.
pub const IDLE_MS: u32 = 60_000;

/// Where the libraries are, as the game is told by `SetTexturesLib` and its like.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LibraryPaths {
    /// Textures.
    pub textures: String,
    /// Materials.
    pub materials: String,
    /// Lightmaps.
    pub lightmaps: String,
    /// Palettes.
    pub palettes: String,
}

impl Default for LibraryPaths {
    /// What the game sets when it starts.
    fn default() -> Self {
        Self {
            textures: names::TEXTURES.to_owned(),
            materials: names::MATERIALS.to_owned(),
            lightmaps: names::LIGHTMAPS.to_owned(),
            palettes: names::PALETTES.to_owned(),
        }
    }
}

/// A library that is open, and its number.
type Opened = (u32, Arc<dyn Library>);

/// The variables of the engine's module that every manager uses. See the [module](super).
#[derive(Debug)]
pub struct Shared {
    source: Box<dyn Source>,
    paths: LibraryPaths,
    /// By path in lower case.
    libraries: HashMap<String, Opened>,
    opened: u32,
    textures: Cache<Texture>,
    lightmaps: Cache<Texture>,
    pub(super) materials: Cache<Definition>,
    palettes: Option<Palettes>,
    game_time: u32,
    last_sweep: u32,
    last_texture: u64,
    /// The lot behind mode 3. Set it to a seed to make a run repeatable.
    pub rand: Rand,
    /// How textures are loaded from now on.
    pub policy: TexturePolicy,
    /// What there was to say.
    pub log: Log,
}

impl Shared {
    /// Everything empty, the time 0, libraries at their default paths in `source`.
    pub fn new(source: impl Source + 'static) -> Self {
        Self {
            source: Box::new(source),
            paths: LibraryPaths::default(),
            libraries: HashMap::new(),
            opened: 0,
            textures: Cache::new(TEXTURES),
            lightmaps: Cache::new(LIGHTMAPS),
            materials: Cache::new(MATERIALS),
            palettes: None,
            game_time: 0,
            last_sweep: 0,
            last_texture: 0,
            rand: Rand::default(),
            policy: TexturePolicy::default(),
            log: Log::default(),
        }
    }

    /// Where the libraries are.
    pub fn paths(&self) -> &LibraryPaths {
        &self.paths
    }

    /// Names the library of textures (`SetTexturesLib`). Like its three likes, it keeps the path
    /// and looks at nothing: what is loaded stays, what is loaded next comes from there.
    pub fn set_textures_lib(&mut self, path: &str) {
        path.clone_into(&mut self.paths.textures);
    }

    /// Names the library of materials (`SetMaterialLib`).
    pub fn set_material_lib(&mut self, path: &str) {
        path.clone_into(&mut self.paths.materials);
    }

    /// Names the library of lightmaps (`SetLightMapLib`).
    pub fn set_light_map_lib(&mut self, path: &str) {
        path.clone_into(&mut self.paths.lightmaps);
    }

    /// Names the library of palettes (`SetPalettesLib`). See [`Shared::load_palettes`].
    pub fn set_palettes_lib(&mut self, path: &str) {
        path.clone_into(&mut self.paths.palettes);
    }

    /// Sets the game's time in milliseconds (`SetGameTime`).
    ///
    /// About every 20 s of it, textures that were idle for more than about 60 s are freed. Where
    /// in the engine that happens is not known. A clock that is set back counts as a long time.
    pub fn set_game_time(&mut self, now_ms: u32) {
        self.game_time = now_ms;
        if now_ms.wrapping_sub(self.last_sweep) >= SWEEP_EVERY_MS {
            self.last_sweep = now_ms;
            self.sweep();
        }
    }

    /// The game's time in milliseconds.
    pub fn game_time(&self) -> u32 {
        self.game_time
    }

    /// Frees the textures that have been idle for too long, now; gives their number. Lightmaps
    /// are never idle: they go with their table.
    pub fn sweep(&mut self) -> usize {
        self.textures.sweep(self.game_time, IDLE_MS)
    }

    /// Frees every texture, used or not (`UnloadAllTextures`); gives their number.
    ///
    /// In the engine materials go on naming slots that are empty, or hold another texture later.
    /// Here they have no texture from then on. Lightmaps stay.
    pub fn unload_all_textures(&mut self) -> usize {
        let materials = self.materials.iter_mut();
        materials.flat_map(|slot| &mut slot.object.phases).for_each(|phase| phase.texture = NONE);
        self.textures.clear()
    }

    /// The cache of textures.
    pub fn textures(&self) -> &Cache<Texture> {
        &self.textures
    }

    /// The cache of lightmaps.
    pub fn lightmaps(&self) -> &Cache<Texture> {
        &self.lightmaps
    }

    /// The pool of materials.
    pub fn materials(&self) -> &Cache<Definition> {
        &self.materials
    }

    /// The bank of palettes, once it is loaded.
    pub fn palettes(&self) -> Option<&Palettes> {
        self.palettes.as_ref()
    }

    /// The texture of what is shown, if it has one.
    pub fn texture_of(&self, phase: &RuntimePhase) -> Option<&Texture> {
        self.textures.get(phase.texture).map(|slot| &slot.object)
    }

    /// Loads the bank of palettes from its library, in place of the one there is. A library that
    /// cannot be opened is a line in the log and an empty bank: most textures need none.
    pub fn load_palettes(&mut self) -> &Palettes {
        let path = self.paths.palettes.clone();
        let palettes = match self.open(&path) {
            Ok((_, library)) => Palettes::load(&*library, &mut self.log),
            Err(error) => {
                self.log.add(Line::Broken(path.into_bytes(), error.to_string()));
                Palettes::default()
            }
        };
        self.palettes.insert(palettes)
    }

    pub(super) fn has_palettes(&self) -> bool {
        self.palettes.is_some()
    }

    /// Forgets which libraries are open; the next use opens them again. What is loaded stays.
    pub fn close_libraries(&mut self) {
        self.libraries.clear();
    }

    pub(super) fn open(&mut self, path: &str) -> Result<Opened, ngi_vfs::Error> {
        // Effects write the same library in any case; it is one, and so is what it holds.
        let key = path.to_ascii_lowercase();
        if let Some(open) = self.libraries.get(&key) {
            return Ok(open.clone());
        }
        let open = (self.opened, self.source.library(path)?);
        self.opened = self.opened.wrapping_add(1);
        self.libraries.insert(key, open.clone());
        Ok(open)
    }

    pub(super) fn read_file(&self, path: &str) -> Result<ngi_vfs::Bytes, ngi_vfs::Error> {
        self.source.file(path)
    }

    /// Loads a texture, or finds it loaded (`sub_10004B10`). Gives its slot in the cache and
    /// counts a user more; [`Shared::release_texture`] takes it away.
    ///
    /// −1 where there is none to be had: a name without a dot, nothing of that name, bytes that
    /// are no texture. The log says which.
    pub fn load_texture(&mut self, name: &[u8], flags: LoadFlags) -> Result<i32> {
        let path = self.paths.textures.clone();
        let opened = self.open(&path).map_err(|source| Error::Library { library: path, source })?;
        self.load_image(TextureKind::Texture, &opened, name, flags)
    }

    /// Loads a lightmap, or finds it loaded (`sub_10004CB0`): as [`Shared::load_texture`], from
    /// the library of lightmaps. A game need not have one.
    pub fn load_lightmap(&mut self, name: &[u8]) -> Result<i32> {
        let path = self.paths.lightmaps.clone();
        let Ok(opened) = self.open(&path) else {
            let bad = texture_dot(name).is_err();
            let missing = Line::LightmapMissing(name.to_vec());
            self.log.add(if bad { Line::BadTextureName } else { missing });
            return Ok(NONE);
        };
        let flags = self.policy.lightmap_flags;
        self.load_image(TextureKind::Lightmap, &opened, name, flags)
    }

    fn load_image(
        &mut self,
        kind: TextureKind,
        (number, library): &Opened,
        name: &[u8],
        flags: LoadFlags,
    ) -> Result<i32> {
        let found = find_texture(&**library, name);
        if found == Err(NoTexture::BadName) {
            self.log.add(Line::BadTextureName);
            return Ok(NONE);
        }
        let palette = texture_palette(name).map_err(Error::Palette)?;
        let Ok(entry) = found else {
            self.log.add(match kind {
                TextureKind::Texture => Line::TextureMissing(name.to_vec()),
                TextureKind::Lightmap => Line::LightmapMissing(name.to_vec()),
            });
            return Ok(NONE);
        };
        let key = Key { library: *number, entry };
        if let Some(slot) = self.cache_of(kind).reuse(key) {
            return Ok(slot);
        }
        if !self.cache_of(kind).has_room() {
            return Err(self.full(kind, name));
        }
        if palette.is_some() && !self.has_palettes() {
            self.load_palettes();
        }
        let bank = self.palettes.as_ref();
        let palette = palette.map(|slot| (slot, bank.and_then(|bank| bank.get(slot)).cloned()));
        let id = TextureId(self.last_texture + 1);
        let loading = Loading { id, kind, name, flags, palette };
        let data = library.data(entry).map_err(|error| error.to_string());
        let loaded = data.and_then(|data| {
            Texture::load(&data, loading, &self.policy).map_err(|error| error.to_string())
        });
        match loaded {
            Ok(texture) => {
                self.last_texture = id.0;
                let slot = self.cache_of(kind).insert(key, texture, flags);
                slot.ok_or_else(|| self.full(kind, name))
            }
            Err(why) => {
                self.log.add(Line::Broken(name.to_vec(), why));
                Ok(NONE)
            }
        }
    }

    fn cache_of(&mut self, kind: TextureKind) -> &mut Cache<Texture> {
        match kind {
            TextureKind::Texture => &mut self.textures,
            TextureKind::Lightmap => &mut self.lightmaps,
        }
    }

    fn full(&mut self, kind: TextureKind, name: &[u8]) -> Error {
        let what = match kind {
            TextureKind::Texture => "textures",
            TextureKind::Lightmap => "lightmaps",
        };
        let cache = self.cache_of(kind);
        let (capacity, idle) = (cache.capacity(), cache.idle());
        Error::CacheFull { name: text::decode(name), what, capacity, idle }
    }

    /// One user less of a texture. One that nobody uses stays until a sweep.
    pub fn release_texture(&mut self, slot: i32) {
        self.textures.release(slot, self.game_time);
    }

    /// One user less of a lightmap. One that nobody uses goes at once.
    pub fn release_lightmap(&mut self, slot: i32) {
        if self.lightmaps.release(slot, self.game_time) == Some(0) {
            self.lightmaps.remove(slot);
        }
    }
}
