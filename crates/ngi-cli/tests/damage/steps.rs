//! The command lines that a damaged file goes through.

use std::path::Path;

use super::files::Damaged;

/// A verb that reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verb {
    Check,
    Show,
    Export,
    Pose,
    Query,
    Play,
}

impl Verb {
    pub const ALL: [Self; 6] =
        [Self::Check, Self::Show, Self::Export, Self::Pose, Self::Query, Self::Play];

    pub fn name(self) -> &'static str {
        match self {
            Self::Check => "check",
            Self::Show => "show",
            Self::Export => "export",
            Self::Pose => "pose",
            Self::Query => "query",
            Self::Play => "play",
        }
    }

    pub fn named(name: &str) -> Self {
        *Self::ALL.iter().find(|verb| verb.name() == name).expect("a verb")
    }
}

/// The words of the command for a damaged file of `game`; `round` counts through the verb's
/// options. What `export` makes goes to `out`.
pub fn words(verb: Verb, damaged: &Damaged, round: usize, game: &Path, out: &Path) -> Vec<String> {
    let path = game.join(&damaged.path).display().to_string();
    let rest: Vec<String> = match verb {
        Verb::Check => check(path, round),
        Verb::Show => show(path, round),
        Verb::Export => export(path, damaged, round, out),
        Verb::Pose => line(path, ["--time 12.5", "--time 31 --blend 2 0.5 --json"], round),
        Verb::Query => query(path, damaged, round),
        Verb::Play => line(path, ["--time 0,0.5,2", "--time 0..6:0.25 --value 0.7 --json"], round),
    };
    ["ngi".to_owned(), verb.name().to_owned()].into_iter().chain(rest).collect()
}

fn line<const N: usize>(path: String, options: [&str; N], round: usize) -> Vec<String> {
    let words = options[round % N].split_ascii_whitespace().map(str::to_owned);
    [path].into_iter().chain(words).collect()
}

fn check(path: String, round: usize) -> Vec<String> {
    line(path, ["--retail", "--json", "--mode tolerant"], round)
}

fn show(path: String, round: usize) -> Vec<String> {
    line(path, ["", "--json"], round)
}

/// To each kind of file in turn that the format can become, and to JSON.
fn export(path: String, damaged: &Damaged, round: usize, out: &Path) -> Vec<String> {
    let exports =
        damaged.format.map_or(&[][..], |format| ngi_convert::table::exporters(format.kind));
    let place = round % (exports.len() + 1);
    let suffix = exports.get(place).map_or("json", |export| export.suffix);
    let output = out.join(format!("made.{suffix}")).display().to_string();
    let mut words = vec![path, "-o".to_owned(), output];
    if matches!(suffix, "glb" | "gltf") && round % 2 == 1 {
        words.extend(["--lod", "all", "--stage", "all"].map(str::to_owned));
    }
    words
}

fn query(path: String, damaged: &Damaged, round: usize) -> Vec<String> {
    let questions = [
        "height 100 100",
        "ray 100 100 80 1 0.5 -0.2 --json",
        "area 120 90",
        "route 40 40 200 180 --json",
        "segment 0 0 50 300 300 0 --forbidden 0x20008",
        "box 0 0 -100 50 50 100 --json",
        "walk 100 100 50 3",
        "route 200 40 30 190 --seed 7",
    ];
    // Half of the questions are about areals: a damaged file hears those it can answer.
    let ground = [0, 1, 4, 5, 6];
    let areals = [2, 3, 7];
    let place = match damaged.path.rsplit_once('.') {
        Some((_, "msh")) => ground[round % ground.len()],
        Some((_, "map")) => areals[round % areals.len()],
        _ => round % questions.len(),
    };
    line(path, [questions[place]], 0)
}
