//! Sampling, mixing, composing.

use ngi_formats::msh::{Blueprint, Key, Model, PlainNode, QuaternionOrder, Track, pose, resource};
use proptest::prelude::*;

use super::samples::{crane, key, patch, tolerant, written};
use crate::model::{
    Moment, PoseError, RootTranslation, Sample, Skeleton, Source, Transform, columns, engine_rows,
    frame_index,
};

fn close(left: &[f32], right: &[f32]) -> bool {
    left.len() == right.len() && left.iter().zip(right).all(|(a, b)| (a - b).abs() < 1e-4)
}

#[test]
fn frames_round_half_to_even() {
    let table = [
        (0.0, Some(0)),
        (0.5, Some(0)),
        (1.0, Some(0)),
        (1.5, Some(1)),
        (2.0, Some(2)),
        (3.0, Some(2)),
        (3.4, Some(3)),
        (4.0, None),
        (-0.0, Some(0)),
        (-0.1, None),
        (-1.0, None),
        (f32::NAN, None),
        (f32::INFINITY, None),
        (f32::NEG_INFINITY, None),
        (1e30, None),
    ];
    for (time, frame) in table {
        assert_eq!(frame_index(time, 4), frame, "{time}");
    }
    assert_eq!(frame_index(0.0, 0), None);
    assert_eq!(frame_index(65_000.0, u32::MAX), Some(65_000));
}

/// time, position, degrees in the engine's sense, source.
const ARM: [(f32, [f32; 3], f32, Source); 14] = [
    (0.0, [0.0, 0.0, 0.0], 0.0, Source::Key(1)),
    (0.5, [1.0, 0.0, 0.0], 22.5, Source::Between(1)),
    (1.0, [2.0, 0.0, 0.0], 45.0, Source::Between(1)),
    (1.5, [3.0, 0.0, 0.0], 67.5, Source::Between(1)),
    (2.0, [4.0, 0.0, 0.0], 90.0, Source::Key(2)),
    (2.5, [4.0, 3.0, 0.0], 90.0, Source::Between(2)),
    // The last key's time: its frame is 2, whose key ends there.
    (3.0, [4.0, 6.0, 0.0], 90.0, Source::Key(3)),
    // Frame 3 names the fallback; later frames are out of range.
    (3.5, [4.0, 6.0, 0.0], 90.0, Source::Key(3)),
    (4.0, [4.0, 6.0, 0.0], 90.0, Source::Key(3)),
    // A negative frame is out of range too: the last key, not the first.
    (-1.0, [4.0, 6.0, 0.0], 90.0, Source::Key(3)),
    (-0.25, [4.0, 6.0, 0.0], 90.0, Source::Key(3)),
    (f32::NAN, [4.0, 6.0, 0.0], 90.0, Source::Key(3)),
    (f32::INFINITY, [4.0, 6.0, 0.0], 90.0, Source::Key(3)),
    (1e9, [4.0, 6.0, 0.0], 90.0, Source::Key(3)),
];

#[test]
fn samples_of_the_crane() {
    let bytes = crane();
    let model = Model::read(&bytes).unwrap();
    assert_eq!(model.frame_count, 4);
    let skeleton = Skeleton::new(&model);
    for (time, position, degrees, source) in ARM {
        let sample = skeleton.sample(1, Moment::At(time)).unwrap();
        let half = degrees.to_radians() / 2.0;
        assert_eq!(sample.source, source, "{time}");
        assert!(close(&sample.position, &position), "{time}: {sample:?}");
        assert!(close(&sample.rotation, &[half.cos(), 0.0, 0.0, half.sin()]), "{time}: {sample:?}");
        assert_eq!(skeleton.sample(0, Moment::At(time)).unwrap().source, Source::Key(0));
    }
    let rest = skeleton.sample(1, Moment::Rest).unwrap();
    assert_eq!((rest.source, rest.position), (Source::Key(1), [0.0; 3]));
}

