//! The skies of missions: days with sun and moon, clouds, rain, snow, dust and lightning.
//!
//! The told missions of the small game have a day of their own each: the sun rises at six and sets
//! at eight. Skies of a game as large as the real one follow its timetable, which was counted.

mod looks;

use ngi_formats::Result;
use ngi_formats::sky::{
    Amounts, Colour, Event, KeyframeBuf, LateSlots, SectionBuf, SkyBuf, Slots, Stamp, WEAR_FILE,
};
use ngi_formats::wear::Editor;

use crate::game::FilePlan;
use crate::missions;
use crate::scale::Scale;
use looks::{DAWN, DayLooks, Glow, Look, NIGHT, NOON, STORM};

/// Materials of a sky by role; the snow of the crater is dust.
const fn rows(snow: &'static str) -> [&'static str; 9] {
    [
        "ENV_STARS",
        "ENV_STARS",
        "SKY_CLOUDS",
        "SKY_SUN",
        "SKY_MOON",
        "FX_FLARE",
        "FX_FLARE_B",
        snow,
        "FX_RAIN",
    ]
}

/// The wear table of a sky.
pub fn wear() -> Result<Vec<u8>> {
    Ok(Editor::of_names(&rows("FX_SNOW"), &[])?.into_bytes())
}

/// The wear table of a sky in which dust is blown.
fn dusty_wear() -> Result<Vec<u8>> {
    Ok(Editor::of_names(&rows("FX_DUST"), &[])?.into_bytes())
}

/// The files of the missions' skies.
pub fn files(scale: Scale) -> Vec<FilePlan> {
    let files = |place: usize| {
        let at = |name: &str| format!("{}/{name}", missions::folder(place));
        let made = move || match scale {
            Scale::Times(_) => told(place).write(),
            Scale::Real => sky(&days(place)).write(),
        };
        let worn = if scale != Scale::Real && place == DUSTY { dusty_wear } else { wear };
        [FilePlan::new(at("sky.ske"), made), FilePlan::new(at(WEAR_FILE), worn)]
    };
    (0..missions::count(scale)).flat_map(files).collect()
}

/// The told mission in the crater.
const DUSTY: usize = 2;

/// The sky of a told mission.
fn told(place: usize) -> SkyBuf {
    let (looks, start) = match place {
        0 => (&looks::VALLEY, (9, 30)),
        1 => (&looks::WINTER, (13, 0)),
        _ => (&looks::CRATER, (19, 15)),
    };
    let mut section = told_section(looks, place);
    section.sort();
    let mut sky = SkyBuf { sections: vec![section], ..SkyBuf::default() };
    sky.trailer.start = Stamp::at(start.0, start.1);
    sky
}

/// Builds the day of a hand-written mission. The sun reaches the horizon after a twelfth of its
/// path, so that it rises at 06:00 and sets at 20:00. Morning and evening have separate moons, because
/// a body cannot stay in the sky past midnight.
fn told_section(looks: &DayLooks, place: usize) -> SectionBuf {
    let (sun, moon, nothing) = ("sun", "moon", Event::NOTHING);
    let mut keyframes = vec![
        keyframe((0, 0), Event::BODY_START, moon, &looks.night),
        keyframe((4, 10), Event::BODY_STOP, moon, &looks.night),
        keyframe((4, 36), Event::BODY_START, sun, &looks.night.without_light()),
        keyframe((5, 40), nothing, sun, &looks.dawn),
        keyframe((6, 20), nothing, sun, &looks.sunrise),
        keyframe((7, 45), nothing, sun, &looks.morning),
        keyframe((10, 30), nothing, sun, &looks.noon),
        keyframe((16, 0), nothing, sun, &looks.noon),
        keyframe((18, 15), nothing, sun, &looks.evening),
        keyframe((19, 40), nothing, sun, &looks.sunset),
        keyframe((20, 25), nothing, sun, &looks.dusk),
        keyframe((21, 24), Event::BODY_STOP, sun, &looks.night.without_light()),
        keyframe((21, 40), Event::BODY_START, moon, &looks.night),
        keyframe((23, 59), Event::BODY_STOP, moon, &looks.night),
    ];
    keyframes.extend(told_weather(looks, place));
    for keyframe in &mut keyframes {
        keyframe.amounts.weather = looks.weather;
    }
    SectionBuf::new(15, keyframes)
}

