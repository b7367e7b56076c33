//! The middle: what is looked at, from where and when, and what was clicked on.

mod areals;
mod areas;
mod aside;
mod beside;
mod canvas;
mod compass;
mod controls;
mod editing;
mod layout;
mod mission;
mod pace;
mod playback;
mod ruler;
pub mod scene;
mod spots;

use std::sync::Arc;

use egui::{Align2, Color32, FontId, Rect, Sense, Ui, vec2};
use ngi_render::frame::LogLine;
use ngi_render::scene::{Picked, SceneKind, first_channels, first_level};
use ngi_render::{Camera, Frame, Gpu, Overlays, ReadBack, Scene, View};

pub use aside::{Aside, Sight};
pub use canvas::Canvas;
pub use pace::Level;
use pace::{Motion, Pace};
pub use playback::{Playback, SPEEDS};
pub use ruler::Ruler;

use crate::editing::Editing;
use crate::mission::Mission;
use crate::platform::guarded;
use crate::shortcuts::Command;
use crate::texts::Texts;

/// A landscape's diagonal is crossed in this many seconds of flying, high above it.
const CROSSING: f32 = 12.0;
/// Near the ground one flies so many times the height above it in a second, and at least so fast.
const FLYING: [f32; 2] = [1.2, 12.0];
/// How far away one can go, in sizes of what is looked at.
const FARTHEST: f32 = 12.0;
/// From how far above a whole map is looked at, at least: an angle, in radians.
const FROM_ABOVE: f32 = 0.6;
/// How far above the ground one flies at least.
const LOWEST: f32 = 1.5;
/// Drawn no larger than this a side, however large the window is.
const MOST_PIXELS: f32 = 4096.0;

/// What is looked at, and how.
pub struct Viewport {
    scene: Option<Box<dyn Scene>>,
    prepared: bool,
    /// Number of scenes shown so far.
    shown: u64,
    /// From where, when and how.
    pub view: View,
    /// The time of it.
    pub playback: Playback,
    /// What was clicked on.
    pub picked: Option<Picked>,
    /// What is measured.
    pub ruler: Ruler,
    /// What is known of the mission, where it is one.
    pub mission: Option<Mission>,
    /// What is changed in the picture, and how.
    pub editing: Editing,
    /// The part of the scene that is selected in its tree.
    pub outlined_part: Option<usize>,
    /// Whether the card has to learn of a change.
    renew_requested: bool,
    /// Whether missions are heard.
    pub sound: bool,
    /// True if the resolution is lower while the image changes, on machines that need it.
    pub adapts: bool,
    pace: Pace,
    motion: Motion,
    /// True if the next frame follows at once with another image.
    moves: bool,
    /// True if the camera was turned from outside since the last frame.
    turned: bool,
    /// Whether the grid is drawn.
    pub grids: Grids,
    /// Whether the camera shall go where everything is seen.
    pub frame_requested: bool,
    reset_requested: bool,
    /// The shape of the picture that the camera was aimed for, until somebody moves it.
    aimed_for: Option<f32>,
    canvas: Result<Canvas, String>,
    frame: Frame,
    /// The frame before it.
    previous: Frame,
    /// Line below the image that replaces the counters.
    pub caption: Option<String>,
    /// Whether faces, primitives and batches are counted.
    pub shows_counters: bool,
    /// Whether the scene is shown alone, without anything on top.
    pub presents: bool,
    /// Why the last frame could not be drawn.
    trouble: Option<String>,
    rect: Rect,
}

/// Whether the grid is drawn, by kind of scene.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Grids {
    /// Around models, materials and effects.
    pub objects: bool,
    /// Over levels and missions.
    pub land: bool,
}

impl Default for Grids {
    fn default() -> Self {
        Self { objects: true, land: false }
    }
}

impl Grids {
    /// The switch that counts for a kind of scene.
    fn of(&mut self, kind: SceneKind) -> &mut bool {
        match kind {
            SceneKind::Level => &mut self.land,
            _ => &mut self.objects,
        }
    }
}

/// What the bar at the top needs to know.
#[derive(Debug, Clone, Copy)]
pub struct Facts {
    /// What it is.
    pub kind: SceneKind,
    /// Levels of detail.
    pub levels: usize,
    /// Damage stages.
    pub stages: usize,
    /// Levels of a texture's sizes.
    pub mips: usize,
    /// Rooms inside, which can be shown.
    pub has_interior: bool,
}

