//! What is looked at: one file per kind of thing, each a [`Scene`].

pub mod areals;
mod crowd;
pub mod effect;
pub mod landscape;
pub mod level;
pub mod looks;
mod material;
pub mod mission;
pub mod model;
mod sky;
mod texture;
mod textures;
mod view;

pub use crate::overlay::land::ground_colour;
pub use areals::ArealScene;
pub use crowd::{Breed, Crowd, Stance};
pub use effect::EffectScene;
pub use level::{LevelFiles, LevelScene, MissionSky};
pub use looks::{Appearance, Looks, MaterialId, WearId};
pub use material::MaterialScene;
pub use mission::{MissionScene, UnitScene, clan_colour};
pub use model::ModelScene;
pub use sky::Sky;
pub use texture::TextureScene;
pub use textures::texture_data;
pub use view::{Light, Overlays, Settings, View, Water};

use std::collections::BTreeSet;

use glam::Vec3;
use ngi_engine::model::Ray;

use crate::frame::{Frame, LogLine, Store};
use crate::{Bounds, Camera};

/// What kind of thing a scene shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SceneKind {
    /// A model.
    Model,
    /// A landscape with what stands on it.
    Level,
    /// A texture or lightmap.
    Texture,
    /// A material.
    Material,
    /// An effect.
    Effect,
    /// An areal map.
    Areals,
}

/// What a ray met.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Picked {
    /// Where, in the world.
    pub position: [f32; 3],
    /// How far away, in lengths of the ray's direction.
    pub distance: f32,
    /// The node of a model.
    pub node: Option<usize>,
    /// Its name.
    pub node_name: Option<String>,
    /// The slot of a model, or the square of a landscape.
    pub slot: Option<usize>,
    /// The batch.
    pub batch: Option<usize>,
    /// The triangle's descriptor, or a face of a landscape.
    pub triangle: Option<usize>,
    /// Row of the wear.
    pub material: Option<usize>,
    /// Name of the material.
    pub material_name: Option<String>,
    /// The areal.
    pub areal: Option<usize>,
    /// The object of a mission.
    pub object: Option<usize>,
    /// The part of a unit.
    pub part: Option<usize>,
    /// The pixel of a texture.
    pub pixel: Option<[u32; 2]>,
    /// Anything else worth saying, one thing per line.
    pub notes: Vec<String>,
}

/// Something that can be looked at.
///
/// The caller first lets it [`prepare`](Scene::prepare) with a store, then asks it to
/// [`build`](Scene::build) a frame for each moment, and lets it [`release`](Scene::release) what
/// it keeps at the end.
pub trait Scene: Send {
    /// What kind of thing it is.
    fn kind(&self) -> SceneKind;

    /// The box around it.
    fn bounds(&self) -> Bounds;

    /// Returns true if it has rooms that are seen when it is cut open.
    fn has_interior(&self) -> bool {
        false
    }

    /// Points that a picture of it has to hold: at a moment in seconds, or at any.
    fn points(&self, moment: Option<f32>, settings: &Settings) -> Vec<Vec3> {
        let _ = (moment, settings);
        self.bounds().or_unit().corners().to_vec()
    }

    /// From where it is best looked at, in a picture of this width by height.
    fn camera(&self, aspect: f32) -> Camera {
        let mut camera = Camera::default();
        camera.fit(&self.points(None, &Settings::default()), aspect);
        camera
    }

    /// How long it takes until it repeats or ends, in seconds; `None` where nothing moves. The
    /// rate and the track of the settings count.
    fn duration(&self, settings: &Settings) -> Option<f32> {
        let _ = settings;
        None
    }

    /// Puts meshes and textures into a store. Called once before the first frame, and again after
    /// [`Scene::release`].
    fn prepare(&mut self, store: &mut dyn Store);

    /// Takes them out again.
    fn release(&mut self, store: &mut dyn Store);

    /// Puts into the store what came or changed since it was prepared.
    fn renew(&mut self, store: &mut dyn Store) {
        let _ = store;
    }

    /// Leaves parts out, and shows all others: nodes of a model, parts of a unit, objects of a
    /// mission, squares of a level.
    fn hide(&mut self, parts: &BTreeSet<usize>) {
        let _ = parts;
    }

    /// The corners of a box around such a part, where it was in the last frame.
    fn outline(&self, part: usize) -> Option<[Vec3; 8]> {
        let _ = part;
        None
    }

