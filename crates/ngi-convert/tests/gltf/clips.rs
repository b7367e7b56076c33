//! Animation from other programs: other rates, several clips.

use super::*;

/// Adds floats to the file; gives the accessor.
fn add(json: &mut Value, bin: &mut Vec<u8>, rows: &[Vec<f32>], kind: &str) -> usize {
    let start = bin.len();
    bin.extend(rows.iter().flatten().flat_map(|value| value.to_le_bytes()));
    let views = json["bufferViews"].as_array_mut().unwrap();
    views.push(json!({"buffer": 0, "byteOffset": start, "byteLength": bin.len() - start}));
    let view = views.len() - 1;
    let accessors = json["accessors"].as_array_mut().unwrap();
    accessors.push(
        json!({"bufferView": view, "componentType": 5126, "count": rows.len(), "type": kind}),
    );
    let accessor = accessors.len() - 1;
    json["buffers"][0]["byteLength"] = json!(bin.len());
    accessor
}

/// A clip that lifts nodes: the times, each with a height.
fn lift(json: &mut Value, bin: &mut Vec<u8>, name: &str, nodes: &[usize], keys: &[(f32, f32)]) {
    let times: Vec<Vec<f32>> = keys.iter().map(|key| vec![key.0]).collect();
    let heights: Vec<Vec<f32>> = keys.iter().map(|key| vec![0.0, key.1, 0.0]).collect();
    let (input, output) = (add(json, bin, &times, "SCALAR"), add(json, bin, &heights, "VEC3"));
    let channels: Vec<Value> = nodes
        .iter()
        .map(|node| json!({"sampler": 0, "target": {"node": node, "path": "translation"}}))
        .collect();
    let clip = json!({
        "name": name, "channels": channels, "samplers": [{"input": input, "output": output}],
    });
    json["animations"].as_array_mut().unwrap().push(clip);
}

/// The crane without its clip, for others to be put in.
fn still() -> (Vec<u8>, Value, Vec<u8>) {
    let model = crane();
    let (mut json, bin) = taken_apart(&model, &ExportOptions::default());
    json["animations"] = json!([]);
    (model, json, bin)
}

/// Times and heights of a node's keys.
fn keys(bytes: &[u8], node: usize) -> Vec<(f32, f32)> {
    let doc = ngi_formats::msh::ModelDoc::open(bytes).unwrap();
    let plan = Blueprint::of(&doc).unwrap();
    plan.nodes[node].track.keys.iter().map(|key| (key.time, key.position[2])).collect()
}

#[test]
fn keys_at_another_rate_are_the_frames_of_the_game() {
    for rate in [24.0f32, 30.0, 60.0, 30_000.0 / 1001.0] {
        let (model, mut json, mut bin) = still();
        let times = [(0.0 / rate, 0.0), (7.0 / rate, 1.0), (31.0 / rate, 4.0)];
        lift(&mut json, &mut bin, "lift", &[0], &times);
        for extras in [true, false] {
            if !extras {
                json["scenes"][0].as_object_mut().unwrap().remove("extras");
            }
            let back = import_parts(&json, &bin, &like(&model)).unwrap();
            assert_eq!(keys(&back.bytes, 0), [(0.0, 0.0), (7.0, 1.0), (31.0, 4.0)], "{rate}");
            let told: Vec<_> =
                back.told.iter().filter(|line| line.contains("per second")).collect();
            let [line] = told.as_slice() else { panic!("{:?}", back.told) };
            assert!(line.contains(&format!("at {rate} ")), "{line}");
            assert!(line.contains("nothing is resampled"), "{line}");
        }
    }
}

#[test]
fn keys_at_the_rate_that_was_said_are_not_spoken_of() {
    let (model, mut json, mut bin) = still();
    lift(&mut json, &mut bin, "lift", &[0], &[(0.0, 0.0), (0.44, 1.0), (2.0, 4.0)]);
    let back = import_parts(&json, &bin, &like(&model)).unwrap();
    assert_eq!(keys(&back.bytes, 0), [(0.0, 0.0), (11.0, 1.0), (50.0, 4.0)]);
    assert_eq!(back.told, [""; 0]);
}

#[test]
fn resampling_is_told_with_its_largest_error() {
    let (model, mut json, mut bin) = still();
    // A peak between frames 12 and 13: at 12 the way is 0.96 high, at 13 it is 0.98 again.
    lift(&mut json, &mut bin, "lift", &[0], &[(0.0, 0.0), (0.5, 1.0), (1.0171, 0.0)]);
    let back = import_parts(&json, &bin, &like(&model)).unwrap();
    let [line] = back.told.as_slice() else { panic!("{:?}", back.told) };
    assert!(line.contains("1 node resampled at 25 frames per second"), "{line}");
    // Halfway between 24/25 and the value at 0.52 s, off from 1: worked out by hand.
    let at = |time: f32| if time < 0.5 { time * 2.0 } else { 1.0 - (time - 0.5) / 0.5171 };
    let off = 1.0 - (at(0.48) + at(0.52)) / 2.0;
    assert!(line.contains(&format!("at most {off:.4} units and 0.000°")), "{line}: {off}");
    // Asked for, the seconds stay: keys at 24 per second are resampled at 25, and that is told.
    let (model, mut json, mut bin) = still();
    lift(&mut json, &mut bin, "lift", &[0], &[(0.0, 0.0), (7.0 / 24.0, 1.0), (1.0, 0.0)]);
    let options = ImportOptions { fps: Some(25.0), ..like(&model) };
    let back = import_parts(&json, &bin, &options).unwrap();
    assert_eq!(keys(&back.bytes, 0).len(), 26);
    assert!(back.told[0].contains("resampled at 25 frames per second"), "{:?}", back.told);
}

