//! Pictures and sounds that people bring: into the game, or refused with what to do instead.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::fs;
use std::path::Path;

use ngi_formats::swav::Sound;

use crate::common::{ngi, told, write_demo};

/// A folder with the demo game in `game`.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    write_demo(&folder.path().join("game"));
    folder
}

/// What `ngi` says on stderr, and how it ends.
fn said(folder: &Path, line: &str) -> (Option<i32>, String) {
    let output = ngi(folder, line.split(' '));
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

fn entry(folder: &Path, path: &str) -> Vec<u8> {
    told(folder, &format!("export {path} -o entry.bin --force"));
    fs::read(folder.join("entry.bin")).unwrap()
}

#[test]
fn a_picture_in_a_textures_place_is_refused_or_converted() {
    let folder = folder();
    let at = folder.path();
    told(at, "export game/Textures.lib/PANEL.0 -o x.png");
    let library = fs::read(at.join("game/Textures.lib")).unwrap();
    let (code, why) = said(at, "edit game/Textures.lib put PANEL.0 x.png");
    assert_eq!(code, Some(2), "{why}");
    for part in ["x.png: PANEL.0 is for a texture, and this is none", "--convert", "--raw"] {
        assert!(why.contains(part), "{why}");
    }
    assert_eq!(fs::read(at.join("game/Textures.lib")).unwrap(), library, "nothing was written");
    // Converted, what nobody changed changes nothing.
    let (code, why) = said(at, "edit game/Textures.lib put PANEL.0 x.png --convert");
    assert_eq!(code, Some(0), "{why}");
    assert!(why.contains("that changes nothing"), "{why}");
    // A new entry goes by its type.
    let (code, _) = said(at, "edit game/Textures.lib put NEW.0@Texm x.png");
    assert_eq!(code, Some(2));
    told(at, "edit game/Textures.lib put NEW.0@Texm x.png --convert");
    assert!(entry(at, "game/Textures.lib/NEW.0").starts_with(b"Texm"));
    told(at, "check game --retail");
    // Those who want it have it, and are told.
    let (code, why) = said(at, "edit game/Textures.lib put PANEL.0 x.png --raw");
    assert!(code == Some(0) && why.contains("note: PANEL.0 should be a texture"), "{why}");
}

#[test]
fn a_wav_that_is_none_is_refused_and_found() {
    let folder = folder();
    let at = folder.path();
    fs::write(at.join("song.mp3"), b"ID3 and a song").unwrap();
    let (code, why) = said(at, "edit game/sounds.lib put beep.wav song.mp3");
    assert_eq!(code, Some(2), "{why}");
    assert!(why.contains("beep.wav is for a sound") && why.contains(".wav"), "{why}");
    told(at, "edit game/sounds.lib put beep.wav song.mp3 --raw");
    let output = ngi(at, ["check", "game"]);
    let found = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(found.contains("[swav.riff.magic]"), "{found}");
}

#[test]
fn a_packed_sound_is_shown_exported_and_comes_back() {
    let folder = folder();
    let at = folder.path();
    let shown = told(at, "show game/sounds.lib/chime.wav");
    for line in ["codec: MS ADPCM (2)", "rate: 22050", "channels: 1", "bits: 4", "length: 0.400 s"]
    {
        assert!(shown.contains(line), "{shown}");
    }
    told(at, "export game/sounds.lib/chime.wav -o chime.wav");
    let plain = fs::read(at.join("chime.wav")).unwrap();
    assert_eq!(Sound::read_strict(&plain).unwrap().format().unwrap().bits, 16);
    told(at, "import chime.wav -o BACK.WAV");
    assert_eq!(fs::read(at.join("BACK.WAV")).unwrap(), plain, "kept as it is");
    told(at, "edit game/sounds.lib put chime.wav BACK.WAV");
    told(at, "check game --retail");
    // As a document, there and back.
    told(at, "export game/sounds.lib/engine.wav -o engine.json");
    told(at, "import engine.json -o engine.swav");
    let bytes = entry(at, "game/sounds.lib/engine.wav");
    assert_eq!(fs::read(at.join("engine.swav")).unwrap(), bytes);
}

#[test]
fn names_types_and_sizes_that_the_engine_refuses_are_found() {
    let folder = folder();
    let at = folder.path();
    told(at, "export game/Textures.lib/PANEL.0 -o x.png");
    told(at, "import x.png --resize 100x60 -o odd.texm");
    told(at, "edit game/Textures.lib put ODD.0@Texm odd.texm");
    told(at, "edit game/Textures.lib put NODOT@Texm odd.texm");
    told(at, "edit game/Textures.lib put SHOUT.0@TEXM odd.texm");
    let output = ngi(at, ["check", "game/Textures.lib"]);
    let found = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1));
    // The findings of a file follow its path.
    let has = |name: &str, code: &str| {
        let below = found.lines().skip_while(|line| !line.ends_with(name)).skip(1);
        below.take_while(|line| line.starts_with(' ')).any(|line| line.ends_with(code))
    };
    assert!(has("ODD.0", "[texm.size.refused]"), "{found}");
    assert!(has("NODOT", "[texm.name.dot]") && found.contains("Bad texture name."), "{found}");
    assert!(has("SHOUT.0", "[texm.entry.type]"), "{found}");
}

