use super::*;
use crate::{ErrorKind, Fault};

#[test]
fn reads_every_field() {
    let bytes = sample();
    let texture = Texm::read_strict(&bytes).unwrap();
    let header = Header {
        width: 4,
        height: 2,
        levels: 3,
        flags4: 32,
        flags5: TextureFlags(0),
        unk_0x18: 0,
        format: PixelFormat::RGB565,
    };
    assert_eq!(*texture.header(), header);
    let levels: Vec<_> = texture.levels().map(|l| (l.index, l.width, l.height, l.bytes)).collect();
    assert_eq!(
        levels,
        [(0, 4, 2, &bytes[32..48]), (1, 2, 1, &bytes[48..52]), (2, 1, 1, &bytes[52..54]),]
    );
    assert_eq!(
        texture.page().unwrap().rects,
        [Rect { x: 0, w: 2, y: 0, h: 2 }, Rect { x: 2, w: 2, y: 0, h: 1 }]
    );
    assert_eq!(texture.tail(), b"");
    assert!(texture.palette().is_none());
    assert!(texture.level(3).is_none());
    assert!(texture.level(u32::MAX).is_none());
    assert!(std::ptr::eq(texture.pixels().as_ptr(), &raw const bytes[32]));
}

/// One of everything: each format, service words, odd sides, tails.
fn kept() -> Vec<Vec<u8>> {
    let palette = palette();
    let some =
        |count: usize| (0..count).map(|i| u8::try_from(i % 251).unwrap()).collect::<Vec<_>>();
    vec![
        sample(),
        raw([1, 1, 1, 0, 0, 0, 8888], &[&[1, 2, 3, 4]]),
        raw([3, 5, 1, 7, 8, 9, 888], &[&some(60)]),
        raw([3, 5, 3, 7, 8, 9, 556], &[&some((15 + 2 + 1) * 2)]),
        raw([2, 2, 1, 0, 0xffff_ffff, 1, 4444], &[&some(8), &raw_page(&[])]),
        raw([2, 2, 2, 0, 0, 0, 88], &[&some(10), b"tail"]),
        raw([2, 2, 2, 0, 0, 0, 0], &[palette.bytes(), &some(5), &raw_page(&[[-1, -2, -3, -4]])]),
        raw([2, 2, 2, 0, 0, 0, 2], &[&some(5), &raw_page(&[[1; 4]]), &raw_page(&[[2; 4]])]),
        raw([2, 2, 9, 0, 0, 0, 1234], &[&some((4 + 8) * 4)]),
    ]
}

#[test]
fn untouched_textures_write_the_same_bytes() {
    for bytes in kept() {
        let texture = Texm::read(&bytes).unwrap();
        assert_eq!(texture.write(), bytes);
        assert_eq!(texture.clone().into_owned().write(), bytes);
        let parts = Texm::from_parts(
            *texture.header(),
            texture.palette().cloned(),
            texture.pixels(),
            texture.page().cloned(),
            texture.tail(),
        );
        assert_eq!(parts.unwrap(), texture);
    }
}

#[test]
fn every_truncation_within_pixels_or_page_is_an_error() {
    for bytes in kept() {
        let texture = Texm::read(&bytes).unwrap();
        let (core, page) = (texture.page_offset(), texture.page().map_or(0, Page::stored_size));
        for length in 0..bytes.len() {
            let read = Texm::read(&bytes[..length]);
            // Without its page or its tail a texture is whole; anything else is cut.
            let tail_start = core + page;
            let whole = length == core || length >= tail_start;
            let second_page = length > tail_start && texture.tail().starts_with(b"Page");
            if whole || second_page {
                assert_eq!(read.unwrap().write(), &bytes[..length]);
            } else {
                assert_eq!(read.unwrap_err().fault(), Fault::File, "{length} of {bytes:?}");
            }
        }
    }
}

