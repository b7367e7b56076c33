//! Where the parts of a document lie in given bytes.

use std::borrow::Cow;
use std::sync::Arc;

use super::branch::{Branch, Edit};
use crate::schema::{Field, Kind, Numbers, Observed, Part, Shape, Shows, Value, Word};

/// Where something is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum At {
    /// From this byte on, counted from the start of the file or entry.
    Offset(usize),
    /// In an attribute of the directory entry, 1 to 3.
    Attribute(u8),
    /// Nowhere of its own: it follows from the rest.
    Nowhere,
}

/// A part of a document.
#[derive(Debug, Clone)]
pub enum Node<'a> {
    /// A stored value: a number, a name, a list of fixed length, a record.
    Piece(Piece<'a>),
    /// Any number of values of one kind.
    Rows(Rows<'a>),
    /// Text of any length.
    Text(Cow<'a, [u8]>, At),
    /// Bytes of any length, shown in hex.
    Hex(Cow<'a, [u8]>, At),
    /// Named parts.
    Members(Vec<Member<'a>>),
    /// Numbered parts, made when somebody asks.
    Items(Items<'a>),
    /// What follows from the rest.
    Told(Told),
}

/// A stored value.
#[derive(Debug, Clone)]
pub struct Piece<'a> {
    /// What it is.
    pub kind: Kind,
    /// Its bytes.
    pub bytes: Cow<'a, [u8]>,
    /// Where they are.
    pub at: At,
}

/// Values of one kind, one behind the other.
#[derive(Debug, Clone)]
pub struct Rows<'a> {
    /// What each is.
    pub kind: Kind,
    /// Their bytes: as many as make whole values.
    pub bytes: Cow<'a, [u8]>,
    /// Where they are.
    pub at: At,
}

/// A named part.
#[derive(Debug, Clone)]
pub struct Member<'a> {
    /// What it is.
    pub branch: &'static Branch,
    /// What is below it.
    pub node: Node<'a>,
}

/// Parts by number.
#[derive(Clone)]
pub struct Items<'a> {
    len: usize,
    at: At,
    get: Arc<dyn Fn(usize) -> Node<'a> + Send + Sync + 'a>,
}

/// A value that follows from others.
#[derive(Debug, Clone, PartialEq)]
pub enum Told {
    /// Nothing.
    Null,
    /// Yes or no.
    Flag(bool),
    /// A whole number.
    Number(i64),
    /// A float.
    Float(f32),
    /// Text.
    Text(Cow<'static, str>),
    /// Several.
    List(Vec<Told>),
    /// Several with names.
    Object(Vec<(&'static str, Told)>),
}

impl At {
    /// So many bytes further.
    #[must_use]
    pub fn plus(self, bytes: usize) -> Self {
        match self {
            Self::Offset(offset) => Self::Offset(offset + bytes),
            other => other,
        }
    }

    /// The offset, where it is one.
    pub fn offset(self) -> Option<usize> {
        match self {
            Self::Offset(offset) => Some(offset),
            _ => None,
        }
    }
}

/// A part of some bytes, borrowed where they are.
fn cut<'a>(bytes: &Cow<'a, [u8]>, from: usize, size: usize) -> Cow<'a, [u8]> {
    let part = |bytes: &[u8]| -> std::ops::Range<usize> {
        let start = from.min(bytes.len());
        start..(start + size).min(bytes.len())
    };
    match bytes {
        Cow::Borrowed(bytes) => Cow::Borrowed(bytes.get(part(bytes)).unwrap_or_default()),
        Cow::Owned(bytes) => Cow::Owned(bytes.get(part(bytes)).unwrap_or_default().to_vec()),
    }
}

impl<'a> Piece<'a> {
    /// A value whose bytes begin at `offset` of a file; `None` where the file ends before it does.
    pub fn of(kind: Kind, file: &'a [u8], offset: usize) -> Option<Self> {
        let bytes = file.get(offset..)?.get(..kind.size())?;
        Some(Self { kind, bytes: bytes.into(), at: At::Offset(offset) })
    }

    /// An attribute of the directory entry, 1 to 3.
    pub fn attribute(kind: Kind, number: u8, value: u32) -> Self {
        let bytes = value.to_le_bytes().to_vec();
        Self { kind, bytes: bytes.into(), at: At::Attribute(number) }
    }

    /// A value that is stored nowhere: a default where the file has no such field.
    pub fn made(kind: Kind, bytes: Vec<u8>) -> Self {
        Self { kind, bytes: bytes.into(), at: At::Nowhere }
    }

    /// The one value; `None` for a list or a record.
    pub fn value(&self) -> Option<Value<'_>> {
        self.kind.read(&self.bytes)
    }

    /// A value of a list of fixed length.
    pub fn item(&self, index: usize) -> Option<Self> {
        let (at, kind) = self.kind.item(index)?;
        Some(self.part(kind, at))
    }

    /// A part of it: so many bytes in.
    pub fn part(&self, kind: Kind, offset: usize) -> Self {
        let bytes = cut(&self.bytes, offset, kind.size());
        Self { kind, bytes, at: self.at.plus(offset) }
    }
}

/// A field of a record, or of a word of a record.
#[derive(Debug, Clone, Copy)]
pub struct Group {
    /// Its name.
    pub name: &'static str,
    /// What it is.
    pub kind: Kind,
    /// Where it is in the record.
    pub offset: usize,
    /// What it means.
    pub doc: &'static str,
    /// What was observed on the shipped game.
    pub game: Option<Observed>,
    /// What its numbers are.
    pub numbers: Numbers,
}

impl Group {
    fn of_field(field: &'static Field) -> Self {
        let Field { name, offset, kind, doc, game, numbers } = *field;
        Self { name, kind, offset, doc, game, numbers }
    }

    fn of_part(word: &'static Word, part: &'static Part, offset: usize) -> Self {
        let kind = Kind::Part(&word.of, part);
        let (doc, game, numbers) = (part.doc, part.game, Numbers::ANY);
        Self { name: part.name, kind, offset, doc, game, numbers }
    }
}

/// The fields of a record as documents have them: the fields of a word stand in its place.
pub fn members(shape: &'static Shape) -> MembersOf {
    members_of(Kind::Group(shape))
}

/// The fields of a record, or of a word that stands alone; none of anything else.
pub fn members_of(kind: Kind) -> MembersOf {
    let (fields, word) = match kind {
        Kind::Group(shape) => (shape.fields, None),
        Kind::Word(word) => (&[][..], Some((word, word.parts, 0))),
        _ => (&[][..], None),
    };
    MembersOf { fields, word }
}

/// What [`members_of`] makes. By hand: every row of every table is taken apart by it.
#[derive(Debug, Clone)]
pub struct MembersOf {
    fields: &'static [Field],
    /// The word that the next ones are fields of, those that are left, where the word is.
    word: Option<(&'static Word, &'static [Part], usize)>,
}

impl Iterator for MembersOf {
    type Item = Group;

    #[inline]
    fn next(&mut self) -> Option<Group> {
        loop {
            if let Some((word, parts, offset)) = &mut self.word {
                if let Some((part, rest)) = parts.split_first() {
                    *parts = rest;
                    return Some(Group::of_part(word, part, *offset));
                }
                self.word = None;
            }
            let (field, rest) = self.fields.split_first()?;
            self.fields = rest;
            match field.kind {
                Kind::Word(word) => self.word = Some((word, word.parts, field.offset)),
                _ => return Some(Group::of_field(field)),
            }
        }
    }
}

impl<'a> Rows<'a> {
    /// Values that begin at `offset` of a file, as many whole ones as `size` bytes hold.
    pub fn of(kind: Kind, file: &'a [u8], offset: usize, size: usize) -> Self {
        let rest = file.get(offset..).unwrap_or_default();
        let each = kind.size().max(1);
        let whole = size.min(rest.len()) / each * each;
        let bytes = rest.get(..whole).unwrap_or_default();
        Self { kind, bytes: bytes.into(), at: At::Offset(offset) }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.bytes.len() / self.kind.size().max(1)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// One of them.
    pub fn get(&self, index: usize) -> Option<Piece<'a>> {
        let at = index.checked_mul(self.kind.size()).filter(|_| index < self.len())?;
        let bytes = cut(&self.bytes, at, self.kind.size());
        Some(Piece { kind: self.kind, bytes, at: self.at.plus(at) })
    }
}

impl<'a> Items<'a> {
    /// So many parts; `get` makes each when it is asked for.
    pub fn new(len: usize, get: impl Fn(usize) -> Node<'a> + Send + Sync + 'a) -> Self {
        Self { len, at: At::Nowhere, get: Arc::new(get) }
    }

    /// The same parts with the place where the first of them begins, or would.
    #[must_use]
    pub fn starting(self, offset: usize) -> Self {
        Self { at: At::Offset(offset), ..self }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// One of them.
    pub fn get(&self, index: usize) -> Option<Node<'a>> {
        (index < self.len).then(|| (self.get)(index))
    }
}

impl std::fmt::Debug for Items<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Items").field("len", &self.len).finish_non_exhaustive()
    }
}

