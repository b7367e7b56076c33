//! Vectors worked out by hand, and every codec against a straightforward one.

use proptest::prelude::*;

use super::{Ending, deflate, lzhuf, lzss, pack, unpack, verify, xor};
use ngi_testing::codecs as support;

use crate::rsli::Method;

/// LZSS streams and what they mean. The first ring position is 0xFEE.
const LZSS: &[(&[u8], &[u8])] = &[
    (b"", b""),
    (b"\x01A", b"A"),
    (b"\x07abc", b"abc"),
    // A literal, then three more bytes from where it went.
    (b"\x01A\xee\xf0", b"AAAA"),
    // Eight literals, then a copy of 5 bytes from 0xFF0 under the next flag byte.
    (b"\xffabcdefgh\x00\xf0\xf2", b"abcdefghcdefg"),
    // A copy from a ring nobody has written to yet: spaces. Index 0x123, length 18.
    (b"\x00\x23\x1f", b"                  "),
    // The place that is about to be written still holds its old byte, a space.
    (b"\x03AB\xf0\xf0", b"AB   "),
    // 0xFEC and 0xFED hold spaces, 0xFEE and 0xFEF the two letters, 0xFF0 the first byte copied.
    (b"\x03AB\xec\xf2", b"AB  AB "),
];

#[test]
fn lzss_by_hand() {
    for (packed, plain) in LZSS {
        let packed = *packed;
        let shown = String::from_utf8_lossy(plain);
        assert_eq!(lzss::decode(packed, plain.len()).unwrap(), *plain, "{shown}");
        assert_eq!(lzss::measure(packed), Ok(plain.len() as u64), "{shown}");
        if !plain.is_empty() {
            assert_eq!(support::lzss(packed, plain.len()), *plain, "{shown}");
        }
    }
    assert_eq!(lzss::encode(b"AAAA"), b"\x01A\xee\xf0");
    assert_eq!(lzss::encode(&[b' '; 18]), b"\x00\xed\xff");
    assert_eq!(lzss::encode(b""), b"");
}

#[test]
fn lzss_streams_that_do_not_end_right() {
    for (packed, size) in [
        (b"\x01A\xee\xf0".as_slice(), 3), // the copy runs past the end
        (b"\x01A\xee\xf0", 5),            // too little
        (b"\x01A\xee", 4),                // cut in a copy
        (b"\x01A\xee\xf0\x00", 4),        // an item more
        (b"\x01", 0),                     // flags for nothing
        (b"\x01", 1),
        (b"", 1),
        (b"\x01A", usize::MAX), // cannot be
    ] {
        assert!(lzss::decode(packed, size).is_err(), "{packed:02x?} {size}");
        assert!(lzss::verify(packed, size as u64).is_err(), "{packed:02x?} {size}");
    }
}

/// LZHUF streams and what they mean, from walking the first trees on paper.
///
/// At first every symbol has count 1: leaf `s` is node `s`, nodes `2k` and `2k + 1` hang below
/// node `314 + k`, and the bit is 1 for the odd one. `A` (65) hangs below 346, 487, 557, 592, 610,
/// 619, 623, 625, 626: read from the root that is 1 1 1 0 0 1 1 0 1. Counting it moves it to
/// node 313, below 470, 549, 588, 608, 618, 623, 625, 626: 1 1 0 0 0 1 0 1. Symbol 256 hangs
/// below 442, 535, 581, 604, 616, 622, 625, 626: 1 0 0 0 1 1 0 0.
const LZHUF: &[(&[u8], &[u8])] = &[
    (b"", b""),
    // 11100110 1
    (b"\xe6\x80", b"A"),
    // 11100110 1 1100010 1
    (b"\xe6\xe2\x80", b"AA"),
    // Symbol 256, then position 0: 10001100 000 00000 0
    (b"\x8c\x00\x00", b"   "),
    // The same three spaces from position 0xFFF: the high 6 bits 63 are 11111111, then 111111.
    (b"\x8c\xff\xfc", b"   "),
];

