//! Small pictures in the tree and the gallery, drawn in the background on the same card. Those that
//! were looked at last are kept; a folder on disk keeps more of them, between starts too.

use std::cell::Cell;
use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};

use egui::{ColorImage, TextureHandle, TextureId, TextureOptions};
use ngi_render::{Aim, Frame, Gpu, Picture, ReadBack, Renderer, Series, Target, View};
use ngi_verbs::surroundings::{Game, LIGHTMAPS, MATERIALS, PALETTES, TEXTURES};
use ngi_vfs::Node;

use crate::document::recovery::fnv;
use crate::library::ItemKind;
use crate::parts::stills;
use crate::platform::{self, Job, News, PictureCache, Step, Wake, Worker, guarded, spawn_quietly};
use crate::viewport::scene;

/// Pixels a side: as large as the gallery usually shows them.
const SIDE: u32 = 128;
/// Pixels across and down of missions and landscapes.
const WIDE: [u32; 2] = [256, 160];
/// Hour at which missions are drawn.
const NOON: [u32; 2] = [12, 0];
/// Bytes of square pictures that are kept on the card; a software driver keeps them in memory.
const ROOM: usize = 24 << 20;
/// Pictures that are kept on the card.
const KEPT: usize = ROOM / (SIDE * SIDE * 4) as usize;
/// Changes where pictures are drawn otherwise, so that older ones on disk do not count.
const DRAWN: u8 = 2;
/// How far into an animation the picture is taken, so that effects have begun.
const MOMENT: f32 = 0.4;

/// Returns the size of the image of a kind.
fn size_of(kind: ItemKind) -> [u32; 2] {
    match kind {
        ItemKind::Mission | ItemKind::Landscape => WIDE,
        _ => [SIDE, SIDE],
    }
}

/// Returns how long the image of a kind takes, roughly: fast ones are drawn first.
fn cost_of(kind: ItemKind) -> u8 {
    match kind {
        ItemKind::Mission => 2,
        ItemKind::Landscape => 1,
        _ => 0,
    }
}

/// Something whose picture is wanted.
#[derive(Clone)]
struct Wanted {
    path: String,
    node: Node,
    kind: ItemKind,
}

type Asked = (Vec<Wanted>, Option<Game>);
type Made = (String, Option<ColorImage>);

/// A small picture, or that there is none; and when it was looked at.
struct Small {
    texture: Option<TextureHandle>,
    seen: Cell<u64>,
}

/// The small pictures.
pub struct Thumbnails {
    made: HashMap<String, Small>,
    /// Counts frames, to know what was looked at last.
    now: Cell<u64>,
    folder: Option<PathBuf>,
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
            now: Cell::new(0),
            folder: None,
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

    /// Returns the image of a path with its size, if it was made.
    pub fn image(&self, path: &str) -> Option<(TextureId, egui::Vec2)> {
        let small = self.made.get(path)?;
        small.seen.set(self.now.get());
        small.texture.as_ref().map(|texture| (texture.id(), texture.size_vec2()))
    }

    /// Keeps pictures in a folder from now on, and takes them from there.
    pub fn keep_in(&mut self, folder: Option<PathBuf>) {
        self.folder = folder;
    }

