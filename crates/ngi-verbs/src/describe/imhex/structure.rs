//! What a format says of its structure in the words of Kaitai Struct, as structs of ImHex.

use std::fmt::Write as _;

use ngi_formats::schema::Shape;
use ngi_formats::tree::Branch;

use super::expression::{expression, name_of};
use super::{Struct, comment};
use crate::describe::kaitai::{module_name, snake};
use crate::describe::yaml::Yaml;
use crate::format::Format;

/// The name of the struct that is the whole file.
pub fn file_name(format: &Format) -> String {
    pascal(&module_name(format))
}

/// What has to be known besides the bytes: the value that the game always has where there is one,
/// else ImHex asks.
pub fn inputs(structure: &Yaml<'_>, branches: &[Branch]) -> String {
    let mut out = String::new();
    for param in structure.items("params") {
        let (name, stored) = (param.text("id").unwrap_or(""), param.text("type").unwrap_or("u4"));
        let observed = branches.iter().find(|branch| branch.name == name).and_then(|b| b.game);
        let usual = observed.and_then(|game| game.text.parse::<u32>().ok());
        let value = usual.map_or_else(|| " in".to_owned(), |number| format!(" = {number}"));
        let _ = writeln!(out, "// {}", param.text("doc").unwrap_or(name));
        let _ = writeln!(out, "{} {}{value};\n", number(stored).unwrap_or("u32"), name_of(name));
    }
    out
}

/// The types that are no records, and the file.
pub fn structs(
    words: &str,
    structure: &Yaml<'_>,
    shapes: &[&'static Shape],
    format: &Format,
) -> Vec<Struct> {
    let writer = Writer { words, shapes };
    let types = structure.get("types").map_or(&[][..], Yaml::entries);
    let mut all: Vec<Struct> =
        types.iter().map(|(name, described)| writer.of_type(name, described)).collect();
    let mut file = Body::default();
    writer.put_members(&mut file, structure);
    all.push(file.close(format!("struct {} {{", file_name(format)), file_name(format), ""));
    all
}

/// What is needed to write a type down.
struct Writer<'w> {
    /// The whole description.
    words: &'w str,
    /// The records there are.
    shapes: &'w [&'static Shape],
}

/// A struct while it is written.
#[derive(Default)]
struct Body {
    lines: String,
    uses: Vec<String>,
}

impl Body {
    fn close(self, opening: String, name: String, doc: &str) -> Struct {
        let doc = if doc.is_empty() { String::new() } else { format!("// {doc}\n") };
        Struct { name, uses: self.uses, text: format!("{doc}{opening}\n{}}};\n", self.lines) }
    }
}

