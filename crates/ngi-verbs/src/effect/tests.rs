//! Documents both ways, what is said about effects, and how they play.

use ngi_formats::exp::{Explosion, Kind};
use ngi_formats::fxid::{
    Body, Burst, Command, CommandFlags, EffectBuf, Header, Light, Opcode, Reference, Sound, Sprite,
    Stream, TimeMode, Window,
};
use ngi_formats::mat0::{BlendMode, MaterialBuf};
use ngi_formats::nres::{Editor, NewEntry};
use ngi_formats::{Findings, Mode};
use ngi_vfs::{MemoryRoot, Vfs};
use serde_json::{Value, json};

use super::*;
use crate::document::{edit, from_value, text};
use crate::format::{self, EntryMeta};
use crate::surroundings::Game;

fn subject(bytes: &[u8]) -> Subject<'_> {
    Subject::file("test.fxid", bytes)
}

/// Every opcode, with bytes that are no sensible numbers.
fn odd() -> Vec<u8> {
    let mut bytes = EffectBuf::default().write().unwrap();
    bytes[0] = 10;
    bytes[8..12].copy_from_slice(&0x7fc0_1234u32.to_le_bytes());
    for opcode in Opcode::ALL {
        let start = bytes.len();
        let size = opcode.size().unwrap();
        bytes.extend((0..size).map(|at| u8::try_from(at * 37 % 256).unwrap()));
        bytes[start..start + 4].copy_from_slice(&[opcode.0, 1, 2, 0x80]);
    }
    bytes
}

fn through_json(document: &dyn Document, subject: &Subject<'_>) -> Vec<u8> {
    let mut text = Vec::new();
    document.write_json(subject, Form::Full, &mut text).unwrap();
    let value: Value = serde_json::from_slice(&text).unwrap();
    from_value(format::of_document_text(value.to_string().as_bytes()).unwrap(), &value, None)
        .unwrap()
        .bytes
}

#[test]
fn documents_go_both_ways() {
    let odd = odd();
    let cut = &odd[..odd.len() - 30];
    let behind = [odd.as_slice(), b"behind"].concat();
    for bytes in [odd.as_slice(), cut, &behind, &odd[..60]] {
        assert_eq!(through_json(&FxidDocument, &subject(bytes)), bytes);
    }
    let bytes: Vec<u8> = (0..792u16).map(|at| u8::try_from(at * 37 % 256).unwrap()).collect();
    let file = Subject::file("a.EXP", &bytes);
    assert_eq!(through_json(format::recognise(&file).unwrap().document, &file), bytes);
}

#[test]
fn a_short_document_makes_a_new_effect() {
    let value = json!({
        "schema": "ngi.fxid/1", "header": {"duration_s": 0.5},
        "commands": [
            {"opcode": 3, "overlay": true, "size": {"high": [2, 2, 2]},
             "material": {"archive": "material.lib", "member": "FLASH"}},
            {"opcode": 6},
        ],
    });
    let sprite = Sprite {
        material: Reference::new(b"material.lib", b"FLASH").unwrap(),
        size: fxid::Channel::straight([1.0; 3], [2.0; 3]),
        ..Sprite::default()
    };
    let flash = Command { flags: CommandFlags::OVERLAY, body: Body::Sprite(sprite) };
    let expected = EffectBuf::new(0.5, vec![flash, Body::Empty.into()]);
    assert_eq!(from_value(&FxidDocument, &value, None).unwrap().bytes, expected.write().unwrap());
}

