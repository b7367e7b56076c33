//! Materials, wears, textures and palettes.
#![allow(clippy::panic)] // a panic is how a body says that something does not hold

use ngi_formats::mat0::{self, Attributes, Material, MaterialBuf};
use ngi_formats::pal::{self, Palette, PaletteFile};
use ngi_formats::texm::{self, Image, Levels, Options, PixelFormat, Texm};
use ngi_formats::wear::{self, Editor, Parser, Section, Wear};
use ngi_formats::{Error, Findings, Mode};

use crate::Outcome;

/// Most pixels that are painted and made smaller: bodies must stay fast.
const MOST_PIXELS: usize = 1 << 14;

/// Findings of severity *error* in a strict check of the rules that always hold.
fn has_errors(check: impl Fn(&mut Findings)) -> bool {
    // Every rule at once must not panic either.
    check(&mut Findings::new(Mode::Strict, true));
    let mut findings = Findings::new(Mode::Strict, false);
    check(&mut findings);
    findings.first_error().is_some()
}

fn outcome<T>(read: &Result<T, Error>) -> Outcome {
    if read.is_ok() { Outcome::Accepted } else { Outcome::Rejected }
}

/// Any version's payload reads and comes back. The first byte is the version, the second flags.
pub fn mat0_read(input: &[u8]) -> Outcome {
    let Some((&[version, flags], payload)) = input.split_first_chunk() else {
        return Outcome::Rejected;
    };
    let attributes = Attributes::new(flags.into(), (version % 9).into(), 0);
    let errors = has_errors(|findings| mat0::check(payload, attributes, findings));
    assert_eq!(errors, Material::read_strict(payload, attributes).is_err());
    let read = Material::read(payload, attributes);
    if let Ok(material) = &read {
        let values = material.to_buf();
        assert_eq!(values.write().as_deref(), Ok(payload));
        assert_eq!(material.phases().len(), material.phase_count());
        assert_eq!(material.tracks().count(), material.track_count());
    }
    outcome(&read)
}

/// Materials of several versions.
pub fn mat0_seeds() -> Vec<Vec<u8>> {
    let seed = |version: u8, values: &MaterialBuf| {
        let attributes = Attributes::new(4, version.into(), 0);
        let meta = mat0::Meta::default();
        let bytes = MaterialBuf { attributes, meta, ..values.clone() }.write();
        [vec![version, 4], bytes.unwrap_or_default()].concat()
    };
    let still = MaterialBuf::of_texture(b"WALL.0", mat0::BlendMode::OPAQUE).unwrap_or_default();
    let mut moving = still.clone();
    moving.phases.extend([still.phases.as_slice(), &still.phases].concat());
    let lengths = [(0, 50), (1, 50), (2, 100)];
    let track = mat0::TrackBuf::of_lengths(mat0::Mode::PING_PONG, mat0::LerpMask(3), lengths);
    moving.tracks.extend(track);
    (0..=6).flat_map(|version| [seed(version, &still), seed(version, &moving)]).collect()
}

/// Both parsers read or refuse any text, and edits come out as asked.
pub fn wear_read(input: &[u8]) -> Outcome {
    let errors = has_errors(|findings| wear::check(input, findings));
    let file = Wear::read(input, Parser::File);
    let buffer = Wear::read(input, Parser::Buffer);
    assert!(errors || (file.is_ok() && buffer.is_ok()), "a sound wear reads");
    for wear in [&file, &buffer].into_iter().flatten() {
        assert_eq!(wear.rows().count(), wear.rows().len());
        let mut editor = Editor::open(wear);
        assert_eq!(editor.bytes(), input);
        edit_wear(wear, &mut editor);
    }
    outcome(&file)
}

