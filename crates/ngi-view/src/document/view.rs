//! What the inspector shows of one field: its value as `ngi set` takes it, and how it is changed.

use std::borrow::Cow;

use ngi_formats::schema::{Kind, Named, Numbers, Shows, Value};
use ngi_formats::tree::{Node, Piece, Told};
use ngi_verbs::document::{text, write};
use ngi_verbs::json;
use ngi_verbs::location::{self, FieldKnown};
use ngi_verbs::pointers::{Pointed, pointed};

use super::fields::{Shape, shape};

/// Values longer than this are cut, and changed elsewhere: nobody types so much into one line.
const LONGEST: usize = 16 << 10;

/// What a row, or the selected field, shows.
#[derive(Debug, Clone, PartialEq)]
pub struct FieldView {
    /// The value as `ngi set` takes it; of a group, a few words about what is inside.
    pub text: String,
    /// How it is changed.
    pub control: Control,
    /// Where it lies and what is known of it.
    pub known: FieldKnown,
    /// What its numbers mean, where they count something.
    pub pointed: Vec<Pointed>,
}

/// How a value is changed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Control {
    /// Not at all, by itself.
    Fixed,
    /// As text.
    Text,
    /// Yes or no.
    Flag(bool),
    /// One number out of an open set: some have names.
    Choice(Names),
    /// Bits: some have names.
    Bits(Names),
    /// A number with bounds.
    Slider {
        /// The least and the most that make sense.
        bounds: [f64; 2],
        /// What it is.
        now: f64,
        /// Whether it is a whole number.
        is_whole: bool,
    },
    /// Red, green and blue, and the fourth byte where there is one.
    Colour([u8; 3], Option<u8>),
}

/// A number, and the names that it or its bits may have.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Names {
    /// The number.
    pub now: i64,
    /// What has names.
    pub named: &'static [Named],
    /// Whether names are what is shown and written, and no numbers.
    by_name: bool,
}

impl FieldView {
    /// What there is to show of the field at a path; `None` where there is none.
    pub fn of(tree: &Node<'_>, path: &str) -> Option<Self> {
        let found = tree.find(path).ok()?;
        let (node, numbers) = (found.node, found.about.numbers);
        let known = location::of(tree, path)?;
        if let Shape::Group(count) = shape(&node) {
            let hint = hint(&node).unwrap_or_else(|| count.to_string());
            return Some(Self { text: hint, control: Control::Fixed, known, pointed: Vec::new() });
        }
        let (text, whole) = written(&node);
        let key = path.rsplit_once('.').map_or(path, |(_, key)| key);
        let control = match known.can_be_set && whole {
            true => control(key, &node, numbers),
            false => Control::Fixed,
        };
        Some(Self { text, control, known, pointed: pointed(tree, path) })
    }
}

impl Names {
    /// How a choice is written.
    pub fn chosen(&self, known: &Named) -> String {
        if self.by_name { known.shown().into_owned() } else { known.value.to_string() }
    }

    /// Whether a bit, or one of several that share their place, is set.
    pub fn has(&self, known: &Named) -> bool {
        known.mask != 0 && self.now & known.mask == known.value
    }

    /// The number with a bit set or cleared; all others stay, those without a name too.
    pub fn with(&self, known: &Named, set: bool) -> String {
        let cleared = self.now & !known.mask;
        (if set { cleared | known.value } else { cleared }).to_string()
    }

    /// Whether several names share their bits, so that only one of them holds.
    pub fn excludes(&self, known: &Named) -> bool {
        self.named.iter().filter(|other| other.mask == known.mask).count() > 1
    }

    /// What the number is called.
    pub fn name(&self) -> Option<&'static Named> {
        self.named.iter().find(|known| known.value == self.now)
    }

    /// The bits that are set and have no name.
    pub fn nameless(&self) -> i64 {
        let known = self.named.iter().filter(|known| self.has(known));
        known.fold(self.now, |rest, known| rest & !known.mask)
    }
}

