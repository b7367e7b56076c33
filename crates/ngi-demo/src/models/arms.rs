//! What fits on the walker's sockets: guns and turrets. Their first node has no geometry: the
//! engine hangs its children on the socket.

use ngi_formats::Result;
use ngi_formats::msh::{Blueprint, Key, PlainNode, Track};

use super::Dressed;
use super::shape::{Along, Shape, Slice, Surface, chamfered, circle};
use crate::paint::noise::random;

const PANEL: u8 = 0;
const JOINT: u8 = 1;

fn points(level: usize) -> usize {
    [12, 8, 6, 4].get(level).copied().unwrap_or(4)
}

/// A gun: a breech and barrels, by its seed one or two, longer or shorter.
pub fn gun(stem: &str, seed: u32) -> Result<Dressed> {
    let mut plan = Blueprint::new(stem);
    let root = plan.add_node(PlainNode::new("root"));
    let gun = plan.add_node(PlainNode::new("gun").below(root));
    let length = 1.4 + random(1, 1, seed) * 1.2;
    let thick = 0.1 + random(2, 2, seed) * 0.08;
    let twin = random(3, 3, seed) > 0.5;
    for level in 0..4 {
        let slice =
            |y: f32, x: f32, z: f32| Slice { outline: chamfered(x, z, 0.08), at: [0.0, y, 0.0] };
        let breech = [
            slice(-0.4, 0.18, 0.16),
            slice(-0.2, 0.32, 0.26),
            slice(0.5, 0.3, 0.24),
            slice(0.7, 0.2, 0.18),
        ];
        let mut parts = vec![Shape::loft(Along::Forward, &breech, 0.3, Surface::of(PANEL))];
        let barrels: &[f32] = if twin { &[-0.15, 0.15] } else { &[0.0] };
        for &x in barrels {
            let ring = |y: f32, radius: f32| Slice {
                outline: circle(points(level), radius),
                at: [x, y, 0.0],
            };
            let barrel = [
                ring(0.6, thick * 1.3),
                ring(0.9, thick),
                ring(length, thick * 0.9),
                ring(length + 0.02, thick * 1.5),
                ring(length + 0.25, thick * 1.5),
            ];
            parts.push(Shape::loft(Along::Forward, &barrel, 0.4, Surface::of(JOINT)));
        }
        plan.set_mesh(gun, 0, level, Shape::all(parts).mesh())?;
    }
    Ok(Dressed::new(plan, &["M_PANEL", "M_JOINT"]))
}

/// A turret that turns: a ring, a dome, sockets for two guns.
pub fn turret(stem: &str, seed: u32) -> Result<Dressed> {
    let mut plan = Blueprint::new(stem);
    let root = plan.add_node(PlainNode::new("root"));
    let turn =
        |frame: f32, z: i16, w: i16| Key { time: frame, rotation: [w, 0, 0, z], ..Key::default() };
    let track = Track {
        keys: vec![
            turn(0.0, 0, 32767),
            turn(20.0, 12539, 30273),
            turn(40.0, 0, 32767),
            turn(60.0, -12539, 30273),
            turn(80.0, 0, 32767),
        ],
    };
    let dome = plan.add_node(PlainNode::new("dome").below(root).with_track(track));
    let wide = 0.7 + random(1, 1, seed) * 0.4;
    for level in 0..4 {
        let ring = |z: f32, radius: f32| Slice {
            outline: circle(points(level), radius),
            at: [0.0, 0.0, z],
        };
        let base = Shape::loft(
            Along::Up,
            &[ring(0.0, wide), ring(0.2, wide * 0.95)],
            0.3,
            Surface::of(JOINT),
        );
        let cap = [
            ring(0.2, wide * 0.9),
            ring(0.5, wide * 0.85),
            ring(0.75, wide * 0.6),
            ring(0.85, wide * 0.2),
        ];
        let cap = Shape::loft(Along::Up, &cap, 0.3, Surface::of(PANEL));
        plan.set_mesh(dome, 0, level, Shape::all([base, cap]).mesh())?;
    }
    for (name, x) in [("r", 1.0), ("l", -1.0)] {
        let position = [x * wide, 0.1, 0.4];
        let mut socket = PlainNode::new(format!("Base_gun_{name}")).below(dome);
        socket.track = Track::still(Key { position, ..Key::default() });
        socket.label = b"universal_gun".to_vec();
        plan.add_node(socket);
    }
    Ok(Dressed::new(plan, &["M_HULL_O", "M_JOINT"]))
}
