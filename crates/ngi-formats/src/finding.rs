//! What a checker has to say about a file that could be read.

use std::collections::HashMap;
use std::fmt;

use crate::tree::Node;
use crate::{Error, ErrorKind, Result};

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The game copes, but somebody should look.
    Warning,
    /// The game, or a tool, will stumble over this.
    Error,
}

impl Severity {
    /// `"warning"` or `"error"`, as JSON and terminals show it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// Which readings of a file's rules apply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mode {
    /// Every rule of the format.
    #[default]
    Strict,
    /// As the engine reads: what it copes with passes.
    Tolerant,
}

/// When a rule is asked about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// In every check: the engine itself relies on it.
    Always,
    /// In strict checks only: the engine copes with a file that breaks it.
    Strict,
    /// Only when the invariants measured on the shipped game are asked for (`--retail`).
    Retail,
}

impl Level {
    /// `"always"`, `"strict"` or `"retail"`, as lists of rules show it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Always => "always",
            Self::Strict => "strict",
            Self::Retail => "retail",
        }
    }
}

/// A rule with a stable name, such as `nres.entry.range`.
#[derive(Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Code {
    /// The stable name: format, part, what is wrong.
    pub id: &'static str,
    /// How bad it is when the rule is broken.
    pub severity: Severity,
    /// When the rule is asked about.
    pub level: Level,
    /// The rule in one plain sentence.
    pub rule: &'static str,
    /// The fields it speaks of, as paths of the document.
    pub fields: &'static [&'static str],
    /// What the game does with a file that breaks it, where more is known than its level says.
    pub game: Option<&'static str>,
    /// What mends a file that breaks it, where it is not enough to set the fields.
    pub mend: Option<&'static str>,
    /// Whether what it asks follows from the rest of the file, so that it can be worked out anew.
    pub derived: bool,
}

impl Code {
    /// A rule whose breaking is an error, in every mode.
    pub const fn error(id: &'static str, rule: &'static str) -> Self {
        Self::new(id, Severity::Error, Level::Always, rule)
    }

    /// A rule whose breaking is an error that the engine-compatible mode lets pass.
    pub const fn strict_error(id: &'static str, rule: &'static str) -> Self {
        Self::new(id, Severity::Error, Level::Strict, rule)
    }

    /// A rule whose breaking is worth a look; the engine-compatible mode lets it pass.
    pub const fn warning(id: &'static str, rule: &'static str) -> Self {
        Self::new(id, Severity::Warning, Level::Strict, rule)
    }

    /// A warning of every check: not about what the engine copes with, but about what the check
    /// could not look at.
    pub const fn steady_warning(id: &'static str, rule: &'static str) -> Self {
        Self::new(id, Severity::Warning, Level::Always, rule)
    }

    /// The same rule, which speaks of these fields.
    #[must_use]
    pub const fn of(mut self, fields: &'static [&'static str]) -> Self {
        self.fields = fields;
        self
    }

    /// An invariant of the shipped game.
    pub const fn retail(id: &'static str, rule: &'static str) -> Self {
        Self::new(id, Severity::Warning, Level::Retail, rule)
    }

    const fn new(id: &'static str, severity: Severity, level: Level, rule: &'static str) -> Self {
        Self { id, severity, level, rule, fields: &[], game: None, mend: None, derived: false }
    }

    /// The same rule, with what the game does with a file that breaks it.
    #[must_use]
    pub const fn game(mut self, game: &'static str) -> Self {
        self.game = Some(game);
        self
    }

    /// The same rule, with what mends a file that breaks it.
    #[must_use]
    pub const fn mend(mut self, mend: &'static str) -> Self {
        self.mend = Some(mend);
        self
    }

    /// The same rule, which asks for what follows from the rest of the file.
    #[must_use]
    pub const fn derived(mut self) -> Self {
        self.derived = true;
        self
    }
}

/// One broken rule at one place.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The rule.
    pub code: &'static Code,
    /// Path of the field, such as `entries[3].offset`.
    pub field: String,
    /// Byte offset from the start of what was checked, where one byte can be named.
    pub offset: Option<u64>,
    /// What is there and what should be, for a person.
    pub message: String,
}

impl Finding {
    /// Returns the rule and the message in one sentence:
    /// `A key refers to an existing phase — it names 9, there are 2`.
    pub fn sentence(&self) -> String {
        format!("{} — {}", self.code.rule.trim_end_matches('.'), self.message)
    }

    /// The same fault as an error, for readers that do not go on past it.
    pub fn to_error(&self) -> Error {
        Error {
            offset: self.offset,
            field: self.field.clone().into(),
            kind: ErrorKind::Malformed(self.message.clone().into()),
        }
    }
}

