//! What a sky looks like: arcs, lights, fog, dome, flare, drops. All numbers worked out by hand.

use ngi_formats::sky::{Event, KeyframeBuf};

use super::*;

#[test]
fn bodies_go_along_their_arcs() {
    let table = [
        (BodyKind::Sun, 0.0, [-0.154_508, -0.951_057, -0.267_617]),
        (BodyKind::Sun, 0.25, [0.293_893, -0.809_017, 0.509_037]),
        (BodyKind::Sun, 0.5, [0.5, 0.0, 0.866_025]),
        (BodyKind::Sun, 1.0, [-0.154_508, 0.951_057, -0.267_617]),
        (BodyKind::Moon, 0.0, [-0.951_057, 0.236_721, -0.198_632]),
        (BodyKind::Moon, 0.5, [0.0, -0.766_044, 0.642_788]),
        (BodyKind::Moon, 1.0, [0.951_057, 0.236_721, -0.198_632]),
    ];
    for (kind, progress, expected) in table {
        let towards = kind.towards(progress);
        assert!(all_near(towards, expected), "{kind:?} {progress}: {towards:?}");
        let length: f32 = towards.iter().map(|along| along * along).sum();
        assert!(near(length, 1.0));
    }
}

/// A day whose sun is at its highest at noon.
fn sunny(change: impl Fn(&mut KeyframeBuf)) -> Sky {
    let mut frames =
        vec![frame(6, 0, Event::BODY_START, "sun"), frame(18, 0, Event::BODY_STOP, "sun")];
    frames.iter_mut().for_each(change);
    sky(vec![(FULL, frames)])
}

#[test]
fn two_lights_shine_from_the_body_and_from_across() {
    let sky = sunny(|frame| {
        frame.slots.main_light = Colour::new(255, 102, 51, 255);
        frame.amounts.light = 2.5;
        frame.amounts.extent = [2.2, 2.0];
        let late = frame.late.as_mut().unwrap();
        late.second_light = Colour::new(0, 51, 255, 255);
        late.scene = Colour::new(40, 40, 40, 255);
    });
    let noon = sky.at(sky.moment(0, 12, 0));
    assert!(all_near(noon.scene, [40.0 / 255.0; 3]));
    let [first, second] = noon.lights(1.0)[..] else { panic!() };
    assert!(all_near(first.towards, [0.5, 0.0, 0.866_025]));
    assert!(all_near(first.colour, [2.5, 1.0, 0.5]));
    assert!(all_near(second.towards, [-0.5, 0.0, -0.866_025]));
    assert!(all_near(second.colour, [0.0, 0.2, 1.0]));
    assert!(all_near(noon.lights(5.0)[0].colour, [12.5, 5.0, 2.5]));
    // 2.2 and 2.0 times 0.1625.
    assert!(all_near(noon.body.unwrap().half_size, [0.3575, 0.325]));
    let night = sky.at(sky.moment(0, 20, 0));
    assert!(night.body.is_none() && night.lights(1.0).is_empty());
}

#[test]
fn old_keyframes_have_three_tenths_of_their_light_for_scene_and_second_light() {
    let sky = sunny(|frame| {
        frame.head.version = 1;
        (frame.late, frame.effects) = (None, None);
        frame.slots.main_light = Colour::new(200, 100, 10, 255);
    });
    let noon = sky.at(sky.moment(0, 12, 0));
    let dimmed = [60.0 / 255.0, 30.0 / 255.0, 3.0 / 255.0];
    assert!(all_near(noon.scene, dimmed) && all_near(noon.second_light, dimmed));
}

/// North red, east green, south blue, west white.
fn compass() -> Sky {
    let [red, green, blue] =
        [Colour::new(255, 0, 0, 255), Colour::new(0, 255, 0, 255), Colour::new(0, 0, 255, 255)];
    let mut frame = lit(12, [red, green, blue, Colour::new(255, 255, 255, 255)], 1.0);
    frame.slots.apex = Colour::new(51, 51, 51, 0);
    frame.slots.ring2_north = Colour::new(102, 0, 0, 255);
    frame.slots.ring2_east = Colour::new(0, 102, 0, 255);
    frame.slots.ring3_west = Colour::new(204, 204, 204, 255);
    (frame.slots.fog_start, frame.slots.fog_end) = (0.0, 1.0);
    sky(vec![(FULL, vec![frame])])
}

