//! Sprites and half-spheres of effects as triangles.

use ngi_engine::effects::{Dome, DomeMesh, DrawList, Item, Paint, Quad, dome_mesh};

use crate::frame::{Depth, Frame, Instance, Mesh, Pass, Shade, Surface, TextureId, Vertex};

/// What a material puts on a sprite at a phase.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SpriteSkin {
    /// The texture; white without one.
    pub texture: Option<TextureId>,
    /// The cell of it: `uv' = uv · cell[2..] + cell[..2]`.
    pub cell: [f32; 4],
}

impl Default for SpriteSkin {
    fn default() -> Self {
        Self { texture: None, cell: [0.0, 0.0, 1.0, 1.0] }
    }
}

/// Where the skins of sprites come from.
pub trait SpriteSkins {
    /// The skin of a material, by the manager's number, at a phase from 0 to 1.
    fn skin(&self, material: Option<u32>, phase: f32) -> SpriteSkin;
}

/// White sprites.
#[derive(Debug, Clone, Copy, Default)]
pub struct WhiteSprites;

impl SpriteSkins for WhiteSprites {
    fn skin(&self, _: Option<u32>, _: f32) -> SpriteSkin {
        SpriteSkin::default()
    }
}

/// Puts what a list holds into frames. Keeps the meshes of half-spheres.
#[derive(Debug, Clone)]
pub struct Sprites {
    domes: [[Option<DomeMesh>; 2]; 3],
}

impl Default for Sprites {
    fn default() -> Self {
        let shape = |shape: u32| [dome_mesh(shape, false), dome_mesh(shape, true)];
        Self { domes: [shape(0), shape(1), shape(2)] }
    }
}

/// Triangles that are being gathered: as long as nothing changes, they are one draw call.
struct Run {
    surface: Surface,
    start: u32,
    squared_distance: f32,
}

impl Sprites {
    /// Adds everything drawn of a list, far to near as it was last sorted, to the pass of effects.
    /// Neighbours in that order that share their state become one draw call.
    pub fn add(&self, list: &DrawList, skins: &(impl SpriteSkins + ?Sized), frame: &mut Frame) {
        let mut run: Option<Run> = None;
        let mut last: Option<(Option<u32>, u32, SpriteSkin)> = None;
        for item in list.sorted() {
            let paint = match item {
                Item::Quad(quad) => &quad.paint,
                Item::Dome(dome) => &dome.paint,
            };
            let bits = paint.phase.to_bits();
            let skin = match last {
                Some((material, phase, skin)) if material == paint.material && phase == bits => {
                    skin
                }
                _ => skins.skin(paint.material, paint.phase),
            };
            last = Some((paint.material, bits, skin));
            let surface = surface(paint, skin.texture);
            if run.as_ref().is_none_or(|run| run.surface != surface) {
                flush(run.take(), frame);
                let start = count(frame.indices.len());
                run = Some(Run { surface, start, squared_distance: paint.squared_distance });
            }
            match item {
                Item::Quad(quad) => add_quad(quad, skin.cell, frame),
                Item::Dome(dome) => self.add_dome(dome, skin.cell, frame),
            }
            frame.counters.particles += 1;
        }
        flush(run, frame);
    }

    fn add_dome(&self, dome: &Dome, cell: [f32; 4], frame: &mut Frame) {
        let shape = usize::try_from(dome.shape).ok().and_then(|shape| self.domes.get(shape));
        let [whole, facets] = match shape {
            Some(both) => both,
            None => return,
        };
        let Some(mesh) = (if dome.facets { facets } else { whole }) else { return };
        let base = count(frame.vertices.len());
        let colour = colour(&dome.paint);
        let ([cx, cy, cz], [a, b, c]) = (dome.centre, dome.axes);
        let ([ax, ay, az], [bx, by, bz], [dx, dy, dz]) = (a, b, c);
        let points = mesh.positions.iter().zip(&mesh.uvs);
        frame.vertices.extend(points.map(|(&[x, y, z], &uv)| Vertex {
            position: [
                cx + ax * x + bx * y + dx * z,
                cy + ay * x + by * y + dy * z,
                cz + az * x + bz * y + dz * z,
            ],
            normal: [0; 4],
            uv: in_cell(uv, cell),
            uv1: [0.0; 2],
            colour,
        }));
        frame.indices.extend(mesh.indices.iter().map(|index| base.saturating_add(*index)));
    }
}

fn add_quad(quad: &Quad, cell: [f32; 4], frame: &mut Frame) {
    let base = count(frame.vertices.len());
    let colour = colour(&quad.paint);
    frame.vertices.extend(quad.corners().map(|(position, uv)| Vertex {
        position,
        normal: [0; 4],
        uv: in_cell(uv, cell),
        uv1: [0.0; 2],
        colour,
    }));
    frame.indices.extend([0, 1, 2, 0, 2, 3].map(|corner| base.saturating_add(corner)));
}

/// The state a thing is drawn with: unlit, seen from both sides, depth tested but not written.
fn surface(paint: &Paint, texture: Option<TextureId>) -> Surface {
    Surface {
        texture0: texture,
        shade: Shade::Glow,
        depth: if paint.overlay { Depth::Off } else { Depth::Test },
        two_sided: true,
        // The list knows which effects the fog leaves alone, and says so with a 1.
        fog: paint.fog < 1.0,
        ..Surface::default()
    }
    .blended(paint.blend)
}

