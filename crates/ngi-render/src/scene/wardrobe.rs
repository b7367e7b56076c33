//! Materials by number, with their textures: what grounds and effects wear.

use std::collections::HashMap;

use ngi_engine::materials::{Clock, Definition, Rand, RuntimePhase, Shared};
use ngi_formats::mat0::BlendMode;

use crate::frame::{Instance, Store, TextureData, TextureId, TextureLevel};

/// What a material shows at a moment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Worn {
    /// Colours, opacity, power.
    pub phase: RuntimePhase,
    /// Its texture, if it has one.
    pub texture: Option<TextureId>,
    /// The cell of it: `uv' = uv · cell[2..] + cell[..2]`.
    pub cell: [f32; 4],
    /// How objects and effects blend it. The ground does not ask.
    pub blend: BlendMode,
}

/// The whole of a texture.
const WHOLE: [f32; 4] = [0.0, 0.0, 1.0, 1.0];

impl Worn {
    /// One colour and nothing else: where there is no material.
    pub fn plain([red, green, blue]: [f32; 3]) -> Self {
        let phase = RuntimePhase {
            diffuse: [red, green, blue, 1.0],
            ambient: [0.0, 0.0, 0.0, 1.0],
            specular: [0.0; 4],
            emissive: [0.0; 4],
            power: 0,
            texture: ngi_engine::materials::NONE,
            cell: ngi_engine::materials::NONE,
        };
        Self { phase, texture: None, cell: WHOLE, blend: BlendMode::OPAQUE }
    }

    /// An instance at the origin that wears it.
    pub fn instance(&self) -> Instance {
        let RuntimePhase { diffuse, ambient, specular, power, .. } = self.phase;
        let [red, green, blue, _] = specular;
        #[allow(clippy::cast_precision_loss)] // a byte in the file
        let specular = [red, green, blue, power.min(255) as f32];
        Instance { diffuse, ambient, specular, cell: self.cell, ..Instance::default() }
    }
}

/// A texture on its way to the card.
#[derive(Debug, Clone)]
struct Cloth {
    data: TextureData,
    cells: Vec<[f32; 4]>,
    id: Option<TextureId>,
}

/// Materials by number, and their textures.
#[derive(Debug, Clone, Default)]
pub struct Wardrobe {
    materials: Vec<Definition>,
    by_slot: HashMap<i32, usize>,
    cloths: Vec<Cloth>,
    /// By slot of the texture cache the place in `cloths`.
    textures: HashMap<i32, usize>,
}

impl Wardrobe {
    /// Takes a material by name, as the engine finds it: `DEFAULT` in place of a missing one.
    /// Gives its number here; `None` where the game has no materials at all, or it is broken.
    pub fn take(&mut self, shared: &mut Shared, name: &[u8]) -> Option<u32> {
        let slot = shared.load_material(name).ok()?;
        if let Some(&number) = self.by_slot.get(&slot) {
            return u32::try_from(number).ok();
        }
        let definition = shared.materials().get(slot)?.object.clone();
        for phase in definition.phases() {
            self.take_texture(shared, phase);
        }
        let number = self.materials.len();
        self.materials.push(definition);
        self.by_slot.insert(slot, number);
        u32::try_from(number).ok()
    }

    fn take_texture(&mut self, shared: &Shared, phase: &RuntimePhase) {
        let Some(texture) = shared.texture_of(phase) else { return };
        if self.textures.contains_key(&phase.texture) {
            return;
        }
        let level = |index: usize| {
            let image = texture.decode(index).ok()?;
            let rgba = image.pixels().as_flattened().to_vec();
            Some(TextureLevel { width: image.width(), height: image.height(), rgba })
        };
        let data = TextureData {
            name: ngi_formats::text::decode(texture.name()),
            levels: (0..texture.levels().len()).map_while(level).collect(),
            repeat: true,
            nearest: false,
        };
        let cells = texture.cells().iter().map(|cell| [cell.u0, cell.v0, cell.du, cell.dv]);
        let cells = cells.collect();
        self.textures.insert(phase.texture, self.cloths.len());
        self.cloths.push(Cloth { data, cells, id: None });
    }

    /// Puts the textures into a store.
    pub fn prepare(&mut self, store: &mut dyn Store) {
        for cloth in &mut self.cloths {
            cloth.id.get_or_insert_with(|| store.add_texture(&cloth.data));
        }
    }

    /// Takes them out again.
    pub fn release(&mut self, store: &mut dyn Store) {
        for id in self.cloths.iter_mut().filter_map(|cloth| cloth.id.take()) {
            store.remove_texture(id);
        }
    }

    /// How many materials there are.
    pub fn len(&self) -> usize {
        self.materials.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.materials.is_empty()
    }

    /// A material.
    pub fn material(&self, number: u32) -> Option<&Definition> {
        self.materials.get(usize::try_from(number).ok()?)
    }

    /// What a track of a material shows at a time, started at 0; `None` for a material that is not
    /// there or has no phase to show. Where the engine draws lots, they come from the time: the
    /// same moment looks the same.
    pub fn at_time(&self, number: u32, track: usize, time_ms: u32) -> Option<Worn> {
        let material = self.material(number)?;
        let mut clock = Clock { now: time_ms, start: 0 };
        let mut rand = Rand::new((time_ms / 40).wrapping_mul(0x9e37_79b9) ^ number);
        // The first numbers of neighbouring seeds are neighbours too.
        rand.draw();
        let shown = material.at_time(track, &mut clock, &mut rand);
        self.worn(material, material.mixed(shown).ok()?)
    }

    /// What the first track of a material shows at a share of its cycle.
    pub fn at_share(&self, number: u32, share: f32) -> Option<Worn> {
        let material = self.material(number)?;
        self.worn(material, material.mixed(material.at_share(0, share)).ok()?)
    }

    fn worn(&self, material: &Definition, phase: RuntimePhase) -> Option<Worn> {
        let cloth = self.textures.get(&phase.texture).and_then(|&place| self.cloths.get(place));
        let index = usize::try_from(phase.cell.max(-1).saturating_add(1)).unwrap_or(0);
        let cell = cloth.and_then(|cloth| cloth.cells.get(index)).copied().unwrap_or(WHOLE);
        let texture = cloth.and_then(|cloth| cloth.id);
        Some(Worn { phase, texture, cell, blend: material.metadata().blend() })
    }
}
