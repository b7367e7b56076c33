//! All textures of a library of the demo game on one picture, to look at:
//! `cargo run --release -p ngi-demo --example contact_sheet -- Textures.lib sheet.ppm`.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::cast_possible_truncation)]

use ngi_formats::nres::Archive;
use ngi_formats::pal::{PaletteFile, texture_palette};
use ngi_formats::texm::Texm;

const CELL: usize = 264;
const ACROSS: usize = 8;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (library, target) = (arguments.next().unwrap(), arguments.next().unwrap());
    let files = ngi_demo::files().unwrap();
    let file = |name: &str| files.iter().find(|file| file.path == name).unwrap();
    let palettes = Archive::read(&file("palettes.lib").bytes).unwrap();
    let archive = Archive::read(&file(&library).bytes).unwrap();
    let rows = archive.len().div_ceil(ACROSS);
    let width = ACROSS * CELL;
    let mut sheet = vec![[90u8, 60, 90]; width * rows * CELL];
    for (index, entry) in archive.iter().enumerate() {
        let texture = Texm::read(entry.payload().unwrap()).unwrap();
        let slot = texture_palette(entry.name()).unwrap();
        let palette = slot.map(|slot| {
            let entry = palettes.find(slot.file_name().as_bytes()).unwrap();
            PaletteFile::read(entry.payload().unwrap()).unwrap().palette
        });
        let image = texture.decode_level(0, palette.as_ref()).unwrap();
        let (left, top) = (index % ACROSS * CELL, index / ACROSS * CELL);
        let shown = image.width().max(image.height()) as usize;
        let scale = 256 / shown.max(1);
        let is_cut = texture.format().has_alpha();
        for y in 0..image.height() as usize * scale {
            for x in 0..image.width() as usize * scale {
                let (px, py) = (x / scale, y / scale);
                let [r, g, b, a] = image.pixels()[py * image.width() as usize + px];
                // The left half without alpha, the right half over a chequered ground.
                let over = is_cut && px * 2 >= image.width() as usize;
                let alpha = if over { u32::from(a) } else { 255 };
                let ground = if (x / 8 + y / 8) % 2 == 0 { 70 } else { 110u32 };
                let mix = |c: u8| ((u32::from(c) * alpha + ground * (255 - alpha)) / 255) as u8;
                sheet[(top + y) * width + left + x] = [r, g, b].map(mix);
            }
        }
    }
    let mut out = format!("P6\n{width} {}\n255\n", rows * CELL).into_bytes();
    out.extend(sheet.as_flattened());
    std::fs::write(target, out).unwrap();
}
