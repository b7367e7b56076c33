//! `Textures.lib`, `LightMap.lib` and `palettes.lib`.
//!
//! Every pixel format is there: skins with gloss in their alpha, leaves with a cut-out, sheets of
//! cells for what moves, ground with its microtextures, palettes of their own and from the bank.

mod ground;
mod lights;
mod metal;
mod nature;

use ngi_formats::Result;
use ngi_formats::nres::{Editor, NewEntry};
use ngi_formats::pal::{Palette, PaletteFile, Table};
use ngi_formats::texm::{Image, Levels, Options, Page, PixelFormat, Rect, Texm, TextureFlags};
use rayon::prelude::*;

use crate::paint::maths::{byte, smooth};
use crate::paint::{opaque, paint, ramp};
use crate::scale::Scale;

/// How a texture is stored.
#[derive(Clone, Copy)]
enum Store {
    /// All levels of a format.
    Mipped(PixelFormat),
    /// One level of a format.
    Single(PixelFormat),
    /// One level, cut into cells: so many across and down.
    Cells(PixelFormat, u8, u8),
    /// Format 2: its colours come from the bank's palette of this letter.
    Font,
    /// Format 0 with the colours of the bank's palette.
    Fade,
}

use Store::{Cells, Mipped, Single};

type Painter = Box<dyn Fn(u32) -> Result<Image> + Send + Sync>;

/// A texture: its name, how it is stored and painted.
struct Plan {
    name: &'static str,
    store: Store,
    painter: Painter,
}

fn plan(
    name: &'static str,
    store: Store,
    painter: impl Fn(u32) -> Result<Image> + Send + Sync + 'static,
) -> Plan {
    Plan { name, store, painter: Box::new(painter) }
}

/// Tones of leaves: shade, body, light, veins.
const SUMMER: [u32; 4] = [0x1c_3a12, 0x36_6420, 0x5c_8c30, 0x9c_bc58];
const AUTUMN: [u32; 4] = [0x5a_2408, 0xa0_4a10, 0xd0_8420, 0xec_c050];
/// Tones of stone from dark to light.
const GREY: [u32; 4] = [0x30_3032, 0x58_5856, 0x84_827c, 0xaa_a69c];
const RED: [u32; 4] = [0x3c_241c, 0x70_4632, 0x9c_6a4a, 0xbe_9070];
/// Paint of machines: base and two spots.
const OLIVE: [u32; 3] = [0x5c_6238, 0x7c_7448, 0x36_3c26];
const DESERT: [u32; 3] = [0xb0_9468, 0x8c_7448, 0xc8_b48c];
const WINTER: [u32; 3] = [0xc4_ccd2, 0x8e_9aa6, 0x5c_6874];

fn plans() -> Vec<Plan> {
    let mut all = ground_plans();
    all.extend(object_plans());
    all.extend(effect_plans());
    all
}

fn ground_plans() -> Vec<Plan> {
    // 256 colours are enough for ground, and need half the space.
    let few = Mipped(PixelFormat::PALETTED);
    vec![
        plan("GRASS.0", few, ground::grass),
        plan("GRASSM.0", few, |seed| ground::grain(seed, 12, 0.2)),
        plan("ROCK.0", few, ground::rock),
        plan("ROCKM.0", few, |seed| ground::grain(seed, 6, 0.26)),
        plan("CLIFF.0", few, ground::cliff),
        plan("SAND.0", few, ground::sand),
        plan("SANDM.0", few, |seed| ground::grain(seed, 20, 0.14)),
        plan("SNOW.0", few, ground::snow),
        plan("DIRT.0", few, ground::dirt),
        plan("ICE.0", few, ground::ice),
        plan("ASH.0", few, ground::ash),
        plan("LAVA.0", Mipped(PixelFormat::RGB565), ground::lava),
        plan("LAKEBED.0", Mipped(PixelFormat::RGB565), ground::lake_bed),
    ]
}

