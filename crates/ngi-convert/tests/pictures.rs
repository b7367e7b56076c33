//! Pictures of every kind as textures.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, RgbaImage};
use ngi_convert::{Destination, ExportOptions, ImportOptions, Imported, Mip, Resize, Source};
use ngi_formats::kinds;
use ngi_formats::texm::{Image, Options, Page, PixelFormat, Rect, Texm};
use ngi_testing::game::{picture, texture};
use ngi_verbs::format::Subject;
use ngi_verbs::surroundings::Surroundings;
use serde_json::json;

fn import(suffix: &str, bytes: &[u8], options: &ImportOptions<'_>) -> Result<Imported, String> {
    let name = format!("wall.{suffix}");
    let source = Source { name: &name, suffix, bytes, beside: &|_| None };
    ngi_convert::import(&kinds::TEXTURE, &source, options).map_err(|error| error.to_string())
}

fn like(bytes: &[u8]) -> ImportOptions<'_> {
    ImportOptions { like: Some(Subject::file("WALL.0", bytes)), ..ImportOptions::default() }
}

/// An image as another program would have saved it.
fn saved(image: &Image, format: ImageFormat, with_alpha: bool) -> Vec<u8> {
    let raw = image.bytes().to_vec();
    let rgba = RgbaImage::from_raw(image.width(), image.height(), raw).unwrap();
    let mut picture = DynamicImage::ImageRgba8(rgba);
    if !with_alpha {
        picture = DynamicImage::ImageRgb8(picture.into_rgb8());
    }
    let mut bytes = Vec::new();
    picture.write_to(&mut Cursor::new(&mut bytes), format).unwrap();
    bytes
}

/// A PNG without alpha, as this house writes it.
fn opaque_png(image: &Image) -> Vec<u8> {
    let bytes = Texm::encode(image, &Options::new(PixelFormat::RGB888)).unwrap().write();
    export(&bytes, "png")
}

fn export(texture: &[u8], suffix: &str) -> Vec<u8> {
    let to = Destination { stem: "wall", suffix };
    let options = ExportOptions { mip: Mip::Usual, ..ExportOptions::default() };
    let subject = Subject::file("wall", texture);
    let none = Surroundings::none();
    let made = ngi_convert::export(&kinds::TEXTURE, &subject, &none, &to, &options).unwrap();
    made.files.into_iter().next().unwrap().bytes
}

fn level(bytes: &[u8], level: u32) -> Image {
    Texm::read(bytes).unwrap().decode_level(level, None).unwrap()
}

#[test]
fn pictures_of_every_kind_are_read() {
    let image = picture(13, 6, true);
    for (suffix, format) in
        [("tga", ImageFormat::Tga), ("bmp", ImageFormat::Bmp), ("webp", ImageFormat::WebP)]
    {
        let made = import(suffix, &saved(&image, format, true), &ImportOptions::default()).unwrap();
        assert_eq!(level(&made.bytes, 0), image, "{suffix}");
        assert!(made.lost.is_empty(), "{suffix}: {:?}", made.lost);
        assert_eq!(made.computed[0], "pixel format 8888: the picture has alpha", "{suffix}");
    }
    // A JPEG is only near.
    let flat = Image::new(16, 16, vec![[200, 100, 50, 255]; 256]).unwrap();
    for suffix in ["jpg", "jpeg"] {
        let bytes = saved(&flat, ImageFormat::Jpeg, false);
        let made = import(suffix, &bytes, &ImportOptions::default()).unwrap();
        let near = |(a, b): (&[u8; 4], &[u8; 4])| a.iter().zip(b).all(|(a, b)| a.abs_diff(*b) < 4);
        assert!(level(&made.bytes, 0).pixels().iter().zip(flat.pixels()).all(near), "{suffix}");
    }
    // What a picture is, its bytes say.
    let misnamed = saved(&image, ImageFormat::WebP, true);
    let made = import("png", &misnamed, &ImportOptions::default()).unwrap();
    assert_eq!(level(&made.bytes, 0), image);
}

#[test]
fn textures_go_out_as_dds_and_come_back_with_the_same_bytes() {
    for format in PixelFormat::KNOWN.into_iter().filter(|format| !format.is_indexed()) {
        let mut odd = texture(format, 8);
        // A level that no rule would make.
        odd.set_level(2, &picture(2, 2, false), None).unwrap();
        let bytes = odd.write();
        let dds = export(&bytes, "dds");
        let made = import("dds", &dds, &ImportOptions::default()).unwrap();
        assert_eq!(made.bytes, bytes, "{format}: {:?}", made.computed);
        assert!(made.lost.is_empty(), "{format}: {:?}", made.lost);
        let again = import("dds", &dds, &like(&bytes)).unwrap();
        assert_eq!(again.bytes, bytes, "{format} like itself");
    }
}

