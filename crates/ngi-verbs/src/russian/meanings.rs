//! What fields, bits and choices mean, put into Russian: looked up by what the records say of them
//! in English.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::language::Language;

static MEANINGS: LazyLock<HashMap<&'static str, &'static str>> =
    LazyLock::new(|| read(include_str!("meanings.txt")));

fn read(text: &'static str) -> HashMap<&'static str, &'static str> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once(" → ")).collect()
}

/// A meaning in a language; as it is, where nobody put it into words.
pub fn meaning(english: String, language: Language) -> String {
    let russian = MEANINGS.get(english.as_str()).copied();
    match (language, russian) {
        (Language::Russian, Some(russian)) => russian.to_owned(),
        _ => english,
    }
}

/// What was observed on the shipped game, and how that is known: `0 or 1 (measured)`.
pub fn observed(english: String, language: Language) -> String {
    let parts = english.rsplit_once(" (").filter(|_| language == Language::Russian);
    let Some((text, mark)) = parts else { return english };
    let mark = match mark {
        "measured)" => "измерено",
        "read)" => "прочитано в коде",
        "guess)" => "догадка",
        _ => return english,
    };
    format!("{} ({mark})", meaning(text.to_owned(), language))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::describe;
    use crate::format::FORMATS;

    /// All meanings of fields, bits, choices and branches, and what was observed of them in words.
    fn said() -> BTreeSet<String> {
        let mut all = BTreeSet::new();
        for format in FORMATS {
            let known: Vec<describe::KnownPath> = describe::paths(format).into_values().collect();
            let observed = known.iter().filter_map(|known| known.game).map(|game| game.text);
            all.extend(observed.filter(|text| has_words(text)).map(str::to_owned));
            all.extend(known.into_iter().map(|known| known.meaning));
        }
        let schema =
            serde_json::to_value(describe::Description::of(FORMATS.iter().copied(), |_| {
                describe::Ways::default()
            }))
            .unwrap();
        collect(&schema, &mut all);
        all.remove("");
        all
    }

    /// Whether it is more than a number or the name of a file.
    fn has_words(text: &str) -> bool {
        let parts = text.split(|letter: char| " ,;()".contains(letter));
        parts
            .into_iter()
            .any(|part| part.len() > 1 && part.chars().all(|letter| letter.is_ascii_lowercase()))
    }

    fn collect(value: &serde_json::Value, all: &mut BTreeSet<String>) {
        match value {
            serde_json::Value::Object(members) => {
                let text = members.get("meaning").and_then(serde_json::Value::as_str);
                all.extend(text.map(str::to_owned));
                let game = members.get("game").and_then(serde_json::Value::as_str);
                let game = game.and_then(|game| Some(game.rsplit_once(" (")?.0));
                all.extend(game.filter(|text| has_words(text)).map(str::to_owned));
                members.values().for_each(|value| collect(value, all));
            }
            serde_json::Value::Array(values) => values.iter().for_each(|value| collect(value, all)),
            _ => {}
        }
    }

    #[test]
    fn every_meaning_is_there_and_nothing_else() {
        let said = said();
        assert!(said.len() > 900, "{}", said.len());
        // A formula is the same in every language.
        let same = ["1 − L."];
        let known =
            |text: &&String| MEANINGS.contains_key(text.as_str()) || same.contains(&text.as_str());
        let missing: Vec<&String> = said.iter().filter(|text| !known(text)).collect();
        assert!(missing.is_empty(), "without a Russian meaning: {missing:#?}");
        let idle: Vec<&&str> = MEANINGS.keys().filter(|text| !said.contains(**text)).collect();
        assert!(idle.is_empty(), "nothing means this any more: {idle:#?}");
    }
}
