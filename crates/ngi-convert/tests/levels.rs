//! Levels from pictures and meshes, there and back.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]
#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // of small numbers made here

use std::fs;
use std::path::{Path, PathBuf};

use ngi_convert::ExportOptions;
use ngi_convert::files::{FileExport, export_file};
use ngi_convert::level::{ImportedLevel, LevelImport, import_level, is_level};
use ngi_engine::arealmap::{Areals, LoadOptions};
use ngi_engine::landscape::Ground;
use ngi_formats::landscape::{FaceFilter, FaceFlags, Landscape};
use ngi_formats::wear::{Parser, Wear};
use ngi_verbs::check;
use ngi_vfs::locate;
use proptest::prelude::*;

/// A hilly height from 0 to 1, with a hollow near the middle.
fn height(u: f64, v: f64) -> f64 {
    let waves = (u * 7.0).sin() * (v * 5.0).cos() * 0.2 + 0.5;
    let hollow = (1.0 - ((u - 0.5).powi(2) + (v - 0.4).powi(2)) * 12.0).max(0.0);
    (waves - hollow * 0.45 + u * 0.2).clamp(0.0, 1.0)
}

/// A grey picture of 16 bits, north up.
fn heights_png(path: &Path, side: usize, number: impl Fn(usize, usize) -> u16) {
    let mut pixels = Vec::new();
    for row in 0..side {
        for column in 0..side {
            // From the south.
            pixels.extend(number(column, side - 1 - row).to_be_bytes());
        }
    }
    write_png(path, side, png::ColorType::Grayscale, png::BitDepth::Sixteen, &pixels);
}

fn write_png(path: &Path, side: usize, kind: png::ColorType, depth: png::BitDepth, pixels: &[u8]) {
    let side = u32::try_from(side).unwrap();
    let mut encoder = png::Encoder::new(fs::File::create(path).unwrap(), side, side);
    encoder.set_color(kind);
    encoder.set_depth(depth);
    encoder.write_header().unwrap().write_image_data(pixels).unwrap();
}

fn number_at(side: usize) -> impl Fn(usize, usize) -> u16 {
    move |x, y| {
        let share = |at: usize| at as f64 / (side - 1) as f64;
        (height(share(x), share(y)) * 65_535.0) as u16
    }
}

fn how<'a>(file: &'a Path, output: &'a Path) -> LevelImport<'a> {
    LevelImport {
        file,
        output,
        like: None,
        splat: None,
        water: None,
        lava: false,
        across: None,
        relief: None,
        axes: None,
        force: false,
    }
}

/// A level of pictures in a folder of its own.
fn made(folder: &Path, side: usize) -> (PathBuf, ImportedLevel) {
    let (heights, splat) = (folder.join("hills.png"), folder.join("ground.png"));
    heights_png(&heights, side, number_at(side));
    let colours: Vec<u8> = (0..64 * 64)
        .flat_map(|at| match (at % 64 / 16, at / 64 / 32) {
            (0, _) => [255, 0, 0],
            (1, 0) => [10, 200, 10],
            (2, _) => [0, 0, 90],
            _ => [0, 0, 0],
        })
        .collect();
    write_png(&splat, 64, png::ColorType::Rgb, png::BitDepth::Eight, &colours);
    let output = folder.join("DATA/MAPS/NEW");
    let how = LevelImport {
        splat: Some(&splat),
        water: Some(20.0),
        across: Some(640.0),
        relief: Some([0.0, 90.0]),
        ..how(&heights, &output)
    };
    assert!(is_level(&how, None));
    let done = import_level(&how).unwrap();
    (output, done)
}

fn findings(path: &Path, retail: bool) -> Vec<String> {
    let options = check::Options { retail, ..check::Options::default() };
    let report = check::check(&locate(path).unwrap(), &options, &()).unwrap();
    let told =
        |found: &check::Located| format!("{}: {}", found.finding.code.id, found.finding.message);
    report.findings.iter().map(told).collect()
}

fn ground(level: &Path) -> Ground {
    let bytes = fs::read(level.join("Land.msh")).unwrap();
    Ground::of(&Landscape::read(&bytes).unwrap())
}

/// Everything but the surface of liquids.
fn dry() -> FaceFilter {
    FaceFilter { forbidden: FaceFlags::LIQUID_SURFACE, ..FaceFilter::default() }
}

