//! `diff` and `find`.

use std::path::PathBuf;

use clap::Args;

use super::headings::{FILTER, INPUT, OUTPUT, REFERENCES};

#[derive(Debug, Args)]
#[command(
    before_long_help = "\
ngi diff sounds.lib.bak sounds.lib
ngi diff static.rlb/s_tree_0_01.msh static.rlb/s_tree_0_02.msh
ngi diff DATA/MAPS/VALLEY DATA/MAPS/CRATER --json",
    after_long_help = "\
Archives and folders are compared entry by entry, then field by field; images and meshes are
summarised. The exit code is 1 if there are differences."
)]
pub struct DiffArgs {
    /// First file, entry, archive or folder.
    pub a: PathBuf,
    /// Second file, entry, archive or folder.
    pub b: PathBuf,
    /// Print JSON (ngi.diff/1).
    #[arg(long, help_heading = OUTPUT)]
    pub json: bool,
}

/// Search criteria that cannot be combined with the options about references.
const SEARCHES: [&str; 3] = ["pattern", "kind", "conditions"];

#[derive(Debug, Args)]
#[command(
    before_long_help = "\
ngi find water
ngi find \"s_tree_?_*.msh\" --game .
ngi find --uses PANEL.0
ngi find --uses s_tree_0_01.wea
ngi find --uses f_bunker_01
ngi find --missing
ngi find --type texm --where \"width>=128\"
ngi find --type MAT0 --where \"phases[*].opacity<50\" --where flags=lit_skin
ngi find \"*.msh\" --depth 1",
    after_long_help = "\
Conditions have the form FIELD OPERATOR VALUE. FIELD is a path as `ngi show --fields` prints it;
phases[*].opacity matches any element of a list. OPERATOR is one of = != < > <= >= and ~, which means
\"contains\" or \"matches the pattern\". VALUE is a number, the name of a number or a bit, or text. If
--where is repeated, all conditions must hold.

References that ngi follows:
  mission, BuildDat.lst   units by path, objects by name
  unit                    objects (objects.rlb)
  object                  its model, wear table and parts
  model                   its wear table (<stem>.wea beside it)
  wear table              materials (Material.lib) and lightmaps (LightMap.lib)
  material                textures (Textures.lib)
  texture                 palette (palettes.lib)

--uses follows them backwards: the materials that use a texture, the wear tables that use these
materials, and so on. --missing lists missing files that no mission or unit reaches in a separate
section; only the others cause exit code 1."
)]
#[command(group(clap::ArgGroup::new("what").required(true).multiple(true)))]
pub struct FindArgs {
    /// Part of a name, or a pattern with * and ?; case is ignored.
    #[arg(group = "what")]
    pub pattern: Option<String>,
    /// Find only this format (texm, msh, …) or type of entries (MAT0, 3, …).
    #[arg(long = "type", value_name = "T", group = "what", help_heading = FILTER)]
    pub kind: Option<String>,
    /// Find only things with a matching field, such as width>256 (repeatable).
    #[arg(long = "where", value_name = "CONDITION", group = "what", help_heading = FILTER)]
    pub conditions: Vec<String>,
    /// Search depth: 0 files, 1 entries, 2 tables of models [default: all].
    #[arg(long, value_name = "N", conflicts_with_all = ["uses", "unused", "missing"],
          help_heading = FILTER)]
    pub depth: Option<usize>,
    /// List everything that uses this name (or pattern), directly or indirectly.
    #[arg(long, value_name = "NAME", group = "what", conflicts_with_all = SEARCHES,
          help_heading = REFERENCES)]
    pub uses: Option<String>,
    /// List files and entries that nothing refers to.
    #[arg(long, group = "what", conflicts_with_all = SEARCHES, conflicts_with = "uses",
          help_heading = REFERENCES)]
    pub unused: bool,
    /// List references to missing files and entries.
    #[arg(long, group = "what", conflicts_with_all = SEARCHES,
          conflicts_with_all = ["uses", "unused"], help_heading = REFERENCES)]
    pub missing: bool,
    /// Game folder [default: NGI_GAME, else the current folder or one above it].
    #[arg(long, value_name = "DIR", help_heading = INPUT)]
    pub game: Option<PathBuf>,
    /// Print JSON (ngi.find/1).
    #[arg(long, help_heading = OUTPUT)]
    pub json: bool,
}
