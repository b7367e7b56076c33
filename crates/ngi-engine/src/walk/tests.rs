//! Walks over grounds made by hand.

use ngi_formats::ctl::{Control, ControlBuf, Frame, NO_WAY, State, StateAxes, StateBuf, StateMode};
use ngi_formats::landscape::{GroundPlan, Landscape};
use ngi_formats::msh::{Blueprint, Key, Model, PlainNode, Track};
use proptest::prelude::*;

use super::*;
use crate::landscape::Ground;
use crate::model::{Moment, Skeleton};

/// A ground of 16 × 16 quads of 10 metres whose heights are given by column and row.
fn ground(height: impl Fn(usize, usize) -> f32) -> Ground {
    let mut plan = GroundPlan::flat([16, 16], [4, 4], 10.0);
    for x in 0..=16 {
        for y in 0..=16 {
            let point = plan.point(x, y).unwrap();
            plan.heights[point] = height(x, y);
        }
    }
    Ground::of(&Landscape::read(&plan.build().unwrap().write().unwrap()).unwrap())
}

fn land(ground: &Ground) -> Land<'_> {
    Land { ground, areals: None, obstacles: &[] }
}

const AHEAD: Input = Input { forward: 1.0, side: 0.0, turn: 0.0 };

fn walk(mut walker: Walker, input: Input, seconds: u16, land: &Land<'_>) -> Walker {
    let body = Body::on_foot();
    for _ in 0..seconds * 20 {
        walker = walker.step(&input, 0.05, &body, land);
    }
    walker
}

#[test]
fn it_goes_up_a_slope_and_stays_on_it() {
    // 45°: a metre up for each metre north, from y = 50 on.
    let ground = ground(|_, y| y.saturating_sub(5) as f32 * 10.0);
    let (land, body) = (land(&ground), Body::on_foot());
    let start = Walker::start([80.0, 40.0, 0.0], 0.0, &body, &land).unwrap();
    let end = walk(start, AHEAD, 4, &land);
    let [x, y, z] = end.position;
    assert!((x - 80.0).abs() < 1e-3 && y > 60.0, "{x} {y}");
    assert!((z - (y - 50.0)).abs() < 1e-2, "{z} at {y}");
    // And down again, without a hop.
    let turned = Walker { heading: std::f32::consts::PI, ..end };
    let back = walk(turned, AHEAD, 1, &land);
    let [_, lower, z] = back.position;
    assert!(lower < y && back.stands() && (z - (lower - 50.0)).abs() < 1e-2, "{lower} {z}");
}

#[test]
fn a_cliff_is_not_climbed() {
    // 80 metres up within one quad of 10: 82.9°.
    let ground = ground(|_, y| if y > 8 { 80.0 } else { 0.0 });
    let (land, body) = (land(&ground), Body::on_foot());
    let start = Walker::start([75.0, 60.0, 0.0], 0.0, &body, &land).unwrap();
    let end = walk(start, AHEAD, 8, &land);
    let [_, y, z] = end.position;
    assert!(y < 81.0 && z == 0.0, "{y} {z}");
}

#[test]
fn nobody_steps_down_a_cliff_and_what_is_in_the_air_falls_with_ten() {
    let ground = ground(|_, y| if y > 8 { 0.0 } else { 90.0 });
    let (land, body) = (land(&ground), Body::on_foot());
    let start = Walker::start([75.0, 70.0, 90.0], 0.0, &body, &land).unwrap();
    // 83.7°: the ground carries nobody there.
    let end = walk(start, AHEAD, 10, &land);
    assert!(end.position[1] < 80.1 && end.position[2] == 90.0, "{end:?}");
    // Three seconds of falling are 45 metres.
    let mut falling = Walker { position: [75.0, 120.0, 100.0], falls: 1e-6, ..end };
    for _ in 0..3000 {
        falling = falling.step(&Input::default(), 0.001, &body, &land);
    }
    assert!((falling.position[2] - 55.0).abs() < 0.1, "{}", falling.position[2]);
    let landed = walk(falling, Input::default(), 10, &land);
    assert!(landed.stands() && landed.position[2] == 0.0, "{landed:?}");
}