#[test]
fn a_level_from_nothing_but_pictures() {
    let folder = tempfile::tempdir().unwrap();
    let (level, done) = made(folder.path(), 65);
    assert_eq!(done.files.len(), 4);
    assert!(done.report.lost.is_empty(), "{:?}", done.report.lost);
    assert_eq!(findings(&level, false), Vec::<String>::new());
    assert_eq!(findings(&level, true), Vec::<String>::new());
    let bytes = fs::read(level.join("Land.msh")).unwrap();
    let land = Landscape::read(&bytes).unwrap();
    assert!(land.level_faces(1).len() < land.level_faces(0).len() / 2, "two levels of detail");
    // All four kinds of ground, the water and its bed.
    let mut rows: Vec<u8> = land.faces.iter().flat_map(|face| face.pair()).collect();
    rows.sort_unstable();
    rows.dedup();
    assert_eq!(rows, [1, 2, 3, 4, 5, 6, 255]);
    let wear = fs::read(level.join("Land1.wea")).unwrap();
    let names: Vec<String> = Wear::read(&wear, Parser::File)
        .unwrap()
        .rows()
        .map(|row| ngi_formats::text::decode(row.name))
        .collect();
    assert_eq!(names, ["B_S0", "L01", "L03", "L05", "L07", "WATER", "WATER_BOT"]);
}

#[test]
fn the_ground_is_as_high_as_the_picture() {
    let folder = tempfile::tempdir().unwrap();
    let (level, _) = made(folder.path(), 65);
    let ground = ground(&level);
    let number = number_at(65);
    for (x, y) in (0..65).flat_map(|x| (0..65).map(move |y| (x, y))) {
        let wanted = 90.0 * f32::from(number(x, y)) / 65_535.0;
        let at = [x as f32 * 10.0, y as f32 * 10.0];
        let found = ground.height(at, &dry()).unwrap_or_else(|| panic!("{at:?}"));
        assert!((found.z - wanted).abs() < 1e-3, "{at:?}: {} {wanted}", found.z);
    }
    // Between the points: against every face, one after the other.
    let bytes = fs::read(level.join("Land.msh")).unwrap();
    let land = Landscape::read(&bytes).unwrap();
    for at in 0..200u32 {
        let place = [(at * 7919 % 6390) as f32 / 10.0, (at * 104_729 % 6390) as f32 / 10.0];
        let brute = land
            .level_faces(0)
            .filter_map(|index| land.faces.get(index))
            .filter(|face| !face.is_liquid())
            .filter_map(|face| height_in(land.corners(&face)?, place))
            .fold(f64::NEG_INFINITY, f64::max);
        let found = f64::from(ground.height(place, &dry()).unwrap().z);
        assert!((found - brute).abs() < 1e-2, "{place:?}: {found} {brute}");
    }
}

fn height_in(corners: [[f32; 3]; 3], [x, y]: [f32; 2]) -> Option<f64> {
    let [a, b, c] = corners.map(|corner| corner.map(f64::from));
    let (x, y) = (f64::from(x), f64::from(y));
    let side = |p: [f64; 3], q: [f64; 3]| (q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0]);
    let (u, v, w) = (side(b, c), side(c, a), side(a, b));
    let whole = u + v + w;
    let inside = u >= -1e-7 && v >= -1e-7 && w >= -1e-7;
    inside.then(|| (u * a[2] + v * b[2] + w * c[2]) / whole)
}

#[test]
fn there_are_ways_over_the_new_ground() {
    let folder = tempfile::tempdir().unwrap();
    let (level, done) = made(folder.path(), 65);
    let bytes = fs::read(level.join("Land.map")).unwrap();
    let areals = Areals::load(&bytes, &LoadOptions::default()).unwrap();
    let walked = (0..areals.len()).filter(|&at| areals.is_walkable(at)).count();
    assert!(walked > 20 && areals.len() - walked > 5, "{walked} of {}", areals.len());
    assert!((0..areals.len()).any(|at| areals.is_lake(at)), "a lake");
    // From one walked areal to all others that hang together with it.
    let walked: Vec<usize> = (0..areals.len()).filter(|&at| areals.is_walkable(at)).collect();
    let centre = |at: usize| areals.areal(at).unwrap().centre;
    let ways = walked.iter().skip(1).filter(|&&to| {
        let route = areals.router().route(centre(walked[0]), centre(to), &Default::default());
        route.is_ok_and(|route| route.areals.len() > 1)
    });
    assert!(ways.count() > walked.len() / 2, "{} areals, {:?}", walked.len(), done.report.computed);
}

