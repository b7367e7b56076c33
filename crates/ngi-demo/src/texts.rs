//! What missions are told in: texts of objects, titles, hints, scripts with their formulas and
//! variables, and a tree of research.

use ngi_formats::Result;
use ngi_formats::nres::{Editor, NewEntry};
use ngi_formats::schema::Record as _;
use ngi_formats::scr::{
    FUNCTION_COUNT, HandlerBuf, NodeBuf, NodeHead, NodeKind, Relation, ScriptBuf,
};
use ngi_formats::texm::{Image, Options, PixelFormat, Texm};
use ngi_formats::trf::{self, ItemState, TreeItem, TreePart};
use ngi_formats::var::{Values, Variable, VariableHead, VariableType};

use crate::missions;
use crate::scale::Scale;

/// Where scripts are.
const SCRIPTS: &str = "MISSIONS/SCRIPTS";

/// How a file is made.
pub type Maker = fn() -> Result<Vec<u8>>;

/// Every file: its path, how it is made, and how many entries it has where it is an archive.
pub fn files(scale: Scale) -> Vec<(String, Maker, Option<usize>)> {
    let own = |folder: &str, name: &str, maker: Maker| (format!("{folder}/{name}"), maker, None);
    let mut all = vec![
        own("MISSIONS", "dispatcher.ini", dispatcher),
        own(SCRIPTS, "varset.var", varset),
        match scale {
            Scale::Times(_) => ("ui/minimap.lib".into(), minimaps as Maker, Some(1)),
            Scale::Real => ("ui/minimap.lib".into(), || pictures("VALLEY", MAPS), Some(MAPS)),
        },
        ("behpsp.res".into(), behaviours as Maker, Some(1)),
    ];
    if scale == Scale::Real {
        all.push(("ui/ui.lib".into(), || pictures("PANEL", PANELS), Some(PANELS)));
    }
    // The first of the small game's missions shows what there is; the others share its scripts.
    let (briefings, messages_of, with_scripts) = match scale {
        Scale::Times(_) => (missions::TOLD, 1, 1),
        Scale::Real => (20, 16, missions::count(scale)),
    };
    for place in 0..missions::count(scale) {
        let folder = missions::folder(place);
        let told = TOLD.get(place).filter(|_| scale != Scale::Real);
        all.push(own(&folder, "mission.cfg", told.map_or(mission as Maker, |told| told.aims)));
        all.push(own(&folder, "descr", TITLES.get(place).copied().unwrap_or(title)));
        if place < briefings {
            let camera = told.map_or(briefing as Maker, |told| told.briefing);
            all.push(own(&folder, "briefing.cfg", camera));
        }
        if place < messages_of {
            all.push(own(&folder, "messages.cfg", messages));
            all.push(own(&folder, "Mistips.mis", tips));
        }
    }
    for place in 0..with_scripts {
        for clan in ["pl", "en"] {
            let name = missions::script_name(place, clan);
            all.push(own(SCRIPTS, &format!("{name}.scr"), script));
            all.push(own(SCRIPTS, &format!("{name}.fml"), formulas));
        }
        let tree = format!("{SCRIPTS}/{}", missions::tree_name(place));
        all.push((tree, research as Maker, Some(trf::TYPES.len())));
    }
    all
}

/// Lines of a text, with the line ends of Windows.
fn lines(lines: &[&str]) -> Result<Vec<u8>> {
    let text: String = lines.iter().map(|line| format!("{line}\r\n")).collect();
    let none = || ngi_formats::Error::usage("text", "is not Windows-1251");
    ngi_formats::text::encode(&text).ok_or_else(none)
}

/// The missions that were won.
pub fn dispatcher() -> Result<Vec<u8>> {
    lines(&DISPATCHER)
}

/// What the mission is about.
pub fn mission() -> Result<Vec<u8>> {
    lines(&[&MISSION_TEXT[..], &MISSION_END].concat())
}

/// The aims and the briefing of a told mission.
struct Told {
    aims: Maker,
    briefing: Maker,
}

const TOLD: [Told; missions::TOLD] = [
    Told { aims: mission, briefing: || briefing_of(0) },
    Told { aims: || aims_of(WINTER_AIMS), briefing: || briefing_of(1) },
    Told { aims: || aims_of(CRATER_AIMS), briefing: || briefing_of(2) },
];

/// Objectives of the missions in winter and in the crater: two primary ones, and a bonus.
const WINTER_AIMS: [&str; 3] =
    ["Hold the base through the snowstorm", "Destroy the generator of Clan I", "Lose no building"];
