//! Holds a text of objects against every rule.

use std::collections::HashSet;

use super::codes::*;
use super::line::{Quotes, What, parse};
use super::read::{Cfg, Object, Property};
use super::view::{self, Descriptor, EDGES, ResourceType, ScriptLine, WAITS, float, number};
use crate::lines::lines;
use crate::{Code, Findings, text};

/// Bytes of the longest line; nobody has read how long the engine's are.
const LONGEST: usize = 1023;

/// Checks any bytes as a text of objects.
pub fn check(bytes: &[u8], findings: &mut Findings) {
    match Cfg::read(bytes) {
        Ok(cfg) => {
            check_lines(bytes, findings);
            check_objects(&cfg, findings);
            findings.locate(|| super::tree(bytes).ok());
        }
        // Places of lines are counted in 32 bits.
        Err(error) => findings.cannot_follow(&LINE, &error, || None),
    }
}

/// A broken rule at a place of the text.
fn in_text(code: &'static Code, at: usize, findings: &mut Findings, why: impl FnOnce() -> String) {
    findings.add(code, || ("text".into(), Some(at as u64), why()));
}

/// The beginning of a line, for messages.
fn shown(bytes: &[u8]) -> String {
    text::decode(bytes.get(..40).unwrap_or(bytes))
}

/// What can be said of each line by itself.
fn check_lines(bytes: &[u8], findings: &mut Findings) {
    if let Some(at) = bytes.iter().position(|byte| *byte == 0) {
        in_text(&NUL, at, findings, || "here is one".into());
    }
    let mut depth = 0usize;
    for (index, line) in lines(bytes).enumerate() {
        let length = line.end - line.start;
        if length > LONGEST {
            in_text(&LONG, line.start, findings, || {
                format!("line {} has {length} bytes", index + 1)
            });
        }
        match parse(bytes, line) {
            What::Open(_) => depth += 1,
            What::End if depth == 0 => in_text(&END, line.start, findings, || {
                format!("line {}: no object is open", index + 1)
            }),
            What::End => depth -= 1,
            What::Other(body) => in_text(&LINE, body.start, findings, || {
                let said = shown(bytes.get(body).unwrap_or_default());
                format!("line {}: \"{said}\" is none of these", index + 1)
            }),
            What::Empty | What::Property(_) => {}
        }
    }
}

fn check_objects(cfg: &Cfg<'_>, findings: &mut Findings) {
    for (place, property) in cfg.outside().enumerate() {
        let message = || format!("\"{}\" stands alone", shown(property.key));
        findings.at(&OUTSIDE, format_args!("properties[{place}]"), message);
        check_value(&property, &format!("properties[{place}]"), findings);
    }
    let mut keys: HashSet<(Vec<u8>, Vec<u8>)> = HashSet::new();
    let mut messages: HashSet<i32> = HashSet::new();
    for (index, object) in cfg.objects().enumerate() {
        let name = object.name();
        let said = || format!("\"{}\"", shown(name));
        if name.is_empty() || name.iter().any(|byte| crate::lines::is_space(*byte)) {
            findings.at(&NAME, format_args!("objects[{index}].name"), said);
        }
        if object.end().is_none() {
            findings.at(&UNCLOSED, format_args!("objects[{index}]"), || {
                format!("nothing closes {}", said())
            });
        }
        for (place, property) in object.properties().enumerate() {
            let path = format!("objects[{index}].properties[{place}]");
            check_value(&property, &path, findings);
            if findings.asks(&TWICE) {
                let key = (name.to_ascii_lowercase(), property.key.to_ascii_lowercase());
                if !keys.insert(key) {
                    findings.at(&TWICE, format_args!("{path}.key"), || {
                        format!("\"{}\" of {} was there before", shown(property.key), said())
                    });
                }
            }
        }
        check_known(index, &object, &mut messages, findings);
    }
}

