//! The table of settings, and TOML.

use ngi_engine::materials::RenderProfile;
use ngi_engine::materials::profile::ForceCpu;

use super::{ProfileError, ReadProfile};

/// One of the seven settings.
#[derive(Debug)]
pub struct Setting {
    /// The name of the registry value.
    pub registry: &'static str,
    /// The name in TOML.
    pub toml: &'static str,
    /// What it does when it is not 0.
    pub effect: &'static str,
    /// Whether it is a number; the others are on or off.
    pub is_number: bool,
    get: fn(&RenderProfile) -> u32,
    set: fn(&mut RenderProfile, u32),
}

impl Setting {
    /// Its value: 0 or 1 for a switch.
    pub fn get(&self, profile: &RenderProfile) -> u32 {
        (self.get)(profile)
    }

    /// Changes its value; anything but 0 turns a switch on.
    pub fn set(&self, profile: &mut RenderProfile, value: u32) {
        (self.set)(profile, value);
    }
}

/// A switch: its field, its two names, what it does.
macro_rules! switch {
    ($field:ident, $registry:literal, $effect:literal) => {
        Setting {
            registry: $registry,
            toml: stringify!($field),
            effect: $effect,
            is_number: false,
            get: |profile| u32::from(profile.$field),
            set: |profile, value| profile.$field = value != 0,
        }
    };
}

/// All seven, in the order the game's documents list them.
pub const SETTINGS: &[Setting] = &[
    switch!(
        disable_multi_texturing,
        "Disable MultiTexturing",
        "One texture a pass: lightmaps and second textures are drawn in a second pass."
    ),
    switch!(
        disable_mipmap,
        "DisableMipmap",
        "Textures have their first level only, and no levels are made when they are loaded."
    ),
    switch!(
        force_16_bit_textures,
        "Force 16-bit textures",
        "Textures of 32 bits and indexed ones become 4444 with alpha and 565 without."
    ),
    switch!(use_first_card, "UseFirstCard", "The first graphics card draws."),
    switch!(disable_d3d_calls, "DisableD3DCalls", "Nothing is drawn."),
    switch!(disable_dsound, "DisableDSound", "There is no sound."),
    Setting {
        registry: "ForceCpu",
        toml: "force_cpu",
        effect: "The instructions of the processor are chosen by hand.",
        is_number: true,
        get: |profile| profile.force_cpu.0,
        set: |profile, value| profile.force_cpu = ForceCpu(value),
    },
];

/// The setting of a name, as the registry or as TOML has it, ASCII case ignored.
pub(super) fn find(name: &str) -> Option<&'static Setting> {
    SETTINGS.iter().find(|setting| {
        setting.registry.eq_ignore_ascii_case(name) || setting.toml.eq_ignore_ascii_case(name)
    })
}

pub(super) fn read_toml(text: &str) -> Result<ReadProfile, ProfileError> {
    let table: toml::Table = text.parse().map_err(|error: toml::de::Error| {
        let at = error.span().map_or(0, |span| span.start);
        let before = text.get(..at).unwrap_or(text);
        ProfileError {
            line: before.matches('\n').count() + 1,
            why: error.message().trim_end().to_owned(),
        }
    })?;
    let mut read = ReadProfile::default();
    for (name, value) in &table {
        let Some(setting) = find(name) else {
            read.unknown.push(name.clone());
            continue;
        };
        let number = match value {
            toml::Value::Boolean(on) if !setting.is_number => Some(u32::from(*on)),
            toml::Value::Integer(number) => u32::try_from(*number).ok(),
            _ => None,
        };
        let number = number.ok_or_else(|| {
            let wanted = if setting.is_number { "a number of 32 bits" } else { "true or false" };
            ProfileError {
                line: line_of(text, name),
                why: format!("{name} must be {wanted}, not a {}", value.type_str()),
            }
        })?;
        setting.set(&mut read.profile, number);
    }
    Ok(read)
}

/// The first line that names a key.
fn line_of(text: &str, name: &str) -> usize {
    let line =
        text.lines().position(|line| line.trim_start().trim_start_matches('"').starts_with(name));
    line.map_or(1, |line| line + 1)
}

pub(super) fn write_toml(profile: &RenderProfile) -> String {
    let lines = SETTINGS.iter().map(|setting| {
        let value = setting.get(profile);
        if setting.is_number {
            format!("{} = {value}\n", setting.toml)
        } else {
            format!("{} = {}\n", setting.toml, value != 0)
        }
    });
    lines.collect()
}
