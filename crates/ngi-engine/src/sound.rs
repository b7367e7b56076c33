//! What is heard in a mission: how loud and from where, and what comes when.
//!
//! Places have no sounds of their own; effects that hang on objects bring them along
//! ([`effects::Sound`](crate::effects::Sound)), rain names one, and a mission repeats a theme with
//! a variation every ten to nineteen seconds. How loud a sound is at a distance is DirectSound's
//! rule; how it is shared between left and right is ours (S): by the sine of its direction, with
//! the same power everywhere.

use std::f32::consts::FRAC_PI_4;

use glam::Vec3;
use ngi_formats::cfg::view::{Descriptor, THEME, VARIATIONS};
use ngi_formats::cfg::{Cfg, names};
use ngi_formats::text;

use crate::arealmap::Rand;
use crate::effects::Sound;
use crate::portable::sin_cos;
use crate::resolve::Surroundings;

/// Who hears.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Listener {
    /// Where.
    pub eye: [f32; 3],
    /// Towards the right ear, of length 1.
    pub right: [f32; 3],
}

impl Listener {
    /// How much of a sound comes to the left and to the right ear; `None` where it is cut off.
    pub fn hears(&self, sound: &Sound) -> Option<[f32; 2]> {
        let way = Vec3::from(sound.position) - Vec3::from(self.eye);
        let distance = way.length();
        if !distance.is_finite() {
            return None;
        }
        let gain = sound.gain(distance)?;
        let pan = if distance > 1e-3 { way.dot(self.right.into()) / distance } else { 0.0 };
        Some(balance(pan).map(|side| side * gain))
    }
}

/// Left and right of a sound between the ears: -1 is left, 1 is right, and in the middle both have
/// the same share of its power.
pub fn balance(pan: f32) -> [f32; 2] {
    let pan = if pan.is_finite() { pan.clamp(-1.0, 1.0) } else { 0.0 };
    let (right, left) = sin_cos((pan + 1.0) * FRAC_PI_4);
    [left, right]
}

/// A sound by its library and its name there.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SoundName {
    /// The library.
    pub library: String,
    /// The entry.
    pub entry: String,
}

/// What a mission sounds like everywhere.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Ambience {
    /// Repeated from the start on.
    pub theme: Option<SoundName>,
    /// What comes in between by day.
    pub day: Vec<SoundName>,
    /// By night.
    pub night: Vec<SoundName>,
    /// At any time, where the mission does not tell day from night.
    pub always: Vec<SoundName>,
}

impl Ambience {
    /// What lies around a mission's file; silence where nobody says anything.
    pub fn beside(around: &Surroundings) -> Self {
        let file = around.sibling(names::MISSION);
        let cfg = file.as_ref().and_then(|found| Cfg::read(&found.bytes).ok());
        cfg.map_or_else(Self::default, |cfg| Self::of(&cfg))
    }

    /// What a `mission.cfg` names.
    pub fn of(cfg: &Cfg<'_>) -> Self {
        let mut made = Self::default();
        for object in cfg.objects() {
            let is = |name: &str| text::same(object.name(), name.as_bytes());
            let Some(descriptor) = Descriptor::of(&object) else { continue };
            let library = text::decode(descriptor.library.unwrap_or_default());
            for (_, bound) in descriptor.bindings {
                let name = SoundName { library: library.clone(), entry: text::decode(bound.value) };
                let key = text::decode(bound.key).to_ascii_uppercase();
                let is_variation = is(VARIATIONS);
                if is(THEME) && key == "THEME" {
                    made.theme = Some(name);
                } else if is_variation && key.starts_with("DAY_") {
                    made.day.push(name);
                } else if is_variation && key.starts_with("NIGHT_") {
                    made.night.push(name);
                } else if is_variation {
                    made.always.push(name);
                }
            }
        }
        made
    }

    /// What may come now. That it is day while the sun is up is a stand-in.
    fn choices(&self, is_day: bool) -> &[SoundName] {
        let own = if is_day { &self.day } else { &self.night };
        if own.is_empty() { &self.always } else { own }
    }
}

/// When a variation comes, and which.
#[derive(Debug, Clone, PartialEq)]
pub struct Variations {
    random: Rand,
    due: f64,
    last: Option<SoundName>,
}

impl Variations {
    /// From a moment on, in seconds. The same seed lets the same come again.
    pub fn new(seed: u32, now: f64) -> Self {
        let mut made = Self { random: Rand::new(seed), due: now, last: None };
        made.due = now + made.pause();
        made
    }

    fn pause(&mut self) -> f64 {
        10.0 + f64::from(self.random.draw() % 10)
    }