impl<'a> Member<'a> {
    /// A named part.
    pub fn new(branch: &'static Branch, node: impl Into<Node<'a>>) -> Self {
        Self { branch, node: node.into() }
    }
}

impl<'a> From<Piece<'a>> for Node<'a> {
    fn from(piece: Piece<'a>) -> Self {
        Self::Piece(piece)
    }
}

impl<'a> From<Rows<'a>> for Node<'a> {
    fn from(rows: Rows<'a>) -> Self {
        Self::Rows(rows)
    }
}

impl<'a> From<Items<'a>> for Node<'a> {
    fn from(items: Items<'a>) -> Self {
        Self::Items(items)
    }
}

impl From<Told> for Node<'_> {
    fn from(told: Told) -> Self {
        Self::Told(told)
    }
}

impl<'a> Node<'a> {
    /// Named parts, in the order of their branches: both lists go side by side, and a part that is
    /// `None` is left out.
    pub fn object(
        branches: &'static [Branch],
        nodes: impl IntoIterator<Item = Option<Self>>,
    ) -> Self {
        let pairs = branches.iter().zip(nodes);
        Self::Members(pairs.filter_map(|(branch, node)| Some(Member::new(branch, node?))).collect())
    }

    /// How many parts it has; 0 for a single value.
    pub fn len(&self) -> usize {
        match self {
            Self::Piece(Piece { kind, .. }) => {
                kind.count().unwrap_or_else(|| members_of(*kind).count())
            }
            Self::Rows(rows) => rows.len(),
            Self::Items(items) => items.len(),
            Self::Members(members) => members.len(),
            Self::Told(Told::List(told)) => told.len(),
            Self::Told(Told::Object(told)) => told.len(),
            _ => 0,
        }
    }

