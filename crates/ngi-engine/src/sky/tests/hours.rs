//! The hours of days, and the moment at which a mission opens.

use ngi_formats::sky::{Colour, Event};

use super::*;

/// A day of a sun: its light at sunrise and sunset is `low`, at noon `high`.
fn sunny(from: (u32, u32), to: (u32, u32), low: f32, high: f32) -> Sky {
    sky(vec![(FULL, sunny_frames(from, to, low, high))])
}

fn sunny_frames(from: (u32, u32), to: (u32, u32), low: f32, high: f32) -> Vec<KeyframeBuf> {
    let noon = (from.0 * 60 + from.1).midpoint(to.0 * 60 + to.1);
    let lit = |(hour, minute): (u32, u32), event, light: f32, sky: u8| {
        let mut made = frame(hour, minute, event, "sun");
        made.slots.main_light = Colour::new(255, 255, 255, 255);
        for slot in [
            &mut made.slots.horizon_north,
            &mut made.slots.horizon_east,
            &mut made.slots.horizon_south,
            &mut made.slots.horizon_west,
        ] {
            *slot = Colour::new(sky, sky, sky, 255);
        }
        made.amounts.light = light;
        made
    };
    vec![
        lit(from, Event::BODY_START, low, 60),
        lit((noon / 60, noon % 60), Event::NOTHING, high, 200),
        lit(to, Event::BODY_STOP, low, 60),
    ]
}

fn clock(sky: &Sky, moment: Moment) -> String {
    let [hour, minute] = sky.clock(moment);
    format!("{hour:02}:{minute:02}")
}

#[test]
fn hours_follow_from_the_path_of_the_sun() {
    let sky = sunny((4, 36), (21, 24), 0.1, 1.2);
    let hours = sky.hours(0).unwrap();
    let sun = hours.sun.unwrap();
    let told = [sun.sunrise, sun.noon, sun.sunset].map(|moment| clock(&sky, moment));
    assert_eq!(told, ["06:00", "13:00", "20:00"]);
    // The body is on the horizon at sunrise and sunset, and nowhere higher than at noon.
    let height = |moment| sky.at(moment).body.unwrap().towards[2];
    assert!(height(sun.sunrise).abs() < 1e-3 && height(sun.sunset).abs() < 1e-3);
    assert!((height(sun.noon) - 0.866).abs() < 1e-3);
    let told = DayPart::ALL.map(|part| clock(&sky, hours.part(part)));
    assert_eq!(told, ["06:25", "09:30", "19:35", "01:00"]);
}

#[test]
fn days_of_the_game_have_their_noon_early() {
    let sky = sunny((0, 30), (14, 30), 0.1, 5.0);
    let sun = sky.hours(0).unwrap().sun.unwrap();
    let told = [sun.sunrise, sun.noon, sun.sunset].map(|moment| clock(&sky, moment));
    assert_eq!(told, ["01:40", "07:30", "13:20"]);
    // Halfway to noon the sun would be too strong.
    let day = sky.hours(0).unwrap().part(DayPart::Day);
    let light = sky.at(day).ground_light();
    assert!((0.4..=1.6).contains(&light), "{} {light}", clock(&sky, day));
    assert_eq!(clock(&sky, sky.hours(0).unwrap().part(DayPart::Night)), "19:30");
}

#[test]
fn without_a_sun_the_brightness_counts() {
    let frames = vec![
        lit(3, [Colour::new(0, 0, 0, 255); 4], 0.0),
        lit(15, [Colour::new(200, 200, 200, 255); 4], 0.0),
    ];
    let sky = sky(vec![(FULL, frames)]);
    let hours = sky.hours(0).unwrap();
    assert_eq!(hours.sun, None);
    let told = DayPart::ALL.map(|part| clock(&sky, hours.part(part)));
    assert_eq!(told, ["09:00", "15:00", "21:00", "03:00"]);
    assert_eq!(sky.hours(1), None, "there is one day");
    // The light does not change all day.
    let plain = super::sky(vec![(FULL, Vec::new())]);
    let hours = plain.hours(0).unwrap();
    let told = DayPart::ALL.map(|part| clock(&plain, hours.part(part)));
    assert_eq!(told, ["06:00", "12:00", "18:00", "00:00"]);
}

#[test]
fn a_mission_opens_at_its_own_hour_if_it_is_light() {
    for (start, is_own) in [((1, 0), false), ((9, 0), true), ((12, 0), true), ((23, 0), false)] {
        let frames = sunny_frames((4, 36), (21, 24), 0.1, 1.2);
        let mut stored =
            SkyBuf { sections: vec![SectionBuf::new(FULL, frames)], ..SkyBuf::default() };
        stored.trailer.start = Stamp::at(start.0, start.1);
        let sky = Sky::read(&stored.write().unwrap()).unwrap();
        let opening = sky.opening();
        assert_eq!(opening.start, sky.start());
        assert_eq!(opening.is_start(), is_own, "{start:?}");
        assert!(sky.at(opening.moment).is_light(), "{start:?}");
    }
    // Dark all day: its own hour is as good as any other.
    let dark = sky(vec![(FULL, vec![lit(3, [Colour::new(0, 0, 0, 255); 4], 0.0)])]);
    assert!(dark.opening().is_start());
    let empty = sky(Vec::new());
    assert!(empty.opening().is_start());
}

#[test]
fn times_are_words_or_clocks() {
    let sky = sunny((4, 36), (21, 24), 0.1, 1.2);
    let at = |text: &str| text.parse::<TimeOfDay>().map(|time| clock(&sky, time.moment(&sky, 0)));
    assert_eq!(at("14:30").unwrap(), "14:30");
    assert_eq!(at("7:05").unwrap(), "07:05");
    assert_eq!(at("Day").unwrap(), "09:30");
    assert_eq!(at("night").unwrap(), "01:00");
    for wrong in ["24:00", "12:60", "noon", "", "12", "12:", "-1:00"] {
        assert!(at(wrong).unwrap_err().contains("dusk"), "{wrong}");
    }
}
