//! What a kind of table is, said once: type id, name, records, who needs it, what the directory
//! says of it.

use crate::schema::{Kind, Record, Shape, Stored as _, record};
use crate::tree::{Branch, Form, branches};

/// Who needs a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Need {
    /// Nothing works without it.
    Required,
    /// It is there as a rule; a reader copes without.
    Usual,
    /// Some files have it.
    Optional,
}

/// What a table holds behind its head.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Content {
    /// Records of one kind.
    Rows(Kind),
    /// Texts of any length, one per node.
    Labels,
    /// Places, then the links between them.
    Paths,
    /// Nobody knows.
    Unknown,
}

/// What is known about one type of table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Resource {
    /// Type id in the container.
    pub type_id: u32,
    /// Name in paths, such as `slots`.
    pub name: &'static str,
    /// Name of the bytes behind the last whole record, such as `slots_tail`.
    pub tail: &'static str,
    /// What it is: the doc comment of its declaration.
    pub doc: &'static str,
    /// What it holds.
    pub content: Content,
    /// The record before the others.
    pub head_shape: Option<&'static Shape>,
    /// Bytes before the first record.
    pub head: usize,
    /// Bytes of a record; 0 where they differ or are unknown.
    pub stride: usize,
    /// Who needs it.
    pub need: Need,
    /// Whether there is one record per vertex.
    pub per_vertex: bool,
    /// What attr3 holds; `None` where nobody knows.
    pub attr3: Option<u32>,
}

/// Records of a type that has one.
pub(crate) const fn rows<T: Record>() -> Content {
    Content::Rows(T::KIND)
}

/// Records whose bytes nobody understands.
pub(crate) const fn hex<T: Record>() -> Content {
    Content::Rows(Kind::Bytes(T::SIZE))
}

/// Names: as rows they are objects, since a name may have bytes beside it.
pub(crate) const fn names() -> Content {
    rows::<NameRow>()
}

record! {
    /// A node's name, as documents have it.
    pub struct NameRow[32] {
        /// The name, at most 31 bytes.
        0 => name: crate::FixedStr<32>,
    }
}

impl Resource {
    /// A table that some files have, whose attr3 is the size of a record.
    pub(crate) const fn new(
        type_id: u32,
        name: &'static str,
        tail: &'static str,
        doc: &'static str,
        content: Content,
    ) -> Self {
        let stride = match content {
            Content::Rows(kind) => kind.size(),
            _ => 0,
        };
        let attr3 = match content {
            #[allow(clippy::cast_possible_truncation)] // a record's size, at compile time
            Content::Rows(_) => Some(stride as u32),
            Content::Labels => Some(0),
            _ => None,
        };
        let need = Need::Optional;
        let (head, head_shape, per_vertex) = (0, None, false);
        Self {
            type_id,
            name,
            tail,
            doc,
            content,
            head_shape,
            head,
            stride,
            need,
            per_vertex,
            attr3,
        }
    }

    /// The same, and nothing works without it.
    pub(crate) const fn required(self) -> Self {
        Self { need: Need::Required, ..self }
    }

    /// The same, and it is there as a rule.
    pub(crate) const fn usual(self) -> Self {
        Self { need: Need::Usual, ..self }
    }

    /// The same with one record per vertex.
    pub(crate) const fn per_vertex(self) -> Self {
        Self { per_vertex: true, ..self }
    }

    /// The same with the bounds of everything before the records.
    pub(crate) const fn behind_bounds(self) -> Self {
        let shape = crate::msh::Header::SHAPE;
        Self { head: shape.size, head_shape: Some(shape), ..self }
    }

    /// The same with 4 in attr3, whatever the size of a record is.
    pub(crate) const fn attr3_is_4(self) -> Self {
        Self { attr3: Some(4), ..self }
    }

    /// Whether nothing works without it.
    pub fn is_required(&self) -> bool {
        self.need == Need::Required
    }

    /// How many records a payload of this size holds, and how many bytes are left over.
    pub fn count_of(&self, size: usize) -> (usize, usize) {
        let body = size.saturating_sub(self.head);
        match self.stride {
            0 => (0, 0),
            stride => (body / stride, body % stride),
        }
    }

    /// The members that documents have for it: what is before the records, the records, what is
    /// behind. None where nobody knows what it holds.
    pub(super) fn branches(&self) -> impl Iterator<Item = Branch> + use<> {
        let form = match self.content {
            Content::Rows(kind) => Some(Form::Rows(kind)),
            Content::Labels => Some(Form::List(&LABEL_FORM)),
            Content::Paths => Some(Form::Object(PATHS)),
            Content::Unknown => None,
        };
        let head = self.head_shape.map(|shape| {
            let form = Form::Value(Kind::Group(shape));
            Branch::new(HEADER, "The bounds of everything, before the records.", form).optional()
        });
        let rows = form.map(|form| Branch::new(self.name, self.doc, form).optional());
        let tail = form.map(|_| {
            let doc = "Bytes behind the last whole record: none in a sound file.";
            Branch::new(self.tail, doc, Form::Hex).optional()
        });
        head.into_iter().chain(rows).chain(tail)
    }
}

static LABEL_FORM: Form = Form::Object(LABEL);

/// The name of the record before slots and cells.
pub(super) const HEADER: &str = "header";

branches! {
    /// A node's label.
    pub(super) static LABEL = {
        /// Which parts fit on the node; empty for none.
        label: Form::Text;
        /// Text and end byte in hex, where text alone would lose something.
        label_raw: Form::Hex, optional;
    }
}

branches! {
    /// The hallways of a building.
    pub(super) static PATHS = {
        /// Places to walk to.
        nodes: Form::Rows(crate::msh::PathNode::KIND);
        /// Ways between two places.
        links: Form::Rows(crate::msh::PathLink::KIND);
    }
}

/// Declares the tables of a format: type id, name, records, and what else is known.
///
/// ```text
/// tables! {
///     /// Every resource of a model.
///     pub static RESOURCES: [17] = {
///         /// Nodes.
///         NODES = 1 => nodes: rows::<Node>(), required;
///     }
/// }
/// ```
/// Each becomes a constant with its type id and an element of the list; its members in documents
/// follow from that.
macro_rules! tables {
    (
        $(#[$meta:meta])*
        $vis:vis static $list:ident: [$count:literal] = {
            $(
                $(#[doc = $doc:literal])+
                $constant:ident = $type_id:literal => $name:ident: $content:expr $(, $how:ident)*;
            )+
        }
    ) => {
        $( $(#[doc = $doc])+ pub const $constant: u32 = $type_id; )+

        $(#[$meta])*
        $vis static $list: [$crate::tables::Resource; $count] = [$(
            $crate::tables::Resource::new(
                $type_id,
                stringify!($name),
                concat!(stringify!($name), "_tail"),
                concat!($($doc, "\n"),+),
                $content,
            )
            $(.$how())*,
        )+];
    };
}
pub(crate) use tables;