fn flush(run: Option<Run>, frame: &mut Frame) {
    let Some(Run { surface, start, squared_distance }) = run else { return };
    let end = count(frame.indices.len());
    let white = Instance { ambient: [1.0; 4], ..Instance::default() };
    frame.push(Pass::EFFECTS, Mesh::Streamed, start..end, surface, white, squared_distance);
}

fn in_cell([u, v]: [f32; 2], [x, y, width, height]: [f32; 4]) -> [f32; 2] {
    [x + u * width, y + v * height]
}

fn colour(paint: &Paint) -> [u8; 4] {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // between 0 and 255
    let byte = |value: f32| (value.clamp(0.0, 1.0) * 255.0).round() as u8;
    paint.colour.map(byte)
}

/// A number of vertices or indices: particles are limited, so it fits.
fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ngi_formats::mat0::BlendMode;

    fn paint(distance: f32, blend: BlendMode) -> Paint {
        Paint {
            material: None,
            phase: 0.0,
            colour: [1.0, 0.5, 2.0, 0.25],
            blend,
            fog: 1.0,
            overlay: false,
            squared_distance: distance * distance,
        }
    }

    fn quad(distance: f32, blend: BlendMode) -> Quad {
        Quad {
            key: 1,
            command: 0,
            centre: [0.0, distance, 0.0],
            right: [2.0, 0.0, 0.0],
            up: [0.0, 0.0, 2.0],
            u: [0.0, 0.99],
            v: [0.0, 0.99],
            paint: paint(distance, blend),
        }
    }

    fn filled(list: &mut DrawList) -> Frame {
        list.sort();
        let mut frame = Frame::new();
        Sprites::default().add(list, &WhiteSprites, &mut frame);
        frame.finish();
        frame
    }

    #[test]
    fn far_ones_come_first_whatever_their_blending() {
        let mut list = DrawList::new();
        let (add, mix) = (BlendMode::ADDITIVE, BlendMode::ALPHA);
        list.quads = vec![quad(1.0, add), quad(4.0, mix), quad(3.0, mix), quad(2.0, add)];
        let frame = filled(&mut list);
        assert_eq!(frame.items.len(), 2, "two and two share their state");
        let blends: Vec<BlendMode> = frame.items.iter().map(|item| item.surface.blend).collect();
        assert_eq!(blends, [mix, add]);
        assert_eq!(frame.indices.len(), 24);
        let first = frame.vertices[frame.indices[0] as usize];
        assert_eq!(first.position, [-1.0, 4.0, 1.0], "upper left of the farthest");
        assert_eq!((first.uv, first.colour), ([0.0, 0.99], [255, 128, 255, 64]));
        assert_eq!((frame.counters.particles, frame.counters.faces), (4, 8));
    }

    #[test]
    fn overlays_are_not_depth_tested_and_nothing_writes_depth() {
        let mut list = DrawList::new();
        let mut over = quad(2.0, BlendMode::ADDITIVE);
        over.paint.overlay = true;
        let mut foggy = quad(1.0, BlendMode::ADDITIVE);
        foggy.paint.fog = 0.5;
        list.quads = vec![quad(3.0, BlendMode::ADDITIVE), over, foggy];
        let frame = filled(&mut list);
        let states: Vec<_> =
            frame.items.iter().map(|item| (item.surface.depth, item.surface.fog)).collect();
        // Light is added in any order.
        assert_eq!(states.len(), 3);
        for state in [(Depth::Test, false), (Depth::Off, false), (Depth::Test, true)] {
            assert!(states.contains(&state), "{states:?}");
        }
    }

    #[test]
    fn a_half_sphere_is_one_thing() {
        let mut list = DrawList::new();
        list.domes.push(Dome {
            key: 1,
            command: 0,
            centre: [1.0, 2.0, 3.0],
            axes: [[2.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, -4.0]],
            shape: 0,
            facets: false,
            paint: paint(5.0, BlendMode::ALPHA),
        });
        let frame = filled(&mut list);
        assert_eq!((frame.items.len(), frame.counters.faces), (1, 40));
        assert_eq!(frame.vertices[0].position, [1.0, 2.0, -1.0], "the pole");
        list.domes[0].shape = 7;
        assert_eq!(filled(&mut list).items.len(), 0);
    }

    #[test]
    fn cells_of_a_texture() {
        struct Sheet;
        impl SpriteSkins for Sheet {
            fn skin(&self, _: Option<u32>, _: f32) -> SpriteSkin {
                SpriteSkin { texture: Some(TextureId(9)), cell: [0.25, 0.5, 0.25, 0.5] }
            }
        }
        let mut list = DrawList::new();
        list.quads = vec![quad(1.0, BlendMode::ALPHA)];
        list.sort();
        let mut frame = Frame::new();
        Sprites::default().add(&list, &Sheet, &mut frame);
        assert_eq!(frame.vertices[0].uv, [0.25, 0.5 + 0.99 * 0.5]);
        assert_eq!(frame.items[0].surface.texture0, Some(TextureId(9)));
    }
}
