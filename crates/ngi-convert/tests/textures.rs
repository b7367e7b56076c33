//! Textures as pictures and back.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use ngi_convert::{
    Destination, ExportOptions, Exported, ImportOptions, Imported, Mip, OutFile, Source,
};
use ngi_formats::texm::{Image, Options, PixelFormat, Texm};
use ngi_testing::game::{atlas, palette, picture, texture};
use ngi_verbs::document::edit;
use ngi_verbs::format::{Form, Subject, of_id};
use ngi_verbs::surroundings::Surroundings;
use ngi_vfs::Bytes;
use proptest::prelude::*;

fn export(bytes: &[u8], suffix: &str, mip: Mip) -> Exported {
    let options = ExportOptions { mip, ..ExportOptions::default() };
    let to = Destination { stem: "wall", suffix };
    let subject = Subject::file("wall", bytes);
    ngi_convert::export(
        ngi_formats::kinds::of_id("texm").unwrap(),
        &subject,
        &Surroundings::none(),
        &to,
        &options,
    )
    .unwrap()
}

/// Imports the first of some files; the others lie beside it.
fn import(files: &[OutFile], options: &ImportOptions<'_>) -> Result<Imported, String> {
    let beside = |name: &str| {
        let found = files[1..].iter().find(|file| file.name == name)?;
        Some(Bytes::from(found.bytes.clone()))
    };
    let source =
        Source { name: &files[0].name, suffix: "png", bytes: &files[0].bytes, beside: &beside };
    ngi_convert::import(ngi_formats::kinds::of_id("texm").unwrap(), &source, options)
        .map_err(|error| error.to_string())
}

fn fresh(format: u32) -> ImportOptions<'static> {
    ImportOptions { pixel_format: Some(format), ..ImportOptions::default() }
}

fn png(image: &Image, format: PixelFormat) -> Vec<OutFile> {
    let texture = Texm::encode(image, &Options::new(format)).unwrap().write();
    let mut files = export(&texture, "png", Mip::Usual).files;
    files.truncate(1);
    files
}

#[test]
fn every_level_goes_out_and_comes_back_with_the_same_bytes() {
    for format in PixelFormat::KNOWN {
        let bytes = texture(format, 8).write();
        let files = export(&bytes, "png", Mip::All).files;
        let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
        assert_eq!(
            names,
            ["wall.png", "wall.mip1.png", "wall.mip2.png", "wall.mip3.png", "wall.json"]
        );
        let back = import(&files, &ImportOptions::default()).unwrap();
        assert_eq!(back.bytes, bytes, "{format}");
        assert!(back.lost.is_empty(), "{format}: {:?}", back.lost);
        assert_eq!(back.carried.iter().filter(|line| line.starts_with("level ")).count(), 3);
    }
}

#[test]
fn header_and_cells_travel_beside_the_picture() {
    let bytes = atlas().write();
    let exported = export(&bytes, "png", Mip::Usual);
    assert_eq!(exported.told, ["level 1 (--mip all)"]);
    let back = import(&exported.files, &ImportOptions::default()).unwrap();
    assert_eq!(back.bytes, bytes, "the level is what the game's rule makes");
    assert_eq!(back.carried, ["header and page of wall.json"]);
    // Without the document the plain rules apply.
    let bare = import(&exported.files[..1], &ImportOptions::default()).unwrap();
    let made = Texm::read(&bare.bytes).unwrap();
    assert_eq!((made.format(), made.level_count(), made.page()), (PixelFormat::RGB888, 5, None));
    assert_eq!(bare.computed[0], "pixel format 888: the picture is opaque");
}

#[test]
fn a_reference_keeps_what_does_not_look_different() {
    // Levels and unread bytes that no rule would make.
    let mut odd = texture(PixelFormat::RGB888, 8);
    odd.set_level(1, &picture(4, 4, false), None).unwrap();
    odd.set_flags4(77);
    let mut bytes = odd.write();
    bytes[32 + 3] = 0xab;
    let like = Some(Subject::file("WALL.0", &bytes));
    let options = ImportOptions { like, ..ImportOptions::default() };
    let files = export(&bytes, "png", Mip::Usual).files;
    assert_eq!(import(&files[..1], &options).unwrap().bytes, bytes);
    // A pixel painted over: the others keep their bits, the levels are made anew.
    let texture = Texm::read(&bytes).unwrap();
    let mut image = texture.decode_level(0, None).unwrap();
    image.pixels_mut()[9] = [1, 2, 3, 255];
    let back = import(&png(&image, PixelFormat::RGB888), &options).unwrap();
    let made = Texm::read(&back.bytes).unwrap();
    assert_eq!(made.decode_level(0, None).unwrap(), image);
    assert_eq!((back.bytes[32 + 3], made.header().flags4), (0xab, 77));
    assert_eq!(back.computed, ["levels 1 to 3 from level 0"]);
}