#[test]
fn what_is_lost_in_an_export_is_told_by_the_exit_code() {
    let folder = folder();
    let at = folder.path();
    // What no OBJ holds is told, and an import takes it from its reference: nothing is lost.
    let (code, why) = said(at, "export game/bases.rlb/r_scout_0_01.msh -o robot.obj");
    assert_eq!(code, Some(0), "{why}");
    assert!(why.contains("Note: nodes and keys") && !why.contains("Lost:"), "{why}");
    // A material that is nowhere should have gone along.
    told(at, "edit game/Material.lib rm S_STONE");
    let stone = "game/static.rlb/s_stone_0_01.msh";
    for file in ["stone.glb", "stone.obj"] {
        let (code, why) = said(at, &format!("export {stone} -o {file}"));
        assert_eq!(code, Some(1), "{why}");
        assert!(why.contains("Lost: ") && why.contains("S_STONE"), "{why}");
        assert!(at.join(file).exists());
    }
    let output = ngi(at, ["export", stone, "-o", "again.glb", "--json"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{report}");
    assert!(report["lost"][0].as_str().unwrap().contains("S_STONE"), "{report}");
    // And of many things at once.
    let (code, why) = said(at, "export game/static.rlb -o all --to glb");
    assert_eq!(code, Some(1), "{why}");
    assert!(why.contains("Lost: s_stone_0_01.msh: "), "{why}");
}

/// A sound of these bits: one channel, 22,050 samples a second, eight of them.
fn wav(bits: u16) -> Vec<u8> {
    let block = bits / 8;
    let samples = vec![0x10; usize::from(block) * 8];
    let length = u32::from(block) * 8;
    let mut bytes = b"RIFF".to_vec();
    bytes.extend((36 + length).to_le_bytes());
    bytes.extend(b"WAVEfmt \x10\0\0\0\x01\0\x01\0");
    bytes.extend(22_050u32.to_le_bytes());
    bytes.extend((22_050 * u32::from(block)).to_le_bytes());
    bytes.extend(block.to_le_bytes());
    bytes.extend(bits.to_le_bytes());
    bytes.extend(b"data");
    bytes.extend(length.to_le_bytes());
    bytes.extend(samples);
    bytes
}

#[test]
fn what_a_new_entry_cannot_be_is_refused_or_converted_too() {
    let folder = folder();
    let at = folder.path();
    fs::write(at.join("none.wav"), b"ID3 and a song").unwrap();
    fs::write(at.join("fine.wav"), wav(24)).unwrap();
    fs::write(at.join("plain.wav"), wav(16)).unwrap();
    told(at, "export game/Textures.lib/PANEL.0 -o panel.png");
    told(at, "export game/Material.lib/WATER -o water.json");
    let before = ["sounds.lib", "Textures.lib", "Material.lib"]
        .map(|name| fs::read(at.join("game").join(name)).unwrap());
    for (line, one) in [
        ("edit game/sounds.lib put none.wav", "a sound"),
        ("edit game/sounds.lib put fine.wav", "a sound"),
        ("edit game/Textures.lib put SIGN.0 panel.png", "a texture"),
        ("edit game/Material.lib put LAKE water.json", "a material"),
    ] {
        let (code, why) = said(at, line);
        assert_eq!(code, Some(2), "{line}: {why}");
        assert!(why.contains(&format!("is for {one}")) && why.contains("--convert"), "{why}");
    }
    // A picture under its own name has not the name of a texture.
    let (code, why) = said(at, "edit game/Textures.lib put panel.png --convert");
    assert!(code == Some(2) && why.contains("needs a type"), "{why}");
    let after = ["sounds.lib", "Textures.lib", "Material.lib"]
        .map(|name| fs::read(at.join("game").join(name)).unwrap());
    assert!(before == after, "nothing was written");

    told(at, "edit game/sounds.lib put plain.wav");
    told(at, "edit game/sounds.lib put fine.wav --convert");
    let bytes = entry(at, "game/sounds.lib/fine.wav");
    assert_eq!(Sound::read_strict(&bytes).unwrap().format().unwrap().bits, 16);
    told(at, "edit game/Textures.lib put SIGN.0 panel.png --convert");
    assert!(entry(at, "game/Textures.lib/SIGN.0").starts_with(b"Texm"));
    told(at, "edit game/Material.lib put LAKE water.json --convert");
    assert_eq!(entry(at, "game/Material.lib/LAKE"), entry(at, "game/Material.lib/WATER"));
    told(at, "check game --retail");
    // One that is broken already is mended by converting.
    told(at, "edit game/sounds.lib put plain.wav fine.wav --raw");
    told(at, "edit game/sounds.lib put plain.wav fine.wav --convert");
    told(at, "check game --retail");
}

#[test]
fn what_is_replaced_without_being_the_reference_is_told() {
    let folder = folder();
    let at = folder.path();
    told(at, "export game/Textures.lib/PANEL.0 -o x.png");
    fs::remove_file(at.join("x.json")).unwrap();
    let hint = "--like game/Textures.lib/PANEL.0 carries what .png cannot say";
    let (_, why) = said(at, "import x.png -o game/Textures.lib/PANEL.0 --force");
    assert!(why.contains(hint) && !why.contains("becomes"), "{why}");
    for line in [
        "import x.png -o game/Textures.lib/OTHER.0",
        "import x.png --like game/Textures.lib/PANEL.0 -o game/Textures.lib/PANEL.0 --force",
    ] {
        let (_, why) = said(at, line);
        assert!(!why.contains("not looked at"), "{line}: {why}");
    }
    let (_, why) = said(at, "import x.png --resize 100x64 -o odd.texm");
    assert!(why.contains("Note: 100 x 64") && why.contains("--resize pow2"), "{why}");
    let (_, why) = said(at, "import x.png --resize 128x64 -o even.texm");
    assert!(!why.contains("--resize pow2"), "{why}");
}

#[test]
fn what_is_too_long_is_refused_before_it_is_read() {
    let folder = folder();
    let at = folder.path();
    let line = " --like game/DATA/MAPS/VALLEY/Land.map -o New.map";
    let cases = [
        ("long.wav", 1 << 31, "import long.wav -o long.swav"),
        ("long.png", 1 << 31, "import long.png -o game/DATA/MAPS/LONG"),
        ("long.geojson", (1 << 27) + 1, &*format!("import long.geojson{line}")),
    ];
    for (name, len, line) in cases {
        // Nothing but a length: the disk stays as it is.
        fs::File::create(at.join(name)).unwrap().set_len(len).unwrap();
        let (code, why) = said(at, line);
        assert!(code == Some(2) && why.contains("longer than"), "{line}: {why}");
    }
}
