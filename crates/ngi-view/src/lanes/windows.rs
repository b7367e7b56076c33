//! Commands of an effect: when each is there, and what runs from a start to an end in that time.
//! Read and changed as fields, whatever the command is.

use ngi_formats::tree::Node;
use ngi_verbs::document::write::Part;
use serde_json::{Map, Value};

/// Numbers of a value that is shown as curves, at most.
const MOST_NUMBERS: usize = 4;
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
    exponents: Vec<f32>,
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
        let bent = |at: usize| self.exponents.get(at).copied().unwrap_or(1.0);
        numbers.map(|(at, (from, to))| from + (to - from) * share.powf(bent(at))).collect()
    }

    /// The field that gives one number of an end another value: 0 for the start, 1 for the end.
    pub fn set(&self, end: usize, number: usize, value: f32) -> Option<(String, String)> {
        let (field, mut numbers) = (self.fields.get(end)?.clone(), self.ends.get(end)?.clone());
        *numbers.get_mut(number)? = value;
        let said = match numbers.as_slice() {
            [one] => one.to_string(),
            all => {
                let all: Vec<String> = all.iter().map(f32::to_string).collect();
                format!("[{}]", all.join(","))
            }
        };
        Some((field, said))
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
                        let exponents = number("exponent").unwrap_or_default();
                        let (name, ends) = (name.clone(), [start, end]);
                        command.runs.push(Run { name, fields, ends, exponents, is_colour: false });
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
                let (name, exponents) = (stem.to_owned(), Vec::new());
                command.runs.push(Run { name, fields, ends, exponents, is_colour });
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
        assert!(size.set(1, 9, 0.0).is_none() && size.set(2, 0, 0.0).is_none());
    }
}