#[test]
fn lzhuf_by_hand() {
    for (packed, plain) in LZHUF {
        assert_eq!(lzhuf::decode(packed, plain.len()).unwrap(), *plain);
        assert_eq!(support::Lzhuf::decode(packed, plain.len()), *plain);
        assert_eq!(lzhuf::verify(packed, plain.len() as u64), Ok(()));
    }
    assert_eq!(lzhuf::encode(b"A"), b"\xe6\x80");
    assert_eq!(lzhuf::encode(b"AA"), b"\xe6\xe2\x80");
    assert_eq!(lzhuf::encode(b"   "), b"\x8c\x00\x00");
    assert_eq!(lzhuf::encode(b""), b"");
}

#[test]
fn lzhuf_streams_that_do_not_end_right() {
    for (packed, size) in [
        (b"\xe6\x80".as_slice(), 0),
        (b"\xe6", 1),
        (b"\xe6\x80\x00", 1), // more than seven bits left
        (b"\x8c\x00\x00", 2), // the copy runs past the end
        (b"\x8c\x00", 3),     // cut in a position
        (b"", 1),
        (b"\x8c\x00\x00", usize::MAX),
    ] {
        assert!(lzhuf::decode(packed, size).is_err(), "{packed:02x?} {size}");
        assert!(lzhuf::verify(packed, size as u64).is_err(), "{packed:02x?} {size}");
    }
}

/// Deflate streams (RFC 1951) and what they mean.
const DEFLATE: &[(&[u8], &[u8])] = &[
    // A final block of fixed codes with nothing in it: 1 10 0000000
    (b"\x03\x00", b""),
    // `a` is 0x30 + 0x61 = 10010001 among the fixed codes: 1 10 10010001 0000000
    (b"\x4b\x04\x00", b"a"),
    // Stored: final, length 3, its complement.
    (b"\x01\x03\x00\xfc\xffabc", b"abc"),
    // Two stored blocks.
    (b"\x00\x01\x00\xfe\xffa\x01\x02\x00\xfd\xffbc", b"abc"),
    // A stored block, then one of fixed codes.
    (b"\x00\x01\x00\xfe\xffa\x4b\x04\x00", b"aa"),
    // An empty stored block.
    (b"\x01\x00\x00\xff\xff", b""),
];

#[test]
fn deflate_by_hand() {
    for (packed, plain) in DEFLATE {
        assert_eq!(deflate::decode(packed, plain.len()).unwrap(), *plain, "{packed:02x?}");
        assert_eq!(deflate::verify(packed, plain.len() as u64), Ok(packed.len()), "{packed:02x?}");
        for size in [plain.len() + 1, plain.len().wrapping_sub(1)] {
            assert!(deflate::decode(packed, size).is_err(), "{packed:02x?} {size}");
            assert!(deflate::verify(packed, size as u64).is_err(), "{packed:02x?} {size}");
        }
        let longer = [packed, b"!".as_slice()].concat();
        assert!(deflate::decode(&longer, plain.len()).is_err());
        assert_eq!(
            deflate::decode_prefix(&longer, plain.len()).unwrap(),
            (plain.to_vec(), packed.len())
        );
        assert_eq!(verify(Method::DEFLATE, 0, &longer, plain.len() as u64), Ok(Ending::SpareByte));
        let much_longer = [packed, b"!!".as_slice()].concat();
        assert!(unpack(Method::DEFLATE, 0, &much_longer, plain.len()).is_err());
        assert!(verify(Method::DEFLATE, 0, &much_longer, plain.len() as u64).is_err());
    }
    assert_eq!(deflate::encode(b""), b"\x03\x00");
}

