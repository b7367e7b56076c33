//! The material manager: up to 70 wears, and what their rows show.

use std::fmt;

use ngi_formats::wear::{Parser, Wear};
use ngi_vfs::Bytes;

use super::definition::{Definition, Metadata};
use super::error::{Error, Result};
use super::log::Line;
use super::phase::{NONE, RuntimePhase};
use super::random::Rand;
use super::shared::Shared;
use super::texture::Texture;
use super::track::Clock;
use crate::resolve::types;

/// How many wears a manager holds.
pub const TABLES: usize = 70;
/// How many rows a handle reaches.
const ROWS: usize = 1 << 16;

/// A row of a wear: `table << 16 | row`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Handle(pub u32);

impl Handle {
    /// The handle of a row.
    pub fn new(table: u16, row: u16) -> Self {
        Self(u32::from(table) << 16 | u32::from(row))
    }

    /// The number of the wear: the high half.
    pub fn table(self) -> u16 {
        let [_, _, low, high] = self.0.to_le_bytes();
        u16::from_le_bytes([low, high])
    }

    /// The row in it: the low half.
    pub fn row(self) -> u16 {
        let [low, high, _, _] = self.0.to_le_bytes();
        u16::from_le_bytes([low, high])
    }
}

impl fmt::Display for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#010x} (wear {}, row {})", self.0, self.table(), self.row())
    }
}

/// A row: a slot of the pool and the time its animation started.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Row {
    material: i32,
    start: u32,
}

/// One wear with its lightmaps.
#[derive(Debug, Clone, Default)]
struct Table {
    rows: Vec<Row>,
    /// The materials that the rows ask for; beside the rows, which are asked every frame.
    names: Vec<Vec<u8>>,
    lightmaps: Vec<i32>,
}

/// What becomes of a wear where a material or lightmap cannot be loaded at all: its library is
/// missing, or its bytes cannot be followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Broken {
    /// It is an error, and nothing is loaded. What the engine does then is not known.
    #[default]
    Refuse,
    /// The log has a line, and the row answers with [`Error::NoRow`]: for tools, which show what
    /// there is.
    LeaveOut,
}

/// The engine's `MatManager`. See the [module](super).
///
/// Call [`Manager::release`] when it is no longer needed; dropping it alone leaves its users
/// counted in the caches.
#[derive(Debug, Default)]
pub struct Manager {
    tables: Vec<Table>,
    /// What becomes of wears that are loaded from now on.
    pub broken: Broken,
}

impl Manager {
    /// A manager without wears (`LoadMatManager`). Loads the bank of palettes, unless it is
    /// loaded; when the engine does that is not known.
    pub fn load(shared: &mut Shared) -> Self {
        if !shared.has_palettes() {
            shared.load_palettes();
        }
        Self::default()
    }

    /// Does nothing, as in the engine (`PreLoadAllTextures`).
    pub fn preload_all_textures(&self, _: u32) {}

    /// Loads a wear from a file (`sub_10003B10`); gives its number.
    ///
    /// The text is read as words. Rows start at the game's time (a guess).
    pub fn load_wear_file(&mut self, shared: &mut Shared, path: &str) -> Result<u16> {
        let text = shared.read_file(path);
        self.load_opened(shared, path, text)
    }

    /// Loads a wear that is an entry of an archive (`sub_10003B10`); gives its number.
    pub fn load_wear_resource(
        &mut self,
        shared: &mut Shared,
        archive: &str,
        name: &str,
    ) -> Result<u16> {
        let found = shared.open(archive).and_then(|(_, library)| {
            let index = library.find(&game_bytes(name), Some(types::WEAR));
            let index = index.ok_or_else(|| ngi_vfs::Error::NotFound {
                path: format!("{archive}/{name}"),
                hint: "the archive has no wear of that name".to_owned(),
            })?;
            library.data(index)
        });
        self.load_opened(shared, name, found)
    }

    /// Loads a wear from text in memory (`sub_10003F80`); gives its number. Here lines matter:
    /// see [`Parser::Buffer`]. `name` is for messages only.
    pub fn load_wear_buffer(
        &mut self,
        shared: &mut Shared,
        name: &str,
        text: &[u8],
    ) -> Result<u16> {
        self.load_text(shared, name, text, Parser::Buffer)
    }

