//! Drawing the pictures, frame by frame of the window.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};

use ngi_convert::OutFile;
use ngi_render::{Animation, Frame, Gpu, Picture, ReadBack, Reel, Series, View, write_labels};

use super::Shot;
use crate::App;
use crate::platform::{self, Step, spawn_steps};

/// So many pictures may be on their way from the card.
const ON_THEIR_WAY: u32 = 2;

/// A picture on its way, and the frame it was drawn from, whose names are written into it.
struct Exposed {
    coming: ReadBack,
    gpu: Gpu,
    frame: Box<Frame>,
}

/// Pictures that are being drawn.
pub struct Film {
    base: View,
    series: Series,
    next: u32,
    /// How many of them were packed.
    packed: Arc<AtomicU32>,
    /// What is drawn; something else would not belong there.
    of: Option<String>,
    exposed: Sender<Exposed>,
}

impl Film {
    /// How far it has come, 0 to 1.
    pub fn share(&self) -> f32 {
        let of = |count: u32| f32::from(u16::try_from(count).unwrap_or(u16::MAX));
        of(self.packed.load(Ordering::Relaxed)) / of(self.series.len().max(1))
    }
}

impl App {
    /// Begins to draw what the dialog asks for.
    pub(crate) fn shoot(&mut self, shot: Shot) {
        self.settings.shot = shot;
        self.shots.dialog = None;
        let (exposed, coming) = channel();
        let packed = Arc::new(AtomicU32::new(0));
        let base = shot.view(&self.viewport.view);
        let series = shot.series();
        let stem = self.screenshot_name();
        let name = match shot.turntable {
            true => format!("{stem} turntable.png"),
            false => format!("{stem}.png"),
        };
        let animation = Animation { count: series.len(), fps: f32::from(shot.fps.max(1)) };
        let mut packing = Packing::new(name, shot, animation, coming, Arc::clone(&packed));
        self.hand_out_to = self.picture_folder();
        self.hand_out_job = Some(spawn_steps("pictures", &self.wake, move |worker| {
            let step = packing.step()?;
            if let Some(file) = packing.done.take() {
                worker.send(file);
            } else if step == Step::Later || packing.told {
                worker.ask_for_a_frame();
            }
            Ok(step)
        }));
        let of = self.selected.clone();
        self.shots.film = Some(Film { base, series, next: 0, packed, of, exposed });
    }

    /// Draws the next picture, where one is wanted and the last ones are on their way.
    pub(crate) fn film(&mut self) {
        let Some(film) = &mut self.shots.film else { return };
        if self.hand_out_job.is_none() || film.of != self.selected {
            self.shots.film = None;
            self.hand_out_job = None;
            return;
        }
        let waiting = film.next.saturating_sub(film.packed.load(Ordering::Relaxed));
        if film.next < film.series.len() && waiting < ON_THEIR_WAY {
            let view = film.series.view(&film.base, film.next);
            match self.viewport.expose(&view) {
                Ok((coming, gpu, frame)) => {
                    film.next += 1;
                    // Whoever packs may have failed; the job says why.
                    let _ = film.exposed.send(Exposed { coming, gpu, frame: Box::new(frame) });
                }
                Err(why) => {
                    self.shots.film = None;
                    self.hand_out_job = None;
                    return self.complain(why);
                }
            }
        }
        self.hand_out_job.iter().for_each(|job| job.nudge());
        self.window().request_repaint();
    }
}

/// What becomes of pictures as they come.
struct Packing {
    name: String,
    shot: Shot,
    reel: Option<Reel>,
    wanted: u32,
    coming: Receiver<Exposed>,
    current: Option<Exposed>,
    packed: Arc<AtomicU32>,
    /// The file, once it is there.
    done: Option<OutFile>,
    /// Whether the last step took a picture.
    told: bool,
}

impl Packing {
    fn new(
        name: String,
        shot: Shot,
        animation: Animation,
        coming: Receiver<Exposed>,
        packed: Arc<AtomicU32>,
    ) -> Self {
        let reel = shot.turntable.then(|| Reel::new(animation));
        let wanted = animation.count;
        Self { name, shot, reel, wanted, coming, current: None, packed, done: None, told: false }
    }

    /// Takes a picture, if one came.
    fn step(&mut self) -> Result<Step, String> {
        self.told = false;
        let next = self.current.take().map_or_else(|| self.coming.try_recv(), Ok);
        let exposed = match next {
            Ok(exposed) => exposed,
            Err(TryRecvError::Empty) => return Ok(Step::Later),
            // Nobody wants them any more.
            Err(TryRecvError::Disconnected) => return Ok(Step::Done),
        };
        let Some(picture) = platform::picture_of(&exposed.coming, &exposed.gpu) else {
            self.current = Some(exposed);
            return Ok(Step::Later);
        };
        let mut picture = picture.map_err(|error| error.to_string())?;
        if self.shot.overlays {
            write_labels(&exposed.frame, &mut picture);
        }
        self.take(&picture).map_err(|error| error.to_string())?;
        self.told = true;
        let packed = self.packed.fetch_add(1, Ordering::Relaxed) + 1;
        Ok(if packed < self.wanted { Step::More } else { Step::Done })
    }

    fn take(&mut self, picture: &Picture) -> Result<(), ngi_render::PictureError> {
        let bytes = match &mut self.reel {
            None => picture.to_png()?,
            Some(reel) => {
                reel.push(picture)?;
                if reel.len() < self.wanted {
                    return Ok(());
                }
                self.reel.take().map_or(Ok(Vec::new()), Reel::finish)?
            }
        };
        self.done = Some(OutFile { name: self.name.clone(), bytes });
        Ok(())
    }
}