    /// The folder that pictures are kept in.
    pub fn folder(&self) -> Option<PathBuf> {
        self.folder.clone()
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.made.values().filter(|small| small.texture.is_some()).count()
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
        self.now.set(self.now.get() + 1);
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
            let (gpu, cache) = (gpu.clone(), self.folder.clone().map(PictureCache::new));
            let mut cache = cache;
            self.ask = Some(sender);
            let (mut maker, mut receiver) = (None, Some(receiver));
            self.job = Some(spawn_quietly("thumbnails", &self.wake, move |worker| {
                let maker = match (&mut maker, receiver.take()) {
                    (Some(maker), _) => maker,
                    (none, Some(receiver)) => {
                        none.insert(Maker::new(&gpu, receiver, cache.take())?)
                    }
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
            self.make_room();
            let texture = image.map(|image| {
                ctx.load_texture(format!("thumbnail {path}"), image, TextureOptions::LINEAR)
            });
            let seen = Cell::new(self.now.get());
            self.made.insert(path, Small { texture, seen });
        }
    }

    /// Removes the least recently shown quarter when the cache is full.
    fn make_room(&mut self) {
        if self.made.len() < KEPT {
            return;
        }
        let mut oldest: Vec<(u64, String)> =
            self.made.iter().map(|(path, small)| (small.seen.get(), path.clone())).collect();
        oldest.sort_unstable();
        for (_, path) in oldest.into_iter().take(KEPT / 4) {
            self.made.remove(&path);
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
    /// For square images, and for wide ones.
    targets: [Target; 2],
    frame: Frame,
    asked: Receiver<Asked>,
    waiting: Vec<Wanted>,
    game: Option<Game>,
    /// A picture that is on its way from the card, and the name it is kept by.
    coming: Option<(String, ReadBack, Option<String>)>,
    cache: Option<PictureCache>,
}

impl Maker {
    fn new(gpu: &Gpu, asked: Receiver<Asked>, cache: Option<PictureCache>) -> Result<Self, String> {
        let target = |[width, height]: [u32; 2]| {
            Target::new(gpu, width, height, true).map_err(|error| error.to_string())
        };
        Ok(Self {
            renderer: Renderer::new(gpu),
            targets: [target([SIDE, SIDE])?, target(WIDE)?],
            frame: Frame::new(),
            asked,
            waiting: Vec::new(),
            game: None,
            coming: None,
            cache,
        })
    }

    /// Takes a picture that came, or draws the next one.
    fn step(&mut self, worker: &Worker<Made>) -> Step {
        if let Some((path, coming, key)) = self.coming.take() {
            return self.receive(path, coming, key, worker);
        }
        let over = self.hear();
        let Some(next) = self.waiting.pop() else {
            return if over { Step::Done } else { Step::Later };
        };
        if next.kind == ItemKind::Data {
            let image = guarded(|| Ok(stills::of(&next.node, SIDE)));
            worker.send((next.path, image.ok().flatten()));
            return Step::More;
        }
        let key = self.cache.as_ref().and_then(|_| key(&next, self.game.as_ref()));
        let kept = self.cache.as_ref().zip(key.as_ref()).and_then(|(cache, key)| cache.get(key));
        if let Some(image) = kept.as_ref().and_then(image_of) {
            worker.send((next.path, Some(image)));
            return Step::More;
        }
        match guarded(|| self.draw(&next)) {
            Ok(Some(coming)) => self.coming = Some((next.path, coming, key)),
            Ok(None) | Err(_) => worker.send((next.path, None)),
        }
        Step::More
    }

    /// Takes the newest wishes; says whether there will be no more.
    fn hear(&mut self) -> bool {
        loop {
            match self.asked.try_recv() {
                Ok((mut waiting, game)) => {
                    waiting.sort_by_key(|wanted| cost_of(wanted.kind));
                    waiting.reverse();
                    (self.waiting, self.game) = (waiting, game);
                }
                Err(ended) => return ended == TryRecvError::Disconnected,
            }
        }
    }

    fn receive(
        &mut self,
        path: String,
        coming: ReadBack,
        key: Option<String>,
        worker: &Worker<Made>,
    ) -> Step {
        match platform::picture_of(&coming, self.renderer.gpu()) {
            Some(picture) => {
                let picture = picture.ok();
                if let (Some(cache), Some(key), Some(picture)) = (&mut self.cache, key, &picture) {
                    cache.put(&key, picture);
                }
                worker.send((path, picture.as_ref().and_then(image_of)));
                Step::More
            }
            None => {
                self.coming = Some((path, coming, key));
                worker.ask_for_a_frame();
                Step::Later
            }
        }
    }

    fn draw(&mut self, wanted: &Wanted) -> Result<Option<ReadBack>, String> {
        let loaded = scene::load(&wanted.node, self.game.as_ref(), wanted.kind)?;
        let Some(mut scene) = loaded else { return Ok(None) };
        let size = size_of(wanted.kind);
        let Self { renderer, targets: [square, wide], frame, .. } = self;
        let target = if size == WIDE { wide } else { square };
        scene.prepare(renderer);
        let mut view = View { size, ..View::default() };
        if wanted.kind == ItemKind::Mission {
            view.settings.time_of_day = Some(NOON);
            view.settings.weather = false;
        }
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

/// Converts an image for the window; `None` if it has the size of neither kind.
fn image_of(picture: &Picture) -> Option<ColorImage> {
    let size = [picture.width(), picture.height()];
    let fits = size == [SIDE, SIDE] || size == WIDE;
    let size = size.map(|side| side as usize);
    fits.then(|| ColorImage::from_rgba_unmultiplied(size, picture.rgba()))
}

/// What a picture is kept by: everything that it shows. A texture shows itself and perhaps a
/// palette, anything else also what the game's libraries and its neighbours have. `None` for what
/// is not on disk.
fn key(wanted: &Wanted, game: Option<&Game>) -> Option<String> {
    let bytes = wanted.node.bytes().ok()?;
    let mut told = vec![u64::from(DRAWN), u64::from(SIDE), bytes.len() as u64];
    let libraries: &[&str] = match wanted.kind {
        ItemKind::Texture => &[PALETTES],
        _ => &[MATERIALS, TEXTURES, LIGHTMAPS, PALETTES],
    };
    for library in libraries {
        let file = game.and_then(|game| game.file(library));
        let stamp = file.map(|file| platform::stamp_of(&file));
        told.extend(stamp.unwrap_or_default().unwrap_or_default());
    }
    match wanted.kind {
        ItemKind::Texture => drop(platform::stamp_of(&wanted.node)?),
        _ => told.extend(platform::stamp_of(&wanted.node)?),
    }
    let attributes = ngi_verbs::check::entry_meta(&wanted.node).unwrap_or_default().attributes;
    told.extend(attributes.map(u64::from));
    let name = wanted.path.rsplit('/').next().unwrap_or_default().to_lowercase();
    let told: Vec<u8> = told.into_iter().flat_map(u64::to_le_bytes).chain(name.bytes()).collect();
    Some(format!("{:016x}{:016x}", fnv(&bytes), fnv(&told)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_recently_shown_quarter_is_removed() {
        let mut small = Thumbnails::new(None, &(std::sync::Arc::new(|| {}) as Wake));
        for number in 0..KEPT {
            let seen = Cell::new(number as u64 / 2);
            small.made.insert(number.to_string(), Small { texture: None, seen });
        }
        small.now.set(9_999);
        assert!(small.image("0").is_none(), "there is no picture of it, but it was looked at");
        small.make_room();
        assert_eq!(small.made.len(), KEPT - KEPT / 4);
        assert!(small.made.contains_key("0") && !small.made.contains_key("1"));
        assert!(small.made.contains_key(&(KEPT - 1).to_string()));
        small.make_room();
        assert_eq!(small.made.len(), KEPT - KEPT / 4, "there is room");
    }
}
