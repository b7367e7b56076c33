//! Loading a level: order and messages.

use std::cell::RefCell;
use std::collections::HashMap;

use ngi_formats::arealmap::Plan;
use ngi_formats::landscape::{FaceFilter, GroundPlan, Landscape};
use ngi_formats::nres::{Archive, Editor};

use crate::arealmap::LoadOptions;
use crate::landscape::{
    CollManager, FxManager, Grid, Ground, Level, LevelError, LevelNames, LightManager, Managers,
    MatManager, Refusal, Render3d, Sound3d,
};

type Files = HashMap<String, Vec<u8>>;

fn files() -> Files {
    let mut plan = Plan::new(8, 8);
    for x in [0.0, 40.0] {
        plan.add(&[[x, 0.0, 0.0], [x + 40.0, 0.0, 0.0], [x + 40.0, 80.0, 0.0], [x, 80.0, 0.0]]);
    }
    let land = GroundPlan::flat([8, 8], [2, 2], 10.0).build().unwrap().write().unwrap();
    let wear = b"2\r\n0 B_S0\r\n1 L01\r\n".to_vec();
    Files::from([
        ("maps/land.msh".into(), land),
        ("maps/land.map".into(), plan.build().unwrap().write_file().unwrap()),
        ("maps/land1.wea".into(), wear.clone()),
        ("maps/land2.wea".into(), wear),
    ])
}

fn load(files: &Files, managers: &mut Managers<'_>) -> Result<Level, LevelError> {
    Level::load("maps/land", |name| files.get(name), managers, &LoadOptions::default())
}

/// Writes down who was called, and refuses when told to.
#[derive(Clone, Copy)]
struct Scribe<'a> {
    name: &'static str,
    calls: &'a RefCell<Vec<String>>,
    refuses: Option<&'static str>,
}

impl Scribe<'_> {
    fn call(&self, what: &str) -> Result<(), Refusal> {
        self.calls.borrow_mut().push(format!("{} {what}", self.name));
        if self.refuses == Some(self.name) { Err("no".into()) } else { Ok(()) }
    }
}

macro_rules! scribes {
    ($($name:ident)*) => { $(
        impl $name for Scribe<'_> {
            fn prepare(&mut self, level: &LevelNames) -> Result<(), Refusal> {
                self.call(&level.base)
            }
        }
    )* };
}

scribes!(Render3d Sound3d LightManager CollManager FxManager);

impl MatManager for Scribe<'_> {
    fn load_wear(&mut self, name: &str, wear: &[u8]) -> Result<(), Refusal> {
        assert!(wear.starts_with(b"2"));
        self.call(name)
    }
}

fn scribes<'a>(calls: &'a RefCell<Vec<String>>, refuses: Option<&'static str>) -> Managers<'a> {
    let scribe = |name| Box::new(Scribe { name, calls, refuses });
    Managers {
        render: scribe("render"),
        sound: scribe("sound"),
        materials: scribe("materials"),
        lights: scribe("lights"),
        collisions: scribe("collisions"),
        effects: scribe("effects"),
    }
}

#[test]
fn in_order() {
    let calls = RefCell::new(Vec::new());
    let files = files();
    let opened = RefCell::new(Vec::new());
    let open = |name: &str| {
        opened.borrow_mut().push(name.to_owned());
        calls.borrow_mut().push(format!("open {name}"));
        files.get(name)
    };
    let options = LoadOptions::default();
    let level = Level::load("maps/land", open, &mut scribes(&calls, None), &options).unwrap();
    assert_eq!(
        *calls.borrow(),
        [
            "render maps/land",
            "sound maps/land",
            "open maps/land1.wea",
            "materials maps/land1.wea",
            "open maps/land2.wea",
            "materials maps/land2.wea",
            "lights maps/land",
            "collisions maps/land",
            "effects maps/land",
            "open maps/land.map",
            "open maps/land.msh",
        ]
    );
    assert_eq!(level.areals.unwrap().at(45.0, 5.0), Some(1));
    let height = level.ground.height([45.0, 5.0], &FaceFilter::default()).unwrap();
    assert_eq!(height.z, 0.0);
    assert!(level.lists.objects.is_empty() && level.broken.is_empty());
    // Whoever refuses ends it.
    for name in ["render", "sound", "materials", "lights", "collisions", "effects"] {
        let calls = RefCell::new(Vec::new());
        let error = load(&files, &mut scribes(&calls, Some(name))).unwrap_err();
        assert_eq!(error.engine_message(), Some("no"), "{error}");
        assert!(calls.borrow().last().unwrap().starts_with(name));
    }
}