#[test]
fn blocks_of_a_graphics_card_are_unpacked() {
    // A header, then one block: red above blue, and a pixel that nobody sees.
    let mut dds = vec![0; 128];
    let words = [(4, 124u32), (12, 4), (16, 4), (76, 32), (80, 4)];
    dds[..4].copy_from_slice(b"DDS ");
    for (at, word) in words {
        dds[at..at + 4].copy_from_slice(&word.to_le_bytes());
    }
    dds[84..88].copy_from_slice(b"DXT1");
    dds.extend([0x1f, 0x00, 0x00, 0xf8, 0x55, 0x55, 0x00, 0xc0]);
    let made = import("dds", &dds, &ImportOptions::default()).unwrap();
    let image = level(&made.bytes, 0);
    assert_eq!(image.pixel(0, 0), Some([255, 0, 0, 255]));
    assert_eq!(image.pixel(3, 2), Some([0, 0, 255, 255]));
    assert_eq!(image.pixel(3, 3), Some([0, 0, 0, 0]));
    assert_eq!(Texm::read(&made.bytes).unwrap().format(), PixelFormat::ARGB8888);
}

#[test]
fn what_is_no_picture_or_too_large_a_one_is_refused_by_name() {
    let told =
        |suffix: &str, bytes: &[u8]| import(suffix, bytes, &ImportOptions::default()).unwrap_err();
    assert!(told("png", b"GIF89a").contains("begins with \"GIF8\""));
    assert!(told("jpg", b"").contains("no picture"));
    assert!(told("jpg", &[0xff, 0xd8, 0xff, 0]).contains("JPEG"));
    assert!(told("tga", b"nothing").contains("TGA"));
    // A header of a BMP that claims 60,000 x 60,000 pixels.
    let mut bmp = saved(&picture(2, 2, false), ImageFormat::Bmp, false);
    bmp[18..26].copy_from_slice(&[0x60, 0xea, 0, 0, 0x60, 0xea, 0, 0]);
    let why = told("bmp", &bmp);
    assert!(why.contains("BMP") || why.contains("too large"), "{why}");
    // The same of the others: what their headers claim is asked before memory is.
    let small = picture(16, 16, false);
    let mut tga = saved(&small, ImageFormat::Tga, false);
    tga[12..16].copy_from_slice(&[0x60, 0xea, 0x60, 0xea]);
    let mut jpeg = saved(&small, ImageFormat::Jpeg, false);
    let frame = jpeg.windows(2).position(|two| two == [0xff, 0xc0]).unwrap();
    jpeg[frame + 5..frame + 9].copy_from_slice(&[0xea, 0x60, 0xea, 0x60]);
    // 14 bits each, less one, behind the signature byte of the stream.
    let mut webp = saved(&small, ImageFormat::WebP, false);
    assert_eq!((&webp[12..16], webp[20]), (&b"VP8L"[..], 0x2f));
    webp[21..24].fill(0xff);
    webp[24] |= 0x0f;
    // Of a WebP the library sees by itself that nothing of that size follows.
    let refused = ["too large", "limit", "Inconsistent image sizes"];
    for (suffix, bytes) in [("tga", &tga), ("jpg", &jpeg), ("webp", &webp)] {
        let why = told(suffix, bytes);
        assert!(refused.iter().any(|part| why.contains(part)), "{suffix}: {why}");
    }
    // A PNG whose sides may be, but not both of them.
    let mut png = opaque_png(&picture(2, 2, false));
    png[16..24].copy_from_slice(&[0, 0, 0x40, 0, 0, 0, 0x30, 0]);
    let crc = crc(&png[12..29]);
    png[29..33].copy_from_slice(&crc.to_be_bytes());
    assert!(told("png", &png).contains("16384 x 12288 is too large"), "{}", told("png", &png));
}

fn crc(bytes: &[u8]) -> u32 {
    let step = |crc: u32, byte: &u8| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| {
            if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 }
        })
    };
    !bytes.iter().fold(u32::MAX, step)
}

