//! An explosion as a tree of fields, and back.

use super::{EFFECTS, Explosion, SIZE, SURFACES};
use crate::fxid::Reference;
use crate::schema::{Kind, Record as _, Shape, Stored as _};
use crate::tree::{Draft, Form, Items, Made, Node, Piece, Told, branches};
use crate::{Error, Result};

/// What comes before the effects. Those are parts of their own: each is for another surface.
const HEAD: &Shape = &Explosion::SHAPE.before("effects");

/// The stored records.
pub static RECORDS: &[&Shape] = &[Explosion::SHAPE];

/// Which record stands where, in the words of Kaitai Struct.
pub static KAITAI: &str = "
seq:
  - id: explosion
    type: explosion
";

branches! {
    /// Members of the document of an explosion.
    pub static DOCUMENT = {
        flat: Form::Filled(Kind::Group(HEAD), new_head);
        /// Effects: one for any surface, then one for each of the eleven surface classes.
        effects: Form::List(&Form::Object(EFFECT)), optional;
        /// Values derived from the other fields.
        derived: Form::Object(DERIVED), told;
    }
}

branches! {
    static EFFECT = {
        /// Surface of the effect, as the game abbreviates its class; `any` for all classes without
        /// an effect of their own.
        surface: Form::ANY, told;
        flat: Form::Filled(Reference::KIND, new_effect);
    }
}

branches! {
    static DERIVED = {
        /// Targets of the damage, in words.
        kind: Form::ANY;
        /// Direction of the effect's axis, in words.
        placement: Form::ANY;
    }
}

fn new_head() -> Vec<u8> {
    Explosion::default().write().iter().take(HEAD.size).copied().collect()
}

fn new_effect() -> Vec<u8> {
    Reference::default().write().to_vec()
}

/// The surface that an effect is for.
pub fn surface(effect: usize) -> &'static str {
    effect.checked_sub(1).and_then(|class| SURFACES.get(class)).copied().unwrap_or("any")
}

/// The fields of an explosion, with their places.
pub fn tree(bytes: &[u8]) -> Result<Node<'_>> {
    let Explosion { kind, placement, .. } = Explosion::read(bytes)?;
    let effect = |index: usize| {
        let at = HEAD.size + index * Reference::SIZE;
        let reference = Piece::of(Reference::KIND, bytes, at).map(Into::into);
        Node::object(EFFECT, [Some(Told::Text(surface(index).into()).into()), reference])
    };
    let name = |name: Option<&'static str>| {
        Some(name.map_or(Told::Null, |name| Told::Text(name.into())).into())
    };
    Ok(Node::object(
        DOCUMENT,
        [
            Piece::of(Kind::Group(HEAD), bytes, 0).map(Into::into),
            Some(Items::new(EFFECTS, effect).into()),
            Some(Node::object(DERIVED, [name(kind.name()), name(placement.name())])),
        ],
    ))
}

/// What can be shown of bytes of another size: what comes before the effects, and what is behind
/// the last.
pub fn remains(bytes: &[u8]) -> Option<Node<'_>> {
    let error = Explosion::read(bytes).err()?;
    let head = Piece::of(Kind::Group(HEAD), bytes, 0);
    Some(Node::remains(DOCUMENT, bytes, &error, |branch| {
        branch.name.is_empty().then(|| head.clone()).flatten().map(Into::into)
    }))
}

/// The explosion that a draft describes. Without effects it shows none.
pub fn make(draft: &Draft) -> Result<Made> {
    let effects = draft.items("effects");
    if draft.has("effects") && effects.len() != EFFECTS {
        let why = format!("{}, but an explosion always has {EFFECTS}", effects.len());
        return Err(Error::usage("effects", why));
    }
    let mut bytes = draft.fields()?.to_vec();
    for effect in effects {
        bytes.extend_from_slice(effect.fields()?);
    }
    bytes.resize(SIZE, 0);
    Ok(Made { bytes, attributes: None })
}
