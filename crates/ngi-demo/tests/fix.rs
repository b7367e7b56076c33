//! What can be worked out is right in the demo game, and is put right in broken files.
#![allow(clippy::unwrap_used)]

use ngi_demo::broken::{Asked, cases, codes_of, samples};
use ngi_verbs::edit::Options;
use ngi_verbs::fix::fix;
use ngi_vfs::locate;

use crate::common::game;

const DRY: Options = Options { backup: false, dry_run: true };

#[test]
fn nothing_is_to_be_mended_in_the_demo_game() {
    let report = fix(&[game().root()], DRY, &()).unwrap();
    let lines = &report.lines;
    assert!(lines.is_empty(), "{lines:#?}");
    assert!(report.problems.is_empty(), "{:?}", report.problems);
    assert!(report.looked > 20);
}

/// Rules about values that follow from others: mending a file that breaks one leaves nothing to
/// find.
const MENDED: &[&str] = &[
    "msh.resource.attr1",
    "msh.resource.attr3",
    "msh.normal.length",
    "msh.normal.stale",
    "msh.slot.triangle-count",
    "msh.slot.triangle-range",
    "msh.slot.number",
    "msh.slot.box",
    "msh.slot.box-loose",
    "msh.slot.sphere",
    "msh.slot.volume",
    "msh.header.number",
    "msh.header.corners",
    "msh.header.box",
    "msh.batch.vertex-count",
    "msh.triangle.neighbour",
    "msh.triangle.count",
    "msh.triangle.edge",
    "msh.triangle.twin",
    "msh.triangle.length",
    "msh.triangle.winding",
    "msh.resource.limit",
    "msh.node.map-range",
    "msh.map.word",
    "msh.map.blocks",
    "msh.map.frame",
    "msh.map.frames",
    "land.chunk.attr1",
    "land.chunk.attr3",
    "land.normal.length",
    "land.normal.stale",
    "land.cell.number",
    "land.cell.box",
    "land.cell.pair",
    "land.header.number",
    "land.header.box",
    "land.header.corners",
    "land.grid.extent",
    "land.face.neighbour",
    "land.face.mutual",
    "land.face.twin",
    "land.face.twin-bits",
    "land.face.second",
    "land.face.length",
    "land.face.winding",
    "land.face.edge",
    "land.order.long",
    "land.order.short",
    "land.order.face",
    "land.order.permutation",
    "land.order.cell",
    "land.order.batch",
    "land.order.runs",
    "areal.cell.id",
    "areal.cell.twice",
    "areal.cell.missing",
    "areal.cell.middle",
    "areal.polygon.finite",
    "areal.polygon.winding",
    "areal.normal.length",
    "areal.link.pair",
    "areal.link.areal",
    "areal.link.self",
    "areal.link.edge",
    "areal.link.twin",
    "areal.link.place",
    "areal.area",
    "areal.area.close",
    "areal.anchor.outside",
    "nres.sort.range",
    "nres.sort.repeat",
    "nres.sort.order",
    "nres.sort.stable",
    "rsli.sort.range",
    "rsli.sort.repeat",
    "rsli.sort.order",
    "rsli.header.count-copy",
    "rsli.header.unpacked-total",
    "texm.flags4",
    "ske.keyframe.order",
    "tma.route.id",
    "tma.object.clan-id",
    "tma.object.logical-id",
    "bas.ring.closed",
];

#[test]
fn what_follows_from_the_rest_is_mended_in_broken_files() {
    let samples = samples().unwrap();
    let (mut wrong, mut also) = (Vec::new(), Vec::new());
    for case in cases().unwrap() {
        let folder = tempfile::tempdir().unwrap();
        let files = case.files(&samples).unwrap();
        for (name, bytes) in &files {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, bytes).unwrap();
        }
        let options = Options { backup: false, dry_run: false };
        fix(&[locate(folder.path()).unwrap()], options, &()).unwrap();
        let after: Vec<(String, Vec<u8>)> = files
            .iter()
            .map(|(name, _)| (name.clone(), std::fs::read(folder.path().join(name)).unwrap()))
            .collect();
        let left = codes_of(&after, Asked::about(case.code)).unwrap();
        let listed = MENDED.contains(&case.code);
        match left.is_empty() {
            false if listed => wrong.push(format!("{}: {left:?}", case.code)),
            true if !listed => also.push(case.code),
            _ => {}
        }
    }
    assert!(wrong.is_empty() && also.is_empty(), "left: {wrong:#?}, mended as well: {also:#?}");
}
