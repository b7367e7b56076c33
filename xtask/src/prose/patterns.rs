//! Words and sentence openers that the prose of the project avoids, each with a replacement.

use std::ops::Range;

/// A place in a text that matches a pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Match {
    pub range: Range<usize>,
    /// Advice for the writer.
    pub advice: &'static str,
}

const ACTOR: &str = "name the actor: the user, the caller, the game, another program";
const IS_NO: &str = "write `is not a`, `has no`, `without` or `is missing`";
const IS_NONE: &str = "write `is not one`, `has none` or `does not exist`";
const TOLD: &str = "write `reports`, `prints` or `warns`, and name the actor";
const BECOMES_OF: &str = "name the result, as in `the result of`";
const MODULE: &str = "write `module`, `crate` or `layer`";

/// Phrases that no text may contain, in lower case.
const PHRASES: &[(&str, &str)] = &[
    ("somebody", ACTOR),
    ("nobody", ACTOR),
    ("anybody", ACTOR),
    ("whoever", ACTOR),
    ("anew", "write `again`, `rebuild`, `rewrite` or `recompute`"),
    ("is no", IS_NO),
    ("is none", IS_NONE),
    ("is told", TOLD),
    ("are told", TOLD),
    ("was told", TOLD),
    ("were told", TOLD),
    ("be told", TOLD),
    ("been told", TOLD),
    ("becomes of", BECOMES_OF),
    ("become of", BECOMES_OF),
    ("became of", BECOMES_OF),
    ("house", MODULE),
    ("houses", MODULE),
];

/// Phrases that stand for a module in texts about the source code. Elsewhere they are parts of
/// the game's buildings.
const IN_TEXTS_ABOUT_CODE: &[&str] = &["room", "rooms", "floor", "floors"];

/// Phrases with these words that have nothing to do with modules.
const IDIOMS: &[&str] = &["room for", "room to", "make room", "makes room"];

/// Words that begin a clause where a noun belongs.
const OPENERS: &[(&str, &str)] = &[
    ("what", "begin with a noun, as in `Unsaved changes` for `What is not saved`"),
    ("who", "begin with the actor, as in `Users who` or `The caller`"),
];

/// Finds all patterns in a text without markup.
///
/// `about_code` is true for texts about the source code of the project.
pub fn find(text: &str, about_code: bool) -> Vec<Match> {
    let words = words(text);
    let mut found = Vec::new();
    for at in 0..words.len() {
        let rest = words.get(at..).unwrap_or_default();
        let phrases = PHRASES.iter().filter(|(phrase, _)| !is_exempt(phrase, rest));
        found.extend(phrases.filter_map(|(phrase, advice)| {
            Some(Match { range: starts_with(rest, phrase, text)?, advice })
        }));
        if about_code {
            let before = at.checked_sub(1).and_then(|at| words.get(at..)).unwrap_or_default();
            let is_idiom = [rest, before]
                .iter()
                .any(|rest| IDIOMS.iter().any(|idiom| starts_with(rest, idiom, text).is_some()));
            let modules = IN_TEXTS_ABOUT_CODE.iter().filter(|_| !is_idiom);
            found.extend(modules.filter_map(|word| {
                Some(Match { range: starts_with(rest, word, text)?, advice: MODULE })
            }));
        }
        found.extend(opener(text, &words, at));
    }
    found
}

/// A word of a text, in lower case and without a possessive ending.
#[derive(Debug)]
struct Word {
    lower: String,
    range: Range<usize>,
}

fn words(text: &str) -> Vec<Word> {
    let is_part = |letter: char| letter.is_alphanumeric() || "-_'’".contains(letter);
    let mut words = Vec::new();
    let mut start = None;
    for (at, letter) in text.char_indices().chain([(text.len(), ' ')]) {
        if is_part(letter) {
            start = start.or(Some(at));
        } else if let Some(start) = start.take() {
            let word = text.get(start..at).unwrap_or_default();
            let base = word.trim_start_matches('\'').split(['\'', '’']).next();
            let lower = base.unwrap_or_default().to_lowercase();
            words.push(Word { lower, range: start..at });
        }
    }
    words
}

