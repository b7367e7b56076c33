//! Every published figure of the game taken again, and how each field is used: `ngi.survey/1`.
//!
//! ```json
//! {"schema": "ngi.survey/1", "program": "0.1.0", "edition": "first game",
//!  "census": {"files": 700, "bytes": 180000000, "archives": 120, "entries": 6804},
//!  "claims": [{"id": "effects.opcode-1", "source": "…", "published": 618, "here": 618, "equal": true}],
//!  "fields": [{"format": "fxid", "path": "commands[].opcode", "kind": "number", "count": 4737,
//!              "min": 1, "max": 10, "distinct": 9, "unnamed_bits": null, "unnamed": 0, …}],
//!  "formats": {"fxid": 923}, "unreadable": {}, "unknown_types": [{"type": "SUND", "count": 2}],
//!  "unknown_suffixes": [{"suffix": "dll", "count": 15}],
//!  "findings": {"texm.name.dot": 1}, "retail_findings": {}}
//! ```
//! A survey holds counts and no byte of the game: of text only how long it is, how many there are
//! and whether it is ASCII; no name of a file or an entry, unless `names` are asked for.
//!
//! Fields are found by the schema alone (`walk`); what figures need beyond that is in `probes`; the
//! figures themselves are a table (`claims`).

mod claims;
mod compare;
mod edition;
mod field;
mod measured;
mod page;
mod probes;
mod tally;
#[cfg(test)]
mod tests;
mod values;
mod walk;

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use ngi_formats::{Level, Mode};
use ngi_vfs::Node;
use serde::Serialize;

use self::field::{Use, What};
use self::tally::Tally;
use crate::check::{self, files_below};
use crate::surroundings::Game;
use crate::{Progress, Result};

pub use claims::Claim;
pub use compare::{Comparison, compare};
pub use edition::Edition;
pub use measured::{Field, Measured};
pub use page::page;
pub use values::MOST_VALUES;

/// The schema of surveys.
pub const SCHEMA: &str = "ngi.survey/1";

/// What a survey may tell.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Whether names of files and entries may be told: of those that no format knows.
    pub names: bool,
    /// The game folder, where names that lead to other files are looked up.
    pub game: Option<Game>,
}

/// What was measured.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct Survey {
    /// [`SCHEMA`].
    pub schema: &'static str,
    /// The version of what measured.
    pub program: &'static str,
    /// Which edition of the game it is, by its census.
    pub edition: &'static str,
    /// How much there is.
    pub census: Census,
    /// The published figures of that edition.
    pub claims: Vec<Figure>,
    /// How each field is used.
    pub fields: Vec<FieldUse>,
    /// Things by format.
    pub formats: BTreeMap<&'static str, u64>,
    /// Things of a format that could not be followed.
    pub unreadable: BTreeMap<&'static str, u64>,
    /// Types of entries that no format knows.
    pub unknown_types: Vec<UnknownType>,
    /// Suffixes of files that no format knows.
    pub unknown_suffixes: Vec<UnknownSuffix>,
    /// Broken rules of every check, by code.
    pub findings: BTreeMap<&'static str, u64>,
    /// Broken invariants of the shipped game, by code.
    pub retail_findings: BTreeMap<&'static str, u64>,
    /// Files that could not be read.
    pub unread: u64,
    /// Names of what no format knows, where they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub names: Option<Vec<String>>,
    /// Fields that figures ask for and no file here has; never written.
    #[serde(skip)]
    pub lost: Vec<String>,
    /// What could not be read, in words; never written.
    #[serde(skip)]
    pub problems: Vec<String>,
}

/// How much there is.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Census {
    /// Files.
    pub files: u64,
    /// Their bytes.
    pub bytes: u64,
    /// Files that are NRes archives.
    pub archives: u64,
    /// Entries of these.
    pub entries: u64,
}

/// A published figure, and what it is here.
#[derive(Debug, Clone, Serialize)]
pub struct Figure {
    /// What it is about.
    pub id: &'static str,
    /// Where it was published.
    pub source: &'static str,
    /// The published number.
    #[serde(serialize_with = "plain_number")]
    pub published: f64,
    /// The number here; none where the field has too many values to know.
    #[serde(serialize_with = "maybe_number")]
    pub here: Option<f64>,
    /// Whether they are the same.
    pub equal: bool,
}

