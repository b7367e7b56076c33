//! Commands of an effect: when each is there, and what runs from a start to an end in that time.
//! Read and changed as fields, whatever the command is.

use ngi_formats::tree::Node;
use ngi_verbs::document::write::Part;
use serde_json::{Map, Value};

/// Numbers of a value that is shown as curves, at most.
const MOST_NUMBERS: usize = 4;
/// What bends a run, beside its two ends.
pub const BEND: usize = 2;
/// Exponents that pulling a curve gives.
const LEAST_BEND: f32 = 0.05;
const MOST_BEND: f32 = 20.0;
/// What is pulled goes to whole thousandths of the time.
const FINE: f32 = 1000.0;

/// The commands of an effect.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Commands {
    /// In their order.
    pub rows: Vec<Command>,
}

/// A command, as far as time goes.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Command {
    /// When it is there.
    pub window: Option<Window>,
    /// What runs from a start to an end.
    pub runs: Vec<Run>,
}

/// When a command is there, in shares of the effect's time.
#[derive(Debug, Clone, PartialEq)]
pub struct Window {
    field: String,
    /// The first moment.
    pub lo: f32,
    /// The last.
    pub hi: f32,
}

/// Which part of a window is pulled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum End {
    /// Its start.
    Lo,
    /// Its end.
    Hi,
    /// All of it.
    Whole,
}

/// Something that runs from a start to an end.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// What it is called.
    pub name: String,
    /// The fields of start and end.
    pub fields: [String; 2],
    /// Their numbers.
    pub ends: [Vec<f32>; 2],
    /// The field of what bends it, and its exponents: with 1 it is straight. `None` for what always
    /// is.
    pub bend: Option<(String, Vec<f32>)>,
    /// Whether it is red, green and blue.
    pub is_colour: bool,
}

impl Window {
    /// It after its start, its end or all of it was pulled so far.
    #[must_use]
    pub fn pulled(&self, end: End, by: f32, steps: bool) -> Self {
        let fine = |value: f32| if steps { (value * 20.0).round() / 20.0 } else { value };
        let fine = |value: f32| (fine(value) * FINE).round() / FINE;
        // What a file has beyond the usual may stay there.
        let (least, most) = (self.lo.min(0.0), self.hi.max(1.0));
        let (lo, hi) = match end {
            End::Lo => (fine(self.lo + by).max(least).min(self.hi), self.hi),
            End::Hi => (self.lo, fine(self.hi + by).min(most).max(self.lo)),
            End::Whole => {
                let by = (fine(self.lo + by) - self.lo).max(least - self.lo).min(most - self.hi);
                (self.lo + by, self.hi + by)
            }
        };
        Self { field: self.field.clone(), lo, hi }
    }

    /// The fields that make it so, where it was another.
    pub fn set(&self, before: &Self) -> Vec<(String, String)> {
        let ends = [("lo", self.lo, before.lo), ("hi", self.hi, before.hi)];
        let other = ends.into_iter().filter(|(_, now, was)| now != was && now.is_finite());
        other.map(|(end, now, _)| (format!("{}.{end}", self.field), now.to_string())).collect()
    }
}

impl Run {
    /// Its numbers after a share of the time.
    pub fn at(&self, share: f32) -> Vec<f32> {
        let [start, end] = &self.ends;
        let numbers = start.iter().zip(end).enumerate();
        let bend = self.bend.as_ref();
        let bent = |at: usize| bend.and_then(|(_, all)| all.get(at)).copied().unwrap_or(1.0);
        numbers.map(|(at, (from, to))| from + (to - from) * share.powf(bent(at))).collect()
    }

    /// The field and the numbers of an end: 0 for the start, 1 for the end, [`BEND`] for what bends
    /// it.
    pub fn numbers(&self, end: usize) -> Option<(&str, &[f32])> {
        match &self.bend {
            Some((field, all)) if end == BEND => Some((field, all)),
            _ => Some((self.fields.get(end)?, self.ends.get(end)?)),
        }
    }

    /// Which end a field is of.
    pub fn end_of(&self, field: &str) -> Option<usize> {
        (0..=BEND).find(|end| self.numbers(*end).is_some_and(|(own, _)| own == field))
    }

    /// The field that gives one number of an end another value.
    pub fn set(&self, end: usize, number: usize, value: f32) -> Option<(String, String)> {
        let (field, numbers) = self.numbers(end)?;
        let mut numbers = numbers.to_vec();
        *numbers.get_mut(number)? = value;
        Some((field.to_owned(), said(&numbers)))
    }

    /// It bent otherwise, all its numbers alike.
    #[must_use]
    pub fn bent(&self, exponent: f32) -> Self {
        let mut other = self.clone();
        if let Some((_, all)) = &mut other.bend {
            all.fill(exponent);
        }
        other
    }

