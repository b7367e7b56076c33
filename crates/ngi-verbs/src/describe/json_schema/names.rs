//! The names that documents take for numbers and bits, as `ngi import` reads them
//! ([`Kind::put_text`](ngi_formats::schema::Kind::put_text)).

use ngi_formats::schema::Named;
use serde_json::{Value, json};

/// What parts the names of bits from each other.
const PARTING: &str = "[,| ]";

/// The name of one number: the names themselves, for editors to offer, and any case of them.
pub fn one(named: &[&Named]) -> Vec<Value> {
    let names = spellings(named);
    let mut all = vec![
        json!({"enum": names}),
        json!({"type": "string", "pattern": format!("^({})$", any_case(&names))}),
    ];
    if named.iter().any(|known| known.is("true")) {
        all.push(json!({"type": "boolean"}));
    }
    all
}

/// The names of bits: one, several in a text, or a list of them.
pub fn bits(named: &[&Named]) -> Vec<Value> {
    // In a text, what has a sign between names in it can be no name.
    let is_word = |name: &String| !name.contains([',', '|']);
    let names: Vec<String> = spellings(named).into_iter().filter(is_word).collect();
    let bit = format!("[+-]?({})", any_case(&names));
    let several = format!("^{PARTING}*({bit}({PARTING}+{bit})*)?{PARTING}*$");
    let text = [json!({"enum": names}), json!({"type": "string", "pattern": several})];
    let list = json!({"type": "array", "items": {"anyOf": text.clone()}});
    text.into_iter().chain([list]).collect()
}

/// Every name there is, each once: the constant, and what people read.
fn spellings(named: &[&Named]) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for name in named.iter().flat_map(|known| [known.name(), known.shown().into_owned()]) {
        if !all.contains(&name) {
            all.push(name);
        }
    }
    all
}

/// A pattern for any of the names, large or small: JSON Schema knows no flag for that.
fn any_case(names: &[String]) -> String {
    let letter = |letter: char| match letter {
        _ if letter.is_ascii_alphabetic() => {
            format!("[{}{}]", letter.to_ascii_lowercase(), letter.to_ascii_uppercase())
        }
        // All that may stand in a name and means something in a pattern.
        '.' | '+' | '*' | '?' | '(' | ')' | '[' | ']' | '{' | '}' | '|' | '^' | '$' | '\\' => {
            format!("\\{letter}")
        }
        _ => letter.to_string(),
    };
    let each: Vec<String> = names.iter().map(|name| name.chars().map(letter).collect()).collect();
    each.join("|")
}
