//! Help for one kind of file: `ngi help import png` shows the options of `import` that apply to PNG.

use clap::Command;
use clap::builder::StyledStr;
use ngi_convert::table;
use ngi_formats::kinds::{self as things, FileKind};

use super::headings::only::{
    ANIMATION, CLIPS, EXPORTED, FOLDERS, GROUND, IMAGES, MATERIALS, MESHES, MISSIONS, MODELS,
    SOUNDS, TEXTURES,
};
use super::help;

/// Kinds of files whose options are the same.
#[derive(Debug)]
pub struct Kind {
    /// Suffixes, or names of things that have none.
    pub names: &'static [&'static str],
    /// Headings of the options that apply to them, of those that apply to some kinds only.
    pub headings: &'static [&'static str],
}

const IMPORT: &[Kind] = &[
    Kind { names: &["png"], headings: &[IMAGES, GROUND] },
    Kind { names: &["tga", "bmp", "jpg", "jpeg", "webp", "dds"], headings: &[IMAGES] },
    Kind { names: &["wav"], headings: &[SOUNDS] },
    Kind { names: &["glb", "gltf"], headings: &[MESHES, CLIPS, MATERIALS, GROUND] },
    Kind { names: &["obj"], headings: &[MESHES, MATERIALS, GROUND] },
    Kind { names: &["geojson", "json", "txt"], headings: &[] },
    Kind { names: &["level"], headings: &[GROUND] },
    Kind { names: &["folder"], headings: &[EXPORTED] },
];

const EXPORT: &[Kind] = &[
    Kind { names: &["png", "dds"], headings: &[TEXTURES] },
    Kind { names: &["glb", "gltf"], headings: &[MODELS, ANIMATION, MISSIONS] },
    Kind { names: &["obj"], headings: &[MODELS] },
    Kind { names: &["svg", "geojson", "csv", "txt", "wav", "json", "bin"], headings: &[] },
    Kind { names: &["folder"], headings: &[FOLDERS, MODELS, ANIMATION, TEXTURES] },
];

/// Returns the kinds of files that a command has a help text for.
pub fn of(command: &str) -> &'static [Kind] {
    match command {
        "import" => IMPORT,
        "export" => EXPORT,
        _ => &[],
    }
}

/// Returns the help of a command for one kind of file, `None` if the kind is unknown. `root` is the
/// whole command line, built.
pub fn help(root: &mut Command, command: &str, name: &str) -> Option<StyledStr> {
    let name = name.trim_start_matches('.').to_ascii_lowercase();
    let all = of(command);
    let kind = all.iter().find(|kind| kind.names.contains(&name.as_str()))?;
    let restricted: Vec<&str> = all.iter().flat_map(|kind| kind.headings).copied().collect();
    let command = std::mem::take(root.find_subcommand_mut(command)?);
    let examples = command.get_before_long_help().map(ToString::to_string).unwrap_or_default();
    let examples: Vec<&str> = examples
        .lines()
        .map(str::trim)
        .filter(|line| line.starts_with("ngi ") && is_about(line, &name))
        .collect();
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    let about = match described(command.get_name(), &name) {
        Some(more) => format!("{about}.\n\n{more}"),
        None => about,
    };
    let all_options = format!("All options: ngi {} --help", command.get_name());
    let mut command = command
        .mut_args(|arg| {
            let other = arg.get_help_heading().is_some_and(|heading| {
                restricted.contains(&heading) && !kind.headings.contains(&heading)
            });
            if other { arg.hide(true) } else { arg }
        })
        .long_about(about)
        .before_long_help(if examples.is_empty() {
            String::new()
        } else {
            help::example_list(&examples)
        })
        .after_long_help(all_options);
    Some(command.render_long_help())
}