#[test]
fn the_map_ends_before_its_border() {
    let ground = ground(|_, _| 0.0);
    let (land, body) = (land(&ground), Body::on_foot());
    let start = Walker::start([80.0, 150.0, 0.0], 0.0, &body, &land).unwrap();
    let end = walk(start, AHEAD, 10, &land);
    assert!(end.position[1] <= 160.0 - body.radius && end.position[1] > 158.0);
}

#[test]
fn what_stands_there_is_walked_around_and_not_through() {
    let ground = ground(|_, _| 0.0);
    let house =
        Obstacle { object: 0, footprint: [[70.0, 80.0], [90.0, 80.0], [90.0, 90.0], [70.0, 90.0]] };
    let obstacles = [house];
    let land = Land { ground: &ground, areals: None, obstacles: &obstacles };
    let body = Body::on_foot();
    let start = Walker::start([78.0, 60.0, 0.0], 0.0, &body, &land).unwrap();
    let mut walker = start;
    for _ in 0..200 {
        walker = walker.step(&AHEAD, 0.05, &body, &land);
        let [x, y, _] = walker.position;
        let near = (70.0 - 0.39..=90.39).contains(&x) && (79.61..=90.39).contains(&y);
        assert!(!near, "{x} {y}");
    }
    // Inside, it can only be left.
    let inside = Walker::start([80.0, 85.0, 0.0], 0.0, &body, &land).unwrap();
    let [x, y, _] = inside.position;
    assert!(!((69.6..90.4).contains(&x) && (79.6..90.4).contains(&y)), "{x} {y}");
    let caught = Walker { position: [80.0, 85.0, 0.0], ..inside };
    let out = walk(caught, AHEAD, 3, &land);
    assert!(out.position[1] > 91.0);
}

#[test]
fn a_way_is_walked_to_its_end_and_given_up_where_it_is_closed() {
    let ground = ground(|_, _| 0.0);
    let land = land(&ground);
    let body = Body::on_foot();
    let mut walker = Walker::start([20.0, 20.0, 0.0], 2.0, &body, &land).unwrap();
    walker.go_along([[60.0, 20.0], [60.0, 60.0], [f32::NAN, 0.0]]);
    assert_eq!(walker.way.len(), 2);
    let end = walk(walker.clone(), Input::default(), 20, &land);
    let [x, y, _] = end.position;
    assert!((x - 60.0).abs() < 1.0 && (y - 60.0).abs() < 1.0 && end.way.is_empty(), "{x} {y}");
    // Whoever steers is no longer led.
    let steered = walker.step(&Input { turn: 0.1, ..Input::default() }, 0.05, &body, &land);
    assert!(steered.way.is_empty());
    // Beyond the map: it gives up.
    walker.go_along([[20.0, 400.0]]);
    let end = walk(walker, Input::default(), 40, &land);
    assert!(end.way.is_empty() && end.position[1] < 160.0);
}

#[test]
fn nothing_that_is_no_number_gets_in() {
    let ground = ground(|_, _| 0.0);
    let (land, body) = (land(&ground), Body::on_foot());
    assert_eq!(Walker::start([f32::NAN, 0.0, 0.0], 0.0, &body, &land), None);
    assert_eq!(Walker::start([5000.0, 0.0, 0.0], 0.0, &body, &land), None);
    let start = Walker::start([80.0, 80.0, 0.0], f32::INFINITY, &body, &land).unwrap();
    let wild = Input { forward: f32::NAN, side: f32::INFINITY, turn: -f32::NAN };
    assert!(wild.is_idle() || start.heading == 0.0);
    for seconds in [f32::NAN, f32::INFINITY, -1.0, 1e30] {
        let next = start.step(&wild, seconds, &body, &land);
        assert!(next.position.iter().all(|n| n.is_finite()) && next.heading.is_finite());
    }
    // An hour in one go is a quarter of a second.
    let far = start.step(&AHEAD, 3600.0, &body, &land).position[1];
    assert!(far - 80.0 < body.speed * 0.25 + 1e-3);
}

