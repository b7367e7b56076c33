//! The engine's light: per vertex, on stored values, with a floor and a knee.
//!
//! The shader (`gpu/shaders/scene.wgsl`) does the same sums; this is what its tests compare it
//! with, and what tools use that want a colour without a graphics card.
//!
//! ```text
//! sum      = ambient + Σ light · max(0, n·l) · diffuse         directional
//!                    + Σ light · max(0, n·l) · (a0 + a1 x + a2 x²) · diffuse
//!                      with x = (range − d) / range, nothing past the range
//! c        = knee(max(sum, scene))            the scene's colour is a floor, not a summand
//! knee(c)  = c up to 1, c/6 + 5/6 up to 7, then 2
//! diffuse  = min(c, 1)
//! s        = specular · Σ light · (mirror·eye)^(2^(power − 1))  nothing at power 0
//! specular = spill(s + max(0, c − 1))
//! spill(s) = 0.8 s up to 1, 0.1 s + 0.7 up to 3, then 1
//! ```

use glam::Vec3;

/// Directional lights a frame has at most; the game has two.
pub const MOST_SUNS: usize = 4;
/// Point lights a frame has at most; the nearest stay.
pub const MOST_POINTS: usize = 1024;

/// A light from very far away.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sun {
    /// Where it is: from the lit thing towards the light. Need not have length 1.
    pub towards: [f32; 3],
    /// Its colour; may be above 1.
    pub colour: [f32; 3],
}

/// A light at a point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PointLight {
    /// Where it is.
    pub position: [f32; 3],
    /// How far it reaches.
    pub range: f32,
    /// Its colour; may be above 1.
    pub colour: [f32; 3],
    /// a0, a1, a2.
    pub attenuation: [f32; 3],
}

impl PointLight {
    /// How bright it is at a distance, before the angle counts.
    pub fn brightness(&self, distance: f32) -> f32 {
        if self.range <= 0.0 || distance > self.range {
            return 0.0;
        }
        let x = (self.range - distance) / self.range;
        let [a0, a1, a2] = self.attenuation;
        a0 + a1 * x + a2 * x * x
    }
}

/// All that lights a frame.
#[derive(Debug, Clone, PartialEq)]
pub struct Lighting {
    /// The scene's colour: nothing is darker.
    pub scene: [f32; 3],
    /// Directional lights; those past [`MOST_SUNS`] do not count.
    pub suns: Vec<Sun>,
    /// Point lights; see [`Lighting::keep_nearest`].
    pub points: Vec<PointLight>,
}

impl Default for Lighting {
    /// [`Lighting::without_sky`].
    fn default() -> Self {
        Self::without_sky()
    }
}

impl Lighting {
    /// What things are seen by where there is no sky: a white light from (0.5, 0, 0.866) and a
    /// scene colour of a quarter. Ours: the game always has a sky.
    pub fn without_sky() -> Self {
        let mut lighting = Self { scene: [0.0; 3], suns: Vec::new(), points: Vec::new() };
        lighting.set_without_sky();
        lighting
    }

    /// Makes this a [`Lighting::without_sky`] without new memory.
    pub fn set_without_sky(&mut self) {
        self.clear();
        self.suns.push(Sun { towards: [0.5, 0.0, 0.866], colour: [1.0; 3] });
    }

    /// The light of a studio, for looking at one thing: a warm light from the upper left of the
    /// camera, a cool one from behind on the right, and a low floor. Ours, for looks alone.
    ///
    /// `back` and `right` are the camera's axes.
    pub fn studio(back: Vec3, right: Vec3) -> Self {
        let mut lighting = Self { scene: [0.0; 3], suns: Vec::new(), points: Vec::new() };
        lighting.set_studio(back, right);
        lighting
    }

    /// Makes this a [`Lighting::studio`] without new memory.
    pub fn set_studio(&mut self, back: Vec3, right: Vec3) {
        self.clear();
        self.scene = [0.40, 0.41, 0.44];
        let key = back * 0.75 - right * 0.65 + Vec3::Z * 1.0;
        let rim = right * 0.9 - back * 0.55 + Vec3::Z * 0.25;
        self.suns.push(Sun { towards: key.to_array(), colour: [1.42, 1.37, 1.27] });
        self.suns.push(Sun { towards: rim.to_array(), colour: [0.48, 0.54, 0.66] });
    }

    /// Everything as bright as its textures are, from all sides. Ours, for tools.
    pub fn set_flat(&mut self) {
        self.clear();
        self.scene = [1.0; 3];
    }

