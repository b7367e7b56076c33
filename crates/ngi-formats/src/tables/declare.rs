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
#[non_exhaustive]
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
    /// Name of a node, as documents have it.
    pub struct NameRow[32] {
        /// Name, at most 31 bytes.
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

    /// The same: some files have it.
    pub(crate) const fn optional(self) -> Self {
        Self { need: Need::Optional, ..self }
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
            let doc = "Bounds of the whole model or map, stored before the records.";
            Branch::new(HEADER, doc, Form::Value(Kind::Group(shape))).optional()
        });
        let rows = form.map(|form| Branch::new(self.name, self.doc, form).optional());
        let tail = form.map(|_| {
            let doc = "Bytes after the last whole record; none in a valid file.";
            Branch::new(self.tail, doc, Form::Hex).optional()
        });
        head.into_iter().chain(rows).chain(tail)
    }
}

static LABEL_FORM: Form = Form::Object(LABEL);

/// The name of the record before slots and cells.
pub(super) const HEADER: &str = "header";

branches! {
    /// Label of a node.
    pub(super) static LABEL = {
        /// Label: decides which parts fit on the node; empty for none.
        label: Form::Text;
        /// Text and end byte in hex, if the text alone would lose data.
        label_raw: Form::Hex, optional;
    }
}

branches! {
    /// Hallways of a building.
    pub(super) static PATHS = {
        /// Places that units can walk to.
        nodes: Form::Rows(crate::msh::PathNode::KIND);
        /// Links between two places.
        links: Form::Rows(crate::msh::PathLink::KIND);
    }
}

