//! What becomes of a texture when it is loaded.

use ngi_formats::pal::{Palette, PaletteFile};
use ngi_formats::texm::{
    Image, Levels, Options, Page, PixelFormat, Rect, Texm, TextureFlags, UvRect,
};

use super::game::{Entries, lines, plain, small};
use crate::materials::{
    BuildLevels, Error, Line, LoadFlags, MipSkip, NONE, Shared, Texture, TexturePolicy,
};
use crate::resolve::types;

/// The texture X.0 of a game that has this one, loaded so.
fn loaded(texture: &Texm<'_>, flags: LoadFlags, policy: TexturePolicy) -> Texture {
    let textures = Entries::default().with_texture("X.0", texture);
    let mut shared = Shared::new(small().with("Textures.lib", textures));
    shared.policy = policy;
    let slot = shared.load_texture(b"X.0", flags).unwrap();
    assert_eq!(lines(&shared), [""; 0]);
    shared.textures().get(slot).unwrap().object.clone()
}

fn sizes(texture: &Texture) -> Vec<(u32, u32)> {
    texture.levels().iter().map(|level| (level.width, level.height)).collect()
}

#[test]
fn levels_are_slices_of_the_archive() {
    let texture = loaded(
        &plain(PixelFormat::ARGB8888, 4, Levels::All),
        LoadFlags::NONE,
        TexturePolicy::default(),
    );
    assert_eq!(sizes(&texture), [(4, 4), (2, 2), (1, 1)]);
    assert_eq!(texture.format(), PixelFormat::ARGB8888);
    assert!(texture.has_alpha());
    assert_eq!(texture.decode(2).unwrap().pixels(), [[200, 100, 50, 128]]);
    assert!(texture.decode(3).is_err());
}

#[test]
fn the_textures_flags_skip_levels() {
    let mut texture = plain(PixelFormat::RGB565, 256, Levels::All);
    texture.set_flags5(TextureFlags::SKIP_DOWN_TO_64);
    let skipped = loaded(&texture, LoadFlags::NONE, TexturePolicy::default());
    assert_eq!(sizes(&skipped)[0], (64, 64));
    assert_eq!(
        (skipped.skipped().skip, skipped.skipped().levels, skipped.levels().len()),
        (2, 7, 7)
    );
    assert_eq!(skipped.header().width, 256, "the file's own header stays");
    let whole = loaded(&texture, LoadFlags::NONE, TexturePolicy::as_stored());
    assert_eq!(sizes(&whole)[0], (256, 256));
    let policy = TexturePolicy { skip: MipSkip::Levels(99), ..TexturePolicy::as_stored() };
    assert_eq!(sizes(&loaded(&texture, LoadFlags::NONE, policy)), [(1, 1)], "one is always left");
}

#[test]
fn mipmaps_can_be_turned_off() {
    let policy = TexturePolicy { mipmaps: false, ..TexturePolicy::default() };
    let texture = plain(PixelFormat::RGB565, 4, Levels::All);
    assert_eq!(sizes(&loaded(&texture, LoadFlags::NONE, policy.clone())), [(4, 4)]);
    let single = plain(PixelFormat::RGB565, 4, Levels::Count(1));
    assert_eq!(sizes(&loaded(&single, LoadFlags::NONE, policy)), [(4, 4)], "and none are made");
}

#[test]
fn a_single_level_gets_smaller_ones() {
    let colours =
        [[0, 0, 0, 255], [100, 100, 100, 255], [200, 200, 200, 255], [101, 101, 101, 255]];
    let image = Image::new(2, 2, colours.to_vec()).unwrap();
    let options = Options { levels: Levels::Count(1), ..Options::new(PixelFormat::ARGB8888) };
    let single = Texm::encode(&image, &options).unwrap();
    let texture = loaded(&single, LoadFlags::NONE, TexturePolicy::default());
    assert_eq!(sizes(&texture), [(2, 2), (1, 1)]);
    assert_eq!(texture.decode(0).unwrap().pixels(), colours);
    assert_eq!(texture.decode(1).unwrap().pixels(), [[100, 100, 100, 255]], "401 / 4, cut");
    let never = TexturePolicy { build: BuildLevels::Never, ..TexturePolicy::default() };
    assert_eq!(sizes(&loaded(&single, LoadFlags::NONE, never)), [(2, 2)]);
    let odd = Texm::encode(&Image::new(3, 1, vec![[1; 4]; 3]).unwrap(), &options).unwrap();
    assert_eq!(sizes(&loaded(&odd, LoadFlags::NONE, TexturePolicy::default())), [(3, 1)]);
}

#[test]
fn lightmaps_keep_their_single_level() {
    let single = plain(PixelFormat::RGB565, 4, Levels::Count(1));
    let mut shared =
        Shared::new(small().with("LightMap.lib", Entries::default().with_texture("L.0", &single)));
    let slot = shared.load_lightmap(b"L.0").unwrap();
    assert_eq!(sizes(&shared.lightmaps().get(slot).unwrap().object), [(4, 4)]);
}