#[test]
fn a_picture_without_alpha_keeps_the_references() {
    let glossy = picture(8, 8, true);
    assert!(glossy.has_alpha());
    let bytes = Texm::encode(&glossy, &Options::new(PixelFormat::ARGB8888)).unwrap().write();
    // Painted over in an editor that knows no alpha.
    let mut painted = glossy.clone();
    painted.pixels_mut()[0] = [1, 2, 3, 0];
    let made = import("png", &opaque_png(&painted), &like(&bytes)).unwrap();
    let expected: Vec<[u8; 4]> = painted
        .pixels()
        .iter()
        .zip(glossy.pixels())
        .map(|(&[red, green, blue, _], &[.., alpha])| [red, green, blue, alpha])
        .collect();
    assert_eq!(level(&made.bytes, 0).pixels(), expected);
    assert!(made.lost.is_empty(), "{:?}", made.lost);
    let carried = "alpha of the reference: the picture has none";
    assert!(made.carried.iter().any(|line| line == carried), "{:?}", made.carried);
    // Untouched, it is the reference.
    assert_eq!(import("png", &opaque_png(&glossy), &like(&bytes)).unwrap().bytes, bytes);
}

#[test]
fn alpha_is_scaled_with_a_larger_picture_or_told_as_lost() {
    let half: Vec<[u8; 4]> = (0..64).map(|at| [9, 9, 9, if at < 32 { 40 } else { 255 }]).collect();
    let glossy = Image::new(8, 8, half).unwrap();
    let bytes = Texm::encode(&glossy, &Options::new(PixelFormat::ARGB8888)).unwrap().write();
    let larger = Image::new(16, 16, vec![[1, 2, 3, 255]; 256]).unwrap();
    let made = import("png", &opaque_png(&larger), &like(&bytes)).unwrap();
    let image = level(&made.bytes, 0);
    assert_eq!(image.pixel(0, 0), Some([1, 2, 3, 40]));
    assert_eq!(image.pixel(15, 15), Some([1, 2, 3, 255]));
    let scaled = "alpha of the reference, scaled from 8 x 8: the picture has none";
    assert!(made.carried.iter().any(|line| line == scaled), "{:?}", made.carried);
    // A format without alpha was asked for.
    let options = ImportOptions { pixel_format: Some(888), ..like(&bytes) };
    let made = import("png", &opaque_png(&larger), &options).unwrap();
    assert_eq!(made.lost, ["alpha of the reference: format 888 has none"]);
    // An opaque picture that has alpha means it.
    let opaque = saved(&larger, ImageFormat::Tga, true);
    let made = import("tga", &opaque, &like(&bytes)).unwrap();
    assert!(!level(&made.bytes, 0).has_alpha());
    assert!(made.told[0].contains("opaque everywhere"), "{:?}", made.told);
}

#[test]
fn the_document_beside_a_picture_cannot_give_it_alpha() {
    let glossy = picture(8, 8, true);
    let bytes = Texm::encode(&glossy, &Options::new(PixelFormat::ARGB4444)).unwrap().write();
    let to = Destination { stem: "wall", suffix: "png" };
    let subject = Subject::file("wall", &bytes);
    let options = ExportOptions::default();
    let none = Surroundings::none();
    let made = ngi_convert::export(&kinds::TEXTURE, &subject, &none, &to, &options).unwrap();
    let json = made.files.iter().find(|file| file.name == "wall.json").unwrap().bytes.clone();
    let beside = |name: &str| (name == "wall.json").then(|| json.clone().into());
    let png = opaque_png(&glossy);
    let source = Source { name: "wall.png", suffix: "png", bytes: &png, beside: &beside };
    let made = ngi_convert::import(&kinds::TEXTURE, &source, &ImportOptions::default()).unwrap();
    assert!(made.lost[0].starts_with("alpha: the picture has none"), "{:?}", made.lost);
}

fn atlas() -> Vec<u8> {
    let options = Options::new(PixelFormat::RGB565);
    let mut texture = Texm::encode(&picture(16, 16, false), &options).unwrap();
    let rects = vec![Rect { x: 0, w: 8, y: 4, h: 8 }, Rect { x: 8, w: 8, y: 0, h: 16 }];
    texture.set_page(Some(Page { rects })).unwrap();
    texture.write()
}

#[test]
fn the_cells_of_an_upscaled_atlas_grow_with_it() {
    let bytes = atlas();
    let upscaled = opaque_png(&picture(64, 64, false));
    let made = import("png", &upscaled, &like(&bytes)).unwrap();
    let page = Texm::read(&made.bytes).unwrap().page().unwrap().clone();
    assert_eq!(page.rects[0], Rect { x: 0, w: 32, y: 16, h: 32 });
    assert_eq!(page.rects[1], Rect { x: 32, w: 32, y: 0, h: 64 });
    let line = "page: 2 cells scaled from 16 x 16 to 64 x 64";
    assert!(made.computed.iter().any(|computed| computed == line), "{:?}", made.computed);
    // Not where nobody can know: what was added may lie beside.
    let wider = opaque_png(&picture(24, 16, false));
    let made = import("png", &wider, &like(&bytes)).unwrap();
    assert!(made.lost.iter().any(|lost| lost.contains("--scale-page")), "{:?}", made.lost);
    let asked = ImportOptions { scale_page: Some(true), ..like(&bytes) };
    let made = import("png", &wider, &asked).unwrap();
    let page = Texm::read(&made.bytes).unwrap().page().unwrap().clone();
    assert_eq!(page.rects[1], Rect { x: 12, w: 12, y: 0, h: 16 });
}

