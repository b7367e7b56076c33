//! `.fml`: the formulas of a script, one `FUNCTION( , expression, )` each. Nodes of the script of the
//! same name number them from 0 on.
//!
//! What stands before the expression and behind it is empty in the game; here both are kept. An
//! expression is kept as it is written.
//!
//! ```
//! use ngi_formats::fml::Formulas;
//!
//! let formulas = Formulas::read(b"FUNCTION( , (a + 1) * b, )\r\n")?;
//! assert_eq!(formulas.expression(0), Some(&b"(a + 1) * b"[..]));
//! # Ok::<(), ngi_formats::Error>(())
//! ```

use std::ops::Range;
use std::sync::Arc;

use crate::calls::{Calls, between, commas, rewrite};
use crate::schema::rules;
use crate::tree::{At, Draft, Form, Items, Made, Node, branches};
use crate::{Findings, Result};

/// The word in front of a formula.
const WORD: &[u8] = b"FUNCTION";

/// The formulas of a script, seen through their text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Formulas<'a>(Calls<'a>);

/// Before, expression, behind: at the first and at the last comma.
fn split(bytes: &[u8], inside: Range<usize>) -> Vec<Range<usize>> {
    let all = commas(bytes, inside.clone());
    match (all.first(), all.last()) {
        (Some(first), Some(last)) if first != last => between(bytes, inside, &[*first, *last]),
        _ => between(bytes, inside, &all),
    }
}

impl<'a> Formulas<'a> {
    /// Reads a text. Lines that are no formulas are passed over.
    pub fn read(bytes: &'a [u8]) -> Result<Self> {
        Calls::read(bytes, WORD).map(Self)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.len() == 0
    }

    /// What a formula says.
    pub fn expression(&self, index: usize) -> Option<&'a [u8]> {
        let parts = self.0.arguments(index, split);
        let at = if parts.len() == 3 { 1 } else { parts.len().checked_sub(1)? };
        self.0.bytes.get(parts.get(at)?.clone())
    }
}

branches! {
    /// Members of the document of formulas.
    pub static DOCUMENT = {
        /// Formulas. Nodes of the script refer to them by number, counted from 0.
        formulas: Form::List(&Form::Object(FORMULA)), optional, rebuilt;
        /// Text of the whole file. If it differs from the formulas, the formulas take precedence.
        text: Form::Text, optional, rebuilt;
    }
}

branches! {
    static FORMULA = {
        /// Arguments of the formula: the one before the expression, the expression, and the one
        /// after it.
        arguments: Form::List(&Form::Text), rebuilt, = M "three, of which the first and the last are empty";
    }
}

/// The fields of formulas, with their places in the text.
pub fn tree(bytes: &[u8]) -> Result<Node<'_>> {
    let calls = Arc::new(Calls::read(bytes, WORD)?);
    let formulas = Items::new(calls.len(), move |index| {
        let ranges = calls.arguments(index, split);
        let arguments = Items::new(ranges.len(), move |place| {
            let range = ranges.get(place).cloned().unwrap_or_default();
            let at = At::Offset(range.start);
            Node::Text(bytes.get(range).unwrap_or_default().into(), at)
        });
        Node::object(FORMULA, [Some(arguments.into())])
    });
    Ok(Node::object(
        DOCUMENT,
        [Some(formulas.into()), Some(Node::Text(bytes.into(), At::Offset(0)))],
    ))
}

/// The formulas that a draft describes.
pub fn make(draft: &Draft) -> Result<Made> {
    let made = |bytes| Ok(Made { bytes, attributes: None });
    if !draft.has("formulas") {
        return made(draft.bytes("text")?.to_vec());
    }
    let argument = |one: &Draft| match one {
        Draft::Bytes(bytes) => bytes.clone(),
        _ => Vec::new(),
    };
    let formula = |one: &Draft| one.items("arguments").iter().map(argument).collect();
    let wanted: Vec<Vec<Vec<u8>>> = draft.items("formulas").iter().map(formula).collect();
    let before = if draft.has("text") { draft.bytes("text")? } else { b"" };
    made(rewrite(before, WORD, split, &wanted)?)
}

/// Every rule of formulas, each with a stable code.
pub mod codes {
    use super::rules;

    rules! {
        LINE = strict_error(
            "fml.line",
            "A line is FUNCTION( , expression, ) or a comment."
        ) of ["text"];
        CLOSED = strict_error(
            "fml.closed",
            "A formula is closed on the same line."
        ) of ["formulas[]"];
        PARTS = warning(
            "fml.parts",
            "A formula has three arguments, and the second is not empty."
        ) of ["formulas[].arguments"];
        BRACKETS = strict_error(
            "fml.brackets",
            "Every bracket of an expression is closed."
        ) of ["formulas[].arguments"];
    }
}
pub use codes::CODES;