#[test]
fn sixteen_bits() {
    let policy = TexturePolicy { sixteen_bit: true, ..TexturePolicy::default() };
    let table = [
        (PixelFormat::ARGB8888, LoadFlags::NONE, PixelFormat::ARGB4444, [204, 102, 51, 136]),
        (PixelFormat::ARGB8888, LoadFlags::OPAQUE, PixelFormat::RGB565, [198, 101, 49, 255]),
        (PixelFormat::RGB888, LoadFlags::NONE, PixelFormat::RGB565, [198, 101, 49, 255]),
        (PixelFormat::PALETTED, LoadFlags::NONE, PixelFormat::RGB565, [198, 101, 49, 255]),
        (PixelFormat::ARGB4444, LoadFlags::NONE, PixelFormat::ARGB4444, [204, 102, 51, 136]),
        (PixelFormat::RGB556, LoadFlags::NONE, PixelFormat::RGB556, [198, 99, 48, 255]),
    ];
    for (stored, flags, surface, colour) in table {
        let texture = loaded(&plain(stored, 128, Levels::All), flags, policy.clone());
        assert_eq!(texture.format(), surface, "{stored}");
        assert_eq!(texture.levels().len(), 8);
        for level in 0..8 {
            let image = texture.decode(level).unwrap();
            assert!(
                image.pixels().iter().all(|&pixel| pixel == colour),
                "{stored}: {:?}",
                image.pixel(0, 0)
            );
        }
        let stored_size = |side: usize| side * side * 2;
        assert_eq!(texture.levels()[0].bytes.len(), stored_size(128));
    }
}

#[test]
fn alpha_is_the_surfaces_not_the_pixels() {
    let surface = |format, flags| {
        let texture = loaded(&plain(format, 2, Levels::All), flags, TexturePolicy::default());
        (texture.has_alpha(), texture.decode(0).unwrap().pixels()[0][3])
    };
    assert_eq!(surface(PixelFormat::ARGB8888, LoadFlags::NONE), (true, 128));
    assert_eq!(surface(PixelFormat::ARGB8888, LoadFlags::OPAQUE), (false, 255));
    assert_eq!(surface(PixelFormat::ARGB4444, LoadFlags::NONE), (true, 136));
    assert_eq!(surface(PixelFormat::RGB888, LoadFlags::NONE), (false, 255));
    assert_eq!(surface(PixelFormat::AL88, LoadFlags::NONE), (false, 255), "not by its format");
}

#[test]
fn the_first_colour_of_a_font_is_not_there() {
    let mut palette = Palette::from_colours([[9, 9, 9, 255], [8, 8, 8, 255]]);
    palette.0[255] = [1, 1, 1, 1];
    let image = Image::new(2, 1, vec![[9, 9, 9, 255], [8, 8, 8, 255]]).unwrap();
    let options = Options {
        palette: Some(palette),
        flags5: TextureFlags::FONT,
        ..Options::new(PixelFormat::PALETTED)
    };
    let font = Texm::encode(&image, &options).unwrap();
    let expected = [[9, 9, 9, 0], [8, 8, 8, 255]];
    let texture = loaded(&font, LoadFlags::NONE, TexturePolicy::default());
    assert_eq!(texture.decode(0).unwrap().pixels(), expected);
    let policy = TexturePolicy { sixteen_bit: true, ..TexturePolicy::default() };
    let texture = loaded(&font, LoadFlags::NONE, policy);
    assert_eq!(texture.format(), PixelFormat::ARGB4444);
    assert_eq!(texture.decode(0).unwrap().pixels()[0][3], 0);
}

#[test]
fn cells_are_read_only_when_asked_for() {
    let rect = |x, y| Rect { x, y, w: 64, h: 32 };
    let mut texture = plain(PixelFormat::RGB565, 128, Levels::All);
    texture.set_page(Some(Page { rects: vec![rect(0, 0), rect(64, 96)] })).unwrap();
    let without = loaded(&texture, LoadFlags::NONE, TexturePolicy::default());
    assert_eq!(without.cells(), [UvRect::WHOLE]);
    assert_eq!((without.cell(-1), without.cell(0)), (Some(UvRect::WHOLE), None));
    let second = UvRect { u0: 0.5, v0: 0.75, du: 0.5, dv: 0.25 };
    let with = loaded(&texture, LoadFlags::PAGE, TexturePolicy::default());
    assert_eq!(with.cells().len(), 3);
    assert_eq!(
        (with.cell(-1), with.cell(1), with.cell(2)),
        (Some(UvRect::WHOLE), Some(second), None)
    );
    assert_eq!((with.cell(i32::MIN), with.cell(i32::MAX)), (Some(UvRect::WHOLE), None));
    texture.set_flags5(TextureFlags::SKIP_ONE);
    let skipped = loaded(&texture, LoadFlags::PAGE, TexturePolicy::default());
    assert_eq!(
        (skipped.skipped().width, skipped.cell(1)),
        (64, Some(second)),
        "whatever is skipped"
    );
}