#[test]
fn poses_of_the_crane() {
    let bytes = crane();
    let skeleton = Skeleton::new(&Model::read(&bytes).unwrap());
    let mut out = [Transform::IDENTITY; 2];
    for (time, [x, y, z], degrees, _) in ARM {
        skeleton.pose(Moment::At(time), RootTranslation::Keep, &mut out).unwrap();
        let (sin, cos) = degrees.to_radians().sin_cos();
        // The engine's rows: the transpose of the usual rotation about z.
        let rows = [
            [cos, sin, 0.0, 10.0 + x],
            [-sin, cos, 0.0, y],
            [0.0, 0.0, 1.0, z],
            [0.0, 0.0, 0.0, 1.0],
        ];
        assert!(close(&engine_rows(&out[1]), rows.as_flattened()), "{time}: {out:?}");
        let cols: Vec<f32> = (0..16).map(|n| rows[n % 4][n / 4]).collect();
        assert!(close(&columns(&out[1]), &cols), "{time}");
        skeleton.pose(Moment::At(time), RootTranslation::Clear, &mut out).unwrap();
        assert_eq!(out[0].translation.to_array(), [0.0; 3]);
        assert!(close(&out[1].translation.to_array(), &[x, y, z]));
    }
}

#[test]
fn a_turn_is_seen_from_the_right_side() {
    // Stored w = z = √½. Right-handed maths takes the conjugate: a quarter turn clockwise.
    let sample = Sample { rotation: [0.5f32.sqrt(), 0.0, 0.0, 0.5f32.sqrt()], ..Sample::MISSING };
    let moved = sample.transform().transform_point3a(glam::Vec3A::X);
    assert!(moved.abs_diff_eq(glam::Vec3A::NEG_Y, 1e-6), "{moved}");
    let [w, x, y, z] = sample.rotation_right_handed();
    let turned = glam::Quat::from_xyzw(x, y, z, w) * glam::Vec3A::X;
    assert!(turned.abs_diff_eq(moved, 1e-6));
}

#[test]
fn the_map_decides_by_the_rounded_frame() {
    let mut bytes = crane();
    // Frame 1 names the second key too early: where t − 0.5 is rounded matters now.
    patch(&mut bytes, resource::MAP, 2, &2u16.to_le_bytes());
    let model = tolerant(&bytes);
    let skeleton = Skeleton::new(&model);
    let at = |time| skeleton.sample(1, Moment::At(time)).unwrap();
    assert_eq!((at(1.0).source, at(1.0).position), (Source::Between(1), [2.0, 0.0, 0.0]));
    // Frame 1, key 2 at time 2, next at 3: half an interval before it.
    assert_eq!((at(1.5).source, at(1.5).position), (Source::Between(2), [4.0, -3.0, 0.0]));
}

#[test]
fn mixing_two_times() {
    let bytes = crane();
    let skeleton = Skeleton::new(&Model::read(&bytes).unwrap());
    let mix = |from, to, weight| skeleton.sample(1, Moment::Mix { from, to, weight });
    let table = [
        // Both count: (1 − w)·p + w·q, a quarter of 90°.
        (0.0, 2.0, 0.25, [1.0, 0.0, 0.0], 22.5),
        (2.0, 3.0, 0.5, [4.0, 3.0, 0.0], 90.0),
        // One side alone: by weight, or because the other time is negative.
        (0.5, 2.0, 0.0, [1.0, 0.0, 0.0], 22.5),
        (0.5, 2.0, 1.0, [4.0, 0.0, 0.0], 90.0),
        (-1.0, 2.0, 0.25, [4.0, 0.0, 0.0], 90.0),
        (0.5, -1.0, 0.25, [1.0, 0.0, 0.0], 22.5),
    ];
    let mut out = [Transform::IDENTITY; 2];
    for (from, to, weight, position, degrees) in table {
        let sample = mix(from, to, weight).unwrap();
        let half = f32::to_radians(degrees) / 2.0;
        assert!(close(&sample.position, &position), "{from} {to} {weight}: {sample:?}");
        assert!(close(&sample.rotation, &[half.cos(), 0.0, 0.0, half.sin()]), "{sample:?}");
        let moment = Moment::Mix { from, to, weight };
        skeleton.pose(moment, RootTranslation::Clear, &mut out).unwrap();
        assert!(close(&out[1].translation.to_array(), &position));
    }
    for (from, to, weight) in
        [(-1.0, -1.0, 0.5), (-1.0, 2.0, 0.0), (0.0, -1.0, 1.0), (0.0, 0.0, f32::NAN)]
    {
        assert_eq!(mix(from, to, weight), Err(PoseError::NothingToMix));
    }
}