#[test]
fn fog_has_the_colour_of_the_horizon_one_looks_at() {
    let compass = compass();
    let state = compass.at(compass.moment(0, 3, 0));
    let table = [
        ([0.0, 1.0, 0.0], [1.0, 0.0, 0.0]),
        ([5.0, 0.0, -9.0], [0.0, 1.0, 0.0]),
        ([0.0, -0.1, 0.0], [0.0, 0.0, 1.0]),
        ([-1.0, 0.0, 0.0], [1.0, 1.0, 1.0]),
        ([2.0, 2.0, 7.0], [0.5, 0.5, 0.0]),
        ([-1.0, -1.0, 0.0], [0.5, 0.5, 1.0]),
        ([-3.0, 3.0, 0.0], [1.0, 0.5, 0.5]),
        // Straight up it is as in the north.
        ([0.0, 0.0, 1.0], [1.0, 0.0, 0.0]),
    ];
    for (along, colour) in table {
        assert!(all_near(state.fog_colour(along), colour), "{along:?}");
    }
    let fog = state.fog.unwrap();
    assert_eq!((fog.start, fog.end), (0.0, 700.0));
    // By squared distance: half way three quarters are left.
    for (distance, kept) in [(0.0f32, 1.0), (350.0, 0.75), (700.0, 0.0), (9000.0, 0.0)] {
        assert!(near(fog.keeps(distance * distance), kept), "{distance}");
    }
    let late = Fog { start: 300.0, end: 500.0 };
    // (160,000 − 90,000) / (250,000 − 90,000)
    assert!(near(late.keeps(400.0 * 400.0), 1.0 - 0.4375) && near(late.keeps(0.0), 1.0));
}

#[test]
fn the_dome_has_six_circles_of_colours() {
    let compass = compass();
    let state = compass.at(compass.moment(0, 3, 0));
    let Dome(rings) = state.dome([1.0, 0.0, 0.0]);
    let grey = [0.2, 0.2, 0.2, 0.0];
    assert!(rings[..2].iter().flatten().all(|colour| all_near(*colour, grey)));
    assert!(all_near(rings[2][0], [0.4, 0.0, 0.0, 1.0]));
    assert!(all_near(rings[2][2], [0.2, 0.2, 0.0, 1.0]), "half way to the east");
    assert!(all_near(rings[2][1], [0.3, 0.1, 0.0, 1.0]));
    assert!(all_near(rings[3][12], [0.8, 0.8, 0.8, 1.0]));
    assert!(all_near(rings[4][8], [0.0, 0.0, 1.0, 1.0]));
    assert!(all_near(rings[4][14], [1.0, 0.5, 0.5, 1.0]));
    // The rim is that of the fog where one looks: east.
    assert!(rings[5].iter().all(|colour| all_near(*colour, [0.0, 1.0, 0.0, 1.0])));
    let east = [1.0, 0.0, 0.0];
    assert!(all_near(state.dome_colour(east, [0.0, 0.0, 1.0]), grey));
    assert!(all_near(state.dome_colour(east, [0.0, -1.0, 0.0]), [0.0, 1.0, 0.0, 1.0]));
    for (ring, segment) in [(2, 0), (3, 12), (4, 8), (4, 14), (2, 1)] {
        let at_point = state.dome_colour(east, dome_point(ring, segment));
        let off = rings[ring][segment].iter().zip(at_point).any(|(a, b)| (a - b).abs() > 5e-3);
        assert!(!off, "{ring} {segment}: {at_point:?}");
    }
}

#[test]
fn the_dome_is_a_cap_whose_rim_is_at_eye_height() {
    let table = [
        (0, 0, [0.0, 0.0, 10_000.0]),
        (5, 0, [0.0, 24_142.137, 0.0]),
        (5, 4, [24_142.137, 0.0, 0.0]),
        (5, 12, [-24_142.137, 0.0, 0.0]),
        // 36° × sin and cos: 34,142.137 · 0.587785 and 34,142.137 · 0.809017 − 24,142.137.
        (4, 8, [0.0, -20_068.24, 3_479.43]),
    ];
    for (ring, segment, expected) in table {
        let point = dome_point(ring, segment);
        // At ring 4 the angle is four fifths of 45°.
        let close = point.iter().zip(expected).all(|(a, b): (&f32, f32)| (a - b).abs() < 0.5);
        assert!(close, "{ring} {segment}: {point:?}");
    }
    assert_eq!(Cap::Clouds.point(0, 0)[2], 5_000.0);
    let rim = Cap::Dome.point(5, 4);
    assert!(all_near(Cap::Dome.uv(rim), [std::f32::consts::FRAC_1_SQRT_2, 0.0]));
    assert!(all_near(Cap::Clouds.uv(rim), [2.121_32, 0.0]));
}

