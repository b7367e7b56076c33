//! The bank of 286 palettes.

use std::sync::Arc;

use ngi_formats::pal::{Palette, PaletteFile, SLOTS, Slot};

use super::log::{Line, Log};
use crate::resolve::Library;

/// Palettes by their place: `A`, `A0` … `Z9`. A place may be empty.
#[derive(Debug, Clone, Default)]
pub struct Palettes {
    slots: Vec<Option<Arc<Palette>>>,
}

impl Palettes {
    /// Asks a library for all names (`sub_10002B40`). What is not there leaves its place empty;
    /// what is there and no palette does so too, and the log says why.
    pub fn load(library: &dyn Library, log: &mut Log) -> Self {
        let load = |slot: Slot| {
            let name = slot.file_name();
            let index = library.find(name.as_bytes(), None)?;
            let data = library.data(index).map_err(|error| error.to_string());
            let read =
                data.and_then(|data| PaletteFile::read(&data).map_err(|error| error.to_string()));
            match read {
                Ok(file) => Some(Arc::new(file.palette)),
                Err(why) => {
                    log.add(Line::Broken(name.into_bytes(), why));
                    None
                }
            }
        };
        Self { slots: Slot::all().map(load).collect() }
    }

    /// The palette at a place.
    pub fn get(&self, slot: Slot) -> Option<&Arc<Palette>> {
        self.slots.get(usize::from(slot.index()))?.as_ref()
    }

    /// How many places are filled.
    pub fn len(&self) -> usize {
        self.slots.iter().flatten().count()
    }

    /// Whether no place is filled.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many places there are.
    pub fn capacity(&self) -> usize {
        SLOTS.into()
    }
}