fn object_plans() -> Vec<Plan> {
    let (gloss, plain) = (Mipped(PixelFormat::ARGB8888), Mipped(PixelFormat::RGB888));
    let (cut_out, few) = (Mipped(PixelFormat::ARGB4444), Mipped(PixelFormat::PALETTED));
    vec![
        plan("PANEL.0", gloss, metal::panels),
        plan("BURNT.0", gloss, metal::burnt),
        plan("HULL_O.0", gloss, |seed| metal::hull(seed, OLIVE)),
        plan("HULL_D.0", gloss, |seed| metal::hull(seed, DESERT)),
        plan("HULL_W.0", gloss, |seed| metal::hull(seed, WINTER)),
        plan("RUST.0", gloss, metal::rust),
        plan("JOINT.0", gloss, metal::machinery),
        plan("GLASS.0", gloss, metal::glass),
        plan("DOOR.0", gloss, metal::door),
        plan("STRIPES.0", plain, metal::stripes),
        plan("CONCRETE.0", few, metal::concrete),
        plan("FLOOR.0", plain, metal::chequer),
        plan("CONSOLE.0", plain, metal::console),
        plan("BARK.0", Mipped(PixelFormat::RGB565), nature::bark),
        plan("BIRCH.0", Mipped(PixelFormat::RGB565), nature::birch),
        plan("LEAVES.0", cut_out, |seed| nature::leaves(seed, SUMMER)),
        plan("LEAVES_A.0", cut_out, |seed| nature::leaves(seed, AUTUMN)),
        plan("NEEDLES.0", cut_out, nature::needles),
        plan("FERN.0", cut_out, nature::fern),
        plan("STONE.0", few, |seed| nature::granite(seed, GREY)),
        plan("STONE_R.0", few, |seed| nature::granite(seed, RED)),
        plan("MOSS.0", few, nature::moss),
        plan("LAMP.0", Mipped(PixelFormat::RGB565), |_| lights::lamp()),
    ]
}

fn effect_plans() -> Vec<Plan> {
    let (full, short) = (PixelFormat::ARGB8888, PixelFormat::ARGB4444);
    vec![
        plan("DEFAULT.0", Single(PixelFormat::RGB565), |_| opaque(16, |_, _| [0.0; 3])),
        plan("FIRE.0", Cells(full, 4, 4), lights::explosion),
        plan("FLAME.0", Cells(full, 4, 2), lights::flame),
        plan("SMOKE.0", Cells(full, 2, 2), lights::smoke),
        plan("FLARE.0", Single(full), lights::flare),
        plan("RING.0", Single(full), lights::ring),
        plan("SHIELD.0", Single(full), lights::shield),
        plan("BOLT.0", Cells(short, 1, 4), lights::bolt),
        plan("BEAM.0", Single(short), lights::beam),
        plan("MUZZLE.0", Single(full), lights::muzzle),
        plan("SPARK.0", Single(PixelFormat::AL88), lights::spark),
        plan("DUST.0", Mipped(PixelFormat::RGB556), lights::dust),
        plan("WATER.0", Cells(PixelFormat::RGB888, 4, 4), lights::water),
        plan("SIGNS.0", Cells(PixelFormat::RGB565, 4, 2), lights::signs),
        plan("CLOUDS.0", Single(full), lights::cloud_cover),
        plan("STARS.0", Single(PixelFormat::PALETTED), lights::stars),
        plan("SCORCH.0", Mipped(PixelFormat::RGB565), lights::scorch),
        plan("SUN.0", Single(full), lights::sun),
        plan("MOON.0", Single(full), lights::moon),
        plan("FLAKE.0", Single(short), lights::flake),
        plan("DROP.0", Single(short), lights::drop),
        plan("GLYPHS.A", Store::Font, |_| glyphs()),
        plan("FADE.B1", Store::Fade, |_| {
            opaque(64, |u, v| ramp(&FADE, (u * 0.5 + v * 0.5).clamp(0.0, 1.0)))
        }),
    ]
}

/// Colours of `A.PAL`: amber on black, for fonts.
const AMBER: [u32; 3] = [0x00_0000, 0xb8_6810, 0xff_e8a0];
/// Colours of `B1.PAL`: night to day.
const FADE: [u32; 5] = [0x04_0410, 0x28_1848, 0x90_3850, 0xf0_9850, 0xff_f8e0];

fn palette(colours: &[u32]) -> Palette {
    Palette::from_colours((0..=255u8).map(|index| {
        let [red, green, blue] = ramp(colours, f32::from(index) / 255.0).map(byte);
        [red, green, blue, 255]
    }))
}

/// The ten digits and a few signs in a row, as brightness.
fn glyphs() -> Result<Image> {
    const DIGITS: [[u8; 5]; 10] = [
        [7, 5, 5, 5, 7],
        [2, 6, 2, 2, 7],
        [7, 1, 7, 4, 7],
        [7, 1, 3, 1, 7],
        [5, 5, 7, 1, 1],
        [7, 4, 7, 1, 7],
        [7, 4, 7, 5, 7],
        [7, 1, 2, 2, 2],
        [7, 5, 7, 5, 7],
        [7, 5, 7, 1, 7],
    ];
    paint(128, 16, |u, v| {
        let (x, y) = (u * 12.8, v * 2.0 - 0.3);
        let digit = usize::try_from(crate::paint::maths::floor(x)).unwrap_or(0);
        let column = u32::try_from(crate::paint::maths::floor((x - x.floor()) * 4.0)).unwrap_or(9);
        let row = usize::try_from(crate::paint::maths::floor(y * 3.6)).unwrap_or(9);
        let bits = DIGITS.get(digit).and_then(|rows| rows.get(row)).copied().unwrap_or(0);
        let lit = column < 3 && y >= 0.0 && bits >> (2 - column) & 1 == 1;
        (ramp(&AMBER, if lit { smooth(-1.5, 0.6, y) } else { 0.0 }), 1.0)
    })
}

