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

/// What goes by the things themselves; references are another question.
const SEARCHES: [&str; 3] = ["pattern", "kind", "conditions"];

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  ngi find water
  ngi find \"s_tree_?_*.msh\" --game .
  ngi find --uses s_tree_0_01.wea
  ngi find --uses PANEL.0
  ngi find --uses f_bunker_01
  ngi find --missing
  ngi find --type texm --where \"width>=128\"
  ngi find --type MAT0 --where \"phases[*].opacity<50\" --where flags=lit_skin
  ngi find \"*.msh\" --depth 1

--where takes a field by the path that `ngi show --json` prints, one of = != < > <= >= ~, and a
value: a number, the name of a number or of a bit, or text (~ is part of it, or a pattern). Of lists
any element counts: phases[*].opacity<50. Several of them all have to hold.

References: the units of a list or mission, a unit's objects (objects.rlb), what an object is made
of, a model's wear table (<stem>.wea, beside it), a wear's materials (Material.lib) and lightmaps
(LightMap.lib), a material's textures (Textures.lib), a texture's palette (palettes.lib). --uses
follows them back: who uses the texture, who uses that material, and so on. --missing lists apart
what the game never comes to: objects that no mission and no unit names. It ends with 1 only for
what it does come to.")]
#[command(group(clap::ArgGroup::new("what").required(true).multiple(true)))]
pub struct FindArgs {
    /// Part of a name, or a pattern with * and ?; case is ignored.
    #[arg(group = "what")]
    pub pattern: Option<String>,
    /// Who refers to this name (or pattern with * and ?).
    #[arg(long, value_name = "NAME", group = "what", conflicts_with_all = SEARCHES)]
    pub uses: Option<String>,
    /// What could be referred to, but is not.
    #[arg(long, group = "what", conflicts_with_all = SEARCHES, conflicts_with = "uses")]
    pub unused: bool,
    /// References to what is not there.
    #[arg(long, group = "what", conflicts_with_all = SEARCHES, conflicts_with_all = ["uses", "unused"])]
    pub missing: bool,
    /// Only things of this kind: a format (texm, msh, …) or a type of entries (MAT0, 3, …).
    #[arg(long = "type", value_name = "T", group = "what")]
    pub kind: Option<String>,
    /// Only things whose field says so, such as width>256; may be given several times.
    #[arg(long = "where", value_name = "CONDITION", group = "what")]
    pub conditions: Vec<String>,
    /// How deep to look: 0 files, 1 entries of archives, 2 what is in those; all if not given.
    #[arg(long, value_name = "N", conflicts_with_all = ["uses", "unused", "missing"])]
    pub depth: Option<usize>,
    /// The game folder; else NGI_GAME, else the nearest folder above that holds one.
    #[arg(long, value_name = "DIR")]
    pub game: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}
