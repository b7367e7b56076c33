//! Skies.

use ngi_engine::sky::Moment;
use ngi_formats::sky::{self, Event, KeyframeBuf, SectionBuf, Sky, SkyBuf, Stamp, Windows};
use ngi_formats::{Findings, Mode};
use ngi_verbs::format::{Subject, recognise};

use crate::Outcome;
use crate::documents::comes_back;

/// Any sky reads and comes back, its windows are as many as its events, and sorting it twice is
/// sorting it once.
pub fn read(input: &[u8]) -> Outcome {
    let mut findings = Findings::new(Mode::Strict, false);
    sky::check(input, &mut findings);
    sky::check(input, &mut Findings::new(Mode::Strict, true));
    assert_eq!(findings.first_error().is_some(), Sky::read_strict(input).is_err());
    let Ok(sky) = Sky::read(input) else {
        assert!(sky::remains(input).is_some(), "something is left of everything");
        return Outcome::Rejected;
    };
    let mut owned = SkyBuf::of(&sky);
    assert_eq!(owned.write().ok().as_deref(), Some(input));
    for section in sky.sections() {
        let windows = Windows::of(&section);
        assert!(windows.all.len() + windows.stray_stops.len() <= section.len());
    }
    every_moment_is_sound(&sky);
    let subject = Subject::file("sky.ske", input);
    recognise(&subject).map(|format| comes_back(format, &subject));
    owned.sections.iter_mut().for_each(|section| {
        section.sort();
    });
    assert!(owned.sections.iter_mut().all(|section| !section.sort()));
    assert_eq!(owned.write().map(|bytes| bytes.len()).ok(), Some(input.len()));
    Outcome::Accepted
}

/// At any moment there are a floor, lights and a fog, and all of it is numbers.
fn every_moment_is_sound(sky: &Sky<'_>) {
    let sky = ngi_engine::sky::Sky::of(sky);
    for seconds in [0.0, 0.5, 17.0, 543.0, 899.0, 86_399.0, 1e15] {
        for moment in [sky.after(seconds), Moment { section: 0, seconds }] {
            let state = sky.at(moment);
            let lights = state.lights(1.0).into_iter().flat_map(|light| light.colour);
            assert!(lights.chain(state.scene).all(f32::is_finite));
            assert!(state.fog.is_none_or(|fog| (0.0..=1.0).contains(&fog.keeps(1e4))));
            assert!(state.dome([0.0, 1.0, 0.0]).0.iter().flatten().flatten().all(|c| *c >= 0.0));
            let body = state.body.map_or([0.0; 3], |body| body.towards);
            assert!(body.iter().all(|along| along.abs() <= 1.001));
        }
    }
}

/// Skies of each version of keyframes, with weather, with two sections, with nothing.
pub fn seeds() -> Vec<Vec<u8>> {
    let keyframe = |version: u32, (hour, event): (u32, u32)| {
        let mut one = KeyframeBuf { body: b"sun".to_vec(), ..KeyframeBuf::default() };
        (one.head.time, one.head.event) = (Stamp::at(hour, 30), Event(event));
        if version == 3 && event == 3 {
            one.effects = Some(vec![b"rain.wav".to_vec(), b"env".to_vec()]);
        }
        one.to_version(version)
    };
    let mut seeds: Vec<Vec<u8>> = SkyBuf::default().write().into_iter().collect();
    for version in 1..=3 {
        let events = [(0, 0), (3, 3), (4, 4), (5, 8), (6, 9), (14, 1)];
        let keyframes: Result<Vec<_>, _> =
            events.into_iter().map(|event| keyframe(version, event)).collect();
        let Ok(keyframes) = keyframes else { continue };
        let section = SectionBuf::new(15, keyframes);
        let one = SkyBuf { sections: vec![section.clone()], ..SkyBuf::default() };
        let two = SkyBuf { sections: vec![section.clone(), section], ..SkyBuf::default() };
        seeds.extend(one.write());
        seeds.extend(two.write());
    }
    seeds
}