fn edit_wear(wear: &Wear<'_>, editor: &mut Editor) {
    fn names<'a>(wear: &Wear<'a>, section: Section) -> Vec<&'a [u8]> {
        wear.section(section).map(|row| row.name).collect()
    }
    for section in [Section::Materials, Section::Lightmaps] {
        let before = names(wear, section);
        let Some(last) = before.len().checked_sub(1) else { continue };
        let untouched = editor.clone();
        if editor.rename(section, last, b"NEW.0").is_ok() {
            let now = editor.wear().map(|wear| names(&wear, section).len());
            assert_eq!(now, Ok(before.len()));
        }
        if editor.push(section, b"MORE.0").is_ok() {
            let Ok(now) = editor.wear() else { continue };
            assert_eq!(names(&now, section).len(), before.len() + 1);
            assert_eq!(names(&now, section).last(), Some(&b"MORE.0".as_slice()));
        }
        *editor = untouched;
    }
}

/// Wears as the game has them, and odd ones.
pub fn wear_seeds() -> Vec<Vec<u8>> {
    [
        "1\r\n0 DEFAULT\r\n",
        "2\n0 WALL\n1 DOOR_01\n\nLIGHTMAPS\n1\n0 HALL.0\n",
        "2 0 A 1 B LIGHTMAPS 2 0 L.A 1 M.B9",
        "1\n\t07  A trailing\n\n\nLIGHTMAPS\n1\n0 L.0",
        "3\n0 A\n1 B\nLIGHTMAPS\n1\n0 L.0\n",
    ]
    .map(|text| text.as_bytes().to_vec())
    .into()
}

/// Any texture reads and comes back; what it shows can be painted on it again.
pub fn texm_read(input: &[u8]) -> Outcome {
    let errors = has_errors(|findings| texm::check(input, findings));
    assert_eq!(errors, Texm::read_strict(input).is_err());
    let read = Texm::read(input);
    if let Ok(texture) = &read {
        assert_eq!(texture.write(), input);
        assert!(texture.header().mip_skip() <= 2);
        for cell in [-1, 0, 1, i8::MAX] {
            texture.cell_uv(cell, texture.header().mip_skip());
        }
        if texture.format().is_known() {
            paint(texture);
        }
    }
    outcome(&read)
}

fn paint(texture: &Texm<'_>) {
    let external = Palette::from_colours((0..=255).map(|grey| [grey, grey, grey, 255]));
    let mut copy = texture.clone();
    for level in 0..texture.level_count().min(3) {
        let Ok(image) = texture.decode_level(level, Some(&external)) else {
            panic!("a level of a known format decodes")
        };
        assert_eq!(copy.set_level(level, &image, Some(&external)), Ok(0));
    }
    if texture.pixel_count() <= MOST_PIXELS {
        assert_eq!(copy.rebuild_levels(Some(&external)), Ok(()));
        assert_eq!(copy.has_plain_levels(Some(&external)), Ok(true));
        assert_eq!(copy.level(0), texture.level(0));
    }
}

/// One texture of each format, with levels and cells.
pub fn texm_seeds() -> Vec<Vec<u8>> {
    PixelFormat::KNOWN.into_iter().filter_map(|format| made(format, 8, 4, 99)).collect()
}

fn made(format: PixelFormat, width: u32, height: u32, seed: u8) -> Option<Vec<u8>> {
    let count = width.checked_mul(height)?;
    let pixel = |at: u32| (at ^ u32::from(seed)).wrapping_mul(0x9e37_79b1).to_be_bytes();
    let image = Image::new(width, height, (0..count).map(pixel).collect()).ok()?;
    let mut options = Options::new(format);
    options.page = texm::Page::grid(width, height, 2, 1).ok();
    options.palette = (format == PixelFormat::EXTERNAL_PALETTE).then(Palette::default);
    Texm::encode(&image, &options).map(|texture| texture.write()).ok()
}

