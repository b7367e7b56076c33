//! Binary `.var`: variables of behaviours, members of `behpsp.res`.
//!
//! ```text
//! 0x00  u32 count, then items:
//!       u32 4, u32 type (2 bool, 3 f32, 5 u32), u32 0
//!       u32 length, name; u32 length, another text (empty in the game)
//!       value, default, least, most: four bytes each
//! ```

use std::sync::Arc;

use crate::bytes::Cursor;
use crate::schema::{Record as _, Shape, Stored as _, choices, record, rules};
use crate::tree::{At, Branch, Draft, Form, Items, Made, Node, Piece, Told};
use crate::{Error, Findings, Result};

choices! {
    /// Type of a variable.
    pub struct VariableType(u32) {
        /// Boolean.
        BOOL = 2: "bool",
        /// Float.
        F32 = 3: "f32",
        /// Whole number.
        U32 = 5: "u32",
    }
}

record! {
    /// Head of a variable.
    pub struct VariableHead[12] derive(Eq, Hash) {
        /// Size of its value in bytes.
        0 => value_size: u32 = M "4",
        /// Type of the variable.
        4 => kind: VariableType,
        /// Unknown purpose.
        8 => unk_0x08: u32 = M "0",
    }
}

record! {
    /// Values of a variable: whole numbers, or the bits of floats.
    pub struct Values[16] derive(Eq, Hash, Default) {
        /// Current value.
        0 => value: u32,
        /// Initial value.
        4 => default: u32,
        /// Least allowed value.
        8 => min: u32,
        /// Largest allowed value.
        12 => max: u32,
    }
}

impl Default for VariableHead {
    fn default() -> Self {
        Self { value_size: 4, kind: VariableType::U32, unk_0x08: 0 }
    }
}

/// Bytes of the smallest variable.
const LEAST: usize = VariableHead::SIZE + 8 + Values::SIZE;

/// Variables, known to be whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VariableFile<'a> {
    bytes: &'a [u8],
    /// Where each begins.
    items: Vec<usize>,
    end: usize,
}

/// One variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Variable<'a> {
    /// Where it begins.
    pub offset: usize,
    /// What it is.
    pub head: VariableHead,
    /// Its name.
    pub name: &'a [u8],
    /// Another text; empty in the game.
    pub note: &'a [u8],
    /// Its values.
    pub values: Values,
}

impl<'a> Variable<'a> {
    /// A variable without another text.
    pub fn new(head: VariableHead, name: &'a [u8], values: Values) -> Self {
        Self { offset: 0, head, name, note: b"", values }
    }

    fn name_offset(&self) -> usize {
        self.offset + VariableHead::SIZE + 4
    }

    fn note_offset(&self) -> usize {
        self.name_offset() + self.name.len() + 4
    }

    fn values_offset(&self) -> usize {
        self.note_offset() + self.note.len()
    }

    /// Its bytes.
    pub fn write(&self) -> Result<Vec<u8>> {
        let Self { offset: _, head, name, note, values } = self;
        let mut out = head.write().to_vec();
        for text in [name, note] {
            let size = u32::try_from(text.len());
            let size = size.map_err(|_| Error::usage("name", "too long"))?;
            out.extend(size.to_le_bytes());
            out.extend_from_slice(text);
        }
        out.extend(values.write());
        Ok(out)
    }
}

fn variable<'a>(cursor: &mut Cursor<'a>) -> Result<Variable<'a>> {
    let offset = cursor.position();
    let head = VariableHead::read(&cursor.array("variables")?);
    let mut text = || {
        let size = cursor.u32("variables")?;
        cursor.take(usize::try_from(size).unwrap_or(usize::MAX), "variables")
    };
    let (name, note) = (text()?, text()?);
    let values = Values::read(&cursor.array("variables")?);
    Ok(Variable { offset, head, name, note, values })
}

impl<'a> VariableFile<'a> {
    /// Reads variables.
    pub fn read(bytes: &'a [u8]) -> Result<Self> {
        let mut cursor = Cursor::new(bytes);
        let count = usize::try_from(cursor.u32("variables")?).unwrap_or(usize::MAX);
        if count.checked_mul(LEAST).is_none_or(|size| size > cursor.remaining()) {
            let why = format!("{count} of them, but only {} bytes are left", cursor.remaining());
            return Err(Error::malformed("variables", 0, why));
        }
        let mut items = Vec::with_capacity(count);
        for _ in 0..count {
            items.push(cursor.position());
            variable(&mut cursor)?;
        }
        Ok(Self { bytes, items, end: cursor.position() })
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// A variable by its place.
    pub fn get(&self, index: usize) -> Option<Variable<'a>> {
        let at = *self.items.get(index)?;
        let mut cursor = Cursor::new(self.bytes.get(at..)?);
        variable(&mut cursor).ok().map(|own| Variable { offset: at, ..own })
    }