#[test]
fn what_a_document_says_wrong_is_told() {
    let told = |commands: Value| {
        let value = json!({"schema": "ngi.fxid/1", "header": {}, "commands": commands});
        from_value(&FxidDocument, &value, None).unwrap_err().to_string()
    };
    let table = [
        (
            json!([{"opcode": 11}]),
            "commands[0]: opcode 11, but only 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 are known",
        ),
        (json!([{}]), "commands[0]: opcode none, but only 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 are known"),
        (
            json!([{"opcode": 6, "sise": 1}]),
            "commands[0]: there is no field \"sise\"; there are opcode, overlay, bits",
        ),
        (
            json!([{"opcode": 1, "range": {"star": 1}}]),
            "commands[0].range: there is no field \"star\"; there are start, end",
        ),
        (json!([{"opcode": 6, "overlay": 1}]), "commands[0].overlay: 1 is not true or false"),
        (
            json!([{"opcode": 6, "bits": 256}]),
            "commands[0].bits: 256 is not bits 9 to 31 of a word",
        ),
        (
            json!([{"opcode": 3, "window": {"lo": "x"}}]),
            "commands[0].window.lo: \"x\" is not a number",
        ),
        (
            json!([{"opcode": 3, "size": {"low": [1, 2]}}]),
            "commands[0].size.low: is not a list of 3 numbers",
        ),
        (
            json!([{"opcode": 7, "groups": -1}]),
            "commands[0].groups: -1 is not a whole number from 0 to 4294967295",
        ),
        (json!([7]), "commands[0]: 7 is not an object"),
    ];
    for (commands, expected) in table {
        assert_eq!(told(commands), expected);
    }
    let told = |value: Value| from_value(&FxidDocument, &value, None).unwrap_err().to_string();
    let head =
        |header: Value| told(json!({"schema": "ngi.fxid/1", "header": header, "commands": []}));
    let expected = "header: there is no field \"duration\"; there are time_mode, duration_s,";
    assert!(head(json!({"duration": 1})).starts_with(expected));
    assert_eq!(head(json!([])), "header: a list is not an object");
    let unknown = json!({"schema": "ngi.fxid/1", "header": {}, "commands": [], "tial": ""});
    assert!(told(unknown).contains("there is no field \"tial\""));
    let short = json!({"schema": "ngi.fxid/1", "header": {}});
    assert_eq!(told(short), "commands: missing");
}

