//! Small sound files, one kind each, to be broken.

use ngi_formats::fxid::{self, Body, Command, CommandFlags, EffectBuf, Opcode, Reference};
use ngi_formats::landscape::{GroundPlan, Lake, Surface};
use ngi_formats::mat0::{self, BlendMode, LerpMask, MaterialBuf, Mode, TrackBuf};
use ngi_formats::msh::{
    BatchWord, Blueprint, Face, Key, LightmapUv, Mesh, Part, PathLink, PathNode, PathTables,
    PlainNode, Streams, Track, resource,
};
use ngi_formats::nres::{Editor, NewEntry};
use ngi_formats::objects::{LIBRARY, ObjectKind, RecordBuf, Slot};
use ngi_formats::pal::{Palette, PaletteFile, Table};
use ngi_formats::rsli::{self, Method};
use ngi_formats::sky::{Event, KeyframeBuf, SectionBuf, Sky, SkyBuf, Stamp};
use ngi_formats::swav::{Pcm, USUAL_RATE};
use ngi_formats::texm::{Image, Levels, Options, Page, PixelFormat, Rect, Texm};
use ngi_formats::unit::{self, PartClass, UnitBuf, UnitType};
use ngi_formats::{Result, arealmap, builddat, exp, wear};

use super::change::Change;

/// Sound files; the first one is broken, the others are what it needs around it.
#[derive(Debug, Clone)]
pub struct Sample {
    /// What it is called in the recipes.
    pub name: &'static str,
    /// Names and bytes.
    pub files: Vec<(String, Vec<u8>)>,
}

impl Sample {
    /// The files with the first one changed.
    pub fn changed(&self, change: &Change) -> Result<Vec<(String, Vec<u8>)>> {
        let mut files = self.files.clone();
        if let Some((name, bytes)) = files.first_mut() {
            *bytes = change.apply(name, bytes)?;
        }
        Ok(files)
    }
}

pub(super) fn one(name: &'static str, file: &str, bytes: Vec<u8>) -> Sample {
    Sample { name, files: vec![(file.to_owned(), bytes)] }
}