/// Declares the tables of a format, all of them in one list: constant and type id, field, form and
/// records, who needs it, and what else is known.
///
/// ```text
/// tables! {
///     /// Every resource of a model.
///     pub static RESOURCES: [17] = {
///         /// Nodes.
///         NODES = 1 => nodes: rows<Node>, required;
///     }
///     /// What looks at the bytes.
///     pub struct Tables<'a> {}
///     /// What owns its tables.
///     pub struct ModelDoc {}
/// }
/// ```
/// Each becomes a constant with its type id, an element of the list and a field of both structs.
/// How these are read (`see`, `own`) and written (`encode_tables`) follows, and so do the members
/// of documents. What is no table stands between the braces of the structs, and is set by hand.
macro_rules! tables {
    (
        $(#[$meta:meta])*
        $vis:vis static $list:ident: [$count:literal] = {
            $(
                $(#[doc = $doc:literal])+
                $constant:ident = $type_id:literal
                    => $name:ident: $form:ident $(<$record:ty>)?, $need:ident $(, $how:ident)*;
            )+
        }
        $(#[$seen_meta:meta])*
        pub struct $seen:ident<$a:lifetime> {
            $($(#[$seen_doc:meta])* $seen_vis:vis $seen_name:ident: $seen_type:ty,)*
        }
        $(#[$owned_meta:meta])*
        pub struct $owned:ident {
            $($(#[$owned_doc:meta])* $owned_vis:vis $owned_name:ident: $owned_type:ty,)*
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
                $crate::tables::content!($form $(<$record>)?),
            )
            .$need()
            $(.$how())*,
        )+];

        $(#[$seen_meta])*
        pub struct $seen<$a> {
            $(
                $(#[doc = $doc])+
                #[doc = concat!("\n\nTable ", $type_id, ".")]
                pub $name: $crate::tables::seen!($a $need $form $(<$record>)?),
            )+
            $($(#[$seen_doc])* $seen_vis $seen_name: $seen_type,)*
        }

        impl<$a> $seen<$a> {
            /// The tables of the entries there are; what is no table is as empty as can be.
            pub(super) fn see(
                entry: impl Fn(u32) -> Option<$crate::tables::TableEntry<$a>>,
            ) -> Self {
                let [$($name),+] = $list.each_ref().map(|known| {
                    entry(known.type_id).map(|entry| $crate::tables::Body::of(known, &entry, 0))
                });
                Self {
                    $($name: $crate::tables::Seen::seen($name),)+
                    $($seen_name: Default::default(),)*
                }
            }
        }

        $(#[$owned_meta])*
        pub struct $owned {
            $(
                $(#[doc = $doc])+
                #[doc = concat!("\n\nTable ", $type_id, ".")]
                pub $name: $crate::tables::owned!($need $form $(<$record>)?),
            )+
            $($(#[$owned_doc])* $owned_vis $owned_name: $owned_type,)*
        }

        impl $owned {
            /// The tables of the entries there are; what is no table is as empty as can be.
            pub(super) fn own<'e>(
                entry: impl Fn(u32) -> Option<&'e $crate::tables::TableEntry<'e>>,
                nodes: usize,
            ) -> Self {
                let [$($name),+] = $list.each_ref().map(|known| {
                    entry(known.type_id).map(|entry| $crate::tables::Body::of(known, entry, nodes))
                });
                Self {
                    $($name: $crate::tables::Owned::own($name),)+
                    $($owned_name: Default::default(),)*
                }
            }

            /// Nothing at all.
            pub(super) fn empty() -> Self {
                Self::own(|_| None, 0)
            }

            /// Every table as bytes, in the order of the list, without its head.
            pub(super) fn encode_tables(&self) -> $crate::Result<Vec<$crate::tables::EncodedTable>> {
                let Self { $($name,)+ $($owned_name: _,)* } = self;
                let payloads = [$($crate::tables::Owned::payload($name)?),+];
                let encoded = $list.iter().zip(payloads);
                Ok(encoded
                    .map(|(known, payload)| $crate::tables::EncodedTable::new(known, payload))
                    .collect())
            }
        }
    };
}
pub(crate) use tables;

/// What a form of table holds, as [`Content`].
macro_rules! content {
    (rows<$record:ty>) => {
        $crate::tables::rows::<$record>()
    };
    (hex<$record:ty>) => {
        $crate::tables::hex::<$record>()
    };
    (names) => {
        $crate::tables::names()
    };
    (labels) => {
        $crate::tables::Content::Labels
    };
    (paths) => {
        $crate::tables::Content::Paths
    };
    (unknown) => {
        $crate::tables::Content::Unknown
    };
}
pub(crate) use content;

/// The type of a field that looks at a table.
macro_rules! seen {
    ($a:lifetime required $($form:tt)+) => { $crate::tables::seen!($a $($form)+) };
    ($a:lifetime usual $($form:tt)+) => { Option<$crate::tables::seen!($a $($form)+)> };
    ($a:lifetime optional $($form:tt)+) => { Option<$crate::tables::seen!($a $($form)+)> };
    ($a:lifetime rows<$record:ty>) => { $crate::schema::Stream<$a, $record> };
    ($a:lifetime hex<$record:ty>) => { $crate::schema::Stream<$a, $record> };
    ($a:lifetime names) => { $crate::schema::Stream<$a, $crate::msh::NodeName> };
    ($a:lifetime labels) => { $crate::msh::Labels<$a> };
    ($a:lifetime paths) => { $crate::msh::PathGraph<$a> };
    ($a:lifetime unknown) => { &$a [u8] };
}
pub(crate) use seen;

/// The type of a field that owns a table.
macro_rules! owned {
    (required $($form:tt)+) => { $crate::tables::owned!($($form)+) };
    (usual $($form:tt)+) => { Option<$crate::tables::owned!($($form)+)> };
    (optional $($form:tt)+) => { Option<$crate::tables::owned!($($form)+)> };
    (rows<$record:ty>) => { $crate::tables::OwnedTable<$record> };
    (hex<$record:ty>) => { $crate::tables::OwnedTable<$record> };
    (names) => { $crate::tables::OwnedTable<$crate::msh::NodeName> };
    (labels) => { $crate::tables::OwnedTable<$crate::msh::Label> };
    (paths) => { $crate::msh::PathTables };
    (unknown) => { Vec<u8> };
}
pub(crate) use owned;