/// Collects findings in the order they are made.
///
/// Keeps at most [`Findings::KEPT_PER_CODE`] of each code and counts the rest, so that a hostile
/// file cannot fill the memory with complaints about itself.
#[derive(Debug, Default)]
pub struct Findings {
    mode: Mode,
    retail: bool,
    errors_only: bool,
    /// Codes nobody wants to hear of.
    allowed: Vec<String>,
    kept: Vec<Finding>,
    counts: HashMap<&'static str, u64>,
}

impl Findings {
    /// How many findings of one code are kept in full.
    pub const KEPT_PER_CODE: u64 = 1000;

    /// An empty list for a check in `mode`; `retail` adds the shipped game's invariants.
    pub fn new(mode: Mode, retail: bool) -> Self {
        Self { mode, retail, ..Self::default() }
    }

    /// An empty list for who stops at the first error: what is only worth a look is not looked for.
    pub fn errors_only() -> Self {
        Self { mode: Mode::Strict, errors_only: true, ..Self::default() }
    }

    /// The same list for who does not want to hear of some codes: [`Findings::asks`] says no to
    /// them, so that costly work for them is left out. Findings that cost nothing may be made all
    /// the same.
    #[must_use]
    pub fn allowing(self, codes: &[String]) -> Self {
        Self { allowed: codes.to_vec(), ..self }
    }

    /// Whether `code`'s rule is asked about here. Ask before doing costly work for one rule.
    pub fn asks(&self, code: &Code) -> bool {
        self.hears(code) && !self.allowed.iter().any(|allowed| allowed == code.id)
    }

    /// Whether one of several rules is asked about here: before work that is for all of them.
    pub fn asks_any(&self, codes: &[&Code]) -> bool {
        codes.iter().any(|code| self.asks(code))
    }

    fn hears(&self, code: &Code) -> bool {
        if self.errors_only && code.severity != Severity::Error {
            return false;
        }
        match code.level {
            Level::Always => true,
            Level::Strict => self.mode == Mode::Strict,
            Level::Retail => self.retail,
        }
    }

    /// The mode of this check.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// Whether the shipped game's invariants are asked about.
    pub fn retail(&self) -> bool {
        self.retail
    }

    /// Notes a broken rule; `describe` runs only when the finding is kept.
    ///
    /// `describe` gives the field's path, its offset and the message.
    pub fn add(
        &mut self,
        code: &'static Code,
        describe: impl FnOnce() -> (String, Option<u64>, String),
    ) {
        if !self.hears(code) {
            return;
        }
        let count = self.counts.entry(code.id).or_default();
        *count += 1;
        if *count <= Self::KEPT_PER_CODE {
            let (field, offset, message) = describe();
            self.kept.push(Finding { code, field, offset, message });
        }
    }

    /// Notes a broken rule about the field at `path` of the document. Where it lies is found
    /// afterwards, by [`Findings::locate`]; `message` runs only when the finding is kept.
    // Files hardly ever break a rule: what is said then stays out of the way of what asks.
    #[cold]
    #[inline(never)]
    pub fn at(
        &mut self,
        code: &'static Code,
        path: impl fmt::Display,
        message: impl FnOnce() -> String,
    ) {
        self.add(code, || (path.to_string(), None, message()));
    }