/// Data of many kinds: noise, text, long runs, and mixtures that reach across the window.
fn plain_data() -> impl Strategy<Value = Vec<u8>> {
    let runs = prop::collection::vec((any::<u8>(), 1usize..200), 0..40).prop_map(|runs| {
        runs.into_iter().flat_map(|(byte, count)| vec![byte; count]).collect::<Vec<u8>>()
    });
    let far = (any::<u64>(), 0usize..6000).prop_map(|(seed, gap)| {
        let mut random = support::Random(seed | 1);
        let mut noise = |count| (0..count).map(|_| random.next() as u8).collect::<Vec<u8>>();
        let head = noise(50);
        [head.clone(), noise(gap), head].concat()
    });
    prop_oneof![
        prop::collection::vec(any::<u8>(), 0..2000),
        prop::collection::vec(b' '..b'%', 0..9000),
        runs,
        far,
        (0usize..9000).prop_map(support::text),
        (0usize..9000).prop_map(support::texture),
        (0usize..9000).prop_map(support::literals),
    ]
}

#[test]
fn long_data_survives_every_method() {
    // Long enough for LZHUF to halve its counts several times and for LZSS to refill its bench.
    for plain in [
        support::text(150_000),
        support::texture(100_000),
        support::noise(50_000),
        support::literals(100_000),
    ] {
        let size = plain.len();
        let packed = lzss::encode(&plain);
        assert!(lzss::decode(&packed, size).unwrap() == plain);
        assert!(support::lzss(&packed, size) == plain);
        assert_eq!(lzss::measure(&packed), Ok(size as u64));
        let packed = lzhuf::encode(&plain);
        assert!(lzhuf::decode(&packed, size).unwrap() == plain);
        assert!(support::Lzhuf::decode(&packed, size) == plain);
        assert_eq!(lzhuf::verify(&packed, size as u64), Ok(()));
        let packed = deflate::encode(&plain);
        assert!(deflate::decode(&packed, size).unwrap() == plain);
        assert!(miniz_oxide::inflate::decompress_to_vec(&packed).unwrap() == plain);
        assert_eq!(deflate::verify(&packed, size as u64), Ok(packed.len()));
    }
}

#[test]
fn a_run_of_zeros_packs_tightly() {
    let zeros = vec![0; 1 << 20];
    assert!(lzss::longest_output(lzss::encode(&zeros).len()) >= zeros.len());
    assert!(lzss::encode(&zeros).len() < zeros.len() / 8);
    assert!(lzhuf::encode(&zeros).len() < zeros.len() / 40);
    assert!(deflate::encode(&zeros).len() < zeros.len() / 1000);
    for (method, _) in Method::ALL {
        let packed = pack(method, zeros.as_slice()).unwrap();
        assert!(unpack(method, 0, &packed, zeros.len()).unwrap() == zeros, "{method}");
    }
}

