//! What the rows of wears look like at a moment: materials and textures of a game, on the card.

use std::collections::HashMap;
use std::sync::Arc;

use ngi_engine::landscape::{MatManager, Refusal};
use ngi_engine::materials::{
    Broken, Clock, Definition, Error, Handle, Manager, Rand, RuntimePhase, Shared, TABLES,
    TextureId as EngineTexture,
};
use ngi_engine::resolve::{Library, Source};
use ngi_formats::mat0::BlendMode;
use ngi_formats::texm::UvRect;
use ngi_formats::text;
use ngi_vfs::{Bytes, Vfs};

use super::textures::texture_data;
use crate::frame::{Instance, LogLine, Store, Surface, TextureId};

/// What a material shows at a moment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Appearance {
    /// Its texture; `None` for none.
    pub texture: Option<TextureId>,
    /// How it is blended.
    pub blend: BlendMode,
    /// What light is multiplied with.
    pub diffuse: [f32; 3],
    /// Its own light.
    pub ambient: [f32; 3],
    /// How much of it is there.
    pub opacity: f32,
    /// Its shine.
    pub specular: [f32; 3],
    /// Power of the shine.
    pub power: u32,
    /// The cell of the texture: u, v, width, height in turns.
    pub cell: [f32; 4],
}

impl Default for Appearance {
    /// White: what stands in where nothing is known.
    fn default() -> Self {
        Self {
            texture: None,
            blend: BlendMode::OPAQUE,
            diffuse: [1.0; 3],
            ambient: [0.0; 3],
            opacity: 1.0,
            specular: [0.0; 3],
            power: 0,
            cell: [0.0, 0.0, 1.0, 1.0],
        }
    }
}

impl Appearance {
    /// An instance made of it, at the origin.
    pub fn instance(&self) -> Instance {
        let [r, g, b] = self.diffuse;
        let [ar, ag, ab] = self.ambient;
        let [sr, sg, sb] = self.specular;
        // Powers past 255 are not stored.
        let power = f32::from(u8::try_from(self.power).unwrap_or(u8::MAX));
        Instance {
            diffuse: [r, g, b, 1.0],
            ambient: [ar, ag, ab, self.opacity],
            specular: [sr, sg, sb, power],
            cell: self.cell,
            ..Instance::default()
        }
    }

    /// A lit surface of it.
    pub fn surface(&self) -> Surface {
        Surface { texture0: self.texture, ..Surface::default() }.blended(self.blend)
    }
}

/// Nothing to load from.
#[derive(Debug)]
struct NoGame;

impl Source for NoGame {
    fn library(&self, path: &str) -> Result<Arc<dyn Library>, ngi_vfs::Error> {
        let hint = "there is no game folder; name one with --game".to_owned();
        Err(ngi_vfs::Error::NotFound { path: path.to_owned(), hint })
    }

    fn file(&self, path: &str) -> Result<Bytes, ngi_vfs::Error> {
        let hint = "there is no game folder; name one with --game".to_owned();
        Err(ngi_vfs::Error::NotFound { path: path.to_owned(), hint })
    }
}

/// A wear of [`Looks`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct WearId {
    manager: usize,
    table: u16,
}

/// A single material of [`Looks`]: its slot in the engine's pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MaterialId(i32);

/// The materials of a game: loaded by the engine's managers, shown at any time.
#[derive(Debug)]
pub struct Looks {
    shared: Shared,
    /// As many as are needed: each holds no more than [`TABLES`] wears.
    managers: Vec<Manager>,
    /// Where each texture of the engine is on the card.
    kept: HashMap<EngineTexture, TextureId>,
    log: Vec<LogLine>,
}

impl Looks {
    /// Materials of a game; without one everything is white.
    pub fn new(game: Option<&Vfs>) -> Self {
        let mut shared = match game {
            Some(vfs) => Shared::new(vfs.clone()),
            None => Shared::new(NoGame),
        };
        if game.is_some() {
            shared.load_palettes();
        }
        Self { shared, managers: Vec::new(), kept: HashMap::new(), log: Vec::new() }
    }

    /// What the engine keeps: for those who need more than a look.
    pub fn shared(&self) -> &Shared {
        &self.shared
    }

    /// What the engine keeps, to load from or to set policies of.
    pub fn shared_mut(&mut self) -> &mut Shared {
        &mut self.shared
    }

