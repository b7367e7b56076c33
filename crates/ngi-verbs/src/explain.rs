//! Explanations of check rules: what a rule means, what the game does with a file that breaks it, and
//! how to repair the file.

use std::fmt::Write as _;

use ngi_formats::schema::Observed;
use ngi_formats::{Code, Finding, Level};
use serde::Serialize;

use crate::format::{self, Format};
use crate::language::Language;
use crate::{describe, russian};

/// The schema of the document.
pub const SCHEMA: &str = "ngi.explain/1";

/// What there is to say about a rule.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct Explanation {
    /// Its code.
    pub code: &'static str,
    /// How bad it is when it is broken.
    pub severity: &'static str,
    /// When it is asked about.
    pub asked: &'static str,
    /// The format whose files it is about.
    pub format: &'static str,
    /// What that is, in a few words.
    pub title: &'static str,
    /// The rule.
    pub rule: &'static str,
    /// The fields it speaks of.
    pub fields: Vec<ExplainedField>,
    /// What the game does with a file that breaks it.
    pub game: String,
    /// What mends such a file, one way a line.
    pub mend: Vec<String>,
    /// Whether `ngi fix` mends it.
    pub fixed: bool,
    /// The language of all this.
    #[serde(skip)]
    pub language: Language,
}

/// A field that a rule speaks of.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct ExplainedField {
    /// Its path, without numbers.
    pub path: &'static str,
    /// How it is stored; empty for what has parts.
    pub kind: String,
    /// What it means.
    pub meaning: String,
    /// What was observed on the shipped game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
}

/// The document `ngi.explain/1`.
#[derive(Debug, Serialize)]
pub struct Answer {
    schema: &'static str,
    rules: Vec<Explanation>,
}

impl Answer {
    /// The document of some rules.
    pub fn of(rules: Vec<Explanation>) -> Self {
        Self { schema: SCHEMA, rules }
    }
}

/// A rule in a language.
pub fn rule(code: &Code, language: Language) -> &'static str {
    match language {
        Language::English => code.rule,
        Language::Russian => russian::rule(code.id).map_or(code.rule, |known| known.rule),
    }
}

/// The rule, then what is here.
pub fn sentence(finding: &Finding, language: Language) -> String {
    match language {
        Language::English => finding.sentence(),
        Language::Russian => {
            let rule = rule(finding.code, language).trim_end_matches('.');
            format!("{rule} — {}", russian::phrases::message(&finding.message))
        }
    }
}

/// The rule of a code.
pub fn explain(code: &str) -> Option<Explanation> {
    explain_in(code, Language::English)
}

/// The same in a language.
pub fn explain_in(code: &str, language: Language) -> Option<Explanation> {
    let (format, code) = format::FORMATS.iter().find_map(|format| {
        let known = format.codes().find(|known| known.id.eq_ignore_ascii_case(code))?;
        Some((*format, known))
    })?;
    Some(Explanation::of(format, code, language))
}

/// Codes that somebody may have meant: those that have most of its words.
pub fn nearest(wrong: &str) -> Vec<&'static str> {
    let words =
        |code: &str| code.split(['.', '-']).map(str::to_ascii_lowercase).collect::<Vec<String>>();
    let asked = words(wrong);
    let shared = |code: &Code| words(code.id).iter().filter(|word| asked.contains(word)).count();
    let most = format::all_codes().map(shared).max().unwrap_or_default();
    let near = format::all_codes().filter(|code| most > 0 && shared(code) == most);
    let mut near: Vec<&str> = near.map(|code| code.id).collect();
    let alike = |code: &str| code.bytes().zip(wrong.bytes()).take_while(|(a, b)| a == b).count();
    near.sort_by_key(|code| std::cmp::Reverse(alike(code)));
    near.truncate(4);
    near
}