impl Writer<'_> {
    fn of_type(&self, name: &str, described: &Yaml<'_>) -> Struct {
        let (mut body, title) = (Body::default(), pascal(name));
        let params = described.items("params").iter().filter_map(|param| param.text("id"));
        let mut given = Vec::new();
        for param in params {
            // Which one of a list it is, ImHex says in the struct.
            if self.words.contains(&format!("{name}(_index)")) {
                let index = expression("_index");
                let _ = writeln!(body.lines, "    u32 {} = {index};", name_of(param));
            } else {
                given.push(format!("auto {}", name_of(param)));
            }
        }
        let given =
            if given.is_empty() { given.concat() } else { format!("<{}>", given.join(", ")) };
        self.put_members(&mut body, described);
        body.close(format!("struct {title}{given} {{"), title, described.text("doc").unwrap_or(""))
    }

    /// What stands one behind the other, values as soon as what they are worked out from is there,
    /// and what lies elsewhere.
    fn put_members(&self, body: &mut Body, described: &Yaml<'_>) {
        let seq = described.items("seq");
        let instances = described.get("instances").map_or(&[][..], Yaml::entries);
        let ids = || seq.iter().filter_map(|item| item.text("id"));
        let place_of = |value: &str| {
            ids().enumerate().filter(|(_, id)| names(value, id)).last().map_or(0, |(at, _)| at + 1)
        };
        for place in 0..=seq.len() {
            for (name, instance) in instances {
                if let Some(value) = instance.text("value").filter(|value| place_of(value) == place)
                {
                    let _ =
                        writeln!(body.lines, "    u32 {} = {};", name_of(name), expression(value));
                }
            }
            if let Some(item) = seq.get(place) {
                self.put_member(body, item.text("id").unwrap_or("unnamed"), item);
            }
        }
        for (name, instance) in instances.iter().filter(|(_, one)| one.get("value").is_none()) {
            self.put_member(body, name, instance);
        }
    }

    fn put_member(&self, body: &mut Body, id: &str, item: &Yaml<'_>) {
        let condition = item.text("if").map(|when| format!("if ({}) ", expression(when)));
        let _ = write!(body.lines, "    {}", condition.unwrap_or_default());
        let place = item.text("pos").map(|pos| format!(" @ {}", expression(pos)));
        let place = place.unwrap_or_default();
        let behind = format!("{place}{}", comment(item.text("doc").unwrap_or("")));
        let count = count_of(item);
        match item.get("type").filter(|_| item.get("process").is_none()) {
            Some(Yaml::Text(of)) => {
                let (of, list) = (self.type_of(body, of), in_brackets(count));
                let _ = writeln!(body.lines, "{of} {}{list}{behind};", name_of(id));
            }
            Some(choice) => self.put_choice(body, id, choice, &behind),
            None => {
                let (of, size, why) = bytes_of(item);
                // Lists have one dimension.
                let size = count.map_or(size.clone(), |count| format!("({size}) * ({count})"));
                let _ = writeln!(body.lines, "{of} {}[{size}]{behind};{why}", name_of(id));
            }
        }
    }

    /// One of several types, by a number.
    fn put_choice(&self, body: &mut Body, id: &str, choice: &Yaml<'_>, behind: &str) {
        let by = expression(choice.text("switch-on").unwrap_or("0"));
        let _ = writeln!(body.lines, "match ({by}) {{");
        for (number, of) in choice.get("cases").map_or(&[][..], Yaml::entries) {
            let Yaml::Text(of) = of else { continue };
            let of = self.type_of(body, of);
            let case = case_of(number);
            let _ = writeln!(body.lines, "        ({case}): {of} {}{behind};", name_of(id));
        }
        let _ = writeln!(body.lines, "    }}");
    }

    /// The type of a name: a number, a record, or a type with what it is given.
    fn type_of(&self, body: &mut Body, of: &str) -> String {
        if let Some(number) = number(of) {
            return number.to_owned();
        }
        let (name, given) = of.split_once('(').unwrap_or((of, ")"));
        let shape = self.shapes.iter().find(|shape| snake(shape.name) == name);
        let title = shape.map_or_else(|| pascal(name), |shape| shape.name.to_owned());
        body.uses.push(title.clone());
        match given.trim_end_matches(')') {
            "" | "_index" => title,
            given => format!("{title}<{}>", expression(given)),
        }
    }
}

/// A case as ImHex writes it: a number, or letters for a list of bytes.
fn case_of(case: &str) -> String {
    let case = case.trim_matches('\'');
    let list = case.strip_prefix('[').and_then(|list| list.strip_suffix(']'));
    let Some(list) = list else { return case.to_owned() };
    let letter = |byte: &str| {
        let digits = byte.trim().strip_prefix("0x")?;
        u8::from_str_radix(digits, 16).ok().map(char::from)
    };
    format!("\"{}\"", list.split(',').filter_map(letter).collect::<String>())
}

/// How often something is there; `None` for once.
fn count_of(item: &Yaml<'_>) -> Option<String> {
    Some(match item.text("repeat")? {
        "expr" => expression(item.text("repeat-expr").unwrap_or("0")),
        "eos" => "while(!std::mem::eof())".to_owned(),
        _ => format!("while(!({}))", expression(item.text("repeat-until").unwrap_or("false"))),
    })
}

fn in_brackets(count: Option<String>) -> String {
    count.map_or_else(String::new, |count| format!("[{count}]"))
}

/// Bytes of no type: what they are, how many, and why they are not shown as more.
fn bytes_of(item: &Yaml<'_>) -> (&'static str, String, &'static str) {
    if let Some(contents) = item.text("contents") {
        return ("char", contents.len().to_string(), "");
    }
    let why = if item.get("process").is_some() { " // enciphered" } else { "" };
    match item.text("size") {
        Some(size) => ("u8", expression(size), why),
        None => ("u8", expression("_io.size - _io.pos"), why),
    }
}

/// Whether an expression speaks of a member.
fn names(value: &str, id: &str) -> bool {
    let mut words =
        value.split(|letter: char| !(letter.is_ascii_alphanumeric() || "_.".contains(letter)));
    words.any(|word| word.split('.').next() == Some(id))
}

fn number(of: &str) -> Option<&'static str> {
    Some(match of {
        "u1" => "u8",
        "u2" => "u16",
        "u4" => "u32",
        "s1" => "s8",
        "s2" => "s16",
        "s4" => "s32",
        "f4" => "float",
        _ => return None,
    })
}

/// `track_head` as structs are called: `TrackHead`.
fn pascal(name: &str) -> String {
    let upper = |word: &str| {
        let (first, rest) = word.split_at(word.len().min(1));
        first.to_ascii_uppercase() + rest
    };
    name.split(['_', '-']).map(upper).collect()
}