    /// Loads a wear. Rows that cannot be loaded are white, with a line in the log; so is everything
    /// where the wear itself cannot be read.
    pub fn load_wear(&mut self, name: &str, wear_text: &[u8]) -> Option<WearId> {
        let loaded = self.try_load_wear(name, wear_text);
        loaded.map_err(|why| self.note(format!("{name}: {why}"))).ok()
    }

    /// The same; whoever asks tells why a wear cannot be read, and which.
    fn try_load_wear(&mut self, name: &str, wear_text: &[u8]) -> Result<WearId, String> {
        if self.managers.last().is_none_or(|manager| manager.table_count() >= TABLES) {
            // Without a game there are no palettes to load.
            let mut manager = match self.shared.palettes() {
                Some(_) => Manager::load(&mut self.shared),
                None => Manager::default(),
            };
            manager.broken = Broken::LeaveOut;
            self.managers.push(manager);
        }
        let place = self.managers.len() - 1;
        let Some(manager) = self.managers.get_mut(place) else { return Err(String::new()) };
        let loaded = manager.load_wear_bytes(&mut self.shared, name, wear_text);
        self.drain_log();
        match loaded {
            Ok(table) => Ok(WearId { manager: place, table }),
            Err(Error::Wear { source, .. }) => Err(source.to_string()),
            Err(other) => Err(other.to_string()),
        }
    }

    /// Loads a material from a library; `None` where that cannot be opened or the material is
    /// broken, with a line in the log.
    pub fn load_material(&mut self, library: &str, name: &[u8]) -> Option<MaterialId> {
        let loaded = self.shared.load_material_from(library, name);
        self.drain_log();
        match loaded {
            Ok(slot) => Some(MaterialId(slot)),
            Err(error) => {
                self.note(format!("{}: {error}", text::decode(name)));
                None
            }
        }
    }

    /// A line of the log, unless it was the last one already.
    fn note(&mut self, line: String) {
        let line = LogLine::Note(line);
        if self.log.last() != Some(&line) {
            self.log.push(line);
        }
    }

    fn drain_log(&mut self) {
        for line in self.shared.log.take() {
            self.note(line.to_string());
        }
    }

    /// Puts textures on the card that are not there yet. To be called after loading.
    pub fn prepare(&mut self, store: &mut dyn Store) {
        let caches = [self.shared.textures(), self.shared.lightmaps()];
        for slot in caches.into_iter().flat_map(|cache| cache.iter().map(|(_, slot)| slot)) {
            let texture = &slot.object;
            self.kept.entry(texture.id()).or_insert_with(|| {
                let (data, line) = texture_data(texture);
                self.log.extend(line);
                store.add_texture(&data)
            });
        }
        // Of what the store says, it said everything about these textures already.
        for line in store.take_log() {
            if !self.log.contains(&line) {
                self.log.push(line);
            }
        }
    }

    /// Takes the textures from the card.
    pub fn release(&mut self, store: &mut dyn Store) {
        self.kept.drain().for_each(|(_, id)| store.remove_texture(id));
    }

    /// Sets the game's time.
    pub fn set_time_ms(&mut self, now: u32) {
        self.shared.set_game_time(now);
    }

    /// What there was to say.
    pub fn log(&self) -> &[LogLine] {
        &self.log
    }

    /// How many rows a wear has.
    pub fn rows(&self, wear: WearId) -> usize {
        let manager = self.managers.get(wear.manager);
        manager.and_then(|manager| manager.wear_count(wear.table).ok()).unwrap_or(0)
    }

    /// The name of a row's material.
    pub fn row_name(&self, wear: WearId, row: usize) -> Option<String> {
        let (manager, handle) = self.row(wear, row)?;
        manager.row_name(handle).ok().map(text::decode)
    }

    /// Whether a row has a material.
    pub fn is_loaded(&self, wear: WearId, row: usize) -> bool {
        self.material(wear, row).is_some()
    }

    /// What a row shows at the game's time; white where there is no such row.
    pub fn look(&self, wear: WearId, row: usize, track: usize) -> Appearance {
        let shown = || {
            let (manager, handle) = self.row(wear, row)?;
            // Each row starts at 0. Mode 3 draws lots: the same ones for the same moment, so that
            // a picture can be made again.
            let now = self.shared.game_time();
            let (mut clock, mut rand) = (Clock { now, start: 0 }, Rand::new(now ^ 0x5bd1_e995));
            let phase = manager.phase_at(&self.shared, handle, track, &mut clock, &mut rand);
            let blend = manager.metadata(&self.shared, handle).ok()?.blend();
            Some(self.look_of(&phase.ok()?, blend))
        };
        shown().unwrap_or_default()
    }

