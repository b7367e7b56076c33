//! `Material.lib`: every blend mode, every way time can run.

use ngi_formats::mat0::{
    Attributes, Key, LerpMask, MaterialBuf, Meta, Mode, Phase, TrackBuf, TrackWord,
};
use ngi_formats::nres::{Editor, NewEntry};
use ngi_formats::{FixedStr, Result};

use crate::scale::Scale;
use crate::textures;

/// attr1: opaque, uploaded as it is.
const PLAIN: u32 = 0;
/// attr1: a lit skin; its alpha is gloss and cuts nothing out.
const SKIN: u32 = 2;
/// attr1: blended by alpha.
const ALPHA: u32 = 4;
/// attr1: by alpha, on the second texture stage.
const STARS: u32 = 5;
/// attr1: added to what is there.
const GLOW: u32 = 8;
/// attr1: multiplied with what is there.
const DARKEN: u32 = 12;
/// attr1: multiplied twice.
const DOUBLE: u32 = 16;

/// Surface classes.
const GROUND: u8 = 0;
const ROCKY: u8 = 1;
const SANDY: u8 = 2;
const SNOWY: u8 = 3;
const OBJECT: u8 = 5;
const FOLIAGE: u8 = 6;
const LIQUID: u8 = 7;
const UNSET: u8 = 255;

/// A material as it is put together.
struct Recipe {
    name: &'static str,
    values: MaterialBuf,
}

impl Recipe {
    fn new(name: &'static str, flags: u32, class: u8) -> Self {
        let attributes = Attributes::new(flags, 6, 0);
        let meta = Meta { class, ..Meta::default() };
        let values = MaterialBuf { attributes, meta, ..MaterialBuf::default() };
        Self { name, values }
    }

    /// One phase more.
    fn phase(mut self, phase: Result<Phase>) -> Result<Self> {
        self.values.phases.push(phase?);
        Ok(self)
    }

    fn phases(mut self, phases: impl IntoIterator<Item = Result<Phase>>) -> Result<Self> {
        for phase in phases {
            self = self.phase(phase)?;
        }
        Ok(self)
    }

    /// A track that shows one phase.
    fn still(mut self, phase: u16) -> Self {
        let keys = vec![Key { phase, ..Key::default() }];
        self.values.tracks.push(TrackBuf { word: TrackWord(0), keys });
        self
    }

    /// A track through phases, each for so many milliseconds.
    fn track(mut self, mode: Mode, mask: u32, lengths: &[(u16, u16)]) -> Result<Self> {
        let track = TrackBuf::of_lengths(mode, LerpMask(mask), lengths.iter().copied())?;
        self.values.tracks.push(track);
        Ok(self)
    }

    /// What it does to who touches it.
    fn hurts(mut self, damage: u32) -> Self {
        self.values.meta.damage = damage;
        self
    }
}

/// A white phase of a texture.
fn plain(texture: &str) -> Result<Phase> {
    Ok(Phase { texture: FixedStr::new(texture.as_bytes())?, ..Phase::default() })
}

/// The same, shining.
fn shiny(texture: &str, specular: [u8; 3], power: u8) -> Result<Phase> {
    let [red, green, blue] = specular;
    Ok(Phase { specular: [red, green, blue, 100], power, ..plain(texture)? })
}

/// A phase that gives off light of its own and takes none.
fn glow(texture: &str, ambient: [u8; 3]) -> Result<Phase> {
    Ok(Phase { ambient, diffuse: [0, 0, 0, 100], ..plain(texture)? })
}

/// A cell of a sheet, glowing.
fn glow_cell(texture: &str, cell: i8, ambient: [u8; 3]) -> Result<Phase> {
    Ok(Phase { cell, ..glow(texture, ambient)? })
}

