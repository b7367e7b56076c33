//! A texture to look at: any level, any channels, its page and its palette.

use std::sync::Arc;

use glam::Vec3;
use ngi_engine::model::Ray;
use ngi_engine::resolve::colours_of;
use ngi_formats::pal::Palette;
use ngi_formats::texm::{Rect, Texm};

use super::looks::Looks;
use super::textures::{Stored, strided};
use super::{Picked, Scene, SceneKind};
use crate::frame::{
    Channels, Depth, Frame, Instance, LogLine, MOST_TEXTURE_SIDE, Mesh, Pass, Shade, Store,
    Surface, TextureData, TextureId, TextureLevel, Vertex,
};
use crate::numbers::{to_f32, to_usize};
use crate::overlay::{boxed, colours};
use crate::scene::view::{Overlays, View};
use crate::{Bounds, Camera};

/// A pass whose items are drawn as they were added: one picture lies on the other.
const IN_ORDER: Pass = Pass::new(1, 1);

/// Two greys that show where nothing is.
const CHECKS: [[u8; 4]; 2] = [[150, 150, 150, 255], [110, 110, 110, 255]];

/// A checkerboard of two by two squares, to be repeated.
pub(super) fn checkerboard() -> TextureData {
    let [light, dark] = CHECKS;
    let rgba = [light, dark, dark, light].concat();
    TextureData { nearest: true, ..TextureData::new("checkerboard", 2, 2, rgba) }
}

/// A texture. One pixel of its first level is one unit; its upper left corner is the origin.
#[derive(Debug)]
pub struct TextureScene {
    name: String,
    width: f32,
    height: f32,
    levels: Vec<TextureLevel>,
    page: Vec<Rect>,
    palette: Option<Arc<Palette>>,
    kept: Vec<TextureId>,
    checks: Option<TextureId>,
    swatches: Option<TextureId>,
    log: Vec<LogLine>,
}

impl TextureScene {
    /// Reads a texture. `looks` knows the palettes of the game.
    pub fn read(name: &str, bytes: &[u8], looks: &Looks) -> Result<Self, ngi_formats::Error> {
        let texm = Texm::read(bytes)?;
        let stored = ngi_formats::text::encode(name).unwrap_or_default();
        let bank = |slot| looks.shared().palettes()?.get(slot).cloned();
        let palette = colours_of(&texm, &stored, bank);
        let (mut levels, mut log) = (Vec::new(), Vec::new());
        for level in texm.levels() {
            let stored = Stored {
                format: level.format,
                palette: palette.as_deref(),
                alpha: texm.header().flags5.has_alpha_surface(texm.format()),
                width: level.width,
                height: level.height,
                bytes: level.bytes,
            };
            levels.extend(strided(&stored));
        }
        let (width, height) = (texm.width(), texm.height());
        let unable = |why: String| LogLine::UnableToCreateTexture { name: name.to_owned(), why };
        if levels.is_empty() {
            log.push(unable("its pixels cannot be decoded; does it need a palette?".into()));
        } else if width.max(height) > MOST_TEXTURE_SIDE {
            let name = name.to_owned();
            log.push(LogLine::UnsupportedTextureSize { name, width, height });
        }
        Ok(Self {
            name: name.to_owned(),
            width: to_f32(width.max(1)),
            height: to_f32(height.max(1)),
            levels,
            page: texm.page().map(|page| page.rects.clone()).unwrap_or_default(),
            palette,
            kept: Vec::new(),
            checks: None,
            swatches: None,
            log,
        })
    }

    /// How many levels there are to see.
    pub fn level_count(&self) -> usize {
        self.levels.len()
    }

    /// Its palette.
    pub fn palette(&self) -> Option<&Palette> {
        self.palette.as_deref()
    }

    /// Where the palette is shown: in the lower right corner.
    fn swatch_box(&self) -> Bounds {
        let side = self.height.min(self.width) * 0.45;
        let gap = side * 0.06;
        let (right, bottom) = (self.width - gap, gap - self.height);
        Bounds::new([right - side, bottom, 0.0], [right, bottom + side, 0.0])
    }

    fn picture_box(&self) -> Bounds {
        Bounds::new([0.0, -self.height, 0.0], [self.width, 0.0, 0.0])
    }
}

/// Adds a flat picture over a box in the plane z = `z`.
fn flat(frame: &mut Frame, bounds: &Bounds, z: f32, turns: [f32; 2], surface: Surface) {
    let ([left, bottom, _], [right, top, _]) = (bounds.min, bounds.max);
    let [u, v] = turns;
    let corner = |x, y, u, v| Vertex::new([x, y, z], [0.0, 0.0, 1.0], [u, v]);
    let vertices = [
        corner(left, top, 0.0, 0.0),
        corner(left, bottom, 0.0, v),
        corner(right, bottom, u, v),
        corner(right, top, u, 0.0),
    ];
    let range = frame.stream(&vertices, &[0, 1, 2, 0, 2, 3]);
    let instance = Instance::default();
    frame.push(IN_ORDER, Mesh::Streamed, range, surface, instance, 0.0);
}

/// A surface that shows a texture as it is.
fn plain(texture: Option<TextureId>) -> Surface {
    Surface {
        texture0: texture,
        shade: Shade::Plain,
        depth: Depth::Test,
        fog: false,
        ..Surface::default()
    }
}