#[test]
fn what_the_engine_says() {
    let message = |files: &Files| {
        let error = load(files, &mut Managers::default()).unwrap_err();
        assert!(error.to_string().starts_with("maps/land"), "{error}");
        error.engine_message().map(str::to_owned)
    };
    let missing = [
        ("maps/land1.wea", "Wear <maps/land1.wea> doesn't exist."),
        ("maps/land2.wea", "Wear <maps/land2.wea> doesn't exist."),
        ("maps/land.map", "SystemArealMap panic: Cannot load ArealMapGeometry"),
        ("maps/land.msh", "Unable to open file"),
    ];
    for (name, says) in missing {
        let mut files = files();
        files.remove(name);
        assert_eq!(message(&files).as_deref(), Some(says), "{name}");
        files.insert(name.into(), b"0 nothing".to_vec());
        assert!(load(&files, &mut Managers::default()).is_err(), "{name}");
    }
    for type_id in [1, 2, 3, 4, 5, 18, 14, 11, 21] {
        let mut files = files();
        let land = files["maps/land.msh"].clone();
        let archive = Archive::read(&land).unwrap();
        let at = archive.iter().position(|entry| entry.record().type_id.0 == type_id);
        let mut editor = Editor::open(&archive);
        editor.remove(at.unwrap()).unwrap();
        files.insert("maps/land.msh".into(), editor.write().unwrap());
        let says = match type_id {
            14 => {
                load(&files, &mut Managers::default()).unwrap();
                continue;
            }
            18 => "Unable to find microtexture mapping chunk",
            _ => "Unable to open file",
        };
        assert_eq!(message(&files).as_deref(), Some(says), "{type_id}");
    }
}

/// Takes the ground over, as whoever draws it does.
struct Taker<'a>(&'a RefCell<Option<usize>>);

impl Render3d for Taker<'_> {
    fn take_ground(&mut self, land: &Landscape<'_>) {
        *self.0.borrow_mut() = Some(land.faces.len());
    }
}

#[test]
fn tools_go_past_everything_but_the_ground() {
    let load = |files: &Files, managers: &mut Managers<'_>| {
        let options = LoadOptions::default();
        Level::load_tolerant("maps/land", |name| files.get(name), managers, &options)
    };
    let level = load(&files(), &mut Managers::default()).unwrap();
    assert!(level.faults.is_empty() && level.areals.is_some());
    let mut files = files();
    files.remove("maps/land1.wea");
    files.insert("maps/land.map".into(), b"no map".to_vec());
    let (calls, taken) = (RefCell::new(Vec::new()), RefCell::new(None));
    let mut managers = scribes(&calls, Some("lights"));
    managers.render = Box::new(Taker(&taken));
    let level = load(&files, &mut managers).unwrap();
    drop(managers);
    let says: Vec<_> = level.faults.iter().map(|fault| fault.engine_message().unwrap()).collect();
    let no_map = "SystemArealMap panic: Cannot load ArealMapGeometry";
    assert_eq!(says, ["Wear <maps/land1.wea> doesn't exist.", "no", no_map]);
    assert!(level.areals.is_none());
    assert_eq!(taken.into_inner(), Some(level.ground.faces().len()));
    assert_eq!(calls.borrow().last().unwrap(), "effects maps/land", "the others are called");
    files.remove("maps/land.msh");
    let error = load(&files, &mut Managers::default()).unwrap_err();
    assert!(matches!(error, LevelError::NoLandscape { .. }), "{error}");
}

/// Squares whose inverse is not exact: both crates round alike.
#[test]
fn both_grids_give_a_point_the_same_square() {
    for size in [49.9f32, 311.28, 40.0] {
        let (origin, [across, down]) = ([-3.25f32, 7.5], [9u8, 8]);
        let of_file = ngi_formats::landscape::Grid {
            origin,
            size: [size; 2],
            across: across.into(),
            down: down.into(),
        };
        let far = [f32::from(across), f32::from(down)].map(|count| count * size);
        let grid = Grid {
            origin,
            far: [far[0] + origin[0], far[1] + origin[1]],
            size: [size; 2],
            across: across.into(),
            down: down.into(),
        };
        for step in 0u16..2000 {
            let along = f32::from(step) / 1999.0;
            // Every border is met from both sides.
            let border = f32::from(step % 9) * size + origin[0];
            for x in [origin[0] + along * far[0], border.next_down(), border, border.next_up()] {
                let y = origin[1] + along * far[1] * 0.99;
                assert_eq!(grid.square([x, y]), of_file.square_at(x, y), "{size} {x} {y}");
            }
        }
    }
}

#[test]
fn the_ground_of_a_file() {
    let bytes = &files()["maps/land.msh"];
    let land = Landscape::read(bytes).unwrap();
    let ground = Ground::of(&land);
    assert!(ground.is_tidy());
    assert_eq!(ground.faces().len(), land.faces.len());
    let grid = land.grid().unwrap();
    for x in 0..=80u8 {
        for y in 0..=80u8 {
            let [x, y] = [f32::from(x), f32::from(y)];
            assert_eq!(ground.grid().square([x, y]), grid.square_at(x, y), "{x} {y}");
            let found = ground.height([x, y], &FaceFilter::default()).unwrap();
            let corners = land.corners(&land.faces.get(found.face).unwrap());
            assert_eq!(ground.corners(found.face), corners);
            assert!(land.level_faces(0).contains(&found.face));
        }
    }
}