    /// Notes that the structure cannot be followed. Where the error's field is not among what
    /// `remains` of the file, the nearest thing that is takes its place; where nothing does, it
    /// stays.
    pub fn cannot_follow<'a>(
        &mut self,
        code: &'static Code,
        error: &Error,
        remains: impl FnOnce() -> Option<Node<'a>>,
    ) {
        self.add(code, || {
            let field = match remains() {
                Some(tree) => tree.nearest(&error.field).to_owned(),
                None => error.field.clone().into_owned(),
            };
            (field, error.offset, error.kind.to_string())
        });
    }

    /// Gives every finding that names a field without an offset the field's own. A field that is
    /// not there becomes the nearest thing that is. `tree` is asked for only where it is needed;
    /// it may be that of other bytes than the ones an earlier finding was about, so one call
    /// belongs behind each check.
    pub fn locate<'a>(&mut self, tree: impl FnOnce() -> Option<Node<'a>>) {
        if self.kept.iter().all(|finding| finding.offset.is_some() || finding.field.is_empty()) {
            return;
        }
        let Some(tree) = tree() else { return };
        for finding in self.kept.iter_mut().filter(|finding| finding.offset.is_none()) {
            let nearest = tree.nearest(&finding.field).len();
            finding.field.truncate(nearest);
            finding.offset = tree.locate(&finding.field).map(|offset| offset as u64);
        }
    }

    /// Takes back findings of a `general` rule where a `special` one says the same: one fault, one
    /// finding. They are the same where they point at the same offset.
    pub fn prefer(&mut self, special: &Code, general: &Code) {
        let said: Vec<u64> = self
            .kept
            .iter()
            .filter(|finding| finding.code == special)
            .filter_map(|finding| finding.offset)
            .collect();
        if said.is_empty() {
            return;
        }
        let before = self.kept.len();
        self.kept.retain(|finding| {
            finding.code != general || !finding.offset.is_some_and(|at| said.contains(&at))
        });
        let taken_back = (before - self.kept.len()) as u64;
        if let Some(count) = self.counts.get_mut(general.id) {
            *count = count.saturating_sub(taken_back);
        }
    }

    /// The findings that were kept, in order.
    pub fn list(&self) -> &[Finding] {
        &self.kept
    }

    /// The findings that were kept, in order, given away.
    pub fn into_list(self) -> Vec<Finding> {
        self.kept
    }

    /// How many times `code` was found, kept or not.
    pub fn count(&self, code: &Code) -> u64 {
        self.counts.get(code.id).copied().unwrap_or(0)
    }

    /// How many findings were counted but not kept.
    pub fn dropped(&self) -> u64 {
        let total: u64 = self.counts.values().sum();
        total.saturating_sub(self.kept.len() as u64)
    }

    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// The first finding that is an error.
    pub fn first_error(&self) -> Option<&Finding> {
        self.kept.iter().find(|finding| finding.code.severity == Severity::Error)
    }

    /// `value`, unless something is an error: then the first such finding.
    pub fn or_error<T>(&self, value: T) -> Result<T> {
        match self.first_error() {
            Some(finding) => Err(finding.to_error()),
            None => Ok(value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static ERROR: Code = Code::error("test.error", "always");
    static STRICT: Code = Code::warning("test.warning", "strict only");
    static RETAIL: Code = Code::retail("test.retail", "retail only");

    fn found(mode: Mode, retail: bool) -> Vec<&'static str> {
        let mut findings = Findings::new(mode, retail);
        for code in [&ERROR, &STRICT, &RETAIL] {
            findings.add(code, || (String::new(), None, String::new()));
        }
        findings.list().iter().map(|finding| finding.code.id).collect()
    }

    #[test]
    fn a_mode_hears_only_its_own_rules() {
        assert_eq!(found(Mode::Strict, false), ["test.error", "test.warning"]);
        assert_eq!(found(Mode::Tolerant, false), ["test.error"]);
        assert_eq!(found(Mode::Strict, true), ["test.error", "test.warning", "test.retail"]);
    }

    #[test]
    fn what_is_allowed_is_not_asked() {
        let findings = Findings::new(Mode::Strict, false).allowing(&["test.warning".into()]);
        assert!(findings.asks(&ERROR) && !findings.asks(&STRICT) && !findings.asks(&RETAIL));
        assert!(findings.asks_any(&[&STRICT, &ERROR]) && !findings.asks_any(&[&STRICT, &RETAIL]));
    }

    #[test]
    fn who_stops_at_errors_hears_nothing_else() {
        static STEADY: Code = Code::steady_warning("test.steady", "always");
        static STRICT_ERROR: Code = Code::strict_error("test.strict", "strict only");
        let mut findings = Findings::errors_only();
        for code in [&STRICT, &STEADY, &RETAIL, &STRICT_ERROR, &ERROR] {
            findings.add(code, || (String::new(), None, String::new()));
        }
        let codes: Vec<_> = findings.list().iter().map(|finding| finding.code.id).collect();
        assert_eq!(codes, ["test.strict", "test.error"]);
    }

    #[test]
    fn a_flood_is_counted_but_not_kept() {
        let mut findings = Findings::new(Mode::Strict, false);
        for _ in 0..Findings::KEPT_PER_CODE + 5 {
            findings.add(&ERROR, || (String::new(), None, String::new()));
        }
        assert_eq!(findings.list().len() as u64, Findings::KEPT_PER_CODE);
        assert_eq!(findings.count(&ERROR), Findings::KEPT_PER_CODE + 5);
        assert_eq!(findings.dropped(), 5);
    }

    #[test]
    fn a_fault_is_said_once_where_a_special_rule_says_it() {
        let mut findings = Findings::new(Mode::Strict, false);
        for at in [8, 16] {
            findings.add(&ERROR, || ("general".into(), Some(at), String::new()));
        }
        findings.prefer(&STRICT, &ERROR);
        assert_eq!(findings.count(&ERROR), 2);
        findings.add(&STRICT, || ("special".into(), Some(16), String::new()));
        findings.prefer(&STRICT, &ERROR);
        let left: Vec<_> =
            findings.list().iter().map(|finding| (finding.code.id, finding.offset)).collect();
        assert_eq!(left, [("test.error", Some(8)), ("test.warning", Some(16))]);
        assert_eq!((findings.count(&ERROR), findings.dropped()), (1, 0));
    }
}
