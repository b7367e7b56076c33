//! What is here, put into Russian: messages of findings are made of a few hundred phrases with
//! numbers and names between.

use std::sync::LazyLock;

/// A phrase in both languages, `{}` where it has a number or a name.
#[derive(Debug, Clone, Copy)]
pub(super) struct Phrase {
    pub english: &'static str,
    pub russian: &'static str,
}

/// Phrases, those that say most first.
pub(super) static PHRASES: LazyLock<Vec<Phrase>> =
    LazyLock::new(|| read(include_str!("phrases.txt")));

/// Reads a table: a line for each, those that say most first.
pub(super) fn read(text: &'static str) -> Vec<Phrase> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let pairs = lines.filter_map(|line| line.split_once(" → "));
    let mut phrases: Vec<Phrase> =
        pairs.map(|(english, russian)| Phrase { english, russian }).collect();
    phrases.sort_by_key(|phrase| std::cmp::Reverse(phrase.english.replace("{}", "").len()));
    phrases
}

/// A message in Russian; as it is, where no phrase fits.
pub fn message(english: &str) -> String {
    told(english).map_or_else(|| english.to_owned(), |(_, russian)| russian)
}

/// The phrase that a message is, in English, and the message in Russian.
pub fn told(message: &str) -> Option<(&'static str, String)> {
    PHRASES.iter().find_map(|phrase| {
        let between = between(phrase.english, message)?;
        Some((phrase.english, filled(phrase.russian, &between)))
    })
}

/// All phrases, in English.
pub fn all() -> impl Iterator<Item = &'static str> {
    PHRASES.iter().map(|phrase| phrase.english)
}

/// What a message has at the places of a phrase; `None` where it is another one.
pub(super) fn between<'a>(phrase: &str, message: &'a str) -> Option<Vec<&'a str>> {
    let mut parts = phrase.split("{}");
    let mut rest = message.strip_prefix(parts.next()?)?;
    let mut found = Vec::new();
    let mut parts = parts.peekable();
    while let Some(part) = parts.next() {
        // There is something at every place, and it ends where the phrase goes on.
        let (second, _) = rest.char_indices().nth(1).unwrap_or((rest.len(), ' '));
        let end = match parts.peek() {
            None if part.is_empty() => rest.len(),
            None => rest.strip_suffix(part)?.len(),
            Some(_) => second + rest.get(second..)?.find(part)?,
        };
        let place = rest.get(..end).filter(|place| !place.is_empty())?;
        found.push(place);
        rest = rest.get(end + part.len()..)?;
    }
    rest.is_empty().then_some(found)
}

/// A phrase with its places filled, in order or by their numbers.
pub(super) fn filled<Place: AsRef<str>>(phrase: &str, places: &[Place]) -> String {
    let mut text = phrase.to_owned();
    for (place, number) in places.iter().zip(1..) {
        let named = format!("{{{number}}}");
        let mark = if text.contains(&named) { named.as_str() } else { "{}" };
        text = text.replacen(mark, place.as_ref(), 1);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_names_go_along() {
        for (english, russian) in [
            ("it is 7", "здесь 7"),
            ("phase 9, but there are 2", "фаза 9, а всего их 2"),
            (
                "3 bytes are left over after 2 records of 8 bytes",
                "за 2 записями по 8 байт остаётся ещё 3",
            ),
            ("there are no phases", "фаз нет"),
            ("nobody ever wrote this", "nobody ever wrote this"),
            ("", ""),
        ] {
            assert_eq!(message(english), russian);
        }
    }

    #[test]
    fn every_place_is_filled() {
        for phrase in PHRASES.iter() {
            let places = phrase.english.matches("{}").count();
            let filled = filled(phrase.russian, &vec!["·"; places]);
            assert_eq!(filled.matches('·').count(), places, "{}", phrase.english);
            assert!(!filled.contains('{'), "{filled}");
        }
        let mut all: Vec<&str> = all().collect();
        assert!(all.len() > 200);
        all.sort_unstable();
        let before = all.len();
        all.dedup();
        assert_eq!(all.len(), before, "a phrase is there twice");
    }
}