    /// Loads a wear whose bytes the caller has opened, as if from a file; gives its number.
    /// `name` is for messages only.
    pub fn load_wear_bytes(
        &mut self,
        shared: &mut Shared,
        name: &str,
        bytes: &[u8],
    ) -> Result<u16> {
        self.load_text(shared, name, bytes, Parser::File)
    }

    fn load_opened(
        &mut self,
        shared: &mut Shared,
        name: &str,
        text: Result<Bytes, ngi_vfs::Error>,
    ) -> Result<u16> {
        match text {
            Ok(text) => self.load_text(shared, name, &text, Parser::File),
            Err(source) => {
                shared.log.add(Line::WearMissing(game_bytes(name)));
                Err(Error::NoWear { name: name.to_owned(), source })
            }
        }
    }

    fn load_text(
        &mut self,
        shared: &mut Shared,
        name: &str,
        text: &[u8],
        parser: Parser,
    ) -> Result<u16> {
        let number = u16::try_from(self.tables.len()).ok().filter(|_| self.tables.len() < TABLES);
        let number =
            number.ok_or_else(|| Error::TooManyTables { name: name.to_owned(), most: TABLES })?;
        let wear = Wear::read(text, parser).map_err(|source| {
            match &*source.field {
                "count" => shared.log.add(Line::IllegalWearLength),
                "lightmaps.count" => shared.log.add(Line::IllegalLightmapsLength),
                _ => {}
            }
            Error::Wear { name: name.to_owned(), source }
        })?;
        for rows in [Some(wear.rows()), wear.lightmaps()].into_iter().flatten() {
            if rows.len() > ROWS {
                return Err(Error::TooManyRows { name: name.to_owned(), rows: rows.len() });
            }
        }
        let mut table = Table::default();
        match table.fill(shared, &wear, self.broken) {
            Ok(()) => {
                self.tables.push(table);
                Ok(number)
            }
            Err(error) => {
                table.release(shared);
                Err(error)
            }
        }
    }

    /// What a row shows at the game's time (`sub_100031F0`). A track the material does not have
    /// is its first one.
    #[inline]
    pub fn phase(
        &mut self,
        shared: &mut Shared,
        handle: Handle,
        track: usize,
    ) -> Result<RuntimePhase> {
        let now = shared.game_time();
        let Some((row, slot)) = self
            .row_mut(handle)
            .and_then(|row| shared.materials.get(row.material).map(|slot| (row, slot)))
        else {
            return Err(Error::NoRow { handle });
        };
        let mut clock = Clock { now, start: row.start };
        let shown = slot.object.at_time(track, &mut clock, &mut shared.rand);
        row.start = clock.start;
        slot.object.mixed(shown).map_err(|phase| no_phase(handle, phase, &slot.object))
    }

    /// What a row shows at any time, for those who go back and forth: nothing is kept. A lot
    /// that mode 3 draws comes from `rand`, and is the new `clock.start`.
    pub fn phase_at(
        &self,
        shared: &Shared,
        handle: Handle,
        track: usize,
        clock: &mut Clock,
        rand: &mut Rand,
    ) -> Result<RuntimePhase> {
        let material = self.material(shared, handle)?;
        let shown = material.at_time(track, clock, rand);
        material.mixed(shown).map_err(|phase| no_phase(handle, phase, material))
    }

    /// What a row shows at a share of its cycle, 0 to 1 (`sub_10003680`).
    pub fn phase_at_share(
        &self,
        shared: &Shared,
        handle: Handle,
        track: usize,
        share: f32,
    ) -> Result<RuntimePhase> {
        let material = self.material(shared, handle)?;
        let shown = material.at_share(track, share);
        material.mixed(shown).map_err(|phase| no_phase(handle, phase, material))
    }

    /// Starts a row's animation anew, at the game's time (`sub_10003AE0`).
    pub fn reset_start(&mut self, shared: &Shared, handle: Handle) -> Result<()> {
        let row = self.row_mut(handle).ok_or(Error::NoRow { handle })?;
        row.start = shared.game_time();
        Ok(())
    }

    /// When a row's animation started.
    pub fn start_time(&self, handle: Handle) -> Result<u32> {
        self.row(handle).map(|row| row.start)
    }