/// Checks any bytes as formulas.
pub fn check(bytes: &[u8], findings: &mut Findings) {
    let calls = match Calls::read(bytes, WORD) {
        Ok(calls) => calls,
        // Places of lines are counted in 32 bits.
        Err(error) => return findings.cannot_follow(&codes::LINE, &error, || None),
    };
    calls.check_lines(&codes::LINE, findings);
    for index in 0..calls.len() {
        let Some((_, call)) = calls.get(index) else { continue };
        if !call.is_closed {
            let path = format_args!("formulas[{index}]");
            findings.at(&codes::CLOSED, path, || "nothing closes it".into());
            continue;
        }
        let parts = split(bytes, call.inside.clone());
        let is_said = parts.get(1).is_some_and(|middle| !middle.is_empty());
        if parts.len() != 3 || !is_said {
            let path = format_args!("formulas[{index}].arguments");
            findings.at(&codes::PARTS, path, || format!("it has {}", parts.len()));
        } else if !is_balanced(bytes, &parts) {
            let path = format_args!("formulas[{index}].arguments");
            findings.at(&codes::BRACKETS, path, || "one is not".into());
        }
    }
    findings.locate(|| tree(bytes).ok());
}

/// Whether every bracket of the expression is closed.
fn is_balanced(bytes: &[u8], parts: &[Range<usize>]) -> bool {
    let middle = parts.get(1).cloned().unwrap_or_default();
    let mut depth = 0i64;
    for byte in bytes.get(middle).unwrap_or_default() {
        match byte {
            b'[' => depth += 1,
            b']' => depth -= 1,
            _ => {}
        }
        if depth < 0 {
            return false;
        }
    }
    depth == 0
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::tree::proof;
    use crate::{Mode, text};

    const TEXT: &[u8] =
        b"// formulas\r\nFUNCTION( , a + 1, )\r\n  function( , max(a, b) * 2 ,  ); // two\r\n\r\nFUNCTION(,x,)";

    fn found(text: &[u8]) -> Vec<&'static str> {
        let mut findings = Findings::new(Mode::Strict, true);
        check(text, &mut findings);
        findings.list().iter().map(|finding| finding.code.id).collect()
    }

    #[test]
    fn formulas_by_hand() {
        let formulas = Formulas::read(TEXT).unwrap();
        let said: Vec<_> = (0..4).map(|index| formulas.expression(index)).collect();
        assert_eq!(said, [Some(&b"a + 1"[..]), Some(b"max(a, b) * 2"), Some(b"x"), None]);
        assert!(found(TEXT).is_empty());
        let tree = tree(TEXT).unwrap();
        assert_eq!(proof::holds(&tree, TEXT), 10);
        proof::returns(DOCUMENT, &tree, make, TEXT);
        proof::has_fields(CODES, &[tree]);
    }

    #[test]
    fn each_broken_text_gives_exactly_its_code() {
        for (text, code) in [
            (&b"FORMULA( , a, )"[..], "fml.line"),
            (b"FUNCTION( , a, ) b", "fml.line"),
            (b"FUNCTION( , (a, )", "fml.closed"),
            (b"FUNCTION( a )", "fml.parts"),
            (b"FUNCTION( , , )", "fml.parts"),
            (b"FUNCTION( , a[1, )", "fml.brackets"),
        ] {
            assert_eq!(found(text), [code], "{}", text.escape_ascii());
            proof::returns(DOCUMENT, &tree(text).unwrap(), make, text);
        }
    }

    #[test]
    fn edits_touch_one_line() {
        let plain = text::decode(TEXT);
        type Lines = Vec<Vec<Vec<u8>>>;
        let changed = |change: &dyn Fn(&mut Lines)| {
            let mut wanted = Calls::read(TEXT, WORD).unwrap().values(split);
            change(&mut wanted);
            rewrite(TEXT, WORD, split, &wanted).map(|bytes| text::decode(&bytes))
        };
        let set = changed(&|wanted| wanted[1][1] = b"c".to_vec()).unwrap();
        assert_eq!(set, plain.replace("max(a, b) * 2", "c"));
        let fewer = changed(&|wanted| drop(wanted.remove(0))).unwrap();
        assert_eq!(fewer, plain.replace("FUNCTION( , a + 1, )\r\n", ""));
        let row = || vec![b"".to_vec(), b"n".to_vec(), b"".to_vec()];
        let more = changed(&|wanted| wanted.push(row())).unwrap();
        assert_eq!(more, format!("{plain}\r\nFUNCTION( , n,  )\r\n"));
        assert!(changed(&|wanted| wanted[1][1] = b"c)".to_vec()).is_err());
        assert!(changed(&|wanted| wanted[1][1] = b"c // d".to_vec()).is_err());
    }

    proptest! {
        #[test]
        fn any_text_reads_and_returns(text in proptest::collection::vec(prop_oneof![
            Just(b"FUNCTION(".to_vec()), Just(b", ".to_vec()), Just(b")\n".to_vec()), Just(b"\"".to_vec()),
            Just(b"//".to_vec()), proptest::collection::vec(any::<u8>(), 0..4),
        ], 0..20)) {
            let text = text.concat();
            check(&text, &mut Findings::new(Mode::Strict, true));
            let made = make(&Draft::of_document(DOCUMENT, &tree(&text).unwrap())).unwrap();
            prop_assert_eq!(made.bytes, text);
        }
    }
}
