//! An areal map: polygons by class, links, grid and a way, seen from above.

mod triangulate;

pub use triangulate::triangulate;

use glam::Vec3;
use ngi_engine::arealmap::{Areals, RouteOptions};
use ngi_engine::model::Ray;

use super::{Overlays, Picked, Scene, SceneKind, View};
use crate::frame::{
    Background, Frame, Instance, Line, Mesh, MeshData, MeshId, Pass, Shade, Store, Surface, Vertex,
};
use crate::overlay::land::{self, Drape};
use crate::{Bounds, Camera};

/// So many triangles a map has at most: a broken file may ask for more.
const MOST_TRIANGLES: usize = 1 << 20;
/// Every so manieth line of the grid is drawn.
const GRID_EACH: usize = 4;

/// Lines of an areal map, laid on the ground once.
#[derive(Debug, Clone, Default)]
pub struct ArealLines {
    /// Borders.
    pub borders: Vec<Line>,
    /// Links of walkable neighbours.
    pub links: Vec<Line>,
    /// The grid.
    pub grid: Vec<Line>,
}

impl ArealLines {
    /// All lines of a map.
    pub fn of(areals: &Areals, drape: &Drape<'_>) -> Self {
        let mut lines = Self::default();
        land::areal_borders(drape, areals, &mut lines.borders);
        land::areal_links(drape, areals, &mut lines.links);
        land::areal_grid(drape, areals, GRID_EACH, &mut lines.grid);
        lines
    }
}

/// An areal map.
pub struct ArealScene {
    areals: Areals,
    bounds: Bounds,
    lines: ArealLines,
    route: Vec<Line>,
    mesh: MeshData,
    kept: Option<MeshId>,
}

impl ArealScene {
    /// A map.
    pub fn new(areals: Areals) -> Self {
        let corners = (0..areals.len()).flat_map(|areal| areals.polygon(areal).iter().copied());
        let bounds = Bounds::of(corners);
        let lines = ArealLines::of(&areals, &flat());
        let mesh = filled(&areals);
        Self { areals, bounds, lines, route: Vec::new(), mesh, kept: None }
    }

    /// The areals.
    pub fn areals(&self) -> &Areals {
        &self.areals
    }

    /// Shows the route through these points; no points remove it.
    pub fn set_route(&mut self, points: &[[f32; 3]]) {
        self.route.clear();
        land::route(&flat(), points, &mut self.route);
    }
}

/// Nothing to lay lines on, but a little above the polygons.
fn flat() -> Drape<'static> {
    Drape { ground: None, lift: 0.05, step: 1.0 }
}

/// All polygons, filled.
fn filled(areals: &Areals) -> MeshData {
    let mut mesh = MeshData::default();
    let (mut plan, mut triangles) = (Vec::new(), Vec::new());
    for (index, areal) in areals.areals().iter().enumerate() {
        let polygon = areals.polygon(index);
        let finite = polygon.as_flattened().iter().all(|part| part.is_finite());
        if !finite || mesh.indices.len() / 3 >= MOST_TRIANGLES {
            continue;
        }
        plan.clear();
        triangles.clear();
        plan.extend(polygon.iter().map(|&[x, y, _]| [x, y]));
        triangulate(&plan, &mut triangles);
        let base = u32::try_from(mesh.vertices.len()).unwrap_or(u32::MAX);
        let colour = land::areal_colour(areal);
        mesh.vertices.extend(polygon.iter().map(|&corner| {
            let vertex = Vertex::new(corner, [0.0, 0.0, 1.0], [0.0; 2]);
            Vertex { colour, ..vertex }
        }));
        let indices = triangles.as_flattened().iter();
        mesh.indices.extend(indices.filter_map(|&at| base.checked_add(u32::try_from(at).ok()?)));
    }
    mesh
}

impl Scene for ArealScene {
    fn kind(&self) -> SceneKind {
        SceneKind::Areals
    }

    fn bounds(&self) -> Bounds {
        self.bounds
    }

    fn camera(&self, aspect: f32) -> Camera {
        let bounds = self.bounds.or_unit();
        let mut camera = Camera::from_above(bounds.center(), bounds.radius() * 2.0);
        camera.frame(&bounds, aspect);
        camera
    }

    fn prepare(&mut self, store: &mut dyn Store) {
        self.kept = Some(store.add_mesh(&self.mesh));
    }

    fn release(&mut self, store: &mut dyn Store) {
        if let Some(mesh) = self.kept.take() {
            store.remove_mesh(mesh);
        }
    }

    fn build(&mut self, view: &View, frame: &mut Frame) {
        if view.settings.background == Background::default() {
            frame.background = Background::Plain([0.13, 0.14, 0.16]);
        }
        let count = u32::try_from(self.mesh.indices.len()).unwrap_or(u32::MAX);
        if let Some(mesh) = self.kept.filter(|_| count > 0) {
            let surface = Surface { shade: Shade::Plain, fog: false, ..Surface::default() };
            let white = Instance::default();
            frame.push(Pass::OPAQUE, Mesh::Kept(mesh), 0..count, surface, white, 0.0);
        }
        frame.lines.extend_from_slice(&self.lines.borders);
        // Straight from centre to centre they would sink into hills between them.
        frame.lines_on_top.extend_from_slice(&self.lines.links);
        if view.overlays.has(Overlays::AREAL_GRID) {
            frame.lines.extend_from_slice(&self.lines.grid);
        }
        frame.lines_on_top.extend_from_slice(&self.route);
        if view.overlays.has(Overlays::NODES) {
            for (index, areal) in self.areals.areals().iter().enumerate() {
                let [x, y] = areal.centre;
                let at = Vec3::new(x, y, self.areals.plane_height(index, [x, y]));
                frame.label(at, &index.to_string(), [255, 255, 255, 255]);
            }
        }
    }

    fn show_route(&mut self, from: [f32; 2], to: [f32; 2]) -> Result<(), String> {
        let route = self.areals.route(from, to, &RouteOptions::default());
        let route = route.map_err(|error| error.to_string())?;
        self.set_route(&route.points);
        Ok(())
    }

    /// The areal under a ray, found where the ray meets the middle of the map's heights.
    fn pick(&self, ray: &Ray) -> Option<Picked> {
        let (origin, direction) = (Vec3::from(ray.origin), Vec3::from(ray.direction));
        let along = (self.bounds.or_unit().center().z - origin.z) / direction.z;
        let point = origin + direction * along;
        if !(point.is_finite() && along >= 0.0) {
            return None;
        }
        let number = self.areals.at(point.x, point.y)?;
        Some(picked(&self.areals, number, point, along))
    }
}

/// What there is to say about an areal.
pub(super) fn picked(areals: &Areals, number: usize, point: Vec3, along: f32) -> Picked {
    let mut notes = Vec::new();
    if let Some(areal) = areals.areal(number) {
        notes.push(format!("areal {number}, class {}", areal.class.0));
        let kind = match (areal.is_lake(), areal.walkable) {
            (true, _) => "a lake",
            (false, true) => "walkable",
            (false, false) => "not walkable",
        };
        notes.push(format!("{kind}, {} neighbours", areals.neighbours(number).count()));
    }
    Picked {
        position: point.to_array(),
        distance: along,
        areal: Some(number),
        notes,
        ..Picked::default()
    }
}
