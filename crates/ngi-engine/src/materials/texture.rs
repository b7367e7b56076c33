//! A texture that is loaded.

use std::borrow::Cow;
use std::sync::Arc;

use ngi_formats::pal::{Palette, Slot as PaletteSlot};
use ngi_formats::texm::{
    Header, Image, PixelFormat, Rgba, Skipped, Texm, TextureFlags, UvRect, decode_pixels,
    encode_pixels, level_size,
};
use ngi_formats::{Error, Result};
use ngi_vfs::Bytes;

use super::policy::{LoadFlags, TexturePolicy};
use crate::resolve::colours_of;

/// Pixels that are converted at a time.
const CHUNK: usize = 4096;

/// Tells textures apart, for whoever keeps something beside them. Never given twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TextureId(pub u64);

/// What a texture is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TextureKind {
    /// For materials: from `Textures.lib`.
    Texture,
    /// For lit rooms: from `LightMap.lib`.
    Lightmap,
}

/// One level, as it would lie on the card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextureLevel {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Pixels in the texture's surface format: a slice of the archive where nothing had to be
    /// made.
    pub bytes: Bytes,
}

/// A texture or lightmap in its cache.
#[derive(Debug, Clone)]
pub struct Texture {
    id: TextureId,
    name: Vec<u8>,
    header: Header,
    skipped: Skipped,
    format: PixelFormat,
    alpha: bool,
    levels: Vec<TextureLevel>,
    palette: Option<Arc<Palette>>,
    palette_slot: Option<PaletteSlot>,
    cells: Vec<UvRect>,
}

/// What a texture is loaded from.
pub(super) struct Loading<'a> {
    pub id: TextureId,
    pub kind: TextureKind,
    pub name: &'a [u8],
    pub flags: LoadFlags,
    /// The palette its name asks for, and the colours if that palette is there.
    pub palette: Option<(PaletteSlot, Option<Arc<Palette>>)>,
}

impl Texture {
    /// Follows the engine's loader (`sub_1000FB30`).
    pub(super) fn load(
        payload: &Bytes,
        loading: Loading<'_>,
        policy: &TexturePolicy,
    ) -> Result<Self> {
        let Loading { id, kind, name, flags, palette } = loading;
        let texm = Texm::read(payload)?;
        let header = *texm.header();
        if !header.format.is_known() {
            let why = format!("{} is no pixel format the engine knows", header.format);
            return Err(Error::unsupported("format", 28, why));
        }
        let (palette_slot, from_bank) = palette.unzip();
        let palette = colours_of(&texm, name, |_| from_bank.flatten());
        let alpha =
            !flags.contains(LoadFlags::OPAQUE) && header.flags5.has_alpha_surface(header.format);
        let skipped = header.skipped(policy.skipped(&header));
        let may_build = kind == TextureKind::Texture;
        let mut texture = Self {
            id,
            name: name.to_vec(),
            header,
            skipped,
            format: header.format,
            alpha,
            levels: Vec::new(),
            palette,
            palette_slot,
            cells: vec![UvRect::WHOLE],
        };
        texture.take_levels(&texm, payload, policy, may_build)?;
        texture.convert(policy.surface_format(header.format, alpha))?;
        if let Some(page) = texm.page().filter(|_| flags.contains(LoadFlags::PAGE)) {
            texture.cells.extend(page.rects.iter().map(|rect| rect.uv(skipped)));
        }
        Ok(texture)
    }

    /// The levels that are kept, or made of the first one that is.
    fn take_levels(
        &mut self,
        texm: &Texm<'_>,
        payload: &Bytes,
        policy: &TexturePolicy,
        may_build: bool,
    ) -> Result<()> {
        let Skipped { skip, width, height, levels: kept } = self.skipped;
        let wanted = policy.level_count((width, height), kept, may_build);
        // Indices are averaged as colours; without colours there is nothing to average.
        let can_build = !self.header.format.is_indexed() || self.palette.is_some();
        let stored = texm.levels().skip(usize::try_from(skip).unwrap_or(usize::MAX));
        if wanted <= kept || !can_build {
            let wanted = usize::try_from(wanted.min(kept)).unwrap_or(usize::MAX);
            self.levels = stored
                .take(wanted)
                .map(|level| TextureLevel {
                    width: level.width,
                    height: level.height,
                    bytes: payload.slice_ref(level.bytes),
                })
                .collect();
            return Ok(());
        }
        let Some(first) = texm.level(skip) else { return Ok(()) };
        let header = Header { width, height, levels: 1, ..self.header };
        let own = texm.palette().cloned();
        let pixels = Cow::Borrowed(first.bytes);
        let mut made = Texm::from_parts(header, own, pixels, None, Vec::new())?;
        made.set_level_count(wanted, self.palette.as_deref())?;
        let pixels = Bytes::copy_from_slice(made.pixels());
        let sizes = (0..wanted).map(|level| level_size(width, height, level));
        let sliced = made.levels().zip(sizes).scan(0, |at, (level, (width, height))| {
            let bytes = pixels.slice(*at..*at + level.bytes.len());
            *at += level.bytes.len();
            Some(TextureLevel { width, height, bytes })
        });
        self.levels = sliced.collect();
        Ok(())
    }

