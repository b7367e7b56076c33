//! Lightning: an effect of the sky that strikes points of the map, one after another.
//!
//! Which points, and how often, is drawn by lot in the engine and by `ngi_engine::sky::stroke`
//! here, the same for the same moment. An effect that reaches from a target to where it plays, as
//! bolts do, comes from above (*stand-in*: the engine's effect brings its own path).

use ngi_engine::effects::{Loadable, TemplateId};
use ngi_engine::landscape::Ground;
use ngi_engine::sky::stroke;
use ngi_formats::landscape::FaceFilter;

use super::effects::LevelEffects;
use crate::frame::Frame;
use crate::scene::landscape::Disc;
use crate::scene::looks::Looks;

/// How high above the ground strokes begin, in metres.
const CLOUDS: f32 = 160.0;

/// What strikes, and the stroke that is seen now.
#[derive(Debug, Clone, Default)]
pub(super) struct Storm {
    effects: LevelEffects,
    known: Vec<(String, TemplateId)>,
    /// The effect and the beginning of the last stroke.
    last: Option<(usize, f64)>,
    is_seen: bool,
}

impl Storm {
    /// Takes an effect that lightning may be. Before textures go to the card.
    pub fn learn(&mut self, name: &str, effect: &impl Loadable, looks: &mut Looks) {
        let id = self.effects.load(name, effect, looks);
        self.known.push((name.to_ascii_lowercase(), id));
    }

    /// Whether it can strike at all.
    pub fn is_known(&self) -> bool {
        !self.known.is_empty()
    }

    /// Nothing strikes.
    pub fn rest(&mut self) {
        self.is_seen = false;
    }

    /// The last stroke before a moment, with its light. `names` are the effects that the sky asks
    /// for, `corners` those of the map.
    pub fn strike(
        &mut self,
        seconds: f64,
        names: &[String],
        corners: [[f32; 2]; 2],
        (ground, looks): (&Ground, &Looks),
        frame: &mut Frame,
    ) {
        self.is_seen = false;
        let Some(stroke) = stroke(seconds, corners) else { return };
        let is_asked = |(known, _): &(String, TemplateId)| {
            names.iter().any(|name| name.eq_ignore_ascii_case(known))
        };
        let Some(index) = self.known.iter().position(is_asked) else { return };
        let Some((_, id)) = self.known.get(index) else { return };
        if self.last.replace((index, stroke.began)) != Some((index, stroke.began)) {
            let [x, y] = stroke.place;
            let foot = ground.height([x, y], &FaceFilter::default());
            let foot = foot.map_or(0.0, |footing| footing.z);
            self.effects.play_only(*id, [x, y, foot], [x, y, foot + CLOUDS]);
        }
        #[expect(clippy::cast_possible_truncation, reason = "seconds since the stroke began")]
        let since = (seconds - stroke.began) as f32;
        self.effects.light(since, ground, looks, frame);
        self.is_seen = true;
    }

    /// Lights that leave discs on the ground.
    pub fn discs(&self) -> &[Disc] {
        if self.is_seen { &self.effects.discs } else { &[] }
    }

    /// Adds what is drawn of the stroke.
    pub fn add_to(&self, looks: &Looks, frame: &mut Frame) {
        if self.is_seen {
            self.effects.add_to(looks, frame);
        }
    }
}
