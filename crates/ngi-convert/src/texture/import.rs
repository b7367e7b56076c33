//! Textures out of pictures.
//!
//! What a picture cannot say comes from the reference (`--like`), else from the document beside
//! the picture that an export leaves there, else by the game's own rules.

use std::borrow::Cow;

use ngi_formats::pal::Palette;
use ngi_formats::texm::{
    DOCUMENT, Frame, Header, Image, MIPPED_FLAGS4, PixelFormat, Rgba, Texm, TextureFlags,
    encode_pixels, full_chain, level_size, quantise,
};

use super::picture::{self, Indexed, Picture};
use super::{level_range, mip_suffix};
use crate::importer::{ImportOptions, Imported, Source};
use crate::{Error, Result};
use ngi_verbs::document::read;
use ngi_verbs::format::Document as _;
use ngi_verbs::texture::TexmDocument;

/// A texture of a picture.
pub fn import(source: &Source<'_>, options: &ImportOptions<'_>) -> Result<Imported> {
    let mut report = Imported::default();
    let picture = picture::decode(source.bytes)?;
    if picture.deep {
        report.lost.push("more than 8 bits a channel".into());
    }
    let like = match &options.like {
        Some(like) => Some(
            Texm::read(like.bytes)
                .map_err(|error| Error::Usage(format!("--like {}: {error}", like.name)))?,
        ),
        None => None,
    };
    let frame = match &like {
        Some(like) => {
            report.carried.push("header and page of the reference".into());
            Some(Frame::of(like))
        }
        None => frame_beside(source, &mut report)?,
    };
    let plan = Plan::new(&picture, frame, options, &mut report)?;
    let repainted = match like {
        Some(like) => plan.repaint(like, &picture, &mut report)?,
        None => None,
    };
    let texture = match repainted {
        Some(texture) => texture,
        None => plan.make(&picture, source, &mut report)?,
    };
    tell_losses(&picture.image, &texture, plan.palette.as_ref(), &mut report);
    report.bytes = texture.write();
    Ok(report)
}

/// The document that an export leaves beside its picture.
fn frame_beside(source: &Source<'_>, report: &mut Imported) -> Result<Option<Frame>> {
    let name = format!("{}.json", source.stem());
    let Some(bytes) = (source.beside)(&name) else { return Ok(None) };
    let schema = TexmDocument.schema();
    // Some other document that happens to be there is none of ours.
    if read::schema_of(&bytes).ok().as_deref() != Some(&schema) {
        return Ok(None);
    }
    let named = |error: Error| Error::Usage(format!("{name}: {error}"));
    let (draft, _) = read::document(&bytes, &schema, DOCUMENT).map_err(named)?;
    let frame = Frame::of_draft(&draft).map_err(|error| named(error.into()))?;
    report.carried.push(format!("header and page of {name}"));
    Ok(Some(frame))
}

/// What the texture will be, pixels aside.
struct Plan {
    frame: Frame,
    /// Colours of an indexed format.
    palette: Option<Palette>,
    /// Indices of level 0, where they are known already.
    indices: Option<Vec<u8>>,
}

impl Plan {
    fn new(
        picture: &Picture,
        frame: Option<Frame>,
        options: &ImportOptions<'_>,
        report: &mut Imported,
    ) -> Result<Self> {
        let format = choose_format(picture, frame.as_ref(), options, report)?;
        let (width, height) = (picture.image.width(), picture.image.height());
        let all = full_chain(width, height);
        let old = frame.as_ref().map(|frame| frame.header);
        let same_size = old.is_some_and(|old| (old.width, old.height) == (width, height));
        let levels = match (options.levels, old) {
            (Some(levels), _) => levels,
            (None, Some(old)) if same_size || old.levels == 1 => old.levels,
            // Down to one pixel stays down to one pixel.
            (None, Some(old)) if old.levels >= full_chain(old.width, old.height) => all,
            (None, Some(old)) => old.levels.min(all),
            (None, None) => all,
        };
        if levels == 0 || levels > all.max(old.map_or(0, |old| old.levels)) {
            let why = format!("{width} x {height} has between 1 and {all} levels, not {levels}");
            return Err(Error::Usage(why));
        }
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
        if page.is_some() && !same_size {
            report.lost.push(
                "fit of the page: the picture has another size than its cells are for".into(),
            );
        }
        let (palette, indices) = colours(format, picture, old_palette, report)?;
        let own = palette.clone().filter(|_| format.has_palette());
        let frame = Frame { header, palette: own, page, tail };
        Ok(Self { frame, palette, indices })
    }

