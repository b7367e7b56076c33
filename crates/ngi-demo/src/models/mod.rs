//! `static.rlb`, `bases.rlb` and `fortif.rlb`: what stands about, walks and is built.

mod bunker;
mod robot;
mod robot_walk;
pub mod shape;
mod stones;
mod trees;

use ngi_formats::Result;
use ngi_formats::msh::Blueprint;
use ngi_formats::nres::{Editor, NewEntry};
use ngi_formats::wear;

/// A model and what it wears.
pub struct Dressed {
    pub stem: String,
    pub plan: Blueprint,
    pub materials: Vec<&'static str>,
    pub lightmaps: Vec<&'static str>,
}

impl Dressed {
    fn new(plan: Blueprint, materials: &[&'static str]) -> Self {
        let stem = String::from_utf8_lossy(&plan.stem).into_owned();
        Self { stem, plan, materials: materials.to_vec(), lightmaps: Vec::new() }
    }
}

/// Trees and stones.
pub fn scenery() -> Result<Vec<Dressed>> {
    Ok(vec![
        stones::boulder("s_stone_0_01", 11)?,
        stones::boulder("s_stone_0_02", 23)?,
        stones::boulder("s_stone_0_03", 37)?,
        trees::fir("s_tree_0_01", 5)?,
        trees::broad("s_tree_0_02", 9, &["S_BARK", "S_LEAVES"])?,
        trees::broad("s_tree_0_03", 14, &["S_BIRCH", "S_LEAVES_A"])?,
        trees::fern("s_bush_0_01", 3)?,
    ])
}

/// What walks.
pub fn robots() -> Result<Vec<Dressed>> {
    Ok(vec![robot::walker("r_scout_0_01", "M_HULL_O")?])
}

/// What is built.
pub fn buildings() -> Result<Vec<Dressed>> {
    Ok(vec![bunker::bunker("f_bunker_01")?])
}

/// An archive of models with their wears beside them.
pub fn library(models: &[Dressed]) -> Result<Vec<u8>> {
    let mut editor = Editor::new();
    for Dressed { stem, plan, materials, lightmaps } in models {
        let entry = NewEntry::new(*b"MESH", format!("{stem}.msh"))?.attributes(0, 0, 1);
        editor.add(entry, plan.build()?.write()?)?;
        let wear = NewEntry::new(*b"WEAR", format!("{stem}.wea"))?.attributes(0, 0, 1);
        editor.add(wear, wear::Editor::of_names(materials, lightmaps)?.into_bytes())?;
    }
    editor.write()
}
