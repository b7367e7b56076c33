//! What surfaces show instead of their looks. The shader (`gpu/shaders/scene.wgsl`) does the same
//! sums; keep the two alike.

/// What surfaces show instead of their looks. For tools; the game shows their looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Paint {
    /// Textures and light.
    #[default]
    Looks,
    /// Where vertex normals point: red to the east, green to the north, blue upwards.
    Normals,
    /// Squares along the texture coordinates, eight in a turn.
    Checker,
    /// How many texels of the first texture there are in a unit of the world.
    Density,
}

impl Paint {
    /// Texels in a unit from which on a surface is shown blue, and from which on red. Ours: what
    /// is usual lies between.
    pub const DENSITIES: [f32; 2] = [1.0, 256.0];

    /// All, with the names of the command line.
    pub const NAMED: [(&'static str, Self); 4] = [
        ("looks", Self::Looks),
        ("normals", Self::Normals),
        ("checker", Self::Checker),
        ("density", Self::Density),
    ];

    /// What the shader calls it.
    pub(crate) fn number(self) -> f32 {
        match self {
            Self::Looks => 0.0,
            Self::Normals => 1.0,
            Self::Checker => 2.0,
            Self::Density => 3.0,
        }
    }

    /// The colour of so many texels in a unit: blue, cyan, green, yellow, red, evenly over the
    /// powers of two between [`Paint::DENSITIES`].
    pub fn density_colour(texels: f32) -> [f32; 3] {
        let [least, most] = Self::DENSITIES.map(f32::log2);
        let place = ((texels.log2() - least) / (most - least)).clamp(0.0, 1.0) * 4.0;
        [place - 2.0, place.min(4.0 - place), 2.0 - place].map(|part| part.clamp(0.0, 1.0))
    }
}

impl std::str::FromStr for Paint {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::NAMED.iter().find(|(name, _)| name.eq_ignore_ascii_case(text));
        found.map(|(_, paint)| *paint).ok_or_else(|| {
            let names = Self::NAMED.map(|(name, _)| name);
            format!("there is no {text}; there are {}", names.join(", "))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_texels_are_blue_and_many_red() {
        for (texels, colour) in [
            (0.5, [0.0, 0.0, 1.0]),
            (1.0, [0.0, 0.0, 1.0]),
            (4.0, [0.0, 1.0, 1.0]),
            (16.0, [0.0, 1.0, 0.0]),
            (256.0, [1.0, 0.0, 0.0]),
            (9999.0, [1.0, 0.0, 0.0]),
        ] {
            assert_eq!(Paint::density_colour(texels), colour, "{texels}");
        }
    }

    #[test]
    fn every_paint_has_a_name() {
        for (name, paint) in Paint::NAMED {
            assert_eq!(name.parse(), Ok(paint));
        }
        assert!("rubbish".parse::<Paint>().is_err());
    }
}