/// How a colour is written.
pub fn colour_text([red, green, blue]: [u8; 3], fourth: Option<u8>) -> String {
    let fourth = fourth.map_or_else(String::new, |byte| format!(",{byte}"));
    format!("[{red},{green},{blue}{fourth}]")
}

/// How a value is changed that can be.
fn control(key: &str, node: &Node<'_>, numbers: Numbers) -> Control {
    let Node::Piece(piece) = node else { return Control::Text };
    if let Some((colour, fourth)) = colour(key, piece) {
        return Control::Colour(colour, fourth);
    }
    let (kind, named) = (piece.kind, piece.kind.named());
    match piece.value() {
        Some(Value::Flag(flag)) => Control::Flag(flag),
        Some(Value::Int(now)) if !named.is_empty() => {
            let by_name = is_shown_by_name(kind);
            let names = Names { now, named, by_name };
            if kind.is_bits() { Control::Bits(names) } else { Control::Choice(names) }
        }
        #[expect(clippy::cast_precision_loss, reason = "numbers with bounds are small")]
        Some(Value::Int(now)) => slider(numbers, now as f64, true),
        Some(Value::Float(now)) => slider(numbers, f64::from(now), false),
        _ => Control::Text,
    }
}

/// A slider where there are bounds and the number is within them, else text.
fn slider(numbers: Numbers, now: f64, is_whole: bool) -> Control {
    let within = numbers.bounds.filter(|[least, most]| (*least..=*most).contains(&now));
    within.map_or(Control::Text, |bounds| Control::Slider { bounds, now, is_whole })
}

fn is_shown_by_name(kind: Kind) -> bool {
    matches!(kind, Kind::Part(_, part) if matches!(part.shows, Shows::Name(_)))
}

/// The colour that a value is: by its kind, or by its name where three or four bytes have one.
fn colour(key: &str, piece: &Piece<'_>) -> Option<([u8; 3], Option<u8>)> {
    let named = ["ambient", "diffuse", "specular", "emissive", "colour", "color"].contains(&key);
    match piece.kind {
        Kind::Bgra => {}
        Kind::List(3 | 4, Kind::U8) if named => {}
        _ => return None,
    }
    let byte = |index: usize| piece.item(index)?.bytes.first().copied();
    Some(([byte(0)?, byte(1)?, byte(2)?], byte(3)))
}

/// A value as `ngi set` takes it, and whether that is all of it.
fn written(node: &Node<'_>) -> (String, bool) {
    let cut = |bytes: &Cow<'_, [u8]>, most: usize| {
        let front = bytes.get(..most).filter(|_| bytes.len() > most);
        front.map(<[u8]>::to_vec)
    };
    let front = match node {
        Node::Text(bytes, at) => cut(bytes, LONGEST).map(|front| Node::Text(front.into(), *at)),
        Node::Hex(bytes, at) => cut(bytes, LONGEST / 2).map(|front| Node::Hex(front.into(), *at)),
        _ => None,
    };
    match front {
        Some(front) => (format!("{}…", as_json(&front)), false),
        None => (as_json(node), true),
    }
}

/// A value in JSON, text without its quotes.
fn as_json(node: &Node<'_>) -> String {
    let json = json::line(&write::Part(node)).unwrap_or_default();
    match json.starts_with('"') {
        true => serde_json::from_str(&json).unwrap_or(json),
        false => json,
    }
}

/// What a closed group says of itself: its name, type or the like.
fn hint(node: &Node<'_>) -> Option<String> {
    let telling = ["opcode", "name", "label", "texture", "material", "type", "kind"];
    telling.iter().find_map(|key| match node.find(key).ok()?.node {
        Node::Told(Told::Null) => None,
        Node::Piece(piece) if *key == "opcode" => {
            piece.kind.names_of(&piece.value()?).first().map(ToString::to_string)
        }
        told => Some(text::line(&told)),
    })
}

#[cfg(test)]
mod tests;