    /// Whether it has no parts.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Where it begins, where that is in the file.
    pub fn offset(&self) -> Option<usize> {
        match self {
            Self::Piece(piece) => piece.at.plus(piece.kind.start()).offset(),
            Self::Rows(rows) => rows.at.offset(),
            Self::Text(_, at) | Self::Hex(_, at) => at.offset(),
            // What an entry says comes before what it holds, wherever that lies.
            Self::Members(members) => members.iter().find_map(|member| member.node.offset()),
            Self::Items(items) => {
                items.at.offset().or_else(|| items.get(0).and_then(|first| first.offset()))
            }
            Self::Told(_) => None,
        }
    }

    /// Calls `visit` with each part below it: its name or number, what is known of it, itself.
    /// Parts without a name of their own are gone through.
    pub fn parts(&self, visit: &mut dyn FnMut(PartName, super::About, Node<'a>)) {
        match self {
            Self::Piece(piece) => match piece.kind.count() {
                Some(count) => (0..count).for_each(|index| {
                    let item = piece.item(index);
                    let about = super::About::default();
                    item.into_iter().for_each(|i| visit(PartName::Index(index), about, i.into()));
                }),
                None => members_of(piece.kind).for_each(|group| {
                    let about = super::About::of_group(&group);
                    let part = piece.part(group.kind, group.offset);
                    visit(PartName::Key(group.name), about, part.into());
                }),
            },
            Self::Rows(rows) => (0..rows.len()).for_each(|index| {
                let (row, about) = (rows.get(index), super::About::default());
                row.into_iter().for_each(|r| visit(PartName::Index(index), about, r.into()));
            }),
            Self::Items(items) => (0..items.len()).for_each(|index| {
                let (item, about) = (items.get(index), super::About::default());
                item.into_iter().for_each(|i| visit(PartName::Index(index), about, i));
            }),
            Self::Members(members) => members.iter().for_each(|Member { branch, node }| {
                if branch.name.is_empty() {
                    node.parts(&mut |name, about, part| visit(name, about.within(branch), part));
                } else {
                    let about = super::About::of_branch(branch);
                    visit(PartName::Key(branch.name), about, node.clone());
                }
            }),
            Self::Told(Told::List(told)) => told.iter().enumerate().for_each(|(index, part)| {
                visit(PartName::Index(index), super::About::default(), part.clone().into());
            }),
            Self::Told(Told::Object(told)) => told.iter().for_each(|(name, part)| {
                visit(PartName::Key(name), super::About::default(), part.clone().into());
            }),
            Self::Text(..) | Self::Hex(..) | Self::Told(_) => {}
        }
    }

    /// The part of a name, or what is told beside one.
    pub(super) fn member(&self, name: &str) -> Option<(super::About, Self)> {
        self.own_member(name).or_else(|| self.beside(name))
    }

    /// What documents have beside a field because its value alone would lose it: what a number is
    /// called under `<field>_name`, the whole of a name's bytes under `<field>_raw`. No parts of
    /// their own: they say once more what the field says.
    fn beside(&self, name: &str) -> Option<(super::About, Self)> {
        let (field, end) = name.rsplit_once('_')?;
        let (about, Self::Piece(piece)) = self.own_member(field)? else { return None };
        let node = match (end, piece.kind) {
            ("name", Kind::Part(_, Part { shows: Shows::NumberAndName(_), .. })) => {
                let names = piece.value().map(|value| piece.kind.names_of(&value));
                let name = names.and_then(|names| names.into_iter().next());
                Self::Told(name.map_or(Told::Null, Told::Text))
            }
            ("raw", Kind::Text(size) | Kind::FullText(size)) => {
                Self::Piece(piece.part(Kind::Bytes(size), 0))
            }
            _ => return None,
        };
        Some((about, node))
    }

    fn own_member(&self, name: &str) -> Option<(super::About, Self)> {
        match self {
            Self::Piece(piece) => {
                let group = members_of(piece.kind).find(|group| group.name == name)?;
                let part = piece.part(group.kind, group.offset);
                Some((super::About::of_group(&group), part.into()))
            }
            Self::Members(members) => members.iter().find_map(|Member { branch, node }| {
                if branch.name.is_empty() {
                    let own = node.own_member(name);
                    return own.map(|(about, part)| (about.within(branch), part));
                }
                let found = branch.name == name;
                found.then(|| (super::About::of_branch(branch), node.clone()))
            }),
            Self::Told(Told::Object(told)) => {
                let (_, found) = told.iter().find(|(key, _)| *key == name)?;
                Some((super::About::default(), found.clone().into()))
            }
            _ => None,
        }
    }

    /// The part of a number.
    pub(super) fn item(&self, index: usize) -> Option<Self> {
        match self {
            Self::Piece(piece) => piece.item(index).map(Into::into),
            Self::Rows(rows) => rows.get(index).map(Into::into),
            Self::Items(items) => items.get(index),
            Self::Told(Told::List(told)) => told.get(index).cloned().map(Into::into),
            _ => None,
        }
    }

    /// How it is changed: told values never are.
    pub(super) fn edit(&self) -> Edit {
        match self {
            Self::Told(_) => Edit::Never,
            Self::Piece(piece) if piece.at == At::Nowhere => Edit::Rebuild,
            Self::Piece(_) => Edit::Patch,
            _ => Edit::Rebuild,
        }
    }
}

/// What a part is called where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PartName {
    /// By name.
    Key(&'static str),
    /// By number.
    Index(usize),
}

impl PartName {
    /// The path of a part below the one at `path`.
    pub fn below(self, path: &str) -> String {
        match self {
            Self::Key(key) if path.is_empty() => key.to_owned(),
            Self::Key(key) => format!("{path}.{key}"),
            Self::Index(index) => format!("{path}[{index}]"),
        }
    }
}