proptest! {
    #[test]
    fn every_method_gives_back_what_it_got(plain in plain_data(), key: u16) {
        for (method, _) in Method::ALL {
            let mut packed = pack(method, plain.as_slice()).unwrap().into_owned();
            prop_assert_eq!(&packed, &*pack(method, plain.as_slice()).unwrap());
            if method.is_enciphered() {
                xor::apply(key, &mut packed);
            }
            let size = plain.len();
            prop_assert_eq!(&unpack(method, key, &packed, size).unwrap(), &plain, "{}", method);
            prop_assert_eq!(verify(method, key, &packed, size as u64), Ok(Ending::Exact));
            // LZHUF has no end mark, and a symbol may fit in the bits it leaves over.
            if matches!(method, Method::LZHUF | Method::XOR_LZHUF) {
                continue;
            }
            for wrong in [size.wrapping_sub(1), size + 1] {
                prop_assert!(unpack(method, key, &packed, wrong).is_err(), "{}", method);
                prop_assert!(verify(method, key, &packed, wrong as u64).is_err(), "{}", method);
            }
        }
    }

    #[test]
    fn fast_decoders_agree_with_straightforward_ones(plain in plain_data()) {
        prop_assert_eq!(&support::lzss(&lzss::encode(&plain), plain.len()), &plain);
        prop_assert_eq!(&support::Lzhuf::decode(&lzhuf::encode(&plain), plain.len()), &plain);
        let packed = deflate::encode(&plain);
        prop_assert_eq!(&miniz_oxide::inflate::decompress_to_vec(&packed).unwrap(), &plain);
        let theirs = miniz_oxide::deflate::compress_to_vec(&plain, 6);
        prop_assert_eq!(&deflate::decode(&theirs, plain.len()).unwrap(), &plain);
    }

    /// Any bytes are a stream to LZSS, up to where they end: what the fast decoder accepts, the
    /// straightforward one reads the same way.
    #[test]
    fn any_lzss_stream(packed in prop::collection::vec(any::<u8>(), 0..3000)) {
        if let Ok(size) = lzss::measure(&packed) {
            let size = usize::try_from(size).unwrap();
            prop_assert_eq!(lzss::decode(&packed, size).unwrap(), support::lzss(&packed, size));
        }
    }

    #[test]
    fn any_lzhuf_stream(packed in prop::collection::vec(any::<u8>(), 0..600), size in 0usize..9000) {
        let found = lzhuf::decode(&packed, size);
        prop_assert_eq!(found.is_ok(), lzhuf::verify(&packed, size as u64).is_ok());
        // A size the stream can fill: the textbook stops inside or after it just as well.
        let textbook = support::Lzhuf::decode(&packed, size);
        if let Ok(found) = found {
            prop_assert_eq!(found.as_slice(), &textbook[..size]);
        }
    }

    #[test]
    fn few_sizes_fit_a_stream(packed in prop::collection::vec(any::<u8>(), 1..16)) {
        // Only sizes that leave at most seven bits over can fit: eight at most.
        let sizes = 0..=lzhuf::longest_output(packed.len());
        let fitting = sizes.filter(|&size| lzhuf::decode(&packed, size).is_ok()).count();
        prop_assert!(fitting <= 8);
    }

    #[test]
    fn nothing_makes_a_decoder_panic(
        packed in prop::collection::vec(any::<u8>(), 0..400), size in 0usize..5000, key: u16,
    ) {
        for (method, _) in Method::ALL {
            let unpacked = unpack(method, key, &packed, size);
            let verified = verify(method, key, &packed, size as u64);
            prop_assert_eq!(unpacked.is_ok(), verified.is_ok(), "{}", method);
        }
    }

    #[test]
    fn every_truncation_is_an_error(plain in prop::collection::vec(b'a'..b'e', 1..200)) {
        for method in [Method::RAW, Method::LZSS, Method::LZHUF, Method::DEFLATE] {
            let packed = pack(method, plain.as_slice()).unwrap();
            for cut in 0..packed.len() {
                prop_assert!(unpack(method, 0, &packed[..cut], plain.len()).is_err());
                prop_assert!(verify(method, 0, &packed[..cut], plain.len() as u64).is_err());
            }
        }
    }

    /// No way to cut the data into items is shorter than the one the encoder picks: tried against
    /// the greedy way, which takes the longest match wherever there is one.
    #[test]
    fn lzss_is_no_longer_than_greedy(plain in prop::collection::vec(0u8..3, 0..400)) {
        let (mut at, mut bits) = (0, 0usize);
        while at < plain.len() {
            let longest = (1..=at.min(4078))
                .map(|distance| {
                    (0..18.min(plain.len() - at))
                        .take_while(|&i| plain[at + i] == plain[at - distance + i])
                        .count()
                })
                .max()
                .unwrap_or(0);
            (at, bits) = if longest >= 3 { (at + longest, bits + 17) } else { (at + 1, bits + 9) };
        }
        prop_assert!(lzss::encode(&plain).len() <= bits.div_ceil(8));
    }
}