/// `Material.lib`. Larger games have a material for each texture more, and tinted ones.
pub fn library(scale: Scale) -> Result<Vec<u8>> {
    let mut editor = Editor::new();
    for Recipe { name, values } in small()? {
        let [attr1, attr2, attr3] = values.attributes.numbers();
        let entry = NewEntry::new(*b"MAT0", name)?.attributes(attr1, attr2, attr3);
        editor.add(entry, values.write()?)?;
    }
    let textures = textures::variants(scale);
    for number in 0..count(scale).saturating_sub(editor.len()) {
        let texture =
            textures.get(number % textures.len().max(1)).map_or("PANEL.0", String::as_str);
        let tint = u8::try_from(255 - number % 64).unwrap_or(255);
        let phase = Phase { diffuse: [tint, tint, 255, 100], ..plain(texture)? };
        let values = Recipe::new("", SKIN, OBJECT).phase(Ok(phase))?.still(0).values;
        let [attr1, attr2, attr3] = values.attributes.numbers();
        let entry = NewEntry::new(*b"MAT0", format!("V_{number:04}"))?;
        editor.add(entry.attributes(attr1, attr2, attr3), values.write()?)?;
    }
    editor.write()
}

/// The materials of the small game.
fn small() -> Result<Vec<Recipe>> {
    Ok([ground()?, skins()?, nature()?, effects()?, moving()?].into_iter().flatten().collect())
}

/// How many materials a game has.
pub fn count(scale: Scale) -> usize {
    scale.count(small().map_or(0, |all| all.len()), 905)
}

/// Ground: the second track shows the microtexture.
fn ground() -> Result<Vec<Recipe>> {
    let two = |name, class, texture: &str, grain: &str| {
        let recipe = Recipe::new(name, PLAIN, class).phases([plain(texture), plain(grain)])?;
        Ok::<_, ngi_formats::Error>(recipe.still(0).still(1))
    };
    let one = |name, class, texture: &str| {
        Ok::<_, ngi_formats::Error>(Recipe::new(name, PLAIN, class).phase(plain(texture))?.still(0))
    };
    let water: Vec<(u16, u16)> = (0..16).map(|cell| (cell, 80)).collect();
    let water_cell = |cell: i8| {
        let phase = shiny("WATER.0", [255, 255, 255], 5)?;
        Ok(Phase { cell, diffuse: [200, 220, 255, 100], ..phase })
    };
    Ok(vec![
        Recipe::new("DEFAULT", ALPHA, UNSET)
            .phase(Ok(Phase { diffuse: [0, 0, 0, 100], ..plain("DEFAULT.0")? }))?
            .still(0),
        one("B_S0", ROCKY, "CONCRETE.0")?,
        two("L_GRASS", GROUND, "GRASS.0", "GRASSM.0")?,
        two("L_ROCK", ROCKY, "ROCK.0", "ROCKM.0")?,
        two("L_CLIFF", ROCKY, "CLIFF.0", "ROCKM.0")?,
        two("L_SAND", SANDY, "SAND.0", "SANDM.0")?,
        two("L_SNOW", SNOWY, "SNOW.0", "SANDM.0")?,
        two("L_DIRT", GROUND, "DIRT.0", "GRASSM.0")?,
        two("L_ICE", SNOWY, "ICE.0", "SANDM.0")?,
        two("L_ASH", ROCKY, "ASH.0", "ROCKM.0")?,
        Recipe::new("WATER", PLAIN, LIQUID).phases((0..16).map(water_cell))?.track(
            Mode::LOOP,
            0,
            &water,
        )?,
        Recipe::new("WATER_ICY", PLAIN, LIQUID)
            .phases((0..16).map(|cell| {
                let water = water_cell(cell)?;
                Ok(Phase { diffuse: [176, 196, 214, 100], ..water })
            }))?
            .track(Mode::LOOP, 0, &(0..16).map(|cell| (cell, 130)).collect::<Vec<_>>())?,
        one("WATER_BOT", LIQUID, "LAKEBED.0")?.hurts(10_000),
        Recipe::new("ENV_LAVA", PLAIN, LIQUID)
            .phases([glow("LAVA.0", [255, 220, 200]), glow("LAVA.0", [160, 110, 90])])?
            .track(Mode::PING_PONG, 1, &[(0, 900), (1, 900)])?,
        one("ENV_LAVA_BOT", LIQUID, "LAVA.0")?.hurts(10_000),
    ])
}

