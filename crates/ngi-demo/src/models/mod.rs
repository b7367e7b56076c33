//! `static.rlb`, `bases.rlb`, `fortif.rlb` and others: what stands about, walks and is built.

mod arms;
mod bunker;
mod bunker_outside;
mod robot;
mod robot_walk;
pub mod shape;
mod stones;
mod trees;
mod works;

use ngi_formats::Result;
use ngi_formats::msh::Blueprint;
use ngi_formats::nres::{Editor, NewEntry};
use ngi_formats::wear;

use crate::textures;

/// A model and what it wears.
pub struct Dressed {
    pub stem: String,
    pub plan: Blueprint,
    pub materials: Vec<&'static str>,
    pub lightmaps: Vec<String>,
}

impl Dressed {
    fn new(plan: Blueprint, materials: &[&'static str]) -> Self {
        let stem = String::from_utf8_lossy(&plan.stem).into_owned();
        Self { stem, plan, materials: materials.to_vec(), lightmaps: Vec::new() }
    }
}

/// Trees and stones, by the family in the name.
pub fn scenery(stem: &str, number: u32) -> Result<Dressed> {
    let seed = number * 13 + 5;
    if stem.starts_with("s_stone") {
        stones::boulder(stem, seed - 7)
    } else if stem.starts_with("s_bush") {
        trees::fern(stem, seed)
    } else {
        match number % 3 {
            1 => trees::fir(stem, seed),
            2 => trees::broad(stem, seed, &["S_BARK", "S_LEAVES"]),
            _ => trees::broad(stem, seed, &["S_BIRCH", "S_LEAVES_A"]),
        }
    }
}

/// How the light and the heavy walker differ from the scout: in size, and in that of their hull.
const LIGHT: [[f32; 3]; 2] = [[0.8, 0.8, 0.84], [0.86, 1.12, 0.86]];
const HEAVY: [[f32; 3]; 2] = [[1.28; 3], [1.12, 1.2, 1.08]];

/// What walks.
pub fn walker(stem: &str, number: u32) -> Result<Dressed> {
    match stem {
        _ if stem.starts_with("r_hunter") => return robot::resized(stem, "M_HULL_D", LIGHT),
        _ if stem.starts_with("r_heavy") => return robot::resized(stem, "M_HULL_W", HEAVY),
        _ => {}
    }
    let skins = ["M_HULL_W", "M_HULL_O", "M_HULL_D"];
    let skin = usize::try_from(number % 3).ok().and_then(|at| skins.get(at)).unwrap_or(&"M_HULL_O");
    robot::walker(stem, skin)
}

pub use arms::{gun, turret};
pub use robot::rows as walker_rows;

/// Buildings whose light is baked.
const LIT_BUILDINGS: u32 = 21;

/// Half sides of a building's foot.
pub fn foot(stem: &str) -> [f32; 2] {
    works::foot(stem).unwrap_or(bunker::FOOT)
}

/// Builds the model of a building. The first bunkers have baked light.
pub fn building(stem: &str, number: u32) -> Result<Dressed> {
    if let Some(made) = works::building(stem) {
        return made;
    }
    let lightmap = (number <= LIT_BUILDINGS).then(|| textures::lightmap_name(number));
    bunker::bunker(stem, lightmap)
}

/// An archive of models with their wears beside them, and other entries.
pub fn library(models: &[Dressed], others: Vec<(NewEntry, Vec<u8>)>) -> Result<Vec<u8>> {
    let mut editor = Editor::new();
    for Dressed { stem, plan, materials, lightmaps } in models {
        let entry = NewEntry::new(*b"MESH", format!("{stem}.msh"))?.attributes(0, 0, 1);
        editor.add(entry, plan.build()?.write()?)?;
        add_wear(&mut editor, stem, materials, lightmaps)?;
    }
    for (entry, payload) in others {
        editor.add(entry, payload)?;
    }
    editor.write()
}

fn add_wear(
    editor: &mut Editor<'_>,
    stem: &str,
    materials: &[&str],
    lightmaps: &[String],
) -> Result<()> {
    let entry = NewEntry::new(*b"WEAR", format!("{stem}.wea"))?.attributes(0, 0, 1);
    let lightmaps: Vec<&str> = lightmaps.iter().map(String::as_str).collect();
    editor.add(entry, wear::Editor::of_names(materials, &lightmaps)?.into_bytes())?;
    Ok(())
}
