//! Questions about fields: `width>256`, `flags=additive`, `phases[*].opacity<50`.

use std::cmp::Ordering;

use globset::GlobMatcher;
use ngi_formats::schema::Value;
use ngi_formats::tree::{Node, PartName, Piece, Told};
use serde_json::Value as Json;

use super::pattern;
use crate::document::text;
use crate::document::write::Part;
use crate::json;
use crate::{Error, Result};

/// What is asked of a field.
#[derive(Debug, Clone)]
pub struct Condition {
    /// The field as it was written.
    pub field: String,
    steps: Vec<Step>,
    test: Test,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Step {
    Key(String),
    Index(usize),
    /// Any element of a list.
    Any,
}

#[derive(Debug, Clone)]
enum Test {
    /// Whether it is, or is not, this.
    Is { value: String, wanted: bool },
    /// How it compares with a number.
    Compares { number: f64, means: fn(Ordering) -> bool },
    /// Whether the text holds this, or matches it.
    Like(GlobMatcher),
}

/// The operators; longer ones first, because they begin like others.
const OPERATORS: [&str; 7] = ["!=", "<=", ">=", "=", "<", ">", "~"];

impl Condition {
    /// Reads `FIELD OP VALUE`, with `=`, `!=`, `<`, `>`, `<=`, `>=` or `~`.
    pub fn parse(text: &str) -> Result<Self> {
        let wrong = |why: &str| Error::Usage(format!("--where '{text}': {why}"));
        let of_path = |c: char| c.is_alphanumeric() || "_.[]*".contains(c);
        let field = text.trim_start();
        let (field, rest) = field.split_at(field.find(|c| !of_path(c)).unwrap_or(field.len()));
        let rest = rest.trim_start();
        let operator = OPERATORS.iter().find(|operator| rest.starts_with(**operator));
        let operator = *operator
            .ok_or_else(|| wrong("a field, one of = != < > <= >= ~, and a value are asked for"))?;
        let steps = steps(field).ok_or_else(|| wrong("no path of a field"))?;
        let value = rest.strip_prefix(operator).unwrap_or_default().trim();
        if value.starts_with(['=', '<', '>', '~']) {
            return Err(wrong("no such operator; a value that begins so is put in double quotes"));
        }
        let quoted = value.strip_prefix('"').and_then(|inner| inner.strip_suffix('"'));
        let value = quoted.unwrap_or(value).to_owned();
        let number = || value.parse::<f64>().map_err(|_| wrong("only numbers are more or less"));
        let test = match operator {
            "=" => Test::Is { value, wanted: true },
            "!=" => Test::Is { value, wanted: false },
            "~" => Test::Like(pattern(&value)?),
            "<" => Test::Compares { number: number()?, means: Ordering::is_lt },
            ">" => Test::Compares { number: number()?, means: Ordering::is_gt },
            "<=" => Test::Compares { number: number()?, means: Ordering::is_le },
            _ => Test::Compares { number: number()?, means: Ordering::is_ge },
        };
        Ok(Self { field: field.to_owned(), steps, test })
    }

    /// What a tree says: `None` where it has no such field, else the first value that fits, with
    /// its path.
    pub fn ask(&self, tree: &Node<'_>) -> Option<Option<(String, Json)>> {
        let mut answer = Answer { test: &self.test, known: false, found: None };
        answer.follow(tree, &self.steps, "");
        if !answer.known {
            // What follows from others may be named without that.
            let mut derived = vec![Step::Key("derived".into())];
            derived.extend(self.steps.iter().cloned());
            answer.follow(tree, &derived, "");
        }
        answer.known.then_some(answer.found)
    }
}

/// Takes a path apart; `None` for what is none.
fn steps(path: &str) -> Option<Vec<Step>> {
    let mut steps = Vec::new();
    for part in path.split('.') {
        let (key, mut rest) = part.split_at(part.find('[').unwrap_or(part.len()));
        if key.is_empty() || key.contains(['*', ']']) {
            return None;
        }
        steps.push(Step::Key(key.to_owned()));
        while let Some((inner, after)) = rest.strip_prefix('[').and_then(|at| at.split_once(']')) {
            steps.push(match inner {
                "*" => Step::Any,
                digits => Step::Index(digits.parse().ok()?),
            });
            rest = after;
        }
        if !rest.is_empty() {
            return None;
        }
    }
    Some(steps)
}

struct Answer<'t> {
    test: &'t Test,
    /// Whether there is such a field.
    known: bool,
    found: Option<(String, Json)>,
}