fn export(level: &Path, file: &str, to: &Path) {
    let node = locate(&if file.is_empty() { level.to_owned() } else { level.join(file) }).unwrap();
    let how = FileExport {
        output: to,
        to: None,
        options: ExportOptions::default(),
        game: None,
        force: true,
    };
    export_file(&node, &how).unwrap();
}

/// Files of two levels that differ.
fn differing(a: &Path, b: &Path) -> Vec<&'static str> {
    let names = ["Land.msh", "Land.map", "Land1.wea", "Land2.wea"];
    let differ = |name: &&str| fs::read(a.join(name)).unwrap() != fs::read(b.join(name)).unwrap();
    names.into_iter().filter(differ).collect()
}

#[test]
fn what_nobody_touched_comes_back_byte_for_byte() {
    let folder = tempfile::tempdir().unwrap();
    let (level, _) = made(folder.path(), 65);
    for (file, name) in
        [("Land.msh", "out.png"), ("", "out.glb"), ("", "out.gltf"), ("", "out.obj")]
    {
        let out = folder.path().join(name);
        export(&level, file, &out);
        let back = folder.path().join(format!("DATA/MAPS/{}", name.replace('.', "_")));
        let how = LevelImport { like: Some(&level), ..how(&out, &back) };
        assert!(is_level(&how, None), "{name}");
        let done = import_level(&how).unwrap();
        assert_eq!(differing(&level, &back), [""; 0], "{name}: {:?}", done.report);
        assert!(done.report.lost.is_empty(), "{name}: {:?}", done.report.lost);
    }
}

#[test]
fn a_painted_picture_moves_the_ground_where_it_was_painted() {
    let folder = tempfile::tempdir().unwrap();
    let (level, _) = made(folder.path(), 65);
    let out = folder.path().join("out.png");
    export(&level, "Land.msh", &out);
    let decoder = png::Decoder::new(std::io::BufReader::new(fs::File::open(&out).unwrap()));
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    let side = reader.info().width as usize;
    // A hill in the north-west.
    for (at, pixel) in pixels.as_chunks_mut::<2>().0.iter_mut().enumerate() {
        let (x, y) = (at % side, at / side);
        if x < side / 4 && y < side / 4 {
            *pixel = u16::from_be_bytes(*pixel).saturating_add(9000).to_be_bytes();
        }
    }
    write_png(&out, side, png::ColorType::Grayscale, png::BitDepth::Sixteen, &pixels);
    let back = folder.path().join("DATA/MAPS/HILL");
    import_level(&LevelImport { like: Some(&level), ..how(&out, &back) }).unwrap();
    assert_eq!(findings(&back, false), Vec::<String>::new());
    assert_eq!(differing(&level, &back), ["Land.msh", "Land.map"]);
    let (before, after) = (ground(&level), ground(&back));
    let rise =
        |at: [f32; 2]| after.height(at, &dry()).unwrap().z - before.height(at, &dry()).unwrap().z;
    assert!(rise([50.0, 600.0]) > 5.0, "{}", rise([50.0, 600.0]));
    assert_eq!(rise([500.0, 100.0]).to_bits(), 0.0f32.to_bits());
    // Its areals went along.
    let bytes = fs::read(back.join("Land.map")).unwrap();
    let map = ngi_formats::arealmap::read_file(&bytes).unwrap();
    for [x, y, z] in map.areals().filter(|a| !a.head.class.is_lake()).flat_map(|a| a.polygon()) {
        let on = after.height([x, y], &dry()).unwrap().z;
        assert!((on - z).abs() < 1e-3, "{x} {y}: {z} {on}");
    }
}

#[test]
fn a_sculpted_and_painted_mesh_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let (level, _) = made(folder.path(), 65);
    let out = folder.path().join("out.obj");
    export(&level, "", &out);
    let text = fs::read_to_string(&out).unwrap();
    let mut changed = String::new();
    for line in text.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let line = match words.as_slice() {
            // The south-west is 25 units higher.
            ["v", x, y, z]
                if x.parse::<f32>().unwrap() < 100.0 && y.parse::<f32>().unwrap() < 100.0 =>
            {
                format!("v {x} {y} {}", z.parse::<f32>().unwrap() + 25.0)
            }
            ["usemtl", "L07"] => "usemtl L99".to_owned(),
            _ => line.to_owned(),
        };
        changed.push_str(&line);
        changed.push('\n');
    }
    fs::write(&out, changed).unwrap();
    let back = folder.path().join("DATA/MAPS/SCULPTED");
    let done = import_level(&LevelImport { like: Some(&level), ..how(&out, &back) }).unwrap();
    assert_eq!(findings(&back, false), Vec::<String>::new(), "{:?}", done.report);
    let (before, after) = (ground(&level), ground(&back));
    let rise =
        |at: [f32; 2]| after.height(at, &dry()).unwrap().z - before.height(at, &dry()).unwrap().z;
    assert!((rise([45.0, 45.0]) - 25.0).abs() < 1e-3);
    assert_eq!(rise([400.0, 400.0]).to_bits(), 0.0f32.to_bits());
    let wear = fs::read(back.join("Land1.wea")).unwrap();
    assert!(String::from_utf8_lossy(&wear).contains("7 L99"), "a new row");
    let bytes = fs::read(back.join("Land.msh")).unwrap();
    let land = Landscape::read(&bytes).unwrap();
    let uses = |row: u8| land.faces.iter().any(|face| face.material == row);
    assert!(uses(7) && !uses(4), "painted faces wear it");
    assert!(done.report.told.iter().any(|line| line.contains("L99")), "{:?}", done.report);
}

