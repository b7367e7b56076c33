//! Textures as documents (`ngi.texm/1`).
//!
//! ```json
//! {"schema": "ngi.texm/1", "width": 256, "height": 256, "levels": 9, "flags4": 32, "flags5": 0,
//!  "unk_0x18": 0, "format": 8888, "palette": null,
//!  "page": [{"x": 0, "y": 0, "w": 128, "h": 128}], "tail": "", "pixels": "ff0000ff…"}
//! ```
//! `palette` has 256 rows of red, green, blue and a byte that nothing reads, for format 0 alone.
//! `page` is null where there is none. The short form leaves the pixels out; they come from the
//! original then.

use std::borrow::Cow;

use ngi_formats::texm::{Header, MAGIC, Page, PixelFormat, Rect, Texm, TextureFlags};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use crate::format::Form;
use crate::json::{Reader, hex};
use crate::palette::{colours_from, colours_to_value};
use crate::{Error, Result};

/// The schema of the documents.
pub const SCHEMA: &str = "ngi.texm/1";

/// A texture as a document.
pub struct Document<'d, 'a> {
    /// The texture.
    pub texture: &'d Texm<'a>,
    /// With its pixels or without.
    pub form: Form,
}

impl Serialize for Document<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let texture = self.texture;
        let Header { magic: _, width, height, levels, flags4, flags5, unk_0x18, format } =
            *texture.header();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("schema", SCHEMA)?;
        map.serialize_entry("width", &width)?;
        map.serialize_entry("height", &height)?;
        map.serialize_entry("levels", &levels)?;
        map.serialize_entry("flags4", &flags4)?;
        map.serialize_entry("flags5", &flags5.0)?;
        map.serialize_entry("unk_0x18", &unk_0x18)?;
        map.serialize_entry("format", &format.0)?;
        map.serialize_entry("palette", &texture.palette().map(colours_to_value))?;
        map.serialize_entry("page", &texture.page().map(page_to_value))?;
        map.serialize_entry("tail", &hex(texture.tail()))?;
        if self.form == Form::Full {
            map.serialize_entry("pixels", &hex(texture.pixels()))?;
        }
        map.end()
    }
}

/// The cells of a page as rows.
fn page_to_value(page: &Page) -> Value {
    let row = |rect: &Rect| {
        let Rect { x, w, y, h } = *rect;
        json!({"x": x, "y": y, "w": w, "h": h})
    };
    page.rects.iter().map(row).collect()
}

/// What a document says about a texture besides its pixels.
pub struct Frame {
    /// The header.
    pub header: Header,
    /// The colours, for format 0.
    pub palette: Option<ngi_formats::pal::Palette>,
    /// The cells.
    pub page: Option<Page>,
    /// Bytes behind all that.
    pub tail: Vec<u8>,
}

impl Frame {
    /// What a document says.
    pub fn from_document(document: &Reader<'_>) -> Result<Self> {
        let header = Header {
            magic: MAGIC,
            width: document.number("width")?,
            height: document.number("height")?,
            levels: document.number("levels")?,
            flags4: document.number("flags4")?,
            flags5: TextureFlags(document.number("flags5")?),
            unk_0x18: document.number("unk_0x18")?,
            format: PixelFormat(document.number("format")?),
        };
        let there = |key: &str| document.get(key).filter(|value| !value.value().is_null());
        let palette = there("palette").map(|_| colours_from(document, "palette")).transpose()?;
        let page = there("page").map(|page| page_from(&page)).transpose()?;
        Ok(Self { header, palette, page, tail: document.bytes("tail")? })
    }

    /// What a texture says.
    pub fn of(texture: &Texm<'_>) -> Self {
        Self {
            header: *texture.header(),
            palette: texture.palette().cloned(),
            page: texture.page().cloned(),
            tail: texture.tail().to_vec(),
        }
    }
}

fn page_from(list: &Reader<'_>) -> Result<Page> {
    let rect = |row: Reader<'_>| {
        let (x, y) = (row.number("x")?, row.number("y")?);
        Ok(Rect { x, w: row.number("w")?, y, h: row.number("h")? })
    };
    Ok(Page { rects: list.elements()?.map(rect).collect::<Result<_>>()? })
}

/// The bytes of a document; the pixels come from `original` where it has none.
pub fn from_value(value: &Value, original: Option<&[u8]>) -> Result<Vec<u8>> {
    let document = Reader::document(value, SCHEMA)?;
    let Frame { header, palette, page, tail } = Frame::from_document(&document)?;
    let reference;
    let pixels: Cow<'_, [u8]> = match (document.get("pixels"), original) {
        (Some(_), _) => document.bytes("pixels")?.into(),
        (None, Some(original)) => {
            reference = Texm::read(original)?;
            reference.pixels().into()
        }
        (None, None) => {
            let why = "missing; `--like` names a texture that has them, and a picture beside the \
                       document is imported itself";
            return Err(Error::json("pixels", why));
        }
    };
    Ok(Texm::from_parts(header, palette, pixels, page, tail)?.write())
}