impl Answer<'_> {
    /// Goes on along a path; as deep as the path is long.
    fn follow(&mut self, node: &Node<'_>, steps: &[Step], path: &str) {
        let Some((step, rest)) = steps.split_first() else {
            self.known = true;
            return self.test(node, path);
        };
        if *step == Step::Any && node.is_empty() {
            // A list without elements is a field all the same.
            self.known = true;
        }
        node.parts(&mut |name, _, part| {
            let meant = match (step, name) {
                (Step::Key(key), PartName::Key(name)) => key == name,
                (Step::Index(index), PartName::Index(name)) => *index == name,
                (Step::Any, PartName::Index(_)) => true,
                _ => false,
            };
            if meant && self.found.is_none() {
                self.follow(&part, rest, &name.below(path));
            }
        });
    }

    /// Tests a value; of a list without an index, each of its elements.
    fn test(&mut self, node: &Node<'_>, path: &str) {
        if self.fits(node) {
            self.found = Some((path.to_owned(), as_json(node)));
        } else if !node.is_empty() && matches!(node, Node::Piece(_) | Node::Rows(_)) {
            node.parts(&mut |name, _, part| {
                if self.found.is_none() && matches!(name, PartName::Index(_)) && self.fits(&part) {
                    self.found = Some((name.below(path), as_json(&part)));
                }
            });
        }
    }

    fn fits(&self, node: &Node<'_>) -> bool {
        match self.test {
            Test::Is { value, wanted } => is(node, value) == *wanted,
            Test::Compares { number, means } => {
                let own = number_of(node).and_then(|own| own.partial_cmp(number));
                own.is_some_and(*means)
            }
            Test::Like(pattern) => {
                pattern.is_match(text::line(node))
                    || names_of(node).iter().any(|name| pattern.is_match(name))
            }
        }
    }
}

/// A value as documents have it.
fn as_json(node: &Node<'_>) -> Json {
    json::to_value(&Part(node)).unwrap_or_default()
}

/// Whether a value is what a text says: as a number, by one of its names, or as text.
fn is(node: &Node<'_>, value: &str) -> bool {
    let number = number_of(node).zip(value.parse::<f64>().ok());
    let same = number.and_then(|(own, asked)| own.partial_cmp(&asked)) == Some(Ordering::Equal);
    same || names_of(node).iter().any(|name| name.eq_ignore_ascii_case(value))
        || text::line(node).eq_ignore_ascii_case(value)
}

/// A value as a number; `None` for text and lists.
fn number_of(node: &Node<'_>) -> Option<f64> {
    match node {
        Node::Piece(piece) => match piece.value()? {
            Value::Int(number) => number.to_string().parse().ok(),
            Value::Float(float) => Some(json::as_written(float)),
            Value::Flag(flag) => Some(f64::from(u8::from(flag))),
            _ => None,
        },
        Node::Told(Told::Number(number)) => number.to_string().parse().ok(),
        Node::Told(Told::Float(float)) => Some(json::as_written(*float)),
        Node::Told(Told::Flag(flag)) => Some(f64::from(u8::from(*flag))),
        _ => None,
    }
}

/// The names of a value or of its bits.
fn names_of(node: &Node<'_>) -> Vec<String> {
    let Node::Piece(piece @ Piece { kind, .. }) = node else { return Vec::new() };
    let names = piece.value().map(|value| kind.names_of(&value)).unwrap_or_default();
    names.into_iter().map(Into::into).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{Document as _, Form, Subject};
    use crate::texture::TexmDocument;

    /// What a texture of 8 × 8 answers: no such field, or whether it fits.
    fn ask(condition: &str) -> Option<bool> {
        let format = ngi_formats::texm::PixelFormat::RGB565;
        let bytes = ngi_testing::game::texture(format, 8).write();
        let subject = Subject::file("A.0", &bytes);
        let tree = TexmDocument.tree(&subject, Form::Short).unwrap();
        Condition::parse(condition).unwrap().ask(&tree).map(|found| found.is_some())
    }

    #[test]
    fn numbers_names_and_texts_are_compared() {
        for fits in ["width>7", "width >= 8", "width<=8", "width=8", "width!=7", "width<8.5"] {
            assert_eq!(ask(fits), Some(true), "{fits}");
        }
        for not in ["width>8", "width<8", "width=7", "width!=8", "format=8888"] {
            assert_eq!(ask(not), Some(false), "{not}");
        }
        assert_eq!(ask("nothing=1"), None);
        assert_eq!(ask("width.nothing=1"), None);
    }

    #[test]
    fn what_is_no_condition_is_refused() {
        for wrong in
            ["", "width", "=3", "width=>", "a..b=1", "a[=1", "a[x]=1", "width<many", "[0]=1"]
        {
            assert!(Condition::parse(wrong).is_err(), "{wrong}");
        }
    }
}
