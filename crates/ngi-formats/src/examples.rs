//! The worked examples of `docs/formats` are what they say they are.

use crate::fxid::{Body, Effect, Settings, Span};
use crate::mat0::{Attributes, BlendMode, Material, Mode};
use crate::texm::{Rect, Texm};
use crate::wear::{Parser, Wear};

/// The bytes at the start of each line of the code block behind "A worked example".
fn example(page: &str) -> Vec<u8> {
    let (_, behind) = page.split_once("## A worked example").unwrap();
    let block = behind.split("```").nth(1).unwrap();
    let is_byte = |word: &&str| word.len() == 2 && u8::from_str_radix(word, 16).is_ok();
    block
        .lines()
        .skip(1) // what the block is
        .flat_map(|line| line.split_whitespace().take_while(is_byte))
        .map(|word| u8::from_str_radix(word, 16).unwrap())
        .collect()
}

#[test]
fn the_material() {
    let bytes = example(include_str!("../../../docs/formats/mat0.md"));
    let material = Material::read_strict(&bytes, Attributes::new(0, 6, 0)).unwrap();
    assert_eq!(material.meta().class, 5);
    assert_eq!(material.attributes().flags.blend(), BlendMode::OPAQUE);
    let phase = material.phase(0).unwrap();
    assert_eq!((phase.diffuse, phase.opacity, phase.cell), ([255, 255, 255, 100], 100, -1));
    assert!(phase.texture.is(b"WALL.0"));
    assert_eq!(material.track(0).unwrap().word.mode(), Mode::LOOP);
    assert_eq!(material.track(0).unwrap().key_count(), 1);
}

#[test]
fn the_effect() {
    let bytes = example(include_str!("../../../docs/formats/fxid.md"));
    let effect = Effect::read_strict(&bytes).unwrap();
    let header = effect.header();
    assert_eq!((header.duration_s, header.settings), (0.5, Settings::GUN_FIRE_3));
    let Body::Bolt(bolt) = effect.command(0).unwrap().decode().body else { panic!() };
    assert_eq!((bolt.most_pieces, bolt.width), (20, Span::constant(2.0)));
    assert_eq!((bolt.repeat_length, bolt.piece_length), (10.0, 50.0));
    assert_eq!(bolt.material.to_string(), "material.lib/LASER");
}

#[test]
fn the_texture() {
    let bytes = example(include_str!("../../../docs/formats/texm.md"));
    let texture = Texm::read_strict(&bytes).unwrap();
    let image = texture.decode_level(0, None).unwrap();
    assert_eq!(image.pixels(), [[255, 0, 0, 255], [0; 4]]);
    assert_eq!(texture.page().unwrap().rects, [Rect { x: 0, w: 2, y: 0, h: 1 }]);
}

#[test]
fn the_wear() {
    let page = include_str!("../../../docs/formats/wear.md");
    let text = page.split("```").nth(1).unwrap().strip_prefix("text\n").unwrap();
    for parser in [Parser::File, Parser::Buffer] {
        let wear = Wear::read(text.as_bytes(), parser).unwrap();
        assert_eq!(
            wear.rows().map(|row| row.name).collect::<Vec<_>>(),
            [b"WALL".as_slice(), b"DOOR_01"]
        );
        assert_eq!(wear.lightmaps().unwrap().len(), 1);
    }
}

#[test]
fn the_areal_map() {
    let bytes = example(include_str!("../../../docs/formats/arealmap.md"));
    let map = crate::arealmap::ArealMap::read_strict(&bytes, 1).unwrap();
    assert_eq!(map.areal(0).unwrap().corner(1), Some([4.0, 0.0, 0.0]));
    assert_eq!((map.across(), map.down(), map.cell(0, 1).unwrap().len()), (1, 2, 1));
    let mut findings = crate::Findings::new(crate::Mode::Strict, false);
    crate::arealmap::check_map(&map, &mut findings);
    let found: Vec<_> = findings.list().iter().map(|finding| finding.code.id).collect();
    assert_eq!(found, ["areal.tiling"], "a triangle is no square");
}

#[test]
fn the_list_of_buildings() {
    let page = include_str!("../../../docs/formats/builddat.md");
    let text = page.split("```").nth(1).unwrap().strip_prefix("text\n").unwrap();
    let list = crate::builddat::BuildDat::read_strict(text.as_bytes()).unwrap();
    assert_eq!(list.sections().map(|section| section.paths().len()).collect::<Vec<_>>(), [2, 1]);
    for category in &crate::builddat::CATEGORIES {
        assert!(page.contains(&format!("| `{}` | `{:#010x}` |", category.name, category.mask)));
    }
}