    /// The reference with what looks different painted over: `None` where it is another kind of
    /// texture.
    fn repaint(
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
        let unchanged = match &self.indices {
            Some(indices) => {
                let stored =
                    texture.level(0).is_some_and(|level| level.bytes == indices.as_slice());
                stored && texture.palette() == self.frame.palette.as_ref()
            }
            None => texture.set_level(0, &picture.image, self.palette.as_ref())? == 0,
        };
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
    fn make(
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
        let pixels = self.with_pictures_of_levels(&texture, source, report)?;
        let (page, tail) = (self.frame.page.clone(), self.frame.tail.clone());
        Ok(Texm::from_parts(header, palette, pixels, page, tail)?)
    }

    /// The pixels of all levels, those replaced that lie beside the picture.
    fn with_pictures_of_levels(
        &self,
        texture: &Texm<'_>,
        source: &Source<'_>,
        report: &mut Imported,
    ) -> Result<Vec<u8>> {
        let header = self.frame.header;
        let mut pixels = Vec::with_capacity(texture.pixels().len());
        let mut made = Vec::new();
        for level in texture.levels() {
            let name = format!("{}.{}", source.stem(), mip_suffix(level.index));
            let beside = if level.index == 0 { None } else { (source.beside)(&name) };
            let Some(bytes) = beside else {
                pixels.extend_from_slice(level.bytes);
                made.extend((level.index > 0).then_some(level.index));
                continue;
            };
            let named = |error: Error| Error::Usage(format!("{name}: {error}"));
            let picture = picture::decode(&bytes).map_err(named)?;
            let size = level_size(header.width, header.height, level.index);
            if (picture.image.width(), picture.image.height()) != size {
                let why = format!("a level {} has {} x {} pixels", level.index, size.0, size.1);
                return Err(named(Error::Usage(why)));
            }
            match &picture.indexed {
                Some(indexed) if header.format.is_indexed() && self.has_colours(indexed) => {
                    pixels.extend_from_slice(&indexed.indices);
                }
                _ => pixels.extend(self.stored(picture.image.pixels())?),
            }
            report.carried.push(format!("level {} from {name}", level.index));
        }
        if let (Some(first), Some(last)) = (made.first(), made.last()) {
            report.computed.push(format!("{} from level 0", level_range(*first, *last)));
        }
        Ok(pixels)
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

/// The format asked for, the reference's, or the plainest that holds the picture.
fn choose_format(
    picture: &Picture,
    frame: Option<&Frame>,
    options: &ImportOptions<'_>,
    report: &mut Imported,
) -> Result<PixelFormat> {
    let asked = options.pixel_format.map(PixelFormat);
    if let Some(format) = asked.or_else(|| frame.map(|frame| frame.header.format)) {
        if format.is_known() {
            return Ok(format);
        }
        let known: Vec<String> = PixelFormat::KNOWN.iter().map(ToString::to_string).collect();
        return Err(Error::Usage(format!("{format} is no pixel format: {}", known.join(", "))));
    }
    let (format, why) = if picture.image.has_alpha() {
        (PixelFormat::ARGB8888, "the picture has alpha")
    } else if picture.indexed.is_some() {
        (PixelFormat::PALETTED, "the picture has a palette")
    } else {
        (PixelFormat::RGB888, "the picture is opaque")
    };
    report.computed.push(format!("pixel format {format}: {why}"));
    Ok(format)
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

/// Says what of the picture the format cannot hold.
fn tell_losses(
    image: &Image,
    texture: &Texm<'_>,
    external: Option<&Palette>,
    report: &mut Imported,
) {
    if image.has_alpha() && !texture.format().has_alpha() {
        report.lost.push(format!("alpha: format {} has none", texture.format()));
    }
    let Ok(back) = texture.decode_level(0, external) else { return };
    let has_alpha = texture.format().has_alpha();
    let far = |(a, b): (&Rgba, &Rgba)| {
        let channels = a.iter().zip(b).take(if has_alpha { 4 } else { 3 });
        channels.map(|(a, b)| a.abs_diff(*b)).max().unwrap_or(0)
    };
    let pairs = image.pixels().iter().zip(back.pixels());
    let (count, most) = pairs
        .map(far)
        .filter(|far| *far > 0)
        .fold((0u64, 0), |(count, most), far| (count + 1, most.max(far)));
    if count > 0 {
        let all = image.pixels().len();
        report.lost.push(format!("exact colour: {count} of {all} pixels are off by up to {most}"));
    }
}
