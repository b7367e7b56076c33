//! What a document of a format looks like, whatever file it is made of.

use crate::schema::{Field, Kind, Numbers, Observed, Shape};

/// A named part of a document.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Branch {
    /// Its key; empty where its own members stand in its place.
    pub name: &'static str,
    /// What it is.
    pub doc: &'static str,
    /// What was observed on the shipped game.
    pub game: Option<Observed>,
    /// What its numbers are.
    pub numbers: Numbers,
    /// What is below it.
    pub form: Form,
    /// Whether a document has to have it.
    pub need: Need,
    /// How it is changed.
    pub edit: Edit,
}

/// What is below a branch.
#[derive(Debug, Clone, Copy)]
pub enum Form {
    /// A stored value: a number, a name, a list of fixed length, a record.
    Value(Kind),
    /// A stored value of which parts may be left out: they are then what a new one has.
    Filled(Kind, fn() -> Vec<u8>),
    /// Any number of values of a kind.
    Rows(Kind),
    /// Text in the game's code page, of any length.
    Text,
    /// Bytes of any length, in hex.
    Hex,
    /// Named parts.
    Object(&'static [Branch]),
    /// Any number of parts of a form.
    List(&'static Form),
    /// A record that a number in it chooses among several.
    Cases(&'static Cases),
    /// What its format reads by itself, or nothing reads at all.
    Own(Own),
}

/// What a part is that only its own format reads.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Own {
    /// The JSON Schema of it.
    pub json_schema: &'static str,
}

/// Records that a number chooses among.
#[derive(Debug)]
#[non_exhaustive]
pub struct Cases {
    /// The record at the front of each of them.
    pub head: &'static Shape,
    /// The field of it that chooses.
    pub by: &'static str,
    /// The records.
    pub cases: &'static [Case],
}

/// One of several records.
#[derive(Debug)]
#[non_exhaustive]
pub struct Case {
    /// The number that chooses it.
    pub value: i64,
    /// What its bytes are.
    pub shape: &'static Shape,
    /// The bytes of a new one: what is left out of a document is what a new one has.
    pub new: fn() -> Vec<u8>,
}

/// Whether a document has to have a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Need {
    /// Always.
    Always,
    /// It may be left out, or be null.
    Optional,
    /// It follows from the rest: it may be left out, and where it is there it has to agree.
    Told,
}

/// How a part is changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Edit {
    /// Its bytes are replaced.
    Patch,
    /// The file is put together anew.
    Rebuild,
    /// Not at all: it follows from the rest.
    Never,
}

impl Branch {
    /// A part that always is there.
    pub const fn new(name: &'static str, doc: &'static str, form: Form) -> Self {
        let (game, numbers) = (None, Numbers::ANY);
        Self { name, doc, game, numbers, form, need: Need::Always, edit: Edit::Patch }
    }

    /// The fields of a record, in the place of a part.
    pub const fn fields(kind: Kind) -> Self {
        Self::new("", "", Form::Value(kind))
    }

    /// A field of a record as a part of its own, with the meaning that its record gives it.
    pub const fn of_field(shape: &'static Shape, name: &'static str) -> Self {
        let field = shape.named(name);
        let Field { doc, game, kind, numbers, .. } = *field;
        Self { game, numbers, ..Self::new(name, doc, Form::Value(kind)) }
    }

    /// The same part, which may be left out.
    pub const fn optional(self) -> Self {
        Self { need: Need::Optional, ..self }
    }

    /// The same part, which follows from the rest.
    pub const fn told(self) -> Self {
        Self { need: Need::Told, ..self }
    }

    /// The same part, which cannot be set.
    pub const fn never(self) -> Self {
        Self { edit: Edit::Never, ..self }
    }

    /// The same part, which is changed by putting the file together anew.
    pub const fn rebuilt(self) -> Self {
        Self { edit: Edit::Rebuild, ..self }
    }

    /// The same part with what was observed on the shipped game.
    pub const fn game(self, game: Option<Observed>) -> Self {
        Self { game, ..self }
    }

    /// The same part, whose numbers count what is in these lists.
    pub const fn numbers_of(self, of: &'static [&'static str]) -> Self {
        Self { numbers: Numbers::new(of, self.numbers.bounds), ..self }
    }

    /// What it means, as one line of plain text.
    pub fn meaning(&self) -> String {
        crate::schema::plain(self.doc)
    }
}

impl Form {
    /// Of any JSON value: nothing reads it back.
    pub const ANY: Self = Self::Own(Own { json_schema: "true" });

    /// What is stored, where it is one stored value.
    pub const fn kind(&self) -> Option<Kind> {
        match self {
            Self::Value(kind) | Self::Filled(kind, _) => Some(*kind),
            _ => None,
        }
    }
}

/// Declares the members of a document, with doc comments as their meanings.
///
/// ```text
/// branches! {
///     /// The members of a material.
///     pub static MATERIAL = {
///         /// Which fields the header has.
///         version: Form::Value(Kind::U32), rebuilt, = M "6";
///         flat: Form::Value(Meta::KIND);
///         /// What follows from the rest.
///         derived: Form::ANY, told;
///     }
/// }
/// ```
/// `flat` has no name: its own members stand in its place. `=> ["areals", ""]` names the lists that
/// its numbers count.
macro_rules! branches {
    (
        $(#[$meta:meta])*
        $vis:vis static $list:ident = {
            $(
                $(#[doc = $doc:literal])*
                $name:ident : $form:expr $(, $how:ident)* $(, => [$($of:literal),+])?
                    $(, = $mark:ident $game:literal)? ;
            )+
        }
    ) => {
        $(#[$meta])*
        $vis static $list: &[$crate::tree::Branch] = &[$(
            $crate::tree::Branch::new(
                $crate::tree::branches!(@name $name),
                concat!($($doc, "\n"),*),
                $form,
            )
            $(.$how())*
            $(.numbers_of(&[$($of),+]))?
            .game($crate::schema::record!(@game $($mark $game)?)),
        )+];
    };
    (@name flat) => { "" };
    (@name $name:ident) => { stringify!($name) };
}
pub(crate) use branches;
