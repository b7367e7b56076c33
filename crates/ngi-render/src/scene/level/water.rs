//! What a level's liquid reflects.

use glam::{Vec3, Vec4};
use ngi_engine::landscape::Water;

use crate::camera::Sight;
use crate::frame::{self, Frame, Store, TextureData, TextureId};
use crate::scene::landscape::{Mirror, RIPPLE_SIDE, Reflection, drift, ripple};

/// Sides of the picture in the mirror. The engine's has at most 256; twice that is sharper and
/// still cheap.
const SIDE: u32 = 512;

/// The mirror of a level.
#[derive(Debug, Clone, Default)]
pub struct WaterMirror {
    water: Option<Water>,
    texture: Option<TextureId>,
    ripple: Option<TextureId>,
}

impl WaterMirror {
    /// The mirror of a liquid.
    pub fn new(water: Option<Water>) -> Self {
        Self { water, ..Self::default() }
    }

    /// The liquid has changed.
    pub fn take(&mut self, water: Option<Water>) {
        self.water = water;
    }

    /// The box it covers, as seen from somewhere above.
    pub fn cover(&self) -> Option<Mirror> {
        let water = self.water.as_ref()?;
        let ([x0, y0, _], [x1, y1, _]) = (water.min, water.max);
        Mirror::new(Vec3::new((x0 + x1) * 0.5, (y0 + y1) * 0.5, water.level + 10.0), water)
    }

    /// Whether an eye is below the surface.
    pub fn is_under(&self, eye: Vec3) -> bool {
        self.water.is_some_and(|water| eye.z < water.level)
    }

    /// Puts mirror and ripple into a store, where there is a liquid.
    pub fn prepare(&mut self, store: &mut dyn Store) {
        if self.cover().is_none() {
            return;
        }
        self.texture = Some(store.add_mirror(SIDE));
        let side = u32::from(RIPPLE_SIDE);
        let mut data = TextureData::new("ripple", side, side, ripple().as_flattened().to_vec());
        data.add_levels();
        self.ripple = Some(store.add_texture(&data));
    }

    /// Takes them out again.
    pub fn release(&mut self, store: &mut dyn Store) {
        for texture in [self.texture.take(), self.ripple.take()].into_iter().flatten() {
            store.remove_texture(texture);
        }
    }

    /// Turns a frame's mirror towards what this liquid reflects for the frame's camera; gives
    /// where the mirrored eye is and what liquids show. `None` without a liquid, from below, and
    /// without perspective.
    pub fn aim(
        &self,
        seconds: f32,
        sky: [f32; 3],
        frame: &mut Frame,
    ) -> Option<(Mirror, Reflection)> {
        let (texture, ripple) = (self.texture?, self.ripple?);
        if frame.sight.flat {
            return None;
        }
        let mirror = Mirror::new(frame.sight.eye, self.water.as_ref()?)?;
        let sight = Sight {
            world: mirror.clip_from_world,
            sky: mirror.sky_from_world,
            eye: mirror.eye,
            right: Vec3::X,
            up: Vec3::NEG_Y,
            back: Vec3::NEG_Z,
            size: [SIDE; 2],
            ..frame.sight
        };
        frame.mirror = Some(frame::Mirror { sight, texture, clip: Vec4::W, background: sky });
        Some((mirror, Reflection { texture, ripple, drift: drift(seconds), size: mirror.size }))
    }
}