/// How a field is used.
#[derive(Debug, Clone, Serialize)]
pub struct FieldUse {
    /// The format's id.
    pub format: &'static str,
    /// Its path without numbers.
    pub path: String,
    /// Number, float, text, bytes or list.
    pub kind: &'static str,
    /// How many values there are.
    pub count: u64,
    /// The least: of text, bytes and lists the shortest.
    #[serde(serialize_with = "maybe_number")]
    pub min: Option<f64>,
    /// The most: of text, bytes and lists the longest.
    #[serde(serialize_with = "maybe_number")]
    pub max: Option<f64>,
    /// How many different values there are; none where there are more than [`MOST_VALUES`].
    pub distinct: Option<usize>,
    /// Bits without a name that are set, for words of bits.
    pub unnamed_bits: Option<u64>,
    /// Numbers without a name, of a set of names.
    #[serde(skip_serializing_if = "is_zero")]
    pub unnamed: u64,
    /// Floats that are no numbers.
    #[serde(skip_serializing_if = "is_zero")]
    pub not_finite: u64,
    /// Texts that are not ASCII.
    #[serde(skip_serializing_if = "is_zero")]
    pub not_ascii: u64,
}

/// A type of entries that no format knows.
#[derive(Debug, Clone, Serialize)]
pub struct UnknownType {
    /// The type.
    #[serde(rename = "type")]
    pub type_id: String,
    /// How many entries have it.
    pub count: u64,
}

/// A suffix that no format knows.
#[derive(Debug, Clone, Serialize)]
pub struct UnknownSuffix {
    /// The suffix; empty for names without one, `other` for what may be part of a name.
    pub suffix: String,
    /// How many files have it.
    pub count: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// Whole numbers as such: 618, not 618.0.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
fn plain_number<S: serde::Serializer>(number: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    #[expect(clippy::cast_possible_truncation, reason = "compared again")]
    let whole = *number as i64;
    #[expect(clippy::cast_precision_loss, reason = "compared")]
    if whole as f64 == *number {
        serializer.serialize_i64(whole)
    } else {
        serializer.serialize_f64(*number)
    }
}

#[expect(clippy::ref_option, reason = "as serde calls it")]
fn maybe_number<S: serde::Serializer>(
    number: &Option<f64>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match number {
        Some(number) => plain_number(number, serializer),
        None => serializer.serialize_none(),
    }
}

/// What one thread has seen.
#[derive(Default)]
struct Seen {
    tally: Tally,
    /// Broken rules, and how often.
    broken: BTreeMap<&'static str, (Level, u64)>,
    problems: Vec<String>,
}

impl Seen {
    /// Counts and checks a file and everything inside it: everything is opened once.
    fn add_file(&mut self, file: &Node, options: &check::Options) {
        let Self { tally, broken, problems } = self;
        let place = tally.add_file(file);
        let mut report = check::Report::default();
        check::each_thing(file, problems, |thing| {
            tally.add(thing, place);
            check::check_thing(thing, options, &mut report);
        });
        for located in &report.findings {
            let code = located.finding.code;
            broken.entry(code.id).or_insert((code.level, 0)).1 += 1;
        }
    }