impl Explanation {
    fn of(format: &'static Format, code: &'static Code, language: Language) -> Self {
        let known = describe::paths(format);
        let field = |path: &&'static str| {
            let what = known.get(*path).cloned().unwrap_or_default();
            let game = what.game.as_ref().map(Observed::to_string);
            let game = game.map(|game| russian::meanings::observed(game, language));
            let meaning = russian::meanings::meaning(what.meaning, language);
            ExplainedField { path, kind: what.kind, meaning, game }
        };
        Self {
            code: code.id,
            severity: match language {
                Language::English => code.severity.as_str(),
                Language::Russian => russian::severity(code.severity),
            },
            asked: match language {
                Language::English => code.level.as_str(),
                Language::Russian => russian::level(code.level),
            },
            format: format.id(),
            title: russian::title(format.kind, language),
            rule: rule(code, language),
            fields: code.fields.iter().map(field).collect(),
            game: in_the_game(code, language),
            mend: mends(code, language),
            fixed: code.derived,
            language,
        }
    }

    /// The same for people.
    pub fn text(&self) -> String {
        let words = words(self.language);
        let mut out = match self.language {
            Language::English => {
                let mode = if self.asked == "always" { "every mode" } else { self.asked };
                let mode = mode.replace("strict", "strict mode").replace("retail", "retail mode");
                format!("{} ({}, {mode})\n", self.code, self.severity)
            }
            Language::Russian => format!("{}: {}, {}\n", self.code, self.severity, self.asked),
        };
        let _ = writeln!(out, "  {}: {}", self.format, self.title);
        let _ = writeln!(out, "\n{}\n  {}", words.rule, self.rule);
        if !self.fields.is_empty() {
            let _ = writeln!(out, "\n{}", words.fields);
        }
        for ExplainedField { path, kind, meaning, game } in &self.fields {
            let kind = if kind.is_empty() { String::new() } else { format!(" ({kind})") };
            let game =
                game.as_ref().map_or_else(String::new, |game| format!(" {}: {game}.", words.game));
            let _ = writeln!(out, "  {path}{kind}: {meaning}{game}");
        }
        let _ = writeln!(out, "\n{}\n  {}", words.game, self.game);
        let _ = writeln!(out, "\n{}", words.mend);
        for way in &self.mend {
            let _ = writeln!(out, "  {way}");
        }
        out
    }
}

/// What holds for many rules, and what stands above the parts of an explanation.
struct Words {
    rule: &'static str,
    fields: &'static str,
    game: &'static str,
    mend: &'static str,
    says: &'static str,
    /// Before what the engine does, in the sentence of a rule.
    engine: &'static str,
    always: &'static str,
    strict: &'static str,
    retail: &'static str,
    fix: &'static str,
    missing: &'static str,
    broken: &'static str,
}

const ENGLISH: Words = Words {
    rule: "Rule",
    fields: "Fields",
    game: "In the game",
    mend: "How to fix",
    says: "The engine reports",
    engine: ": the engine",
    always: "The engine depends on this rule. Its reaction to a file that breaks it is unknown: it may \
             reject the file, or read invalid data.",
    strict: "The engine tolerates this; `ngi check --mode tolerant` does not report it.",
    retail: "The engine does not check this. No file of the shipped game breaks the rule, so the \
             author of this file did something that the makers of the game did not.",
    fix: "recomputes the fields",
    missing: "Add the missing file or entry, or name an existing one; `ngi find NAME` searches.",
    broken: "The file is damaged: restore it from its backup (.bak), with `ngi undo`, or from the \
             original game.",
};

const RUSSIAN: Words = Words {
    rule: "Правило",
    fields: "Поля",
    game: "В игре",
    mend: "Как исправить",
    says: "Игра пишет",
    engine: ": движок",
    always: "Движок на это рассчитывает. Что он делает с файлом, где это не так, никто не видел: \
             может отвергнуть файл или прочесть то, чего в нём нет.",
    strict: "Движок с этим справляется; `ngi check --mode tolerant` это пропускает.",
    retail: "Движок этого не требует. В вышедшей игре так во всех файлах, значит, автор этого \
             файла сделал не так, как делали авторы игры.",
    fix: "вычисляет это заново",
    missing: "Добавьте недостающее или назовите то, что есть; поищет `ngi find NAME`.",
    broken: "Сам файл повреждён: возьмите его из резервной копии (.bak), через `ngi undo` или \
             снова из игры.",
};

fn words(language: Language) -> &'static Words {
    match language {
        Language::English => &ENGLISH,
        Language::Russian => &RUSSIAN,
    }
}

/// What the game does with a file that breaks a rule: what the rule says of it, or its message,
/// or what holds for all rules of its level.
fn in_the_game(code: &Code, language: Language) -> String {
    let own = match language {
        Language::English => code.game,
        Language::Russian => russian::rule(code.id).and_then(|known| known.game),
    };
    if let Some(game) = own {
        return game.to_owned();
    }
    let (rule, words) = (rule(code, language), words(language));
    let quoted = rule.split_once("(\"").and_then(|(_, rest)| rest.split_once("\")"));
    if let Some((message, _)) = quoted {
        return format!("{} \"{message}\".", words.says);
    }
    let told = [words.engine, "; "].iter().find_map(|mark| {
        let at = rule.find(mark)?;
        rule.get(at + 2..)
    });
    told.map_or_else(|| usual_game(code.level, words).to_owned(), capitalised)
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// What is known of every rule of a level.
fn usual_game(level: Level, words: &Words) -> &'static str {
    match level {
        Level::Always => words.always,
        Level::Strict => words.strict,
        Level::Retail => words.retail,
    }
}