    /// What comes at a moment, if anything: never the same twice running, where there are two.
    pub fn next(&mut self, now: f64, is_day: bool, ambience: &Ambience) -> Option<SoundName> {
        if !now.is_finite() {
            return None;
        }
        // Long past, or time was set back: from here on anew.
        if (now - self.due).abs() > 60.0 {
            self.due = now + self.pause();
            return None;
        }
        if now < self.due {
            return None;
        }
        self.due = now + self.pause();
        let choices = ambience.choices(is_day);
        let others: Vec<&SoundName> = choices
            .iter()
            .filter(|it| choices.len() < 2 || Some(*it) != self.last.as_ref())
            .collect();
        let place = usize::from(self.random.draw()) % others.len().max(1);
        let chosen = others.get(place).map(|it| (*it).clone());
        self.last.clone_from(&chosen);
        chosen
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effects::SoundAction;

    fn sound(position: [f32; 3], looping: bool) -> Sound {
        Sound {
            key: 1,
            command: 0,
            action: SoundAction::Start,
            sample: None,
            looping,
            position,
            direction: [1.0, 0.0, 0.0],
            velocity: [0.0; 3],
            near: 10.0,
            far: 100.0,
            rate: 1.0,
        }
    }

    const EAST: Listener = Listener { eye: [0.0; 3], right: [1.0, 0.0, 0.0] };

    #[test]
    fn what_is_near_is_loud_and_what_is_right_is_heard_there() {
        let near = |a: [f32; 2], b: [f32; 2]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-5);
        let half = std::f32::consts::FRAC_1_SQRT_2;
        let table = [
            ([0.0, 5.0, 0.0], [half, half]),
            ([5.0, 0.0, 0.0], [0.0, 1.0]),
            ([-5.0, 0.0, 0.0], [1.0, 0.0]),
            // Twice as far as near: half as loud.
            ([20.0, 0.0, 0.0], [0.0, 0.5]),
            ([0.0, 0.0, 40.0], [half * 0.25, half * 0.25]),
            // No quieter beyond far.
            ([0.0, 5000.0, 0.0], [half * 0.1, half * 0.1]),
        ];
        for (at, expected) in table {
            let heard = EAST.hears(&sound(at, true)).unwrap();
            assert!(near(heard, expected), "{at:?}: {heard:?}");
        }
        assert_eq!(EAST.hears(&sound([0.0, 101.0, 0.0], false)), None, "once, and too far");
        assert_eq!(EAST.hears(&sound([f32::NAN; 3], true)), None);
        assert!(near(EAST.hears(&sound([0.0; 3], true)).unwrap(), [half, half]));
    }

    const CFG: &str = "object ambient_music_loop\n desc = \"resource\"\n library = \"sounds.lib\"\n \
        type = 5\n THEME = \"atm.wav\"\nend\nobject ambient_music_variation\n desc = \"resource\"\n \
        library = \"sounds.lib\"\n type = 4\n DAY_VARIATION1 = \"a.wav\"\n DAY_VARIATION2 = \
        \"b.wav\"\n NIGHT_VARIATION1 = \"n.wav\"\nend\n";

    #[test]
    fn a_mission_names_its_theme_and_variations() {
        let ambience = Ambience::of(&Cfg::read(CFG.as_bytes()).unwrap());
        let names = |list: &[SoundName]| list.iter().map(|it| it.entry.clone()).collect::<Vec<_>>();
        assert_eq!(ambience.theme.as_ref().map(|it| it.library.as_str()), Some("sounds.lib"));
        assert_eq!(
            (names(&ambience.day), names(&ambience.night)),
            (vec!["a.wav".to_owned(), "b.wav".to_owned()], vec!["n.wav".to_owned()])
        );
        assert!(ambience.always.is_empty());
    }

    #[test]
    fn variations_come_every_ten_to_nineteen_seconds_and_never_twice() {
        let ambience = Ambience::of(&Cfg::read(CFG.as_bytes()).unwrap());
        let mut variations = Variations::new(7, 0.0);
        let (mut last, mut when, mut count) = (None, 0.0, 0);
        for tenth in 0..6000 {
            let now = f64::from(tenth) / 10.0;
            let Some(name) = variations.next(now, true, &ambience) else { continue };
            assert!((10.0..19.2).contains(&(now - when)), "{now} after {when}");
            assert_ne!(last.as_ref(), Some(&name));
            (last, when, count) = (Some(name), now, count + 1);
        }
        assert!((30..61).contains(&count), "{count}");
        // One alone comes again and again; after a long pause nothing comes at once.
        assert_eq!(variations.next(1e6, false, &ambience), None);
        assert_eq!(variations.next(f64::NAN, false, &ambience), None);
        assert_eq!(variations.next(0.0, false, &Ambience::default()), None);
    }
}
