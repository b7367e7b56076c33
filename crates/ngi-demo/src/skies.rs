//! The sky of a mission: a day with sun and moon, rain in the night and lightning with it.

use ngi_formats::sky::{
    Amounts, Colour, Event, KeyframeBuf, LateSlots, SectionBuf, SkyBuf, Slots, Stamp, WEAR_FILE,
};
use ngi_formats::wear;

use crate::game::FilePlan;

/// The folder of the mission.
const MISSION: &str = "MISSIONS/Single.01";

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

/// The files of the mission's sky.
pub fn files() -> Vec<FilePlan> {
    let at = |name: &str| format!("{MISSION}/{name}");
    vec![
        FilePlan::new(at("sky.ske"), || sky().write()),
        FilePlan::new(at(WEAR_FILE), || Ok(wear::Editor::of_names(&ROWS, &[])?.into_bytes())),
    ]
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

/// The sky of the mission.
fn sky() -> SkyBuf {
    let sun = |time, event, look: &Look| keyframe(time, event, "sun", look);
    let moon = |time, event, look: &Look| keyframe(time, event, "moon", look);
    let mut rain = moon((18, 0), Event::RAIN_START, &RAIN);
    rain.effects = Some(vec![b"step.wav".to_vec()]);
    let mut lightning = moon((18, 30), Event::LIGHTNING_START, &RAIN);
    lightning.effects = Some(vec![b"bolt".to_vec()]);
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
        rain,
        lightning,
        moon((19, 30), Event::LIGHTNING_STOP, &RAIN),
        moon((20, 0), Event::RAIN_STOP, &RAIN),
        moon((21, 0), Event::NOTHING, &NIGHT),
        moon((23, 30), Event::BODY_STOP, &NIGHT),
    ];
    for keyframe in &mut keyframes {
        let hour = keyframe.head.time.hour;
        keyframe.amounts.weather = if (18..20).contains(&hour) { 0.8 } else { 0.0 };
    }
    let sections = vec![SectionBuf::new(15, keyframes)];
    SkyBuf { sections, ..SkyBuf::default() }
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
