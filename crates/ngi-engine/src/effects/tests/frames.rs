//! Frames and how sprites stand in them.

use glam::Vec3;

use super::samples::assert_near;
use crate::effects::{Basis, Frame, side};

fn v(x: f32, y: f32, z: f32) -> Vec3 {
    Vec3::new(x, y, z)
}

#[test]
fn the_side_rule() {
    let table = [
        (v(1.0, 0.0, 0.0), v(0.0, 1.0, 0.0)),
        (v(1.0, 0.0, 5.0), v(0.0, 1.0, 0.0)),
        (v(0.0, 1.0, 0.0), v(1.0, 0.0, 0.0)),
        (v(0.0, 3.0, 4.0), v(1.0, 0.0, 0.0)),
        (v(0.0, 0.0, 0.0), v(1.0, 0.0, 0.0)),
        // Not of length 1 unless z is there.
        (v(3.0, 4.0, 0.0), v(-4.0, 3.0, 0.0)),
        (v(3.0, 4.0, 1.0), v(-0.8, 0.6, 0.0)),
    ];
    for (d, expected) in table {
        assert_near(side(d).to_array(), expected.to_array());
    }
}

#[test]
fn a_frame_about_a_direction() {
    let frame = Frame::about(v(0.0, 0.0, 2.0));
    assert_eq!(frame.axes, [v(0.0, 0.0, 1.0), v(1.0, 0.0, 0.0), v(0.0, 1.0, 0.0)]);
    assert_eq!(Frame::about(Vec3::ZERO).axes[0], Vec3::X);
}

#[test]
fn frames_of_control_points() {
    let points = [v(0.0, 0.0, 0.0), v(3.0, 0.0, 0.0), v(0.0, 3.0, 6.0)];
    let three = [v(2.0, 0.0, 0.0), v(0.0, 3.0, 0.0), v(0.0, 0.0, 4.0)];
    let frame = Frame::of_points(points, three);
    assert_eq!((frame.origin, frame.axes), (v(1.0, 1.0, 2.0), three));
    // The same direction three times: about it, as large as it is long.
    let frame = Frame::of_points(points, [v(0.0, 5.0, 0.0); 3]);
    assert_near(frame.axes[0].to_array(), [0.0, 5.0, 0.0]);
    assert_near(frame.axes[1].to_array(), [5.0, 0.0, 0.0]);
    assert_near(frame.axes[2].to_array(), [0.0, 0.0, -5.0]);
}

#[test]
fn the_eye_in_a_frame_counts_in_lengths_of_its_axes() {
    let frame = Frame {
        axes: [v(0.0, 2.0, 0.0), v(-4.0, 0.0, 0.0), v(0.0, 0.0, 1.0)],
        origin: v(1.0, 1.0, 1.0),
    };
    let eye = v(5.0, 9.0, 2.0);
    assert_near(frame.local(eye).to_array(), [4.0, -1.0, 1.0]);
    assert_near(frame.point(frame.local(eye)).to_array(), eye.to_array());
}

#[test]
fn frames_under_frames() {
    let parent = Frame {
        axes: [v(0.0, 2.0, 0.0), v(-2.0, 0.0, 0.0), v(0.0, 0.0, 2.0)],
        origin: v(10.0, 0.0, 0.0),
    };
    let child = Frame::at([1.0, 0.0, 0.0]).sized(v(1.0, 3.0, 1.0));
    let world = parent.under(&child);
    assert_eq!(world.origin, v(10.0, 2.0, 0.0));
    assert_eq!(world.axes, [v(0.0, 2.0, 0.0), v(-6.0, 0.0, 0.0), v(0.0, 0.0, 2.0)]);
    let point = v(0.3, -0.2, 0.9);
    assert_near(world.point(point).to_array(), parent.point(child.point(point)).to_array());
}

/// Right-handed and of length 1.
fn assert_rotation(basis: &Basis) {
    assert_near(basis.x.cross(basis.y).to_array(), basis.z.to_array());
    for axis in [basis.x, basis.y, basis.z] {
        assert!((axis.length() - 1.0).abs() < 1e-5);
    }
}

#[test]
fn sprites_that_face_the_eye() {
    let basis = Basis::facing(v(0.0, 0.0, 5.0)).unwrap();
    assert_eq!(basis, Basis { x: Vec3::X, y: Vec3::Y, z: Vec3::Z });
    for to_eye in [v(1.0, 2.0, 3.0), v(-3.0, 0.0, 1.0), v(0.0, -1.0, 0.0), v(2.0, -1.0, 0.0)] {
        let basis = Basis::facing(to_eye).unwrap();
        assert_near(basis.z.to_array(), to_eye.normalize().to_array());
        assert_rotation(&basis);
    }
    assert_eq!(Basis::facing(Vec3::ZERO), None);
    assert_eq!(Basis::facing(v(f32::NAN, 0.0, 0.0)), None);
}

#[test]
fn sprites_along_their_direction() {
    let basis = Basis::along(v(0.0, -5.0, 0.0), Vec3::X).unwrap();
    // (0, −5, 0) × (1, 0, 0) = (0, 0, 5): up in the picture is up in the world.
    assert_eq!(basis, Basis { x: Vec3::X, y: Vec3::Z, z: -Vec3::Y });
    assert_rotation(&basis);
    // Not drawn where the product is exactly 1 or −1.
    assert_eq!(Basis::along(v(1.0, 3.0, 0.0), Vec3::X), None);
    assert_eq!(Basis::along(v(-1.0, 3.0, 0.0), Vec3::X), None);
    // Straight ahead: beside it by the rule.
    let ahead = Basis::along(v(2.0, 0.0, 0.0), Vec3::X).unwrap();
    assert_eq!(ahead, Basis { x: Vec3::X, y: Vec3::Y, z: Vec3::Z });
}

#[test]
fn sprites_across_their_direction() {
    assert_eq!(Basis::across(Vec3::Z), Basis { x: Vec3::X, y: Vec3::Y, z: Vec3::Z });
    let long = Basis::across(v(0.0, 0.0, 2.0));
    assert_eq!(long, Basis { x: Vec3::X, y: v(0.0, 2.0, 0.0), z: v(0.0, 0.0, 2.0) });
}

#[test]
fn modes_of_sprites() {
    let (to_eye, d) = (v(1.0, 2.0, 3.0), Vec3::Z);
    assert_eq!(Basis::of_mode(0, to_eye, d), Basis::facing(to_eye));
    assert_eq!(Basis::of_mode(1, to_eye, d), Basis::along(to_eye, d));
    assert_eq!(Basis::of_mode(2, to_eye, d), Some(Basis::across(d)));
    assert_eq!(Basis::of_mode(3, to_eye, d), Basis::facing(to_eye));
    assert_eq!(Basis::of_mode(u32::MAX, to_eye, d), Basis::facing(to_eye));
}

#[test]
fn size_lies_along_the_axes_of_the_frame() {
    // A sprite across (1, 0, 0): its x is the frame's y, its y the frame's z.
    let frame =
        Frame { axes: [v(1.0, 0.0, 0.0), v(0.0, 10.0, 0.0), v(0.0, 0.0, 1.0)], origin: Vec3::ZERO };
    let [x, y, z] = frame.columns(&Basis::across(Vec3::X), v(2.0, 3.0, 4.0));
    assert_eq!((x, y, z), (v(0.0, 30.0, 0.0), v(0.0, 0.0, 4.0), v(2.0, 0.0, 0.0)));
}