impl Viewport {
    /// A viewport that draws with a window's card; without one it says why it cannot.
    pub fn new(canvas: Result<Canvas, String>) -> Self {
        Self {
            scene: None,
            prepared: false,
            shown: 0,
            view: View::default(),
            playback: Playback::default(),
            picked: None,
            ruler: Ruler::default(),
            mission: None,
            editing: Editing::new(),
            outlined_part: None,
            renew_requested: false,
            sound: true,
            adapts: false,
            pace: Pace::default(),
            motion: Motion::default(),
            moves: false,
            turned: false,
            grids: Grids::default(),
            frame_requested: false,
            reset_requested: false,
            aimed_for: None,
            canvas,
            frame: Frame::new(),
            previous: Frame::new(),
            caption: None,
            shows_counters: false,
            presents: false,
            trouble: None,
            rect: Rect::NOTHING,
        }
    }

    /// Goes on with another card. What was kept on the one before is made anew.
    pub fn set_canvas(&mut self, canvas: Result<Canvas, String>) {
        self.release();
        self.canvas = canvas;
        self.trouble = None;
    }

    /// Looks at something else. With `keep` the camera and the time stay: it is the same thing,
    /// changed.
    pub fn show(&mut self, scene: Option<Box<dyn Scene>>, keep: bool) {
        self.release();
        self.shown += u64::from(scene.is_some());
        self.scene = scene;
        self.trouble = None;
        self.take_mission(keep);
        let settings = &self.view.settings;
        let duration = self.scene.as_ref().and_then(|scene| scene.duration(settings));
        if keep {
            self.playback.duration = duration;
        } else {
            self.picked = None;
            self.editing.forget();
            self.outlined_part = None;
            self.reset_requested = true;
            self.view.stage = 0;
            self.view.settings.mip = 0;
            self.view.settings.cut_away = false;
            self.view.settings.layout = None;
            self.ruler.forget();
            let kind = self.scene.as_ref().map(|scene| scene.kind());
            self.view.level = kind.and_then(first_level);
            self.view.settings.channels = kind.map(first_channels).unwrap_or_default();
            self.playback.reset(duration, kind == Some(SceneKind::Effect));
            if let Some(kind) = kind {
                let on = *self.grids.of(kind);
                self.view.overlays = self.view.overlays.with(Overlays::GRID, on);
            }
        }
        self.leave_out();
    }

    fn release(&mut self) {
        if let (Some(scene), Ok(canvas), true) = (&mut self.scene, &mut self.canvas, self.prepared)
        {
            scene.release(canvas.store());
        }
        self.prepared = false;
    }

    /// Returns the size of the drawn texture or image in pixels.
    pub fn pixel_size(&self) -> Option<[u32; 2]> {
        let pixels = self.scene.as_ref()?.pixels()?;
        Some([pixels.width, pixels.height])
    }

    /// Whether there is something to draw.
    pub fn has_scene(&self) -> bool {
        self.scene.is_some()
    }

    /// Number of scenes shown so far: a change that is drawn in the scene that is there adds none.
    pub fn shown(&self) -> u64 {
        self.shown
    }

    /// What is looked at, for those who draw choices around it.
    pub fn facts(&self) -> Option<Facts> {
        let scene = self.scene.as_ref()?;
        Some(Facts {
            kind: scene.kind(),
            levels: scene.levels(),
            stages: scene.stages(),
            mips: scene.mips(),
            has_interior: scene.has_interior(),
        })
    }

    /// Messages of opening and preparing the scene: missing and broken parts.
    pub fn scene_log(&self) -> &[LogLine] {
        self.scene.as_ref().map_or(&[], |scene| scene.log())
    }

    /// Whether keys fly over what is looked at.
    pub fn flies(&self) -> bool {
        self.facts().is_some_and(|facts| facts.kind == SceneKind::Level)
    }

    /// How high the ground of what is looked at is at a point.
    pub fn ground_at(&self, at: [f32; 2]) -> Option<f32> {
        self.scene.as_ref()?.ground_at(at)
    }