    /// All of them in order.
    pub fn iter(&self) -> impl Iterator<Item = Variable<'a>> + '_ {
        (0..self.len()).filter_map(|index| self.get(index))
    }

    /// The bytes behind the last.
    pub fn tail(&self) -> &'a [u8] {
        self.bytes.get(self.end..).unwrap_or_default()
    }
}

/// Whether bytes are variables and nothing else.
pub fn is_variables(bytes: &[u8]) -> bool {
    VariableFile::read(bytes).is_ok_and(|file| file.tail().is_empty() && !file.is_empty())
}

/// The stored records.
pub static RECORDS: &[&Shape] = &[VariableHead::SHAPE, Values::SHAPE];

/// Which record stands where, in the words of Kaitai Struct.
pub static KAITAI: &str = "
seq:
  - id: count
    type: u4
  - id: variables
    type: variable
    repeat: expr
    repeat-expr: count
  - id: tail
    size-eos: true
types:
  variable:
    seq:
      - id: head
        type: variable_head
      - id: name_size
        type: u4
      - id: name
        size: name_size
      - id: note_size
        type: u4
      - id: note
        size: note_size
      - id: values
        type: values
";

/// Members of the document of variables.
pub static DOCUMENT: &[Branch] = &[
    Branch::new("variables", "Variables, in order.", Form::List(&Form::Object(VARIABLE))),
    Branch::new("tail", "Bytes after the last variable; none in the game.", Form::Hex).optional(),
];

static VARIABLE: &[Branch] = &[
    Branch::fields(VariableHead::KIND),
    Branch::new("name", "Name of the variable.", Form::Text).rebuilt(),
    Branch::new("note", "Second text; empty in the game.", Form::Text).rebuilt(),
    Branch::fields(Values::KIND),
];

/// The fields of variables, with their places.
pub fn tree(bytes: &[u8]) -> Result<Node<'_>> {
    let file = Arc::new(VariableFile::read(bytes)?);
    let (tail, end) = (file.tail(), file.end);
    let variables = Items::new(file.len(), move |index| {
        let Some(own) = file.get(index) else { return Told::Null.into() };
        let text =
            |bytes: &'_ [u8], at: usize| Some(Node::Text(bytes.to_vec().into(), At::Offset(at)));
        Node::object(
            VARIABLE,
            [
                Piece::of(VariableHead::KIND, bytes, own.offset).map(Into::into),
                text(own.name, own.name_offset()),
                text(own.note, own.note_offset()),
                Piece::of(Values::KIND, bytes, own.values_offset()).map(Into::into),
            ],
        )
    });
    let tail = Node::Hex(tail.into(), At::Offset(end));
    Ok(Node::object(DOCUMENT, [Some(variables.starting(4).into()), Some(tail)]))
}

/// What can be shown of bytes that are no whole variables: where they break.
pub fn remains(bytes: &[u8]) -> Option<Node<'_>> {
    let error = VariableFile::read(bytes).err()?;
    Some(Node::remains(DOCUMENT, bytes, &error, |_| None))
}

/// The variables that a draft describes.
pub fn make(draft: &Draft) -> Result<Made> {
    let items = draft.items("variables");
    let count = u32::try_from(items.len()).map_err(|_| Error::usage("variables", "too many"))?;
    let mut bytes = count.to_le_bytes().to_vec();
    for item in items {
        let head = item.record(VariableHead::KIND)?;
        let values = item.record(Values::KIND)?;
        let own = Variable {
            offset: 0,
            head: VariableHead::get(head, 0),
            name: item.bytes("name")?,
            note: item.bytes("note")?,
            values: Values::get(values, 0),
        };
        bytes.extend(own.write()?);
    }
    if draft.has("tail") {
        bytes.extend_from_slice(draft.bytes("tail")?);
    }
    Ok(Made { bytes, attributes: None })
}

/// Every rule of variables, each with a stable code.
pub mod codes {
    use super::rules;

    rules! {
        TRUNCATED = error("var.truncated", "All counted variables are present.") of ["variables"];
        TAIL = strict_error("var.tail", "Nothing follows the last variable.") of ["tail"];
        TYPE = warning("var.type", "The type is 2, 3 or 5.") of ["variables[].kind"];
        WORDS = retail(
            "var.words",
            "A value has 4 bytes, and the third word is 0."
        ) of ["variables[].value_size", "variables[].unk_0x08"];
        NOTE = retail("var.note", "The second text is empty.") of ["variables[].note"];
    }
}
pub use codes::CODES;

