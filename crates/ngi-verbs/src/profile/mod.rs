//! The render profile as a `.reg` export of the engine's key, or as TOML.
//!
//! ```
//! let found = ngi_verbs::profile::read(b"disable_mipmap = true\nforce_cpu = 4\n")?;
//! assert!(!found.profile.texture_policy().mipmaps);
//! assert!(found.profile.force_cpu.forced().sse);
//! # Ok::<(), ngi_verbs::profile::ProfileError>(())
//! ```

mod reg;
mod settings;
#[cfg(test)]
mod tests;

use ngi_engine::materials::RenderProfile;

pub use reg::RegForm;
pub use settings::{SETTINGS, Setting};

/// What was read, and what was there beside it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReadProfile {
    /// The switches; off where the text says nothing.
    pub profile: RenderProfile,
    /// Names the engine does not read, in the order of the text.
    pub unknown: Vec<String>,
}

/// A profile that cannot be read: the line, and why.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {why}")]
pub struct ProfileError {
    /// Counted from 1.
    pub line: usize,
    /// What is wrong and what would be right.
    pub why: String,
}

/// Reads a `.reg` export (UTF-16 or ANSI) or TOML, whichever it is.
pub fn read(bytes: &[u8]) -> Result<ReadProfile, ProfileError> {
    let text = reg::decode(bytes)?;
    if reg::is_reg(&text) { reg::read(&text) } else { settings::read_toml(&text) }
}

/// A profile as TOML, all seven settings.
pub fn to_toml(profile: &RenderProfile) -> String {
    settings::write_toml(profile)
}

/// A profile as a `.reg` file that `regedit` takes, all seven settings.
pub fn to_reg(profile: &RenderProfile, form: RegForm) -> Vec<u8> {
    reg::write(profile, form)
}

/// What the settings that are on do, one sentence each.
pub fn effects(profile: &RenderProfile) -> impl Iterator<Item = &'static str> {
    SETTINGS.iter().filter(|setting| setting.get(profile) != 0).map(|setting| setting.effect)
}