#[test]
fn a_picture_gets_another_size_first() {
    let png = opaque_png(&picture(100, 60, false));
    let pow2 = ImportOptions { resize: Some(Resize::PowersOfTwo), ..ImportOptions::default() };
    let made = import("png", &png, &pow2).unwrap();
    let texture = Texm::read(&made.bytes).unwrap();
    assert_eq!((texture.width(), texture.height(), texture.level_count()), (128, 64, 8));
    assert_eq!(made.computed[0], "picture scaled from 100 x 60 to 128 x 64");
    // With cells: the upscaled atlas goes back to the size it had.
    let bytes = atlas();
    let back = ImportOptions { resize: Some(Resize::To(16, 16)), ..like(&bytes) };
    let made = import("png", &opaque_png(&picture(64, 64, false)), &back).unwrap();
    assert_eq!(Texm::read(&made.bytes).unwrap().page(), Texm::read(&bytes).unwrap().page());
    let nothing = ImportOptions { resize: Some(Resize::To(0, 9)), ..ImportOptions::default() };
    assert!(import("png", &png, &nothing).unwrap_err().contains("0 x 9 is no size"));
}

#[test]
fn few_bits_are_dithered_where_it_is_asked_for() {
    // A ramp that 565 can only show in steps.
    let ramp = |at: u32| u8::try_from(at % 64 * 2).unwrap();
    let image =
        Image::new(64, 64, (0..64 * 64).map(|at| [ramp(at), ramp(at), ramp(at), 255]).collect())
            .unwrap();
    let png = opaque_png(&image);
    let plain = ImportOptions { pixel_format: Some(565), ..ImportOptions::default() };
    let dithered = ImportOptions { dither: true, ..plain };
    let [hard, soft] = [plain, dithered].map(|options| import("png", &png, &options).unwrap());
    assert!(soft.computed.contains(&"dithered for format 565".to_owned()), "{:?}", soft.computed);
    // Where 8 x 8 pixels are seen as one, the dithered picture is nearer.
    let seen = |image: &Image, at: usize| {
        let rows = image.pixels().chunks(64).skip(at / 8 * 8).take(8);
        let pixels = rows.flat_map(|row| row.iter().skip(at % 8 * 8).take(8));
        pixels.map(|pixel| i64::from(pixel[0])).sum::<i64>()
    };
    let off = |bytes: &[u8]| {
        let shown = level(bytes, 0);
        (0..64).map(|at| (seen(&shown, at) - seen(&image, at)).abs()).sum::<i64>()
    };
    let [hard_off, soft_off] = [&hard, &soft].map(|made| off(&made.bytes));
    assert!(soft_off * 2 < hard_off, "{soft_off} of {hard_off}");
    // A texture that nobody changed is not dithered again.
    let again = ImportOptions { dither: true, ..like(&soft.bytes) };
    let back = import("png", &export(&soft.bytes, "png"), &again).unwrap();
    assert_eq!(back.bytes, soft.bytes);
    let nothing = ImportOptions { dither: true, ..ImportOptions::default() };
    let made = import("png", &png, &nothing).unwrap();
    assert!(made.told[0].contains("nothing to dither"), "{:?}", made.told);
}

/// A triangle that wears a picture of some kind, as JSON with everything inside.
fn gltf_with(picture: &[u8], mime: &str, webp: bool) -> String {
    let corners: Vec<u8> = [0f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0]
        .into_iter()
        .flat_map(f32::to_le_bytes)
        .collect();
    let uri = |kind: &str, bytes: &[u8]| format!("data:{kind};base64,{}", base64(bytes));
    let texture = match webp {
        true => json!({"extensions": {"EXT_texture_webp": {"source": 0}}}),
        false => json!({"source": 0}),
    };
    json!({
        "asset": {"version": "2.0"},
        "extensionsUsed": ["EXT_texture_webp"],
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0, "name": "sign"}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "material": 0}]}],
        "materials": [{
            "name": "SIGN",
            "pbrMetallicRoughness": {"baseColorTexture": {"index": 0}},
        }],
        "textures": [texture],
        "images": [{"uri": uri(mime, picture)}],
        "accessors": [{
            "bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3",
            "min": [0, 0, 0], "max": [1, 0, 1],
        }],
        "bufferViews": [{"buffer": 0, "byteLength": 36}],
        "buffers": [{"byteLength": 36, "uri": uri("application/octet-stream", &corners)}],
    })
    .to_string()
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let group = |three: &[u8]| {
        let word = (0..3).fold(0u32, |word, at| {
            word << 8 | u32::from(three.get(at).copied().unwrap_or_default())
        });
        let letter = |at: usize| match at <= three.len() {
            true => char::from(LETTERS[(word >> (18 - 6 * at)) as usize & 63]),
            false => '=',
        };
        (0..4).map(letter).collect::<String>()
    };
    bytes.chunks(3).map(group).collect()
}

