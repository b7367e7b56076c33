//! What a texture will be, and its making.

use std::borrow::Cow;

use ngi_formats::pal::Palette;
use ngi_formats::texm::{
    Frame, Header, Image, MIPPED_FLAGS4, PixelFormat, Rgba, Texm, TextureFlags, encode_pixels,
    full_chain, level_size, quantise,
};

use super::picture::{self, Indexed, Picture};
use super::{alpha, level_range, mip_suffix, size};
use crate::importer::{ImportOptions, Imported, Source};
use crate::{Error, Result};

/// What the texture will be, pixels aside.
pub struct Plan {
    frame: Frame,
    /// Colours of an indexed format.
    pub palette: Option<Palette>,
    /// Indices of level 0, where they are known already.
    indices: Option<Vec<u8>>,
}

impl Plan {
    /// The plan for a picture in a format; header and cells are the frame's, if there is one.
    pub fn new(
        picture: &Picture,
        format: PixelFormat,
        frame: Option<Frame>,
        options: &ImportOptions<'_>,
        report: &mut Imported,
    ) -> Result<Self> {
        let (width, height) = size::of(&picture.image);
        let old = frame.as_ref().map(|frame| frame.header);
        let levels = level_count(picture, old.as_ref(), options)?;
        let by_rule = if levels > 1 { MIPPED_FLAGS4 } else { 0 };
        let kept = old.filter(|old| (old.levels > 1) == (levels > 1));
        let header = Header {
            width,
            height,
            levels,
            flags4: kept.map_or(by_rule, |old| old.flags4),
            flags5: old.map_or(TextureFlags(0), |old| old.flags5),
            unk_0x18: old.map_or(0, |old| old.unk_0x18),
            format,
        };
        let (old_palette, page, tail) = match frame {
            Some(Frame { header: _, palette, page, tail }) => (palette, page, tail),
            None => (None, None, Vec::new()),
        };
        let (was, is) = (old.map(|old| (old.width, old.height)), (width, height));
        let fitted = |page| size::fit_page(page, was.unwrap_or(is), is, options.scale_page, report);
        let page = page.map(fitted).transpose()?;
        let (palette, indices) = colours(format, picture, old_palette, report)?;
        let own = palette.clone().filter(|_| format.has_palette());
        let frame = Frame { header, palette: own, page, tail };
        Ok(Self { frame, palette, indices })
    }

    /// The reference with what looks different painted over: `None` where it is another kind of
    /// texture.
    pub fn repaint(
        &self,
        like: Texm<'_>,
        picture: &Picture,
        report: &mut Imported,
    ) -> Result<Option<Texm<'static>>> {
        let (old, new) = (*like.header(), self.frame.header);
        let same = (old.width, old.height, old.levels, old.format)
            == (new.width, new.height, new.levels, new.format);
        if !same {
            return Ok(None);
        }
        let mut texture = like.into_owned();
        let mut unchanged = match &self.indices {
            Some(indices) => {
                let stored =
                    texture.level(0).is_some_and(|level| level.bytes == indices.as_slice());
                stored && texture.palette() == self.frame.palette.as_ref()
            }
            None => texture.set_level(0, &picture.image, self.palette.as_ref())? == 0,
        };
        let own = self.levels_of(picture);
        if self.indices.is_none() && own.len() + 1 == to_usize(old.levels) && !own.is_empty() {
            for (index, level) in (1..).zip(own) {
                unchanged &= texture.set_level(index, level, self.palette.as_ref())? == 0;
            }
            if !unchanged {
                report.carried.push("the picture's own levels".into());
                return Ok(Some(texture));
            }
        }
        if unchanged {
            report.carried.push("every pixel: the picture is what the reference shows".into());
            return Ok(Some(texture));
        }
        if self.indices.is_some() {
            return Ok(None);
        }
        if old.levels > 1 {
            texture.rebuild_levels(self.palette.as_ref())?;
            report.computed.push(format!("{} from level 0", level_range(1, old.levels - 1)));
        }
        Ok(Some(texture))
    }

    /// A new texture.
    pub fn make(
        &self,
        picture: &Picture,
        source: &Source<'_>,
        report: &mut Imported,
    ) -> Result<Texm<'static>> {
        let header = self.frame.header;
        let first = match &self.indices {
            Some(indices) => Cow::Borrowed(indices.as_slice()),
            None => Cow::Owned(self.stored(picture.image.pixels())?),
        };
        let single = Header { levels: 1, ..header };
        let palette = self.frame.palette.clone();
        let mut texture =
            Texm::from_parts(single, palette.clone(), first.into_owned(), None, Vec::new())?;
        if header.levels > 1 {
            texture.set_level_count(header.levels, self.palette.as_ref())?;
        }
        let pixels = self.with_pictures_of_levels(&texture, picture, source, report)?;
        let (page, tail) = (self.frame.page.clone(), self.frame.tail.clone());
        Ok(Texm::from_parts(header, palette, pixels, page, tail)?)
    }

    /// The smaller copies that a picture brings along, as far as they have the right sizes.
    fn levels_of<'p>(&self, picture: &'p Picture) -> &'p [Image] {
        let Header { width, height, levels, .. } = self.frame.header;
        let right = |(index, level): &(u32, &Image)| {
            *index < levels && size::of(level) == level_size(width, height, *index)
        };
        let count = (1..).zip(&picture.levels).take_while(right).count();
        picture.levels.get(..count).unwrap_or_default()
    }

    /// The pixels of all levels, those replaced that lie beside the picture or come with it.
    fn with_pictures_of_levels(
        &self,
        texture: &Texm<'_>,
        picture: &Picture,
        source: &Source<'_>,
        report: &mut Imported,
    ) -> Result<Vec<u8>> {
        let own = self.levels_of(picture);
        let mut pixels = Vec::with_capacity(texture.pixels().len());
        let mut made = Vec::new();
        for level in texture.levels() {
            let Some(before) = level.index.checked_sub(1) else {
                pixels.extend_from_slice(level.bytes);
                continue;
            };
            let name = format!("{}.{}", source.stem(), mip_suffix(level.index));
            if let Some(bytes) = (source.beside)(&name) {
                let named = |error: Error| Error::Usage(format!("{name}: {error}"));
                pixels.extend(self.picture_of_level(texture, level.index, &bytes).map_err(named)?);
                report.carried.push(format!("level {} from {name}", level.index));
            } else if let Some(image) = own.get(to_usize(before)) {
                pixels.extend(self.stored(image.pixels())?);
            } else {
                pixels.extend_from_slice(level.bytes);
                made.push(level.index);
            }
        }
        if !own.is_empty() {
            let last = u32::try_from(own.len()).unwrap_or(u32::MAX);
            report.carried.push(format!("{} of the picture", level_range(1, last)));
        }
        if let (Some(first), Some(last)) = (made.first(), made.last()) {
            report.computed.push(format!("{} from level 0", level_range(*first, *last)));
        }
        Ok(pixels)
    }

    /// The stored pixels of a level that has a picture of its own.
    fn picture_of_level(&self, texture: &Texm<'_>, level: u32, bytes: &[u8]) -> Result<Vec<u8>> {
        let Header { width, height, format, .. } = self.frame.header;
        let mut picture = picture::decode(bytes, "png")?;
        let needed = level_size(width, height, level);
        if size::of(&picture.image) != needed {
            let why = format!("a level {level} has {} x {} pixels", needed.0, needed.1);
            return Err(Error::Usage(why));
        }
        match &picture.indexed {
            Some(indexed) if format.is_indexed() && self.has_colours(indexed) => {
                return Ok(indexed.indices.clone());
            }
            _ => {}
        }
        if format.has_alpha() && !picture.has_alpha {
            alpha::take(&mut picture.image, &texture.decode_level(level, None)?);
        }
        self.stored(picture.image.pixels())
    }

    fn has_colours(&self, indexed: &Indexed) -> bool {
        let same = |(a, b): (&[u8; 4], &[u8; 4])| a.first_chunk::<3>() == b.first_chunk::<3>();
        let own = self.palette.as_ref();
        own.is_some_and(|own| own.0.iter().zip(&indexed.palette.0).all(same))
    }

    fn stored(&self, pixels: &[Rgba]) -> Result<Vec<u8>> {
        let format = self.frame.header.format;
        let mut stored = vec![0; pixels.len() * format.bytes_per_pixel()];
        encode_pixels(format, self.palette.as_ref(), pixels, &mut stored)?;
        Ok(stored)
    }
}