const CRATER_AIMS: [&str; 3] = [
    "Keep the plant running until the night",
    "Reach the old storage in the west",
    "Return before the dust settles",
];

/// `mission.cfg` with other objectives.
fn aims_of(aims: [&str; 3]) -> Result<Vec<u8>> {
    let mut aims = aims.into_iter();
    let text: Vec<String> = MISSION_TEXT
        .iter()
        .map(|line| match line.trim_start().split_once(" = ") {
            Some((key, _)) if key.starts_with("objective") => {
                format!("  {key} = \"{}\"", aims.next().unwrap_or_default())
            }
            _ => (*line).to_owned(),
        })
        .chain(MISSION_END.map(str::to_owned))
        .collect();
    lines(&text.iter().map(String::as_str).collect::<Vec<_>>())
}

/// What is told while it is played.
pub fn messages() -> Result<Vec<u8>> {
    lines(&MESSAGES)
}

/// Its title.
pub fn title() -> Result<Vec<u8>> {
    Ok(b"The valley".to_vec())
}

/// The titles of the small game's missions.
const TITLES: [Maker; missions::TOLD] =
    [title, || Ok(b"Two clans in the snow".to_vec()), || Ok(b"Ashes over the crater".to_vec())];

/// Its hints.
pub fn tips() -> Result<Vec<u8>> {
    lines(&TIPS)
}

/// The formulas of the script.
pub fn formulas() -> Result<Vec<u8>> {
    lines(&FORMULAS)
}

const DISPATCHER: [&str; 2] = ["[COMPLETE]", "missions_single_01_=1"];

const MISSION_TEXT: [&str; 41] = [
    "# What the mission of the demo game is about.",
    "",
    "object minimap",
    "  desc = \"resource\"",
    "  library = \"ui\\minimap.lib\"",
    "  libtype = \"multi\"",
    "  type = 1",
    "  minimap = \"VALLEY.0\"",
    "end",
    "",
    "object primary_objectives",
    "  objective1 = \"Find the mine in the north\"",
    "  objective2 = \"Build a generator beside it\"",
    "end",
    "",
    "object bonus_objectives",
    "  objective1 = \"Keep every tree\"\t# there are few",
    "end",
    "",
    "object ambient_music_loop",
    "  desc = \"resource\"",
    "  library = \"sounds.lib\"",
    "  libtype = \"multi\"",
    "  type = 5",
    "  THEME = \"engine.wav\"",
    "end",
    "",
    "object ambient_music_variation",
    "  desc = \"resource\"",
    "  library = \"sounds.lib\"",
    "  libtype = \"multi\"",
    "  type = 4",
    "  DAY_VARIATION1 = \"chime.wav\"",
    "  NIGHT_VARIATION1 = \"step.wav\"",
    "end",
    "",
    "object prebuild",
    "  prebuild1 = \"UNITS\\BUILDS\\Mine_1.dat\"",
    "end",
    "",
    "object script",
];

/// The end of `mission.cfg`: lines that a script lets the console do.
const MISSION_END: [&str; 4] = [
    "  script1 = \"bcreate(120,80,0,0,UNITS\\BUILDS\\Generator_1.dat,0)\"",
    "  script2 = \"death(40,40,12,0)\"",
    "end",
    "",
];

const MESSAGES: [&str; 12] = [
    "object message_start",
    "  message_index = 1",
    "  text_resource = \"TEXT_START\"",
    "  voice_resource = \"VOICE_START\"",
    "end",
    "",
    "object message_mine",
    "  message_index = 4\t# ids may have gaps",
    "  text_resource = \"TEXT_MINE\"",
    "  voice_resource = \"VOICE_MINE\"",
    "  info_system = 1",
    "end",
];

const TIPS: [&str; 3] = [
    "<<interleave=5000>><<color=255,220,120>>Follow the river.",
    "<<br>>The mine is in the north.",
    "<<interleave=3000>>Добыча начнётся сама.",
];

const FORMULAS: [&str; 4] = [
    "// Formulas of demo_pl.scr: nodes number them from 0 on.",
    "FUNCTION( , Ore + Energy, )",
    "FUNCTION( , (Ore - 10) * 2, )",
    "FUNCTION( , max(Ore, Energy), )",
];

