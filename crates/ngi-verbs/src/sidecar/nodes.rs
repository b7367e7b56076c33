//! What the nodes of a model bear.

use ngi_formats::ndp::{self, INDESTRUCTIBLE, NodeLife, Nodes};
use ngi_formats::{Code, Findings, kinds};
use serde_json::json;

use super::{PLAIN, Read, Sidecar, model_beside, named, put_table, put_tail, said};
use crate::effect::archive_of;
use crate::effect::check::{Meant, look_up};
use crate::format::{Format, Rules, Subject};
use crate::json;
use crate::references::{EXPLOSION, Reference};
use crate::surroundings::Surroundings;

ngi_formats::rules! {
    NODE_COUNT = warning(
        "ndp.nodes.count",
        "There is one record for each node of the model beside the file."
    ) of ["nodes"];
    EXPLOSION_MISSING = error(
        "ndp.explosion.missing",
        "The explosion of a node is in the archive it names."
    ) of ["nodes[].explosion.member"];
    EXPLOSION_ARCHIVE = warning(
        "ndp.explosion.archive-missing",
        "The archive of a node's explosion is in the game folder."
    ) of ["nodes[].explosion.archive"];
}

static DOCUMENT: Sidecar = Sidecar {
    id: "ndp",
    branches: &ndp::DOCUMENT,
    records: ndp::RECORDS,
    kaitai: ndp::KAITAI,
    tree: ndp::tree,
    remains: ndp::remains,
    make: |draft, _| ndp::make(draft),
    text,
    ..PLAIN
};

/// What can be done with them.
pub static FORMAT: Format = Format { references, ..Format::new(&kinds::NODES, &DOCUMENT, &RULES) };

/// Every rule.
static ALL_CODES: &[&[&Code]] = &[ndp::CODES, CODES];

static RULES: Rules = Rules::new(ALL_CODES, |subject, findings| {
    ndp::check(subject.bytes, findings);
})
.and_neighbours(check_with_neighbours);

fn text(bytes: &[u8]) -> Read<String> {
    let nodes = Nodes::read(bytes)?;
    let row = |(index, node): (usize, NodeLife)| {
        let NodeLife { flags, hit_points, density, explosion } = node;
        let names: Vec<&str> = flags.names().collect();
        let points = match hit_points {
            points if points >= INDESTRUCTIBLE => json!("never"),
            points => json::float(points),
        };
        json!({"node": index, "hit points": points, "density": json::float(density),
               "flags": format!("{:#x}", flags.0), "are": said(names.join(", ")),
               "explosion": named(&explosion)})
    };
    let rows: Vec<_> = nodes.records().iter().enumerate().map(row).collect();
    let mut out = String::new();
    put_table("nodes", &rows, &mut out);
    put_tail(nodes.tail(), &mut out);
    Ok(out)
}

fn check_with_neighbours(subject: &Subject<'_>, around: &Surroundings, findings: &mut Findings) {
    let Ok(nodes) = Nodes::read(subject.bytes) else { return };
    let count = nodes.records().len();
    if let Some(model) = model_beside(subject, around).filter(|model| model.nodes != count) {
        let message = || format!("{count}, but the model has {} nodes", model.nodes);
        findings.at(&NODE_COUNT, "nodes", message);
    }
    let codes = [&EXPLOSION_MISSING, &EXPLOSION_ARCHIVE];
    for (index, node) in nodes.records().iter().enumerate() {
        let path = format!("nodes[{index}].explosion");
        look_up(&node.explosion, &path, codes, around, Meant::Kind(&kinds::EXPLOSION), findings);
    }
}

/// The explosions of its nodes.
fn references(subject: &Subject<'_>) -> Vec<Reference> {
    let Ok(nodes) = Nodes::read(subject.bytes) else { return Vec::new() };
    let reference = |(index, node): (usize, NodeLife)| {
        let name = node.explosion.member.to_string();
        let field = format!("nodes[{index}].explosion.member");
        let archive = archive_of(&node.explosion);
        let named = !name.is_empty();
        named.then(|| Reference { archive, ..Reference::new(&EXPLOSION, name, field) })
    };
    nodes.records().iter().enumerate().filter_map(reference).collect()
}