/// What mends a file that breaks a rule.
fn mends(code: &Code, language: Language) -> Vec<String> {
    let words = words(language);
    let mut ways = Vec::new();
    if code.derived {
        ways.push(format!("ngi fix PATH    {}", words.fix));
    }
    let own = match language {
        Language::English => code.mend,
        Language::Russian => russian::rule(code.id).and_then(|known| known.mend),
    };
    if let Some(own) = own {
        ways.push(own.to_owned());
        return ways;
    }
    if code.id.ends_with("missing") && !code.fields.is_empty() {
        ways.push(words.missing.to_owned());
    }
    for field in code.fields {
        let path = field.replace("[]", "[N]");
        ways.push(format!("ngi set PATH {path}=VALUE"));
    }
    if ways.is_empty() {
        ways.push(words.broken.to_owned());
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_is_explained_with_its_fields() {
        let about = explain("mat0.key.phase").unwrap();
        let text = about.text();
        assert!(text.starts_with("mat0.key.phase (error, every mode)\n  mat0: "), "{text}");
        assert!(text.contains("tracks[].keys[].phase (u16): "), "{text}");
        assert!(text.contains("ngi set PATH tracks[N].keys[N].phase=VALUE"), "{text}");
        assert!(!about.fixed);
    }

    #[test]
    fn what_fix_mends_is_said_first() {
        let about = explain("msh.slot.box").unwrap();
        assert!(about.fixed);
        assert!(about.mend[0].starts_with("ngi fix PATH"), "{:?}", about.mend);
    }

    #[test]
    fn every_rule_has_all_of_it() {
        for code in format::all_codes() {
            let about = explain(code.id).unwrap();
            assert!(!about.game.is_empty() && !about.mend.is_empty(), "{}", code.id);
            for field in &about.fields {
                assert!(!field.meaning.is_empty(), "{}: {}", code.id, field.path);
            }
        }
    }

    #[test]
    fn what_the_game_does_comes_from_the_rule_where_it_says_so() {
        let game = |code: &str| explain(code).unwrap().game;
        assert_eq!(
            game("areal.cells.none"),
            "The engine reports \"SystemArealMap panic: ArealMap Cells are empty\"."
        );
        assert_eq!(game("mat0.track.mode"), "Others are taken as 0.");
        assert_eq!(game("areal.cell.count"), "The engine keeps the number in ten bits.");
        assert!(game("mat0.attr3").contains("No file of the shipped game"));
    }

    #[test]
    fn what_may_have_been_meant() {
        assert!(nearest("mat0.phase.cel").contains(&"mat0.phase.cell"));
        assert!(nearest("rubbish").is_empty());
        assert!(explain("MAT0.PHASE.CELL").is_some());
    }

    #[test]
    fn in_russian_everything_comes_from_where_it_does_in_english() {
        let usual =
            |words: &Words, game: &str| [words.always, words.strict, words.retail].contains(&game);
        for code in format::all_codes() {
            let [english, russian] = [Language::English, Language::Russian]
                .map(|language| explain_in(code.id, language).unwrap());
            let usual = [usual(&ENGLISH, &english.game), usual(&RUSSIAN, &russian.game)];
            assert_eq!(usual[0], usual[1], "{}: {} / {}", code.id, english.game, russian.game);
            if let Some(quoted) = english.game.strip_prefix("The engine reports \"") {
                assert_eq!(russian.game, format!("{} \"{quoted}", RUSSIAN.says), "{}", code.id);
            }
            assert_eq!(english.mend.len(), russian.mend.len(), "{}", code.id);
            assert_eq!(english.fixed, russian.fixed);
        }
        let text = explain_in("mat0.tracks.count", Language::Russian).unwrap().text();
        assert!(text.starts_with("mat0.tracks.count: ошибка, проверяется всегда\n"), "{text}");
        assert!(text.contains("  mat0: материал\n\nПравило\n  У материала меньше 20"), "{text}");
        assert!(text.contains("В игре\n  Больше движок не принимает.\n"), "{text}");
    }
}