#[test]
fn mixing_takes_the_short_way() {
    let a = Sample { rotation: [1.0, 0.0, 0.0, 0.0], ..Sample::MISSING };
    let b = Sample { rotation: [-1.0, 0.0, 0.0, 0.0], ..Sample::MISSING };
    assert_eq!(a.mix(&b, 0.5).rotation, [1.0, 0.0, 0.0, 0.0]);
}

#[test]
fn the_other_order_of_quaternions() {
    let mut plan = Blueprint::new("order");
    let stored = Key { rotation: [0, 0, 0, 32767], ..Key::default() };
    plan.add_node(PlainNode::new("node").with_track(Track::still(stored)));
    let bytes = written(&plan);
    let model = Model::read(&bytes).unwrap();
    let read =
        |order| Skeleton::with_order(&model, order).sample(0, Moment::Rest).unwrap().rotation;
    assert_eq!(read(QuaternionOrder::Xyzw), [1.0, 0.0, 0.0, 0.0]);
    assert_eq!(read(QuaternionOrder::Wxyz), [0.0, 0.0, 0.0, 1.0]);
}

#[test]
fn every_node_at_a_time_of_its_own() {
    let bytes = crane();
    let skeleton = Skeleton::new(&Model::read(&bytes).unwrap());
    let mut out = [Transform::IDENTITY; 2];
    let moment = |node| if node == 1 { Moment::At(2.0) } else { Moment::Rest };
    skeleton.pose_each(moment, RootTranslation::Keep, &mut out).unwrap();
    assert!(close(&out[1].translation.to_array(), &[14.0, 0.0, 0.0]));
    let wrong = skeleton.pose(Moment::Rest, RootTranslation::Keep, &mut out[..1]);
    assert_eq!(wrong, Err(PoseError::Buffer { nodes: 2, given: 1 }));
}

/// The page's formulas in f64, straight from the tables.
fn by_the_book(model: &Model<'_>, node: usize, time: f32) -> ([f64; 3], [f64; 4]) {
    let record = model.nodes.get(node).unwrap();
    let key = |index: u16| model.keys.unwrap().get(usize::from(index)).unwrap();
    let whole = |key: Key| {
        let [w, x, y, z] = key.rotation.map(|n| f64::from(n) / 32767.0);
        (key.position.map(f64::from), [w, x, y, z])
    };
    let rounded = f64::from((time - 0.5).round_ties_even());
    let frames = f64::from(model.frame_count);
    let word = (rounded >= 0.0 && rounded < frames && record.is_animated())
        .then(|| model.map.unwrap().get(usize::from(record.map_start) + rounded as usize).unwrap())
        .filter(|&word| word < record.fallback_key);
    let Some(word) = word else { return whole(key(record.fallback_key)) };
    let (k0, k1) = (key(word), key(word + 1));
    if time == k0.time {
        return whole(k0);
    }
    if time == k1.time {
        return whole(k1);
    }
    let a = f64::from(time - k0.time) / f64::from(k1.time - k0.time);
    let ((p0, q0), (p1, q1)) = (whole(k0), whole(k1));
    let position = std::array::from_fn(|n| p0[n] + a * (p1[n] - p0[n]));
    let signed: f64 = (0..4).map(|n| q0[n] * q1[n]).sum();
    let (d, sign) = (signed.abs(), if signed < 0.0 { -1.0 } else { 1.0 });
    let (w0, w1) = if 1.0 - d <= 9.999_999_7e-6 {
        (1.0 - a, a)
    } else {
        let theta = d.acos();
        let w1 = (a * theta).sin() / theta.sin();
        ((a * theta).cos() - w1 * d, w1)
    };
    (position, std::array::from_fn(|n| w0 * q0[n] + sign * w1 * q1[n]))
}