    /// Adds what another thread has seen.
    fn and(mut self, other: Self) -> Self {
        self.tally = self.tally.and(other.tally);
        for (id, (level, count)) in other.broken {
            self.broken.entry(id).or_insert((level, 0)).1 += count;
        }
        self.problems.extend(other.problems);
        self
    }
}

/// Measures a game folder, files side by side on all cores. The same game gives the same survey,
/// whatever their number.
pub fn survey(node: &Node, options: Options, progress: &dyn Progress) -> Result<Survey> {
    let mut unlisted = Vec::new();
    let files = files_below(node, &mut unlisted)?;
    progress.start(files.len() as u64, "measuring");
    let Options { names, game } = options;
    let asked =
        check::Options { mode: Mode::Strict, retail: true, game, ..check::Options::default() };
    let Seen { tally, broken, mut problems } = measure(files, &asked, progress);
    let of = |wanted: &dyn Fn(Level) -> bool| {
        let own = broken.iter().filter(|(_, (level, _))| wanted(*level));
        own.map(|(id, (_, count))| (*id, *count)).collect::<BTreeMap<_, _>>()
    };
    let mut survey = of_tally(&tally, &of(&|_| true), names);
    survey.findings = of(&|level| level != Level::Retail);
    survey.retail_findings = of(&|level| level == Level::Retail);
    problems.extend(unlisted);
    problems.sort();
    problems.dedup();
    survey.unread = problems.len() as u64;
    survey.problems = problems;
    Ok(survey)
}

/// Looks at all files. Each thread has one tally, and takes the next file when it is done with
/// one: tallies are large, and files of all sizes. A file is let go of when it was looked at, so
/// that not all of them are mapped at once.
fn measure(files: Vec<Node>, options: &check::Options, progress: &dyn Progress) -> Seen {
    let files = Mutex::new(files.into_iter());
    let next = || files.lock().unwrap_or_else(PoisonError::into_inner).next();
    let seen = rayon::broadcast(|_| {
        let mut seen = Seen::default();
        while let Some(file) = next() {
            seen.add_file(&file, options);
            progress.advance(1);
        }
        seen
    });
    seen.into_iter().fold(Seen::default(), Seen::and)
}

fn of_tally(tally: &Tally, findings: &BTreeMap<&'static str, u64>, with_names: bool) -> Survey {
    let measured = Measured::new(tally, findings);
    let edition = Edition::of(&measured);
    let figure = |claim: &Claim| {
        let here = (claim.take)(&measured);
        let equal = here == Some(claim.published);
        Figure { id: claim.id, source: claim.source, published: claim.published, here, equal }
    };
    let figures = claims::of(edition).map(figure).collect();
    let mut formats: BTreeMap<&'static str, u64> = BTreeMap::new();
    tally.things.iter().for_each(|((id, _), count)| *formats.entry(id).or_default() += count);
    let fields = formats.keys().flat_map(|format| {
        let fields = tally.of_format(format);
        let rows: Vec<FieldUse> =
            fields.all().into_iter().map(|(path, used)| FieldUse::of(format, path, used)).collect();
        rows
    });
    let unknown_types = tally
        .unknown_types
        .iter()
        .map(|(type_id, count)| UnknownType { type_id: type_id.to_string(), count: *count });
    let unknown_suffixes = tally
        .unknown_suffixes
        .iter()
        .map(|(suffix, count)| UnknownSuffix { suffix: suffix.clone(), count: *count });
    let mut names = tally.unknown_names.clone();
    names.sort();
    names.dedup();
    Survey {
        schema: SCHEMA,
        program: env!("CARGO_PKG_VERSION"),
        edition: edition.as_str(),
        census: Census {
            files: tally.files,
            bytes: tally.bytes,
            archives: tally.archives,
            entries: tally.entries,
        },
        claims: figures,
        fields: fields.collect(),
        unreadable: tally.broken.clone(),
        unknown_types: unknown_types.collect(),
        unknown_suffixes: unknown_suffixes.collect(),
        findings: BTreeMap::new(),
        retail_findings: BTreeMap::new(),
        unread: 0,
        names: with_names.then_some(names),
        lost: measured.lost(),
        problems: Vec::new(),
        formats,
    }
}

impl FieldUse {
    fn of(format: &'static str, path: String, used: &Use) -> Self {
        let is_number = used.what == What::Number;
        Self {
            format,
            path,
            kind: used.what.as_str(),
            count: used.count,
            min: used.span.map(|(least, _)| least),
            max: used.span.map(|(_, most)| most),
            distinct: used.values.distinct(),
            unnamed_bits: used.is_bits().then_some(used.unnamed_bits).filter(|_| is_number),
            unnamed: used.unnamed,
            not_finite: used.not_finite,
            not_ascii: used.not_ascii,
        }
    }
}

impl Survey {
    /// How many figures are as published, and how many there are.
    pub fn equal(&self) -> (usize, usize) {
        (self.claims.iter().filter(|figure| figure.equal).count(), self.claims.len())
    }
}

/// A number as people read it.
pub fn shown(number: Option<f64>) -> String {
    number.map_or_else(|| "unknown".into(), |number| number.to_string())
}
