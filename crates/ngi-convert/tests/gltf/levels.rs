//! Coarser levels of what an import changed.

use super::*;

/// A closed tube around z, of two materials, its texture cut along one side.
fn tube(steps: usize, size: f32) -> Mesh {
    let mut vertices = Vec::new();
    let rings = 2 * steps;
    for ring in 0..=rings {
        for step in 0..=steps {
            let turn = (step % steps) as f32 / steps as f32 * std::f32::consts::TAU;
            // The ends close.
            let wide = if ring == 0 || ring == rings { 0.0 } else { size };
            let outward = [turn.cos(), turn.sin(), 0.0];
            vertices.push(Vertex {
                position: [
                    outward[0] * wide + 0.0,
                    outward[1] * wide + 0.0,
                    ring as f32 / rings as f32 * size * 3.0,
                ],
                normal: encode_normal(match ring {
                    0 => [0.0, 0.0, -1.0],
                    end if end == rings => [0.0, 0.0, 1.0],
                    _ => outward,
                }),
                uv: encode_uv([step as f32 / steps as f32, ring as f32 / rings as f32]),
                ..Vertex::default()
            });
        }
    }
    let at = |ring: usize, step: usize| (ring * (steps + 1) + step) as u32;
    let mut faces = [Vec::new(), Vec::new()];
    for ring in 0..rings {
        for step in 0..steps {
            let [a, b] = [at(ring, step), at(ring, step + 1)];
            let [c, d] = [at(ring + 1, step), at(ring + 1, step + 1)];
            let half = &mut faces[usize::from(ring >= steps)];
            if ring > 0 {
                half.push([a, b, d].into());
            }
            if ring + 1 < rings {
                half.push([a, d, c].into());
            }
        }
    }
    let [lower, upper] = faces;
    let parts = vec![Part::new(0, lower), Part::new(1, upper)];
    Mesh { vertices, parts, ..Mesh::default() }
}

/// A mast with a coarser level, a still coarser one, and a damaged stage; a hut beside it.
fn mast() -> Vec<u8> {
    let mut plan = Blueprint::new("mast");
    let mast = plan.add_node(PlainNode::new("mast"));
    let hut = plan.add_node(PlainNode::new("hut").below(mast));
    plan.set_mesh(mast, 0, 0, tube(16, 1.0)).unwrap();
    plan.set_mesh(mast, 0, 1, tube(8, 1.0)).unwrap();
    plan.set_mesh(mast, 0, 2, tube(4, 1.0)).unwrap();
    plan.set_mesh(mast, 1, 0, tube(8, 0.5)).unwrap();
    plan.set_mesh(hut, 0, 0, wedge(1.0)).unwrap();
    plan.set_mesh(hut, 0, 1, wedge(0.9)).unwrap();
    plan.build().unwrap().write().unwrap()
}

/// The mast, exported, twice as wide.
fn widened() -> (Vec<u8>, Value, Vec<u8>) {
    let model = mast();
    let (json, mut bin) = taken_apart(&model, &ExportOptions::default());
    let accessor = &json["meshes"][0]["primitives"][0]["attributes"]["POSITION"];
    let rows = floats(&json, &bin, accessor, 3);
    for (at, row) in rows.iter().enumerate() {
        nudge(&json, &mut bin, accessor, at * 3, row[0]);
        nudge(&json, &mut bin, accessor, at * 3 + 2, row[2]);
    }
    (model, json, bin)
}

fn faces(model: &Model<'_>, node: usize, stage: usize, level: usize) -> usize {
    let slot = model.slot(node, stage, level).unwrap();
    let batches = model.slot_batches(&slot);
    batches.map(|(_, batch)| usize::from(batch.index_count) / 3).sum()
}

/// How far a level reaches from the axis, over its used vertices.
fn reach(bytes: &[u8], slot: usize) -> f32 {
    let doc = ngi_formats::msh::ModelDoc::open(bytes).unwrap();
    let plan = Blueprint::of(&doc).unwrap();
    let far = |v: &Vertex| v.position[0].hypot(v.position[1]);
    plan.meshes[slot].vertices.iter().map(far).fold(0.0, f32::max)
}