/// Returns the weather of a hand-written mission: a thunderstorm before dawn, snow all day, or dust
/// at dusk.
fn told_weather(looks: &DayLooks, place: usize) -> Vec<KeyframeBuf> {
    let falls = |time, event, look: &Look, effects: &[&str]| {
        let mut made = keyframe(time, event, "", look);
        let effects = effects.iter().map(|name| name.as_bytes().to_vec()).collect();
        made.effects = Some(effects);
        made
    };
    match place {
        0 => vec![
            falls((1, 30), Event::RAIN_START, &looks.night, &["step.wav"]),
            falls((2, 0), Event::LIGHTNING_START, &looks.night, &["bolt"]),
            falls((3, 0), Event::LIGHTNING_STOP, &looks.night, &[]),
            falls((3, 30), Event::RAIN_STOP, &looks.night, &[]),
        ],
        1 => vec![
            falls((0, 5), Event::SNOW_START, &looks.night, &[]),
            falls((23, 55), Event::SNOW_STOP, &looks.night, &[]),
        ],
        _ => vec![
            falls((17, 0), Event::SNOW_START, &looks.evening, &[]),
            falls((22, 30), Event::SNOW_STOP, &looks.night, &[]),
        ],
    }
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

/// The days of a mission of a large game.
fn days(place: usize) -> Vec<Day> {
    if place < DOUBLE {
        vec![counted(place * 2), counted(place * 2 + 1)]
    } else {
        vec![counted(place + DOUBLE)]
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
    let moon = |time, event| keyframe(time, event, "moon", &STORM);
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

/// A colour a part of the way to another.
fn between(a: [u8; 3], b: [u8; 3], percent: u16) -> [u8; 3] {
    let mut mixed = a;
    for (own, other) in mixed.iter_mut().zip(b) {
        let sum = u16::from(*own) * (100 - percent) + u16::from(other) * percent;
        *own = u8::try_from(sum / 100).unwrap_or(u8::MAX);
    }
    mixed
}

fn keyframe((hour, minute): (u32, u32), event: Event, body: &str, look: &Look) -> KeyframeBuf {
    let Look { horizon, middle, high, apex, .. } = *look;
    // The sun rises in the south and sets in the north: the sky glows there, and a little beside.
    let [south, north] = match look.glow_at {
        Glow::Nowhere => [0, 0],
        Glow::South => [100, 0],
        Glow::North => [0, 100],
    };
    let beside = (south + north) / 3;
    let low = |percent: u16| colour(between(horizon, look.glow, percent));
    let mid = |percent: u16| {
        let [red, green, blue] = between(middle, look.glow, percent / 3);
        Colour::new(red, green, blue, look.cover[0])
    };
    let top = |percent: u16| {
        let [red, green, blue] = between(high, look.glow, percent / 10);
        Colour::new(red, green, blue, look.cover[1])
    };
    let [red, green, blue] = apex;
    let mut made = KeyframeBuf {
        slots: Slots {
            horizon_south: low(south),
            horizon_north: low(north),
            horizon_east: low(beside),
            horizon_west: low(beside),
            fog_end: f32::from(look.sight) / 700.0,
            ring3_north: mid(north),
            ring3_south: mid(south),
            ring3_west: mid(beside),
            ring3_east: mid(beside),
            ring2_north: top(north),
            ring2_south: top(south),
            ring2_west: top(beside),
            ring2_east: top(beside),
            apex: Colour::new(red, green, blue, look.cover[2]),
            flare: Colour::new(255, 255, 255, if body == "sun" { 12 } else { 0 }),
            clouds: {
                let [red, green, blue] = look.clouds;
                Colour::new(red, green, blue, look.cloud_cover)
            },
            main_light: colour(look.light),
            ..Slots::default()
        },
        late: Some(LateSlots { scene: colour(look.scene), second_light: colour(look.across) }),
        body: body.into(),
        amounts: Amounts { extent: [1.6, 1.6], light: look.bright, weather: 0.0 },
        ..KeyframeBuf::default()
    };
    (made.head.time, made.head.event) = (Stamp::at(hour, minute), event);
    made
}
