//! What a file says a material looks like, as a material of the game says it.

use std::rc::Rc;

use ngi_formats::mat0::{BlendMode, MaterialBuf, Phase};
use ngi_formats::texm::Image;

use super::extras::MaterialExtras;
use super::looks::{Alpha, Looks};

/// Looks in the numbers of a phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Paint {
    /// Colour where light falls.
    pub diffuse: [u8; 3],
    /// Colour of its own light.
    pub ambient: [u8; 3],
    /// Opacity in percent; `None` where the file says nothing of it.
    pub opacity: Option<u8>,
    /// How it is blended.
    pub blend: Blending,
}

/// How a material is to be blended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Blending {
    /// The file has no word for it.
    Unsaid,
    /// Not at all.
    Opaque,
    /// In this way; another that is not opaque will do as well, for other programs know but one.
    Blended(BlendMode),
}

/// What of a material is not as the file has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Differences {
    pub picture: bool,
    pub colour: bool,
    pub light: bool,
    pub opacity: bool,
    pub blending: bool,
}

impl Paint {
    /// The looks of a material, of which `picture` is shown.
    pub fn of(looks: &Looks, extras: Option<&MaterialExtras>, picture: Option<&Image>) -> Self {
        let [r, g, b, alpha] = looks.colour;
        let colour = [r, g, b].map(byte);
        let (diffuse, ambient) =
            if looks.unlit { ([0; 3], colour) } else { (colour, looks.glow.map(byte)) };
        let named = extras.and_then(|extras| blend_named(extras.blend.as_deref()?));
        let blend = match looks.alpha {
            Alpha::Unsaid => Blending::Unsaid,
            Alpha::Opaque => Blending::Opaque,
            // The game drops pixels of alpha 0 wherever it blends; the others are opaque here.
            Alpha::Mask(_) if picture.is_some_and(Image::has_alpha) => {
                Blending::Blended(BlendMode::ALPHA)
            }
            Alpha::Mask(_) => Blending::Opaque,
            Alpha::Blend => Blending::Blended(named.unwrap_or(BlendMode::ALPHA)),
        };
        let opacity = match looks.alpha {
            Alpha::Opaque => None,
            Alpha::Mask(_) => Some(100),
            Alpha::Blend | Alpha::Unsaid => Some(percent(alpha)),
        };
        Self { diffuse, ambient, opacity, blend }
    }

    /// The same for a material that is new: one that can be seen through is blended.
    pub fn of_new(self) -> Self {
        let clear = self.opacity.is_some_and(|opacity| opacity < 100);
        match self.blend {
            Blending::Unsaid if clear => {
                Self { blend: Blending::Blended(BlendMode::ALPHA), ..self }
            }
            _ => self,
        }
    }

    /// What of a material is not so. Pictures are compared elsewhere.
    pub fn differences(&self, material: &MaterialBuf) -> Differences {
        let Some(phase) = material.phases.first() else { return Differences::default() };
        Differences {
            picture: false,
            colour: colour_of(phase) != self.diffuse,
            light: phase.ambient != self.ambient,
            opacity: self.opacity.is_some_and(|opacity| opacity != phase.opacity.min(100)),
            blending: !self.blend.is_that_of(material),
        }
    }

    /// Makes a material look so. Phases that looked like the first still do; nothing else changes.
    pub fn apply(&self, material: &mut MaterialBuf) {
        let Some(first) = material.phases.first().copied() else { return };
        for phase in &mut material.phases {
            if colour_of(phase) == colour_of(&first) {
                let ([r, g, b], [.., alpha]) = (self.diffuse, phase.diffuse);
                phase.diffuse = [r, g, b, alpha];
            }
            if phase.ambient == first.ambient {
                phase.ambient = self.ambient;
            }
            let opacity = self.opacity.filter(|&opacity| opacity != first.opacity.min(100));
            if let Some(opacity) = opacity.filter(|_| phase.opacity == first.opacity) {
                phase.opacity = opacity;
            }
        }
        if !self.blend.is_that_of(material) {
            let mode = match self.blend {
                Blending::Unsaid => return,
                Blending::Opaque => BlendMode::OPAQUE,
                Blending::Blended(mode) => mode,
            };
            let flags = material.attributes.flags;
            material.attributes.flags = flags.with_blend(mode).unwrap_or(flags);
        }
    }
}

impl Blending {
    fn is_that_of(self, material: &MaterialBuf) -> bool {
        let is_opaque = material.attributes.flags.blend() == BlendMode::OPAQUE;
        match self {
            Self::Unsaid => true,
            Self::Opaque => is_opaque,
            Self::Blended(_) => !is_opaque,
        }
    }
}

impl Differences {
    /// Whether there are some.
    pub fn any(self) -> bool {
        self != Self::default()
    }

    /// What they are in.
    pub fn text(self) -> String {
        let Self { picture, colour, light, opacity, blending } = self;
        let all = [
            (picture, "picture"),
            (colour, "colour"),
            (light, "light of its own"),
            (opacity, "opacity"),
            (blending, "blending"),
        ];
        let words: Vec<&str> =
            all.into_iter().filter_map(|(is, word)| is.then_some(word)).collect();
        match words.as_slice() {
            [one] => (*one).to_owned(),
            [before @ .., last] => format!("{} and {last}", before.join(", ")),
            [] => String::new(),
        }
    }
}

/// What looks have that no material of the game can say.
pub(super) fn unsaid(looks: &Looks) -> Vec<String> {
    let mut unsaid: Vec<String> = looks.others.iter().map(|&other| other.to_owned()).collect();
    let shines = looks.glow.iter().any(|&value| value > 0.0);
    if looks.glow.iter().any(|&value| value > 1.005) {
        unsaid.push("light of its own brighter than 1".into());
    }
    match (looks.glow_picture, looks.picture) {
        (Some(glow), picture) if shines && Some(glow) != picture => {
            unsaid.push("a picture of its own light: the game takes that of its colour".into());
        }
        (None, Some(_)) if shines && !looks.unlit => {
            unsaid.push("even light of its own: the game multiplies it with the picture".into())
        }
        _ => {}
    }
    unsaid
}

/// A picture of which pixels are drawn or not: those with less alpha are clear, others opaque.
pub(super) fn cut_out(picture: &Image, opacity: f32, cutoff: f32) -> Rc<Image> {
    let mut cut = picture.clone();
    for [.., alpha] in cut.pixels_mut() {
        let drawn = f32::from(*alpha) / 255.0 * opacity >= cutoff;
        *alpha = if drawn { 255 } else { 0 };
    }
    Rc::new(cut)
}

fn colour_of(phase: &Phase) -> [u8; 3] {
    let [r, g, b, _] = phase.diffuse;
    [r, g, b]
}

fn blend_named(name: &str) -> Option<BlendMode> {
    let modes = (0..6).map(BlendMode);
    modes
        .filter(|mode| ngi_formats::mat0::Flags::default().with_blend(*mode).is_some())
        .find(|mode| mode.name() == name)
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // cut to the range first
fn byte(value: f32) -> u8 {
    (value * 255.0).round().clamp(0.0, 255.0) as u8
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // cut to the range first
fn percent(value: f32) -> u8 {
    (value * 100.0).round().clamp(0.0, 100.0) as u8
}