#[test]
fn pictures_inside_gltf_are_of_any_kind() {
    let image = Image::new(8, 8, vec![[200, 100, 50, 255]; 64]).unwrap();
    for (format, mime, webp) in [
        (ImageFormat::Jpeg, "image/jpeg", false),
        (ImageFormat::WebP, "image/webp", true),
        (ImageFormat::WebP, "image/webp", false),
    ] {
        let text = gltf_with(&saved(&image, format, false), mime, webp);
        let bytes = text.as_bytes();
        let source = Source { name: "sign.gltf", suffix: "gltf", bytes, beside: &|_| None };
        let options =
            ImportOptions { new_rows: true, new_textures: true, ..ImportOptions::default() };
        let made = ngi_convert::import(&kinds::MODEL, &source, &options).unwrap();
        let texture = made.entries.iter().find(|entry| entry.bytes.starts_with(b"Texm"));
        let shown = level(&texture.unwrap().bytes, 0);
        assert_eq!((shown.width(), shown.height()), (8, 8));
        let near =
            |pixel: &[u8; 4]| pixel.iter().zip([200, 100, 50, 255]).all(|(a, b)| a.abs_diff(b) < 4);
        assert!(shown.pixels().iter().all(near), "{mime}");
    }
}

/// An animated PNG of three frames; the picture itself is the first of them, or none.
fn animated_png(image: &Image, is_first_frame: bool) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, image.width(), image.height());
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_animated(3, 0).unwrap();
    encoder.set_sep_def_img(!is_first_frame).unwrap();
    let mut writer = encoder.write_header().unwrap();
    for _ in 0..if is_first_frame { 3 } else { 4 } {
        writer.write_image_data(image.bytes()).unwrap();
    }
    writer.finish().unwrap();
    bytes
}

/// An animated WebP whose frames are those of a still one.
fn animated_webp(still: &[u8], [width, height]: [u8; 2], frames: usize) -> Vec<u8> {
    let chunk = |name: &[u8; 4], body: &[u8]| {
        let size = u32::try_from(body.len()).unwrap().to_le_bytes();
        let pad = if body.len() % 2 == 1 { &[0][..] } else { &[] };
        [name, &size[..], body, pad].concat()
    };
    let (width, height) = (width - 1, height - 1);
    let mut body = b"WEBP".to_vec();
    body.extend(chunk(b"VP8X", &[0x12, 0, 0, 0, width, 0, 0, height, 0, 0]));
    body.extend(chunk(b"ANIM", &[0; 6]));
    let frame = [&[0, 0, 0, 0, 0, 0, width, 0, 0, height, 0, 0, 40, 0, 0, 2][..], &still[12..]];
    (0..frames).for_each(|_| body.extend(chunk(b"ANMF", &frame.concat())));
    chunk(b"RIFF", &body)
}

#[test]
fn frames_of_an_animation_are_reported_as_lost() {
    let image = picture(12, 8, true);
    let options = ImportOptions::default();
    for (is_first, told) in
        [(true, "animation: 2 more frames"), (false, "animation: 3 more frames")]
    {
        let made = import("png", &animated_png(&image, is_first), &options).unwrap();
        assert_eq!(made.lost, [told]);
        assert_eq!(level(&made.bytes, 0).pixels(), image.pixels());
    }
    let still = saved(&image, ImageFormat::WebP, true);
    assert_eq!(import("webp", &still, &options).unwrap().lost, [""; 0]);
    for (frames, lost) in [(1, None), (2, Some("animation: one more frame"))] {
        let made = import("webp", &animated_webp(&still, [12, 8], frames), &options).unwrap();
        assert_eq!(made.lost.first().map(String::as_str), lost);
        assert_eq!(level(&made.bytes, 0).pixels(), image.pixels());
    }
}
