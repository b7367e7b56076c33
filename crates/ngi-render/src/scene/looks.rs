//! What the rows of wears look like at a moment: materials and textures of a game, on the card.

use std::collections::HashMap;

use ngi_engine::materials::{Clock, NONE, RuntimePhase, Shared};
use ngi_engine::materials::{Source, TextureId as EngineTexture};
use ngi_formats::mat0::BlendMode;
use ngi_formats::texm::UvRect;
use ngi_formats::text;
use ngi_formats::wear::{Parser, Wear};
use ngi_vfs::{Bytes, Vfs};

use super::textures::texture_data;
use crate::frame::{Instance, LogLine, Store, Surface, TextureId};

/// What a material shows at a moment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Look {
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

impl Default for Look {
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

impl Look {
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
    fn library(
        &self,
        path: &str,
    ) -> Result<std::sync::Arc<dyn ngi_engine::materials::Library>, ngi_vfs::Error> {
        let hint = "there is no game folder; name one with --game".to_owned();
        Err(ngi_vfs::Error::NotFound { path: path.to_owned(), hint })
    }

    fn file(&self, path: &str) -> Result<Bytes, ngi_vfs::Error> {
        let hint = "there is no game folder; name one with --game".to_owned();
        Err(ngi_vfs::Error::NotFound { path: path.to_owned(), hint })
    }
}

/// A wear whose rows are loaded.
#[derive(Debug, Clone, Default)]
struct Table {
    /// Name, and slot of the pool of materials.
    rows: Vec<(String, Option<i32>)>,
    lightmaps: Vec<Option<i32>>,
}

/// A wear of [`Looks`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct WearId(usize);

/// The materials of a game: loaded as the engine loads them, shown at any time.
#[derive(Debug)]
pub struct Looks {
    shared: Shared,
    tables: Vec<Table>,
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
        Self { shared, tables: Vec::new(), kept: HashMap::new(), log: Vec::new() }
    }

    /// What the engine keeps: for those who need more than a look.
    pub fn shared(&self) -> &Shared {
        &self.shared
    }

    /// What the engine keeps, to load from or to set policies of.
    pub fn shared_mut(&mut self) -> &mut Shared {
        &mut self.shared
    }

    /// Loads a wear. Rows that cannot be loaded are white, with a line in the log.
    pub fn load_wear(&mut self, name: &str, wear_text: &[u8]) -> WearId {
        let mut table = Table::default();
        match Wear::read(wear_text, Parser::File) {
            Ok(wear) => {
                for row in wear.rows() {
                    let slot = self.load_row(row.name);
                    table.rows.push((text::decode(row.name), slot));
                }
                for row in wear.lightmaps().into_iter().flatten() {
                    let slot = self.shared.load_lightmap(row.name).ok().filter(|&at| at != NONE);
                    table.lightmaps.push(slot);
                }
            }
            Err(error) => self.log.push(LogLine::Note(format!("{name}: {error}"))),
        }
        self.tables.push(table);
        self.drain_log();
        WearId(self.tables.len() - 1)
    }

    /// A wear of one material.
    pub fn load_material(&mut self, name: &[u8]) -> WearId {
        let slot = self.load_row(name);
        let rows = vec![(text::decode(name), slot)];
        self.tables.push(Table { rows, lightmaps: Vec::new() });
        self.drain_log();
        WearId(self.tables.len() - 1)
    }

    fn load_row(&mut self, name: &[u8]) -> Option<i32> {
        match self.shared.load_material(name) {
            Ok(slot) => Some(slot).filter(|&slot| slot != NONE),
            Err(error) => {
                let line = LogLine::Note(format!("{}: {error}", text::decode(name)));
                // A missing library is one line, not one per row.
                if self.log.last() != Some(&line) {
                    self.log.push(line);
                }
                None
            }
        }
    }

    fn drain_log(&mut self) {
        let lines = self.shared.log.take().into_iter();
        self.log.extend(lines.map(|line| LogLine::Note(line.to_string())));
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
        self.tables.get(wear.0).map_or(0, |table| table.rows.len())
    }

    /// The name of a row's material.
    pub fn row_name(&self, wear: WearId, row: usize) -> Option<&str> {
        self.tables.get(wear.0)?.rows.get(row).map(|(name, _)| name.as_str())
    }

    /// Whether a row has a material.
    pub fn is_loaded(&self, wear: WearId, row: usize) -> bool {
        self.slot(wear, row).is_some()
    }

    /// What a row shows at the game's time; white where there is no such row.
    pub fn look(&self, wear: WearId, row: usize, track: usize) -> Look {
        let now = self.shared.game_time();
        let Some(slot) = self.slot(wear, row) else { return Look::default() };
        // Each row starts at 0. Mode 3 draws lots: the same ones for the same moment, so that a
        // picture can be made again.
        let mut rand = ngi_engine::materials::Rand::new(now ^ 0x5bd1_e995);
        let Some(material) = self.shared.materials().get(slot) else { return Look::default() };
        let shown = material.object.at_time(track, &mut Clock { now, start: 0 }, &mut rand);
        match material.object.mixed(shown) {
            Ok(phase) => self.look_of(&phase, material.object.metadata().blend()),
            Err(_) => Look::default(),
        }
    }

    /// What a row shows at a share of its first track, as effects ask for it.
    pub fn look_at_share(&self, wear: WearId, row: usize, share: f32) -> Look {
        let material = self.slot(wear, row).and_then(|slot| self.shared.materials().get(slot));
        let Some(material) = material else { return Look::default() };
        let shown = material.object.at_share(0, share);
        match material.object.mixed(shown) {
            Ok(phase) => self.look_of(&phase, material.object.metadata().blend()),
            Err(_) => Look::default(),
        }
    }

    /// Milliseconds until a row's track repeats; 0 where it does not move.
    pub fn cycle_ms(&self, wear: WearId, row: usize, track: usize) -> u32 {
        let material = self.slot(wear, row).and_then(|slot| self.shared.materials().get(slot));
        let track = material.and_then(|material| material.object.track(track));
        let Some(track) = track.filter(|track| track.keys().len() > 1) else { return 0 };
        let times = if track.mode() == ngi_formats::mat0::Mode::PING_PONG { 2 } else { 1 };
        u32::from(track.cycle_ms()) * times
    }

    fn slot(&self, wear: WearId, row: usize) -> Option<i32> {
        self.tables.get(wear.0)?.rows.get(row)?.1
    }

    /// A phase of any material as a look.
    pub fn look_of(&self, phase: &RuntimePhase, blend: BlendMode) -> Look {
        let rgb = |[r, g, b, _]: [f32; 4]| [r, g, b];
        let texture = self.shared.texture_of(phase);
        let cell = texture.and_then(|texture| texture.cell(phase.cell));
        let UvRect { u0, v0, du, dv } = cell.unwrap_or(UvRect::WHOLE);
        let cell = [u0, v0, du, dv];
        Look {
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
        let slot = (*self.tables.get(wear.0)?.lightmaps.get(index)?)?;
        let texture = &self.shared.lightmaps().get(slot)?.object;
        self.kept.get(&texture.id()).copied()
    }

    /// Where one of the engine's textures is on the card.
    pub fn texture(&self, texture: EngineTexture) -> Option<TextureId> {
        self.kept.get(&texture).copied()
    }
}