    /// The lightmap a handle names (`sub_100031A0`): its low half is a row of the wear's
    /// *lightmaps* here. `None` for one that was not found.
    pub fn lightmap<'s>(&self, shared: &'s Shared, handle: Handle) -> Result<Option<&'s Texture>> {
        let table = self.table(handle.table())?;
        let slot = table.lightmaps.get(usize::from(handle.row()));
        let slot = slot.ok_or(Error::NoRow { handle })?;
        Ok(shared.lightmaps().get(*slot).map(|slot| &slot.object))
    }

    /// What the engine keeps of a row's material beside its phases (`sub_10003AB0`).
    pub fn metadata(&self, shared: &Shared, handle: Handle) -> Result<Metadata> {
        self.material(shared, handle).map(Definition::metadata)
    }

    /// The material of a row.
    pub fn material<'s>(&self, shared: &'s Shared, handle: Handle) -> Result<&'s Definition> {
        let slot = shared.materials.get(self.row(handle)?.material);
        slot.map(|slot| &slot.object).ok_or(Error::NoRow { handle })
    }

    /// The material that a row asks for, whatever is taken for it.
    pub fn row_name(&self, handle: Handle) -> Result<&[u8]> {
        let name = self.table(handle.table())?.names.get(usize::from(handle.row()));
        name.map(Vec::as_slice).ok_or(Error::NoRow { handle })
    }

    /// How many rows a wear has (`sub_100031D0`).
    pub fn wear_count(&self, table: u16) -> Result<usize> {
        self.table(table).map(|table| table.rows.len())
    }

    /// How many lightmaps a wear has.
    pub fn lightmap_count(&self, table: u16) -> Result<usize> {
        self.table(table).map(|table| table.lightmaps.len())
    }

    /// How many wears are loaded.
    pub fn table_count(&self) -> usize {
        self.tables.len()
    }

    /// The engine's destructor: every wear lets go of its materials and lightmaps.
    pub fn release(self, shared: &mut Shared) {
        self.tables.into_iter().for_each(|table| table.release(shared));
    }

    fn table(&self, number: u16) -> Result<&Table> {
        let table = usize::from(number);
        self.tables.get(table).ok_or(Error::NoTable { table })
    }

    fn row(&self, handle: Handle) -> Result<&Row> {
        let table = self.tables.get(usize::from(handle.table()));
        table
            .and_then(|table| table.rows.get(usize::from(handle.row())))
            .ok_or(Error::NoRow { handle })
    }

    fn row_mut(&mut self, handle: Handle) -> Option<&mut Row> {
        let table = self.tables.get_mut(usize::from(handle.table()))?;
        table.rows.get_mut(usize::from(handle.row()))
    }
}

/// A name as the game stores names.
fn game_bytes(name: &str) -> Vec<u8> {
    ngi_formats::text::encode(name).unwrap_or_else(|| name.as_bytes().to_vec())
}

#[cold]
fn no_phase(handle: Handle, phase: u16, material: &Definition) -> Error {
    Error::NoPhase { handle, phase, count: material.phases().len() }
}

impl Broken {
    /// The slot that was loaded, or none with a line in the log.
    fn or_none(self, shared: &mut Shared, name: &[u8], loaded: Result<i32>) -> Result<i32> {
        match (loaded, self) {
            (Err(error), Self::LeaveOut) => {
                shared.log.add(Line::Broken(name.to_vec(), error.to_string()));
                Ok(NONE)
            }
            (loaded, _) => loaded,
        }
    }
}

impl Table {
    fn fill(&mut self, shared: &mut Shared, wear: &Wear<'_>, broken: Broken) -> Result<()> {
        let start = shared.game_time();
        for row in wear.rows() {
            let material = shared.load_material(row.name);
            let material = broken.or_none(shared, row.name, material)?;
            self.rows.push(Row { material, start });
            self.names.push(row.name.to_vec());
        }
        for row in wear.lightmaps().into_iter().flatten() {
            let lightmap = shared.load_lightmap(row.name);
            self.lightmaps.push(broken.or_none(shared, row.name, lightmap)?);
        }
        Ok(())
    }

    fn release(self, shared: &mut Shared) {
        self.rows.iter().for_each(|row| shared.release_material(row.material));
        self.lightmaps.iter().for_each(|&slot| shared.release_lightmap(slot));
    }
}