fn tracks() -> impl Strategy<Value = Vec<Track>> {
    let key = (any::<[i8; 3]>(), any::<[i16; 4]>(), 1u8..5);
    let track = proptest::collection::vec(key, 1..6).prop_map(|keys| {
        let mut time = 0.0;
        let keys = keys.into_iter().enumerate().map(|(n, (position, rotation, step))| {
            time += if n == 0 { 0.0 } else { f32::from(step) };
            Key { position: position.map(f32::from), time, rotation }
        });
        Track { keys: keys.collect() }
    });
    proptest::collection::vec(track, 1..8)
}

proptest! {
    #[test]
    fn samples_and_poses_equal_the_book(tracks in tracks(), time in -2.0f32..24.0, whole: bool) {
        let time = if whole { time.round() } else { time };
        let mut plan = Blueprint::new("any");
        for (n, track) in tracks.into_iter().enumerate() {
            let mut node = PlainNode::new("node").with_track(track);
            node.parent = n.checked_sub(1).map(|before| before / 2);
            plan.add_node(node);
        }
        let bytes = written(&plan);
        let model = tolerant(&bytes);
        let skeleton = Skeleton::new(&model);
        let mut out = vec![Transform::IDENTITY; skeleton.len()];
        skeleton.pose(Moment::At(time), RootTranslation::Keep, &mut out).unwrap();
        for node in 0..skeleton.len() {
            let sample = skeleton.sample(node, Moment::At(time)).unwrap();
            let (position, rotation) = by_the_book(&model, node, time);
            for (ours, book) in sample.position.iter().zip(position) {
                prop_assert!((f64::from(*ours) - book).abs() <= 1e-6 * book.abs().max(128.0));
            }
            for (ours, book) in sample.rotation.iter().zip(rotation) {
                prop_assert!((f64::from(*ours) - book).abs() < 1e-6, "{ours} {book}");
            }
            // The pose is the samples, composed.
            let local = sample.transform();
            let expected = skeleton.parent(node).map_or(local, |parent| out[parent] * local);
            prop_assert_eq!(out[node], expected);
        }
    }

    #[test]
    fn the_rest_pose_is_the_readers(tracks in tracks()) {
        let mut plan = Blueprint::new("any");
        for (n, track) in tracks.into_iter().enumerate() {
            let mut node = PlainNode::new("node").with_track(track);
            node.parent = n.checked_sub(2);
            plan.add_node(node);
        }
        let bytes = written(&plan);
        let model = tolerant(&bytes);
        let mut out = vec![Transform::IDENTITY; model.nodes.len()];
        Skeleton::new(&model).pose(Moment::Rest, RootTranslation::Keep, &mut out).unwrap();
        for (ours, rows) in out.iter().zip(pose::rest_pose(&model)) {
            let ours = engine_rows(ours);
            for (ours, theirs) in ours.iter().zip(rows.as_flattened()) {
                prop_assert!((ours - theirs).abs() <= 1e-3 * theirs.abs().max(1.0));
            }
        }
    }
}

#[test]
fn keys_meet_exactly() {
    // The same key on both sides of a time, seen from frame and from time.
    let still = key([1.0, 2.0, 3.0], 0.0, 30.0);
    let track = Track { keys: vec![still, Key { time: 1.0, ..still }, Key { time: 2.0, ..still }] };
    let mut plan = Blueprint::new("still");
    plan.add_node(PlainNode::new("node").with_track(track));
    let bytes = written(&plan);
    let skeleton = Skeleton::new(&Model::read(&bytes).unwrap());
    let at = |time| skeleton.sample(0, Moment::At(time)).unwrap().source;
    assert_eq!([at(0.0), at(1.0), at(2.0)], [Source::Key(0), Source::Key(1), Source::Key(2)]);
    assert_eq!(at(1.0f32.next_up()), Source::Between(1));
    assert_eq!(at(1.0f32.next_down()), Source::Between(0));
}
