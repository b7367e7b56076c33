//! Bodies of the fuzz targets: what must hold for any bytes.
//!
//! The same bodies run in two ways: under libFuzzer for as long as one likes
//! (`cargo xtask fuzz`), and over seeds, past failures and some thousands of mutations as
//! ordinary tests (`cargo xtask test`).
//!
//! To add a target: a body in the module of its format, and a line in [`TARGETS`].
#![forbid(unsafe_code)]

pub mod areals;
pub mod corpus;
pub mod documents;
pub mod effects;
pub mod ground;
pub mod journal;
pub mod landscape;
pub mod manager;
pub mod materials;
pub mod memory;
pub mod mission_texts;
pub mod missions;
pub mod model;
pub mod mods;
pub mod msh;
pub mod mutate;
pub mod nres;
pub mod objects;
pub mod outside;
pub mod replay;
pub mod rsli;
pub mod sidecars;
pub mod skies;
pub mod sounds;
pub mod text;
pub mod units;
pub mod vfs;

/// The environment variable that says which target libFuzzer runs.
pub const CHOOSES: &str = "NGI_FUZZ_TARGET";

/// One fuzz target.
#[derive(Debug, Clone, Copy)]
pub struct Target {
    /// Its name, and that of its folders in `seeds`, `regressions` and `corpus`.
    pub name: &'static str,
    /// The body. Panics where something that must hold does not.
    pub run: fn(&[u8]) -> Outcome,
    /// Seeds made in code, so that what our own writers can make need not be committed.
    pub seeds: fn() -> Vec<Vec<u8>>,
}

/// How far a body came with an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The input was good enough for everything the body checks.
    Accepted,
    /// The input was turned down before that, as it should be.
    Rejected,
}

