//! `mod.toml`: what a mod is called, who made it, what it needs, and which game it was made of.

use std::cmp::Ordering;
use std::fmt::Write;

use ngi_verbs::{Error, Result};
use serde::Deserialize;

use crate::hash::Digest;

/// The schema of a manifest.
const SCHEMA: &str = "ngi.mod/1";
/// The most bytes a manifest may have.
pub(crate) const MOST_BYTES: u64 = 64 << 10;
/// The longest name, and the longest version.
const LONGEST: usize = 64;

/// What a mod says of itself.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// Always `ngi.mod/1`.
    pub schema: String,
    /// What it goes by: letters, digits, `-`, `_` and `.`. Case is ignored.
    pub name: String,
    /// Numbers with dots between.
    pub version: String,
    /// Who made it.
    #[serde(default)]
    pub author: String,
    /// What it does, for people.
    #[serde(default)]
    pub about: String,
    /// Mods that have to be installed before it: a name, and behind a blank the least version.
    #[serde(default)]
    pub needs: Vec<String>,
    /// The fingerprint of the game it was made of; see [`crate::fingerprint`].
    #[serde(default)]
    pub game: Option<Digest>,
    /// The checksum of `changes.json`. A zip has one; a folder is there to be edited and has none.
    #[serde(default)]
    pub changes: Option<Digest>,
}

impl Manifest {
    /// A mod of that name, as one begins.
    pub fn new(name: &str) -> Result<Self> {
        let manifest = Self {
            schema: SCHEMA.to_owned(),
            name: name.to_owned(),
            version: "1.0".to_owned(),
            author: String::new(),
            about: String::new(),
            needs: Vec::new(),
            game: None,
            changes: None,
        };
        manifest.judged()
    }

    /// Reads one.
    pub fn parse(text: &str) -> Result<Self> {
        let parsed: Result<Self, _> = toml::from_str(text);
        parsed.map_err(|error| wrong(error.message().to_owned()))?.judged()
    }

    /// The manifest, if it says what it should. What was put together by hand goes through here too.
    pub fn judged(self) -> Result<Self> {
        if self.schema != SCHEMA {
            return Err(wrong(format!("schema is \"{}\", and {SCHEMA} is known", self.schema)));
        }
        if !is_name(&self.name) {
            let allowed = "letters, digits, `-`, `_` and `.`, and begins with a letter or a digit";
            return Err(wrong(format!("name: \"{}\" is none; a name has {allowed}", self.name)));
        }
        if !is_version(&self.version) {
            return Err(wrong(format!(
                "version: \"{}\" is none; one looks like 1.2",
                self.version
            )));
        }
        for need in &self.needs {
            let (name, least) = parts(need);
            if !is_name(name) || !least.is_none_or(is_version) {
                return Err(wrong(format!("needs: \"{need}\" is neither NAME nor NAME VERSION")));
            }
        }
        Ok(self)
    }

    /// The text of the file.
    pub fn to_text(&self) -> String {
        let Self { schema, name, version, author, about, needs, game, changes } = self;
        let needs: Vec<String> = needs.iter().map(|need| quoted(need)).collect();
        let mut text = String::new();
        for (key, value) in [("schema", schema), ("name", name), ("version", version)] {
            let _ = writeln!(text, "{key} = {}", quoted(value));
        }
        let _ = writeln!(text, "author = {}\nabout = {}", quoted(author), quoted(about));
        let _ = writeln!(text, "needs = [{}]", needs.join(", "));
        for (key, value) in [("game", game), ("changes", changes)] {
            if let Some(value) = value {
                let _ = writeln!(text, "{key} = \"{value}\"");
            }
        }
        text
    }

    /// Whether a name means this mod.
    pub fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// What it needs: names, and the least versions.
    pub fn needs(&self) -> impl Iterator<Item = (&str, Option<&str>)> {
        self.needs.iter().map(|need| parts(need))
    }

    /// Whether its version is at least that.
    pub fn is_at_least(&self, version: &str) -> bool {
        compare(&self.version, version) != Ordering::Less
    }
}

fn wrong(why: impl Into<String>) -> Error {
    Error::Usage(format!("mod.toml: {}", why.into()))
}

fn parts(need: &str) -> (&str, Option<&str>) {
    match need.split_once(' ') {
        Some((name, least)) => (name, Some(least.trim())),
        None => (need, None),
    }
}

fn is_name(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    name.len() <= LONGEST
        && name.chars().all(plain)
        && name.starts_with(|c: char| c.is_ascii_alphanumeric())
}

fn is_version(version: &str) -> bool {
    let number = |part: &str| part.len() <= 9 && part.parse::<u32>().is_ok();
    version.len() <= LONGEST && version.split('.').all(number)
}

/// Compares versions number by number; what is not there is 0.
fn compare(a: &str, b: &str) -> Ordering {
    let numbers = |text: &str| -> Vec<u32> {
        let mut all: Vec<u32> = text.split('.').map(|part| part.parse().unwrap_or(0)).collect();
        while all.last() == Some(&0) {
            all.pop();
        }
        all
    };
    numbers(a).cmp(&numbers(b))
}

/// A basic string of TOML.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => out.extend(['\\', letter]),
            '\n' => out.push_str("\\n"),
            letter if letter.is_control() => {
                let _ = write!(out, "\\u{:04X}", u32::from(letter));
            }
            letter => out.push(letter),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goes_there_and_back() {
        let manifest = Manifest {
            version: "1.2.3".to_owned(),
            author: "Пилот \"P\" \\ \u{7}".to_owned(),
            about: "two\nlines".to_owned(),
            needs: vec!["base".to_owned(), "lights 2.1".to_owned()],
            game: Some(Digest::of(b"game")),
            changes: Some(Digest::of(b"changes")),
            ..Manifest::new("Deep-Water_2.0").unwrap()
        };
        assert_eq!(Manifest::parse(&manifest.to_text()).unwrap(), manifest);
        let needs: Vec<_> = manifest.needs().collect();
        assert_eq!(needs, [("base", None), ("lights", Some("2.1"))]);
        assert!(manifest.is("deep-water_2.0"));
    }

    #[test]
    fn versions_are_numbers() {
        let version =
            |text: &str| Manifest { version: text.to_owned(), ..Manifest::new("m").unwrap() };
        for (own, least, enough) in
            [("1.10", "1.9", true), ("1.0", "1", true), ("1", "1.0.1", false), ("0.9", "1", false)]
        {
            assert_eq!(version(own).is_at_least(least), enough, "{own} {least}");
        }
    }

    #[test]
    fn what_is_no_manifest_is_refused_with_the_reason() {
        let good = Manifest::new("m").unwrap().to_text();
        for (from, to, why) in [
            ("ngi.mod/1", "ngi.mod/2", "ngi.mod/1 is known"),
            ("\"m\"", "\"../m\"", "name"),
            ("\"m\"", "\"\"", "name"),
            ("\"m\"", "\".hidden\"", "name"),
            ("1.0", "one", "version"),
            ("1.0", "99999999999", "version"),
            ("needs = []", "needs = [\"a/b\"]", "needs"),
            ("needs = []", "needs = [\"a b\"]", "needs"),
            ("needs = []", "run = \"rm\"", "unknown field `run`"),
            ("schema", "[schema", ""),
        ] {
            let text = good.replacen(from, to, 1);
            let told = Manifest::parse(&text).unwrap_err().to_string();
            assert!(told.starts_with("mod.toml: ") && told.contains(why), "{text}: {told}");
        }
    }
}