/// Machines and buildings.
fn skins() -> Result<Vec<Recipe>> {
    let skin = |name, texture: &str, specular: u8, power: u8| {
        let phase = shiny(texture, [specular; 3], power);
        Ok::<_, ngi_formats::Error>(Recipe::new(name, SKIN, OBJECT).phase(phase)?.still(0))
    };
    Ok(vec![
        skin("M_PANEL", "PANEL.0", 110, 5)?,
        skin("M_HULL_O", "HULL_O.0", 110, 4)?,
        skin("M_HULL_D", "HULL_D.0", 100, 4)?,
        skin("M_HULL_W", "HULL_W.0", 130, 4)?,
        skin("M_BURNT", "BURNT.0", 30, 2)?.hurts(1000),
        skin("M_RUST", "RUST.0", 30, 2)?,
        skin("M_JOINT", "JOINT.0", 80, 5)?,
        skin("M_DOOR", "DOOR.0", 90, 3)?,
        skin("M_STRIPES", "STRIPES.0", 60, 3)?,
        skin("M_CONCRETE", "CONCRETE.0", 0, 0)?,
        skin("M_FLOOR", "FLOOR.0", 80, 3)?,
        Recipe::new("M_CONSOLE", SKIN, OBJECT).phase(glow("CONSOLE.0", [255; 3]))?.still(0),
        Recipe::new("M_GLASS", ALPHA, OBJECT)
            .phase(Ok(Phase { opacity: 80, ..shiny("GLASS.0", [255; 3], 6)? }))?
            .still(0),
        signs()?,
        Recipe::new("PORTAL_001", ALPHA, UNSET)
            .phase(Ok(Phase { diffuse: [0, 0, 0, 100], ..plain("DEFAULT.0")? }))?
            .still(0),
    ])
}

/// A sign that each clan sees its own way: one track per clan, one cell per track.
fn signs() -> Result<Recipe> {
    let cell = |cell: i8| Ok(Phase { cell, ..plain("SIGNS.0")? });
    let recipe = Recipe::new("B_SIGN_01", SKIN, OBJECT).phases((0..8).map(cell))?;
    Ok((0..8).fold(recipe, Recipe::still))
}

/// What grows, and what lies about.
fn nature() -> Result<Vec<Recipe>> {
    let still = |name, flags, class, texture: &str| {
        Ok::<_, ngi_formats::Error>(Recipe::new(name, flags, class).phase(plain(texture))?.still(0))
    };
    Ok(vec![
        still("S_BARK", SKIN, FOLIAGE, "BARK.0")?,
        still("S_BIRCH", SKIN, FOLIAGE, "BIRCH.0")?,
        still("S_LEAVES", ALPHA, FOLIAGE, "LEAVES.0")?,
        still("S_LEAVES_A", ALPHA, FOLIAGE, "LEAVES_A.0")?,
        still("S_NEEDLES", ALPHA, FOLIAGE, "NEEDLES.0")?,
        still("S_FERN", ALPHA, FOLIAGE, "FERN.0")?,
        still("S_STONE", SKIN, ROCKY, "STONE.0")?,
        still("S_STONE_R", SKIN, ROCKY, "STONE_R.0")?,
        still("S_MOSS", SKIN, GROUND, "MOSS.0")?,
        still("SKY_CLOUDS", ALPHA, UNSET, "CLOUDS.0")?,
        Recipe::new("ENV_STARS", STARS, UNSET).phase(glow("STARS.0", [255; 3]))?.still(0),
    ])
}

