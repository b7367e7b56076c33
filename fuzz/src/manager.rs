//! The material manager over any archive: whatever is in it, nothing panics, every count comes
//! back to 0, and every slot that is shown is there.

use ngi_engine::materials::{Handle, Manager, NONE, Rand, RuntimePhase, Shared, TexturePolicy};
use ngi_formats::FixedStr;
use ngi_formats::mat0::{BlendMode, LerpMask, MaterialBuf, Mode, TrackBuf};
use ngi_formats::nres::{Editor, NewEntry};
use ngi_formats::pal::PaletteFile;
use ngi_formats::texm::{Image, Levels, Options, Page, PixelFormat, Texm};
use ngi_verbs::profile::{self, RegForm};
use ngi_vfs::{MemoryRoot, Vfs};

use crate::Outcome;
use crate::nres::mended;

/// The one library of the game: textures, materials, lightmaps, palettes and the wear.
const LIBRARY: &str = "x.lib";
/// The wear in it.
const WEAR: &str = "x.wea";
/// How many rows of a wear are looked at.
const ROWS: u16 = 64;
/// Most pixels that are decoded: bodies must stay fast.
const MOST_PIXELS: usize = 1 << 14;

/// Loads, shows and releases. Input: policy, time, share, then an archive.
pub fn material_manager(input: &[u8]) -> Outcome {
    let Some((&[policy, a, b, c, d, e, f, g, h], rest)) = input.split_first_chunk() else {
        return Outcome::Rejected;
    };
    let (now, share) = (u32::from_le_bytes([a, b, c, d]), f32::from_le_bytes([e, f, g, h]));
    let as_is = run_one(rest, policy, now, share);
    match mended(rest) {
        Some(mended) if mended != rest => run_one(&mended, policy, now, share),
        _ => as_is,
    }
}

fn run_one(archive: &[u8], policy: u8, now: u32, share: f32) -> Outcome {
    let Ok(root) = MemoryRoot::new().with(LIBRARY, archive.to_vec()) else {
        return Outcome::Rejected;
    };
    let mut shared = Shared::new(Vfs::in_memory(root));
    shared.set_textures_lib(LIBRARY);
    shared.set_material_lib(LIBRARY);
    shared.set_light_map_lib(LIBRARY);
    shared.set_palettes_lib(LIBRARY);
    shared.rand = Rand::new(now);
    shared.policy = TexturePolicy {
        mipmaps: policy & 1 == 0,
        sixteen_bit: policy & 2 != 0,
        emboss_bump: policy & 4 != 0,
        ..TexturePolicy::default()
    };
    let mut manager = Manager::load(&mut shared);
    let loaded = [
        manager.load_wear_resource(&mut shared, LIBRARY, WEAR).is_ok(),
        manager.load_wear_file(&mut shared, "x.lib/x.wea@WEAR").is_ok(),
        manager.load_wear_buffer(&mut shared, "x", archive).is_ok(),
    ];
    assert_eq!(manager.table_count(), loaded.iter().filter(|&&loaded| loaded).count());
    shared.set_game_time(now);
    let mut shown = 0;
    for table in 0..u16::try_from(manager.table_count()).unwrap_or_default() {
        shown += show_table(&mut shared, &mut manager, table, share);
    }
    decode_some(&shared);
    if let Ok(read) = profile::read(archive) {
        let again = profile::read(&profile::to_reg(&read.profile, RegForm::Utf16));
        assert_eq!(again.map(|again| again.profile), Ok(read.profile));
    }
    let_go(&mut shared, manager, policy & 8 != 0);
    if shown == 0 { Outcome::Rejected } else { Outcome::Accepted }
}

fn show_table(shared: &mut Shared, manager: &mut Manager, table: u16, share: f32) -> usize {
    let rows = manager.wear_count(table).unwrap_or_default();
    let mut shown = 0;
    for row in 0..ROWS.min(u16::try_from(rows).unwrap_or(u16::MAX)) {
        let handle = Handle::new(table, row);
        assert!(manager.metadata(shared, handle).is_ok(), "a row has a material");
        for track in [0, 1, usize::MAX] {
            let phases = [
                manager.phase(shared, handle, track),
                manager.phase_at_share(shared, handle, track, share),
            ];
            for phase in phases.into_iter().flatten() {
                check_phase(shared, &phase);
                shown += 1;
            }
        }
        assert!(manager.reset_start(shared, handle).is_ok());
        assert_eq!(manager.start_time(handle).ok(), Some(shared.game_time()));
    }
    if let Ok(beyond) = u16::try_from(rows) {
        assert!(manager.phase(shared, Handle::new(table, beyond), 0).is_err());
    }
    for row in 0..ROWS {
        let _ = manager.lightmap(shared, Handle::new(table, row));
    }
    shown
}

