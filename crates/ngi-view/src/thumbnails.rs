//! Small pictures in the tree, drawn in the background on the same card.

use std::collections::{HashMap, HashSet};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};

use egui::{ColorImage, TextureHandle, TextureId, TextureOptions};
use ngi_render::{Aim, Frame, Gpu, ReadBack, Renderer, Series, Target, View};
use ngi_verbs::surroundings::Game;
use ngi_vfs::Node;

use crate::library::ItemKind;
use crate::platform::{self, Job, News, Step, Wake, Worker, guarded, spawn_quietly};
use crate::viewport::scene;

/// Pixels a side: sharp on a screen with twice the pixels too.
const SIDE: u32 = 48;
/// Pictures that are kept.
const KEPT: usize = 4096;
/// How far into an animation the picture is taken, so that effects have begun.
const MOMENT: f32 = 0.4;

/// Something whose picture is wanted.
#[derive(Clone)]
struct Wanted {
    path: String,
    node: Node,
    kind: ItemKind,
}

type Asked = (Vec<Wanted>, Option<Game>);
type Made = (String, Option<ColorImage>);

/// The small pictures.
pub struct Thumbnails {
    made: HashMap<String, Option<TextureHandle>>,
    wanted: Vec<Wanted>,
    asked: HashSet<String>,
    ask: Option<Sender<Asked>>,
    job: Option<Job<Made>>,
    ctx: Option<egui::Context>,
    game: Option<Game>,
    gpu: Option<Gpu>,
    wake: Wake,
}

impl Thumbnails {
    /// No pictures yet. Without a card there will never be any.
    pub fn new(gpu: Option<Gpu>, wake: &Wake) -> Self {
        Self {
            made: HashMap::new(),
            wanted: Vec::new(),
            asked: HashSet::new(),
            ask: None,
            job: None,
            ctx: None,
            game: None,
            gpu,
            wake: Wake::clone(wake),
        }
    }

    /// Another place was opened: all pictures are old.
    pub fn clear(&mut self) {
        self.made.clear();
        self.wanted.clear();
        self.asked.clear();
        self.stop();
    }

    /// Ends the work. A driver must not be at work when the program ends: some crash then.
    fn stop(&mut self) {
        self.ask = None;
        if let Some(job) = self.job.take() {
            job.stop();
        }
    }

    /// The picture of a path, if it was made.
    pub fn get(&self, path: &str) -> Option<TextureId> {
        self.made.get(path)?.as_ref().map(TextureHandle::id)
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.made.values().flatten().count()
    }

    /// Wants a picture; what is wanted again in the next frame comes first.
    pub fn want(&mut self, path: String, node: Node, kind: ItemKind) {
        if !self.made.contains_key(&path) && self.gpu.is_some() {
            self.wanted.push(Wanted { path, node, kind });
        }
    }

    /// What pictures are made with: textures come from the game, pictures go to the window.
    pub fn set_up(&mut self, ctx: &egui::Context, game: Option<&Game>) {
        self.ctx = Some(ctx.clone());
        self.game = game.cloned();
    }

    /// Asks for what is wanted.
    pub fn ask(&mut self, on: bool) {
        let wanted = std::mem::take(&mut self.wanted);
        let (Some(gpu), true) = (&self.gpu, on) else { return };
        if wanted.iter().all(|wanted| self.asked.contains(&wanted.path)) {
            return;
        }
        if self.job.as_ref().is_none_or(|job| !job.is_running()) {
            let (sender, receiver) = channel();
            let gpu = gpu.clone();
            self.ask = Some(sender);
            let (mut maker, mut receiver) = (None, Some(receiver));
            self.job = Some(spawn_quietly("thumbnails", &self.wake, move |worker| {
                let maker = match (&mut maker, receiver.take()) {
                    (Some(maker), _) => maker,
                    (none, Some(receiver)) => none.insert(Maker::new(&gpu, receiver)?),
                    (None, None) => return Ok(Step::Done),
                };
                Ok(maker.step(worker))
            }));
        }
        self.asked = wanted.iter().map(|wanted| wanted.path.clone()).collect();
        if let Some(ask) = &self.ask {
            let _ = ask.send((wanted, self.game.clone()));
        }
        if let Some(job) = &self.job {
            job.nudge();
        }
    }

