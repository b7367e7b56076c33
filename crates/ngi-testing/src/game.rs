//! A small game: textures, materials, lightmaps, palettes, and a library of models.

use std::fs;
use std::path::Path;

use ngi_formats::mat0::{BlendMode, LerpMask, MaterialBuf, Mode, TrackBuf};
use ngi_formats::nres::{Editor, NewEntry};
use ngi_formats::pal::{Palette, PaletteFile, Table};
use ngi_formats::texm::{Image, Levels, Options, Page, PixelFormat, Rgba, Texm, TextureFlags};

use crate::models;

/// A picture without two equal pixels, half of it clear.
pub fn picture(width: u32, height: u32, alpha: bool) -> Image {
    let byte = |value: u32| u8::try_from(value % 256).unwrap();
    let pixel = |at: u32| -> Rgba {
        let (x, y) = (at % width, at / width);
        let clear = alpha && x < width / 2;
        [byte(x * 16), byte(y * 16), byte(x * y), if clear { byte(at) } else { 255 }]
    };
    Image::new(width, height, (0..width * height).map(pixel).collect()).unwrap()
}

/// A texture of [`picture`].
pub fn texture(format: PixelFormat, size: u32) -> Texm<'static> {
    let image = picture(size, size, format.has_alpha());
    let palette = (format == PixelFormat::EXTERNAL_PALETTE).then(palette);
    let options = Options { palette, ..Options::new(format) };
    Texm::encode(&image, &options).unwrap()
}

/// An atlas of four cells, with words in its header that mean nothing.
pub fn atlas() -> Texm<'static> {
    let options = Options {
        page: Some(Page::grid(16, 16, 2, 2).unwrap()),
        flags5: TextureFlags(0x0400_0000),
        unk_0x18: 0x11_22_33,
        levels: Levels::Count(2),
        ..Options::new(PixelFormat::RGB565)
    };
    Texm::encode(&picture(16, 16, false), &options).unwrap()
}

/// Shades of red.
pub fn palette() -> Palette {
    Palette::from_colours((0..=255).map(|shade| [shade, 0, 0, 255]))
}

/// Three phases, a track that blends opacity and one that picks by lot.
pub fn water() -> MaterialBuf {
    let mut material = MaterialBuf::of_texture(b"ATLAS.0", BlendMode::ALPHA).unwrap();
    let mut phases = vec![material.phases[0]; 3];
    for (phase, (opacity, cell)) in phases.iter_mut().zip([(20, 0), (60, 1), (100, 3)]) {
        (phase.opacity, phase.cell, phase.ambient) = (opacity, cell, [opacity, 0, 0]);
    }
    material.phases = phases;
    material.meta.class = 7;
    let mask = LerpMask::OPACITY | LerpMask::AMBIENT;
    let looped = [(0, 400), (1, 400), (2, 200)];
    material.tracks = vec![
        TrackBuf::of_lengths(Mode::LOOP, mask, looped).unwrap(),
        TrackBuf::of_lengths(Mode::RANDOM, LerpMask(0), [(0, 100), (2, 100)]).unwrap(),
    ];
    material
}

/// Type, name, payload, attributes.
pub type Entry<'a> = (&'a [u8; 4], &'a str, Vec<u8>, [u32; 3]);

/// An archive of entries.
pub fn library(entries: Vec<Entry<'_>>) -> Vec<u8> {
    let mut editor = Editor::new();
    for (kind, name, payload, [attr1, attr2, attr3]) in entries {
        let entry = NewEntry::new(*kind, name).unwrap().attributes(attr1, attr2, attr3);
        editor.add(entry, payload).unwrap();
    }
    editor.write().unwrap()
}

fn textures() -> Vec<u8> {
    let texm = |name, texture: Texm<'_>| (b"Texm", name, texture.write(), [0, 0, 1]);
    library(vec![
        texm("WALL.0", texture(PixelFormat::ARGB8888, 8)),
        texm("ATLAS.0", atlas()),
        texm("BRICK.0", texture(PixelFormat::PALETTED, 8)),
        texm("FONT.A", texture(PixelFormat::EXTERNAL_PALETTE, 8)),
        texm("GLOW.0", texture(PixelFormat::ARGB4444, 8)),
    ])
}

fn materials() -> Vec<u8> {
    let mat0 = |name, material: MaterialBuf| {
        (b"MAT0", name, material.write().unwrap(), material.attributes.numbers())
    };
    let plain = |texture: &[u8], blend| MaterialBuf::of_texture(texture, blend).unwrap();
    let mut broken = plain(b"GHOST.0", BlendMode::OPAQUE);
    broken.phases.push(water().phases[0]);
    broken.phases[1].cell = 4;
    library(vec![
        mat0("DEFAULT", plain(b"", BlendMode::OPAQUE)),
        mat0("WALL", plain(b"WALL.0", BlendMode::OPAQUE)),
        mat0("WATER", water()),
        mat0("BROKEN", broken),
        mat0("GLOW", plain(b"GLOW.0", BlendMode::ADDITIVE)),
    ])
}

/// Writes the game into a folder.
pub fn write(folder: &Path) {
    let put = |name: &str, bytes: Vec<u8>| fs::write(folder.join(name), bytes).unwrap();
    put("Textures.lib", textures());
    put("Material.lib", materials());
    let hall = texture(PixelFormat::RGB565, 8).write();
    put("LightMap.lib", library(vec![(b"Texm", "HALL.0", hall, [0, 0, 1])]));
    let file =
        PaletteFile { table: Some(Table::half_way(&palette())), palette: palette(), tail: vec![] };
    put("palettes.lib", library(vec![(b"PALT", "A.PAL", file.write(), [0, 0, 1])]));
    let wear = b"4\r\n0 WALL\r\n1 WATER\r\n2 WALL\r\n3 WALL\r\n\r\nLIGHTMAPS\r\n1\r\n0 HALL.0\r\n"
        .to_vec();
    put(
        "static.rlb",
        library(vec![
            (b"MESH", "s_wall.msh", models::still(), [0, 0, 1]),
            (b"WEAR", "s_wall.wea", wear, [0, 0, 1]),
            (b"WEAR", "s_lost.wea", b"2\r\n0 NOWHERE\r\n1 BROKEN\r\n".to_vec(), [0, 0, 1]),
        ]),
    );
}