/// True if an example converts from or to a kind of file.
fn is_about(example: &str, name: &str) -> bool {
    let words: Vec<&str> = example.split(' ').collect();
    let after = |option: &str| {
        let at = words.iter().position(|word| *word == option)?;
        words.get(at + 1).copied()
    };
    // The file outside of the game: input of `import`, output of `export`.
    let is_import = words.get(1) == Some(&"import");
    let file = if is_import { words.get(2).copied() } else { after("-o") };
    let is_folder = file.is_some_and(|file| file != "-" && !file.contains('.'));
    match name {
        "level" => after("-o").is_some_and(|output| output.contains("/MAPS/")),
        "folder" => is_folder,
        _ => {
            let suffix = file.and_then(|file| file.rsplit_once('.')).map(|(_, suffix)| suffix);
            after("--to").or(suffix) == Some(name)
        }
    }
}

/// Returns a sentence about the things that become this kind of file, or are made of it.
fn described(command: &str, name: &str) -> Option<String> {
    let (kinds, verb): (Vec<&FileKind>, _) = match command {
        "import" => {
            let ground = table::sources(&things::LANDSCAPE).contains(&name);
            let ground = ground.then_some(&things::LANDSCAPE);
            (table::made_of(name).chain(ground).collect(), "become")
        }
        _ => {
            let able = |known: &&table::Exports| table::can_become(known.kind, name);
            (table::EXPORTS.iter().filter(able).map(|known| known.kind).collect(), "hold")
        }
    };
    match name {
        "json" if command == "import" => {
            Some("A JSON document written by `ngi export` can become every format.".to_owned())
        }
        "json" => Some("Every format can be exported to JSON and imported again.".to_owned()),
        "bin" => Some("A .bin file holds the bytes of the file or entry, unchanged.".to_owned()),
        _ if kinds.is_empty() => None,
        _ => Some(format!("A .{name} file can {verb} {}.", alternatives(&kinds))),
    }
}

/// Lists kinds of things as alternatives: "a model, a unit or an areal map".
fn alternatives(kinds: &[&FileKind]) -> String {
    let titles: Vec<String> = kinds
        .iter()
        .map(|kind| {
            let vowel = kind.title.starts_with(['a', 'e', 'i', 'o']);
            format!("{} {}", if vowel { "an" } else { "a" }, kind.title)
        })
        .collect();
    match titles.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => titles.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(command: &str, name: &str) -> Option<String> {
        let mut root = help::command().term_width(100);
        root.build();
        Some(help(&mut root, command, name)?.to_string())
    }

    #[test]
    fn only_the_options_of_a_kind_are_shown() {
        let png = text("import", ".PNG").unwrap();
        assert!(
            png.contains("--pixels") && png.contains("--splat") && png.contains("--like"),
            "{png}"
        );
        assert!(!png.contains("--clip") && !png.contains("--adpcm"), "{png}");
        assert!(png.contains("A .png file can become a texture or a landscape."), "{png}");
        assert!(png.contains("ngi import panel.png") && !png.contains("robot.glb"), "{png}");
        let glb = text("export", "glb").unwrap();
        assert!(glb.contains("--lod") && glb.contains("--sky") && !glb.contains("--mip"), "{glb}");
        assert_eq!(text("import", "exe"), None);
        assert_eq!(text("list", "png"), None);
    }

    #[test]
    fn every_kind_can_be_converted_and_every_restricted_option_belongs_to_one() {
        for (command, all) in [("import", IMPORT), ("export", EXPORT)] {
            for name in all.iter().flat_map(|kind| kind.names) {
                assert!(text(command, name).is_some(), "{command} {name}");
                let known =
                    ["level", "folder"].contains(name) || described(command, name).is_some();
                assert!(known, "{command} {name}");
            }
        }
        let suffixes = |command| of(command).iter().flat_map(|kind| kind.names);
        for known in table::IMPORTS.iter().flat_map(|known| known.importers) {
            assert!(suffixes("import").any(|name| *name == known.suffix), "{}", known.suffix);
        }
        for known in table::EXPORTS.iter().flat_map(|known| known.exporters) {
            assert!(suffixes("export").any(|name| *name == known.suffix), "{}", known.suffix);
        }
    }
}