/// An entry of an archive: type, name, attributes, payload.
type Entry = ([u8; 4], &'static str, [u32; 3], Vec<u8>);

/// An archive of entries.
pub(super) fn archive(entries: &[Entry]) -> Result<Vec<u8>> {
    let mut editor = Editor::new();
    for (type_id, name, [attr1, attr2, attr3], payload) in entries {
        let entry = NewEntry::new(*type_id, name)?.attributes(*attr1, *attr2, *attr3);
        editor.add(entry, payload.as_slice())?;
    }
    editor.write()
}

/// Every sample. Those whose names begin with `bad_` are broken as they are.
pub fn samples() -> Result<Vec<Sample>> {
    let mut all = vec![
        one("nres", "words.lib", words()?),
        one("rsli", "packed.rlb", packed()?),
        one("sprites", "sprites.lib", packed()?),
        one("model", "model.msh", model(false)?),
        one("lit_model", "lit_model.msh", model(true)?),
        one("land", "Land.msh", land(Some(0.5))?),
        one("dry_land", "Land.msh", land(None)?),
        one("areal", "Land.map", areal_map()?),
        one("material", "Material.lib", archive(&[material()?])?),
        one("wear", "sample.wea", wear(&["STONE", "MOSS"], &[])?),
        one("lit_wear", "sample.wea", wear(&["STONE", "MOSS"], &["LIGHT.0"])?),
        one("long_wear", "sample.wea", wear(&["STONE"; 255], &[])?),
        one("bad_long_wear", "sample.wea", wear(&["STONE"; 256], &[])?),
        one("bad_lit_wear", "sample.wea", wear(&["STONE"], &["LIGHT.0", "LIGHT.0"])?),
        one(
            "twins",
            "twins.lib",
            archive(&[
                (*b"TEXT", "same", [0; 3], vec![1; 8]),
                (*b"DATA", "same", [0; 3], vec![2; 8]),
            ])?,
        ),
        one("explosion", "blast.exp", crate::effects::blast("boom", 100.0, 5.0)?),
        one("build_list", "BuildDat.lst", crate::maps::build_list()?),
        one("object", "objects.rlb", objects()?),
        one("unit", "robot.dat", robot(unit::Part::new(b"gun", PartClass::GUN, 2)?)?),
        one("effect", "effects.rlb", effects()?),
    ];
    for (name, format, cells) in [
        ("texture", PixelFormat::ARGB4444, true),
        ("texture_888", PixelFormat::RGB888, false),
        ("texture_0", PixelFormat::PALETTED, false),
    ] {
        let entry = (*b"Texm", "WALL.0", [0, 0, 1], texture(format, cells)?);
        all.push(one(name, "Textures.lib", archive(&[entry])?));
    }
    let entry = (*b"PALT", "A.PAL", [0, 0, 1], palette());
    all.push(one("palette", "palettes.lib", archive(&[entry])?));
    all.push(one("sound", "sounds.lib", archive(&[sound(false)?])?));
    all.push(one("packed_sound", "sounds.lib", archive(&[sound(true)?])?));
    all.push(one("sky", "sky.ske", sky()?));
    all.push(one("long_sky", "sky.ske", more_sky(1, 3)?));
    all.push(one("bad_long_sky", "sky.ske", more_sky(2, 3)?));
    all.push(one("bad_old_sky", "sky.ske", more_sky(1, 2)?));
    all.push(one(
        "bad_nameless_sky",
        "sky.ske",
        changed_sky(|keyframe| {
            keyframe.effects = Some(vec![Vec::new()]);
        })?,
    ));
    all.push(one(
        "bad_named_sky",
        "sky.ske",
        changed_sky(|keyframe| {
            if let Some(name) = keyframe.more_names.first_mut() {
                *name = b"x".to_vec();
            }
        })?,
    ));
    all.push(one("sky_wear", "sky.wea", wear(&["STONE"; 9], &[])?));
    all.extend(super::missions::samples()?);
    all.extend(among()?);
    let game = all.iter().find(|sample| sample.name == "game_model");
    let game = game.map(|sample| sample.files.clone()).unwrap_or_default();
    all.extend(super::sidecars::samples(game)?);
    all.extend(bad()?);
    all.extend(super::special::samples()?);
    all.extend(super::texts::samples()?);
    Ok(all)
}

/// Files that name each other.
fn among() -> Result<Vec<Sample>> {
    let file = |name: &str, bytes: Vec<u8>| (name.to_owned(), bytes);
    let materials = || archive(&[material()?]);
    let wall = (*b"Texm", "WALL.0", [0, 0, 1], texture(PixelFormat::ARGB4444, true)?);
    let font = (*b"Texm", "FONT.A", [0, 0, 1], texture_2()?);
    let light = (*b"Texm", "LIGHT.0", [0, 0, 1], texture(PixelFormat::RGB565, false)?);
    let palettes = archive(&[(*b"PALT", "A.PAL", [0, 0, 1], palette())])?;
    let textures = archive(&[wall, font])?;
    let lightmaps = archive(&[light])?;
    let dressed = archive(&[
        (*b"MESH", "a.msh", [0, 0, 1], model(true)?),
        (*b"WEAR", "a.wea", [0, 0, 1], wear(&["STONE", "STONE", "STONE"], &["LIGHT.0"])?),
    ])?;
    let game = |first: (String, Vec<u8>)| -> Result<Vec<(String, Vec<u8>)>> {
        let rest = [
            file("Material.lib", materials()?),
            file("Textures.lib", textures.clone()),
            file("LightMap.lib", lightmaps.clone()),
            file("palettes.lib", palettes.clone()),
            file("bases.rlb", dressed.clone()),
            file("sounds.lib", archive(&[sound(false)?])?),
            file("effects.rlb", effects()?),
        ];
        let name = first.0.clone();
        Ok([first]
            .into_iter()
            .chain(rest.into_iter().filter(|(other, _)| *other != name))
            .collect())
    };
    let sky_files = || -> Result<[super::missions::File; 2]> {
        Ok([file("sky.ske", sky()?), file("sky.wea", wear(&["STONE"; 9], &[])?)])
    };
    let mut all = vec![
        Sample { name: "game_material", files: game(file("Material.lib", materials()?))? },
        Sample { name: "game_textures", files: game(file("Textures.lib", textures.clone()))? },
        Sample { name: "game_lightmaps", files: game(file("LightMap.lib", lightmaps.clone()))? },
        Sample { name: "game_palettes", files: game(file("palettes.lib", palettes.clone()))? },
        Sample { name: "game_model", files: game(file("bases.rlb", dressed.clone()))? },
        Sample { name: "game_object", files: game(file("objects.rlb", objects()?))? },
        Sample {
            name: "game_explosion",
            files: game(file("blast.exp", crate::effects::blast("all", 100.0, 5.0)?))?,
        },
        Sample {
            name: "game_sky",
            files: game(file("sky.ske", sky()?))?
                .into_iter()
                .chain(sky_files()?.into_iter().skip(1))
                .collect(),
        },
        Sample { name: "bad_sky_alone", files: game(file("sky.ske", sky()?))? },
        Sample { name: "game_effect", files: game(file("effects.rlb", effects()?))? },
        Sample {
            name: "game_unit",
            files: unit_game(robot(unit::Part::new(b"gun", PartClass::GUN, 2)?)?)?,
        },
        Sample {
            name: "bad_unit_slot",
            files: unit_game(robot(unit::Part::new(b"engine", PartClass::INTERNAL, 0)?)?)?,
        },
    ];
    for (name, bytes) in super::missions::in_game()? {
        let mut files = game(file("data.tma", bytes))?;
        files.extend(super::missions::around()?);
        files.extend(sky_files()?.into_iter().skip(usize::from(name == "bad_mission_sky")));
        all.push(Sample { name, files });
    }
    Ok(all)
}

/// Files that are broken as they are, where no small change breaks a sound one.
fn bad() -> Result<Vec<Sample>> {
    let file = |name: &str, bytes: Vec<u8>| (name.to_owned(), bytes);
    let list = |sections: &[(&str, Vec<&str>)]| -> Result<Vec<u8>> {
        Ok(builddat::Editor::of_sections(sections)?.into_bytes())
    };
    let mut kinds: Vec<(&str, Vec<&str>)> =
        builddat::CATEGORIES.iter().map(|kind| (kind.name, vec!["a.dat"])).collect();
    kinds.push(("Mine", vec!["b.dat"]));
    let twice = list(&kinds)?;
    kinds.pop();
    let mut lost = kinds.clone();
    lost.iter_mut().take(1).for_each(|(_, paths)| paths.push("lost.dat"));
    let lost = list(&lost)?;
    kinds.iter_mut().take(1).for_each(|(_, paths)| paths.push(""));
    let no_path = list(&kinds).unwrap_or_default();
    let effect = |commands: Vec<Command>| -> Result<Vec<u8>> {
        archive(&[(*b"FXID", "all", [0, 0, 1], EffectBuf::new(1.0, commands).write()?)])
    };
    let command = |body: Body| Command { flags: CommandFlags::default(), body };
    let mut small = arealmap::Plan::new(4, 4);
    small.add(&[[0.0, 0.0, 0.0], [9.0, 0.0, 0.0], [9.0, 9.0, 0.0], [0.0, 9.0, 0.0]]);
    let level = |rows: [usize; 2]| -> Result<Vec<(String, Vec<u8>)>> {
        let [first, second] = rows.map(|count| wear(&vec!["STONE"; count], &[]));
        Ok(vec![
            file("Land.msh", land(Some(0.5))?),
            file("Land1.wea", first?),
            file("Land2.wea", second?),
        ])
    };
    let wall = (*b"Texm", "WALL.0", [0, 0, 1], texture(PixelFormat::ARGB4444, true)?);
    let mut blast = exp::Explosion::default();
    if let Some(second) = blast.effects.get_mut(1) {
        *second = Reference::new(b"effects.rlb", b"all")?;
    }
    Ok(vec![
        one("bad_list_twice", "BuildDat.lst", twice),
        one("bad_list_path", "BuildDat.lst", no_path),
        Sample {
            name: "bad_list_lost",
            files: vec![
                file("BuildDat.lst", lost),
                file("Material.lib", archive(&[material()?])?),
                file("Textures.lib", archive(&[wall])?),
                file("a.dat", b"a".to_vec()),
            ],
        },
        one("bad_long_effect", "effects.rlb", effect(vec![command(Body::Empty); 82])?),
        one(
            "bad_nameless",
            "effects.rlb",
            effect(vec![command(Body::Sprite(fxid::Sprite::default()))])?,
        ),
        one(
            "bad_texture_size",
            "Textures.lib",
            archive(&[(*b"Texm", "WALL.0", [0, 0, 1], odd_texture()?)])?,
        ),
        one("bad_small_grid", "Land.map", small.build()?.write_file()?),
        one("bad_no_default", "blast.exp", blast.write().to_vec()),
        Sample { name: "bad_level_wears", files: level([5, 6])? },
        Sample { name: "bad_level_rows", files: level([2, 2])? },
        Sample {
            name: "bad_no_effects",
            files: vec![
                file("blast.exp", crate::effects::blast("all", 100.0, 5.0)?),
                file("Material.lib", archive(&[material()?])?),
            ],
        },
    ])
}

fn words() -> Result<Vec<u8>> {
    archive(&[
        (*b"TEXT", "alpha", [0; 3], b"Alpha.".to_vec()),
        (*b"TEXT", "beta", [0; 3], b"Beta and more.".to_vec()),
        (*b"TEXT", "gamma", [0; 3], b"Gamma".to_vec()),
    ])
}

fn packed() -> Result<Vec<u8>> {
    let mut editor = rsli::Editor::new();
    let text = b"packed packed packed packed, and packed again".as_slice();
    for (name, method) in
        [("A.TXT", Method::LZSS), ("B.TXT", Method::RAW), ("C.TXT", Method::DEFLATE)]
    {
        editor.add(rsli::NewEntry::new(name, method)?, text)?;
    }
    editor.write()
}

pub(super) fn wear(rows: &[&str], lightmaps: &[&str]) -> Result<Vec<u8>> {
    Ok(wear::Editor::of_names(rows, lightmaps)?.into_bytes())
}

fn material() -> Result<Entry> {
    let mut values = MaterialBuf::of_texture(b"WALL.0", BlendMode::ALPHA)?;
    values
        .phases
        .push(mat0::Phase { cell: 0, ..values.phases.first().copied().unwrap_or_default() });
    values.tracks.push(TrackBuf::of_lengths(Mode::LOOP, LerpMask(1), [(0, 100), (1, 100)])?);
    Ok((*b"MAT0", "STONE", values.attributes.numbers(), values.write()?))
}

fn picture() -> Result<Image> {
    Image::new(4, 4, (0..16u8).map(|at| [at * 15, 80, 255 - at * 15, 255]).collect())
}

fn texture(format: PixelFormat, cells: bool) -> Result<Vec<u8>> {
    let page = cells.then(|| Page {
        rects: vec![Rect { x: 0, w: 2, y: 0, h: 4 }, Rect { x: 2, w: 2, y: 0, h: 4 }],
    });
    let levels = if cells { Levels::Count(2) } else { Levels::All };
    Ok(Texm::encode(&picture()?, &Options { page, levels, ..Options::new(format) })?.write())
}

/// Three pixels across, which no graphics card of the game's time takes.
fn odd_texture() -> Result<Vec<u8>> {
    let image = Image::new(3, 4, vec![[80, 80, 80, 255]; 12])?;
    Ok(Texm::encode(&image, &Options::new(PixelFormat::RGB888))?.write())
}

fn texture_2() -> Result<Vec<u8>> {
    let palette = Some(PaletteFile::read(&palette())?.palette);
    let options = Options {
        palette,
        levels: Levels::Count(1),
        ..Options::new(PixelFormat::EXTERNAL_PALETTE)
    };
    Ok(Texm::encode(&picture()?, &options)?.write())
}

/// A day with a sun that rises and sets, and rain in it.
fn sky() -> Result<Vec<u8>> {
    let keyframe = |hour: u32, event: Event, effects: &[&[u8]]| {
        let mut one = KeyframeBuf { body: b"sun".to_vec(), ..KeyframeBuf::default() };
        (one.head.time, one.head.event) = (Stamp::at(hour, 30), event);
        one.effects = Some(effects.iter().map(|name| name.to_vec()).collect());
        one
    };
    let keyframes = vec![
        keyframe(0, Event::BODY_START, &[]),
        keyframe(5, Event::RAIN_START, &[b"shot.wav", b"all"]),
        keyframe(6, Event::NOTHING, &[]),
        keyframe(7, Event::RAIN_STOP, &[]),
        keyframe(14, Event::BODY_STOP, &[]),
        keyframe(20, Event::NOTHING, &[]),
        keyframe(21, Event::NOTHING, &[]),
    ];
    let sections = vec![SectionBuf::new(15, keyframes)];
    SkyBuf { sections, ..SkyBuf::default() }.write()
}

/// The same with its first keyframe changed.
fn changed_sky(change: impl FnOnce(&mut KeyframeBuf)) -> Result<Vec<u8>> {
    let bytes = sky()?;
    let mut sky = SkyBuf::of(&Sky::read(&bytes)?);
    let mut sections = sky.sections.iter_mut();
    if let Some(first) = sections.next().and_then(|section| section.keyframes.first_mut()) {
        change(first);
    }
    sky.write()
}

/// The same with more sections in which nothing happens, whose keyframe is of a version.
fn more_sky(sections: usize, version: u32) -> Result<Vec<u8>> {
    let bytes = sky()?;
    let mut more = SkyBuf::of(&Sky::read(&bytes)?);
    let section = SectionBuf::new(15, vec![KeyframeBuf::default().to_version(version)?]);
    more.sections.extend(std::iter::repeat_n(section, sections));
    more.write()
}

/// Three samples, plain or packed.
fn sound(is_packed: bool) -> Result<Entry> {
    let pcm = Pcm { channels: 1, rate: USUAL_RATE, bits: 8, data: vec![128, 0, 255] };
    let bytes = if is_packed { pcm.to_adpcm()? } else { pcm.to_wave() };
    Ok((*b"SWAV", "shot.wav", [0, 0, 1], bytes))
}

fn palette() -> Vec<u8> {
    let palette = Palette::from_colours((0..=255u8).map(|value| [value, value, value, 255]));
    let table = Some(Table::half_way(&palette));
    PaletteFile { palette, table, tail: Vec::new() }.write()
}

/// Two nodes, one of them animated, two stages, a socket; with light also rooms and hallways.
pub(super) fn model(lit: bool) -> Result<Vec<u8>> {
    let mut plan = Blueprint::new("model");
    let root = plan.add_node(PlainNode::new("root"));
    let key = |time: f32, x: f32| Key { position: [x, 0.0, 0.0], time, ..Key::default() };
    let track = Track { keys: vec![key(0.0, 0.0), key(2.0, 1.0), key(4.0, 0.0)] };
    let arm = plan.add_node(PlainNode::new("arm").below(root).with_track(track));
    let mut socket = PlainNode::new("socket").below(arm);
    socket.label = b"central".to_vec();
    plan.add_node(socket);
    plan.add_node(PlainNode::new("spare").below(root));
    let corners = |z: f32| {
        let (a, b, c, d) = ([0.0, 0.0, z], [1.0, 0.0, z], [1.0, 1.0, z], [0.0, 1.0, z + 0.5]);
        [a, b, c, a, c, d]
    };
    let mut quad = Mesh::from_triangles(&corners(0.0), 0);
    if let Some(vertex) = quad.vertices.first_mut() {
        vertex.uv.u = -100;
    }
    if lit {
        for (vertex, u) in quad.vertices.iter_mut().zip([4u16, 900, 800, 4, 800, 20]) {
            vertex.lightmap_uv = LightmapUv { u, v: 1020 - u };
        }
        for part in &mut quad.parts {
            (part.word, part.lightmap) = (BatchWord::LIGHTMAPPED, 0);
        }
        let faces: Vec<Face> = quad.parts.iter().flat_map(|part| part.faces.clone()).collect();
        let word = BatchWord(BatchWord::PORTAL.0 | BatchWord::SEE_THROUGH.0);
        let gate = Part { word, portal: 1, ..Part::new(1, faces) };
        quad.parts.push(gate);
        let place = |x: f32, node: u32| PathNode { position: [x, 0.0, 0.0], flags: 0, node };
        let link = PathLink { a: 0, b: 1, unk_0x08: [u32::MAX; 8] };
        plan.paths = PathTables {
            nodes: vec![place(0.0, 0), place(1.0, 1)],
            links: vec![link],
            unread: None,
        };
        plan.streams = Streams { lightmap_uvs: true, ..Streams::default() };
        plan.others
            .push((NewEntry::new(resource::PROBES, "model")?.attributes(1, 0, 48), vec![0; 48]));
    }
    plan.set_mesh(root, 0, 0, quad)?;
    plan.set_mesh(arm, 0, 0, Mesh::from_triangles(&corners(2.0), 1))?;
    plan.set_mesh(arm, 1, 0, Mesh::from_triangles(&corners(3.0), 2))?;
    plan.build()?.write()
}

/// Four squares of four quads; two materials, and perhaps a lake.
pub(super) fn land(lake: Option<f32>) -> Result<Vec<u8>> {
    let mut plan = GroundPlan::flat([4, 4], [2, 2], 10.0);
    let heights = plan.heights.iter_mut().enumerate();
    heights.for_each(|(at, height)| {
        *height = if at == 0 { -2.0 } else { crate::paint::maths::number(at % 3) + 1.0 }
    });
    if let Some(last) = plan.surfaces.last_mut() {
        *last = Surface { material: 1, second: Some(2) };
    }
    plan.alphas = vec![1.0; plan.heights.len()];
    if let Some(alpha) = plan.alphas.last_mut() {
        *alpha = 0.5;
    }
    plan.lake = lake.map(|level| Lake { level, surface: 3, bed: 4, lava: false });
    plan.build()?.write()
}

pub(super) fn areal_map() -> Result<Vec<u8>> {
    let mut plan = arealmap::Plan::default();
    let square =
        |x: f32| [[x, 0.0, 0.0], [x + 10.0, 0.0, 0.0], [x + 10.0, 10.0, 0.0], [x, 10.0, 0.0]];
    plan.add(&square(0.0));
    plan.add(&square(10.0)).class(2);
    plan.build()?.write_file()
}

fn objects() -> Result<Vec<u8>> {
    let record = |slots: Vec<Slot>| RecordBuf::of(slots).write();
    let own = vec![Slot::new(b"bases.rlb", b"a.msh")?, Slot::new(b"bases.rlb", b"a.wea")?];
    let child = vec![Slot::new(LIBRARY, b"one")?, Slot::new(b"bases.rlb", b"a.wea")?];
    let type_id = ObjectKind::FORT.0.0.to_le_bytes();
    archive(&[(type_id, "one", [0, 0, 1], record(own)), (type_id, "two", [0, 0, 1], record(child))])
}

/// A chassis with one part more.
fn robot(part: unit::Part) -> Result<Vec<u8>> {
    let chassis = unit::Part::new(b"chassis", PartClass::CHASSIS, -1)?.named(b"robot")?;
    let mut unit = UnitBuf::new(UnitType::BATTLE, chassis);
    unit.add(0, part)?;
    Ok(unit.write())
}

/// A unit with a game that has its parts; the chassis has a controller without any components.
fn unit_game(unit: Vec<u8>) -> Result<Vec<(String, Vec<u8>)>> {
    let file = |name: &str, bytes: Vec<u8>| (name.to_owned(), bytes);
    let slot = |member: &[u8]| Slot::new(b"bases.rlb", member);
    let record = |kind: ObjectKind, name: &'static str| -> Result<Entry> {
        let mut slots = vec![slot(b"a.msh")?, slot(b"a.wea")?, Slot::default(), Slot::default()];
        slots.push(slot(b"a.ctl")?);
        Ok((kind.0.0.to_le_bytes(), name, [0, 0, 1], RecordBuf::of(slots).write()))
    };
    let objects = archive(&[
        record(ObjectKind::BATTLE, "chassis")?,
        record(ObjectKind::EXTERNAL, "gun")?,
        record(ObjectKind::INTERNAL, "engine")?,
    ])?;
    let bases = archive(&[
        (*b"MESH", "a.msh", [0, 0, 1], model(false)?),
        (*b"WEAR", "a.wea", [0, 0, 1], wear(&["STONE", "STONE", "STONE"], &[])?),
        (*b"CTLD", "a.ctl", [0, 0, 1], bare_controller()),
    ])?;
    let wall = (*b"Texm", "WALL.0", [0, 0, 1], texture(PixelFormat::ARGB4444, true)?);
    Ok(vec![
        file("robot.dat", unit),
        file("objects.rlb", objects),
        file("bases.rlb", bases),
        file("Material.lib", archive(&[material()?])?),
        file("Textures.lib", archive(&[wall])?),
    ])
}

/// A controller of nothing: no states, no channels, no components; behind them -1 for each event.
fn bare_controller() -> Vec<u8> {
    [vec![0; 128], vec![0xff; 84]].concat()
}

/// Every command once.
fn effects() -> Result<Vec<u8>> {
    let mut commands = Vec::new();
    for opcode in 1..=10u8 {
        let Some(mut body) = Body::new(Opcode(opcode)) else { continue };
        let name: (&[u8], &[u8]) =
            if opcode == 2 { (b"sounds.lib", b"shot.wav") } else { (b"material.lib", b"STONE") };
        if let Some(reference) = body.reference_mut().filter(|_| opcode != 1) {
            *reference = Reference::new(name.0, name.1)?;
        }
        commands.push(Command { flags: CommandFlags::default(), body });
    }
    archive(&[(*b"FXID", "all", [0, 0, 1], EffectBuf::new(1.0, commands).write()?)])
}