/// A game whose texture X.B2 has indices alone, with these palettes.
fn indexed(palettes: Entries) -> Shared {
    let palette = Palette::from_colours((0..=255).map(|grey| [grey, grey, grey, 255]));
    let image = Image::new(1, 1, vec![[77, 77, 77, 255]]).unwrap();
    let options = Options { palette: Some(palette), ..Options::new(PixelFormat::EXTERNAL_PALETTE) };
    let texture = Texm::encode(&image, &options).unwrap();
    let textures = Entries::default().with_texture("X.B2", &texture).with_texture("X.0", &texture);
    Shared::new(small().with("Textures.lib", textures).with("palettes.lib", palettes))
}

fn palette(first: u8) -> PaletteFile {
    let colours = (0..=255).map(|index| [first, index, 0, 255]);
    PaletteFile { palette: Palette::from_colours(colours), ..PaletteFile::default() }
}

#[test]
fn a_name_picks_a_palette() {
    let palettes = Entries::default()
        .with(types::WEAR, "b.pal", [0; 3], palette(1).write())
        .with(types::WEAR, "B2.PAL", [0; 3], palette(2).write())
        .with(types::WEAR, "C.PAL", [0; 3], vec![1, 2, 3]);
    let mut shared = indexed(palettes);
    let slot = shared.load_texture(b"X.B2", LoadFlags::NONE).unwrap();
    let texture = &shared.textures().get(slot).unwrap().object;
    assert_eq!(texture.palette_slot().unwrap().to_string(), "B2");
    assert_eq!(texture.decode(0).unwrap().pixels(), [[2, 77, 0, 255]]);
    assert_eq!(shared.palettes().unwrap().len(), 2);
    assert!(lines(&shared)[0].starts_with("C.PAL: "), "the broken one is named");
    // The same indices under a name that picks none cannot be shown, but they are there.
    let slot = shared.load_texture(b"X.0", LoadFlags::NONE).unwrap();
    assert!(shared.textures().get(slot).unwrap().object.decode(0).is_err());
}

#[test]
fn a_palette_that_is_not_there_is_none() {
    let mut shared = indexed(Entries::default());
    let slot = shared.load_texture(b"X.B2", LoadFlags::NONE).unwrap();
    let texture = &shared.textures().get(slot).unwrap().object;
    assert!(texture.palette_slot().is_some() && texture.palette().is_none());
    shared.policy.sixteen_bit = true;
    assert_eq!(shared.load_texture(b"X.0", LoadFlags::NONE).unwrap(), NONE);
    assert!(
        lines(&shared)[0].starts_with("X.0: "),
        "it cannot be made 16-bit: {:?}",
        lines(&shared)
    );
}

#[test]
fn a_palette_past_the_bank_is_an_error_that_names_the_texture() {
    let mut shared = Shared::new(small());
    assert_eq!(shared.load_texture(b"X.Z9", LoadFlags::NONE).unwrap(), NONE, "285: the last");
    let error = shared.load_texture(b"X.Z:", LoadFlags::NONE).unwrap_err();
    assert!(matches!(error, Error::Palette(_)));
    assert!(error.to_string().contains("X.Z:") && error.to_string().contains("286"), "{error}");
    assert!(shared.load_lightmap(b"X.~").is_err());
}

#[test]
fn broken_textures_are_named_and_left_out() {
    let mut unknown = plain(PixelFormat::ARGB8888, 2, Levels::All).write();
    unknown[28..32].copy_from_slice(&777u32.to_le_bytes());
    let textures = Entries::default()
        .with(types::TEXTURE, "CUT.0", [0; 3], b"Texm".as_slice())
        .with(types::TEXTURE, "ODD.0", [0; 3], unknown);
    let mut shared = Shared::new(small().with("Textures.lib", textures));
    for name in ["CUT.0", "ODD.0"] {
        assert_eq!(shared.load_texture(name.as_bytes(), LoadFlags::NONE).unwrap(), NONE);
        let line = shared.log.take().remove(0);
        assert!(matches!(&line, Line::Broken(broken, _) if broken == name.as_bytes()), "{line}");
        assert!(!line.is_engines());
    }
    assert!(shared.textures().is_empty());
}

#[test]
fn levels_past_one_pixel_are_not_kept() {
    let mut bytes = plain(PixelFormat::RGB565, 1, Levels::All).write();
    bytes[12..16].copy_from_slice(&1000u32.to_le_bytes());
    bytes.resize(32 + 2000, 0);
    let texture = Texm::read(&bytes).unwrap();
    assert_eq!(sizes(&loaded(&texture, LoadFlags::NONE, TexturePolicy::default())), [(1, 1)]);
}
