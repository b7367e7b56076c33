//! Models.

use super::{Claim, claim};
use crate::survey::probes;

const VALIDATED: &str = "page on 3D resources, section 1.4.3: attributes";
const CORPUS: &str = "page on models, section 11: all models";
const CONTAINER: &str = "notes on meshes, section 1: tables";
const NODES: &str = "notes on meshes, section 2: nodes";
const ANIMATION: &str = "notes on meshes, section 4: animation";
const BATCHES: &str = "notes on meshes, section 5: batches and faces";

pub static CLAIMS: &[Claim] = &[
    claim("models", CORPUS, 435.0, |m| m.things("msh")),
    claim("models.attributes.broken", VALIDATED, 0.0, |m| m.broken("msh.resource.attr")),
    claim("models.order-14", CORPUS, 414.0, |m| m.probe(probes::MODEL_PLAIN_ORDER, 1)),
    claim("models.order-16", CORPUS, 21.0, |m| m.probe(probes::MODEL_LIT_ORDER, 1)),
    claim("models.nodes-of-38", CORPUS, 434.0, |m| m.probe(probes::MODEL_NODE_SIZE, 38)),
    claim("models.nodes-of-24", CORPUS, 1.0, |m| m.probe(probes::MODEL_NODE_SIZE, 24)),
    claim("models.with-18", CORPUS, 21.0, |m| m.probe(probes::MODEL_TABLE, 18)),
    claim("models.with-20", CORPUS, 21.0, |m| m.probe(probes::MODEL_TABLE, 20)),
    claim("models.with-16", CORPUS, 0.0, |m| m.probe(probes::MODEL_TABLE, 16)),
    claim("models.with-8", CORPUS, 435.0, |m| m.probe(probes::MODEL_TABLE, 8)),
    claim("models.with-19", CORPUS, 435.0, |m| m.probe(probes::MODEL_TABLE, 19)),
    claim("models.nodes", NODES, 1845.0, |m| m.field("msh", "nodes").sum()),
    claim("models.nodes.cockpit", NODES, 28.0, |m| m.field("msh", "nodes[].flags").bits(0x20)),
    claim("models.nodes.0x10", NODES, 861.0, |m| m.field("msh", "nodes[].flags").bits(0x10)),
    claim("models.nodes.0x100", NODES, 60.0, |m| m.field("msh", "nodes[].flags").bits(0x100)),
    claim("models.nodes.0x200", NODES, 90.0, |m| m.field("msh", "nodes[].flags").bits(0x200)),
    claim("models.nodes.stage-0", NODES, 1479.0, |m| m.probe(probes::NODE_STAGE, 0)),
    claim("models.nodes.stage-1", NODES, 135.0, |m| m.probe(probes::NODE_STAGE, 1)),
    claim("models.nodes.stage-2", NODES, 15.0, |m| m.probe(probes::NODE_STAGE, 2)),
    claim("models.faces", CONTAINER, 241_887.0, |m| m.field("msh", "triangles").sum()),
    claim("models.keys", CONTAINER, 34_049.0, |m| m.field("msh", "keys").sum()),
    claim("models.keys.time.most", CONTAINER, 473.0, |m| m.field("msh", "keys[].time").most()),
    claim("models.batches", CONTAINER, 15_153.0, |m| m.field("msh", "batches").sum()),
    claim("models.hallway-links", CONTAINER, 1096.0, |m| m.field("msh", "paths.links").sum()),
    claim("models.animated", ANIMATION, 157.0, |m| m.probe_above(probes::MODEL_FRAMES, 1)),
    claim("models.nodes.still", ANIMATION, 1028.0, |m| {
        m.field("msh", "nodes[].map_start").is(0xffff)
    }),
    claim("models.batches.0x1", BATCHES, 183.0, |m| m.field("msh", "batches[].word").bits(0x1)),
    claim("models.batches.0x2", BATCHES, 1477.0, |m| m.field("msh", "batches[].word").bits(0x2)),
    claim("models.batches.0x4", BATCHES, 112.0, |m| m.field("msh", "batches[].word").bits(0x4)),
    claim("models.batches.0x8", BATCHES, 633.0, |m| m.field("msh", "batches[].word").bits(0x8)),
    claim("models.batches.0x10", BATCHES, 66.0, |m| m.field("msh", "batches[].word").bits(0x10)),
    claim("models.batches.0x40", BATCHES, 170.0, |m| m.field("msh", "batches[].word").bits(0x40)),
    claim("models.batches.0x100", BATCHES, 2953.0, |m| {
        m.field("msh", "batches[].word").bits(0x100)
    }),
    claim("models.batches.0x200", BATCHES, 0.0, |m| m.field("msh", "batches[].word").bits(0x200)),
    claim("models.batches.0x800", BATCHES, 0.0, |m| m.field("msh", "batches[].word").bits(0x800)),
    claim("models.batches.0x2000", BATCHES, 972.0, |m| {
        m.field("msh", "batches[].word").bits(0x2000)
    }),
    claim("models.batches.0x4000", BATCHES, 307.0, |m| {
        m.field("msh", "batches[].word").bits(0x4000)
    }),
    claim("models.batches.words", BATCHES, 14.0, |m| m.field("msh", "batches[].word").distinct()),
    claim("models.batches.lit", BATCHES, 972.0, |m| m.field("msh", "batches[].lightmap").is(0)),
    claim("models.batches.unlit", BATCHES, 14_181.0, |m| {
        m.field("msh", "batches[].lightmap").is(255)
    }),
    claim("models.batches.no-portal", BATCHES, 14_520.0, |m| {
        m.field("msh", "batches[].portal").is(0xffff)
    }),
    claim("models.faces.plain", BATCHES, 233_714.0, |m| m.field("msh", "triangles[].flags").is(0)),
    claim("models.faces.walkable", BATCHES, 6166.0, |m| m.field("msh", "triangles[].flags").is(2)),
    claim("models.faces.foliage", BATCHES, 1355.0, |m| m.field("msh", "triangles[].flags").is(4)),
    claim("models.faces.doors", BATCHES, 384.0, |m| m.field("msh", "triangles[].flags").is(0x10)),
    claim("models.faces.glass", BATCHES, 274.0, |m| m.field("msh", "triangles[].flags").is(0x20)),
];
