//! Texts of missions, scripts and what belongs to them, to be broken.

use ngi_formats::Result;
use ngi_formats::nres::Editor;

use super::samples::{Sample, one};
use crate::scale::Scale;
use crate::sounds;
use crate::texts::{self, Maker};

/// Files of one sample: where they are, and how they are made.
type Files<'f> = &'f [(&'f str, Maker)];

/// A game of a few files; the first one is broken.
fn game(name: &'static str, files: Files<'_>) -> Result<Sample> {
    let made = |(path, maker): &(&str, Maker)| Ok(((*path).to_owned(), maker()?));
    let mut files: Vec<(String, Vec<u8>)> = files.iter().map(made).collect::<Result<_>>()?;
    // What tells that a folder is a game.
    files.push(("Material.lib".into(), Editor::new().write()?));
    Ok(Sample { name, files })
}

pub(super) fn samples() -> Result<Vec<Sample>> {
    // What it holds does not matter here, and what is no unit is not looked into.
    let unit: Maker = || Ok(b"a".to_vec());
    let scripts = |name: &str| format!("MISSIONS/SCRIPTS/{name}");
    let [script, formulas, varset] = ["demo_pl.scr", "demo_pl.fml", "varset.var"].map(scripts);
    let long = format!("object a\r\n  x = \"{}\"\r\nend\r\n", "y".repeat(1100));
    Ok(vec![
        one("mission_text", "mission.cfg", texts::mission()?),
        one("briefing", "briefing.cfg", texts::briefing()?),
        one("messages", "messages.cfg", texts::messages()?),
        one("bad_long_line", "mission.cfg", long.into_bytes()),
        one("dispatcher", "dispatcher.ini", texts::dispatcher()?),
        one("tips", "Mistips.mis", texts::tips()?),
        one("title", "descr", texts::title()?),
        one("script", "demo_pl.scr", texts::script()?),
        one("formulas", "demo_pl.fml", texts::formulas()?),
        one("varset", "varset.var", texts::varset()?),
        one("behaviour", "behpsp.res", texts::behaviours()?),
        one("bad_behaviour", "behpsp.res", texts::behaviours_noted(b"x")?),
        one("research", "demo.trf", texts::research()?),
        game(
            "game_mission_text",
            &[
                ("MISSIONS/Single.01/mission.cfg", texts::mission),
                ("ui/minimap.lib", texts::minimaps),
                ("sounds.lib", || sounds::library(Scale::ONE)),
                ("UNITS/BUILDS/Mine_1.dat", unit),
                ("UNITS/BUILDS/Generator_1.dat", unit),
            ],
        )?,
        game(
            "game_dispatcher",
            &[
                ("MISSIONS/dispatcher.ini", texts::dispatcher),
                ("MISSIONS/Single.01/descr", texts::title),
            ],
        )?,
        game(
            "game_script",
            &[(&script, texts::script), (&formulas, texts::formulas), (&varset, texts::varset)],
        )?,
        game("bad_script_alone", &[(&script, texts::script), (&varset, texts::varset)])?,
        game("bad_script_unnamed", &[(&script, texts::script), (&formulas, texts::formulas)])?,
    ])
}
