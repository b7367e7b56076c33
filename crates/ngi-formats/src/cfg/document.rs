//! A text of objects as a tree of fields, and back.
//!
//! `text` is the whole file, so that comments, spaces and line ends come back. Where the objects say
//! something else than the text, the objects count, and the rest of the text stays. Without a text
//! one is made.

use std::sync::Arc;

use super::edit;
use super::read::{Cfg, Property};
use super::view;
use crate::tree::{At, Draft, Form, Items, Made, Node, Told, branches};
use crate::{Result, text};

branches! {
    /// Members of the document of an object text.
    pub static DOCUMENT = {
        /// Properties outside all objects; none in the shipped game.
        properties: Form::List(&Form::Object(PROPERTY)), optional, rebuilt;
        /// Objects, in the order of their opening lines. A repeated object adds to the first one of
        /// its name.
        objects: Form::List(&Form::Object(OBJECT)), optional, rebuilt;
        /// Text of the whole file. If it differs from the objects, the objects take precedence.
        text: Form::Text, optional, rebuilt;
        /// Known objects as the game interprets them, derived from the rest.
        derived: Form::ANY, told;
    }
}

branches! {
    static OBJECT = {
        /// Name of the object; case is ignored.
        name: Form::Text, rebuilt;
        /// Number of the containing object; null for an object outside all others.
        parent: Form::ANY, told;
        /// Properties of the object. If a key is repeated, the later value counts.
        properties: Form::List(&Form::Object(PROPERTY)), rebuilt;
    }
}

branches! {
    static PROPERTY = {
        /// Key of the property; case is ignored (a guess).
        key: Form::Text, rebuilt;
        /// Value of the property, without the quotes around it.
        value: Form::Text, rebuilt;
    }
}

/// The fields of a text, with their places.
pub fn tree(bytes: &[u8]) -> Result<Node<'_>> {
    let cfg = Arc::new(Cfg::read(bytes)?);
    let (outside, count) = (cfg.outside().len(), cfg.len());
    let derived = view::told(&cfg);
    let own = Arc::clone(&cfg);
    let properties = Items::new(outside, move |index| property(own.outside_at(index)));
    let objects = Items::new(count, move |index| object(&cfg, index));
    Ok(Node::object(
        DOCUMENT,
        [
            Some(properties.into()),
            Some(objects.into()),
            Some(Node::Text(bytes.into(), At::Offset(0))),
            Some(derived.into()),
        ],
    ))
}

fn object<'a>(cfg: &Arc<Cfg<'a>>, index: usize) -> Node<'a> {
    let Some(found) = cfg.get(index) else { return Told::Null.into() };
    let (start, end) = found.name_at();
    let name = cfg.bytes().get(start..end).unwrap_or_default();
    let parent = found.parent().and_then(|parent| i64::try_from(parent).ok());
    let own = Arc::clone(cfg);
    let count = found.properties().len();
    let properties = Items::new(count, move |place| property(own.property_at(index, place)));
    Node::object(
        OBJECT,
        [
            Some(Node::Text(name.into(), At::Offset(start))),
            Some(parent.map_or(Told::Null, Told::Number).into()),
            Some(properties.into()),
        ],
    )
}

fn property(property: Option<Property<'_>>) -> Node<'_> {
    let Some(Property { key, key_offset, value, value_offset, .. }) = property else {
        return Told::Null.into();
    };
    let text = |bytes, at| Some(Node::Text(std::borrow::Cow::Borrowed(bytes), At::Offset(at)));
    Node::object(PROPERTY, [text(key, key_offset), text(value, value_offset)])
}

/// A property of a draft.
pub(super) type Pair = (Vec<u8>, Vec<u8>);

/// What a draft wants a text to say.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Wanted {
    pub outside: Vec<Pair>,
    pub objects: Vec<(Vec<u8>, Vec<Pair>)>,
}

impl Wanted {
    /// What a text says.
    pub fn of(cfg: &Cfg<'_>) -> Self {
        let pair = |own: Property<'_>| (own.key.to_vec(), own.value.to_vec());
        let object = |index: usize| {
            let name = cfg.get(index).map(|object| object.name().to_vec()).unwrap_or_default();
            (name, cfg.properties_of(index).map(pair).collect())
        };
        Self {
            outside: cfg.outside().map(pair).collect(),
            objects: (0..cfg.len()).map(object).collect(),
        }
    }

    fn of_draft(draft: &Draft) -> Result<Self> {
        let pairs = |draft: &Draft| -> Result<Vec<Pair>> {
            let pair = |one: &Draft| Ok((one.bytes("key")?.to_vec(), one.bytes("value")?.to_vec()));
            draft.items("properties").iter().map(pair).collect()
        };
        let object = |one: &Draft| Ok((one.bytes("name")?.to_vec(), pairs(one)?));
        let objects = draft.items("objects").iter().map(object).collect::<Result<_>>()?;
        Ok(Self { outside: pairs(draft)?, objects })
    }
}

/// The text that a draft describes.
pub fn make(draft: &Draft) -> Result<Made> {
    let made = |bytes| Ok(Made { bytes, attributes: None });
    if !draft.has("objects") && !draft.has("properties") {
        return made(draft.bytes("text")?.to_vec());
    }
    let before = if draft.has("text") { draft.bytes("text")? } else { b"" };
    let (there, mut wanted) = (Wanted::of(&Cfg::read(before)?), Wanted::of_draft(draft)?);
    // Members that are left out keep their text.
    if !draft.has("objects") {
        wanted.objects = there.objects;
    }
    if !draft.has("properties") {
        wanted.outside = there.outside;
    }
    made(edit::rewrite(before, &wanted)?)
}

/// The path of a property by the names that the text gives its parts: `primary_objectives.first`.
/// Of several the one that counts. Where the object has no such key, the path of a new one.
pub fn path_of(bytes: &[u8], path: &str) -> Option<String> {
    // What has numbers is a path of the document.
    let (object, key) = path.rsplit_once('.').filter(|_| !path.contains('['))?;
    let cfg = Cfg::read(bytes).ok()?;
    let (object, key) = (text::encode(object)?, text::encode(key)?);
    let is_named = |index: &usize| {
        full_name(&cfg, *index, object.len()).is_some_and(|full| text::same(&full, &object))
    };
    let blocks: Vec<usize> = (0..cfg.len()).filter(is_named).collect();
    for index in blocks.iter().rev() {
        let place = cfg.properties_of(*index).enumerate();
        let place = place.filter(|(_, own)| text::same(own.key, &key)).last();
        if let Some((place, _)) = place {
            return Some(format!("objects[{index}].properties[{place}].value"));
        }
    }
    blocks.last().map(|index| format!("objects[{index}].properties[+]"))
}

/// The names of an object and of those it is in, with dots between; `None` where they are longer.
fn full_name(cfg: &Cfg<'_>, index: usize, most: usize) -> Option<Vec<u8>> {
    let mut full: Vec<u8> = Vec::new();
    let mut next = Some(index);
    while let Some(object) = next.and_then(|index| cfg.get(index)) {
        let name = object.name();
        let dot: &[u8] = if full.is_empty() { b"" } else { b"." };
        full = [name, dot, &full].concat();
        if full.len() > most {
            return None;
        }
        next = object.parent();
    }
    Some(full)
}