/// What effects draw with.
fn effects() -> Result<Vec<Recipe>> {
    let white = [255; 3];
    let frames = |cells: u16, ms: u16| (0..cells).map(|cell| (cell, ms)).collect::<Vec<_>>();
    let glowing = |name, flags, texture: &str, ambient| {
        let phase = glow(texture, ambient);
        Ok::<_, ngi_formats::Error>(Recipe::new(name, flags, UNSET).phase(phase)?.still(0))
    };
    Ok(vec![
        Recipe::new("FX_FIRE", ALPHA, UNSET)
            .phases((0..16).map(|cell| glow_cell("FIRE.0", cell, white)))?
            .track(Mode::ONCE, 0, &frames(16, 60))?,
        Recipe::new("FX_FLAME", GLOW, UNSET)
            .phases((0..8).map(|cell| glow_cell("FLAME.0", cell, white)))?
            .track(Mode::LOOP, 0, &frames(8, 70))?,
        Recipe::new("FX_SMOKE", ALPHA, UNSET)
            .phases((0..4).map(|cell| glow_cell("SMOKE.0", cell, [200, 196, 190])))?
            .track(Mode::RANDOM, 0, &frames(4, 250))?,
        Recipe::new("FX_BOLT", GLOW, UNSET)
            .phases((0..4).map(|cell| glow_cell("BOLT.0", cell, white)))?
            .track(Mode::RANDOM, 0, &frames(4, 50))?,
        glowing("FX_FLARE", GLOW, "FLARE.0", white)?,
        glowing("FX_FLARE_B", GLOW, "FLARE.0", [110, 170, 255])?,
        glowing("FX_FLASH", GLOW, "FLARE.0", [255, 210, 120])?,
        glowing("FX_MUZZLE", GLOW, "MUZZLE.0", white)?,
        glowing("FX_EMBER", PLAIN, "LAMP.0", [255, 140, 40])?,
        glowing("FX_RING", GLOW, "RING.0", white)?,
        glowing("FX_SPARK", GLOW, "SPARK.0", [255, 230, 160])?,
        glowing("FX_BEAM", GLOW, "BEAM.0", white)?,
        glowing("FX_DUST", GLOW, "DUST.0", [84, 76, 64])?,
        glowing("FX_SNOW", GLOW, "FLAKE.0", white)?,
        glowing("FX_RAIN", ALPHA, "DROP.0", white)?,
        glowing("SKY_SUN", GLOW, "SUN.0", white)?,
        glowing("SKY_MOON", GLOW, "MOON.0", white)?,
        glowing("FX_SCORCH", DARKEN, "SCORCH.0", white)?,
        glowing("FX_TINT", DOUBLE, "SCORCH.0", [200, 200, 200])?,
    ])
}

/// What shows how time can run and what can be blended: a case for each mode and mask.
fn moving() -> Result<Vec<Recipe>> {
    let tinted = |ambient: [u8; 3], diffuse: [u8; 3]| {
        let [red, green, blue] = diffuse;
        Ok(Phase { ambient, diffuse: [red, green, blue, 100], ..plain("PANEL.0")? })
    };
    let see_through =
        |opacity: u8| Ok(Phase { opacity, ..glow("SHIELD.0", [120 + opacity, 200, 255])? });
    Ok(vec![
        // A lamp that breathes.
        Recipe::new("M_LAMP", SKIN, OBJECT)
            .phases([glow("LAMP.0", [255; 3]), glow("LAMP.0", [176, 152, 120])])?
            .track(Mode::PING_PONG, 1, &[(0, 600), (1, 600)])?,
        // Metal that cools once and stays cold.
        Recipe::new("M_COOLING", SKIN, OBJECT)
            .phases([
                tinted([255, 120, 40], [255, 160, 120]),
                tinted([120, 20, 0], [200, 140, 120]),
                tinted([0, 0, 0], [150, 150, 150]),
            ])?
            .track(Mode::ONCE, 3, &[(0, 800), (1, 1600), (2, 400)])?,
        // Ambient, diffuse and specular together.
        Recipe::new("M_ALARM", SKIN, OBJECT)
            .phases([shiny("STRIPES.0", [255; 3], 6), tinted([90, 0, 0], [255, 90, 80])])?
            .track(Mode::LOOP, 7, &[(0, 500), (1, 500)])?,
        // A shield whose opacity comes and goes.
        Recipe::new("FX_SHIELD", GLOW, UNSET)
            .phases([see_through(100), see_through(60), see_through(20), see_through(0)])?
            .track(Mode::LOOP, 0x11, &[(0, 120), (1, 200), (2, 300), (3, 400)])?,
        // Two tracks: calm and alarmed.
        Recipe::new("M_BEACON", SKIN, OBJECT)
            .phases([
                glow("SNOW.0", [30, 220, 60]),
                glow("SNOW.0", [255, 30, 20]),
                glow("SNOW.0", [20, 0, 0]),
            ])?
            .still(0)
            .track(Mode::LOOP, 0, &[(1, 150), (2, 150)])?,
    ])
}