#[test]
fn a_picture_in_memory_is_one_in_a_file() {
    let like = texture(PixelFormat::ARGB4444, 8).write();
    let options =
        ImportOptions { like: Some(Subject::file("wall", &like)), ..ImportOptions::default() };
    for (format, has_alpha) in [(PixelFormat::ARGB8888, true), (PixelFormat::RGB888, false)] {
        let pixels = (0..64u8).map(|n| [n * 4, 255 - n, n, if has_alpha { 255 - n } else { 255 }]);
        let image = Image::new(8, 8, pixels.collect()).unwrap();
        let file = import(&png(&image, format), &options).unwrap();
        assert_eq!(ngi_convert::import_image(image, has_alpha, &options).unwrap(), file);
    }
    let same = Texm::read(&like).unwrap().decode_level(0, None).unwrap();
    assert_eq!(ngi_convert::import_image(same, true, &options).unwrap().bytes, like);
}

#[test]
fn an_indexed_picture_keeps_its_indices() {
    for format in [PixelFormat::PALETTED, PixelFormat::EXTERNAL_PALETTE] {
        let bytes = texture(format, 8).write();
        let files = export(&bytes, "png", Mip::Usual).files;
        let back = import(&files[..1], &fresh(format.0)).unwrap();
        let (a, b) = (Texm::read(&bytes).unwrap(), Texm::read(&back.bytes).unwrap());
        assert_eq!(a.level(0).unwrap().bytes, b.level(0).unwrap().bytes, "{format}");
    }
    let colours = import(&png(&picture(4, 4, false), PixelFormat::RGB888), &fresh(2));
    assert!(colours.unwrap_err().contains("format 2 stores indices"));
}

#[test]
fn a_palette_is_made_or_kept() {
    let bytes = Texm::encode(
        &Image::new(2, 1, vec![[9, 0, 0, 255], [200, 0, 0, 255]]).unwrap(),
        &Options { palette: Some(palette()), ..Options::new(PixelFormat::PALETTED) },
    )
    .unwrap()
    .write();
    let options =
        ImportOptions { like: Some(Subject::file("A.0", &bytes)), ..ImportOptions::default() };
    let known = Image::new(2, 1, vec![[200, 0, 0, 255], [7, 0, 0, 255]]).unwrap();
    let back = import(&png(&known, PixelFormat::RGB888), &options).unwrap();
    let made = Texm::read(&back.bytes).unwrap();
    assert_eq!(
        (made.palette().unwrap(), made.level(0).unwrap().bytes),
        (&palette(), &[200, 7][..])
    );
    let other = Image::new(2, 1, vec![[200, 0, 0, 255], [1, 2, 3, 255]]).unwrap();
    let back = import(&png(&other, PixelFormat::RGB888), &options).unwrap();
    assert_eq!(Texm::read(&back.bytes).unwrap().decode_level(0, None).unwrap(), other);
    assert!(back.computed.contains(&"a palette of 256 colours".to_owned()));
}

#[test]
fn losses_are_told() {
    let image = picture(8, 8, true);
    let files = png(&image, PixelFormat::ARGB8888);
    let back = import(&files, &fresh(565)).unwrap();
    assert_eq!(back.lost[0], "alpha: format 565 has none");
    assert!(back.lost[1].starts_with("exact colour: "), "{:?}", back.lost);
    assert!(import(&files, &fresh(8888)).unwrap().lost.is_empty());
    assert!(import(&files, &fresh(123)).unwrap_err().contains("no pixel format"));
    let levels = ImportOptions { levels: Some(9), ..ImportOptions::default() };
    assert!(import(&files, &levels).unwrap_err().contains("between 1 and 4 levels"));
    let one = ImportOptions { levels: Some(1), ..ImportOptions::default() };
    assert_eq!(Texm::read(&import(&files, &one).unwrap().bytes).unwrap().header().flags4, 0);
}

#[test]
fn broken_pictures_are_refused() {
    let good = png(&picture(8, 8, true), PixelFormat::ARGB8888)[0].bytes.clone();
    for length in 0..good.len() {
        let files = [OutFile { name: "a.png".into(), bytes: good[..length].to_vec() }];
        // The end of the file alone may be missing: every pixel is there by then.
        if let Ok(made) = import(&files, &ImportOptions::default()) {
            assert!(length >= good.len() - 16, "{length} of {}", good.len());
            assert!(Texm::read(&made.bytes).is_ok());
        }
    }
    let other_size = [png(&picture(8, 8, false), PixelFormat::RGB888), {
        let mut mip = png(&picture(8, 8, false), PixelFormat::RGB888);
        mip[0].name = "wall.mip1.png".into();
        mip
    }]
    .concat();
    assert!(import(&other_size, &ImportOptions::default()).unwrap_err().contains("4 x 4"));
}