fn check_phase(shared: &Shared, phase: &RuntimePhase) {
    assert_eq!(RuntimePhase::from_bytes(&phase.to_bytes()).to_bytes(), phase.to_bytes());
    match shared.texture_of(phase) {
        Some(texture) => {
            assert!(texture.cell(NONE).is_some());
            let _ = texture.cell(phase.cell);
        }
        None => assert_eq!(phase.texture, NONE, "a slot that is shown is in use"),
    }
}

fn decode_some(shared: &Shared) {
    for (_, slot) in shared.textures().iter().chain(shared.lightmaps().iter()).take(16) {
        let texture = &slot.object;
        assert!(!texture.levels().is_empty());
        for (number, level) in texture.levels().iter().enumerate() {
            let indexed = texture.format().is_indexed();
            if level.bytes.len() <= MOST_PIXELS {
                let decoded = texture.decode(number).is_ok();
                assert!(decoded || (indexed && texture.palette().is_none()));
            }
        }
    }
}

/// Everything is let go, and nobody uses anything any more.
fn let_go(shared: &mut Shared, manager: Manager, unload_first: bool) {
    if unload_first {
        shared.unload_all_textures();
    }
    manager.release(shared);
    assert!(shared.materials().is_empty());
    assert!(shared.lightmaps().is_empty());
    assert_eq!(shared.textures().idle(), shared.textures().len());
    let later = shared.game_time().wrapping_add(60_001);
    shared.set_game_time(later);
    assert!(shared.textures().is_empty(), "the sweep takes all of them");
}

/// Small games in one archive.
pub fn seeds() -> Vec<Vec<u8>> {
    let all = [0u8, 2, 9, 15];
    let wears: [&[u8]; 4] = [
        b"3\r\n0 WALL\r\n1 MOVING\r\n2 GONE\r\n\r\nLIGHTMAPS\r\n2\r\n0 L.0\r\n1 GONE.0\r\n",
        b"1\n0 MOVING\n",
        b"2\n0 BAD\n1 WALL\n",
        b"2\n0 LOTS\n0 INDEXED\n",
    ];
    let seed = |policy: u8, wear: &[u8]| {
        let head = [&[policy], 1234u32.to_le_bytes().as_slice(), &0.7f32.to_le_bytes()].concat();
        game(wear).map(|archive| [head, archive].concat())
    };
    all.iter().zip(wears).filter_map(|(&policy, wear)| seed(policy, wear).ok()).collect()
}

fn game(wear: &[u8]) -> ngi_formats::Result<Vec<u8>> {
    let mut editor = Editor::new();
    let colours = (0..64u8).map(|at| [at * 4, 255 - at, at, at * 3]).collect();
    let image = Image::new(8, 8, colours)?;
    let formats = [
        ("A.0", PixelFormat::RGB565, Levels::All),
        ("B.0", PixelFormat::ARGB8888, Levels::Count(1)),
        ("L.0", PixelFormat::RGB565, Levels::Count(1)),
        ("P.A", PixelFormat::PALETTED, Levels::All),
    ];
    for (name, format, levels) in formats {
        let page = Page::grid(8, 8, 2, 2).ok();
        let texture = Texm::encode(&image, &Options { levels, page, ..Options::new(format) })?;
        editor.add(NewEntry::new(*b"Texm", name)?, texture.write())?;
    }
    let wall = MaterialBuf::of_texture(b"A.0", BlendMode::OPAQUE)?;
    let mut moving = MaterialBuf::of_texture(b"B.0", BlendMode::ALPHA)?;
    moving.phases.extend(wall.phases.clone());
    let lengths = [(0, 50), (1, 70)];
    let track = |mode| TrackBuf::of_lengths(mode, LerpMask(31), lengths);
    let mut lots = moving.clone();
    moving.tracks = vec![track(Mode::LOOP)?, track(Mode::ONCE)?];
    lots.tracks = vec![track(Mode::RANDOM)?, track(Mode::PING_PONG)?];
    let mut bad = wall.clone();
    for phase in &mut bad.phases {
        phase.texture = FixedStr::new(b"NODOT")?;
    }
    let materials = [
        ("DEFAULT", wall.clone()),
        ("WALL", wall),
        ("MOVING", moving),
        ("LOTS", lots),
        ("BAD", bad),
        ("INDEXED", MaterialBuf::of_texture(b"P.A", BlendMode::OPAQUE)?),
    ];
    for (name, material) in materials {
        let [attr1, attr2, attr3] = material.attributes.numbers();
        let entry = NewEntry { attr1, attr2, attr3, ..NewEntry::new(*b"MAT0", name)? };
        editor.add(entry, material.write()?)?;
    }
    editor.add(NewEntry::new(*b"PALT", "A.PAL")?, PaletteFile::default().write())?;
    editor.add(NewEntry::new(*b"WEAR", WEAR)?, wear.to_vec())?;
    editor.write()
}