/// A clip as a program writes it that works at another rate: a key per frame of its own, straight
/// from key to key, nothing behind its last whole frame.
fn seen_at(rate: f32, json: &mut Value, bin: &mut Vec<u8>) {
    let old = json.clone();
    for (at, sampler) in old["animations"][0]["samplers"].as_array().unwrap().iter().enumerate() {
        let times: Vec<f32> =
            floats(&old, bin, &sampler["input"], 1).iter().map(|time| time[0]).collect();
        let kind = old["accessors"][sampler["output"].as_u64().unwrap() as usize]["type"].clone();
        let kind = kind.as_str().unwrap();
        let values = floats(&old, bin, &sampler["output"], if kind == "VEC4" { 4 } else { 3 });
        let frames = (times.last().unwrap() * rate).floor() as usize + 1;
        let dense: Vec<Vec<f32>> = (0..frames).map(|frame| vec![frame as f32 / rate]).collect();
        let seen = resampled(&times, &values, rate, frames);
        let input = add(json, bin, &dense, "SCALAR");
        let output = add(json, bin, &seen, kind);
        json["animations"][0]["samplers"][at] = json!({"input": input, "output": output});
    }
}

#[test]
fn an_untouched_clip_comes_back_at_any_rate() {
    let model = crane();
    for rate in [24.0, 30.0, 60.0] {
        let (mut json, mut bin) = taken_apart(&model, &ExportOptions::default());
        seen_at(rate, &mut json, &mut bin);
        let back = import_parts(&json, &bin, &like(&model)).unwrap();
        assert!(back.bytes == model, "{rate}: {:?}", back.computed);
        assert!(back.told[0].contains(&format!("seen at {rate}")), "{:?}", back.told);
    }
}

#[test]
fn beside_an_untouched_clip_a_new_key_stays_at_its_moment() {
    let model = crane();
    let (mut json, mut bin) = taken_apart(&model, &ExportOptions::default());
    seen_at(24.0, &mut json, &mut bin);
    // The base rises for a second in the same clip: 25 frames of the game.
    let times = [0.0, 12.0 / 24.0, 1.0].map(|time| vec![time]);
    let heights = [0.0, 0.8, 1.0].map(|height| vec![0.0, height, 0.0]);
    let input = add(&mut json, &mut bin, &times, "SCALAR");
    let output = add(&mut json, &mut bin, &heights, "VEC3");
    let clip = &mut json["animations"][0];
    clip["samplers"].as_array_mut().unwrap().push(json!({"input": input, "output": output}));
    let sampler = clip["samplers"].as_array().unwrap().len() - 1;
    let channel = json!({"sampler": sampler, "target": {"node": 0, "path": "translation"}});
    clip["channels"].as_array_mut().unwrap().push(channel);
    let back = import_parts(&json, &bin, &like(&model)).unwrap();
    assert_eq!(keys(&back.bytes, 1), keys(&model, 1), "what nobody touched keeps its keys");
    let last = *keys(&back.bytes, 0).last().unwrap();
    assert_eq!(last.0, 25.0);
    assert!((last.1 - 1.0).abs() < 1e-5);
    assert!(back.told[1].contains("1 node resampled at 25"), "{:?}", back.told);
}

#[test]
fn clips_that_move_different_nodes_are_one() {
    let (model, mut json, mut bin) = still();
    lift(&mut json, &mut bin, "up", &[0], &[(0.0, 0.0), (0.4, 1.0)]);
    lift(&mut json, &mut bin, "down", &[2], &[(0.0, 0.0), (0.8, -1.0)]);
    let back = import_parts(&json, &bin, &like(&model)).unwrap();
    assert_eq!(keys(&back.bytes, 0), [(0.0, 0.0), (10.0, 1.0)]);
    assert_eq!(keys(&back.bytes, 2), [(0.0, 0.0), (20.0, -1.0)]);
    assert_eq!(back.told, ["animation: 2 clips move different nodes and are one: up, down"]);
    let options = ImportOptions { clip: Some("down"), ..like(&model) };
    let back = import_parts(&json, &bin, &options).unwrap();
    assert_eq!(keys(&back.bytes, 0).len(), 1, "the other one was asked for");
}

#[test]
fn between_clips_that_move_the_same_node_one_is_chosen_by_name() {
    let model = crane();
    let (mut json, bin) = taken_apart(&model, &ExportOptions::default());
    let mut second = json["animations"][0].clone();
    second["name"] = json!("run");
    json["animations"].as_array_mut().unwrap().push(second);
    let error = import_parts(&json, &bin, &like(&model)).unwrap_err().to_string();
    for part in ["animation, run", "node \"arm\"", "--clip"] {
        assert!(error.contains(part), "{error}");
    }
    let options = ImportOptions { clip: Some("run"), ..like(&model) };
    assert_eq!(import_parts(&json, &bin, &options).unwrap().bytes, model);
    let options = ImportOptions { clip: Some("walk"), ..like(&model) };
    let error = import_parts(&json, &bin, &options).unwrap_err().to_string();
    assert!(error.contains("no clip walk; there are animation, run"), "{error}");
}
