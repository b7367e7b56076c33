//! Loading materials into their pool, and letting them go.

use ngi_formats::mat0::{Attributes, MOST_TRACKS, Material};
use ngi_formats::text;

use super::cache::Key;
use super::definition::Definition;
use super::error::{Error, Result};
use super::log::Line;
use super::phase::{NONE, RuntimePhase};
use super::policy::LoadFlags;
use super::shared::Shared;
use crate::resolve::{Library, Taken, find_material};

impl Shared {
    /// Loads a material with its textures, or finds it loaded. Gives its slot in the pool and
    /// counts a user more; [`Shared::release_material`] takes it away.
    ///
    /// Where there is no such material the log says so, and `DEFAULT` takes its place; where that
    /// is missing too, the first entry of the library.
    pub fn load_material(&mut self, name: &[u8]) -> Result<i32> {
        let path = self.paths().materials.clone();
        self.load_material_from(&path, name)
    }

    /// The same from another library: commands of effects say which.
    pub fn load_material_from(&mut self, library: &str, name: &[u8]) -> Result<i32> {
        let path = library.to_owned();
        let (number, library) =
            self.open(&path).map_err(|source| Error::Library { library: path.clone(), source })?;
        let entry = self
            .find_material(&*library, name)
            .ok_or_else(|| Error::NoMaterial { library: path.clone(), name: text::decode(name) })?;
        let key = Key { library: number, entry };
        if let Some(slot) = self.materials.reuse(key) {
            return Ok(slot);
        }
        if !self.materials.has_room() {
            return Err(self.pool_full(name));
        }
        let data = library
            .data(entry)
            .map_err(|source| Error::Library { library: path.clone(), source })?;
        let [attr1, attr2, attr3] = library.attributes(entry);
        let material = Material::read(&data, Attributes::new(attr1, attr2, attr3));
        let material = material.map_err(|source| {
            self.log_track_count(&data);
            Error::Material { library: path, name: text::decode(name), source }
        })?;
        let definition = self.define(&material)?;
        let slot = self.materials.insert(key, definition, LoadFlags::NONE);
        slot.ok_or_else(|| self.pool_full(name))
    }

    fn find_material(&mut self, library: &dyn Library, name: &[u8]) -> Option<usize> {
        let found = find_material(library, name);
        if found.is_none_or(|found| found.taken != Taken::Named) {
            self.log.add(Line::MaterialMissing(name.to_vec()));
        }
        found.map(|found| found.index)
    }

    /// The engine has words for one way in which a material can be broken.
    fn log_track_count(&mut self, payload: &[u8]) {
        let count = payload.get(2..).and_then(|rest| rest.first_chunk()).copied();
        if usize::from(u16::from_le_bytes(count.unwrap_or_default())) > MOST_TRACKS {
            self.log.add(Line::TooManyTracks);
        }
    }

    /// The material with its textures loaded, or nothing loaded at all.
    fn define(&mut self, material: &Material<'_>) -> Result<Definition> {
        let flags = self.policy.flags_for(material.attributes().flags);
        let mut phases = Vec::with_capacity(material.phase_count());
        for phase in material.phases() {
            let loaded = match phase.texture_name() {
                Some(name) => self.load_texture(name, flags),
                None => Ok(NONE),
            };
            match loaded {
                Ok(slot) => phases.push(RuntimePhase::new(&phase, slot)),
                Err(error) => {
                    self.release_textures(&phases);
                    return Err(error);
                }
            }
        }
        Ok(Definition::with_phases(material, phases))
    }

    fn pool_full(&self, name: &[u8]) -> Error {
        let (capacity, idle) = (self.materials.capacity(), self.materials.idle());
        Error::CacheFull { name: text::decode(name), what: "materials", capacity, idle }
    }

    fn release_textures(&mut self, phases: &[RuntimePhase]) {
        phases.iter().for_each(|phase| self.release_texture(phase.texture));
    }

    /// One user less of a material. One that nobody uses goes at once, and its textures have as
    /// many users less as it has phases with them.
    pub fn release_material(&mut self, slot: i32) {
        if self.materials.release(slot, self.game_time()) == Some(0)
            && let Some(material) = self.materials.remove(slot)
        {
            self.release_textures(material.phases());
        }
    }
}