    /// The field that bends it as it is, where it was bent otherwise.
    pub fn set_bend(&self, before: &Self) -> Option<(String, String)> {
        let (field, all) = self.bend.as_ref().filter(|_| self.bend != before.bend)?;
        Some((field.clone(), said(all)))
    }

    /// The exponent with which the number that goes furthest has a value after a share of the time;
    /// `None` where nothing goes anywhere.
    pub fn through(&self, share: f32, value: f32) -> Option<f32> {
        let [start, end] = &self.ends;
        let far = |(from, to): &(&f32, &f32)| (**to - **from).abs();
        let pairs = start.iter().zip(end).filter(|pair| far(pair).is_finite());
        let (from, to) = pairs.max_by(|a, b| far(a).total_cmp(&far(b)))?;
        let risen = ((value - from) / (to - from)).clamp(0.01, 0.99);
        let exponent = risen.ln() / share.clamp(0.02, 0.98).ln();
        let exponent = (exponent * 100.0).round() / 100.0;
        exponent.is_finite().then(|| exponent.clamp(LEAST_BEND, MOST_BEND))
    }
}

/// Numbers as `ngi set` takes them.
fn said(numbers: &[f32]) -> String {
    match numbers {
        [one] => one.to_string(),
        all => {
            let all: Vec<String> = all.iter().map(f32::to_string).collect();
            format!("[{}]", all.join(","))
        }
    }
}

impl Commands {
    /// The commands of a document.
    pub fn of(tree: &Node<'_>) -> Option<Self> {
        let found = tree.find("commands").ok()?;
        let Value::Array(all) = ngi_verbs::json::to_value(&Part(&found.node)).ok()? else {
            return None;
        };
        let command = |(number, value): (usize, &Value)| {
            let mut command = Command::default();
            if let Value::Object(members) = value {
                take(&mut command, &format!("commands[{number}]"), members, 0);
            }
            command
        };
        Some(Self { rows: all.iter().enumerate().map(command).collect() })
    }
}

/// Takes what there is of time in the members of a record, and of those in it.
fn take(command: &mut Command, path: &str, members: &Map<String, Value>, depth: u8) {
    for (name, value) in members {
        let own = format!("{path}.{name}");
        match value {
            Value::Object(inner) => {
                let number = |key: &str| inner.get(key).and_then(numbers);
                if let (Some(lo), Some(hi)) = (number("lo"), number("hi")) {
                    let first = |all: Vec<f32>| all.first().copied().unwrap_or_default();
                    let (lo, hi) = (first(lo), first(hi));
                    command.window.get_or_insert(Window { field: own, lo, hi });
                    continue;
                }
                let ends =
                    [("start", "end"), ("low", "high")].into_iter().find_map(|(from, to)| {
                        Some((
                            [from, to].map(|end| format!("{own}.{end}")),
                            number(from)?,
                            number(to)?,
                        ))
                    });
                match ends {
                    Some((fields, start, end)) => {
                        let bend = number("exponent").map(|all| (format!("{own}.exponent"), all));
                        let (name, ends) = (name.clone(), [start, end]);
                        command.runs.push(Run { name, fields, ends, bend, is_colour: false });
                    }
                    None if depth < 2 => take(command, &own, inner, depth + 1),
                    None => {}
                }
            }
            // Colours have their ends in two members.
            _ => {
                let Some(stem) = name.strip_suffix("_start") else { continue };
                let other = format!("{stem}_end");
                let end = members.get(&other).and_then(numbers);
                let (Some(start), Some(end)) = (numbers(value), end) else { continue };
                let (is_colour, ends) = (start.len() >= 3, [start, end]);
                let fields = [own, format!("{path}.{other}")];
                let name = stem.to_owned();
                command.runs.push(Run { name, fields, ends, bend: None, is_colour });
            }
        }
    }
}

/// A number, or a few.
fn numbers(value: &Value) -> Option<Vec<f32>> {
    #[allow(clippy::cast_possible_truncation)] // f64 → f32: as it is stored
    let number = |value: &Value| value.as_f64().map(|number| number as f32);
    match value {
        Value::Array(all) if (1..=MOST_NUMBERS).contains(&all.len()) => {
            all.iter().map(number).collect()
        }
        value => number(value).map(|number| vec![number]),
    }
}

#[cfg(test)]
mod tests {
    use ngi_formats::fxid::{Body, Command as Stored, EffectBuf, Light, Sprite};
    use ngi_verbs::format::{Form, Subject, recognise};

    use super::*;