fn encode(store: Store, image: &Image) -> Result<Vec<u8>> {
    let mut options = match store {
        Mipped(format) | Single(format) | Cells(format, ..) => Options::new(format),
        Store::Font => Options {
            palette: Some(palette(&AMBER)),
            flags5: TextureFlags::FONT,
            ..Options::new(PixelFormat::EXTERNAL_PALETTE)
        },
        Store::Fade => Options {
            palette: Some(palette(&FADE)),
            flags5: TextureFlags::FADE,
            ..Options::new(PixelFormat::PALETTED)
        },
    };
    if !matches!(store, Mipped(_)) {
        options.levels = Levels::Count(1);
    }
    if let Cells(_, across, down) = store {
        options.page = Some(page(image, across, down));
    }
    Ok(Texm::encode(image, &options)?.write())
}

/// Cells of one size, row by row.
fn page(image: &Image, across: u8, down: u8) -> Page {
    let side = |whole: u32, parts: u8| i16::try_from(whole / u32::from(parts.max(1))).unwrap_or(0);
    let (w, h) = (side(image.width(), across), side(image.height(), down));
    let rows = (0..i16::from(down)).flat_map(|row| (0..i16::from(across)).map(move |x| (x, row)));
    Page { rects: rows.map(|(x, y)| Rect { x: x * w, w, y: y * h, h }).collect() }
}

/// `Textures.lib`. Larger games have more textures of the same kinds: `V001_ROCK.0`.
pub fn library(scale: Scale) -> Result<Vec<u8>> {
    let plans = plans();
    let wanted: Vec<usize> = (0..count(scale)).collect();
    let painted: Vec<Result<Vec<u8>>> = wanted
        .par_iter()
        .map(|&index| {
            let Some(plan) = plans.get(index % plans.len()) else { return Ok(Vec::new()) };
            let seed = u32::try_from(index * 1000 + 17).unwrap_or(0);
            encode(plan.store, &(plan.painter)(seed)?)
        })
        .collect();
    let mut editor = Editor::new();
    for (index, bytes) in wanted.into_iter().zip(painted) {
        editor.add(texture_entry(&name(&plans, index))?, bytes?)?;
    }
    editor.write()
}

/// How many textures a game has.
pub fn count(scale: Scale) -> usize {
    scale.count(plans().len(), 393)
}

/// What a texture is called: the first of each kind has a plain name.
fn name(plans: &[Plan], index: usize) -> String {
    let plain = plans.get(index % plans.len()).map_or("", |plan| plan.name);
    match index / plans.len() {
        0 => plain.to_owned(),
        variant => format!("V{variant:02}_{}", plain.get(..plain.len().min(11)).unwrap_or(plain)),
    }
}

/// Names of the textures that larger games have besides.
pub fn variants(scale: Scale) -> Vec<String> {
    let plans = plans();
    (plans.len()..count(scale)).map(|index| name(&plans, index)).collect()
}

/// A texture's place in its library. Attributes 0, 0, 1 are a guess: no document states them.
fn texture_entry(name: &str) -> Result<NewEntry> {
    Ok(NewEntry::new(*b"Texm", name)?.attributes(0, 0, 1))
}

/// How many lightmaps a game has.
pub fn lightmap_count(scale: Scale) -> usize {
    scale.count(1, 25)
}

/// The name of the lightmap of a building.
pub fn lightmap_name(number: u32) -> String {
    format!("F_BUNKER_{number:02}.0")
}

/// `LightMap.lib`: one page per building, 565 and one level, as the game has them.
pub fn lightmaps(scale: Scale) -> Result<Vec<u8>> {
    let mut editor = Editor::new();
    let options = Options {
        levels: Levels::Count(1),
        flags5: TextureFlags::LIGHTMAP,
        ..Options::new(PixelFormat::RGB565)
    };
    let bytes = Texm::encode(&lights::lightmap(5)?, &options)?.write();
    for number in (1..).take(lightmap_count(scale)) {
        editor.add(texture_entry(&lightmap_name(number))?, bytes.clone())?;
    }
    editor.write()
}

/// `palettes.lib`: the palettes that names of textures ask for, and a grey one.
pub fn palettes() -> Result<Vec<u8>> {
    let mut editor = Editor::new();
    let grey = [0x00_0000, 0xff_ffff];
    for (name, colours) in
        [("A.PAL", AMBER.as_slice()), ("B1.PAL", FADE.as_slice()), ("Z9.PAL", &grey)]
    {
        let palette = palette(colours);
        let table = Some(Table::half_way(&palette));
        let file = PaletteFile { palette, table, tail: Vec::new() };
        editor.add(NewEntry::new(*b"PALT", name)?.attributes(0, 0, 1), file.write())?;
    }
    editor.write()
}
