//! What is said of rules and formats in Russian. In English they say it themselves.
//!
//! | file | has |
//! |---|---|
//! | `rules.txt` | every rule: its sentence, what the game does, what mends it |
//! | `meanings.txt` | what fields, bits and choices mean, by what is said in English |
//! | `phrases.txt` | what messages of findings are made of |
//! | `errors.txt` | what stops reading, saving, setting |
//! | `titles.rs` | what the formats are called |

pub mod errors;
pub mod meanings;
pub mod phrases;
mod titles;

use std::collections::HashMap;
use std::sync::LazyLock;

use ngi_formats::{Level, Severity};

pub use titles::title;

/// What is said of a rule.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Rule {
    /// The rule in one sentence.
    pub rule: &'static str,
    /// What the game does with a file that breaks it, where the rule says so in English.
    pub game: Option<&'static str>,
    /// What mends such a file, where the rule says so in English.
    pub mend: Option<&'static str>,
}

static RULES: LazyLock<HashMap<&'static str, Rule>> =
    LazyLock::new(|| read(include_str!("rules.txt")));

/// Reads the table of rules: a line for each, and lines that belong to it behind two blanks.
fn read(text: &'static str) -> HashMap<&'static str, Rule> {
    let mut rules: HashMap<&'static str, Rule> = HashMap::new();
    let mut last = "";
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match (line.strip_prefix("  "), line.split_once(' ')) {
            (Some(more), _) => {
                let rule = rules.entry(last).or_default();
                match more.split_once(' ') {
                    Some(("game", text)) => rule.game = Some(text),
                    Some(("mend", text)) => rule.mend = Some(text),
                    _ => {}
                }
            }
            (None, Some((code, text))) => {
                rules.insert(code, Rule { rule: text, ..Rule::default() });
                last = code;
            }
            (None, None) => {}
        }
    }
    rules
}

/// What is said of the rule of a code.
pub fn rule(code: &str) -> Option<Rule> {
    RULES.get(code).copied()
}

/// How bad something is.
pub fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Warning => "предупреждение",
        Severity::Error => "ошибка",
    }
}

/// When a rule is asked about.
pub fn level(level: Level) -> &'static str {
    match level {
        Level::Always => "проверяется всегда",
        Level::Strict => "проверяется строго",
        Level::Retail => "проверяется с --retail",
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::format::all_codes;

    #[test]
    fn every_rule_is_there_and_nothing_else() {
        let codes: HashSet<&str> = all_codes().map(|code| code.id).collect();
        for code in all_codes() {
            let Some(rule) = rule(code.id) else { panic!("{} has no Russian sentence", code.id) };
            let ends = |text: &str| text.ends_with('.');
            assert!(ends(rule.rule) && is_russian(rule.rule), "{}: {}", code.id, rule.rule);
            assert_eq!(rule.game.is_some(), code.game.is_some(), "{}: game", code.id);
            assert_eq!(rule.mend.is_some(), code.mend.is_some(), "{}: mend", code.id);
            assert!(rule.game.is_none_or(|game| ends(game) && is_russian(game)), "{}", code.id);
        }
        for code in RULES.keys() {
            assert!(codes.contains(code), "there is no rule {code}");
        }
        let lines = include_str!("rules.txt").lines();
        let rules =
            lines.filter(|line| line.starts_with(|letter: char| letter.is_ascii_lowercase()));
        assert_eq!(rules.count(), codes.len(), "a rule is there twice");
    }

    fn is_russian(text: &str) -> bool {
        text.chars().any(|letter| ('а'..='я').contains(&letter))
    }

    /// Numbers that a rule names stand in both sentences: a rule that changed changes here, too.
    #[test]
    fn numbers_are_the_same_in_both_languages() {
        for code in all_codes() {
            let rule = rule(code.id).unwrap().rule;
            let (english, russian) = (numbers(code.rule), numbers(rule));
            let lost: Vec<&String> =
                english.iter().filter(|number| !russian.contains(number)).collect();
            assert!(lost.is_empty(), "{}: {lost:?} of \"{}\" in \"{rule}\"", code.id, code.rule);
        }
    }

    /// The numbers of a sentence, without what groups their digits.
    fn numbers(text: &str) -> Vec<String> {
        let letters: Vec<char> = text.chars().collect();
        let is_group = |at: usize| {
            let digit = |at: Option<usize>| {
                at.and_then(|at| letters.get(at)).is_some_and(char::is_ascii_digit)
            };
            let before = letters.get(at.saturating_sub(1));
            let is_zero = before == Some(&'0') && !digit(at.checked_sub(2));
            let three = (1..=3).all(|by| digit(Some(at + by))) && !digit(Some(at + 4));
            digit(at.checked_sub(1)) && three && !is_zero
        };
        let mut joined = String::new();
        for (at, letter) in letters.iter().enumerate() {
            match letter {
                ',' | ' ' if is_group(at) => {}
                // A decimal comma.
                ',' if letters.get(at + 1).is_some_and(char::is_ascii_digit) => joined.push('.'),
                other => joined.push(*other),
            }
        }
        let parts = joined.split(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '.'));
        let parts = parts.map(|part| part.trim_matches('.').to_owned());
        parts.filter(|part| part.starts_with(|first: char| first.is_ascii_digit())).collect()
    }
}