fn check_value(property: &Property<'_>, path: &str, findings: &mut Findings) {
    if property.quotes == Quotes::Unclosed {
        let message = || format!("nothing closes \"{}", shown(property.value));
        findings.at(&QUOTE, format_args!("{path}.value"), message);
    }
    if !property.rest.is_empty() {
        let message = || format!("\"{}\" follows", shown(property.rest));
        findings.at(&REST, format_args!("{path}.value"), message);
    }
}

/// Where the last property of a key is.
fn place_of(index: usize, object: &Object<'_>, key: &str) -> Option<String> {
    let own = object.properties().enumerate();
    let own = own.filter(|(_, one)| text::same(one.key, key.as_bytes())).last();
    own.map(|(place, _)| format!("objects[{index}].properties[{place}].value"))
}

/// The rules of objects that the game knows.
fn check_known(
    index: usize,
    object: &Object<'_>,
    messages: &mut HashSet<i32>,
    findings: &mut Findings,
) {
    if let Some(descriptor) = Descriptor::of(object) {
        check_descriptor(index, object, &descriptor, findings);
    }
    if text::same(object.name(), view::SCRIPT.as_bytes()) {
        for (place, property) in object.properties().enumerate() {
            if ScriptLine::read(property.value).is_none() {
                let path = format_args!("objects[{index}].properties[{place}].value");
                findings.at(&SCRIPT, path, || format!("\"{}\" is none", shown(property.value)));
            }
        }
    }
    if view::is_stop(object) {
        check_stop(index, object, findings);
    }
    let said = object.value("message_index").zip(place_of(index, object, "message_index"));
    if let Some((said, path)) = said {
        match number(said) {
            None => findings.at(&MESSAGE_INDEX, path, || format!("\"{}\" is none", shown(said))),
            Some(number) if !messages.insert(number) => {
                findings.at(&MESSAGE_TWICE, path, || format!("{number} was there before"));
            }
            Some(_) => {}
        }
    }
}

fn check_descriptor(
    index: usize,
    object: &Object<'_>,
    descriptor: &Descriptor<'_>,
    findings: &mut Findings,
) {
    let Descriptor { library, kind, .. } = descriptor;
    if library.is_none_or(<[u8]>::is_empty) {
        let message = || format!("\"{}\" names none", shown(object.name()));
        findings.at(&LIBRARY, format_args!("objects[{index}]"), message);
    }
    if !kind.is_some_and(ResourceType::is_known) {
        let path = place_of(index, object, "type").unwrap_or_else(|| format!("objects[{index}]"));
        let said = object.value("type").map(shown);
        findings.at(&TYPE, path, || match said {
            Some(said) => format!("it is \"{said}\""),
            None => "it has none".into(),
        });
    }
    let libtype = object.value("libtype").zip(place_of(index, object, "libtype"));
    if let Some((said, path)) = libtype.filter(|(said, _)| !text::same(said, b"multi")) {
        findings.at(&LIBTYPE, path, || format!("it is \"{}\"", shown(said)));
    }
}

fn check_stop(index: usize, object: &Object<'_>, findings: &mut Findings) {
    for key in ["CameraX", "CameraY", "CameraZ", "TargetX", "TargetY", "TargetZ"] {
        let said = object.value(key);
        if said.and_then(float).is_none() {
            let path = place_of(index, object, key);
            let path = path.unwrap_or_else(|| format!("objects[{index}]"));
            findings.at(&STOP_NUMBER, path, || match said {
                Some(said) => format!("{key} is \"{}\"", shown(said)),
                None => format!("there is no {key}"),
            });
        }
    }
    for (code, key, known) in [(&STOP_EDGE, "EdgeType", EDGES), (&STOP_WAIT, "WaitType", WAITS)] {
        let said = object.value(key).zip(place_of(index, object, key));
        let is_known = |said: &[u8]| known.iter().any(|word| text::same(word.as_bytes(), said));
        if let Some((said, path)) = said.filter(|(said, _)| !is_known(said)) {
            findings.at(code, path, || format!("nobody knows \"{}\"", shown(said)));
        }
    }
}
