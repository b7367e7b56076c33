//! A soft shadow below a model that is looked at alone, so that it does not seem to float. A view
//! aid: the engine draws none.

use glam::{Vec2, Vec3};
use ngi_engine::portable;
use ngi_formats::mat0::BlendMode;
use ngi_formats::msh::{NodeFlags, STAGES};

use super::asset::ModelAsset;
use super::draw::{Placed, Posed};
use crate::Bounds;
use crate::frame::{Depth, Frame, Instance, Mesh, Pass, Shade, Surface, Vertex};
use crate::scene::view::View;

/// Squares along a side of the mesh whose corners have the darkness.
const SQUARES: u16 = 44;
/// Opacity where a part stands on the ground.
const DARKNESS: f32 = 0.62;

/// The boxes of the parts that throw the shadow.
#[derive(Debug, Clone, Default)]
pub struct Contact {
    boxes: Vec<Bounds>,
}

impl Contact {
    /// Forgets all parts.
    pub fn clear(&mut self) {
        self.boxes.clear();
    }

    /// Adds the nodes of a model that was drawn, whether or not they are in view.
    pub fn take(&mut self, asset: &ModelAsset, posed: &Posed, placed: &Placed, view: &View) {
        let stage = view.stage.min(STAGES - 1);
        let only_rooms = view.settings.cut_away && asset.has_interior();
        for (index, (node, model_from_node)) in asset.nodes.iter().zip(&posed.pose).enumerate() {
            let is_dropped = (index == 0 && asset.is_mounted) || posed.hidden.contains(&index);
            if is_dropped || (only_rooms && !node.flags.has(NodeFlags::INTERIOR)) {
                continue;
            }
            let slot = node.shown(stage, 0).and_then(|(_, slot)| asset.slots.get(slot));
            let Some(slot) = slot.filter(|slot| !slot.batches.is_empty()) else { continue };
            let world_from_node = placed.world_from_model * *model_from_node;
            let own = Bounds { min: slot.aabb.min, max: slot.aabb.max };
            let corners = own.corners().map(|corner| world_from_node.transform_point3(corner));
            let around = Bounds::of(corners.map(|corner| corner.to_array()));
            if !own.is_empty() && !around.is_empty() {
                self.boxes.push(around);
            }
        }
    }

    /// Draws the shadow on the ground, which is where the grid is.
    pub fn add(&self, frame: &mut Frame) {
        let all = self.boxes.iter().fold(Bounds::EMPTY, |all, one| all.union(*one));
        if all.is_empty() || frame.sight.flat {
            return;
        }
        let ground = all.min[2].min(0.0);
        let across = all.size().truncate().max_element().max(1e-3);
        // A camera below the ground sees no shadow.
        if frame.sight.eye.z <= ground {
            return;
        }
        let margin = across * 0.3;
        let low = Vec2::new(all.min[0], all.min[1]) - margin;
        let size = all.size().truncate() + 2.0 * margin;
        let share = |step: u16| f32::from(step) / f32::from(SQUARES);
        let mut vertices = Vec::new();
        for y in 0..=SQUARES {
            for x in 0..=SQUARES {
                let at = low + size * Vec2::new(share(x), share(y));
                let edge = x == 0 || y == 0 || x == SQUARES || y == SQUARES;
                let dark = if edge { 0.0 } else { self.darkness(at, ground, across) };
                // A little above the grid.
                let position = at.extend(ground + across * 2e-4).to_array();
                let mut vertex = Vertex::new(position, Vec3::Z.to_array(), [0.0; 2]);
                #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // 0 to 255
                let alpha = (dark.clamp(0.0, 1.0) * 255.0).round() as u8;
                vertex.colour = [0, 0, 0, alpha];
                vertices.push(vertex);
            }
        }
        let row = u32::from(SQUARES) + 1;
        let squares = (0..u32::from(SQUARES)).flat_map(|y| (0..row - 1).map(move |x| y * row + x));
        let corners = |at: u32| [at, at + 1, at + row + 1, at, at + row + 1, at + row];
        let indices: Vec<u32> = squares.flat_map(corners).collect();
        let range = frame.stream(&vertices, &indices);
        let surface =
            Surface { shade: Shade::Plain, depth: Depth::Test, fog: false, ..Surface::default() };
        let surface = surface.blended(BlendMode::ALPHA);
        // The counters are those of the model.
        let counters = frame.counters;
        // Drawn as the second layer of the ground is: after what hides it.
        let pass = Pass::GROUND_SECOND;
        frame.push(pass, Mesh::Streamed, range, surface, Instance::default(), 0.0);
        frame.counters = counters;
    }

    /// How dark the ground is at a point: each part darkens it, less the higher it is and the
    /// farther aside.
    fn darkness(&self, at: Vec2, ground: f32, across: f32) -> f32 {
        let light = self.boxes.iter().map(|part| {
            let gap = (part.min[2] - ground).max(0.0) / across;
            let soft = across * (0.05 + gap * 0.35);
            let [low, high] = [part.min, part.max].map(|corner| Vec3::from(corner).truncate());
            let aside = (low - at).max(at - high);
            let outside = aside.max(Vec2::ZERO).length();
            // From the inside of the part to as far outside of it.
            let inside = aside.max_element().min(0.0);
            let share = ((soft - outside - inside.max(-soft)) / (soft * 2.0)).clamp(0.0, 1.0);
            let smooth = share * share * (3.0 - 2.0 * share);
            1.0 - smooth * 0.75 * portable::powf(2.0, -gap * 7.0)
        });
        (1.0 - light.product::<f32>()) * DARKNESS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cube(low: [f32; 3]) -> Bounds {
        Bounds::new(low, low.map(|at| at + 1.0))
    }

    #[test]
    fn the_ground_is_dark_below_parts_that_stand_on_it() {
        let standing = Contact { boxes: vec![cube([0.0; 3])] };
        let dark = |contact: &Contact, x: f32| contact.darkness(Vec2::new(x, 0.5), 0.0, 1.0);
        let (below, beside, far) =
            (dark(&standing, 0.5), dark(&standing, 1.02), dark(&standing, 1.3));
        assert!(below > 0.4 && below <= DARKNESS, "{below}");
        assert!(beside > 0.05 && beside < below, "{beside}");
        assert_eq!(far, 0.0);
        let floating = Contact { boxes: vec![cube([0.0, 0.0, 2.0])] };
        assert!(dark(&floating, 0.5) < 0.01, "it is two sizes above the ground");
        let both = Contact { boxes: vec![cube([0.0; 3]), cube([0.0, 0.0, 0.2])] };
        assert!(dark(&both, 0.5) >= below && dark(&both, 0.5) <= DARKNESS);
    }
}