proptest! {
    #[test]
    fn nobody_gets_below_the_ground_and_steps_repeat(
        heights in proptest::collection::vec(0.0f32..40.0, 17 * 17),
        inputs in proptest::collection::vec((-1.0f32..1.0, -1.0f32..1.0, -1.0f32..1.0, 0.0f32..0.3), 40),
        from in (5.0f32..155.0, 5.0f32..155.0),
    ) {
        let ground = ground(|x, y| heights[y * 17 + x]);
        let (land, body) = (land(&ground), Body::on_foot());
        let start = Walker::start([from.0, from.1, 100.0], 0.0, &body, &land);
        let (mut one, mut two) = (start.clone(), start);
        for (forward, side, turn, seconds) in inputs {
            let input = Input { forward, side, turn };
            one = one.map(|it| it.step(&input, seconds, &body, &land));
            two = two.map(|it| it.step(&input, seconds, &body, &land));
            prop_assert_eq!(&one, &two);
            let Some(walker) = &one else { continue };
            let [x, y, z] = walker.position;
            let bottom = ground.height([x, y], &crate::landscape::walker());
            prop_assert!(bottom.is_some_and(|at| z >= at.z - 1e-3), "{x} {y} {z} {bottom:?}");
        }
    }
}

/// A model whose root walks 4 metres in frames 0 to 10.
fn strider() -> Vec<u8> {
    let mut plan = Blueprint::new("strider");
    let start = Key::default();
    let end = Key { position: [0.0, 4.0, 0.0], time: 10.0, ..Key::default() };
    plan.add_node(PlainNode::new("hips").with_track(Track { keys: vec![start, end] }));
    plan.build().unwrap().write().unwrap()
}

fn state(low: f32, high: f32, frames: [f32; 2]) -> State {
    State {
        axes: StateAxes::VELOCITY_Y,
        mode: StateMode::ANCHOR,
        velocity_low: [f32::MIN, low, f32::MIN],
        velocity_high: [f32::MAX, high, f32::MAX],
        frames_a: frames,
        frames_b: [0.0, 0.0],
        step_ms: 0,
        ..State::default()
    }
}

#[test]
fn a_gait_follows_the_speed() {
    let bytes = strider();
    let model = Model::read(&bytes).unwrap();
    let skeleton = Skeleton::new(&model);
    let mut control = ControlBuf {
        frame: Frame { top_speed: [0.0, 10.0, 0.0], ..Frame::default() },
        ..ControlBuf::default()
    };
    let run = State { blend: 0.5, ..state(0.5, 10.0, [0.0, 10.0]) };
    let timed = State { step_ms: 500, ..state(-5.0, -0.5, [10.0, 0.0]) };
    for state in [state(-0.5, 0.5, [0.0, 0.0]), run, timed] {
        control.add_state(StateBuf { state, contacts: Vec::new() }).unwrap();
    }
    control.costs = vec![0.0, 1.0, 1.0, 1.0, 0.0, NO_WAY, 1.0, NO_WAY, 0.0];
    let bytes = control.write().unwrap();
    let control = Control::read(&bytes).unwrap();
    let gaits = Gaits::of(&control, &skeleton);
    let standing = gaits.standing();
    assert_eq!((standing.state, gaits.moment(&standing)), (Some(0), Some(Moment::At(0.0))));
    // 4 metres a second on a stride of 4 metres: half of it in half a second.
    let walking = gaits.step(standing, [0.0, 4.0], 0.0, 0.5);
    assert_eq!((walking.state, walking.phase), (Some(1), 0.5));
    let share = (4.0 - 0.5) / 9.5;
    assert!((walking.weight - 0.5 * (1.0 - share)).abs() < 1e-6, "{}", walking.weight);
    let Some(Moment::Mix { from, to, .. }) = gaits.moment(&walking) else { panic!("{walking:?}") };
    assert_eq!((from, to), (5.0, 0.0));
    // Back takes half a second a step, whatever the speed.
    let back = gaits.step(walking, [0.0, -3.0], 0.0, 0.1);
    assert_eq!((back.state, (back.phase * 10.0).round()), (Some(2), 2.0));
    assert_eq!(gaits.moment(&Gait { weight: 0.0, ..back }), Some(Moment::At(8.0)));
    assert_eq!(gaits.step(back, [0.0, 0.0], 0.0, 0.1), standing);
    // Faster than any state: it stands (S).
    assert_eq!(gaits.step(walking, [0.0, 99.0], 0.0, 0.1).state, Some(0));
    let body = Body::of(Some(&control), 2.0, 1.0);
    assert_eq!((body.speed, body.back_speed, body.acceleration), (10.0, 5.0, 5.0));
}