    fn effect() -> Vec<u8> {
        let light = Light { colour_end: [0.5, 0.25, 0.0, 1.0], ..Light::default() };
        let sprite = Sprite::default();
        let commands = [Body::Light(light), Body::Sprite(sprite)].map(Stored::from).to_vec();
        EffectBuf::new(2.0, commands).write().unwrap()
    }

    fn read(bytes: &[u8]) -> Commands {
        let subject = Subject::file("x.fxid", bytes);
        let format = recognise(&subject).unwrap();
        Commands::of(&format.document.tree(&subject, Form::Short).unwrap()).unwrap()
    }

    fn set(bytes: &[u8], fields: &[(String, String)]) -> Vec<u8> {
        let subject = Subject::file("x.fxid", bytes);
        let format = recognise(&subject).unwrap();
        ngi_verbs::set::change(format.document, &subject, fields).unwrap().bytes
    }

    #[test]
    fn windows_and_what_runs_in_them_are_found() {
        let commands = read(&effect());
        let [light, sprite] = commands.rows.as_slice() else { panic!("{commands:?}") };
        assert_eq!(light.window.as_ref().map(|it| (it.lo, it.hi)), Some((0.0, 1.0)));
        let colour = light.runs.iter().find(|run| run.is_colour).unwrap();
        assert_eq!(colour.at(0.5), [0.75, 0.625, 0.5, 1.0]);
        let names: Vec<&str> = sprite.runs.iter().map(|run| run.name.as_str()).collect();
        for name in ["fade", "size"] {
            assert!(names.contains(&name), "{names:?}");
        }
    }

    #[test]
    fn ends_are_pulled_and_set() {
        let bytes = effect();
        let window = read(&bytes).rows[1].window.clone().unwrap();
        let later = window.pulled(End::Lo, 0.3004, false);
        assert_eq!((later.lo, later.hi), (0.3, 1.0));
        assert_eq!(window.pulled(End::Lo, 7.0, false).lo, 1.0, "not behind its end");
        assert_eq!(window.pulled(End::Hi, -0.33, true).hi, 0.65, "in steps of a twentieth");
        assert_eq!(later.pulled(End::Whole, 0.5, false), later, "there is no room");
        let earlier = later.pulled(End::Whole, -0.2, false);
        assert!((earlier.lo - 0.1).abs() < 1e-6 && (earlier.hi - 0.8).abs() < 1e-6);
        let after = set(&bytes, &later.set(&window));
        assert_eq!(read(&after).rows[1].window, Some(later));
        assert_eq!(window.set(&window), []);
    }

    #[test]
    fn the_ends_of_curves_are_set() {
        let bytes = effect();
        let commands = read(&bytes);
        let size = commands.rows[1].runs.iter().find(|run| run.name == "size").unwrap();
        let after = set(&bytes, &[size.set(1, 2, 4.5).unwrap()]);
        let after = read(&after);
        let size = after.rows[1].runs.iter().find(|run| run.name == "size").unwrap();
        assert_eq!(size.ends[1], [1.0, 1.0, 4.5]);
        assert_eq!(size.at(1.0), [1.0, 1.0, 4.5]);
        assert!(size.set(1, 9, 0.0).is_none() && size.set(3, 0, 0.0).is_none());
    }

    #[test]
    fn curves_are_bent() {
        let bytes = effect();
        let size_of = |bytes: &[u8]| {
            let runs = read(bytes).rows[1].runs.clone();
            runs.into_iter().find(|run| run.name == "size").unwrap()
        };
        let flat = size_of(&bytes);
        assert_eq!(flat.through(0.5, 1.0), None, "it goes nowhere");
        let bytes = set(&bytes, &[flat.set(1, 2, 5.0).unwrap()]);
        let straight = size_of(&bytes);
        assert_eq!(straight.set_bend(&straight), None);
        // From 1 to 5: a quarter of the way after half of the time is a square.
        let square = straight.bent(straight.through(0.5, 2.0).unwrap());
        assert_eq!(square.at(0.5), [1.0, 1.0, 2.0]);
        let after = set(&bytes, &[square.set_bend(&straight).unwrap()]);
        assert_eq!(size_of(&after), square);
        assert_eq!(square.bend.as_ref().unwrap().1, [2.0; 3]);
        // Beyond what can be, it is as far as it goes.
        assert_eq!(straight.through(0.5, 99.0), Some(LEAST_BEND));
        assert_eq!(straight.through(0.97, -9.0), Some(MOST_BEND));
        // One alone is typed.
        let typed = set(&bytes, &[straight.set(BEND, 1, 3.0).unwrap()]);
        assert_eq!(size_of(&typed).bend.unwrap().1, [1.0, 3.0, 1.0]);
        assert_eq!(straight.end_of(&straight.fields[1]), Some(1));
        assert_eq!(straight.end_of("commands[1].size.exponent"), Some(BEND));
    }
}