/// Stops of the camera over the map: in, around, and out again.
pub fn briefing() -> Result<Vec<u8>> {
    let stops = [
        ([60, 40, 45], [100, 100, 10], "spline", 4, "continuous"),
        ([140, 90, 35], [120, 120, 10], "linear", 3, "flyaround"),
        ([90, 160, 60], [100, 100, 10], "jump", 0, "stay"),
    ];
    let mut text = vec!["# Where the camera goes before the mission.".to_owned()];
    for (number, (camera, target, edge, time, wait)) in stops.iter().enumerate() {
        text.push(format!("object WayPoint{number}"));
        for (name, place) in [("Camera", camera), ("Target", target)] {
            for (axis, value) in ["X", "Y", "Z"].iter().zip(place) {
                text.push(format!("  {name}{axis} = {value}.0"));
            }
        }
        text.push(format!("  EdgeType = {edge}"));
        text.push(format!("  EdgeTime = {time}.0"));
        text.push(format!("  WaitType = {wait}"));
        text.push("  WaypointTime = 2.0".to_owned());
        text.push("  WaitForTime = 1".to_owned());
        text.push("  RotateTime = 12.0".to_owned());
        text.push("  FadePercent = 0".to_owned());
        text.push("  LoopIndex = -1".to_owned());
        text.push("end".to_owned());
    }
    lines(&text.iter().map(String::as_str).collect::<Vec<_>>())
}

/// A stop of a told briefing: eye and target as points of the ground with heights above it, how
/// the camera leaves, for how long it stays, and a caption.
struct Stop {
    eye: ([f32; 2], f32),
    target: ([f32; 2], f32),
    edge: &'static str,
    wait: &'static str,
    caption: &'static str,
}