    /// Notes whether the grid is drawn, for other scenes of the same kind.
    pub fn note_grid(&mut self) -> Grids {
        let on = self.view.overlays.has(Overlays::GRID);
        if let Some(scene) = &self.scene {
            *self.grids.of(scene.kind()) = on;
        }
        self.grids
    }

    /// Returns the camera if it has left the opening view.
    pub fn moved_camera(&self) -> Option<Camera> {
        let aimed = self.aimed_for.is_some() || self.reset_requested || self.frame_requested;
        self.scene.as_ref().filter(|_| !aimed).map(|_| self.view.camera)
    }

    /// Looks from somewhere else than where the scene opens.
    pub fn look_from(&mut self, camera: Camera) {
        self.reset_requested = false;
        self.aimed_for = None;
        self.view.camera = camera;
    }

    /// The camera.
    pub fn camera(&self) -> &Camera {
        &self.view.camera
    }

    /// Where it is drawn, in points.
    pub fn rect(&self) -> Rect {
        self.rect
    }

    /// Turns the camera around what is looked at, as a drag of the mouse does.
    pub fn turn(&mut self, radians: f32) {
        self.view.camera.orbit(radians, 0.0);
        self.aimed_for = None;
        self.turned = true;
    }

    /// Does what a key asks for; says whether the key was for the viewport.
    pub fn command(&mut self, command: Command) -> bool {
        let toggle = |view: &mut View, which: Overlays| {
            view.overlays = view.overlays.with(which, !view.overlays.has(which));
        };
        match command {
            Command::Frame => self.frame_requested = true,
            Command::Reset => self.reset_requested = true,
            Command::Wireframe => toggle(&mut self.view, Overlays::WIRE),
            Command::Grid => toggle(&mut self.view, Overlays::GRID),
            Command::CutAway => self.view.settings.cut_away = !self.view.settings.cut_away,
            Command::Level(level) => {
                let level = usize::from(level);
                let there = self.facts().is_some_and(|facts| level < facts.levels);
                if there {
                    // The same key again lets the distance choose.
                    let same = self.view.level == Some(level);
                    self.view.level = if same { None } else { Some(level) };
                }
            }
            Command::Play => match &mut self.mission {
                Some(mission) => mission.playing = !mission.playing,
                None => self.playback.toggle(),
            },
            Command::Walk => self.toggle_walk(),
            Command::Leave => self.leave(),
            Command::Person | Command::Mount => self.change(command),
            _ => return false,
        }
        true
    }