    /// Where a node of a model was in the last frame, and what it hangs on.
    fn node_at(&self, node: usize) -> Option<[ngi_engine::model::Transform; 2]> {
        let _ = node;
        None
    }

    /// The level that it is, if it is one without a mission.
    fn level(&self) -> Option<&LevelScene> {
        None
    }

    /// The same, to be changed: its ground may be sculpted.
    fn level_mut(&mut self) -> Option<&mut LevelScene> {
        None
    }

    /// Fills an empty frame with what is seen. Called by [`build`], which clears the frame before
    /// and finishes it afterwards.
    fn build(&mut self, view: &View, frame: &mut Frame);

    /// The first thing a ray meets, at the moment of the last frame.
    fn pick(&self, ray: &Ray) -> Option<Picked> {
        let _ = ray;
        None
    }

    /// How many levels of detail there are to choose from; 0 where there is no choice.
    fn levels(&self) -> usize {
        0
    }

    /// How many levels of a texture's sizes there are to see; 0 for anything but a texture.
    fn mips(&self) -> usize {
        0
    }

    /// The pixels of a texture in full size; `None` for anything else.
    fn pixels(&self) -> Option<&crate::frame::TextureLevel> {
        None
    }

    /// How high the ground is at a point, water included; `None` where there is none.
    fn ground_at(&self, at: [f32; 2]) -> Option<f32> {
        let _ = at;
        None
    }

    /// The rows of a model's wear that something wears, with the names of their materials:
    /// [`Settings::layout`] shows one.
    fn layouts(&self) -> Vec<(usize, String)> {
        Vec::new()
    }

    /// The box around the texture of a row and the triangles laid over it.
    fn layout(&self, row: usize) -> Option<Bounds> {
        let _ = row;
        None
    }

    /// How many damage stages there are to choose from; 0 where there is no choice.
    fn stages(&self) -> usize {
        0
    }

    /// Shows the route from one point of a map to another from now on, with [`Overlays::ROUTE`].
    /// In a mission the route leads around objects. An error says why there is no route.
    fn show_route(&mut self, from: [f32; 2], to: [f32; 2]) -> Result<(), String> {
        let _ = (from, to);
        Err("only levels and areal maps have ways".to_owned())
    }

    /// Number of levels of a texture; `None` if the scene is not a texture.
    fn texture_levels(&self) -> Option<usize> {
        None
    }

    /// Places that somebody chose to look from, eye and target: the stops of a briefing's camera.
    fn stops(&self) -> Vec<[[f32; 3]; 2]> {
        Vec::new()
    }

    /// The mission that it is, if it is one.
    fn mission(&self) -> Option<&MissionScene> {
        None
    }

    /// The same, to be changed.
    fn mission_mut(&mut self) -> Option<&mut MissionScene> {
        None
    }

    /// True if the last frame shows nothing of the subject itself, as an effect before or after its
    /// commands are active.
    fn is_blank(&self) -> bool {
        false
    }

    /// What there was to say while it was opened and prepared.
    fn log(&self) -> &[LogLine] {
        &[]
    }
}

/// Builds a frame: clears it, aims the camera, lets the scene fill it, puts it in order.
pub fn build(scene: &mut dyn Scene, view: &View, frame: &mut Frame) {
    frame.clear();
    let layout = view.settings.layout.and_then(|row| scene.layout(row));
    frame.sight = view.camera.sight(view.size, &layout.unwrap_or_else(|| scene.bounds()));
    frame.background = view.settings.background;
    match view.settings.light {
        Light::Studio => frame.lighting.set_studio(frame.sight.back, frame.sight.right),
        Light::Plain => frame.lighting.set_without_sky(),
        Light::Flat => frame.lighting.set_flat(),
        Light::Camera => frame.lighting.set_headlight(frame.sight.back),
    }
    frame.paint = view.settings.paint;
    scene.build(view, frame);
    // What lies flat has no ground below it.
    let lies = matches!(scene.kind(), SceneKind::Texture | SceneKind::Areals);
    let stands = !lies && layout.is_none();
    if view.overlays.has(Overlays::GRID) && stands {
        crate::overlay::grid(frame, &scene.bounds());
    }
    let eye = frame.sight.eye.to_array();
    frame.lighting.keep_nearest(eye);
    frame.finish();
}
