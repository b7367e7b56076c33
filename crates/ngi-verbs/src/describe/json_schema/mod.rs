//! JSON Schema of a format's documents, so that editors complete and check what people type.

mod names;

use ngi_formats::schema::{Kind, Named, Shows, plain};
use ngi_formats::tree::{Branch, Case, Cases, Form, Group, Need, members_of};
use serde_json::{Map, Value, json};

use crate::format::Format;

/// Which edition of JSON Schema this is.
const DRAFT: &str = "https://json-schema.org/draft/2020-12/schema";

/// The JSON Schema of a format's documents.
pub fn json_schema(format: &Format) -> Value {
    let mut properties = Map::new();
    let mut required = vec![Value::from("schema")];
    properties.insert("schema".into(), json!({"const": format.document.schema()}));
    put_branches(format.document.branches(), &mut properties, &mut required);
    json!({
        "$schema": DRAFT,
        "$id": format!("ngi:{}", format.document.schema()),
        "title": format.title(),
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

fn put_branches(
    branches: &[Branch],
    properties: &mut Map<String, Value>,
    required: &mut Vec<Value>,
) {
    for branch in branches {
        match (&branch.form, branch.name) {
            (Form::Value(kind), "") => {
                put_fields(*kind, properties, Some(required));
                continue;
            }
            (Form::Filled(kind, _), "") => {
                put_fields(*kind, properties, None);
                continue;
            }
            (Form::Object(inner), "") => {
                // Where all of them may be left out, none is needed.
                let mut of_its_own = Vec::new();
                put_branches(inner, properties, &mut of_its_own);
                if branch.need == Need::Always {
                    required.append(&mut of_its_own);
                }
                continue;
            }
            _ => {}
        }
        let mut schema = match branch.need {
            Need::Told => told(&branch.form),
            _ => of_form(&branch.form),
        };
        if branch.need == Need::Optional {
            schema = json!({"anyOf": [schema, {"type": "null"}]});
        }
        if branch.need == Need::Always {
            required.push(branch.name.into());
        }
        describe(&mut schema, &branch.meaning(), branch.game.map(|game| game.to_string()));
        properties.insert(branch.name.into(), schema);
        if let Form::Value(kind) = &branch.form {
            put_beside(branch.name, *kind, properties);
        }
    }
}

/// What follows from the rest: it may be left out, and where it is there it has to agree.
fn told(form: &Form) -> Value {
    let Form::Object(branches) = form else { return json!({"readOnly": true}) };
    let property = |branch: &Branch| {
        let mut schema = told(&branch.form);
        describe(&mut schema, &branch.meaning(), branch.game.map(|game| game.to_string()));
        (branch.name.to_owned(), schema)
    };
    let properties: Map<String, Value> = branches.iter().map(property).collect();
    json!({
        "type": ["object", "null"],
        "properties": properties,
        "additionalProperties": false,
        "readOnly": true,
    })
}

fn describe(schema: &mut Value, meaning: &str, game: Option<String>) {
    let Some(object) = schema.as_object_mut() else { return };
    let text = match game {
        Some(game) => format!("{meaning} In the game: {game}."),
        None => meaning.to_owned(),
    };
    if !text.is_empty() {
        object.insert("description".into(), text.into());
    }
}

fn put_fields(
    kind: Kind,
    properties: &mut Map<String, Value>,
    mut required: Option<&mut Vec<Value>>,
) {
    for Group { name, kind, doc, game, .. } in members_of(kind) {
        let mut schema = of_kind(kind, required.is_some());
        describe(&mut schema, &plain(doc), game.map(|game| game.to_string()));
        properties.insert(name.into(), schema);
        if let Some(required) = required.as_deref_mut() {
            required.push(name.into());
        }
        put_beside(name, kind, properties);
    }
}

/// What may stand beside a field: the whole field of a name, what a number is called.
fn put_beside(name: &str, kind: Kind, properties: &mut Map<String, Value>) {
    match kind {
        Kind::Text(_) | Kind::FullText(_) => {
            let mut schema = hex(Some(kind.size()));
            describe(&mut schema, "The whole field, where text would lose something.", None);
            properties.insert(format!("{name}_raw"), schema);
        }
        Kind::Part(_, part) if matches!(part.shows, Shows::NumberAndName(_)) => {
            let mut schema = json!({"type": ["string", "null"], "readOnly": true});
            describe(&mut schema, "What the number is called: it follows.", None);
            properties.insert(format!("{name}_name"), schema);
        }
        _ => {}
    }
}

fn hex(size: Option<usize>) -> Value {
    match size {
        Some(size) => {
            json!({"type": "string", "pattern": format!("^[0-9a-fA-F]{{{}}}$", size * 2)})
        }
        None => json!({"type": "string", "pattern": "^([0-9a-fA-F]{2})*$"}),
    }
}

fn of_form(form: &Form) -> Value {
    match form {
        Form::Value(kind) => of_kind(*kind, true),
        Form::Filled(kind, _) => {
            let mut properties = Map::new();
            put_fields(*kind, &mut properties, None);
            object(properties, Vec::new())
        }
        Form::Rows(kind) => json!({"type": "array", "items": of_kind(*kind, true)}),
        Form::Text => json!({"type": "string"}),
        Form::Hex => hex(None),
        Form::Object(branches) => {
            let (mut properties, mut required) = (Map::new(), Vec::new());
            put_branches(branches, &mut properties, &mut required);
            object(properties, required)
        }
        Form::List(inner) => json!({"type": "array", "items": of_form(inner)}),
        Form::Cases(cases) => {
            let one = |case: &Case| {
                let mut properties = Map::new();
                put_fields(Kind::Group(cases.head), &mut properties, None);
                put_fields(Kind::Group(case.shape), &mut properties, None);
                properties.insert(cases.by.into(), chooser(cases, case));
                object(properties, vec![cases.by.into()])
            };
            json!({"oneOf": cases.cases.iter().map(one).collect::<Vec<_>>()})
        }
        Form::Own(own) => serde_json::from_str(own.json_schema).unwrap_or(Value::Bool(true)),
    }
}

fn object(properties: Map<String, Value>, required: Vec<Value>) -> Value {
    json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

/// The number that chooses a case, or what it is called.
fn chooser(cases: &Cases, case: &Case) -> Value {
    let by = members_of(Kind::Group(cases.head)).find(|group| group.name == cases.by);
    let named = by.map_or(&[][..], |by| by.kind.named());
    let own = named.iter().filter(|known| known.value == case.value);
    let number = json!({"const": case.value});
    let mut schema = with_names(number, &own.collect::<Vec<_>>(), names::one);
    if let Some(by) = by {
        describe(&mut schema, &plain(by.doc), by.game.map(|game| game.to_string()));
    }
    schema
}

/// A stored value. Unless it has to be there in full, a record may leave fields out.
fn of_kind(kind: Kind, all: bool) -> Value {
    match kind {
        Kind::F32 => json!({"anyOf": [
            {"type": "number"},
            {"type": "string", "pattern": "^(-?inf|nan:[0-9a-fA-F]{8})$"},
        ]}),
        Kind::Text(_) | Kind::FullText(_) => json!({"type": "string", "maxLength": kind.size()}),
        Kind::Bytes(size) => hex(Some(size)),
        Kind::Bgra => json!({"anyOf": [
            {"type": "array", "items": of_kind(Kind::U8, all), "minItems": 4, "maxItems": 4},
            {"type": "string", "pattern": "^#([0-9a-fA-F]{6}|[0-9a-fA-F]{8})$"},
        ]}),
        Kind::List(count, of) => json!({
            "type": "array", "items": of_kind(*of, all), "minItems": count, "maxItems": count,
        }),
        Kind::Group(_) | Kind::Word(_) => {
            let (mut properties, mut required) = (Map::new(), Vec::new());
            put_fields(kind, &mut properties, all.then_some(&mut required));
            object(properties, required)
        }
        Kind::Part(_, part) if part.shows == Shows::Flag => json!({"anyOf": [
            {"type": "boolean"},
            {"enum": ["true", "false"]},
        ]}),
        _ => number(kind),
    }
}

/// A whole number, or the names that stand for some of them.
fn number(kind: Kind) -> Value {
    let (low, high) = match kind {
        Kind::Part(_, part) if part.shows != Shows::InPlace => (0, i64::from(part.mask())),
        _ => kind.range(),
    };
    let plain = json!({"type": "integer", "minimum": low, "maximum": high});
    let named: Vec<&Named> = kind.named().iter().collect();
    with_names(plain, &named, if kind.is_bits() { names::bits } else { names::one })
}

/// A number, or how it may be called.
fn with_names(number: Value, named: &[&Named], called: fn(&[&Named]) -> Vec<Value>) -> Value {
    if named.is_empty() {
        return number;
    }
    let mut all = vec![number];
    all.extend(called(named));
    json!({"anyOf": all})
}
