//! Properties over random textures and random bytes.

use proptest::prelude::*;

use super::*;

/// A texture with any fields, its pixels there or cut, any bytes behind them.
fn any_texture() -> impl Strategy<Value = Vec<u8>> {
    let format = prop_oneof![
        4 => prop::sample::select(PixelFormat::KNOWN.to_vec()).prop_map(|format| format.0),
        1 => any::<u32>(),
    ];
    let tail = prop_oneof![
        Just(Vec::new()),
        prop::collection::vec(any::<[i16; 4]>(), 0..4).prop_map(|rects| raw_page(&rects)),
        prop::collection::vec(any::<u8>(), 0..20),
        Just(b"Page".to_vec()),
    ];
    (1u32..9, 1u32..9, 1u32..7, any::<[u32; 3]>(), format, tail, any::<u8>()).prop_map(
        |(width, height, levels, [a, b, c], format, tail, fill)| {
            let pixels = usize::try_from(chain_pixels(width, height, levels)).unwrap();
            let format = PixelFormat(format);
            let palette = if format.has_palette() { vec![fill; 1024] } else { Vec::new() };
            let size = pixels * format.bytes_per_pixel();
            let pixels: Vec<u8> =
                (0..size).map(|i| fill.wrapping_mul(i.to_le_bytes()[0])).collect();
            raw([width, height, levels, a, b, c, format.0], &[&palette, &pixels, &tail])
        },
    )
}

proptest! {
    #[test]
    fn what_reads_writes_back(bytes in any_texture(), cut in 0usize..3) {
        let bytes = &bytes[..bytes.len() - cut.min(bytes.len())];
        if let Ok(texture) = Texm::read(bytes) {
            prop_assert_eq!(texture.write(), bytes);
            let known = texture.format().is_known();
            prop_assert_eq!(texture.decode_levels(Some(&palette())).is_ok(), known);
        }
    }

    #[test]
    fn any_bytes_end_in_a_texture_or_an_error(
        header in any::<[u32; 7]>(),
        small in any::<[u8; 3]>(),
        rest in prop::collection::vec(any::<u8>(), 0..200),
    ) {
        for words in [header, [small[0].into(), small[1].into(), small[2].into(), 0, 0, 0, header[6]]] {
            let bytes = raw(words, &[&rest]);
            if let Ok(texture) = Texm::read(&bytes) {
                prop_assert_eq!(texture.write(), bytes.clone());
            }
            let mut findings = crate::Findings::new(crate::Mode::Strict, true);
            check(&bytes, &mut findings);
            prop_assert_eq!(findings.first_error().is_none(), Texm::read_strict(&bytes).is_ok());
        }
    }

    #[test]
    fn re_encoding_a_decoded_texture_gives_the_same_picture(
        seed in any::<u32>(),
        (width, height) in (1u32..20, 1u32..20),
        format in prop::sample::select(PixelFormat::KNOWN.to_vec()),
    ) {
        let mut options = Options::new(format);
        options.palette = format.is_indexed().then(palette);
        let external = palette();
        let first = Texm::encode(&noise(width, height, seed), &options).unwrap();
        let image = first.decode_level(0, Some(&external)).unwrap();
        let second = Texm::encode(&image, &options).unwrap();
        prop_assert_eq!(second.decode_level(0, Some(&external)).unwrap(), image);
        prop_assert_eq!(second.write(), first.write());
    }
}
