//! `varset.var`: the variables that scripts know, one `VAR( type, name, default, min, max, comment )`
//! each; the last three may be left out. Their place is their number.
//!
//! The game's has 231: 200 of type `DWORD` and 31 of type `float`. A `;` behind some of its lines
//! does no harm.
//!
//! ```
//! use ngi_formats::varset::Variables;
//!
//! let variables = Variables::read(b"// all\r\nVAR( DWORD, Ore, 0, 0, 100, how much )\r\n")?;
//! assert_eq!(variables.name(0), Some(&b"Ore"[..]));
//! # Ok::<(), ngi_formats::Error>(())
//! ```

use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

use crate::calls::{Calls, What, between, commas, parse, rewrite};
use crate::lines::lines;
use crate::schema::rules;
use crate::tree::{At, Draft, Form, Items, Made, Node, Told, branches};
use crate::{Findings, Result, text};

/// The word in front of a variable.
const WORD: &[u8] = b"VAR";
/// Parts of a variable: what is behind the fifth comma is all comment.
const PARTS: usize = 6;

/// The file that has the variables of all scripts.
pub const FILE: &str = "varset.var";

/// Variables, seen through their text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variables<'a>(Calls<'a>);

fn split(bytes: &[u8], inside: Range<usize>) -> Vec<Range<usize>> {
    let mut all = commas(bytes, inside.clone());
    all.truncate(PARTS - 1);
    between(bytes, inside, &all)
}

/// Whether a text begins with a variable: the first line that says something is one.
pub fn is_varset(bytes: &[u8]) -> bool {
    let head = bytes.get(..0x1_0000).unwrap_or(bytes);
    let said = lines(head).map(|line| parse(head, line, WORD)).find(|what| *what != What::Empty);
    matches!(said, Some(What::Call(_)))
}

impl<'a> Variables<'a> {
    /// Reads a text. Lines that are no variables are passed over.
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

    /// The name of a variable.
    pub fn name(&self, index: usize) -> Option<&'a [u8]> {
        self.part(index, 1)
    }

    /// A part of a variable: type, name, default, least, most, comment.
    pub fn part(&self, index: usize, part: usize) -> Option<&'a [u8]> {
        self.0.bytes.get(self.0.arguments(index, split).get(part)?.clone())
    }
}

branches! {
    /// Members of the document of variables.
    pub static DOCUMENT = {
        /// Variables; scripts refer to them by number, from 0.
        variables: Form::List(&Form::Object(VARIABLE)), optional, rebuilt;
        /// Text of the whole file. If the variables differ from it, the variables apply.
        text: Form::Text, optional, rebuilt;
    }
}

branches! {
    static VARIABLE = {
        /// Type of the variable.
        type: Form::Text, optional, rebuilt, = M "`DWORD` on 200, `float` on 31";
        /// Name of the variable.
        name: Form::Text, optional, rebuilt;
        /// Initial value.
        default: Form::Text, optional, rebuilt;
        /// Least allowed value; null if not stated.
        min: Form::Text, optional, rebuilt;
        /// Largest allowed value; null if not stated.
        max: Form::Text, optional, rebuilt;
        /// Purpose of the variable; null if not stated.
        comment: Form::Text, optional, rebuilt;
    }
}

/// The members of a variable, in their order.
const MEMBERS: [&str; PARTS] = ["type", "name", "default", "min", "max", "comment"];

/// The fields of variables, with their places in the text.
pub fn tree(bytes: &[u8]) -> Result<Node<'_>> {
    let calls = Arc::new(Calls::read(bytes, WORD)?);
    let variables = Items::new(calls.len(), move |index| {
        let mut ranges = calls.arguments(index, split).into_iter();
        let parts = MEMBERS.map(|_| match ranges.next() {
            Some(range) => {
                let at = At::Offset(range.start);
                Some(Node::Text(bytes.get(range).unwrap_or_default().into(), at))
            }
            None => Some(Told::Null.into()),
        });
        Node::object(VARIABLE, parts)
    });
    Ok(Node::object(
        DOCUMENT,
        [Some(variables.into()), Some(Node::Text(bytes.into(), At::Offset(0)))],
    ))
}

/// The variables that a draft describes.
pub fn make(draft: &Draft) -> Result<Made> {
    let made = |bytes| Ok(Made { bytes, attributes: None });
    if !draft.has("variables") {
        return made(draft.bytes("text")?.to_vec());
    }
    let variable = |one: &Draft| -> Result<Vec<Vec<u8>>> {
        // What is left out before something that is there is empty.
        let said = MEMBERS.iter().rposition(|member| one.has(member)).map_or(0, |last| last + 1);
        let part = |member: &&str| match one.has(member) {
            true => one.bytes(member).map(<[u8]>::to_vec),
            false => Ok(Vec::new()),
        };
        MEMBERS.iter().take(said).map(part).collect()
    };
    let wanted = draft.items("variables").iter().map(variable).collect::<Result<Vec<_>>>()?;
    let before = if draft.has("text") { draft.bytes("text")? } else { b"" };
    made(rewrite(before, WORD, split, &wanted)?)
}

/// Every rule of variables, each with a stable code.
pub mod codes {
    use super::rules;