    /// Gives all levels another format, a few pixels at a time.
    fn convert(&mut self, format: PixelFormat) -> Result<()> {
        if format == self.format {
            return Ok(());
        }
        if self.header.format.is_indexed() && self.palette.is_none() {
            return Err(Error::usage("palette", format!("format {} needs one", self.format)));
        }
        let (from, to) = (self.format.bytes_per_pixel(), format.bytes_per_pixel());
        let mut colours = vec![Rgba::default(); CHUNK];
        let mut converted = Vec::with_capacity(self.levels.len());
        for level in &self.levels {
            let mut bytes = vec![0; level.bytes.len() / from * to];
            let chunks = level.bytes.chunks(CHUNK * from).zip(bytes.chunks_mut(CHUNK * to));
            for (stored, made) in chunks {
                let colours = colours.get_mut(..stored.len() / from).unwrap_or_default();
                self.decode_bytes(stored, colours)?;
                encode_pixels(format, None, colours, made)?;
            }
            converted.push(TextureLevel { bytes: bytes.into(), ..level.clone() });
        }
        (self.levels, self.format) = (converted, format);
        Ok(())
    }

    /// Colours of stored pixels, with the alpha the surface has.
    fn decode_bytes(&self, stored: &[u8], colours: &mut [Rgba]) -> Result<()> {
        decode_pixels(self.format, self.palette.as_deref(), stored, colours)?;
        if !self.alpha {
            colours.iter_mut().for_each(|[.., alpha]| *alpha = 255);
        } else if self.format.is_indexed() && self.header.flags5.has(TextureFlags::FONT) {
            // In fonts the first colour is what is not there.
            let indices = stored.iter().zip(colours);
            indices.filter(|(index, _)| **index == 0).for_each(|(_, [.., alpha])| *alpha = 0);
        }
        Ok(())
    }

    /// Its number; no other texture has it, before or after.
    pub fn id(&self) -> TextureId {
        self.id
    }

    /// The name it was asked for by, the first time.
    pub fn name(&self) -> &[u8] {
        &self.name
    }

    /// The header of the file, before levels are skipped.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// How many levels were skipped, and the size that is left.
    pub fn skipped(&self) -> Skipped {
        self.skipped
    }

    /// How the pixels of the levels lie.
    pub fn format(&self) -> PixelFormat {
        self.format
    }

    /// Whether the surface has an alpha. Without one every pixel is opaque.
    pub fn has_alpha(&self) -> bool {
        self.alpha
    }

    /// The levels, the largest first.
    pub fn levels(&self) -> &[TextureLevel] {
        &self.levels
    }

    /// The colours of indexed pixels.
    pub fn palette(&self) -> Option<&Palette> {
        self.palette.as_deref()
    }

    /// The palette its name asks for, whether it is there and used or not.
    pub fn palette_slot(&self) -> Option<PaletteSlot> {
        self.palette_slot
    }

    /// A level as colours, with the alpha the surface has.
    pub fn decode(&self, level: usize) -> Result<Image> {
        let stored = self.levels.get(level).ok_or_else(|| {
            let levels = self.levels.len();
            Error::usage("level", format!("there is no level {level}, there are {levels}"))
        })?;
        let mut pixels = vec![Rgba::default(); stored.bytes.len() / self.format.bytes_per_pixel()];
        self.decode_bytes(&stored.bytes, &mut pixels)?;
        Image::new(stored.width, stored.height, pixels)
    }

    /// The table of cells: first the whole texture, then the file's, if they were asked for.
    pub fn cells(&self) -> &[UvRect] {
        &self.cells
    }

    /// A material's cell: −1 and below is the whole texture. `None` for one that is not there.
    pub fn cell(&self, cell: i32) -> Option<UvRect> {
        let index = usize::try_from(cell.max(-1).saturating_add(1)).ok()?;
        self.cells.get(index).copied()
    }
}
