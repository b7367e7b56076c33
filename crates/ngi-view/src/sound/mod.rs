//! What is heard of a mission: its theme, its variations, rain, and what hangs on its objects.
//!
//! Which sound is heard, how loud and from where, is worked out without a device
//! ([`ngi_engine::sound`], [`Mixer`]); `device` is the only place that knows one. It is there with
//! the feature `sound`; without it, and where a machine has no device, all of it is silent.

#[cfg(all(feature = "sound", not(target_arch = "wasm32")))]
mod device;
mod mixer;
mod output;
mod wave;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use ngi_engine::effects::{Sound, SoundAction};
use ngi_engine::resolve::{Game, Surroundings, names};
use ngi_engine::sky::{BodyKind, SkyState};
use ngi_engine::sound::{Ambience, Listener, SoundName, Variations};
use ngi_formats::fxid::Reference;
use ngi_formats::swav;

pub use mixer::{Clip, MOST_VOICES, Mixer, Voice};
pub use output::Output;
pub use wave::Wave;

/// Whether this program was built to be heard.
pub const CAN_SOUND: bool = cfg!(all(feature = "sound", not(target_arch = "wasm32")));

/// How loud theme and variations are: nobody knows the game's own shares.
const AMBIENCE: f32 = 0.5;

/// The voices that belong to no effect.
const THEME: u64 = u64::MAX;
const VARIATION: u64 = u64::MAX - 1;
const RAIN: u64 = u64::MAX - 2;

/// What is heard of a mission.
pub struct Soundscape {
    mixer: Arc<Mutex<Mixer>>,
    around: Surroundings,
    clips: HashMap<SoundName, Option<Arc<Clip>>>,
    ambience: Ambience,
    variations: Variations,
    rain: Option<SoundName>,
    is_on: bool,
    #[cfg(all(feature = "sound", not(target_arch = "wasm32")))]
    device: Option<device::Device>,
}

impl Soundscape {
    /// The sounds of a mission of a game, by the path of its file.
    pub fn new(game: &Game, mission: &str) -> Self {
        let node = game.vfs().locate(mission).ok();
        let around = node.map_or_else(
            || Surroundings::in_game(Some(game)),
            |node| Surroundings::of(&node, Some(game)),
        );
        Self {
            mixer: Arc::default(),
            ambience: Ambience::beside(&around),
            around,
            clips: HashMap::new(),
            variations: Variations::new(1, 0.0),
            rain: None,
            is_on: false,
            #[cfg(all(feature = "sound", not(target_arch = "wasm32")))]
            device: None,
        }
    }

    /// What plays now, to be looked at.
    pub fn mixer(&self) -> Arc<Mutex<Mixer>> {
        Arc::clone(&self.mixer)
    }

    /// Takes what happened up to a frame. What is off is silent, and begins anew when it is on.
    pub fn frame<'a>(
        &mut self,
        listener: &Listener,
        now: f64,
        is_on: bool,
        events: impl Iterator<Item = (&'a Sound, &'a Reference)>,
        sky: Option<&SkyState>,
    ) {
        let begins = is_on && !std::mem::replace(&mut self.is_on, is_on);
        if !is_on {
            self.rain = None;
            return self.locked(Mixer::clear);
        }
        if begins {
            self.wake();
            let theme = self.ambience.theme.clone();
            self.begin(THEME, theme.as_ref(), true, [AMBIENCE; 2]);
        }
        for (sound, sample) in events {
            self.happens(listener, sound, sample);
        }
        self.fall(sky);
        let sun = sky.and_then(|sky| sky.body.as_ref()).map(|body| body.kind);
        let is_day = sun == Some(BodyKind::Sun);
        if let Some(name) = self.variations.next(now, is_day, &self.ambience) {
            self.begin(VARIATION, Some(&name), false, [AMBIENCE; 2]);
        }
    }

    /// Something happens to a sound of an effect.
    fn happens(&mut self, listener: &Listener, sound: &Sound, sample: &Reference) {
        let key = u64::from(sound.key) << 32 | u64::from(sound.command);
        let heard = listener.hears(sound);
        let (Some(gains), true) = (heard, sound.action != SoundAction::Stop) else {
            return self.locked(|mixer| mixer.stop(key));
        };
        let plays = self.mixer.lock().unwrap_or_else(PoisonError::into_inner).plays(key);
        // One that was silent while it began goes on with the next move, if it is repeated.
        let starts = sound.action == SoundAction::Start || (sound.looping && !plays);
        if starts {
            let name =
                SoundName { library: sample.archive.to_string(), entry: sample.member.to_string() };
            self.begin(key, Some(&name), sound.looping, gains);
        }
        let rate = sound.rate;
        self.locked(|mixer| mixer.set(key, gains, rate));
    }

    /// Rain is heard by the name its keyframe has.
    fn fall(&mut self, sky: Option<&SkyState>) {
        let falling = sky.and_then(|sky| sky.rain.as_ref());
        let wave = |name: &&String| name.to_ascii_lowercase().ends_with(".wav");
        let entry = falling.and_then(|falling| falling.effects.iter().find(wave));
        let name = entry
            .map(|entry| SoundName { library: names::SOUNDS.to_owned(), entry: entry.clone() });
        if name != self.rain {
            self.locked(|mixer| mixer.stop(RAIN));
            self.begin(RAIN, name.as_ref(), true, [AMBIENCE; 2]);
            self.rain = name;
        }
    }

    fn begin(&mut self, key: u64, name: Option<&SoundName>, looping: bool, gains: [f32; 2]) {
        let Some(clip) = name.and_then(|name| self.clip(name)) else { return };
        self.locked(|mixer| mixer.start(Voice::new(key, clip, looping, gains)));
    }

    /// A sound of the game, decoded once; `None` for one that is not there or that nobody can play.
    fn clip(&mut self, name: &SoundName) -> Option<Arc<Clip>> {
        if let Some(known) = self.clips.get(name) {
            return known.clone();
        }
        let found = self.around.entry(&name.library, &name.entry);
        let sound = found.as_ref().and_then(|found| swav::Sound::read(&found.bytes).ok());
        let clip = sound.and_then(|sound| sound.decode().ok()).and_then(|pcm| Clip::of(&pcm));
        let clip = clip.map(Arc::new);
        self.clips.insert(name.clone(), clip.clone());
        clip
    }

    fn locked(&self, work: impl FnOnce(&mut Mixer)) {
        work(&mut self.mixer.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Opens the device when something is to be heard for the first time.
    #[cfg(all(feature = "sound", not(target_arch = "wasm32")))]
    fn wake(&mut self) {
        if self.device.is_none() {
            self.device = device::Device::open(&self.mixer);
        }
    }

    #[cfg(not(all(feature = "sound", not(target_arch = "wasm32"))))]
    fn wake(&mut self) {}
}
