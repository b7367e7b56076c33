//! The skies of missions: days with sun and moon, rain or snow in the night, lightning with it.

use ngi_formats::Result;
use ngi_formats::sky::{
    Amounts, Colour, Event, KeyframeBuf, LateSlots, SectionBuf, SkyBuf, Slots, Stamp, WEAR_FILE,
};
use ngi_formats::wear::Editor;

use crate::game::FilePlan;
use crate::missions;
use crate::scale::Scale;

/// What the rows of its wear are, role by role.
const ROWS: [&str; 9] = [
    "SKY_DAY",
    "ENV_STARS",
    "SKY_DAY",
    "FX_FLARE",
    "FX_FLARE_B",
    "FX_FLARE",
    "FX_FLARE_B",
    "FX_DUST",
    "FX_DUST",
];

/// What a sky wears.
pub fn wear() -> Result<Vec<u8>> {
    Ok(Editor::of_names(&ROWS, &[])?.into_bytes())
}

/// The files of the missions' skies.
pub fn files(scale: Scale) -> Vec<FilePlan> {
    let files = |place: usize| {
        let at = |name: &str| format!("{}/{name}", missions::folder(place));
        [
            FilePlan::new(at("sky.ske"), move || sky(&days(scale, place)).write()),
            FilePlan::new(at(WEAR_FILE), wear),
        ]
    };
    (0..missions::count(scale)).flat_map(files).collect()
}

/// What falls in the night.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Weather {
    Clear,
    Rain,
    Snow,
}

/// A day of a sky.
#[derive(Clone, Copy)]
struct Day {
    weather: Weather,
    has_lightning: bool,
    /// Keyframes by day and by night that only make the change smoother.
    more: [u8; 2],
}

/// Days of all skies of a game as large as the real one.
const DAYS: usize = 35;
/// Missions there that have two.
const DOUBLE: usize = 6;

/// The days of a mission.
fn days(scale: Scale, place: usize) -> Vec<Day> {
    let day = |weather, has_lightning| Day { weather, has_lightning, more: [0; 2] };
    match (scale, place) {
        (Scale::Times(_), 0) => vec![day(Weather::Rain, true)],
        (Scale::Times(_), 1) => vec![day(Weather::Clear, false)],
        (Scale::Times(_), _) => vec![day(Weather::Snow, true), day(Weather::Clear, false)],
        (Scale::Real, place) if place < DOUBLE => {
            vec![counted(place * 2), counted(place * 2 + 1)]
        }
        (Scale::Real, place) => vec![counted(place + DOUBLE)],
    }
}

/// One of all days, so that together they have as many of everything as were counted: 656 keyframes,
/// 355 of them with a clear apex, 9 rains, 9 snows, 8 with lightning.
fn counted(number: usize) -> Day {
    let weather = match number {
        0..9 => Weather::Rain,
        9..18 => Weather::Snow,
        _ => Weather::Clear,
    };
    let more =
        |all: usize| u8::try_from(all / DAYS + usize::from(number < all % DAYS)).unwrap_or(0);
    Day { weather, has_lightning: number < 8, more: [more(56), more(163)] }
}

/// How the sky looks: colours from the horizon up, of the clouds, of the light and the scene.
struct Look {
    horizon: [u8; 3],
    high: [u8; 3],
    clouds: [u8; 3],
    light: [u8; 3],
    scene: u8,
    bright: f32,
    /// How far one sees, in world units.
    sight: u16,
}

const NOON: Look = Look {
    horizon: [175, 165, 220],
    high: [215, 215, 255],
    clouds: [240, 245, 255],
    light: [255, 250, 235],
    scene: 40,
    bright: 5.0,
    sight: 700,
};
const DAWN: Look = Look {
    horizon: [225, 150, 95],
    high: [120, 110, 150],
    clouds: [235, 190, 160],
    light: [255, 190, 120],
    scene: 30,
    bright: 1.2,
    sight: 560,
};
const NIGHT: Look = Look {
    horizon: [18, 22, 40],
    high: [6, 8, 20],
    clouds: [40, 44, 60],
    light: [110, 130, 190],
    scene: 18,
    bright: 0.6,
    sight: 420,
};
const RAIN: Look = Look {
    horizon: [12, 14, 24],
    high: [4, 5, 12],
    clouds: [24, 26, 34],
    light: [80, 95, 130],
    scene: 16,
    bright: 0.3,
    sight: 210,
};

/// A sky of some days.
fn sky(days: &[Day]) -> SkyBuf {
    let mut sections: Vec<SectionBuf> = days.iter().map(section).collect();
    for (number, section) in (0..).zip(&mut sections) {
        section.keyframes.iter_mut().for_each(|keyframe| keyframe.head.time.section = number);
    }
    SkyBuf { sections, ..SkyBuf::default() }
}

