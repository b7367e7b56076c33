//! `diff` and `find`.

use std::path::PathBuf;

use clap::Args;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  ngi diff sounds.lib.bak sounds.lib
  ngi diff static.rlb/s_tree_0_01.msh static.rlb/s_tree_0_02.msh
  ngi diff DATA/MAPS/VALLEY DATA/MAPS/CRATER --json")]
pub struct DiffArgs {
    /// Left side.
    pub a: PathBuf,
    /// Right side.
    pub b: PathBuf,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  ngi find water
  ngi find 's_tree_?_*.msh' --game .
  ngi find --uses s_tree_0_01.wea
  ngi find --uses PANEL.0
  ngi find --missing

References: a model's wear table (<stem>.wea, beside it), a wear's materials (Material.lib) and
lightmaps (LightMap.lib), a material's textures (Textures.lib), a texture's palette (palettes.lib).
--uses follows them back: who uses the texture, who uses that material, and so on.")]
#[command(group(clap::ArgGroup::new("what").required(true)))]
pub struct FindArgs {
    /// Part of a name, or a pattern with * and ?; case is ignored.
    #[arg(group = "what")]
    pub pattern: Option<String>,
    /// Who refers to this name (or pattern with * and ?).
    #[arg(long, value_name = "NAME", group = "what")]
    pub uses: Option<String>,
    /// What could be referred to, but is not.
    #[arg(long, group = "what")]
    pub unused: bool,
    /// References to what is not there.
    #[arg(long, group = "what")]
    pub missing: bool,
    /// The game folder; else NGI_GAME, else the nearest folder above that holds one.
    #[arg(long, value_name = "DIR")]
    pub game: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}
