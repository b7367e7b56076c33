//! Everything of the demo game that goes to glTF, in every way it goes.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

use crate::process;

/// Ways to export the whole game: folder, options.
const WAYS: [(&str, &[&str]); 4] = [
    ("glb", &["--to", "glb"]),
    ("gltf", &["--to", "gltf"]),
    ("glb-all", &["--to", "glb", "--lod", "all", "--stage", "all"]),
    ("gltf-all", &["--to", "gltf", "--lod", "all", "--stage", "all"]),
];

/// Where the levels of a game are.
const MAPS: &str = "DATA/MAPS";
/// Where its missions are.
const MISSIONS: &str = "MISSIONS";
/// Units: robots of several parts, and a building with rooms.
const UNITS: [&str; 3] = ["UNITS/scout", "UNITS/AI/hunter", "BUILDS/Bunker_Small_1"];

/// Fewer files than this mean that something was not exported at all.
const FEWEST: usize = 50;

/// What was exported.
#[derive(Debug)]
pub struct Exports {
    /// The program.
    pub ngi: PathBuf,
    /// Where everything is; the game in `game`.
    pub folder: PathBuf,
    /// Every glTF file.
    pub files: Vec<PathBuf>,
    /// Missions with `EXT_mesh_gpu_instancing`, which not every program knows.
    pub instanced: Vec<PathBuf>,
}

/// Builds `ngi`; gives its path.
pub fn program() -> Result<PathBuf> {
    // The whole workspace and one of its tests, so that the same features are chosen as for all
    // tests: otherwise half of the house would be built again.
    let build = ["build", "--workspace", "--bin", "ngi", "--test", "cli"];
    process::run(&mut process::linted(process::cargo(build))?)?;
    let name = format!("ngi{}", std::env::consts::EXE_SUFFIX);
    Ok(process::target_folder()?.join("debug").join(name))
}

/// Builds `ngi`, makes the demo game and exports it anew.
pub fn make() -> Result<Exports> {
    let ngi = program()?;
    let folder = process::target_folder()?.join("gltf-exports");
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| format!("{}", folder.display()))?;
    }
    fs::create_dir_all(&folder).with_context(|| format!("{}", folder.display()))?;
    let run = |words: &[&str]| {
        let mut command = std::process::Command::new(&ngi);
        command.current_dir(&folder).env_remove("NGI_GAME").args(["-q"]).args(words);
        command.stdout(std::process::Stdio::null());
        process::run(&mut command)
    };
    run(&["demo", "game", "--no-view"])?;
    for (name, options) in WAYS {
        run(&[&["export", "game", "-o", name], options].concat())?;
    }
    let maps = folder.join("game").join(MAPS);
    let levels = fs::read_dir(&maps).with_context(|| format!("{}", maps.display()))?;
    fs::create_dir_all(folder.join("levels"))?;
    for level in levels {
        let name = level?.file_name();
        let name = name.to_string_lossy();
        for (suffix, lod) in [("glb", "0"), ("gltf", "1"), ("all.glb", "all")] {
            let (path, to) = (format!("game/{MAPS}/{name}"), format!("levels/{name}.{suffix}"));
            run(&["export", &path, "-o", &to, "--lod", lod])?;
        }
    }
    export_missions(&folder, &run)?;
    let (mut files, mut instanced) = (Vec::new(), Vec::new());
    let mut folders = WAYS.iter().map(|(name, _)| *name).chain(["levels", "missions"]);
    folders.try_for_each(|name| collect(&folder.join(name), &mut files))?;
    collect(&folder.join("instanced"), &mut instanced)?;
    files.sort();
    if files.len() < FEWEST || instanced.len() < 3 {
        bail!("only {} and {} glTF files in {}", files.len(), instanced.len(), folder.display());
    }
    Ok(Exports { ngi, folder, files, instanced })
}

/// Missions as they are, with a list of places, and with their sky; and a few units.
fn export_missions(folder: &Path, run: &dyn Fn(&[&str]) -> Result<()>) -> Result<()> {
    let missions = folder.join("game").join(MISSIONS);
    for name in ["missions", "instanced"] {
        fs::create_dir_all(folder.join(name))?;
    }
    for mission in fs::read_dir(&missions).with_context(|| format!("{}", missions.display()))? {
        let mission = mission?;
        if !mission.path().join("data.tma").is_file() {
            continue;
        }
        let name = mission.file_name();
        let name = name.to_string_lossy();
        let path = format!("game/{MISSIONS}/{name}");
        run(&["export", &path, "-o", &format!("missions/{name}.glb"), "--sky"])?;
        run(&["export", &path, "-o", &format!("missions/{name}.gltf")])?;
        run(&["export", &path, "-o", &format!("instanced/{name}.glb"), "--instances"])?;
    }
    for unit in UNITS {
        let name = unit.replace('/', "-");
        let path = format!("game/UNITS/{unit}.dat");
        run(&["export", &path, "-o", &format!("missions/{name}.glb")])?;
    }
    Ok(())
}

/// The glTF files below a folder.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| format!("{}", folder.display()))? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|suffix| suffix == "glb" || suffix == "gltf") {
            files.push(path);
        }
    }
    Ok(())
}
