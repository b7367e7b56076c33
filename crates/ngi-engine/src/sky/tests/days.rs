//! The clock, what is between keyframes, and what has begun.

use ngi_formats::sky::{Event, KeyframeBuf, SectionBuf, SkyBuf, Stamp};

use super::*;

#[test]
fn stamps_are_whole_seconds_of_their_day() {
    // 14:30 of a day of 900 seconds is second 543.75, which the engine counts as 543.
    let frames =
        vec![frame(0, 30, Event::BODY_START, "sun"), frame(14, 30, Event::BODY_STOP, "sun")];
    let sky = sky(vec![(15, frames)]);
    let is_up = |seconds: f64| sky.at(Moment { section: 0, seconds }).body.is_some();
    let table = [(17.9, false), (18.0, true), (542.9, true), (543.0, false), (899.0, false)];
    for (seconds, expected) in table {
        assert_eq!(is_up(seconds), expected, "{seconds}");
    }
    assert_eq!(sky.moment(0, 14, 30), Moment { section: 0, seconds: 543.75 });
}

#[test]
fn the_clock_shows_what_was_asked_for() {
    let sky = sky(vec![(15, Vec::new()), (FULL, Vec::new()), (9, Vec::new())]);
    for section in 0..3 {
        for minute in 0..FULL {
            let asked = [minute / 60, minute % 60];
            assert_eq!(sky.clock(sky.moment(section, asked[0], asked[1])), asked);
        }
    }
}

#[test]
fn sections_follow_each_other_and_come_again() {
    let sections = vec![SectionBuf::new(15, Vec::new()), SectionBuf::new(20, Vec::new())];
    let mut stored = SkyBuf { sections, ..SkyBuf::default() };
    stored.trailer.start = Stamp::at(0, 30);
    let sky = Sky::read(&stored.write().unwrap()).unwrap();
    // The mission begins at second 18.75 of 900, then come 1,200.
    let table = [
        (0.0, 0, 18.75),
        (881.0, 0, 899.75),
        (881.25, 1, 0.0),
        (2081.0, 1, 1199.75),
        (2081.25, 0, 0.0),
        (2100.0, 0, 18.75),
        (-18.75, 0, 0.0),
        (-19.75, 1, 1199.0),
    ];
    for (seconds, section, expected) in table {
        assert_eq!(sky.after(seconds), Moment { section, seconds: expected }, "{seconds}");
    }
    assert_eq!(sky.after(f64::NAN), sky.start());
}

#[test]
fn values_go_straight_from_one_keyframe_to_the_next_and_from_the_last_to_the_first() {
    let (dark, bright) = (Colour::new(0, 51, 0, 255), Colour::new(255, 51, 102, 255));
    // Stored in the wrong order; the engine sorts them.
    let frames = vec![lit(18, [bright; 4], 5.0), lit(6, [dark; 4], 1.0)];
    let mut both = frames;
    for (frame, red) in both.iter_mut().zip([200, 100]) {
        frame.slots.main_light = Colour::new(red, 0, 0, 255);
    }
    let sky = sky(vec![(FULL, both)]);
    // Hour, red of the horizon, the main light: its red times how bright it is.
    let table = [
        (6, 0.0, 100.0 * 1.0),
        (9, 0.25, 125.0 * 2.0),
        (12, 0.5, 150.0 * 3.0),
        (18, 1.0, 200.0 * 5.0),
        (21, 0.75, 175.0 * 4.0),
        (0, 0.5, 150.0 * 3.0),
        (3, 0.25, 125.0 * 2.0),
    ];
    for (hour, red, light) in table {
        let state = sky.at(sky.moment(0, hour, 0));
        assert!(all_near(state.horizon.north, [red, 0.2, 0.4 * red, 1.0]), "{hour}: {state:?}");
        assert!(near(state.main_light[0], light / 255.0), "{hour}: {state:?}");
    }
}

#[test]
fn what_begins_is_there_until_it_ends() {
    let with = |mut frame: KeyframeBuf, effect: &str| {
        frame.effects = Some(vec![effect.into()]);
        frame.amounts.weather = 0.8;
        frame
    };
    let frames = vec![
        frame(1, 0, Event::BODY_STOP, "sun"),
        frame(2, 0, Event::BODY_START, "Sun"),
        with(frame(3, 0, Event::RAIN_START, ""), "rain.wav"),
        with(frame(4, 0, Event::SNOW_START, ""), "snow"),
        with(frame(5, 0, Event::RAIN_STOP, ""), ""),
        with(frame(5, 0, Event::LIGHTNING_START, ""), "env_lightning"),
        with(frame(6, 0, Event::SNOW_STOP, ""), ""),
        frame(7, 0, Event::LIGHTNING_STOP, ""),
        frame(10, 0, Event::BODY_STOP, "sun"),
        frame(20, 0, Event::BODY_START, "comet"),
    ];
    let sky = sky(vec![(FULL, frames)]);
    // Hour; body, its share, rain, snow, lightning.
    let table = [
        (0, None, false, false, false),
        (1, None, false, false, false),
        (2, Some((BodyKind::Sun, 0.0)), false, false, false),
        (3, Some((BodyKind::Sun, 0.125)), true, false, false),
        (4, Some((BodyKind::Sun, 0.25)), true, true, false),
        (5, Some((BodyKind::Sun, 0.375)), false, true, true),
        (6, Some((BodyKind::Sun, 0.5)), false, false, true),
        (8, Some((BodyKind::Sun, 0.75)), false, false, false),
        (10, None, false, false, false),
        // Nothing ends it, so it goes down with the day.
        (21, Some((BodyKind::Moon, 0.25)), false, false, false),
    ];
    for (hour, body, rain, snow, lightning) in table {
        let state = sky.at(sky.moment(0, hour, 0));
        assert_eq!(state.body.map(|body| (body.kind, body.progress)), body, "{hour}");
        let there = [&state.rain, &state.snow, &state.lightning].map(Option::is_some);
        assert_eq!(there, [rain, snow, lightning], "{hour}");
        assert_eq!(state.intensity > 0.0, rain || snow, "{hour}");
    }
    let state = sky.at(sky.moment(0, 5, 30));
    assert_eq!(state.lightning.unwrap().effects, ["env_lightning"]);
    assert_eq!(state.snow.unwrap().effects, ["snow"]);
}