/// How many levels: as asked, as the reference has, as the picture has, or all there can be.
fn level_count(
    picture: &Picture,
    old: Option<&Header>,
    options: &ImportOptions<'_>,
) -> Result<u32> {
    let (width, height) = size::of(&picture.image);
    let all = full_chain(width, height);
    let levels = match (options.levels, old) {
        (Some(levels), _) => levels,
        (None, Some(old)) if (old.width, old.height) == (width, height) || old.levels == 1 => {
            old.levels
        }
        // Down to one pixel stays down to one pixel.
        (None, Some(old)) if old.levels >= full_chain(old.width, old.height) => all,
        (None, Some(old)) => old.levels.min(all),
        (None, None) if picture.stored.is_some() => {
            u32::try_from(picture.levels.len()).unwrap_or(u32::MAX).saturating_add(1)
        }
        (None, None) => all,
    };
    if levels == 0 || levels > all.max(old.map_or(0, |old| old.levels)) {
        let why = format!("{width} x {height} has between 1 and {all} levels, not {levels}");
        return Err(Error::Usage(why));
    }
    Ok(levels)
}

/// Palette and indices for an indexed format; neither for another.
fn colours(
    format: PixelFormat,
    picture: &Picture,
    old: Option<Palette>,
    report: &mut Imported,
) -> Result<(Option<Palette>, Option<Vec<u8>>)> {
    if !format.is_indexed() {
        return Ok((None, None));
    }
    if let Some(Indexed { indices, palette }) = &picture.indexed {
        let mut palette = palette.clone();
        if let Some(old) = &old {
            // The byte that nothing reads is not in a picture.
            for (new, old) in palette.0.iter_mut().zip(&old.0) {
                let ([.., unread], [.., kept]) = (new, old);
                *unread = *kept;
            }
        }
        report.carried.push("palette and indices of the picture".into());
        return Ok((Some(palette), Some(indices.clone())));
    }
    if format == PixelFormat::EXTERNAL_PALETTE {
        let why = "format 2 stores indices into a palette that is elsewhere: the picture needs one";
        return Err(Error::Usage(why.into()));
    }
    if let Some(old) = old.filter(|old| holds_all(old, &picture.image)) {
        return Ok((Some(old), None));
    }
    let made = quantise(picture.image.pixels());
    report.computed.push("a palette of 256 colours".into());
    Ok((Some(made.palette), Some(made.indices)))
}

/// Whether a palette has every colour of a picture.
fn holds_all(palette: &Palette, image: &Image) -> bool {
    let known: std::collections::HashSet<[u8; 3]> =
        palette.0.iter().map(|&[blue, green, red, _]| [red, green, blue]).collect();
    image.pixels().iter().all(|&[red, green, blue, _]| known.contains(&[red, green, blue]))
}

fn to_usize(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
