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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::describe;
    use crate::format::FORMATS;

    /// All meanings of fields, bits, choices and branches.
    fn said() -> BTreeSet<String> {
        let mut all = BTreeSet::new();
        for format in FORMATS {
            all.extend(describe::paths(format).into_values().map(|known| known.meaning));
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

    fn collect(value: &serde_json::Value, all: &mut BTreeSet<String>) {
        match value {
            serde_json::Value::Object(members) => {
                let text = members.get("meaning").and_then(serde_json::Value::as_str);
                all.extend(text.map(str::to_owned));
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