    /// One white light from where the eye is, over the usual floor; `back` is the camera's. Ours,
    /// for tools.
    pub fn set_headlight(&mut self, back: Vec3) {
        self.clear();
        self.suns.push(Sun { towards: back.to_array(), colour: [1.0; 3] });
    }

    /// Removes all lights and keeps the memory.
    pub fn clear(&mut self) {
        self.suns.clear();
        self.points.clear();
        self.scene = [0.25; 3];
    }

    /// Keeps the [`MOST_POINTS`] point lights whose reach comes nearest to the eye. Gives how many
    /// were left out.
    pub fn keep_nearest(&mut self, eye: [f32; 3]) -> usize {
        let left_out = self.points.len().saturating_sub(MOST_POINTS);
        if left_out > 0 {
            let eye = Vec3::from_array(eye);
            let gap = |light: &PointLight| eye.distance(light.position.into()) - light.range;
            self.points.sort_by(|a, b| gap(a).total_cmp(&gap(b)));
            self.points.truncate(MOST_POINTS);
        }
        left_out
    }
}

/// What a surface does with light.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Matter {
    /// What light is multiplied with.
    pub diffuse: [f32; 3],
    /// Its own light.
    pub ambient: [f32; 3],
    /// Its shine.
    pub specular: [f32; 3],
    /// Power of the shine; 0 for none.
    pub power: u32,
}

/// The two colours of a vertex.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shaded {
    /// What textures are multiplied with.
    pub diffuse: [f32; 3],
    /// What is added after that.
    pub specular: [f32; 3],
}

/// The knee: bright light grows slowly.
pub fn knee(c: f32) -> f32 {
    if c <= 1.0 {
        c
    } else if c <= 7.0 {
        c / 6.0 + 5.0 / 6.0
    } else {
        2.0
    }
}

/// What becomes of shine and of light past 1.
pub fn spill(s: f32) -> f32 {
    if s <= 1.0 {
        0.8 * s
    } else if s <= 3.0 {
        0.1 * s + 0.7
    } else {
        1.0
    }
}

/// The colours of a vertex.
///
/// That point lights shine as directional ones do, and that a light behind the surface does not,
/// are guesses.
pub fn shade(
    lighting: &Lighting,
    matter: &Matter,
    position: [f32; 3],
    normal: [f32; 3],
    eye: [f32; 3],
) -> Shaded {
    let position = Vec3::from_array(position);
    let normal = Vec3::from_array(normal).normalize_or_zero();
    let to_eye = (Vec3::from_array(eye) - position).normalize_or_zero();
    let (mut light, mut shine) = (Vec3::ZERO, Vec3::ZERO);
    let mut add = |towards: Vec3, colour: Vec3| {
        let towards = towards.normalize_or_zero();
        let cosine = normal.dot(towards);
        if cosine > 0.0 {
            light += colour * cosine;
            if matter.power > 0 {
                let mirror = normal * (2.0 * cosine) - towards;
                let power = exponent(matter.power);
                shine += colour * ngi_engine::portable::powf(mirror.dot(to_eye).max(0.0), power);
            }
        }
    };
    for sun in lighting.suns.iter().take(MOST_SUNS) {
        add(sun.towards.into(), sun.colour.into());
    }
    for point in lighting.points.iter().take(MOST_POINTS) {
        let towards = Vec3::from_array(point.position) - position;
        add(towards, Vec3::from_array(point.colour) * point.brightness(towards.length()));
    }
    let sum = light * Vec3::from_array(matter.diffuse) + Vec3::from_array(matter.ambient);
    let c = sum.max(lighting.scene.into()).to_array().map(knee);
    let s = shine * Vec3::from_array(matter.specular);
    let [c, s] = [Vec3::from_array(c), s];
    let specular = (s + (c - 1.0).max(Vec3::ZERO)).to_array().map(spill);
    Shaded { diffuse: c.min(Vec3::ONE).to_array(), specular }
}

/// 2^(power − 1), up to where it makes no difference any more.
fn exponent(power: u32) -> f32 {
    2f32.powi(i32::try_from(power.min(21)).unwrap_or(21) - 1)
}

/// How much the fog leaves of something: 1 all, 0 nothing. Linear in the squared distance.
pub fn fog_keeps(start: f32, end: f32, squared_distance: f32) -> f32 {
    ngi_engine::sky::Fog { start, end }.keeps(squared_distance)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_sky_there_is_one_white_light_and_a_floor() {
        let Lighting { scene, suns, points } = Lighting::without_sky();
        assert_eq!(scene, [0.25; 3]);
        assert_eq!(suns.len(), 1);
        assert_eq!((suns[0].towards, suns[0].colour), ([0.5, 0.0, 0.866], [1.0; 3]));
        assert!(points.is_empty());
    }
}