    rules! {
        LINE = strict_error(
            "varset.line",
            "A line is VAR( type, name, default, min, max, comment ) or a comment."
        ) of ["text"];
        CLOSED = strict_error(
            "varset.closed",
            "The declaration of a variable ends on the line on which it begins."
        ) of ["variables[]"];
        PARTS = strict_error(
            "varset.parts",
            "A variable has at least a type, a name and a default, none of which is empty."
        ) of ["variables[]"];
        TYPE = warning("varset.type", "The type is DWORD or float.") of ["variables[].type"];
        TWICE = warning("varset.twice", "No two variables share a name.") of ["variables[].name"];
    }
}
pub use codes::CODES;

/// Checks any bytes as variables.
pub fn check(bytes: &[u8], findings: &mut Findings) {
    let calls = match Calls::read(bytes, WORD) {
        Ok(calls) => calls,
        // Places of lines are counted in 32 bits.
        Err(error) => return findings.cannot_follow(&codes::LINE, &error, || None),
    };
    calls.check_lines(&codes::LINE, findings);
    let mut names = HashSet::new();
    for index in 0..calls.len() {
        check_variable(bytes, &calls, index, &mut names, findings);
    }
    findings.locate(|| tree(bytes).ok());
}

fn check_variable(
    bytes: &[u8],
    calls: &Calls<'_>,
    index: usize,
    names: &mut HashSet<Vec<u8>>,
    findings: &mut Findings,
) {
    let Some((_, call)) = calls.get(index) else { return };
    let path = format!("variables[{index}]");
    if !call.is_closed {
        return findings.at(&codes::CLOSED, path, || "nothing closes it".into());
    }
    let parts = split(bytes, call.inside);
    let part = |at: usize| parts.get(at).and_then(|range| bytes.get(range.clone()));
    let (Some(kind @ [_, ..]), Some(name @ [_, ..]), Some([_, ..])) = (part(0), part(1), part(2))
    else {
        return findings.at(&codes::PARTS, path, || "one of them is missing".into());
    };
    if ![&b"DWORD"[..], b"float"].iter().any(|known| text::same(known, kind)) {
        findings.at(&codes::TYPE, format_args!("{path}.type"), || {
            format!("it is \"{}\"", text::decode(kind))
        });
    }
    if !names.insert(name.to_vec()) {
        findings.at(&codes::TWICE, format_args!("{path}.name"), || {
            format!("\"{}\" was there before", text::decode(name))
        });
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Mode;
    use crate::tree::proof;

    const TEXT: &[u8] =
        b"// all\nVAR( DWORD, Ore, 0 );\n\tVAR(float,Speed,1.5,0,10,how fast, in units)// 2\n";

    fn found(text: &[u8]) -> Vec<&'static str> {
        let mut findings = Findings::new(Mode::Strict, true);
        check(text, &mut findings);
        findings.list().iter().map(|finding| finding.code.id).collect()
    }

    #[test]
    fn variables_by_hand() {
        let variables = Variables::read(TEXT).unwrap();
        assert_eq!(
            (variables.len(), variables.name(0), variables.name(1)),
            (2, Some(&b"Ore"[..]), Some(&b"Speed"[..]))
        );
        assert_eq!(variables.part(1, 5), Some(&b"how fast, in units"[..]));
        assert_eq!((variables.part(0, 3), variables.name(2)), (None, None));
        assert!(found(TEXT).is_empty());
        let tree = tree(TEXT).unwrap();
        assert_eq!(proof::holds(&tree, TEXT), 10);
        proof::returns(DOCUMENT, &tree, make, TEXT);
        proof::has_fields(CODES, &[tree]);
        assert!(is_varset(TEXT) && !is_varset(b"\x03\0\0\0") && !is_varset(b"var x = 1;"));
    }

    #[test]
    fn each_broken_text_gives_exactly_its_code() {
        for (text, code) in [
            (&b"VARS( DWORD, a, 0 )"[..], "varset.line"),
            (b"VAR( DWORD, a, 0 ) b", "varset.line"),
            (b"VAR( DWORD, a, 0", "varset.closed"),
            (b"VAR( DWORD, a )", "varset.parts"),
            (b"VAR( DWORD, , 0 )", "varset.parts"),
            (b"VAR( bool, a, 0 )", "varset.type"),
            (b"VAR( DWORD, a, 0 )\nVAR( DWORD, a, 0 )", "varset.twice"),
        ] {
            assert_eq!(found(text), [code], "{}", text.escape_ascii());
            proof::returns(DOCUMENT, &tree(text).unwrap(), make, text);
        }
    }

    proptest! {
        #[test]
        fn any_text_reads_and_returns(text in proptest::collection::vec(prop_oneof![
            Just(b"VAR( ".to_vec()), Just(b", ".to_vec()), Just(b")\n".to_vec()), Just(b"\"".to_vec()),
            Just(b"//".to_vec()), proptest::collection::vec(any::<u8>(), 0..4),
        ], 0..20)) {
            let text = text.concat();
            check(&text, &mut Findings::new(Mode::Strict, true));
            let made = make(&Draft::of_document(DOCUMENT, &tree(&text).unwrap())).unwrap();
            prop_assert_eq!(made.bytes, text);
        }
    }
}
