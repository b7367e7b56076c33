//! The player's settings of effects: 20 switches in four groups, and how detail is spread.
//!
//! An effect names its switch in header word 0x14: the low byte is the switch, the next the group.
//! What a switch turns off is neither updated nor drawn.

use ngi_formats::fxid::Settings as SwitchId;

/// How many switches there are.
pub const SWITCHES: usize = 20;
/// How many groups there are.
pub const GROUPS: usize = 4;

/// One of the 20 switches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Switch {
    /// As effects name it: the switch in the low byte, the group in the next.
    pub id: SwitchId,
    /// What it is called in the game's settings.
    pub name: &'static str,
}

const fn switch(id: u32, name: &'static str) -> Switch {
    Switch { id: SwitchId(id), name }
}

/// The switches in the order of their low bytes.
pub const TABLE: [Switch; SWITCHES] = [
    switch(0x000, "Dust"),
    switch(0x001, "Smoke"),
    switch(0x002, "Engine fire"),
    switch(0x003, "Explode"),
    switch(0x004, "Shield"),
    switch(0x005, "Lights"),
    switch(0x106, "Dust"),
    switch(0x107, "Smoke"),
    switch(0x108, "Explode"),
    switch(0x109, "Shield"),
    switch(0x10a, "Lights"),
    switch(0x20b, "Smoke"),
    switch(0x20c, "Engine fire"),
    switch(0x20d, "Explode"),
    switch(0x20e, "Gun fire"),
    switch(0x10f, "Lights"),
    switch(0x310, "Smoke"),
    switch(0x311, "Explode"),
    switch(0x312, "Gun fire"),
    switch(0x313, "Lights"),
];

/// A ready-made choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Preset {
    /// Preset 1, for `RENDER_QUALITY` 2: everything on, detail spread wide.
    #[default]
    Best,
    /// Preset 2, for `RENDER_QUALITY` 1: everything on, half the spread.
    Middle,
    /// Preset 3, for `RENDER_QUALITY` 0: no dust, no smoke, no engine fire.
    Fast,
}

impl Preset {
    /// The preset for the game's `RENDER_QUALITY`. *Stand-in* for numbers other than 0, 1 and 2:
    /// the best.
    pub fn of_render_quality(quality: u32) -> Self {
        match quality {
            0 => Self::Fast,
            1 => Self::Middle,
            _ => Self::Best,
        }
    }

    /// Its number in the engine.
    pub fn number(self) -> u32 {
        match self {
            Self::Best => 1,
            Self::Middle => 2,
            Self::Fast => 3,
        }
    }
}

/// What [`Preset::Fast`] turns off.
const OFF_WHEN_FAST: [u32; 8] = [0x000, 0x001, 0x106, 0x107, 0x10a, 0x20b, 0x20c, 0x310];

/// The settings of all effects (`InitializeSettings`).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settings {
    /// The switches in the order of [`TABLE`].
    pub on: [bool; SWITCHES],
    /// "LOD distribution" of each group.
    pub distribution: [f32; GROUPS],
    /// "High quality LOD" of each group.
    pub high_quality: [f32; GROUPS],
}

impl Default for Settings {
    fn default() -> Self {
        Self::preset(Preset::Best)
    }
}

impl Settings {
    /// The engine's `InitializeSettings` for the game's `RENDER_QUALITY`.
    pub fn initialize(render_quality: u32) -> Self {
        Self::preset(Preset::of_render_quality(render_quality))
    }

    /// A preset.
    pub fn preset(preset: Preset) -> Self {
        let fast = preset == Preset::Fast;
        Self {
            on: TABLE.map(|switch| !(fast && OFF_WHEN_FAST.contains(&switch.id.0))),
            distribution: match preset {
                Preset::Middle => [1.5, 1.5, 1.75, 2.75],
                _ => [3.0, 3.0, 3.5, 5.5],
            },
            high_quality: [0.0, 0.0, -2.0, -3.0],
        }
    }

    /// Whether effects with this settings word play. *Stand-in* for words whose low byte names no
    /// switch: they do.
    pub fn is_on(&self, id: SwitchId) -> bool {
        self.on.get(usize::from(id.switch())).copied().unwrap_or(true)
    }

    /// Turns the switch of a settings word on or off; whether there is one.
    pub fn set(&mut self, id: SwitchId, on: bool) -> bool {
        match self.on.get_mut(usize::from(id.switch())) {
            Some(switch) => {
                *switch = on;
                true
            }
            None => false,
        }
    }

    /// The detail number of a particle: `random · D / 65536 − H` with the numbers of the effect's
    /// group. A particle whose number is below the level of detail is left out.
    pub fn detail(&self, id: SwitchId, random: u16) -> f32 {
        let group = group(id);
        let of = |numbers: [f32; GROUPS]| numbers.get(group).copied().unwrap_or_default();
        f32::from(random) * of(self.distribution) / 65536.0 - of(self.high_quality)
    }
}

/// The group of a settings word. *Stand-in* for groups from 4 on: group 0.
pub fn group(id: SwitchId) -> usize {
    Some(usize::from(id.group())).filter(|&group| group < GROUPS).unwrap_or(0)
}

/// The switch a settings word names, where it names one exactly.
pub fn named(id: SwitchId) -> Option<Switch> {
    TABLE.into_iter().find(|switch| switch.id == id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_low_byte_is_the_place() {
        for (place, switch) in TABLE.iter().enumerate() {
            assert_eq!(usize::from(switch.id.switch()), place, "{}", switch.name);
            assert_eq!(named(switch.id), Some(*switch));
        }
        let count = |n| TABLE.iter().filter(|switch| group(switch.id) == n).count();
        assert_eq!([0, 1, 2, 3].map(count), [6, 6, 4, 4]);
    }

    #[test]
    fn presets() {
        assert_eq!([2, 1, 0].map(|q| Preset::of_render_quality(q).number()), [1, 2, 3]);
        assert_eq!(Settings::initialize(2).on, [true; SWITCHES]);
        assert_eq!(Settings::initialize(1).on, [true; SWITCHES]);
        let fast = Settings::initialize(0);
        let off: Vec<_> = TABLE
            .iter()
            .filter(|switch| !fast.is_on(switch.id))
            .map(|switch| switch.id.0)
            .collect();
        assert_eq!(off, [0x000, 0x001, 0x106, 0x107, 0x10a, 0x20b, 0x20c, 0x310]);
        assert_eq!(fast.distribution, [3.0, 3.0, 3.5, 5.5]);
        assert_eq!(Settings::initialize(1).distribution, [1.5, 1.5, 1.75, 2.75]);
    }

    #[test]
    fn detail_numbers() {
        let settings = Settings::default();
        assert_eq!(settings.detail(SwitchId(0x005), 0x8000), 1.5);
        assert_eq!(settings.detail(SwitchId(0x20d), 0x8000), 3.75);
        assert_eq!(settings.detail(SwitchId(0x311), 0), 3.0);
        // Nothing is left out at the finest level.
        for switch in TABLE {
            assert!(settings.detail(switch.id, 0) >= 0.0);
        }
    }

    #[test]
    fn words_nobody_wrote() {
        let mut settings = Settings::initialize(0);
        assert!(settings.is_on(SwitchId(0x14)) && settings.is_on(SwitchId(0xffff_ffff)));
        assert!(!settings.set(SwitchId(0x14), false));
        assert!(settings.set(SwitchId(0x311), false) && !settings.is_on(SwitchId(0x311)));
        assert_eq!(group(SwitchId(0xffff)), 0);
        assert_eq!(named(SwitchId(0x105)), None);
    }
}
