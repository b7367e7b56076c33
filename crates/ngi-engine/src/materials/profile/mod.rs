//! The render profile: what the player's machine is told to do without.
//!
//! The engine reads seven values of `HKEY_CURRENT_USER\Software\Nikita\NgiTool`. Here they are a
//! value, read from a `.reg` export of that key or from TOML:
//!
//! ```
//! use ngi_engine::materials::RenderProfile;
//!
//! let read = RenderProfile::read(b"disable_mipmap = true\nforce_cpu = 4\n")?;
//! assert!(!read.profile.texture_policy().mipmaps);
//! assert!(read.profile.force_cpu.forced().sse);
//! # Ok::<(), ngi_engine::materials::profile::ProfileError>(())
//! ```

mod reg;
mod settings;

use super::policy::TexturePolicy;

pub use reg::RegForm;
pub use settings::SETTINGS;

/// The seven switches. All off is a machine that does everything.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct RenderProfile {
    /// `Disable MultiTexturing`: one texture a pass.
    pub disable_multi_texturing: bool,
    /// `DisableMipmap`: the first level alone.
    pub disable_mipmap: bool,
    /// `Force 16-bit textures`.
    pub force_16_bit_textures: bool,
    /// `UseFirstCard`: the first graphics card, whatever others there are.
    pub use_first_card: bool,
    /// `DisableD3DCalls`: nothing is drawn; for finding faults.
    pub disable_d3d_calls: bool,
    /// `DisableDSound`: no sound.
    pub disable_dsound: bool,
    /// `ForceCpu`: which instructions are used.
    pub force_cpu: ForceCpu,
}

/// How the second texture of a surface is laid over the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SecondTexture {
    /// In the same pass, by the second texture stage.
    SamePass,
    /// In a pass of its own: lightmaps multiply what is there.
    SecondPass,
}

/// The value of `ForceCpu`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct ForceCpu(pub u32);

/// Instructions the engine is made to use, whatever the processor says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Forced {
    /// SSE.
    pub sse: bool,
    /// 3DNow!
    pub now_3d: bool,
    /// FXCH pairing.
    pub fxch: bool,
    /// MMX.
    pub mmx: bool,
}

impl ForceCpu {
    /// What is forced; nothing for values outside 2 to 7, where the engine asks the processor.
    pub fn forced(self) -> Forced {
        let [sse, now_3d, fxch, mmx] = match self.0 {
            2 => [true, false, false, false],
            3 => [false, true, false, false],
            4 => [true, true, false, false],
            5 => [true, true, true, true],
            6 => [true, true, true, false],
            7 => [false, false, false, true],
            _ => [false; 4],
        };
        Forced { sse, now_3d, fxch, mmx }
    }

    /// Whether the value is in the engine's table.
    pub fn is_known(self) -> bool {
        (2..=7).contains(&self.0)
    }
}

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

impl RenderProfile {
    /// Reads a `.reg` export (UTF-16 or ANSI) or TOML, whichever it is.
    pub fn read(bytes: &[u8]) -> Result<ReadProfile, ProfileError> {
        let text = reg::decode(bytes)?;
        if reg::is_reg(&text) { reg::read(&text) } else { settings::read_toml(&text) }
    }

    /// The profile as TOML, all seven settings.
    pub fn to_toml(&self) -> String {
        settings::write_toml(self)
    }

    /// The profile as a `.reg` file that `regedit` takes, all seven settings.
    pub fn to_reg(&self, form: RegForm) -> Vec<u8> {
        reg::write(self, form)
    }

    /// What it means for textures: mipmaps and 16-bit pixels as the switches say, the rest as
    /// [`TexturePolicy::default`] has it.
    pub fn texture_policy(&self) -> TexturePolicy {
        TexturePolicy {
            mipmaps: !self.disable_mipmap,
            sixteen_bit: self.force_16_bit_textures,
            ..TexturePolicy::default()
        }
    }

    /// How lightmaps and second textures are drawn.
    pub fn second_texture(&self) -> SecondTexture {
        if self.disable_multi_texturing {
            SecondTexture::SecondPass
        } else {
            SecondTexture::SamePass
        }
    }

    /// Whether anything is drawn.
    pub fn draws(&self) -> bool {
        !self.disable_d3d_calls
    }

    /// What the settings that are on do, one sentence each.
    pub fn effects(&self) -> impl Iterator<Item = &'static str> {
        SETTINGS.iter().filter(|setting| setting.get(self) != 0).map(|setting| setting.effect)
    }
}
