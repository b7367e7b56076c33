//! Every rule of a texture, each with a stable code.

use super::layout::full_chain;
use super::page::RECT_SIZE;
use super::read::{self, Texm};
use super::types::{MIPPED_FLAGS4, PixelFormat, TextureFlags};
use crate::{Code, Findings};

/// The rules, one by one.
pub mod codes {
    use crate::Code;

    /// Too short for a header.
    pub static HEADER_TRUNCATED: Code =
        Code::error("texm.header.truncated", "A texture has at least the 32 bytes of its header.");
    /// Wrong magic.
    pub static HEADER_MAGIC: Code =
        Code::error("texm.header.magic", "A texture starts with \"Texm\".");
    /// No pixels.
    pub static SIZE_ZERO: Code = Code::error("texm.size.zero", "Width and height are not zero.");
    /// No levels.
    pub static LEVELS_ZERO: Code =
        Code::error("texm.levels.zero", "A texture has at least one level.");
    /// The palette is cut off.
    pub static PALETTE_RANGE: Code =
        Code::error("texm.palette.range", "Format 0 has 1,024 bytes of palette behind the header.");
    /// The pixels are cut off.
    pub static PIXELS_RANGE: Code =
        Code::error("texm.pixels.range", "All levels are there in full.");
    /// The cells are cut off.
    pub static PAGE_RANGE: Code = Code::error(
        "texm.page.range",
        "Behind \"Page\" there are a count and so many cells of 8 bytes.",
    );
    /// A format nobody knows.
    pub static FORMAT_UNKNOWN: Code = Code::error(
        "texm.format.unknown",
        "The pixel format is 0, 2, 565, 556, 4444, 88, 888 or 8888.",
    );
    /// More levels than sizes.
    pub static LEVELS_EXCESS: Code =
        Code::warning("texm.levels.excess", "No level follows the one of a single pixel.");
    /// Bytes that are no page.
    pub static TAIL: Code =
        Code::strict_error("texm.tail", "Behind the pixels there is one page or nothing.");
    /// A page without cells.
    pub static PAGE_EMPTY: Code = Code::warning("texm.page.empty", "A page has cells.");
    /// A cell that is not in the picture.
    pub static PAGE_RECT: Code = Code::warning(
        "texm.page.rect",
        "A cell has pixels, and all of them are inside the texture.",
    );
    /// flags4 by another rule than the game's.
    pub static FLAGS4: Code =
        Code::retail("texm.flags4", "flags4 is 32 where there are several levels, else 0.");
    /// flags5 with a bit the game does not use.
    pub static FLAGS5: Code =
        Code::retail("texm.flags5", "flags5 has no bit whose meaning nobody knows.");
    /// The unread byte of format 888.
    pub static UNREAD_BYTE: Code =
        Code::retail("texm.pixels.unread-byte", "The fourth byte of a pixel of format 888 is 0.");
}

use codes::{
    FLAGS4, FLAGS5, FORMAT_UNKNOWN, HEADER_MAGIC, HEADER_TRUNCATED, LEVELS_EXCESS, LEVELS_ZERO,
    PAGE_EMPTY, PAGE_RANGE, PAGE_RECT, PALETTE_RANGE, PIXELS_RANGE, SIZE_ZERO, TAIL, UNREAD_BYTE,
};

/// All rules of this format.
pub static CODES: &[&Code] = &[
    &HEADER_TRUNCATED,
    &HEADER_MAGIC,
    &SIZE_ZERO,
    &LEVELS_ZERO,
    &PALETTE_RANGE,
    &PIXELS_RANGE,
    &PAGE_RANGE,
    &FORMAT_UNKNOWN,
    &LEVELS_EXCESS,
    &TAIL,
    &PAGE_EMPTY,
    &PAGE_RECT,
    &FLAGS4,
    &FLAGS5,
    &UNREAD_BYTE,
];

/// Checks any bytes as a texture. What cannot be followed is a finding too.
pub fn check(bytes: &[u8], findings: &mut Findings) {
    match read::open(bytes) {
        Ok(texture) => check_texture(&texture, findings),
        Err((code, error)) => findings
            .add(code, || (error.field.clone().into_owned(), error.offset, error.kind.to_string())),
    }
}

/// Checks a texture that could be read.
pub(super) fn check_texture(texture: &Texm<'_>, findings: &mut Findings) {
    check_header(texture, findings);
    check_page(texture, findings);
    if !texture.tail().is_empty() {
        let page = texture.page().map_or(0, super::Page::stored_size);
        findings.add(&TAIL, || {
            let message =
                format!("{} bytes that nothing reads; they are kept", texture.tail().len());
            ("tail".into(), Some((texture.page_offset() + page) as u64), message)
        });
    }
    if texture.format() == PixelFormat::RGB888 && findings.asks(&UNREAD_BYTE) {
        let pixels = texture.pixels().as_chunks::<4>().0;
        let used = pixels.iter().filter(|[.., unread]| *unread != 0).count();
        if used != 0 {
            let message = format!("{used} pixels have another");
            let at = texture.pixels_offset() as u64;
            findings.add(&UNREAD_BYTE, || ("pixels".into(), Some(at), message));
        }
    }
}

fn check_header(texture: &Texm<'_>, findings: &mut Findings) {
    let header = texture.header();
    let field =
        |name: &str, at: u64, message: String| (format!("header.{name}"), Some(at), message);
    if !header.format.is_known() {
        findings.add(&FORMAT_UNKNOWN, || {
            let message = format!("{} is no pixel format the engine knows", header.format);
            field("format", 28, message)
        });
    }
    let most = full_chain(header.width, header.height);
    if header.levels > most {
        findings.add(&LEVELS_EXCESS, || {
            let (width, height) = (header.width, header.height);
            let message =
                format!("{} levels, but {width} x {height} has {most} sizes", header.levels);
            field("levels", 12, message)
        });
    }
    let by_rule = if header.levels > 1 { MIPPED_FLAGS4 } else { 0 };
    if header.flags4 != by_rule {
        findings.add(&FLAGS4, || {
            let (levels, flags4) = (header.levels, header.flags4);
            field("flags4", 16, format!("{flags4} with {levels} levels, {by_rule} in the game"))
        });
    }
    let unknown = header.flags5.0 & !TextureFlags::KNOWN;
    if unknown != 0 {
        findings.add(&FLAGS5, || {
            field("flags5", 20, format!("{unknown:#x} is set in none of the game's textures"))
        });
    }
}

fn check_page(texture: &Texm<'_>, findings: &mut Findings) {
    let Some(page) = texture.page() else { return };
    let start = texture.page_offset();
    if page.rects.is_empty() {
        let message = "there are no cells; a texture without cells needs no page";
        findings.add(&PAGE_EMPTY, || ("page".into(), Some(start as u64), message.into()));
    }
    let (width, height) = (texture.width(), texture.height());
    for (index, rect) in page.rects.iter().enumerate() {
        if !rect.is_inside(width, height) {
            findings.add(&PAGE_RECT, || {
                let super::Rect { x, w, y, h } = *rect;
                let message =
                    format!("{w} x {h} pixels from ({x}, {y}) are not inside {width} x {height}");
                let offset = start + 8 + index * RECT_SIZE;
                (format!("page.rects[{index}]"), Some(offset as u64), message)
            });
        }
    }
}
