//! Small effects to test with.

use ngi_formats::fxid::{
    Body, Burst, Command, Curve, EffectBuf, EffectFlags, Sprite, TimeMode, Window,
};

use crate::effects::{
    AtRest, Cadence, DrawList, Inputs, Manager, Placement, PlainLooks, Randomness, Settings, View,
};

/// The key of the instance under test.
pub const KEY: u32 = 7;

/// An effect of one second without flags.
pub fn effect(commands: Vec<Body>) -> EffectBuf {
    let commands = commands.into_iter().map(Command::from).collect();
    let mut effect = EffectBuf::new(1.0, commands);
    effect.header.flags = EffectFlags(0);
    effect.header.time_mode = TimeMode::ONCE;
    effect
}

/// The same with flags.
pub fn flagged(flags: EffectFlags, commands: Vec<Body>) -> EffectBuf {
    let mut effect = effect(commands);
    effect.header.flags = flags;
    effect
}

/// A sprite that does not fade.
pub fn sprite() -> Sprite {
    Sprite { fade: Curve::straight(1.0, 1.0), ..Sprite::default() }
}

/// A sprite in a window.
pub fn sprite_in(lo: f32, hi: f32) -> Body {
    Body::Sprite(Sprite { window: Window { lo, hi }, ..sprite() })
}

/// A burst that does not fade.
pub fn burst(number: u32) -> Burst {
    Burst { groups: number, fade: Curve::straight(1.0, 1.0), ..Burst::default() }
}

/// A manager with one instance.
pub struct Stage {
    pub manager: Manager,
    pub list: DrawList,
    pub view: View,
}

impl Stage {
    pub fn new(effect: &EffectBuf) -> Self {
        Self::with(effect, Cadence::Grid, &Placement { seed: Some(1), ..Placement::default() })
    }

    pub fn with(effect: &EffectBuf, cadence: Cadence, placement: &Placement) -> Self {
        let mut manager = Manager::new(Settings::default(), Randomness::default(), cadence);
        let id = manager.load(b"effect", effect);
        manager.create(id, KEY, placement).unwrap();
        Self { manager, list: DrawList::new(), view: View::default() }
    }

    pub fn at(&mut self, now_ms: f64) -> &DrawList {
        self.at_with(now_ms, &AtRest)
    }

    pub fn at_with(&mut self, now_ms: f64, inputs: &impl Inputs) -> &DrawList {
        self.manager.frame(now_ms, inputs, &self.view, &PlainLooks, &mut self.list);
        &self.list
    }

    /// t at a time.
    pub fn time_at(&mut self, now_ms: f64) -> f32 {
        self.at(now_ms);
        self.time()
    }

    pub fn time(&self) -> f32 {
        self.manager.instance(KEY).unwrap().time()
    }

    pub fn is_there(&self) -> bool {
        self.manager.instance(KEY).is_some()
    }

    pub fn active(&self) -> Vec<u32> {
        self.manager.active(KEY).collect()
    }
}

/// Close enough for numbers around 1.
pub fn close(a: f32, b: f32) -> bool {
    (a - b).abs() <= 1e-5 * (1.0 + a.abs().max(b.abs()))
}

/// The same for vectors.
#[track_caller]
pub fn assert_near(a: [f32; 3], b: [f32; 3]) {
    assert!(a.into_iter().zip(b).all(|(a, b)| close(a, b)), "{a:?} is not {b:?}");
}