/// The numbers of an accessor of four floats each, and where they are.
fn colours(json: &serde_json::Value, accessor: &serde_json::Value) -> (usize, usize) {
    let number = |value: &serde_json::Value| usize::try_from(value.as_u64().unwrap_or(0)).unwrap();
    let accessor = &json["accessors"][number(accessor)];
    assert_eq!((&accessor["type"], &accessor["componentType"]), (&"VEC4".into(), &5126.into()));
    let view = &json["bufferViews"][number(&accessor["bufferView"])];
    (number(&view["byteOffset"]), number(&accessor["count"]))
}

#[test]
fn how_opaque_the_ground_is_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let (level, _) = made(folder.path(), 65);
    let out = folder.path().join("out.gltf");
    export(&level, "", &out);
    let json: serde_json::Value = serde_json::from_slice(&fs::read(&out).unwrap()).unwrap();
    let mut bin = fs::read(out.with_extension("bin")).unwrap();
    let meshes = json["meshes"].as_array().unwrap();
    let primitives = meshes.iter().flat_map(|mesh| mesh["primitives"].as_array().unwrap());
    let mut half = 0;
    for primitive in primitives {
        let accessor = &primitive["attributes"]["COLOR_0"];
        if accessor.is_null() {
            continue;
        }
        let (start, count) = colours(&json, accessor);
        // What was opaque is only half so; what was a little off stays what it was.
        for at in (0..count).map(|vertex| start + vertex * 16 + 12) {
            let alpha: &mut [u8] = &mut bin[at..at + 4];
            let was = f32::from_le_bytes(alpha.try_into().unwrap());
            let now = if was == 1.0 { 0.5 } else { was + 0.002 };
            half += usize::from(was == 1.0);
            alpha.copy_from_slice(&now.to_le_bytes());
        }
    }
    assert!(half > 0);
    fs::write(out.with_extension("bin"), bin).unwrap();
    let back = folder.path().join("DATA/MAPS/FADED");
    let done = import_level(&LevelImport { like: Some(&level), ..how(&out, &back) }).unwrap();
    assert!(done.report.computed.iter().any(|line| line.starts_with("alphas of ")), "{done:?}");
    let [before, after] = [&level, &back].map(|level| fs::read(level.join("Land.msh")).unwrap());
    let (before, after) = (Landscape::read(&before).unwrap(), Landscape::read(&after).unwrap());
    let second: std::collections::BTreeSet<u16> = before
        .faces
        .iter()
        .filter(|face| face.second().is_some())
        .flat_map(|f| f.vertices)
        .collect();
    for vertex in 0..before.positions.len() {
        let [was, now] =
            [&before, &after].map(|land| land.alphas.as_ref().unwrap().get(vertex).unwrap());
        let is_over = second.contains(&u16::try_from(vertex).unwrap());
        let wanted = if is_over && was == 1.0 { 0.5 } else { was };
        assert_eq!(now.to_bits(), wanted.to_bits(), "{vertex}: {was} {now}");
    }
    assert_eq!(findings(&back, false), Vec::<String>::new());
}

#[test]
fn a_level_has_as_many_quads_as_faces_have_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let heights = folder.path().join("hills.png");
    heights_png(&heights, 257, number_at(257));
    let level = folder.path().join("DATA/MAPS/FINE");
    let how = LevelImport { across: Some(1600.0), ..how(&heights, &level) };
    import_level(&how).unwrap();
    assert_eq!(findings(&level, true), Vec::<String>::new());
    let bytes = fs::read(level.join("Land.msh")).unwrap();
    let land = Landscape::read(&bytes).unwrap();
    assert_eq!(land.level_faces(0).len(), 160 * 160 * 2);
    assert_eq!(land.level_faces(1).len(), 80 * 80 * 2);
}

