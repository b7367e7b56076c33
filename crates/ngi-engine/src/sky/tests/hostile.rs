//! Skies that make no sense give a state all the same, of numbers only.

use ngi_formats::sky::{Event, SectionBuf, SkyBuf, Stamp};
use proptest::prelude::*;

use super::*;

/// Whether every number of a state is one, and nothing is out of bounds.
fn is_sound(state: &SkyState) -> bool {
    let colours = [&state.horizon, &state.ring2, &state.ring3]
        .into_iter()
        .flat_map(|it| [it.north, it.east, it.south, it.west])
        .chain([state.apex, state.clouds]);
    let shares = colours.flatten().chain(state.scene).chain(state.second_light);
    let body = state
        .body
        .iter()
        .flat_map(|body| body.towards.into_iter().chain(body.half_size).chain([body.progress]));
    let fog = state.fog.iter().flat_map(|fog| [fog.start, fog.end, fog.keeps(100.0)]);
    let lights =
        state.lights(1.0).into_iter().flat_map(|it| it.colour.into_iter().chain(it.towards));
    shares.into_iter().all(|share| (0.0..=1.0).contains(&share))
        && body.chain(fog).chain(lights).all(f32::is_finite)
        && state.intensity.is_finite()
        && state.fog_colour([f32::NAN; 3]).iter().all(|share| (0.0..=1.0).contains(share))
        && state.flare([f32::NAN, 0.0, 1.0]).boost.is_finite()
        && state.dome_colour([0.0; 3], [f32::NAN; 3]).iter().all(|share| !share.is_infinite())
        && state.drops().is_none_or(|drops| drops.places(1e300, [1e30; 3], [1.0; 3]).count() <= 600)
}

#[test]
fn a_sky_without_keyframes_is_no_sky() {
    for sky in [Sky::default(), sky(Vec::new()), sky(vec![(15, Vec::new())])] {
        for moment in [sky.start(), sky.after(1e6), sky.moment(7, 12, 0)] {
            let state = sky.at(moment);
            assert_eq!(state, SkyState::none(moment));
            assert_eq!((state.scene, state.fog), ([0.25; 3], None));
            let [light] = state.lights(1.0)[..] else { panic!() };
            assert_eq!((light.towards, light.colour), ([0.5, 0.0, 0.866], [1.0; 3]));
        }
    }
}

#[test]
fn numbers_that_are_none_are_zero() {
    for odd in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, -3.0] {
        let mut rise = frame(0, 0, Event::BODY_START, "sun");
        rise.amounts.extent = [odd; 2];
        (rise.amounts.light, rise.amounts.weather) = (odd, odd);
        (rise.slots.fog_start, rise.slots.fog_end) = (odd, odd);
        let mut rain = frame(0, 0, Event::RAIN_START, "");
        (rain.slots, rain.amounts) = (rise.slots, rise.amounts);
        let sky = sky(vec![(15, vec![rise, rain])]);
        let state = sky.at(sky.moment(0, 6, 0));
        assert!(is_sound(&state), "{odd}: {state:?}");
        assert_eq!((state.fog, state.body.unwrap().half_size), (None, [0.0; 2]));
        assert_eq!((state.main_light, state.drops()), ([0.0; 3], None));
    }
}

#[test]
fn days_of_no_time_and_hours_that_no_clock_has_are_followed() {
    let mut late = frame(0, 0, Event::BODY_START, "moon");
    late.head.time = Stamp { hour: u32::MAX, minute: u32::MAX, ..Stamp::at(0, 0) };
    let noon = frame(12, 0, Event::BODY_START, "sun");
    for day in [Stamp::at(0, 0), Stamp::at(u32::MAX, u32::MAX), Stamp::at(0, 15)] {
        let mut section = SectionBuf::new(15, vec![late.clone(), noon.clone()]);
        section.day = day;
        let mut stored = SkyBuf { sections: vec![section], ..SkyBuf::default() };
        stored.trailer.start = Stamp { section: u32::MAX, ..Stamp::at(u32::MAX, 0) };
        let sky = Sky::read(&stored.write().unwrap()).unwrap();
        for seconds in [0.0, 450.0, 1e18, -5.0, f64::NAN, f64::INFINITY] {
            let state = sky.at(Moment { section: 0, seconds });
            assert!(is_sound(&state), "{day} {seconds}: {state:?}");
            let _ = (sky.after(seconds), sky.clock(Moment { section: 0, seconds }));
        }
        assert!(!sky.at(sky.start()).is_there);
    }
}

proptest! {
    #[test]
    fn any_sky_that_reads_has_a_sound_state(
        frames in prop::collection::vec(
            (0u32..30, 0u32..70, 0u32..12, any::<[f32; 6]>(), any::<[u8; 4]>()), 0..12),
        day in 0u32..2000,
        seconds in -10.0..2000.0,
    ) {
        let frames = frames.into_iter().map(|(hour, minute, event, floats, colour)| {
            let mut made = frame(hour, minute, Event(event), if hour % 2 == 0 { "sun" } else { "" });
            let [across, up, light, weather, start, end] = floats;
            made.amounts.extent = [across, up];
            (made.amounts.light, made.amounts.weather) = (light, weather);
            (made.slots.fog_start, made.slots.fog_end) = (start, end);
            (made.slots.apex, made.slots.horizon_east) = (Colour(colour), Colour(colour));
            made
        });
        let sky = sky(vec![(day, frames.collect())]);
        let moment = Moment { section: 0, seconds };
        prop_assert!(is_sound(&sky.at(moment)));
        prop_assert_eq!(sky.at(moment), sky.at(moment));
        prop_assert!(is_sound(&sky.at(sky.after(seconds))));
    }

    #[test]
    fn what_is_between_two_keyframes_is_between_their_values(
        values in prop::collection::vec(any::<u8>(), 2..6),
        second in 0.0..86_400.0,
    ) {
        let count = u32::try_from(values.len()).unwrap();
        let hours = (0..count).map(|at| at * 24 / count);
        let frames = hours.zip(&values).map(|(hour, red)| {
            lit(hour, [Colour::new(*red, 0, 0, 255); 4], 1.0)
        });
        let sky = sky(vec![(FULL, frames.collect())]);
        let [red, ..] = sky.at(Moment { section: 0, seconds: second }).horizon.south;
        let (least, most) = (values.iter().min().unwrap(), values.iter().max().unwrap());
        prop_assert!(red * 255.0 >= f32::from(*least) - 1e-3);
        prop_assert!(red * 255.0 <= f32::from(*most) + 1e-3);
    }
}