/// Every target.
pub const TARGETS: &[Target] = &[
    Target { name: "text_names", run: text::names, seeds: text::name_seeds },
    Target { name: "nres_read", run: nres::read, seeds: nres::seeds },
    Target { name: "nres_round_trip", run: nres::round_trip, seeds: nres::seeds },
    Target { name: "nres_edit", run: nres::edit, seeds: nres::edit_seeds },
    Target { name: "msh_read", run: msh::read, seeds: msh::seeds },
    Target { name: "msh_roundtrip", run: msh::round_trip, seeds: msh::seeds },
    Target { name: "msh_edit", run: msh::edit, seeds: msh::edit_seeds },
    Target { name: "msh_build", run: msh::build, seeds: msh::build_seeds },
    Target { name: "msh_pose", run: model::pose, seeds: model::seeds },
    Target { name: "msh_walk", run: model::walk, seeds: model::seeds },
    Target { name: "rsli_read", run: rsli::read, seeds: rsli::seeds },
    Target { name: "rsli_round_trip", run: rsli::round_trip, seeds: rsli::seeds },
    Target { name: "rsli_edit", run: rsli::edit, seeds: rsli::edit_seeds },
    Target { name: "rsli_codecs", run: rsli::codecs, seeds: rsli::codec_seeds },
    Target {
        name: "archive_documents",
        run: documents::archive_documents,
        seeds: documents::seeds,
    },
    Target {
        name: "material_documents",
        run: documents::material_documents,
        seeds: documents::material_seeds,
    },
    Target {
        name: "hostile_documents",
        run: documents::hostile_documents,
        seeds: documents::document_seeds,
    },
    Target { name: "fxid_read", run: effects::fxid_read, seeds: effects::fxid_seeds },
    Target { name: "fxid_round_trip", run: effects::fxid_round_trip, seeds: effects::fxid_seeds },
    Target { name: "fxid_play", run: effects::fxid_play, seeds: effects::play_seeds },
    Target { name: "fxid_documents", run: effects::fxid_documents, seeds: effects::document_seeds },
    Target { name: "exp_read", run: effects::exp_read, seeds: effects::exp_seeds },
    Target {
        name: "texture_import",
        run: documents::texture_import,
        seeds: documents::picture_seeds,
    },
    Target { name: "mat0_read", run: materials::mat0_read, seeds: materials::mat0_seeds },
    Target { name: "wear_read", run: materials::wear_read, seeds: materials::wear_seeds },
    Target { name: "texm_read", run: materials::texm_read, seeds: materials::texm_seeds },
    Target {
        name: "texm_encode",
        run: materials::texm_encode,
        seeds: materials::texm_encode_seeds,
    },
    Target { name: "pal_read", run: materials::pal_read, seeds: materials::pal_seeds },
    Target { name: "swav_read", run: sounds::read, seeds: sounds::seeds },
    Target { name: "sky_read", run: skies::read, seeds: skies::seeds },
    Target { name: "tma_read", run: missions::read, seeds: missions::seeds },
    Target { name: "tma_edit", run: missions::edit, seeds: missions::edit_seeds },
    Target { name: "ndp_read", run: sidecars::ndp_read, seeds: sidecars::ndp_seeds },
    Target { name: "cpt_read", run: sidecars::cpt_read, seeds: sidecars::cpt_seeds },
    Target { name: "bas_read", run: sidecars::bas_read, seeds: sidecars::bas_seeds },
    Target { name: "ctl_read", run: sidecars::ctl_read, seeds: sidecars::ctl_seeds },
    Target { name: "ctl_edit", run: sidecars::ctl_edit, seeds: sidecars::ctl_edit_seeds },
    Target { name: "material_manager", run: manager::material_manager, seeds: manager::seeds },
    Target { name: "gltf_import", run: outside::gltf_import, seeds: outside::gltf_seeds },
    Target { name: "obj_import", run: outside::obj_import, seeds: outside::obj_seeds },
    Target { name: "heights_import", run: outside::heights_import, seeds: outside::heights_seeds },
    Target { name: "areals_import", run: outside::areals_import, seeds: outside::areals_seeds },
    Target { name: "objects_read", run: objects::read, seeds: objects::seeds },
    Target { name: "unit_read", run: units::read, seeds: units::seeds },
    Target { name: "unit_assemble", run: units::assemble, seeds: units::seeds },
    Target { name: "arealmap_read", run: areals::read, seeds: areals::seeds },
    Target { name: "arealmap_round_trip", run: areals::round_trip, seeds: areals::seeds },
    Target { name: "arealmap_edit", run: areals::edit, seeds: areals::edit_seeds },
    Target { name: "arealmap_query", run: areals::query, seeds: areals::query_seeds },
    Target { name: "builddat_read", run: areals::builddat_read, seeds: areals::builddat_seeds },
    Target { name: "cfg_read", run: mission_texts::cfg, seeds: mission_texts::cfg_seeds },
    Target { name: "ini_read", run: mission_texts::ini, seeds: mission_texts::ini_seeds },
    Target { name: "tips_read", run: mission_texts::tips, seeds: mission_texts::tips_seeds },
    Target { name: "scr_read", run: mission_texts::scr, seeds: mission_texts::scr_seeds },
    Target { name: "fml_read", run: mission_texts::fml, seeds: mission_texts::fml_seeds },
    Target { name: "varset_read", run: mission_texts::varset, seeds: mission_texts::varset_seeds },
    Target { name: "var_read", run: mission_texts::var, seeds: mission_texts::var_seeds },
    Target { name: "trf_read", run: mission_texts::trf, seeds: mission_texts::trf_seeds },
    Target { name: "mod_read", run: mods::read, seeds: mods::seeds },
    Target { name: "mod_changes", run: mods::changes, seeds: mods::change_seeds },
    Target { name: "mod_delta", run: mods::delta, seeds: mods::delta_seeds },
    Target { name: "vfs_walk", run: vfs::vfs_walk, seeds: vfs::vfs_seeds },
    Target { name: "journal_read", run: journal::read, seeds: journal::seeds },
    Target { name: "landscape_read", run: landscape::read, seeds: landscape::seeds },
    Target { name: "landscape_round_trip", run: landscape::round_trip, seeds: landscape::seeds },
    Target { name: "landscape_edit", run: landscape::edit, seeds: landscape::edit_seeds },
    Target { name: "landscape_query", run: ground::query, seeds: ground::seeds },
    Target { name: "landscape_generate", run: landscape::generate, seeds: landscape::plan_seeds },
];

/// The target with this name.
pub fn target(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}

/// What the libFuzzer binary calls: the body within its memory limit.
///
/// # Panics
///
/// Where there is no such target, where the body panics, and where it takes too much memory.
#[allow(clippy::panic)] // a panic is how libFuzzer learns of a failure
pub fn run(name: &str, input: &[u8]) {
    let Some(target) = target(name) else { panic!("{CHOOSES}: no target \"{name}\"") };
    memory::run_within_limit(target, input);
}

/// FNV-1a: different bytes, different numbers, the same on every machine.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    })
}