#[test]
fn a_mesh_without_a_reference_becomes_a_level() {
    let folder = tempfile::tempdir().unwrap();
    let (level, _) = made(folder.path(), 65);
    let out = folder.path().join("out.glb");
    export(&level, "", &out);
    let back = folder.path().join("ELSEWHERE/MAPS/AGAIN");
    let done = import_level(&LevelImport { water: Some(20.0), ..how(&out, &back) }).unwrap();
    assert_eq!(findings(&back, false), Vec::<String>::new());
    assert!(!done.report.lost.is_empty(), "its triangles are others");
    let (before, after) = (ground(&level), ground(&back));
    for at in [[100.0, 100.0], [320.0, 500.0], [600.0, 40.0]] {
        let [a, b] = [&before, &after].map(|ground| ground.height(at, &dry()).unwrap().z);
        assert!((a - b).abs() < 3.0, "{at:?}: {a} {b}");
    }
}

#[test]
fn large_pictures_are_told_what_is_lost_between_points() {
    let folder = tempfile::tempdir().unwrap();
    let (level, done) = made(folder.path(), 513);
    assert_eq!(findings(&level, false), Vec::<String>::new());
    let told = done.report.told.join("\n");
    assert!(told.contains("differs from the heights"), "{told}");
}

#[test]
fn nothing_is_written_where_something_is_in_the_way() {
    let folder = tempfile::tempdir().unwrap();
    let (level, _) = made(folder.path(), 33);
    let before = fs::read(level.join("Land.msh")).unwrap();
    fs::remove_file(level.join("Land.map")).unwrap();
    let heights = folder.path().join("hills.png");
    let error = import_level(&how(&heights, &level)).unwrap_err().to_string();
    assert!(error.contains("Land.msh"), "{error}");
    assert!(
        !level.join("Land.map").exists() && fs::read(level.join("Land.msh")).unwrap() == before
    );
    import_level(&LevelImport { force: true, ..how(&heights, &level) }).unwrap();
    assert!(level.join("Land.map").exists());
    let left = fs::read_dir(folder.path().join("DATA/MAPS")).unwrap().count();
    assert_eq!(left, 1, "nothing is left behind");
}

#[test]
fn what_is_no_height_map_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let (file, output) = (folder.path().join("x.png"), folder.path().join("MAPS/X"));
    let refused = |says: &str| {
        let error = import_level(&how(&file, &output)).unwrap_err().to_string();
        assert!(error.contains(says), "{error}");
        assert!(!output.exists());
    };
    fs::write(&file, b"no picture").unwrap();
    refused("no PNG");
    write_png(
        &file,
        2,
        png::ColorType::Rgb,
        png::BitDepth::Eight,
        &[1, 2, 3, 1, 1, 1, 2, 2, 2, 3, 3, 3],
    );
    refused("has colours");
    write_png(&file, 1, png::ColorType::Grayscale, png::BitDepth::Eight, &[1]);
    refused("1 × 1 pixels");
    // A row that is not there.
    heights_png(&file, 33, number_at(33));
    let splat = folder.path().join("splat.png");
    write_png(&splat, 2, png::ColorType::Grayscale, png::BitDepth::Eight, &[1, 2, 3, 77]);
    let how = LevelImport { splat: Some(&splat), ..how(&file, &output) };
    let error = import_level(&how).unwrap_err().to_string();
    assert!(error.contains("row 77"), "{error}");
}

#[test]
fn other_pictures_and_meshes_stay_what_they_were() {
    let folder = tempfile::tempdir().unwrap();
    for (file, output) in
        [("p.png", "PANEL.0"), ("p.png", "x/PANEL"), ("m.glb", "new.msh"), ("m.glb", "new")]
    {
        let (file, output) = (folder.path().join(file), folder.path().join(output));
        assert!(!is_level(&how(&file, &output), None), "{}", output.display());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn no_bytes_make_it_panic(mut bytes in proptest::collection::vec(any::<u8>(), 0..300), at in 0..2usize) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(["x.png", "x.glb"][at]);
        if at == 0 {
            bytes.splice(0..0, *b"\x89PNG\r\n\x1a\n");
        }
        fs::write(&file, &bytes).unwrap();
        let output = folder.path().join("MAPS/X");
        prop_assert!(import_level(&how(&file, &output)).is_err());
        prop_assert!(!output.exists());
    }
}