    /// Whether a row shows the sign of a clan, by its index: materials such as `B_LBL_01` have a
    /// track for each. *Stand-in*: the writer of the track is not read, so that the name decides.
    pub fn has_sign(&self, wear: WearId, row: usize, clan: usize) -> bool {
        let is_sign = self
            .row_name(wear, row)
            .is_some_and(|name| name.to_ascii_uppercase().contains("_LBL_"));
        is_sign && self.material(wear, row).is_some_and(|it| it.track(clan).is_some())
    }

    /// What a material shows at a share of its first track, as effects ask for it.
    pub fn look_at_share(&self, material: MaterialId, share: f32) -> Appearance {
        let Some(slot) = self.shared.materials().get(material.0) else {
            return Appearance::default();
        };
        let material = &slot.object;
        match material.mixed(material.at_share(0, share)) {
            Ok(phase) => self.look_of(&phase, material.metadata().blend()),
            Err(_) => Appearance::default(),
        }
    }

    /// Milliseconds until a row's track repeats; 0 where it does not move.
    pub fn cycle_ms(&self, wear: WearId, row: usize, track: usize) -> u32 {
        let track = self.material(wear, row).and_then(|material| material.track(track));
        let Some(track) = track.filter(|track| track.keys().len() > 1) else { return 0 };
        let times = if track.mode() == ngi_formats::mat0::Mode::PING_PONG { 2 } else { 1 };
        u32::from(track.cycle_ms()) * times
    }

    /// Who holds a row, and what it is called there.
    fn row(&self, wear: WearId, row: usize) -> Option<(&Manager, Handle)> {
        let handle = Handle::new(wear.table, u16::try_from(row).ok()?);
        Some((self.managers.get(wear.manager)?, handle))
    }

    fn material(&self, wear: WearId, row: usize) -> Option<&Definition> {
        let (manager, handle) = self.row(wear, row)?;
        manager.material(&self.shared, handle).ok()
    }

    /// A phase of any material as a look.
    pub fn look_of(&self, phase: &RuntimePhase, blend: BlendMode) -> Appearance {
        let rgb = |[r, g, b, _]: [f32; 4]| [r, g, b];
        let texture = self.shared.texture_of(phase);
        let cell = texture.and_then(|texture| texture.cell(phase.cell));
        let UvRect { u0, v0, du, dv } = cell.unwrap_or(UvRect::WHOLE);
        let cell = [u0, v0, du, dv];
        Appearance {
            texture: texture.and_then(|texture| self.kept.get(&texture.id()).copied()),
            blend,
            diffuse: rgb(phase.diffuse),
            ambient: rgb(phase.ambient),
            opacity: phase.opacity(),
            specular: rgb(phase.specular),
            power: phase.power,
            cell: if cell.iter().all(|n| n.is_finite()) { cell } else { [0.0, 0.0, 1.0, 1.0] },
        }
    }

    /// The lightmap a batch names; `None` where there is none.
    pub fn lightmap(&self, wear: WearId, index: usize) -> Option<TextureId> {
        let (manager, handle) = self.row(wear, index)?;
        let texture = manager.lightmap(&self.shared, handle).ok()??;
        self.kept.get(&texture.id()).copied()
    }

    /// Where one of the engine's textures is on the card.
    pub fn texture(&self, texture: EngineTexture) -> Option<TextureId> {
        self.kept.get(&texture).copied()
    }
}

/// The engine's material manager while a level is loaded: it takes the level's wears.
pub(super) struct WearTaker<'a> {
    /// Who keeps them.
    pub looks: &'a mut Looks,
    /// Those that were taken, by file name.
    pub taken: &'a mut HashMap<String, WearId>,
}

impl MatManager for WearTaker<'_> {
    fn load_wear(&mut self, name: &str, wear: &[u8]) -> Result<(), Refusal> {
        let loaded = self.looks.try_load_wear(name, wear);
        self.taken.insert(name.to_owned(), loaded?);
        Ok(())
    }
}
