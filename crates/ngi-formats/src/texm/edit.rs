//! Changing a texture and leaving every byte nobody asked to change.

use std::borrow::Cow;

use super::decode::decoded_pixels;
use super::image::{Image, Rgba};
use super::make::{Options, build_chain, encode_pixels};
use super::page::Page;
use super::read::{Texm, starts_page};
use super::types::TextureFlags;
use crate::pal::Palette;
use crate::{Error, Result};

impl Texm<'_> {
    /// The same texture with its own copy of everything.
    pub fn into_owned(self) -> Texm<'static> {
        let Self { header, palette, pixels, page, tail } = self;
        let (pixels, tail) = (pixels.into_owned().into(), tail.into_owned().into());
        Texm { header, palette, pixels, page, tail }
    }

    /// Puts cells behind the pixels, changes them, or takes them away.
    pub fn set_page(&mut self, page: Option<Page>) -> Result<()> {
        let count = page.as_ref().map_or(0, |page| page.rects.len());
        if u32::try_from(count).is_err() {
            return Err(Error::usage("page", format!("{count} are more than fit")));
        }
        if page.is_none() && self.page.is_some() && starts_page(&self.tail) {
            return Err(Error::usage("page", "another page behind it would take its place"));
        }
        self.page = page;
        Ok(())
    }

    /// Takes away the bytes behind pixels and page that nothing reads.
    pub fn clear_tail(&mut self) {
        self.tail = Cow::Borrowed(&[]);
    }

    /// Changes the header's `flags4`.
    pub fn set_flags4(&mut self, flags4: u32) {
        self.header.flags4 = flags4;
    }

    /// Changes the header's `flags5`.
    pub fn set_flags5(&mut self, flags5: TextureFlags) {
        self.header.flags5 = flags5;
    }

    /// Changes the header's word at 0x18.
    pub fn set_unk_0x18(&mut self, value: u32) {
        self.header.unk_0x18 = value;
    }

    /// Changes the colours of a texture of format 0; the indices stay.
    pub fn set_palette(&mut self, palette: Palette) -> Result<()> {
        match &mut self.palette {
            Some(own) => **own = palette,
            None => {
                let format = self.header.format;
                return Err(Error::usage(
                    "palette",
                    format!("format {format} has none of its own"),
                ));
            }
        }
        Ok(())
    }

    /// Paints a level anew and says how many stored pixels changed.
    ///
    /// A pixel that looks as before keeps its bits: the index it had among equal colours, the
    /// unread byte of format 888. So a level that is decoded and set again does not change.
    /// Indices keep the palette there is.
    pub fn set_level(
        &mut self,
        level: u32,
        image: &Image,
        external: Option<&Palette>,
    ) -> Result<usize> {
        let before = self.decode_level(level, external)?;
        if (before.width(), before.height()) != (image.width(), image.height()) {
            let (width, height) = (before.width(), before.height());
            let why = format!("level {level} has {width} x {height} pixels");
            return Err(Error::usage("size", why));
        }
        let format = self.header.format;
        let mut stored = vec![0; image.pixels().len() * format.bytes_per_pixel()];
        let palette = self.palette.as_deref().or(external);
        encode_pixels(format, palette, image.pixels(), &mut stored)?;
        let range = self.level_range(level).unwrap_or_default();
        let same = |before: &Rgba, after: &Rgba| {
            before == after
                || (!format.has_alpha() && before.first_chunk::<3>() == after.first_chunk())
        };
        let bytes = format.bytes_per_pixel();
        let mut changed = 0;
        let pixels = before.pixels().iter().zip(image.pixels());
        let old = self.pixels.get(range.clone()).unwrap_or_default().chunks_exact(bytes);
        for ((new, old), (before, after)) in stored.chunks_exact_mut(bytes).zip(old).zip(pixels) {
            if same(before, after) {
                new.copy_from_slice(old);
            }
            changed += usize::from(new != old);
        }
        if changed != 0
            && let Some(target) = self.pixels.to_mut().get_mut(range)
        {
            target.copy_from_slice(&stored);
        }
        Ok(changed)
    }

    /// Sets `flags4` to what the game has for so many levels; whether that changed it.
    pub fn mend_flags(&mut self) -> bool {
        let by_rule = if self.header.levels > 1 { super::types::MIPPED_FLAGS4 } else { 0 };
        std::mem::replace(&mut self.header.flags4, by_rule) != by_rule
    }

    /// Rebuilds the levels that cannot have been made from the first, and returns which. The others
    /// stay as they are.
    pub fn mend_levels(&mut self) -> Result<Vec<u32>> {
        let mut all = Vec::new();
        // Levels that are as expected can tell that others are not.
        loop {
            let mut stale = self.stale_levels()?;
            if stale.is_empty() {
                all.sort_unstable();
                return Ok(all);
            }
            let mut fresh = self.clone();
            fresh.rebuild_levels(None)?;
            let pairs = (0u32..).zip(self.levels().zip(fresh.levels()));
            let chosen = pairs.map(|(level, (is, wanted))| match stale.binary_search(&level) {
                Ok(_) => wanted.bytes,
                Err(_) => is.bytes,
            });
            self.pixels = Cow::Owned(chosen.collect::<Vec<_>>().concat());
            all.append(&mut stale);
        }
    }

    /// Makes all levels but the first anew, as many as there are now, from the first.
    pub fn rebuild_levels(&mut self, external: Option<&Palette>) -> Result<()> {
        self.set_level_count(self.header.levels, external)
    }

    /// Makes all levels but the first anew, so many of them. `flags4` is left as it is.
    pub fn set_level_count(&mut self, levels: u32, external: Option<&Palette>) -> Result<()> {
        let all = super::full_chain(self.width(), self.height());
        // As many as there are already is fine, however odd.
        if levels == 0 || levels > all.max(self.header.levels) {
            return Err(Error::usage("levels", format!("{levels} is not between 1 and {all}")));
        }
        let size = (self.width(), self.height());
        let palette = self.palette.as_deref().or(external);
        let first = self.level(0).map(|level| level.bytes).unwrap_or_default();
        let made = build_chain(self.header.format, palette, size, first, levels)?;
        self.pixels = Cow::Owned(made);
        self.header.levels = levels;
        Ok(())
    }

    /// Whether the levels are what [`Texm::rebuild_levels`] makes of the first.
    pub fn has_plain_levels(&self, external: Option<&Palette>) -> Result<bool> {
        let size = (self.width(), self.height());
        let palette = self.palette.as_deref().or(external);
        let first = self.level(0).map(|level| level.bytes).unwrap_or_default();
        let made = build_chain(self.header.format, palette, size, first, self.header.levels)?;
        Ok(self.pixels == made)
    }

    /// The same picture in another format, with its cells and flags. Levels are made anew.
    pub fn convert(&self, options: &Options, external: Option<&Palette>) -> Result<Texm<'static>> {
        Texm::encode(&self.decode_level(0, external)?, options)
    }

    /// Every level decoded, largest first.
    pub fn decode_levels(&self, external: Option<&Palette>) -> Result<Vec<Image>> {
        let decode = |level: super::Level<'_>| {
            let palette = self.palette.as_deref().or(external);
            let pixels = decoded_pixels(level.format, palette, level.bytes)?;
            Image::new(level.width, level.height, pixels)
        };
        self.levels().map(decode).collect()
    }
}