/// Any pixels become a texture of any format that shows them, as well as it can.
///
/// Input: format, width, levels, then pixels.
pub fn texm_encode(input: &[u8]) -> Outcome {
    let Some((&[format, width, levels], pixels)) = input.split_first_chunk() else {
        return Outcome::Rejected;
    };
    let Some(&format) = PixelFormat::KNOWN.get(usize::from(format % 8)) else {
        return Outcome::Rejected;
    };
    let (pixels, _) = pixels.as_chunks::<4>();
    let (width, pixels) = (usize::from(width).max(1), pixels.get(..MOST_PIXELS).unwrap_or(pixels));
    let rows = pixels.len() / width;
    let pixels = pixels.get(..rows * width).unwrap_or_default().to_vec();
    let sides = (u32::try_from(width), u32::try_from(rows));
    let (Ok(width), Ok(height)) = sides else { return Outcome::Rejected };
    let Ok(image) = Image::new(width, height, pixels) else { return Outcome::Rejected };
    let external = Palette::from_colours((0..=255).map(|grey| [grey, 255 - grey, grey, 255]));
    let mut options = Options::new(format);
    options.levels = if levels == 0 { Levels::All } else { Levels::Count(levels.into()) };
    options.palette = (format == PixelFormat::EXTERNAL_PALETTE).then(|| external.clone());
    let made = Texm::encode(&image, &options);
    if let Ok(texture) = &made {
        let bytes = texture.write();
        assert_eq!(Texm::read_strict(&bytes).as_ref(), Ok(texture));
        let Ok(shown) = texture.decode_level(0, Some(&external)) else { panic!("decodes") };
        if format == PixelFormat::ARGB8888 {
            assert_eq!(shown, image);
        }
        // What was decoded once is stable from then on.
        options.palette = options.palette.or(texture.palette().cloned());
        let Ok(again) = Texm::encode(&shown, &options) else { panic!("encodes") };
        assert_eq!(again.decode_level(0, Some(&external)).as_ref(), Ok(&shown));
    }
    outcome(&made)
}

/// Pixels for each format.
pub fn texm_encode_seeds() -> Vec<Vec<u8>> {
    let pixels: Vec<u8> = (0..=u8::MAX).map(|byte| byte.wrapping_mul(37)).collect();
    (0..8).map(|format| [vec![format, 4 + format, format % 3], pixels.clone()].concat()).collect()
}

/// Any palette file reads and comes back; names pick palettes or are refused.
pub fn pal_read(input: &[u8]) -> Outcome {
    let errors = has_errors(|findings| pal::check(input, findings));
    assert_eq!(errors, PaletteFile::read_strict(input).is_err());
    let name = input.get(..20).unwrap_or(input);
    if let Ok(Some(slot)) = pal::texture_palette(name) {
        assert_eq!(pal::Slot::from_file_name(slot.file_name().as_bytes()), Some(slot));
    }
    pal::check_name(name, &mut Findings::new(Mode::Strict, true));
    let read = PaletteFile::read(input);
    if let Ok(file) = &read {
        assert_eq!(file.write(), input);
        let mut nearest = pal::Nearest::new(&file.palette);
        for index in [0, 1, 127, 255] {
            let [red, green, blue, _] = file.palette.colour(index);
            let found = nearest.index([red, green, blue]);
            assert!(found <= index, "the lowest index of equal colours");
            assert_eq!(file.palette.colour(found), [red, green, blue, 255]);
        }
    }
    outcome(&read)
}

/// Palettes with and without a table.
pub fn pal_seeds() -> Vec<Vec<u8>> {
    let colours = |step: u8| (0..=255u8).map(move |i| [i.wrapping_mul(step), i, 255 - i, 255]);
    let [plain, other] = [3, 64].map(|step| Palette::from_colours(colours(step)));
    // Too long for the mutator with its table, so that one is only cut and read.
    let table = pal::Table::read(&vec![7; pal::TABLE_SIZE]);
    let file = |palette: &Palette, table: &Option<pal::Table>, tail: &[u8]| {
        let (palette, table) = (palette.clone(), table.clone());
        PaletteFile { palette, table, tail: tail.to_vec() }.write()
    };
    vec![
        file(&plain, &None, b""),
        file(&other, &None, b"tail"),
        file(&Palette::default(), &None, b""),
        file(&plain, &table, b""),
    ]
}