#[test]
fn the_flare_opens_towards_a_high_sun() {
    let sky = sunny(|frame| frame.slots.flare = Colour::new(0, 0, 0, 255));
    let noon = sky.at(sky.moment(0, 12, 0));
    let sun = noon.body.unwrap().towards;
    // Turned about the y axis, in which the noon sun is, by so many degrees.
    let turned = |degrees: f32| {
        let (sin, cos) = crate::portable::sin_cos(degrees.to_radians());
        [sun[0] * cos + sun[2] * sin, 0.0, sun[2] * cos - sun[0] * sin]
    };
    // Degrees off, strength (1 − degrees / 15)², what the light becomes.
    for (degrees, strength, boost) in
        [(0.0, 1.0, 5.0), (7.5, 0.25, 2.0), (3.0, 0.64, 3.56), (10.5, 0.0, 1.0), (40.0, 0.0, 1.0)]
    {
        let flare = noon.flare(turned(degrees));
        let close = (flare.strength - strength).abs() < 2e-3 && (flare.boost - boost).abs() < 8e-3;
        assert!(close, "{degrees}: {flare:?}");
    }
    // At a quarter of its way the sun is 0.509037 high: 0.009012 / 0.366025 of the gate.
    let morning = sky.at(sky.moment(0, 9, 0));
    let flare = morning.flare(morning.body.unwrap().towards);
    assert!((flare.strength - 0.024_69).abs() < 1e-3, "{flare:?}");
    let night = sky.at(sky.moment(0, 22, 0));
    assert_eq!(night.flare([0.5, 0.0, 0.866]), Flare::NONE);
    let second: Vec<usize> =
        (0..FLARE.len()).filter(|at| FLARE[*at].row() == Row::SecondFlare).collect();
    assert_eq!(second, [2, 3, 5, 8]);
    assert_eq!(FLARE[3].colour, [0xc9, 0x34, 0x32, 0x96]);
}

#[test]
fn drops_fall_in_front_of_the_eye_and_stay_in_place_when_it_moves() {
    let rain = |event| {
        let mut first = frame(0, 0, event, "");
        first.amounts.weather = 0.4;
        sky(vec![(FULL, vec![first])])
    };
    let snowing = rain(Event::SNOW_START);
    let state = snowing.at(snowing.moment(0, 1, 0));
    let drops = state.drops().unwrap();
    assert_eq!((drops.count, drops.velocity), (400, SNOW_VELOCITY));
    let (eye, along) = ([10.0, -30.0, 20.0], [0.0, 1.0, 0.0]);
    let places: Vec<[f32; 3]> = drops.places(10.0, eye, along).collect();
    assert!((398..=400).contains(&places.len()), "{}", places.len());
    assert!(places.iter().all(|[_, y, _]| (2.0..=50.0).contains(&(y + 30.0))));
    let later: Vec<[f32; 3]> = drops.places(10.5, eye, along).collect();
    let fallen = places
        .iter()
        .filter(|[x, y, z]| later.iter().any(|at| all_near(*at, [x + 0.25, *y, z - 2.0])));
    // All but those that left the cube below and came again above.
    assert!(fallen.count() * 10 > places.len() * 9);
    let moved: Vec<[f32; 3]> = drops.places(10.0, [11.0, -30.0, 20.0], along).collect();
    let same = places.iter().filter(|place| moved.iter().any(|at| all_near(*at, **place)));
    assert!(same.count() * 10 > places.len() * 9);
    let heavy = Drops { count: 10_000, velocity: RAIN_VELOCITY };
    assert_eq!(heavy.places(0.0, eye, along).count(), MOST_DRAWN);
    let raining = rain(Event::RAIN_START);
    let drops = raining.at(raining.moment(0, 1, 0)).drops();
    assert_eq!(drops.unwrap().velocity, RAIN_VELOCITY);
    assert!(all_near(drop_colour([0.1, 0.5, 3.0]), [0.313_726, 0.5, 1.0, 0.588_235]));
}

#[test]
fn lightning_strikes_on_the_map_once_in_a_while() {
    let map = [[-100.0, 0.0], [700.0, 300.0]];
    let mut strokes: Vec<Stroke> = Vec::new();
    for tenth in 0..6000 {
        let seconds = f64::from(tenth) * 0.1;
        let Some(found) = stroke(seconds, map) else { continue };
        assert!(found.began <= seconds && seconds - found.began < 9.0);
        let [x, y] = found.place;
        assert!((-100.0..=700.0).contains(&x) && (0.0..=300.0).contains(&y));
        if strokes.last() != Some(&found) {
            strokes.push(found);
        }
    }
    assert_eq!(strokes.len(), 100);
    assert!(strokes.iter().any(|it| it.place[0] < 100.0));
    assert!(strokes.iter().any(|it| it.place[0] > 500.0));
    assert_eq!(stroke(f64::NAN, map), None);
    assert_eq!(stroke(1.0, [[f32::NAN; 2], [1.0; 2]]), None);
}

#[test]
fn rows_of_the_wear_are_found_by_what_they_are_for() {
    let wear = b"3\r\n0 NEBULA_1\r\n1 STARS\r\n2 CLOUDS_2\r\n";
    let sky = Sky::default().wearing(wear);
    assert_eq!(sky.material(Row::Nebula), Some("NEBULA_1"));
    assert_eq!(sky.material(Row::Clouds), Some("CLOUDS_2"));
    assert_eq!(sky.material(Row::Rain), None);
    let rows = [Row::Nebula, Row::Clouds, Row::Sun, Row::Moon, Row::Flare, Row::Snow, Row::Rain];
    let names: Vec<&str> = rows.iter().map(|row| row.role().unwrap().name).collect();
    assert_eq!(names, ["nebula", "clouds", "sun", "moon", "flare", "snow", "rain"]);
    assert_eq!(Sky::default().wearing(b"\xff\xff").material(Row::Nebula), None);
}