/// Checks any bytes as variables. What cannot be followed is a finding too.
pub fn check(bytes: &[u8], findings: &mut Findings) {
    let file = match VariableFile::read(bytes) {
        Ok(file) => file,
        Err(error) => return findings.cannot_follow(&codes::TRUNCATED, &error, || remains(bytes)),
    };
    for (index, own) in file.iter().enumerate() {
        let path = |field: &str| format!("variables[{index}].{field}");
        let VariableHead { value_size, kind, unk_0x08 } = own.head;
        if !kind.is_known() {
            findings.at(&codes::TYPE, path("kind"), || format!("it is {}", kind.0));
        }
        for (field, value, usual) in [("value_size", value_size, 4), ("unk_0x08", unk_0x08, 0)] {
            if value != usual {
                findings.at(&codes::WORDS, path(field), || format!("it is {value}"));
            }
        }
        if !own.note.is_empty() {
            findings.at(&codes::NOTE, path("note"), || format!("{} bytes", own.note.len()));
        }
    }
    if !file.tail().is_empty() {
        findings.at(&codes::TAIL, "tail", || format!("{} bytes do", file.tail().len()));
    }
    findings.locate(|| tree(bytes).ok());
}

/// A value as people read it.
pub fn shown(kind: VariableType, value: u32) -> String {
    match kind {
        VariableType::F32 => f32::from_bits(value).to_string(),
        VariableType::BOOL if value < 2 => (value == 1).to_string(),
        _ => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Mode;
    use crate::tree::proof;

    /// Two variables, byte by byte.
    fn sample() -> Vec<u8> {
        let words = |words: &[u32]| words.iter().flat_map(|word| word.to_le_bytes()).collect();
        [
            words(&[2, 4, 3, 0, 3]),
            b"Max".to_vec(),
            words(&[0, 0x3f80_0000, 0, 0, 0x4000_0000]),
            words(&[4, 2, 0, 1]),
            b"b".to_vec(),
            words(&[0, 1, 0, 0, 1]),
        ]
        .concat()
    }

    fn found(bytes: &[u8]) -> Vec<&'static str> {
        let mut findings = Findings::new(Mode::Strict, true);
        check(bytes, &mut findings);
        findings.list().iter().map(|finding| finding.code.id).collect()
    }

    #[test]
    fn variables_by_hand() {
        let bytes = sample();
        let file = VariableFile::read(&bytes).unwrap();
        let all: Vec<_> =
            file.iter().map(|own| (own.name, own.head.kind, own.values.value)).collect();
        assert_eq!(
            all,
            [(&b"Max"[..], VariableType::F32, 0x3f80_0000), (b"b", VariableType::BOOL, 1)]
        );
        assert_eq!(shown(VariableType::F32, 0x3f80_0000), "1");
        assert!(found(&bytes).is_empty() && is_variables(&bytes));
        let tree = tree(&bytes).unwrap();
        assert_eq!(proof::holds(&tree, &bytes), 19);
        proof::returns(DOCUMENT, &tree, make, &bytes);
        proof::has_fields(CODES, &[tree]);
        for cut in 0..bytes.len() {
            assert_eq!(found(&bytes[..cut]), ["var.truncated"], "{cut}");
        }
        for at in [0, 16, 23, 58] {
            let mut bytes = sample();
            bytes[at..at + 4].copy_from_slice(&[0xff; 4]);
            assert_eq!(found(&bytes), ["var.truncated"], "{at}");
        }
    }

    #[test]
    fn each_broken_file_gives_exactly_its_code() {
        for (at, byte, code) in [(8, 9, "var.type"), (4, 5, "var.words"), (12, 1, "var.words")] {
            let mut bytes = sample();
            bytes[at] = byte;
            assert_eq!(found(&bytes), [code], "{at}");
        }
        assert_eq!(found(&[&sample()[..], b"x"].concat()), ["var.tail"]);
        let own = Variable {
            offset: 0,
            head: VariableHead::default(),
            name: b"a",
            note: b"b",
            values: Values::default(),
        };
        let bytes = [1u32.to_le_bytes().to_vec(), own.write().unwrap()].concat();
        assert_eq!(found(&bytes), ["var.note"]);
    }

    proptest! {
        #[test]
        fn any_bytes_read_or_not(at in 0usize..90, byte: u8, cut in 0usize..90) {
            let mut bytes = sample();
            bytes.truncate(cut);
            if let Some(slot) = bytes.get_mut(at) {
                *slot = byte;
            }
            check(&bytes, &mut Findings::new(Mode::Strict, true));
            if let Ok(tree) = tree(&bytes) {
                let made = make(&Draft::of_document(DOCUMENT, &tree)).unwrap();
                prop_assert_eq!(made.bytes, bytes.clone());
            }
        }
    }
}
