//! Texts that missions show: `descr`, the title of a mission, and `Mistips.mis`, hints with marks.
//!
//! ```text
//! <<interleave=5000>><<color=255,200,0>>Find the mine.<<br>>It is in the north.
//! ```
//!
//! Marks: `interleave` (how long a hint is shown, in milliseconds), `color` (red, green, blue) and
//! `br` (a new line). A `descr` is one line and has none.

use std::sync::Arc;

use crate::lines::{check_size, small};
use crate::schema::rules;
use crate::tree::{At, Draft, Form, Items, Made, Node, branches};
use crate::{Error, Findings, Result, text};

const OPEN: &[u8] = b"<<";
const CLOSE: &[u8] = b">>";

/// The file with the title of a mission or campaign.
pub const TITLE_FILE: &str = "descr";

/// Returns the title in a [`TITLE_FILE`]: its first line, trimmed. `None` if that line is empty.
pub fn title(bytes: &[u8]) -> Option<String> {
    let line = bytes.split(|byte| matches!(byte, b'\r' | b'\n')).next().unwrap_or_default();
    let line = text::decode(line);
    Some(line.trim().to_owned()).filter(|line| !line.is_empty())
}

/// A text, taken apart at its marks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tips<'a> {
    bytes: &'a [u8],
    /// Where parts begin.
    parts: Vec<u32>,
}