/// A texture after a field was set.
fn set(bytes: &[u8], path: &str, said: &str) -> Result<Vec<u8>, String> {
    let (format, subject) = (of_id("texm").unwrap(), Subject::file("wall", bytes));
    let fields = [(path.to_owned(), said.to_owned())];
    edit::set(format.document, &subject, &fields)
        .map(|made| made.bytes)
        .map_err(|error| error.to_string())
}

#[test]
fn fields_are_set_by_path_and_by_name() {
    let bytes = atlas().write();
    let page = |bytes: &[u8]| Texm::read(bytes).unwrap().page().unwrap().rects.clone();
    assert_eq!(page(&set(&bytes, "page[1].w", "5").unwrap())[1].w, 5);
    assert_eq!(page(&set(&bytes, "page[0]", "-").unwrap()).len(), 3);
    let more = set(&bytes, "page[+]", r#"{"x": 1, "y": 2, "w": 3, "h": 4}"#).unwrap();
    let last = page(&more)[4];
    assert_eq!((last.x, last.y, last.w, last.h), (1, 2, 3, 4));
    let flags = |bytes: &[u8]| Texm::read(bytes).unwrap().header().flags5.0;
    assert_eq!(flags(&set(&bytes, "flags5", "+font").unwrap()), 0x0500_0000);
    assert_eq!(flags(&set(&bytes, "flags5", "0x10").unwrap()), 0x10);
    let other = set(&bytes, "format", "rgb556").unwrap();
    assert_eq!(Texm::read(&other).unwrap().format(), PixelFormat::RGB556);
    assert_eq!(Texm::read(&set(&bytes, "tail", "00ff").unwrap()).unwrap().tail(), [0, 255]);
    // A size that the pixels do not have, another number of bytes a pixel, what is no number.
    for (path, said) in [("width", "8"), ("format", "8888"), ("format", "argb"), ("tail", "0")] {
        assert!(set(&bytes, path, said).is_err(), "{path}={said}");
    }
    let indexed = texture(PixelFormat::PALETTED, 4).write();
    let red = set(&indexed, "palette[3][0]", "77").unwrap();
    assert_eq!(Texm::read(&red).unwrap().palette().unwrap().0[3][2], 77);
}

#[test]
fn documents_are_read_strictly() {
    let format = of_id("texm").unwrap();
    for bytes in [atlas().write(), texture(PixelFormat::PALETTED, 4).write()] {
        let mut document = Vec::new();
        format
            .document
            .write_json(&Subject::file("wall", &bytes), Form::Full, &mut document)
            .unwrap();
        assert_eq!(format.document.read_json(&document, None).unwrap().bytes, bytes);
        let text = String::from_utf8(document).unwrap();
        let refused = |from: &str, to: &str| {
            let changed = text.replacen(from, to, 1);
            assert_ne!(changed, text);
            format.document.read_json(changed.as_bytes(), None).unwrap_err().to_string()
        };
        assert!(refused("\"width\"", "\"wide\"").contains("wide"));
        assert!(refused("\"levels\":", "\"levels\": 1.5, \"flags4\":").starts_with("levels"));
        assert!(refused("\"tail\": \"\"", "\"tail\": 3").starts_with("tail"));
    }
}

proptest! {
    /// PNG → Texm → PNG: the same picture where the format holds it, else the same from then on.
    #[test]
    fn pictures_are_equal_or_stable(
        (width, height) in (1u32..12, 1u32..12),
        seed in any::<u64>(),
        which in 0usize..7,
    ) {
        let formats = [8888, 888, 565, 556, 4444, 88, 0];
        let format = PixelFormat(formats[which]);
        let mut state = seed | 1;
        let mut byte = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            u8::try_from(state & 0xff).unwrap()
        };
        let pixels = (0..width * height)
            .map(|_| [byte(), byte(), byte(), if format == PixelFormat::RGB888 { 255 } else { byte() }])
            .collect();
        let image = Image::new(width, height, pixels).unwrap();
        let first = png(&image, PixelFormat::ARGB8888);
        let once = import(&first, &fresh(format.0)).unwrap();
        let out = export(&once.bytes, "png", Mip::Usual).files;
        if which < 2 {
            let back = Texm::read(&once.bytes).unwrap().decode_level(0, None).unwrap();
            prop_assert_eq!(&back, &image);
            prop_assert!(once.lost.is_empty());
        }
        let twice = import(&out[..1], &fresh(format.0)).unwrap();
        prop_assert_eq!(&twice.bytes, &once.bytes);
        prop_assert_eq!(&export(&twice.bytes, "png", Mip::Usual).files, &out);
    }
}
