//! A texture for people.

use std::fmt::Write;

use ngi_formats::texm::{Header, PixelFormat, Rect, Texm, TextureFlags};
use serde_json::{Value, json};

use super::palette_slot;
use crate::format::Subject;
use crate::{Result, show};

/// The texture as text. One whose pixels cannot be followed is told by its header.
pub fn text(subject: &Subject<'_>) -> Result<String> {
    let mut out = String::new();
    let texture = match Texm::read(subject.bytes) {
        Ok(texture) => texture,
        Err(error) => {
            let header = Header::of(subject.bytes)?;
            let _ = writeln!(out, "broken: {error}");
            write_header(&mut out, &header);
            return Ok(out);
        }
    };
    let header = texture.header();
    write_header(&mut out, header);
    let skip = header.mip_skip();
    if skip > 0 {
        let left = header.skipped(skip);
        let _ =
            writeln!(out, "the engine skips {skip} and starts at {} x {}", left.width, left.height);
    }
    if let Some(slot) = palette_slot(subject) {
        let _ = writeln!(out, "palette: {} by its name", slot.file_name());
    }
    if !texture.tail().is_empty() {
        let _ = writeln!(out, "bytes nothing reads: {}", texture.tail().len());
    }
    let Some(page) = texture.page() else {
        let _ = writeln!(out, "page: none");
        return Ok(out);
    };
    let _ = writeln!(out, "page: {}", page.rects.len());
    let rows: Vec<Value> = page.rects.iter().enumerate().map(|row| cell(row, header)).collect();
    show::table(&rows).unwrap_or_default().lines().for_each(|line| {
        let _ = writeln!(out, "  {line}");
    });
    Ok(out)
}

fn write_header(out: &mut String, header: &Header) {
    let Header { width, height, levels, flags4, flags5, unk_0x18, format } = *header;
    let _ = writeln!(
        out,
        "size: {width} x {height}, {levels} level{}",
        if levels == 1 { "" } else { "s" }
    );
    let _ = writeln!(out, "format: {format} ({})", kind(format));
    let mut names: Vec<String> = flags5.names().map(str::to_owned).collect();
    let unknown = flags5.0 & !TextureFlags::KNOWN;
    if unknown != 0 {
        names.push(format!("{unknown:#x}"));
    }
    let names = if names.is_empty() { String::new() } else { format!(" ({})", names.join(", ")) };
    let _ = writeln!(out, "flags4: {flags4}");
    let _ = writeln!(out, "flags5: {:#x}{names}", flags5.0);
    let _ = writeln!(out, "unk_0x18: {unk_0x18:#x}");
}

fn kind(format: PixelFormat) -> &'static str {
    match format {
        PixelFormat::PALETTED => "an index of 8 bits, palette inside",
        PixelFormat::EXTERNAL_PALETTE => "an index of 8 bits, palette elsewhere",
        PixelFormat::RGB565 => "16 bits: red 5, green 6, blue 5",
        PixelFormat::RGB556 => "16 bits: red 5, green 5, blue 6",
        PixelFormat::ARGB4444 => "16 bits: alpha, red, green, blue 4 each",
        PixelFormat::AL88 => "16 bits: alpha 8, luminance 8",
        PixelFormat::RGB888 => "32 bits: red, green, blue 8 each",
        PixelFormat::ARGB8888 => "32 bits: alpha, red, green, blue 8 each",
        _ => "unknown",
    }
}

fn cell((index, rect): (usize, &Rect), header: &Header) -> Value {
    let Rect { x, w, y, h } = *rect;
    let uv = rect.uv(header.skipped(0));
    let short = |value: f32| format!("{:.4}", value + 0.0);
    let outside = !rect.is_inside(header.width, header.height);
    json!({
        "cell": index, "x": x, "y": y, "w": w, "h": h,
        "u": short(uv.u0), "v": short(uv.v0), "du": short(uv.du), "dv": short(uv.dv),
        "": outside.then_some("outside"),
    })
}