/// A part of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part<'a> {
    /// What people read.
    Text(&'a [u8]),
    /// What is between `<<` and `>>`.
    Mark(&'a [u8]),
    /// A mark that nothing closes, with its `<<`.
    Open(&'a [u8]),
}

fn find(bytes: &[u8], at: usize, what: &[u8]) -> Option<usize> {
    let rest = bytes.get(at..)?;
    rest.windows(what.len()).position(|window| window == what).map(|found| at + found)
}

impl<'a> Tips<'a> {
    /// Reads a text; only one of four gigabytes cannot be read.
    pub fn read(bytes: &'a [u8]) -> Result<Self> {
        check_size(bytes)?;
        let (mut parts, mut at) = (Vec::new(), 0);
        while at < bytes.len() {
            parts.push(small(at));
            let is_mark = bytes.get(at..).is_some_and(|rest| rest.starts_with(OPEN));
            at = match is_mark {
                true => find(bytes, at + 2, CLOSE).map_or(bytes.len(), |close| close + 2),
                false => find(bytes, at, OPEN).unwrap_or(bytes.len()),
            };
        }
        Ok(Self { bytes, parts })
    }

    /// How many parts there are.
    pub fn len(&self) -> usize {
        self.parts.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// A part, and where it begins.
    pub fn part(&self, index: usize) -> Option<(usize, Part<'a>)> {
        let start = *self.parts.get(index)? as usize;
        let end = self.parts.get(index + 1).map_or(self.bytes.len(), |end| *end as usize);
        let bytes = self.bytes.get(start..end)?;
        let part = match bytes.strip_prefix(OPEN) {
            None => Part::Text(bytes),
            Some(inside) => match inside.strip_suffix(CLOSE) {
                Some(inside) => Part::Mark(inside),
                None => Part::Open(bytes),
            },
        };
        Some((start, part))
    }

    /// The path of the part that an offset is in.
    fn path_at(&self, at: usize) -> String {
        let index = self.parts.partition_point(|start| *start as usize <= at).saturating_sub(1);
        let field = match self.part(index) {
            Some((_, Part::Mark(_))) => "mark",
            _ => "text",
        };
        format!("parts[{index}].{field}")
    }

    /// All parts in order.
    pub fn parts(&self) -> impl Iterator<Item = (usize, Part<'a>)> + '_ {
        (0..self.len()).filter_map(|index| self.part(index))
    }
}

branches! {
    /// Members of such a text's document.
    pub static DOCUMENT = {
        /// Parts of the text, in order: words and marks.
        parts: Form::List(&Form::Object(PART)), rebuilt;
    }
}

branches! {
    static PART = {
        /// Text to show, or a mark that is not closed.
        text: Form::Text, optional, rebuilt;
        /// Text between `<<` and `>>`.
        mark: Form::Text, optional, rebuilt;
    }
}

/// The fields of a text, with their places.
pub fn tree(bytes: &[u8]) -> Result<Node<'_>> {
    let tips = Arc::new(Tips::read(bytes)?);
    let parts = Items::new(tips.len(), move |index| {
        let node =
            |bytes: &'_ [u8], at: usize| Some(Node::Text(bytes.to_vec().into(), At::Offset(at)));
        match tips.part(index) {
            Some((at, Part::Text(bytes) | Part::Open(bytes))) => {
                Node::object(PART, [node(bytes, at), None])
            }
            Some((at, Part::Mark(bytes))) => Node::object(PART, [None, node(bytes, at + 2)]),
            None => Node::object(PART, [None, None]),
        }
    });
    Ok(Node::object(DOCUMENT, [Some(parts.into())]))
}

/// The text that a draft describes.
pub fn make(draft: &Draft) -> Result<Made> {
    let mut bytes = Vec::new();
    for (index, part) in draft.items("parts").iter().enumerate() {
        match (part.has("text"), part.has("mark")) {
            (true, false) => bytes.extend_from_slice(part.bytes("text")?),
            (false, true) => bytes.extend([OPEN, part.bytes("mark")?, CLOSE].concat()),
            _ => {
                let why = "is either a text or a mark";
                return Err(Error::usage(format!("parts[{index}]"), why));
            }
        }
    }
    Ok(Made { bytes, attributes: None })
}

/// Every rule of such a text, each with a stable code.
pub mod codes {
    use super::rules;

    rules! {
        OPEN = strict_error("tips.mark.open", "A mark is closed by `>>`.") of ["parts[].text"];
        KNOWN = warning(
            "tips.mark.known",
            "A mark is interleave, color or br."
        ) of ["parts[].mark"];
        VALUE = warning(
            "tips.mark.value",
            "The value of interleave is a whole number, of color three numbers from 0 to 255, and \
            br has no value."
        ) of ["parts[].mark"];
        NUL = warning("tips.nul", "A text contains no NUL.") of ["parts[].text", "parts[].mark"];
        TITLE = warning("tips.title", "The title of a mission is one line without marks.") of ["parts"];
    }
}
pub use codes::CODES;

/// Whether the value of a mark is as it should be; `None` for a mark that nobody knows.
fn is_sound(mark: &[u8]) -> Option<bool> {
    let mark = text::decode(mark);
    let (name, value) = match mark.split_once('=') {
        Some((name, value)) => (name.trim().to_ascii_lowercase(), Some(value.trim())),
        None => (mark.trim().to_ascii_lowercase(), None),
    };
    match name.as_str() {
        "interleave" => Some(value.is_some_and(|value| value.parse::<u32>().is_ok())),
        "color" => {
            let numbers = value.unwrap_or_default().split(',');
            let numbers: Vec<bool> =
                numbers.take(4).map(|number| number.trim().parse::<u8>().is_ok()).collect();
            Some(numbers == [true; 3])
        }
        "br" => Some(value.is_none()),
        _ => None,
    }
}

/// Checks any bytes as such a text; `is_title` for a `descr`.
pub fn check(bytes: &[u8], is_title: bool, findings: &mut Findings) {
    let tips = match Tips::read(bytes) {
        Ok(tips) => tips,
        // Places of parts are counted in 32 bits.
        Err(error) => return findings.cannot_follow(&codes::OPEN, &error, || None),
    };
    if let Some(at) = bytes.iter().position(|byte| *byte == 0) {
        findings.add(&codes::NUL, || (tips.path_at(at), Some(at as u64), "here is one".into()));
    }
    for (index, (_, part)) in tips.parts().enumerate() {
        match part {
            Part::Text(_) => {}
            Part::Open(_) => {
                let path = format_args!("parts[{index}].text");
                findings.at(&codes::OPEN, path, || "nothing closes it".into());
            }
            Part::Mark(mark) => {
                let path = format_args!("parts[{index}].mark");
                let said = || format!("\"{}\"", text::decode(mark.get(..40).unwrap_or(mark)));
                match is_sound(mark) {
                    None => findings.at(&codes::KNOWN, path, || format!("nobody knows {}", said())),
                    Some(false) => findings.at(&codes::VALUE, path, said),
                    Some(true) => {}
                }
            }
        }
    }
    let lines = bytes.trim_ascii_end().split(|byte| *byte == b'\n').count();
    let is_marked = tips.parts().any(|(_, part)| matches!(part, Part::Mark(_)));
    if is_title && (lines > 1 || is_marked) {
        findings.at(&codes::TITLE, "parts", || format!("{lines} lines"));
    }
    findings.locate(|| tree(bytes).ok());
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Mode;
    use crate::tree::proof;

    const TEXT: &[u8] = b"<<interleave=5000>><<color=255, 0,7>>\xcf.<<br>>\r\nTwo<";

    fn found(text: &[u8], is_title: bool) -> Vec<&'static str> {
        let mut findings = Findings::new(Mode::Strict, true);
        check(text, is_title, &mut findings);
        findings.list().iter().map(|finding| finding.code.id).collect()
    }

    #[test]
    fn parts_by_hand() {
        let tips = Tips::read(TEXT).unwrap();
        let parts: Vec<_> = tips.parts().map(|(_, part)| part).collect();
        assert_eq!(
            parts,
            [
                Part::Mark(b"interleave=5000"),
                Part::Mark(b"color=255, 0,7"),
                Part::Text(b"\xcf."),
                Part::Mark(b"br"),
                Part::Text(b"\r\nTwo<"),
            ]
        );
        assert!(found(TEXT, false).is_empty());
        let tree = tree(TEXT).unwrap();
        assert_eq!(proof::holds(&tree, TEXT), 5);
        proof::returns(DOCUMENT, &tree, make, TEXT);
        proof::has_fields(CODES, &[tree]);
    }

    #[test]
    fn each_broken_text_gives_exactly_its_code() {
        for (text, is_title, code) in [
            (&b"a<<br"[..], false, "tips.mark.open"),
            (b"<<blink>>", false, "tips.mark.known"),
            (b"<<color=1,2>>", false, "tips.mark.value"),
            (b"<<color=1,2,256>>", false, "tips.mark.value"),
            (b"<<interleave=soon>>", false, "tips.mark.value"),
            (b"<<br=1>>", false, "tips.mark.value"),
            (b"a\0", false, "tips.nul"),
            (b"one\ntwo", true, "tips.title"),
            (b"one<<br>>", true, "tips.title"),
        ] {
            assert_eq!(found(text, is_title), [code], "{}", text.escape_ascii());
            proof::returns(DOCUMENT, &tree(text).unwrap(), make, text);
        }
        assert!(found(b"A title\r\n", true).is_empty());
    }

    proptest! {
        #[test]
        fn any_text_returns(text in proptest::collection::vec(prop_oneof![
            Just(b"<<".to_vec()), Just(b">>".to_vec()), Just(b"<".to_vec()), proptest::collection::vec(any::<u8>(), 0..4),
        ], 0..16)) {
            let text = text.concat();
            check(&text, true, &mut Findings::new(Mode::Strict, true));
            let made = make(&Draft::of_document(DOCUMENT, &tree(&text).unwrap())).unwrap();
            prop_assert_eq!(made.bytes, text);
        }
    }
}
