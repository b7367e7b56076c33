//! The line below a texture: size, pixel format and number of mip levels.

use ngi_formats::texm::{Header, PixelFormat};

use crate::App;
use crate::library::ItemKind;
use crate::texts::Texts;

/// Returns the usual name of a pixel format, such as "RGB565".
pub fn pixel_format(format: PixelFormat, texts: &Texts) -> String {
    let named = PixelFormat::NAMES.named.iter();
    let known = named.clone().find(|known| known.value == i64::from(format.0));
    match (format, known) {
        (PixelFormat::PALETTED, _) => texts.paletted.to_owned(),
        (PixelFormat::EXTERNAL_PALETTE, _) => texts.external_palette.to_owned(),
        (_, Some(known)) => known.shown().to_uppercase(),
        (PixelFormat(number), None) => number.to_string(),
    }
}

impl App {
    /// Returns the line below the open texture; `None` if the open file is not a
    /// texture or an image.
    pub(crate) fn texture_caption(&self) -> Option<String> {
        let current = self.current.as_ref()?;
        if current.kind == ItemKind::Image {
            let [width, height] = self.viewport.pixel_size()?;
            return Some(format!("{width} × {height}"));
        }
        if current.kind != ItemKind::Texture {
            return None;
        }
        let bytes = current.document.as_ref().map_or(&current.bytes[..], |it| it.bytes());
        let header = Header::of(bytes).ok()?;
        let texts = self.texts();
        let format = pixel_format(header.format, texts);
        let Header { width, height, levels, .. } = header;
        Some(format!("{width} × {height}, {format}, {}", texts.count_of_mips(levels)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{ENGLISH, RUSSIAN};

    #[test]
    fn pixel_formats_have_the_names_that_other_programs_use() {
        let name = |number| pixel_format(PixelFormat(number), &ENGLISH);
        let all = [0, 565, 8888, 7].map(name);
        assert_eq!(all, ["palette", "RGB565", "ARGB8888", "7"]);
        assert_eq!(ENGLISH.count_of_mips(1), "1 mip level");
        assert_eq!(ENGLISH.count_of_mips(9), "9 mip levels");
        assert_eq!(RUSSIAN.count_of_mips(9), "mip-уровней: 9");
    }
}