const fn stop(
    eye: ([f32; 2], f32),
    target: ([f32; 2], f32),
    [edge, wait]: [&'static str; 2],
    caption: &'static str,
) -> Stop {
    Stop { eye, target, edge, wait, caption }
}

const BRIEFINGS: [[Stop; 3]; missions::TOLD] = [
    [
        stop(
            ([52.5, 26.9], 26.0),
            ([61.0, 18.0], 3.0),
            ["spline", "stay"],
            "Our camp in the valley",
        ),
        stop(([46.0, 20.0], 22.0), ([32.0, 32.0], 0.0), ["linear", "stay"], "The lake in the west"),
        stop(
            ([66.0, 27.5], 16.0),
            ([59.0, 18.0], 4.0),
            ["jump", "flyaround"],
            "The teleport brings help",
        ),
    ],
    [
        stop(([62.0, 41.0], 26.0), ([73.0, 33.0], 2.0), ["spline", "stay"], "Our base, snowed in"),
        stop(
            ([79.0, 25.5], 12.0),
            ([74.0, 30.0], 4.0),
            ["jump", "flyaround"],
            "The generator must not fail",
        ),
        stop(
            ([30.0, 68.0], 26.0),
            ([22.0, 77.0], 3.0),
            ["jump", "stay"],
            "Clan I waits beyond the lake",
        ),
    ],
    [
        stop(
            ([42.0, 5.0], 25.0),
            ([33.0, 12.0], 3.0),
            ["spline", "stay"],
            "The outpost at the lava",
        ),
        stop(
            ([42.0, 16.0], 12.0),
            ([37.0, 12.0], 4.0),
            ["linear", "flyaround"],
            "The plant runs day and night",
        ),
        stop(([15.5, 45.0], 14.0), ([10.0, 50.0], 3.0), ["jump", "stay"], "The old storage"),
    ],
];

/// The briefing of a told mission: the camera goes from stop to stop, each with a caption. Where the
/// game has the number of a text, the demo game has the text itself.
fn briefing_of(place: usize) -> Result<Vec<u8>> {
    let map = missions::map_of(place);
    let mut text = vec!["# Where the camera goes before the mission.".to_owned()];
    for (number, stop) in BRIEFINGS.get(place).into_iter().flatten().enumerate() {
        let above = |(at, height): ([f32; 2], f32)| {
            let [x, y, z] = map.place(at);
            [x, y, z.max(map.level()) + height]
        };
        text.push(format!("object WayPoint{number}"));
        for (name, place) in [("Camera", above(stop.eye)), ("Target", above(stop.target))] {
            for (axis, value) in ["X", "Y", "Z"].iter().zip(place) {
                text.push(format!("  {name}{axis} = {value:.1}"));
            }
        }
        let Stop { edge, wait, caption, .. } = stop;
        text.push(format!("  EdgeType = {edge}"));
        text.push("  EdgeTime = 4.0".to_owned());
        text.push(format!("  WaitType = {wait}"));
        text.push("  WaypointTime = 5.0".to_owned());
        text.push("  WaitForTime = 1".to_owned());
        text.push("  RotateTime = 24.0".to_owned());
        text.push("  FadePercent = 0".to_owned());
        text.push(format!("  TextResID = \"{caption}\""));
        text.push("  LoopIndex = -1".to_owned());
        text.push("end".to_owned());
    }
    lines(&text.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Names of variables; a script numbers them.
const VARIABLES: [(&str, &str, &str); 6] = [
    ("DWORD", "Ore", "how much ore there is"),
    ("DWORD", "Energy", "how much energy there is"),
    ("DWORD", "Sum", "both together"),
    ("float", "Near", "how near the mine is"),
    ("DWORD", "MineFound", ""),
    ("DWORD", "Message", "which message is shown"),
];

/// What scripts know.
pub fn varset() -> Result<Vec<u8>> {
    let mut text = vec!["// What scripts know. The place of a variable is its number.".to_owned()];
    for (kind, name, comment) in VARIABLES {
        text.push(match comment {
            "" => format!("VAR( {kind}, {name}, 0 );"),
            comment => format!("VAR( {kind}, {name}, 0, 0, 1000000, {comment} )"),
        });
    }
    lines(&text.iter().map(String::as_str).collect::<Vec<_>>())
}

/// What the clan of the player does.
pub fn script() -> Result<Vec<u8>> {
    let head = NodeHead::default();
    let call = |function: i32, dest: i32, operands: Vec<i32>| {
        NodeBuf::new(NodeHead { function, dest, ..head }, operands)
    };
    let only =
        |kind: NodeKind, source: i32| NodeBuf::new(NodeHead { kind, source, ..head }, Vec::new());
    let ask = |dest: i32, relation: Relation, source: i32| {
        let kind = NodeKind::IF;
        NodeBuf::new(NodeHead { dest, source, kind, relation, ..head }, Vec::new())
    };
    let sum = NodeBuf { formula: 0, ..call(-1, 2, Vec::new()) };
    let start = vec![call(3, 0, Vec::new()), call(4, 1, Vec::new()), sum];
    let look = vec![
        only(NodeKind::LABEL, 1),
        call(12, 3, vec![0, 1]),
        ask(3, Relation::LESS, 30),
        ask(4, Relation::EQUAL, 0),
        NodeBuf::new(NodeHead { dest: 4, source: 1, kind: NodeKind::CONSTANT, ..head }, Vec::new()),
        NodeBuf { formula: 1, ..call(21, -1, vec![5]) },
        only(NodeKind::END, -1),
        only(NodeKind::END, -1),
        ask(2, Relation::AT_LEAST, 100),
        only(NodeKind::SWITCH, 0),
        only(NodeKind::END, -1),
        only(NodeKind::RETURN, -1),
    ];
    let handler = |index: u32, name: &str, nodes: Vec<NodeBuf>| HandlerBuf {
        name: name.into(),
        end: 0,
        index,
        nodes,
    };
    let handlers = vec![handler(0, "Start", start), handler(1, "Look", look)];
    ScriptBuf { function_count: FUNCTION_COUNT, handlers, tail: Vec::new() }.write()
}

type Item = (&'static str, &'static str, &'static str, [u8; 2], Option<i32>);

/// Items of the tree: part, code, name, costs, what it needs.
const ITEMS: [Item; 4] = [
    ("g_gun_01", "GUN1", "Small gun", [0, 0], None),
    ("g_gun_02", "GUN2", "Large gun", [20, 50], Some(0)),
    ("t_turret_01", "TUR1", "Turret", [10, 30], None),
    ("f_bunker_01", "BUN1", "Bunker", [40, 120], Some(2)),
];

/// Texts one behind the other, each ended by a NUL, and where each begins.
fn texts<'t>(texts: impl Iterator<Item = &'t str>) -> (Vec<u8>, Vec<u32>) {
    let (mut bytes, mut places) = (Vec::new(), Vec::new());
    for text in texts {
        places.push(u32::try_from(bytes.len()).unwrap_or(0));
        bytes.extend(text.bytes());
        bytes.push(0);
    }
    (bytes, places)
}

/// What can be researched.
pub fn research() -> Result<Vec<u8>> {
    let (parts, part_places) = texts(ITEMS.iter().map(|item| item.0));
    let (codes, code_places) = texts(ITEMS.iter().map(|item| item.1));
    let (names, name_places) = texts(ITEMS.iter().map(|item| item.2));
    let (mut items, mut states, mut owners) = (Vec::new(), Vec::new(), Vec::new());
    let (mut needs, mut unlocks) = ([Vec::new(), Vec::new()], [Vec::new(), Vec::new()]);
    let word = |number: usize| i32::try_from(number).unwrap_or(0).to_le_bytes();
    for (place, (_, _, _, [energy, ore], need)) in ITEMS.iter().enumerate() {
        let of = |places: &[u32]| places.get(place).copied().unwrap_or(0);
        let small = u16::try_from(place).unwrap_or(0);
        let (energy, ore) = (f32::from(*energy), f32::from(*ore));
        let item = TreeItem {
            research_energy: energy,
            research_ore: ore,
            build_energy: energy + 5.0,
            build_ore: ore + 10.0,
            code: of(&code_places),
            name: of(&name_places),
            part: small,
            role: 255,
            kind: 12,
            second_sub_kind: 255,
            level: 1,
            ..TreeItem::default()
        };
        items.extend(item.write());
        let waits = if need.is_some() { 0 } else { ItemState::AVAILABLE.0 };
        states.push(ItemState::IN_TREE.0 | waits);
        let name = u16::try_from(of(&part_places)).unwrap_or(0);
        owners.extend(TreePart { name, item: small }.write());
        let [counts, list] = &mut needs;
        counts.extend(word(need.iter().count()));
        list.extend(need.iter().flat_map(|need| need.to_le_bytes()));
        let unlocked = (0..)
            .zip(&ITEMS)
            .filter(|(_, item)| item.4.is_some_and(|need| need.to_le_bytes() == word(place)));
        let unlocked: Vec<i32> = unlocked.map(|(at, _)| at).collect();
        let [counts, list] = &mut unlocks;
        counts.extend(word(unlocked.len()));
        list.extend(unlocked.iter().flat_map(|at| at.to_le_bytes()));
    }
    let [need_counts, needs] = needs;
    let [unlock_counts, unlocks] = unlocks;
    let empty = || vec![0];
    let tables = [
        items,
        states,
        need_counts,
        needs,
        unlock_counts,
        unlocks,
        parts,
        codes,
        names,
        empty(),
        empty(),
        owners,
    ];
    let mut editor = Editor::new();
    for (type_id, table) in trf::TYPES.into_iter().zip(tables) {
        let count = u32::try_from(ITEMS.len()).unwrap_or(0);
        let version = if type_id == trf::ITEMS { trf::VERSION } else { 0 };
        let entry = NewEntry::new(type_id, trf::ENTRY_NAME)?.attributes(count, version, 0);
        editor.add(entry, table)?;
    }
    editor.write()
}

/// Maps of a large game, and other pictures of its interface: with those of the other libraries as
/// many as were counted.
const MAPS: usize = 33;
const PANELS: usize = 67;

/// The map in the corner.
pub fn minimaps() -> Result<Vec<u8>> {
    pictures("VALLEY", 1)
}

/// So many pictures of the interface; the first is called so, the others are numbered.
fn pictures(name: &str, count: usize) -> Result<Vec<u8>> {
    let shade = |at: u16| {
        let lighter = u8::try_from((at % 16 + at / 16 % 16) * 4).unwrap_or(0);
        [60 + lighter / 2, 130 + lighter, 70 + lighter / 2, 255]
    };
    let image = Image::new(16, 16, (0..256u16).map(shade).collect())?;
    let bytes = Texm::encode(&image, &Options::new(PixelFormat::RGB565))?.write();
    let mut editor = Editor::new();
    for number in 0..count {
        let own = if number == 0 { format!("{name}.0") } else { format!("{name}_{number:02}.0") };
        editor.add(NewEntry::new(*b"Texm", own)?.attributes(0, 0, 1), bytes.clone())?;
    }
    editor.write()
}

/// `behpsp.res`: what behaviours remember.
pub fn behaviours() -> Result<Vec<u8>> {
    behaviours_noted(b"")
}

/// The same, with a note on the first of its variables.
pub fn behaviours_noted(note: &'static [u8]) -> Result<Vec<u8>> {
    let one = |kind: VariableType, name: &'static str, values: [u32; 4]| {
        let [value, default, min, max] = values;
        Variable::new(
            VariableHead { kind, ..VariableHead::default() },
            name.as_bytes(),
            Values { value, default, min, max },
        )
    };
    let half = 0.5f32.to_bits();
    let mut awake = one(VariableType::BOOL, "IsAwake", [1, 1, 0, 1]);
    awake.note = note;
    let variables = [
        awake,
        one(VariableType::F32, "Courage", [half, half, 0, 1.0f32.to_bits()]),
        one(VariableType::U32, "Patience", [30, 30, 0, 600]),
    ];
    let mut bytes = u32::try_from(variables.len()).unwrap_or(0).to_le_bytes().to_vec();
    for variable in variables {
        bytes.extend(variable.write()?);
    }
    let mut editor = Editor::new();
    // Which type the game's own has is not known.
    editor.add(NewEntry::new(*b"VARS", "scout.var")?.attributes(0, 0, 1), bytes)?;
    editor.write()
}