impl Scene for TextureScene {
    fn kind(&self) -> SceneKind {
        SceneKind::Texture
    }

    fn bounds(&self) -> Bounds {
        self.picture_box()
    }

    fn camera(&self, aspect: f32) -> Camera {
        let mut camera = Camera::from_above(Vec3::ZERO, 10.0);
        camera.frame(&self.bounds(), aspect);
        camera
    }

    fn prepare(&mut self, store: &mut dyn Store) {
        if self.checks.is_some() {
            return;
        }
        self.checks = Some(store.add_texture(&checkerboard()));
        let made = self.levels.iter().map(|level| {
            let levels = vec![level.clone()];
            let data =
                TextureData { name: self.name.clone(), levels, repeat: false, nearest: true };
            store.add_texture(&data)
        });
        self.kept = made.collect();
        self.swatches = self.palette.as_ref().map(|palette| {
            let rgba = palette.colours().concat();
            let data = TextureData::new("palette", 16, 16, rgba);
            store.add_texture(&TextureData { repeat: false, nearest: true, ..data })
        });
    }

    fn pixels(&self) -> Option<&TextureLevel> {
        self.levels.first()
    }

    fn texture_levels(&self) -> Option<usize> {
        Some(self.levels.len())
    }

    fn release(&mut self, store: &mut dyn Store) {
        let own = self.kept.drain(..).chain(self.checks.take()).chain(self.swatches.take());
        own.for_each(|id| store.remove_texture(id));
    }

    fn build(&mut self, view: &View, frame: &mut Frame) {
        let bounds = self.picture_box();
        let last = self.kept.len().saturating_sub(1);
        let texture = self.kept.get(view.settings.mip.min(last)).copied();
        let channels = view.settings.channels;
        if channels == Channels::Rgba {
            // Sixteen checks along the shorter side, so that they are seen in any size.
            let check = self.width.min(self.height) / 16.0;
            let turns = [self.width / check / 2.0, self.height / check / 2.0];
            flat(frame, &bounds, -0.02, turns, plain(self.checks));
        }
        let surface = Surface { channels, ..plain(texture) };
        let surface = surface.blended(ngi_formats::mat0::BlendMode::ALPHA);
        flat(frame, &bounds, 0.0, [1.0, 1.0], surface);
        let still = glam::Affine3A::IDENTITY;
        boxed(frame, &still, &bounds, [255, 255, 255, 60]);
        if view.overlays.has(Overlays::PAGE) {
            for (index, rect) in self.page.iter().enumerate() {
                let [x, y, w, h] = [rect.x, rect.y, rect.w, rect.h].map(f32::from);
                let cell = Bounds::new([x, -y - h, 0.0], [x + w, -y, 0.0]);
                boxed(frame, &still, &cell, colours::BOX);
                frame.label(cell.center(), &index.to_string(), colours::BOX);
            }
        }
        if view.overlays.has(Overlays::PALETTE) && self.swatches.is_some() {
            let swatches = self.swatch_box();
            flat(frame, &swatches, 0.02, [1.0, 1.0], plain(self.swatches));
            boxed(frame, &still, &swatches, [255, 255, 255, 160]);
        }
    }

    fn pick(&self, ray: &Ray) -> Option<Picked> {
        let ([ox, oy, oz], [dx, dy, dz]) = (ray.origin, ray.direction);
        let distance = -oz / dz;
        if !distance.is_finite() || distance < 0.0 {
            return None;
        }
        let (x, y) = (ox + dx * distance, -(oy + dy * distance));
        if !(0.0..self.width).contains(&x) || !(0.0..self.height).contains(&y) {
            return None;
        }
        let pixel = [whole(x), whole(y)];
        let inside = |rect: &Rect| {
            let [left, top, w, h] = [rect.x, rect.y, rect.w, rect.h].map(f32::from);
            (left..left + w).contains(&x) && (top..top + h).contains(&y)
        };
        let cells = self.page.iter().enumerate().filter(|(_, rect)| inside(rect));
        let mut notes: Vec<String> = cells.map(|(index, _)| format!("cell {index}")).collect();
        notes.extend(self.colour(pixel).map(|[r, g, b, a]| format!("rgba {r} {g} {b} {a}")));
        let position = [x, -y, 0.0];
        Some(Picked { position, distance, pixel: Some(pixel), notes, ..Picked::default() })
    }

    fn levels(&self) -> usize {
        0
    }

    fn mips(&self) -> usize {
        self.level_count()
    }

    fn log(&self) -> &[LogLine] {
        &self.log
    }
}

impl TextureScene {
    /// The colour of a pixel of the first level.
    fn colour(&self, [x, y]: [u32; 2]) -> Option<[u8; 4]> {
        let level = self.levels.first()?;
        // Levels that were too large are smaller here than in the file.
        let x = to_usize(x) * to_usize(level.width) / to_usize(whole(self.width).max(1));
        let y = to_usize(y) * to_usize(level.height) / to_usize(whole(self.height).max(1));
        let pixels: &[[u8; 4]] = level.rgba.as_chunks().0;
        pixels.get(y * to_usize(level.width) + x).copied()
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped before")]
fn whole(number: f32) -> u32 {
    number.clamp(0.0, 1e6) as u32
}