    /// Takes pictures that are ready.
    pub fn take_news(&mut self) {
        let Some(ctx) = self.ctx.clone() else { return };
        while let Some(News::Part((path, image))) = self.job.as_mut().and_then(Job::news) {
            if self.made.len() >= KEPT {
                self.made.clear();
            }
            let texture = image.map(|image| {
                ctx.load_texture(format!("thumbnail {path}"), image, TextureOptions::LINEAR)
            });
            self.made.insert(path, texture);
        }
    }
}

impl Drop for Thumbnails {
    fn drop(&mut self) {
        self.stop();
    }
}

/// The work: pictures one by one, the newest wishes first.
struct Maker {
    renderer: Renderer,
    target: Target,
    frame: Frame,
    asked: Receiver<Asked>,
    waiting: Vec<Wanted>,
    game: Option<Game>,
    /// A picture that is on its way from the card.
    coming: Option<(String, ReadBack)>,
}

impl Maker {
    fn new(gpu: &Gpu, asked: Receiver<Asked>) -> Result<Self, String> {
        let target = Target::new(gpu, SIDE, SIDE, true).map_err(|error| error.to_string())?;
        Ok(Self {
            renderer: Renderer::new(gpu),
            target,
            frame: Frame::new(),
            asked,
            waiting: Vec::new(),
            game: None,
            coming: None,
        })
    }

    /// Takes a picture that came, or draws the next one.
    fn step(&mut self, worker: &Worker<Made>) -> Step {
        if let Some((path, coming)) = self.coming.take() {
            return self.receive(path, coming, worker);
        }
        let over = self.hear();
        let Some(next) = self.waiting.pop() else {
            return if over { Step::Done } else { Step::Later };
        };
        match guarded(|| self.draw(&next)) {
            Ok(Some(coming)) => self.coming = Some((next.path, coming)),
            Ok(None) | Err(_) => worker.send((next.path, None)),
        }
        Step::More
    }

    /// Takes the newest wishes; says whether there will be no more.
    fn hear(&mut self) -> bool {
        loop {
            match self.asked.try_recv() {
                Ok((mut waiting, game)) => {
                    waiting.reverse();
                    (self.waiting, self.game) = (waiting, game);
                }
                Err(ended) => return ended == TryRecvError::Disconnected,
            }
        }
    }

    fn receive(&mut self, path: String, coming: ReadBack, worker: &Worker<Made>) -> Step {
        match platform::picture_of(&coming, self.renderer.gpu()) {
            Some(picture) => {
                let size = [SIDE as usize, SIDE as usize];
                let image =
                    picture.map(|read| ColorImage::from_rgba_unmultiplied(size, read.rgba()));
                worker.send((path, image.ok()));
                Step::More
            }
            None => {
                self.coming = Some((path, coming));
                worker.ask_for_a_frame();
                Step::Later
            }
        }
    }

    fn draw(&mut self, wanted: &Wanted) -> Result<Option<ReadBack>, String> {
        let loaded = scene::load(&wanted.node, self.game.as_ref(), wanted.kind)?;
        let Some(mut scene) = loaded else { return Ok(None) };
        let Self { renderer, target, frame, .. } = self;
        scene.prepare(renderer);
        let mut view = View { size: [SIDE, SIDE], ..View::default() };
        view.time = scene.duration(&view.settings).map_or(0.0, |duration| duration * MOMENT);
        view.camera = Aim::Automatic.camera(scene.as_ref(), Series::Single, &view, None);
        view.settings.water = ngi_render::scene::Water::Plain;
        ngi_render::scene::build(scene.as_mut(), &view, frame);
        let drawn = renderer.draw(frame, target).map_err(|error| error.to_string());
        let coming = drawn.map(|_| target.begin_read_back(renderer.gpu()));
        scene.release(renderer);
        coming.map(Some)
    }
}