#[test]
fn levels_that_keep_the_old_shape_are_told_of() {
    let (model, json, bin) = widened();
    let back = import_parts(&json, &bin, &like(&model)).unwrap();
    assert_eq!(
        back.told,
        [
            "node \"mast\": level 0 has another shape, levels 1, 2 keep the old one; --make-lods \
             makes new ones",
            "node \"mast\": damage stage 1 keeps the old shape",
        ]
    );
    for slot in [1, 2, 3] {
        assert_eq!(reach(&back.bytes, slot), reach(&model, slot));
    }
    // Where the other levels come along, and change too, nothing is said of them.
    let all = ExportOptions { lod: Which::All, stage: Which::All, ..ExportOptions::default() };
    let (mut json, bin) = taken_apart(&model, &all);
    for node in json["nodes"].as_array_mut().unwrap() {
        if node["name"].as_str().unwrap().starts_with("mast.") {
            node["scale"] = json!([2.0, 1.0, 2.0]);
        }
    }
    let back = import_parts(&json, &bin, &like(&model)).unwrap();
    assert_eq!(back.told, [""; 0]);
}

#[test]
fn only_the_look_changed_is_told_as_such() {
    let model = mast();
    let (json, mut bin) = taken_apart(&model, &ExportOptions::default());
    let accessor = &json["meshes"][1]["primitives"][0]["attributes"]["TEXCOORD_0"];
    nudge(&json, &mut bin, accessor, 0, 0.25);
    let back = import_parts(&json, &bin, &like(&model)).unwrap();
    assert_eq!(
        back.told,
        [
            "node \"hut\": level 0 looks different, level 1 keeps the old look; --make-lods makes new \
          ones"
        ]
    );
}

#[test]
fn coarser_levels_are_made_on_request() {
    let (model, json, bin) = widened();
    let options = ImportOptions { make_lods: true, ..like(&model) };
    let back = import_parts(&json, &bin, &options).unwrap();
    let (was, is) = (Model::read(&model).unwrap(), Model::read(&back.bytes).unwrap());
    for level in [1, 2] {
        let (had, has) = (faces(&was, 0, 0, level), faces(&is, 0, 0, level));
        assert!(has <= had + had / 10 + 2 && has > had / 2, "level {level}: {has}, not {had}");
        let far = reach(&back.bytes, level);
        assert!((1.6..2.01).contains(&far), "level {level} is as wide as level 0: {far}");
        let slot = is.slot(0, 0, level).unwrap();
        let materials: Vec<u8> = is.slot_batches(&slot).map(|(_, batch)| batch.material).collect();
        assert_eq!(materials, [0, 1], "both materials are still there");
    }
    assert_eq!(faces(&is, 1, 0, 1), faces(&was, 1, 0, 1), "nobody touched the hut");
    assert_eq!(reach(&back.bytes, 3), reach(&model, 3), "damage is not made");
    assert!(back.computed.iter().any(|line| line.contains("level 1: made of level 0")));
    let mut findings = ngi_formats::Findings::new(ngi_formats::Mode::Strict, false);
    ngi_formats::msh::check(&back.bytes, &mut findings);
    assert!(findings.is_empty(), "{:?}", findings.list());
    // The same every time.
    assert_eq!(import_parts(&json, &bin, &options).unwrap(), back);
}

#[test]
fn a_new_model_gets_levels_on_request() {
    let (_, json, bin) = widened();
    let options = ImportOptions { make_lods: true, ..ImportOptions::default() };
    let back = import_parts(&json, &bin, &options).unwrap();
    let model = Model::read(&back.bytes).unwrap();
    let counts: Vec<usize> = (0..3).map(|level| faces(&model, 0, 0, level)).collect();
    assert!(counts[1] * 2 <= counts[0] + 4 && counts[2] * 4 <= counts[0] + 8, "{counts:?}");
    assert!(model.slot(1, 0, 1).is_none(), "the hut has too few faces");
}