fn section(day: &Day) -> SectionBuf {
    let sun = |time, event, look: &Look| keyframe(time, event, "sun", look);
    let moon = |time, event, look: &Look| keyframe(time, event, "moon", look);
    let mut keyframes = vec![
        keyframe((0, 0), Event::NOTHING, "", &NIGHT),
        sun((0, 30), Event::BODY_START, &DAWN),
        sun((2, 0), Event::NOTHING, &DAWN),
        sun((4, 0), Event::NOTHING, &NOON),
        sun((7, 30), Event::NOTHING, &NOON),
        sun((11, 0), Event::NOTHING, &NOON),
        sun((13, 30), Event::NOTHING, &DAWN),
        sun((14, 30), Event::BODY_STOP, &DAWN),
        moon((15, 30), Event::BODY_START, &NIGHT),
    ];
    keyframes.extend(storm(day));
    keyframes.push(moon((21, 0), Event::NOTHING, &NIGHT));
    keyframes.push(moon((23, 30), Event::BODY_STOP, &NIGHT));
    let [by_day, by_night] = day.more;
    let minute = |number: u8| u32::from(number) * 5 + 5;
    keyframes.extend((0..by_day).map(|at| sun((8, minute(at)), Event::NOTHING, &NOON)));
    keyframes.extend((0..by_night).map(|at| moon((22, minute(at)), Event::NOTHING, &NIGHT)));
    for keyframe in &mut keyframes {
        let is_stormy =
            (18..20).contains(&keyframe.head.time.hour) && day.weather != Weather::Clear;
        keyframe.amounts.weather = if is_stormy { 0.8 } else { 0.0 };
    }
    let mut section = SectionBuf::new(15, keyframes);
    section.sort();
    section
}

/// What falls, and lightning with it.
fn storm(day: &Day) -> Vec<KeyframeBuf> {
    let moon = |time, event| keyframe(time, event, "moon", &RAIN);
    let [start, stop] = match day.weather {
        Weather::Clear => return Vec::new(),
        Weather::Rain => [Event::RAIN_START, Event::RAIN_STOP],
        Weather::Snow => [Event::SNOW_START, Event::SNOW_STOP],
    };
    let mut first = moon((18, 0), start);
    first.effects = Some(vec![b"step.wav".to_vec()]);
    let mut keyframes = vec![first];
    if day.has_lightning {
        let mut lightning = moon((18, 30), Event::LIGHTNING_START);
        lightning.effects = Some(vec![b"bolt".to_vec()]);
        keyframes.extend([lightning, moon((19, 30), Event::LIGHTNING_STOP)]);
    }
    keyframes.push(moon((20, 0), stop));
    keyframes
}

fn colour([red, green, blue]: [u8; 3]) -> Colour {
    Colour::new(red, green, blue, 255)
}

/// Half of one colour and half of another.
fn between(a: [u8; 3], b: [u8; 3]) -> [u8; 3] {
    let mut mixed = a;
    mixed.iter_mut().zip(b).for_each(|(own, other)| *own = own.midpoint(other));
    mixed
}

fn keyframe((hour, minute): (u32, u32), event: Event, body: &str, look: &Look) -> KeyframeBuf {
    let Look { horizon, high, clouds, light, scene, bright, sight } = *look;
    let (low, mid) = (colour(horizon), colour(between(horizon, high)));
    let top = colour(high);
    let [red, green, blue] = high;
    let mut made = KeyframeBuf {
        slots: Slots {
            horizon_south: low,
            horizon_north: low,
            horizon_east: low,
            horizon_west: low,
            fog_end: f32::from(sight) / 700.0,
            ring3_north: mid,
            ring3_south: mid,
            ring3_west: mid,
            ring3_east: mid,
            ring2_north: top,
            ring2_south: top,
            ring2_west: top,
            ring2_east: top,
            // By night the nebula shows at the top.
            apex: Colour::new(red, green, blue, if bright < 1.0 { 0 } else { 255 }),
            flare: Colour::new(255, 255, 255, if body == "sun" { 255 } else { 0 }),
            clouds: colour(clouds),
            main_light: colour(light),
            ..Slots::default()
        },
        late: Some(LateSlots {
            scene: colour([scene; 3]),
            second_light: colour(light).percent(20),
        }),
        body: body.into(),
        amounts: Amounts { extent: [2.2, 2.0], light: bright, weather: 0.0 },
        ..KeyframeBuf::default()
    };
    (made.head.time, made.head.event) = (Stamp::at(hour, minute), event);
    made
}