/// The derived name of a command used to have the key of a light's own field.
#[test]
fn a_light_keeps_its_kind_beside_the_name_of_its_opcode() {
    let bytes = EffectBuf::new(1.0, vec![Body::Light(Light::default()).into()]).write().unwrap();
    let mut text = Vec::new();
    FxidDocument.write_json(&subject(&bytes), Form::Full, &mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    let line = "{\"opcode\":1,\"opcode_name\":\"light\",\"overlay\":false,\"bits\":0,\"kind\":5,";
    assert!(text.contains(line), "{text}");
}

fn set(bytes: &[u8], fields: &[(&str, &str)]) -> Result<(Vec<u8>, Vec<String>)> {
    let fields: Vec<_> = fields.iter().map(|(p, v)| ((*p).to_owned(), (*v).to_owned())).collect();
    let edited = edit::set(&FxidDocument, &subject(bytes), &fields)?;
    Ok((edited.bytes, edited.lines))
}

#[test]
fn values_are_set_by_name_and_by_number() {
    let bytes = small_explosion().write().unwrap();
    let (changed, lines) = set(
        &bytes,
        &[
            ("header.time_mode", "loop"),
            ("header.flags", "+ping_pong"),
            ("header.flags", "-detach"),
            ("header.settings", "dust_1"),
            ("commands[2].kind", "point_no_ground"),
            ("commands[0].overlay", "true"),
            ("commands[0].bits", "0x200"),
            ("commands[0].size.high[2]", "5"),
            ("commands[3].sound.member", "boom.wav"),
        ],
    )
    .unwrap();
    let mut expected = small_explosion();
    expected.header.time_mode = TimeMode::LOOP;
    expected.header.flags.0 = 0x32;
    expected.header.settings.0 = 0x106;
    expected.commands[0].flags = CommandFlags::of_word(0x300);
    let Body::Sprite(flash) = &mut expected.commands[0].body else { panic!() };
    flash.size.high[2] = 5.0;
    let Body::Light(light) = &mut expected.commands[2].body else { panic!() };
    light.kind.0 = 7;
    *expected.commands[3].body.reference_mut().unwrap() =
        Reference::new(b"sounds.lib", b"boom.wav").unwrap();
    assert_eq!(changed, expected.write().unwrap());
    assert_eq!(lines[0], "header.time_mode: 1 becomes 2");
    assert_eq!(lines[5], "commands[0].overlay: false becomes true");
}

#[test]
fn commands_are_added_and_taken_out() {
    let bytes = small_explosion().write().unwrap();
    let (changed, lines) =
        set(&bytes, &[("commands[1]", "-"), ("commands[+]", r#"{"opcode": "empty"}"#)]).unwrap();
    let mut expected = small_explosion();
    expected.commands.remove(1);
    expected.commands.push(Body::Empty.into());
    assert_eq!(changed, expected.write().unwrap());
    assert_eq!(lines[1], "commands[+]: now has 4 of them");
    let whole = r#"{"opcode": 3, "mode": "across"}"#;
    let (changed, _) = set(&bytes, &[("commands[1]", whole)]).unwrap();
    let sprite = Sprite { mode: fxid::SpriteMode::ACROSS, ..Sprite::default() };
    let mut expected = small_explosion();
    expected.commands[1] = Body::Sprite(sprite).into();
    assert_eq!(changed, expected.write().unwrap());
}

#[test]
fn what_follows_from_the_rest_is_not_set() {
    let bytes = small_explosion().write().unwrap();
    let told = |field: &str, value: &str| set(&bytes, &[(field, value)]).unwrap_err().to_string();
    assert_eq!(
        told("commands[0].opcode", "4"),
        "commands[0].opcode: decides which fields there are; take the whole out and add another"
    );
    assert!(told("derived.settings", "dust").contains("follows from other fields"));
    assert!(told("header.time_mode", "lop").contains("is not a whole number from 0 to 4294967295"));
    assert_eq!(
        told("commands[0].sise", "1"),
        "commands[0].sise: there is no such field; there are opcode, overlay, bits, mode, phase, \
         fade, window, position, direction, size, material"
    );
    assert_eq!(told("tail", "0x"), "tail: \"0x\" is not hex digits");
}

#[test]
fn what_breaks_off_is_mended_by_setting_it() {
    let whole = small_explosion().write().unwrap();
    let (changed, _) = set(&whole[..whole.len() - 9], &[("missing", "0"), ("tail", "")]).unwrap();
    let mut expected = small_explosion();
    expected.commands.pop();
    assert_eq!(changed, expected.write().unwrap());
}

#[test]
fn explosions_take_names_and_leave_out_what_is_new() {
    let value = json!({
        "schema": "ngi.exp/1", "kind": "area", "radius": 6, "surface": null,
    });
    let told = |value: &Value| {
        from_value(explosion::FORMAT.document, value, None).unwrap_err().to_string()
    };
    assert!(told(&value).contains("there is no field \"surface\""));
    let value = json!({"schema": "ngi.exp/1", "kind": "area", "radius": 6});
    let expected = Explosion { kind: Kind::AREA, radius: 6.0, ..Explosion::default() };
    assert_eq!(
        from_value(explosion::FORMAT.document, &value, None).unwrap().bytes,
        expected.write()
    );
    let value = json!({"schema": "ngi.exp/1", "effects": [{"member": "hit"}]});
    assert!(told(&value).contains("1, but an explosion always has 12"));
    let value = json!({"schema": "ngi.exp/1", "effects": [{"membre": "hit"}]});
    assert!(told(&value).contains("effects[0]: there is no field \"membre\""));
    let bytes = expected.write();
    let file = Subject::file("a.exp", &bytes);
    let fields = [("placement", "node_z"), ("effects[8].member", "splash")];
    let fields = fields.map(|(path, value)| (path.to_owned(), value.to_owned()));
    let edited = edit::set(explosion::FORMAT.document, &file, &fields).unwrap();
    let mut expected = expected;
    expected.placement.0 = 3;
    expected.effects[8].member = Reference::new(b"", b"splash").unwrap().member;
    assert_eq!(edited.bytes, expected.write());
}

#[test]
fn effects_are_compared_by_field() {
    let a = small_explosion();
    let mut b = small_explosion();
    b.header.duration_s = 3.0;
    b.commands[0].flags = CommandFlags::OVERLAY;
    b.commands.pop();
    let [a, b] = [a, b].map(|effect| effect.write().unwrap());
    let found = FxidDocument.diff(&subject(&a), &subject(&b)).unwrap();
    let fields: Vec<&str> = found.iter().map(|difference| difference.field.as_str()).collect();
    assert_eq!(fields, ["header.duration_s", "commands[0].overlay", "commands[3]"]);
}

/// An explosion: a flash, sparks, a light and a bang.
fn small_explosion() -> EffectBuf {
    let material = |name: &[u8]| Reference::new(b"material.lib", name).unwrap();
    let mut flash = Sprite { material: material(b"FLASH"), ..Sprite::default() };
    flash.window = Window { lo: 0.0, hi: 0.5 };
    (flash.size.low, flash.size.high) = ([1.0; 3], [3.0; 3]);
    let mut sparks = Burst { material: material(b"SPARK"), ..Burst::default() };
    sparks.window = Window { lo: 0.25, hi: 1.0 };
    let light = Light { window: Window { lo: 0.0, hi: 0.25 }, ..Light::default() };
    let mut bang = Sound { window: Window { lo: 0.1, hi: 1.0 }, ..Sound::default() };
    bang.sound = Reference::new(b"sounds.lib", b"bang.wav").unwrap();
    let bodies = [Body::Sprite(flash), Body::Burst(sparks), Body::Light(light), Body::Sound(bang)];
    EffectBuf::new(2.0, bodies.map(Into::into).into())
}

fn library(type_id: [u8; 4], entries: &[(&str, Vec<u8>, [u32; 3])]) -> Vec<u8> {
    let mut editor = Editor::new();
    for (name, bytes, [attr1, attr2, attr3]) in entries {
        let mut entry = NewEntry::new(type_id, name).unwrap();
        (entry.attr1, entry.attr2, entry.attr3) = (*attr1, *attr2, *attr3);
        editor.add(entry, bytes.clone()).unwrap();
    }
    editor.write().unwrap()
}

fn game() -> Vfs {
    let mut flash = MaterialBuf::of_texture(b"FLASH.0", BlendMode::ADDITIVE).unwrap();
    flash.phases[0].ambient = [255, 0, 51];
    let entry = ("FLASH", flash.write().unwrap(), flash.attributes.numbers());
    let effect = ("bang", small_explosion().write().unwrap(), [0, 0, 1]);
    let root = MemoryRoot::new()
        .with("Material.lib", library(*b"MAT0", &[entry]))
        .and_then(|root| root.with("sounds.lib", library(*b"WAVE", &[])))
        .and_then(|root| root.with("effects.rlb", library(*b"FXID", &[effect])));
    Vfs::in_memory(root.unwrap())
}

fn around() -> Surroundings {
    let vfs = game();
    let node = vfs.locate("effects.rlb/bang").unwrap();
    Surroundings::of(&node, Some(&Game::new(vfs)))
}

#[test]
fn what_effects_name_is_looked_up() {
    let bytes = small_explosion().write().unwrap();
    let mut findings = Findings::new(Mode::Strict, false);
    FORMAT.check(&subject(&bytes), &around(), &mut findings);
    let found: Vec<_> =
        findings.list().iter().map(|f| (f.code.id, f.field.as_str(), f.offset)).collect();
    assert_eq!(
        found,
        [
            ("fxid.reference.missing", "commands[1].material.member", Some(60 + 200 + 144 + 32)),
            (
                "fxid.reference.missing",
                "commands[3].sound.member",
                Some(60 + 200 + 208 + 224 + 84 + 32)
            ),
        ]
    );
    let mut other = small_explosion();
    other.commands.truncate(1);
    other.commands[0].body.reference_mut().unwrap().archive =
        Reference::new(b"other.lib", b"").unwrap().archive;
    let mut findings = Findings::new(Mode::Strict, false);
    (FORMAT.rules.check_with_neighbours)(
        &subject(&other.write().unwrap()),
        &around(),
        &mut findings,
    );
    assert_eq!(findings.list()[0].code.id, "fxid.reference.archive-missing");
    let mut findings = Findings::new(Mode::Strict, false);
    (FORMAT.rules.check_with_neighbours)(&subject(&bytes), &Surroundings::none(), &mut findings);
    assert!(findings.is_empty(), "nobody said which game");
}

#[test]
fn what_explosions_name_is_looked_up() {
    let mut explosion = Explosion { kind: Kind::AREA, ..Explosion::default() };
    explosion.effects[0] = Reference::new(b"EFFECTS.RLB", b"Bang").unwrap();
    explosion.effects[4] = Reference::new(b"effects.rlb", b"splash").unwrap();
    explosion.effects[5] = Reference::new(b"none.rlb", b"splash").unwrap();
    let bytes = explosion.write();
    let file = Subject::file("hit.exp", &bytes);
    let mut findings = Findings::new(Mode::Strict, false);
    (explosion::FORMAT.rules.check_with_neighbours)(&file, &around(), &mut findings);
    let found: Vec<_> = findings.list().iter().map(|f| (f.code.id, f.field.as_str())).collect();
    assert_eq!(
        found,
        [
            ("exp.effects.missing", "effects[4].member"),
            ("exp.effects.archive-missing", "effects[5].archive"),
        ]
    );
    let names: Vec<String> =
        (explosion::FORMAT.references)(&file).into_iter().map(|r| r.name).collect();
    assert_eq!(names, ["Bang", "splash", "splash"]);
}

fn played(effect: &EffectBuf, options: &PlayOptions) -> Value {
    let bytes = effect.write().unwrap();
    let played = FxidDocument.play(&subject(&bytes), &around(), options).unwrap();
    crate::json::to_value(&played.document).unwrap()
}

fn times(times: &[f64]) -> PlayOptions {
    PlayOptions { times: times.to_vec(), seed: 7, ..PlayOptions::default() }
}

#[test]
fn a_small_explosion_plays_as_worked_out_by_hand() {
    let document = played(&small_explosion(), &times(&[0.0, 0.4, 1.0, 1.5, 2.5]));
    let states = document["states"].as_array().unwrap();
    let actives: Vec<&Value> = states.iter().map(|state| &state["active"]).collect();
    // t is the time over two seconds. The sound begins once t is past 0.1.
    assert_eq!(states[1]["t"], 0.2);
    assert!(actives[0].as_array().unwrap().contains(&json!(0)));
    assert!(!actives[0].as_array().unwrap().contains(&json!(1)));
    assert!(actives[3].as_array().unwrap().contains(&json!(1)));
    assert!(!actives[3].as_array().unwrap().contains(&json!(0)));
    assert_eq!(states[4]["t"], Value::Null, "it deletes itself at the end");
    // The flash grows from 1 to 3 over t 0 to 0.5, so by 4 t, and fades alike.
    let flash = &states[1]["quads"][0];
    let close = |value: &Value, expected: f64| (value.as_f64().unwrap() - expected).abs() < 1e-5;
    assert!(close(&flash["size"][0], 1.8) && close(&flash["size"][1], 1.8), "{flash}");
    assert!(close(&flash["colour"][3], 0.6), "{flash}");
    assert!(close(&flash["colour"][0], 1.0) && close(&flash["colour"][2], 0.2), "{flash}");
    assert_eq!(
        (&flash["material"], &flash["blend"]),
        (&json!("material.lib/FLASH"), &json!("additive"))
    );
    // Eight sparks. There is no SPARK and no DEFAULT, so the first material stands in.
    let quads = states[3]["quads"].as_array().unwrap();
    assert_eq!(quads.len(), 8);
    assert!(quads.iter().all(|quad| quad["command"] == 1 && quad["blend"] == "additive"));
    let mut order: Vec<u64> = quads.iter().map(|quad| quad["draw"].as_u64().unwrap()).collect();
    order.sort_unstable();
    assert_eq!(order, [0, 1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(states[1]["lights"][0]["range"], 10.0);
    assert_eq!(states[3]["lights"], json!([]));
    let started: Vec<bool> = states
        .iter()
        .map(|state| state["sounds"].as_array().unwrap().iter().any(|s| s["action"] == "start"))
        .collect();
    assert_eq!(started, [false, true, false, false, false]);
    assert_eq!(states[1]["sounds"][0]["sample"], "sounds.lib/bang.wav");
}

/// An effect that ends early plays as far as it goes, and is never without a finding.
#[test]
fn every_truncated_effect_has_an_error() {
    let bytes = small_explosion().write().unwrap();
    assert_eq!(FORMAT.own_errors(&subject(&bytes)), []);
    for end in 0..bytes.len() {
        let cut = subject(&bytes[..end]);
        let played = FORMAT.play(&cut, &Surroundings::none(), &times(&[0.0]));
        assert_eq!(played.is_err(), end < Header::SIZE, "{end} bytes");
        let errors = FORMAT.own_errors(&cut);
        let expected =
            if end < Header::SIZE { "fxid.header.truncated" } else { "fxid.command.truncated" };
        assert_eq!(errors.iter().map(|it| it.code.id).collect::<Vec<_>>(), [expected]);
    }
}

#[test]
fn the_same_seed_plays_the_same_and_another_does_not() {
    let effect = small_explosion();
    let at = |seed| played(&effect, &PlayOptions { seed, ..times(&[0.0, 1.2]) });
    assert_eq!(at(7), at(7));
    assert_ne!(at(7)["states"], at(8)["states"]);
}

#[test]
fn values_speed_and_life_drive_what_follows_them() {
    let mode = |mode| {
        let header = Header { time_mode: mode, ..Header::default() };
        EffectBuf { header, commands: small_explosion().commands, ..EffectBuf::default() }
    };
    let t = |effect: &EffectBuf, options: PlayOptions| {
        played(effect, &options)["states"][0]["t"].clone()
    };
    let start = || times(&[0.5]);
    assert_eq!(t(&mode(TimeMode::EXTERNAL), start()), 0.0);
    let value = PlayOptions { value: Some(0.25), ..start() };
    assert_eq!(t(&mode(TimeMode::EXTERNAL), value.clone()), 0.25);
    assert_eq!(t(&mode(TimeMode::NODE), value), 0.25);
    let speed = PlayOptions { speed: Some(0.75), ..start() };
    assert_eq!(t(&mode(TimeMode::SPEED), speed), 0.75);
    let life = PlayOptions { life: Some(0.25), ..start() };
    assert_eq!(t(&mode(TimeMode::DAMAGE), life), 0.75);
}

#[test]
fn too_much_to_list_is_refused() {
    let stream = |ring| Body::Burst(Burst { groups: ring, ..Burst::default() });
    let effect = EffectBuf::new(1.0, vec![stream(10_000).into()]).write().unwrap();
    let many = times(&[0.0; 30]);
    let error = FxidDocument.play(&subject(&effect), &Surroundings::none(), &many).unwrap_err();
    assert!(error.to_string().contains("ask for fewer times"), "{error}");
}

#[test]
fn nothing_to_show_or_play_is_too_odd() {
    let bytes = odd();
    for size in [60, 200, 700, 1500, bytes.len()] {
        let subject = subject(&bytes[..size]);
        assert!(FxidDocument.show(&subject).unwrap().contains("commands:"));
        references(&subject);
        FxidDocument.play(&subject, &Surroundings::none(), &times(&[0.0, 0.5, 0.2])).unwrap();
    }
    assert!(FxidDocument.show(&subject(&bytes[..59])).is_err());
}

#[test]
fn an_effect_is_told_over_time() {
    let mut effect = small_explosion();
    effect.commands[0].flags = CommandFlags::OVERLAY;
    effect.commands.push(Body::Stream(Stream::default()).into());
    let text = FxidDocument.show(&subject(&effect.write().unwrap())).unwrap();
    let bar = |n: usize, from: usize| {
        format!("|{}{}{}|", " ".repeat(from), "=".repeat(n), " ".repeat(40 - n - from))
    };
    assert!(
        text.contains(&format!(
            "sprite  {} FLASH, faces the eye, size 1 → 3, fade 1 → 0, t 0..0.5, over the scene",
            bar(20, 0)
        )),
        "{text}"
    );
    assert!(text.contains(&format!("burst   {} SPARK, 8 particles", bar(30, 10))), "{text}");
    assert!(
        text.contains(&format!(
            "sound   |    !{}| bang.wav, once, loud to 10, heard to 100",
            " ".repeat(35)
        )),
        "{text}"
    );
    assert!(text.contains("time: once through the duration (mode 1)\nduration: 2 s\n"), "{text}");
    assert!(text.contains("nothing named, a particle every 0.08 s, 16 at once"), "{text}");
}

#[test]
fn entries_go_by_type() {
    let bytes = small_explosion().write().unwrap();
    let entry =
        |type_id: [u8; 4]| Some(EntryMeta { type_id: type_id.into(), attributes: [0, 0, 1] });
    let id =
        |name, entry| format::recognise(&Subject { name, bytes: &bytes, entry }).map(Format::id);
    assert_eq!(id("hero_cannon", entry(*b"FXID")), Some("fxid"));
    assert_eq!(id("hero_cannon", entry(*b"EXPL")), Some("exp"));
    assert_eq!(id("hit.exp", entry(*b"OTHR")), Some("exp"));
    assert_eq!(id("a.FXID", None), Some("fxid"));
    assert_eq!(id("a.dat", None), None);
}

#[test]
fn what_an_opcode_is_called_follows_from_it() {
    let odd = odd();
    let tree = FxidDocument.tree(&subject(&odd), Form::Full).unwrap();
    let name = text::line(&tree.find("commands[0].opcode_name").unwrap().node);
    assert_eq!(Some(name.as_str()), Opcode(odd[60]).name());
    let field = [("commands[0].opcode_name".to_owned(), "sound".to_owned())];
    let error = edit::set(&FxidDocument, &subject(&odd), &field).unwrap_err().to_string();
    let told = "commands[0].opcode_name: follows from other fields and cannot be set by itself";
    assert!(error.starts_with(told), "{error}");
    // A document that says another one is refused.
    let mut text = Vec::new();
    FxidDocument.write_json(&subject(&odd), Form::Full, &mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    let other = text.replacen(&format!("\"opcode_name\":\"{name}\""), "\"opcode_name\":\"x\"", 1);
    assert_ne!(text, other);
    let error = FxidDocument.read_json(other.as_bytes(), None).unwrap_err().to_string();
    let told = format!("commands[0].opcode_name: \"x\", but by opcode it is {name:?}; change that");
    assert!(error.starts_with(&told), "{error}");
}

#[test]
fn fields_left_out_of_a_document_are_those_of_the_reference() {
    let odd = odd();
    let mut full = Vec::new();
    FxidDocument.write_json(&subject(&odd), Form::Full, &mut full).unwrap();
    let mut short: Value = serde_json::from_slice(&full).unwrap();
    short["header"].as_object_mut().unwrap().remove("duration_s").unwrap();
    for command in short["commands"].as_array_mut().unwrap() {
        let (opcode, command) = (command["opcode"].clone(), command.as_object_mut().unwrap());
        command.clear();
        command.insert("opcode".into(), opcode);
    }
    assert_eq!(from_value(&FxidDocument, &short, Some(&odd)).unwrap().bytes, odd);
    // Commands beyond those of the reference, or of another kind, are new ones.
    let commands = short["commands"].as_array_mut().unwrap();
    commands.rotate_left(1);
    let first = json!({"opcode": commands[0]["opcode"]});
    let made = from_value(&FxidDocument, &short, Some(&odd)).unwrap().bytes;
    let fresh = json!({"schema": "ngi.fxid/1", "header": {}, "commands": [first]});
    let fresh = from_value(&FxidDocument, &fresh, None).unwrap().bytes;
    assert_eq!(made[60..fresh.len()], fresh[60..]);
    short.as_object_mut().unwrap().remove("commands").unwrap();
    assert_eq!(from_value(&FxidDocument, &short, Some(&odd)).unwrap().bytes, odd);
}
