//! What a format says of its structure in the words of Kaitai Struct, as structs of ImHex.

use std::fmt::Write as _;

use ngi_formats::schema::Shape;
use ngi_formats::tree::Branch;

use super::expression::{Stream, expression, name_of};
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
    let types = structure.get("types").map_or(&[][..], Yaml::entries);
    let writer = Writer { words, shapes, parts: parts(structure, types) };
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
    /// The types that are read from a part of the file.
    parts: Vec<&'w str>,
}

/// A type, or a choice of some, and how many bytes it is read from.
type Part<'y> = (&'y Yaml<'y>, &'y str);

/// A struct while it is written.
#[derive(Default)]
struct Body {
    stream: Stream,
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
        let is_part = self.parts.contains(&name);
        let stream = if is_part { Stream::Part } else { Stream::File };
        let (mut body, title) = (Body { stream, ..Body::default() }, pascal(name));
        let params = described.items("params").iter().filter_map(|param| param.text("id"));
        let bounds = stream.bounds().map(|bound| format!("auto {bound}"));
        let mut given = if is_part { bounds.to_vec() } else { Vec::new() };
        for param in params {
            // Which one of a list it is, ImHex says in the struct.
            if self.words.contains(&format!("{name}(_index)")) {
                let index = expression("_index", stream);
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
                    let value = expression(value, body.stream);
                    let _ = writeln!(body.lines, "    u32 {} = {value};", name_of(name));
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
        let stream = body.stream;
        let place = item.text("pos").map(|pos| format!(" @ {}", position_of(pos, item, stream)));
        let place = place.unwrap_or_default();
        let behind = format!("{place}{}", comment(item.text("doc").unwrap_or("")));
        let condition = item.text("if").map(|when| format!("if ({}) ", expression(when, stream)));
        if let Some(part) = part_of(item) {
            let opening = condition.map(|condition| format!("    {condition}{{\n"));
            body.lines.push_str(opening.as_deref().unwrap_or_default());
            self.put_part(body, id, part, &behind);
            body.lines.push_str(opening.map_or("", |_| "    }\n"));
            return;
        }
        let _ = write!(body.lines, "    {}", condition.unwrap_or_default());
        let of = item.get("type").filter(|_| item.get("process").is_none());
        let count = count_of(item, stream);
        match of {
            Some(Yaml::Text(of)) => {
                let (of, list) = (self.type_of(body, of, stream.bounds()), in_brackets(count));
                let _ = writeln!(body.lines, "{of} {}{list}{behind};", name_of(id));
            }
            Some(choice) => {
                let _ = writeln!(body.lines, "match ({}) {{", switch_of(choice, stream));
                self.put_cases(body, id, choice, stream.bounds(), &behind);
                let _ = writeln!(body.lines, "    }}");
            }
            None => {
                let (of, size, why) = bytes_of(item, stream);
                // Lists have one dimension; texts that each end in a zero fill the rest.
                let count = count.filter(|_| item.get("terminator").is_none());
                let size = count.map_or(size.clone(), |count| format!("({size}) * ({count})"));
                let _ = writeln!(body.lines, "{of} {}[{size}]{behind};{why}", name_of(id));
            }
        }
    }
    /// So many bytes of one type or of several by a number, wherever that type ends.
    fn put_part(&self, body: &mut Body, id: &str, (of, size): Part<'_>, behind: &str) {
        let [start, end] = [format!("{id}_start"), format!("{id}_end")];
        let size = expression(size, body.stream);
        let _ = writeln!(body.lines, "    u32 {start} = $;");
        let _ = writeln!(body.lines, "    u32 {end} = {start} + ({size});");
        match of {
            Yaml::Text(of) => {
                let of = self.type_of(body, of, [&start, &end]);
                let _ = writeln!(body.lines, "    {of} {}{behind};", name_of(id));
            }
            choice => {
                let switch = switch_of(choice, body.stream);
                let _ = writeln!(body.lines, "    match ({switch}) {{");
                self.put_cases(body, id, choice, [&start, &end], behind);
                let id = name_of(id);
                let _ = writeln!(body.lines, "        (_): u8 {id}[{end} - {start}]{behind};");
                let _ = writeln!(body.lines, "    }}");
            }
        }
        let _ = writeln!(body.lines, "    $ = {end};");
    }

    /// The types of a choice by their numbers.
    fn put_cases(
        &self,
        body: &mut Body,
        id: &str,
        choice: &Yaml<'_>,
        bounds: [&str; 2],
        behind: &str,
    ) {
        for (number, of) in choice.get("cases").map_or(&[][..], Yaml::entries) {
            let Yaml::Text(of) = of else { continue };
            let of = self.type_of(body, of, bounds);
            let case = case_of(number);
            let _ = writeln!(body.lines, "        ({case}): {of} {}{behind};", name_of(id));
        }
    }

    /// The type of a name: a number, a record, or a type with what it is given: where the bytes
    /// that it is read from begin and end, if it asks for that, and what it asks for by name.
    fn type_of(&self, body: &mut Body, of: &str, bounds: [&str; 2]) -> String {
        if let Some(number) = number(of) {
            return number.to_owned();
        }
        let (name, given) = of.split_once('(').unwrap_or((of, ")"));
        let shape = self.shapes.iter().find(|shape| snake(shape.name) == name);
        let title = shape.map_or_else(|| pascal(name), |shape| shape.name.to_owned());
        body.uses.push(title.clone());
        let mut all: Vec<String> = Vec::new();
        if self.parts.contains(&name) {
            all.extend(bounds.map(str::to_owned));
        }
        let given = given.trim_end_matches(')');
        if !matches!(given, "" | "_index") {
            all.push(expression(given, body.stream));
        }
        if all.is_empty() { title } else { format!("{title}<{}>", all.join(", ")) }
    }
}

/// The types that are read from a part of the file: those of members that have a size of their
/// own, and whatever stands in them. Records are as long as they are, and ask for nothing.
fn parts<'y>(structure: &'y Yaml<'_>, types: &'y [(&str, Yaml<'_>)]) -> Vec<&'y str> {
    let known = |name: &str| types.iter().find(|(of, _)| *of == name);
    let whole = std::iter::once(structure).chain(types.iter().map(|(_, described)| described));
    let sized = whole.flat_map(members).filter_map(|member| part_of(member));
    let mut left: Vec<&str> = sized.flat_map(|(of, _)| named(of)).collect();
    let mut parts = Vec::new();
    while let Some(name) = left.pop() {
        // Of records nothing is known here.
        let Some((name, described)) = known(name).filter(|(name, _)| !parts.contains(name)) else {
            continue;
        };
        parts.push(*name);
        left.extend(members(described).filter_map(|member| member.get("type")).flat_map(named));
    }
    parts
}

/// What stands in a type, and what lies elsewhere.
fn members<'y>(described: &'y Yaml<'_>) -> impl Iterator<Item = &'y Yaml<'y>> {
    let instances = described.get("instances").map_or(&[][..], Yaml::entries);
    described.items("seq").iter().chain(instances.iter().map(|(_, instance)| instance))
}

/// The names of a type, or of all types of a choice, without what they are given.
fn named<'y>(of: &'y Yaml<'_>) -> Vec<&'y str> {
    let cases = of.get("cases").map_or(&[][..], Yaml::entries).iter().map(|(_, of)| of);
    let all = std::iter::once(of).chain(cases).filter_map(|of| match of {
        Yaml::Text(of) => of.split('(').next(),
        _ => None,
    });
    all.collect()
}

/// The type of a member that has a size of its own, and that size; `None` for bytes, for what is
/// enciphered, for lists and for what lies elsewhere.
fn part_of<'y>(item: &'y Yaml<'_>) -> Option<Part<'y>> {
    let plain = ["process", "repeat", "pos"].iter().all(|word| item.get(word).is_none());
    item.get("type").zip(item.text("size")).filter(|_| plain)
}

/// Where a member lies: Kaitai Struct counts from where its stream begins.
fn position_of(pos: &str, item: &Yaml<'_>, stream: Stream) -> String {
    let pos = expression(pos, stream);
    let is_of_file = stream == Stream::File || item.get("io").is_some();
    let [start, _] = stream.bounds();
    if is_of_file { pos } else { format!("{start} + {pos}") }
}

/// What a choice is made by.
fn switch_of(choice: &Yaml<'_>, stream: Stream) -> String {
    expression(choice.text("switch-on").unwrap_or("0"), stream)
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
fn count_of(item: &Yaml<'_>, stream: Stream) -> Option<String> {
    let of = |name, other| expression(item.text(name).unwrap_or(other), stream);
    Some(match item.text("repeat")? {
        "expr" => of("repeat-expr", "0"),
        "eos" => format!("while(!{})", expression("_io.eof", stream)),
        _ => format!("while(!({}))", of("repeat-until", "false")),
    })
}

fn in_brackets(count: Option<String>) -> String {
    count.map_or_else(String::new, |count| format!("[{count}]"))
}

/// Bytes of no type: what they are, how many, and why they are not shown as more.
fn bytes_of(item: &Yaml<'_>, stream: Stream) -> (&'static str, String, &'static str) {
    if let Some(contents) = item.text("contents") {
        return ("char", contents.len().to_string(), "");
    }
    let why = if item.get("process").is_some() { " // enciphered" } else { "" };
    match item.text("size") {
        Some(size) => ("u8", expression(size, stream), why),
        None if item.get("terminator").is_some() => ("char", left_of(stream), why),
        None => ("u8", left_of(stream), why),
    }
}

/// How many bytes are left. Of a part, a record may have taken more than there are.
fn left_of(stream: Stream) -> String {
    let [_, end] = stream.bounds();
    match stream {
        Stream::File => format!("{end} - $"),
        Stream::Part => format!("$ < {end} ? {end} - $ : 0"),
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
