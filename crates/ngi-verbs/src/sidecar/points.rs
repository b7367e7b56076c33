//! Control points of a model.

use ngi_formats::cpt::{self, Place, PointBuf, Points};
use ngi_formats::{Code, Findings, kinds, text};
use serde_json::json;

use super::{PLAIN, Read, Sidecar, is_one_of, model_beside, put_table, put_tail, said};
use crate::format::{Format, Rules, Subject};
use crate::surroundings::Surroundings;
use crate::{json, show};

ngi_formats::rules! {
    NODE = warning(
        "cpt.node",
        "The nodes of a point are nodes of the model beside it; -1 is none."
    ) of ["points[].node", "points[].carrier"];
}

static DOCUMENT: Sidecar = Sidecar {
    id: "cpt",
    branches: &cpt::DOCUMENT,
    records: cpt::RECORDS,
    kaitai: cpt::KAITAI,
    tree: cpt::tree,
    remains: cpt::remains,
    make: |draft, _| cpt::make(draft),
    text: shown,
    ..PLAIN
};

/// What can be done with them.
pub static FORMAT: Format = Format::new(&kinds::POINTS, &DOCUMENT, &RULES);

/// Every rule.
static ALL_CODES: &[&[&Code]] = &[cpt::CODES, CODES];

static RULES: Rules = Rules::new(ALL_CODES, |subject, findings| {
    cpt::check(subject.bytes, findings);
})
.and_neighbours(check_with_neighbours);

fn shown(bytes: &[u8]) -> Read<String> {
    let points = Points::read(bytes)?;
    let row = |(index, point): (usize, PointBuf)| {
        let Place { unk_0x00: _, node, carrier, position, vector } = point.place;
        let name = show::printable(&text::decode(point.name.name()));
        json!({"point": index, "name": said(name), "node": node, "carrier": carrier,
               "position": position.map(json::float), "vector": vector.map(json::float)})
    };
    let rows: Vec<_> = points.iter().enumerate().map(row).collect();
    let mut out = String::new();
    put_table("points", &rows, &mut out);
    put_tail(points.tail(), &mut out);
    Ok(out)
}

fn check_with_neighbours(subject: &Subject<'_>, around: &Surroundings, findings: &mut Findings) {
    let Ok(points) = Points::read(subject.bytes) else { return };
    let Some(model) = model_beside(subject, around) else { return };
    for (index, point) in points.iter().enumerate() {
        for (field, node) in [("node", point.place.node), ("carrier", point.place.carrier)] {
            // What is below -1 is told without a model.
            if node >= 0 && !is_one_of(node, model.nodes) {
                let path = format_args!("points[{index}].{field}");
                let message = || format!("names node {node} of {}", model.nodes);
                findings.at(&NODE, path, message);
            }
        }
    }
}
