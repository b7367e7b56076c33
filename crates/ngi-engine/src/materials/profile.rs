//! The render profile: what the player's machine is told to do without.
//!
//! The engine reads seven values of `HKEY_CURRENT_USER\Software\Nikita\NgiTool`. Here they are a
//! value, and what follows from it; `ngi_verbs::profile` reads and writes it.

use super::policy::TexturePolicy;

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

impl RenderProfile {
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_force_cpu() {
        let forced = |value| {
            let Forced { sse, now_3d, fxch, mmx } = ForceCpu(value).forced();
            [sse, now_3d, fxch, mmx].map(u8::from)
        };
        let table = [
            (0, [0, 0, 0, 0]),
            (1, [0, 0, 0, 0]),
            (2, [1, 0, 0, 0]),
            (3, [0, 1, 0, 0]),
            (4, [1, 1, 0, 0]),
            (5, [1, 1, 1, 1]),
            (6, [1, 1, 1, 0]),
            (7, [0, 0, 0, 1]),
            (8, [0, 0, 0, 0]),
        ];
        for (value, expected) in table {
            assert_eq!(forced(value), expected, "{value}");
            assert_eq!(ForceCpu(value).is_known(), expected != [0; 4]);
        }
    }

    #[test]
    fn what_the_switches_do() {
        let none = RenderProfile::default();
        assert_eq!(none.texture_policy(), TexturePolicy::default());
        assert_eq!((none.second_texture(), none.draws()), (SecondTexture::SamePass, true));
        let short = RenderProfile { disable_mipmap: true, force_16_bit_textures: true, ..none };
        let policy = short.texture_policy();
        assert!(!policy.mipmaps && policy.sixteen_bit);
        let single =
            RenderProfile { disable_multi_texturing: true, disable_d3d_calls: true, ..none };
        assert_eq!((single.second_texture(), single.draws()), (SecondTexture::SecondPass, false));
    }
}