    /// Draws it and takes what the mouse and the flying keys do.
    pub fn ui(&mut self, ui: &mut Ui, typing: bool, texts: &Texts) -> egui::Response {
        let room = ui.available_size().max(egui::Vec2::ZERO);
        let (rect, response) = ui.allocate_exact_size(room, Sense::click_and_drag());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Canvas, true, "viewport"));
        self.rect = rect;
        let aspect = rect.width() / rect.height().max(1.0);
        let seconds = ui.input(|input| input.stable_dt).min(0.25);
        self.aim(aspect);
        let mut moved = match self.is_walking() {
            true => self.walk(ui, &response, seconds, typing),
            false if self.edit(ui, &response, rect, seconds) => true,
            false => self.take_controls(ui, &response, seconds, typing),
        };
        if moved {
            self.aimed_for = None;
        }
        moved |= std::mem::take(&mut self.turned);
        if self.playback.playing {
            self.playback.advance(seconds);
            moved = true;
        }
        self.view.time = self.playback.time;
        moved |= self.advance_mission(seconds);
        if moved {
            ui.ctx().request_repaint();
        }
        self.moves = moved;
        self.draw(ui, rect);
        self.sound();
        if response.clicked()
            && let Some(at) = response.interact_pointer_pos()
        {
            let again = ui.input(|input| input.modifiers.shift);
            let scale = ui.pixels_per_point();
            if !self.measure(at, rect, scale) && !self.edit_click(at, rect, scale, again) {
                self.click(at, rect, ui.pixels_per_point());
            }
        }
        if response.secondary_clicked()
            && !self.is_walking()
            && let Some(at) = response.interact_pointer_pos()
        {
            self.click(at, rect, ui.pixels_per_point());
        }
        self.draw_editing(ui, rect, texts);
        self.labels(ui, rect);
        self.notes(ui, rect, texts);
        self.draw_ruler(ui, rect, texts);
        if !self.presents {
            self.legend(ui, rect, texts);
            self.areal_legend(ui, &response, rect, texts);
            self.compass(ui, &response, texts);
        }
        response
    }

    fn aim(&mut self, aspect: f32) {
        let Some(scene) = &self.scene else { return };
        // A window that changes its shape keeps everything in sight, until the camera is moved.
        // While something is held, the camera stays: the pointer would pull it somewhere else.
        let is_free = self.editing.held.is_none();
        let reshaped =
            is_free && self.aimed_for.is_some_and(|before| (before - aspect).abs() > 1e-3);
        if std::mem::take(&mut self.reset_requested) || reshaped {
            self.view.camera = layout::home(scene.as_ref(), &self.view.settings, aspect);
            self.aimed_for = Some(aspect);
        }
        if std::mem::take(&mut self.frame_requested) {
            self.aimed_for = None;
            match self.view.settings.layout {
                Some(_) => {
                    self.view.camera = layout::home(scene.as_ref(), &self.view.settings, aspect)
                }
                None => {
                    // A map seen along the ground is a line in the haze.
                    if scene.kind() == SceneKind::Level {
                        self.view.camera.pitch = self.view.camera.pitch.max(FROM_ABOVE);
                    }
                    self.view.camera.fit(&scene.points(None, &self.view.settings), aspect);
                }
            }
        }
    }

    /// Mouse and keys move the camera. Says whether they did.
    fn take_controls(
        &mut self,
        ui: &Ui,
        response: &egui::Response,
        seconds: f32,
        typing: bool,
    ) -> bool {
        let flies = self.flies();
        let mut moved = controls::take(ui, response, &mut self.view.camera, flies);
        if flies && !typing {
            moved |= self.fly(ui, seconds);
        }
        if moved {
            self.stay_in_reach();
        }
        if let (true, Some(mission)) = (moved, &mut self.mission) {
            mission.let_go();
        }
        moved
    }

    /// Keeps the camera where there is something to see: not farther away than makes sense, and
    /// not below the ground, which is not there from below.
    fn stay_in_reach(&mut self) {
        let Some(scene) = &self.scene else { return };
        let camera = &mut self.view.camera;
        let most = scene.bounds().or_unit().radius() * FARTHEST;
        camera.distance = camera.distance.min(most.max(1.0));
        let (eye, flat) = (camera.eye(), camera.flat);
        if let Some(ground) = self.ground_below(eye.x, eye.y).filter(|_| !flat)
            && eye.z < ground + LOWEST
        {
            self.view.camera.target.z += ground + LOWEST - eye.z;
        }
    }

    /// How high the ground is below a point; beside a landscape its lowest.
    fn ground_below(&self, x: f32, y: f32) -> Option<f32> {
        let scene = self.scene.as_ref()?;
        let beside = || {
            let [_, _, lowest] = scene.bounds().or_unit().min;
            (scene.kind() == SceneKind::Level).then_some(lowest)
        };
        scene.ground_at([x, y]).or_else(beside)
    }

    /// How fast one flies here, in metres a second: slower near the ground.
    fn flying_speed(&self) -> f32 {
        let Some(scene) = &self.scene else { return 1.0 };
        let crossing = scene.bounds().or_unit().radius() * 2.0 / CROSSING;
        let eye = self.view.camera.eye();
        let [times, least] = FLYING;
        let near = self.ground_below(eye.x, eye.y).map(|ground| (eye.z - ground) * times);
        near.map_or(crossing, |near| near.clamp(least.min(crossing), crossing))
    }

    fn fly(&mut self, ui: &Ui, seconds: f32) -> bool {
        let way = controls::flying(ui);
        if way == [0.0; 3] {
            return false;
        }
        let step = seconds * self.flying_speed();
        let [forward, right, up] = way.map(|axis| axis * step);
        self.view.camera.fly(forward, right, up);
        true
    }

    fn draw(&mut self, ui: &Ui, rect: Rect) {
        let scale = ui.pixels_per_point();
        let side = |points: f32| (points * scale).round().clamp(0.0, MOST_PIXELS);
        let (width, height) = (side(rect.width()), side(rect.height()));
        // A window may be too small for any picture; that is no error.
        if width < 1.0 || height < 1.0 {
            return;
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "clamped above"
        )]
        let size = [width as u32, height as u32];
        self.view.size = size;
        self.squares(ui, rect);
        let renew = std::mem::take(&mut self.renew_requested);
        let Self {
            scene: Some(scene), canvas: Ok(canvas), view, frame, previous, prepared, ..
        } = self
        else {
            return;
        };
        let (now, moves) = (ui.input(|input| input.time), std::mem::take(&mut self.moves));
        let (pace, motion, adapts) = (&mut self.pace, &mut self.motion, self.adapts);
        // Whatever happens while drawing, the window stays.
        let drawn = guarded(|| {
            if !std::mem::replace(prepared, true) {
                scene.prepare(canvas.store());
                pace.forget();
            } else if renew {
                scene.renew(canvas.store());
            }
            std::mem::swap(frame, previous);
            ngi_render::scene::build(scene.as_mut(), view, frame);
            let differs = !frame.draws_like(previous);
            let beat = motion.step(now, moves, differs);
            if let Some(took) = beat.took.filter(|_| adapts) {
                #[expect(clippy::cast_possible_truncation, reason = "seconds of a frame")]
                pace.record(took as f32);
            }
            let level = if adapts && beat.is_changing { pace.level() } else { Level::FULL };
            canvas.draw(frame, differs, size, level)?;
            Ok(beat.rests_in)
        });
        self.trouble = match drawn {
            Ok(rests_in) => {
                let covers = view.settings.background != ngi_render::frame::Background::Transparent;
                canvas.show(ui.painter(), rect, covers);
                if canvas.level() > Some(Level::FULL) {
                    let wait = std::time::Duration::try_from_secs_f64(rests_in);
                    ui.ctx().request_repaint_after(wait.unwrap_or_default());
                }
                None
            }
            Err(why) => Some(why),
        };
    }

    /// True if the next image covers all that is behind it.
    pub fn covers(&self) -> bool {
        let is_shown = self.scene.is_some() && self.canvas.is_ok() && self.trouble.is_none();
        is_shown && self.prepared
    }

    /// Picks what is at a point of the window.
    fn pick(&mut self, at: egui::Pos2, rect: Rect, scale: f32) {
        let Some(scene) = self.scene.as_ref().filter(|_| self.view.settings.layout.is_none())
        else {
            return;
        };
        let at = (at - rect.min) * scale;
        let ray = self.frame.sight.ray([at.x, at.y]);
        self.picked = guarded(|| Ok(scene.pick(&ray))).unwrap_or(None);
    }

    /// The names that overlays give to things.
    fn labels(&self, ui: &Ui, rect: Rect) {
        if self.scene.is_none() {
            return;
        }
        let painter = ui.painter().with_clip_rect(rect);
        let scale = ui.pixels_per_point();
        let font = FontId::proportional(11.0);
        let lay_out = |text: &str| {
            painter.layout_no_wrap(text.to_owned(), font.clone(), Color32::PLACEHOLDER)
        };
        let measure = |text: &str| (lay_out(text).size() * scale).into();
        for label in self.frame.place_labels(measure) {
            let [x, y] = label.at;
            let at = rect.min + vec2(x, y) / scale;
            let [red, green, blue, alpha] = label.colour;
            let colour = Color32::from_rgba_unmultiplied(red, green, blue, alpha);
            let galley = lay_out(label.text);
            let shadow = Color32::from_black_alpha(180);
            painter.galley(at + vec2(1.0, 1.0), Arc::clone(&galley), shadow);
            painter.galley(at, galley, colour);
        }
    }

    /// Counters, what was clicked on, and what is wrong.
    fn notes(&self, ui: &Ui, rect: Rect, texts: &Texts) {
        let painter = ui.painter().with_clip_rect(rect);
        let font = FontId::monospace(11.0);
        let trouble = self.canvas.as_ref().err().or(self.trouble.as_ref());
        if let Some(why) = trouble {
            let colour = crate::style::error(ui);
            let galley = painter.layout(
                texts.error(why),
                FontId::proportional(14.0),
                colour,
                rect.width() - 40.0,
            );
            painter.galley(rect.center() - galley.size() / 2.0, galley, colour);
            return;
        }
        if self.scene.is_none() {
            return;
        }
        if self.presents {
            return;
        }
        let counters = &self.frame.counters;
        let mut counted = vec![
            (counters.faces, texts.faces),
            (counters.primitives, texts.primitives),
            (counters.batches, texts.batches),
        ];
        if counters.particles > 0 {
            counted.push((counters.particles, texts.particles));
        }
        let counted = counted.into_iter().map(|(number, what)| format!("{what}: {number}"));
        let counted = || counted.collect::<Vec<_>>().join(", ");
        let is_texture = self.facts().is_some_and(|facts| facts.kind == SceneKind::Texture);
        let text = match &self.caption {
            Some(caption) => caption.clone(),
            None if is_texture || !self.shows_counters => String::new(),
            None => counted(),
        };
        let light = Color32::from_white_alpha(170);
        painter.text(
            rect.left_bottom() + vec2(10.0, -8.0),
            Align2::LEFT_BOTTOM,
            text,
            font.clone(),
            light,
        );
        // The card of what was clicked has the same corner.
        let note = self.walk_note(texts).filter(|_| self.is_walking() || self.picked.is_none());
        if let Some(text) = note {
            let galley = painter.layout_no_wrap(text, FontId::monospace(12.0), Color32::WHITE);
            let at = rect.left_top() + vec2(12.0, 12.0);
            let frame = Rect::from_min_size(at, galley.size()).expand(8.0);
            painter.rect_filled(frame, 6.0, Color32::from_black_alpha(170));
            painter.galley(at, galley, Color32::WHITE);
        }
        for (line, log) in self.frame.log.iter().take(4).enumerate() {
            let at = rect.right_bottom() + vec2(-10.0, -8.0 - 14.0 * line as f32);
            painter.text(
                at,
                Align2::RIGHT_BOTTOM,
                log.to_string(),
                font.clone(),
                crate::style::warning(ui),
            );
        }
    }

    /// Asks the card for the picture, without anything on top.
    pub fn begin_screenshot(&mut self, texts: &Texts) -> Result<(ReadBack, Gpu), String> {
        let canvas = self.canvas.as_mut().map_err(|why| why.clone())?;
        if self.scene.is_none() {
            return Err(texts.nothing_drawn.to_owned());
        }
        // The image may have been drawn while the camera moved.
        canvas.draw(&self.frame, false, self.view.size, Level::FULL)?;
        Ok((canvas.begin_picture()?, canvas.gpu().clone()))
    }

    /// Draws another view of the scene into a picture of its own, and asks the card for it. The
    /// frame has the names that belong into it.
    pub fn expose(&mut self, view: &View) -> Result<(ReadBack, Gpu, Frame), String> {
        let Self { scene, canvas, prepared, .. } = self;
        let canvas = canvas.as_mut().map_err(|why| why.clone())?;
        let scene = scene.as_mut().filter(|_| *prepared).ok_or("nothing is drawn")?;
        guarded(|| {
            let mut frame = Frame::new();
            ngi_render::scene::build(scene.as_mut(), view, &mut frame);
            Ok((canvas.expose(&frame, view.size)?, canvas.gpu().clone(), frame))
        })
    }

    /// The card, for those who draw small pictures.
    pub fn canvas(&mut self) -> Option<&mut Canvas> {
        self.canvas.as_mut().ok()
    }
}

/// What was clicked on, a line each.
pub fn describe(picked: &Picked, texts: &Texts) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(node) = picked.node {
        let name = picked.node_name.as_deref().unwrap_or_default();
        lines.push(format!("{} {node} {name}", texts.picked_node));
    }
    let numbers = [
        (texts.picked_slot, picked.slot),
        (texts.picked_batch, picked.batch),
        (texts.picked_triangle, picked.triangle),
        (texts.picked_areal, picked.areal),
    ];
    for (what, number) in numbers {
        lines.extend(number.map(|number| format!("{what} {number}")));
    }
    if let Some(material) = picked.material {
        let name = picked.material_name.as_deref().unwrap_or_default();
        lines.push(format!("{} {material} {name}", texts.picked_material));
    }
    lines.extend(picked.pixel.map(|[x, y]| format!("{} {x}, {y}", texts.picked_pixel)));
    lines.extend(picked.notes.iter().cloned());
    let [x, y, z] = picked.position;
    lines.push(format!("{} {x:.2}, {y:.2}, {z:.2}", texts.picked_at));
    lines
}