#[test]
fn sizes_that_lie_are_errors_that_name_their_field() {
    let pixels = [0; 64];
    let cases: [([u32; 7], &str, Option<u64>); 12] = [
        ([0, 4, 1, 0, 0, 0, 565], "width", Some(4)),
        ([4, 0, 1, 0, 0, 0, 565], "height", Some(8)),
        ([0, 0, 0, 0, 0, 0, 565], "width", Some(4)),
        ([4, 4, 0, 0, 0, 0, 565], "levels", Some(12)),
        ([4, 4, u32::MAX, 0, 0, 0, 565], "pixels", Some(32)),
        ([1, 1, u32::MAX, 0, 0, 0, 0], "palette", Some(32)),
        ([u32::MAX, u32::MAX, 1, 0, 0, 0, 8888], "pixels", Some(32)),
        ([u32::MAX, u32::MAX, u32::MAX, 0, 0, 0, 8888], "pixels", Some(32)),
        ([0x8000_0000, 0x8000_0000, 32, 0, 0, 0, 565], "pixels", Some(32)),
        ([0x1_0000, 0x1_0000, 1, 0, 0, 0, 2], "pixels", Some(32)),
        ([5, 7, 1, 0, 0, 0, 565], "pixels", Some(32)),
        ([4, 4, 1, 0, 0, 0, 0], "palette", Some(32)),
    ];
    for (words, field, offset) in cases {
        let error = Texm::read(&raw(words, &[&pixels])).unwrap_err();
        assert_eq!((error.field.as_ref(), error.offset), (field, offset), "{error}");
        assert_eq!(error.fault(), Fault::File);
    }
    let error = Texm::read(b"texm but not really, 32 bytes of it").unwrap_err();
    assert_eq!((error.field.as_ref(), error.offset), ("", Some(0)));
}

#[test]
fn page_counts_that_lie_are_errors() {
    for count in [3, 4, 0x2000_0000, u32::MAX] {
        let mut bytes = sample();
        bytes[58..62].copy_from_slice(&count.to_le_bytes());
        let error = Texm::read(&bytes).unwrap_err();
        assert_eq!((error.field.as_ref(), error.offset), ("page", Some(62)));
        assert!(matches!(error.kind, ErrorKind::Truncated { .. }));
    }
}

#[test]
fn parts_that_do_not_belong_together_are_refused() {
    let bytes = sample();
    let texture = Texm::read(&bytes).unwrap();
    let header = *texture.header();
    let make = |header, palette, pixels: &[u8], page, tail: &[u8]| {
        Texm::from_parts(header, palette, pixels.to_vec(), page, tail.to_vec())
            .map_err(|error| (error.fault(), error.field.into_owned()))
    };
    let refused = |field: &str| Err((Fault::Caller, field.to_owned()));
    let pixels = texture.pixels();
    assert!(make(header, None, pixels, None, b"").is_ok());
    assert_eq!(make(header, None, &pixels[1..], None, b""), refused("pixels"));
    assert_eq!(make(header, Some(palette()), pixels, None, b""), refused("palette"));
    assert_eq!(make(Header { levels: 0, ..header }, None, b"", None, b""), refused("levels"));
    assert_eq!(make(Header { width: 0, ..header }, None, b"", None, b""), refused("width"));
    // Would read back as a page.
    for tail in [b"Page".as_slice(), b"Pa", b"Page\0\0\0\0"] {
        assert_eq!(make(header, None, pixels, None, tail), refused("tail"));
        assert!(make(header, None, pixels, Some(Page::default()), tail).is_ok());
    }
}

#[test]
fn a_format_nobody_knows_is_kept_but_not_decoded() {
    let bytes = raw([1, 1, 1, 0, 0, 0, 777], &[&[1, 2, 3, 4]]);
    let texture = Texm::read(&bytes).unwrap();
    assert_eq!(texture.write(), bytes);
    let error = texture.decode_level(0, None).unwrap_err();
    assert!(matches!(error.kind, ErrorKind::Unsupported(_)), "{error}");
    assert!(texture.has_plain_levels(None).is_err());
}

#[test]
fn flags_have_names() {
    let flags = TextureFlags(0x0780_0000);
    assert_eq!(flags.names().collect::<Vec<_>>(), ["lightmap", "font", "fade", "exported"]);
    assert!(TextureFlags(0).has_alpha_surface(PixelFormat::ARGB4444));
    assert!(TextureFlags(0).has_alpha_surface(PixelFormat::ARGB8888));
    assert!(!TextureFlags(0).has_alpha_surface(PixelFormat::AL88));
    assert!(TextureFlags::FONT.has_alpha_surface(PixelFormat::PALETTED));
    assert!(TextureFlags::FADE.has_alpha_surface(PixelFormat::RGB565));
}