/// Range of a phrase at the beginning of a list of words with nothing but spaces between them.
fn starts_with(words: &[Word], phrase: &str, text: &str) -> Option<Range<usize>> {
    let mut end: Option<usize> = None;
    let mut words = words.iter();
    let mut start = None;
    for part in phrase.split(' ') {
        let word = words.next().filter(|word| word.lower == part)?;
        let gap = end.map_or("", |end| text.get(end..word.range.start).unwrap_or("?"));
        if !gap.trim().is_empty() {
            return None;
        }
        start = start.or(Some(word.range.start));
        end = Some(word.range.end);
    }
    Some(start?..end?)
}

/// True for `is no longer`, which is plain English.
fn is_exempt(phrase: &str, words: &[Word]) -> bool {
    phrase == "is no" && words.get(2).is_some_and(|word| word.lower == "longer")
}

/// Finds a sentence that begins with one of the openers and is not a question.
fn opener(text: &str, words: &[Word], at: usize) -> Option<Match> {
    let word = words.get(at)?;
    let (_, advice) = OPENERS.iter().find(|(opener, _)| word.lower == *opener)?;
    // `WHAT` in a help text is a value's name.
    if text.get(word.range.clone())?.chars().skip(1).any(char::is_uppercase) {
        return None;
    }
    let before = text.get(..word.range.start)?.trim_end_matches(['"', '“', '‘', '(', '*', ' ']);
    let is_capital = text.get(word.range.clone())?.starts_with(char::is_uppercase);
    // A list item or a table cell may begin in lower case.
    let begins = before.is_empty() || is_capital && before.ends_with(['.', '!', '?', ':', '…']);
    (begins && !is_question(text.get(word.range.start..)?))
        .then(|| Match { range: word.range.clone(), advice })
}

/// True if the first sentence of a text ends with a question mark.
fn is_question(text: &str) -> bool {
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let ends =
            letters.peek().is_none_or(|next| next.is_whitespace() || "\"”’)*".contains(*next));
        if ends && matches!(letter, '.' | '!' | '?') {
            return letter == '?';
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<&str> {
        find(text, false).into_iter().map(|found| &text[found.range]).collect()
    }

    #[test]
    fn every_phrase_is_found_whatever_its_case() {
        for (phrase, _) in PHRASES {
            let capital = phrase[..1].to_uppercase() + &phrase[1..];
            for text in [format!("So {phrase} here."), format!("{capital} here.")] {
                assert_eq!(found(&text).len(), 1, "{text}");
            }
        }
    }

    #[test]
    fn words_are_compared_whole_and_with_their_endings() {
        assert_eq!(found("The warehouse of renewal is not told nobodys tale."), [""; 0]);
        assert_eq!(found("It is nobody's, or somebody’s."), ["nobody's", "somebody’s"]);
        assert_eq!(found("In-house is one word."), [""; 0]);
    }

    #[test]
    fn a_phrase_does_not_cross_punctuation() {
        assert_eq!(found("If it is, no file is written."), [""; 0]);
        assert_eq!(found("It is  no file."), ["is  no"]);
    }

    #[test]
    fn no_longer_is_plain_english() {
        assert_eq!(found("It is no longer there, and there is no way back."), ["is no"]);
    }

    #[test]
    fn sentences_do_not_begin_with_what_or_who() {
        assert_eq!(found("What is not saved is lost."), ["What"]);
        assert_eq!(found("It fails. What is left stays."), ["What"]);
        assert_eq!(found("(Who saves first wins.) Note: Who asks is served."), ["Who", "Who"]);
        assert_eq!(found("what is not saved"), ["what"]);
        assert_eq!(found("WHAT"), [""; 0]);
        assert_eq!(found("It shows what changed; see who did it."), [""; 0]);
    }

    #[test]
    fn questions_may_begin_with_what_or_who() {
        assert_eq!(found("What is an areal? A part of a level."), [""; 0]);
        assert_eq!(found("“Who goes there?” asks the guard."), [""; 0]);
        assert_eq!(found("What v1.2 reads is an areal. Is it?"), ["What"]);
    }

    #[test]
    fn rooms_and_floors_are_modules_in_texts_about_code_only() {
        let text = "A room has three floors and room for guests.";
        assert_eq!(found(text), [""; 0]);
        let about_code = find(text, true);
        let found: Vec<_> = about_code.iter().map(|found| &text[found.range.clone()]).collect();
        assert_eq!(found, ["room", "floors"]);
    }
}
