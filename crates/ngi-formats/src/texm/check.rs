//! Holds a texture against every rule.

use super::codes::*;
use super::layout::{full_chain, level_size};
use super::page::Rect;
use super::read::{self, Texm};
use super::types::{MIPPED_FLAGS4, PixelFormat, TextureFlags};
use crate::Findings;

/// Checks any bytes as a texture. What cannot be followed is a finding too.
pub fn check(bytes: &[u8], findings: &mut Findings) {
    match read::open(bytes) {
        Ok(texture) => {
            check_texture(&texture, findings);
            findings.locate(|| super::tree(bytes, super::Pixels::Shown).ok());
        }
        Err((code, error)) => findings.cannot_follow(code, &error, || {
            super::tree(bytes, super::Pixels::Shown).ok().or_else(|| super::remains(bytes))
        }),
    }
}

/// Checks a texture that could be read.
pub(super) fn check_texture(texture: &Texm<'_>, findings: &mut Findings) {
    check_header(texture, findings);
    check_page(texture, findings);
    if !texture.tail().is_empty() {
        findings.at(&TAIL, "tail", || {
            format!("{} bytes that nothing reads; they are kept", texture.tail().len())
        });
    }
    check_levels(texture, findings);
    if texture.format() == PixelFormat::RGB888 && findings.asks(&UNREAD_BYTE) {
        let pixels = texture.pixels().as_chunks::<4>().0;
        let used = pixels.iter().filter(|[.., unread]| *unread != 0).count();
        if used != 0 {
            findings.at(&UNREAD_BYTE, "pixels", || format!("{used} pixels have another"));
        }
    }
}

fn check_levels(texture: &Texm<'_>, findings: &mut Findings) {
    if !findings.asks(&LEVELS_STALE) {
        return;
    }
    let stale = texture.stale_levels().unwrap_or_default();
    // The colour of a few pixels says little, and is not visible in the game.
    let pixels = |level: &u32| {
        let (width, height) = level_size(texture.width(), texture.height(), *level);
        u64::from(width) * u64::from(height)
    };
    if stale.iter().any(|level| pixels(level) >= 4) {
        let which: Vec<String> = stale.iter().map(u32::to_string).collect();
        findings.at(&LEVELS_STALE, "pixels", || {
            format!("level {} cannot have been made from level 0", which.join(", "))
        });
    }
}

fn check_header(texture: &Texm<'_>, findings: &mut Findings) {
    let header = texture.header();
    if !header.format.is_known() {
        findings.at(&FORMAT_UNKNOWN, "format", || {
            format!("{} is no pixel format the engine knows", header.format)
        });
    }
    let most = full_chain(header.width, header.height);
    if header.levels > most {
        findings.at(&LEVELS_EXCESS, "levels", || {
            let (width, height) = (header.width, header.height);
            format!("{} levels, but {width} x {height} has {most} sizes", header.levels)
        });
    }
    let by_rule = if header.levels > 1 { MIPPED_FLAGS4 } else { 0 };
    if header.flags4 != by_rule {
        findings.at(&FLAGS4, "flags4", || {
            let (levels, flags4) = (header.levels, header.flags4);
            format!("{flags4} with {levels} levels, {by_rule} in the game")
        });
    }
    let unknown = header.flags5.0 & !TextureFlags::KNOWN;
    if unknown != 0 {
        findings.at(&FLAGS5, "flags5", || {
            format!("{unknown:#x} is set in none of the game's textures")
        });
    }
}

fn check_page(texture: &Texm<'_>, findings: &mut Findings) {
    let Some(page) = texture.page() else { return };
    if page.rects.is_empty() {
        let message = "there are no cells; a texture without cells needs no page";
        findings.at(&PAGE_EMPTY, "page", || message.into());
    }
    let (width, height) = (texture.width(), texture.height());
    for (index, rect) in page.rects.iter().enumerate() {
        if let Some(name) = rect.outside(width, height) {
            findings.at(&PAGE_RECT, format_args!("page[{index}].{name}"), || {
                let Rect { x, w, y, h } = *rect;
                format!("{w} x {h} pixels from ({x}, {y}) are not inside {width} x {height}")
            });
        }
    }
}
