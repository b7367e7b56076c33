//! Animated PNG, written while it is drawn.
//!
//! Pictures are packed by two threads while the next is drawn, and written in order: three of them
//! are in memory at a time, however many there are.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use ngi_engine::model::FRAMES_PER_SECOND;
use png::chunk::{self, ChunkType};

use crate::picture::{Picture, PictureError, encoder};

/// Threads that pack pictures. More would hold more of them.
const PACKERS: usize = 2;
/// Bytes in front of the first chunk of a PNG.
const SIGNATURE: usize = 8;

/// How an animation runs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Animation {
    /// How many pictures it has.
    pub count: u32,
    /// How many of them are shown in a second.
    pub fps: f32,
}

impl Animation {
    /// Writes the animation as an animated PNG that runs for ever. `draw` makes the picture of a
    /// number; they are asked for in order, each once.
    pub fn write<E: From<PictureError>>(
        self,
        out: impl Write,
        mut draw: impl FnMut(u32) -> Result<Picture, E>,
    ) -> Result<(), E> {
        let Some(last) = self.count.checked_sub(1) else {
            return Err(PictureError::Animation.into());
        };
        let first = draw(0)?;
        let mut file = File::begin(out, &first, self)?;
        // Without room: who hands a picture over waits for somebody to take it.
        let (work, jobs) = sync_channel::<Job>(0);
        let (done, packed) = channel();
        let jobs = Mutex::new(jobs);
        thread::scope(|scope| -> Result<(), E> {
            let packer = |_: &usize| {
                let (jobs, done) = (&jobs, done.clone());
                thread::Builder::new().spawn_scoped(scope, move || pack_all(jobs, &done)).is_ok()
            };
            let hands = (0..PACKERS).filter(packer).count();
            drop(done);
            let line = Line { work, packed, hands };
            let mut next = Some(first);
            for number in 0..=last {
                let picture = match next.take() {
                    Some(picture) => picture,
                    None => draw(number)?,
                };
                file.refuse_other_size(&picture)?;
                line.hand_over((number, picture), &mut file)?;
            }
            Ok(line.finish(&mut file)?)
        })?;
        Ok(file.end()?)
    }
}

/// An animation whose pictures come one by one, whenever they are there: for who cannot wait for
/// them, as a page in a browser. The same bytes as [`Animation::write`] makes.
pub struct Reel {
    animation: Animation,
    file: Option<File<Film>>,
    film: Film,
}

/// Bytes that are written to while somebody else keeps them.
#[derive(Debug, Clone, Default)]
struct Film(Arc<Mutex<Vec<u8>>>);

impl Write for Film {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Reel {
    /// An animation without pictures yet.
    pub fn new(animation: Animation) -> Self {
        Self { animation, file: None, film: Film::default() }
    }

    /// How many pictures it has by now.
    pub fn len(&self) -> u32 {
        self.file.as_ref().map_or(0, |file| file.next)
    }

    /// Whether it has none yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Takes the next picture.
    pub fn push(&mut self, picture: &Picture) -> Result<(), PictureError> {
        if self.file.is_none() {
            self.file = Some(File::begin(self.film.clone(), picture, self.animation)?);
        }
        let count = self.animation.count;
        let file = self.file.as_mut().filter(|file| file.next < count);
        let file = file.ok_or(PictureError::Animation)?;
        file.refuse_other_size(picture)?;
        file.take((file.next, pixels(picture)))
    }

    /// The file, once all its pictures are there.
    pub fn finish(self) -> Result<Vec<u8>, PictureError> {
        let count = self.animation.count;
        let file = self.file.filter(|file| file.next == count);
        file.ok_or(PictureError::Animation)?.end()?;
        Ok(std::mem::take(&mut *self.film.0.lock().unwrap_or_else(PoisonError::into_inner)))
    }
}

/// A picture and its number.
type Job = (u32, Picture);
/// The packed pixels of a picture and its number.
type Packed = (u32, Result<Vec<u8>, PictureError>);

/// Packs pictures until there are no more.
fn pack_all(jobs: &Mutex<Receiver<Job>>, done: &Sender<Packed>) {
    loop {
        // Whoever holds the lock waits for the next picture, and lets go before packing it.
        let job = jobs.lock().ok().and_then(|jobs| jobs.recv().ok());
        let Some((number, picture)) = job else { return };
        if done.send((number, pixels(&picture))).is_err() {
            return;
        }
    }
}

/// The way to the threads that pack, and back.
struct Line {
    work: SyncSender<Job>,
    packed: Receiver<Packed>,
    hands: usize,
}

impl Line {
    /// Gives a picture to be packed, and writes what is packed already.
    fn hand_over(&self, job: Job, file: &mut File<impl Write>) -> Result<(), PictureError> {
        if self.hands == 0 {
            // No threads here, as in a browser.
            return file.take((job.0, pixels(&job.1)));
        }
        self.work.send(job).map_err(|_| PictureError::Animation)?;
        while let Ok(packed) = self.packed.try_recv() {
            file.take(packed)?;
        }
        // One thread may be held up while the other goes on: then the next picture waits, too.
        while file.early.len() > PACKERS {
            let packed = self.packed.recv().map_err(|_| PictureError::Animation)?;
            file.take(packed)?;
        }
        Ok(())
    }

    /// Waits for the rest.
    fn finish(self, file: &mut File<impl Write>) -> Result<(), PictureError> {
        let Self { work, packed, .. } = self;
        drop(work);
        packed.iter().try_for_each(|packed| file.take(packed))
    }
}

/// The file on its way.
struct File<W: Write> {
    writer: png::Writer<W>,
    size: (u32, u32),
    delay_ms: u16,
    /// The number of the next picture to be written.
    next: u32,
    /// Counts the chunks of the animation.
    sequence: u32,
    /// Pictures that are packed before their turn.
    early: BTreeMap<u32, Vec<u8>>,
}

impl<W: Write> File<W> {
    fn begin(out: W, first: &Picture, animation: Animation) -> Result<Self, PictureError> {
        let mut writer = encoder(out, first).write_header()?;
        // So many pictures, for ever.
        let control = [animation.count.to_be_bytes(), [0; 4]].concat();
        writer.write_chunk(chunk::acTL, &control)?;
        let size = (first.width(), first.height());
        let delay_ms = delay_ms(animation.fps);
        Ok(Self { writer, size, delay_ms, next: 0, sequence: 0, early: BTreeMap::new() })
    }

    fn refuse_other_size(&self, picture: &Picture) -> Result<(), PictureError> {
        let same = (picture.width(), picture.height()) == self.size;
        if same { Ok(()) } else { Err(PictureError::Animation) }
    }

    /// Writes a packed picture when it is its turn.
    fn take(&mut self, (number, packed): Packed) -> Result<(), PictureError> {
        self.early.insert(number, packed?);
        while let Some(pixels) = self.early.remove(&self.next) {
            self.frame(&pixels)?;
            self.next += 1;
        }
        Ok(())
    }

    fn frame(&mut self, pixels: &[u8]) -> Result<(), PictureError> {
        let (width, height) = self.size;
        let mut control = Vec::with_capacity(26);
        for word in [self.sequence, width, height, 0, 0] {
            control.extend(word.to_be_bytes());
        }
        control.extend([self.delay_ms, 1000].map(u16::to_be_bytes).as_flattened());
        // Nothing is cleared, and every picture replaces the last one.
        control.extend([0, 0]);
        self.writer.write_chunk(chunk::fcTL, &control)?;
        self.sequence += 1;
        if self.next == 0 {
            // The first picture is what programs show that know no animation.
            return Ok(self.writer.write_chunk(chunk::IDAT, pixels)?);
        }
        let numbered = [&self.sequence.to_be_bytes(), pixels].concat();
        self.writer.write_chunk(chunk::fdAT, &numbered)?;
        self.sequence += 1;
        Ok(())
    }

    fn end(self) -> Result<(), PictureError> {
        Ok(self.writer.finish()?)
    }
}

/// The packed pixels of a picture: what its PNG has in its chunks of that kind.
fn pixels(picture: &Picture) -> Result<Vec<u8>, PictureError> {
    let png = picture.to_png()?;
    let mut rest = png.get(SIGNATURE..).unwrap_or_default();
    let mut pixels = Vec::with_capacity(png.len());
    while let Some((length, behind)) = rest.split_first_chunk::<4>() {
        let length = usize::try_from(u32::from_be_bytes(*length)).unwrap_or(usize::MAX);
        let Some((kind, behind)) = behind.split_first_chunk::<4>() else { break };
        let Some((body, behind)) = behind.split_at_checked(length) else { break };
        if ChunkType(*kind) == chunk::IDAT {
            pixels.extend_from_slice(body);
        }
        // Past the sum over the chunk.
        rest = behind.get(4..).unwrap_or_default();
    }
    Ok(pixels)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped before")]
fn delay_ms(fps: f32) -> u16 {
    let fps = if fps.is_finite() && fps > 0.0 { fps } else { FRAMES_PER_SECOND };
    (1000.0 / fps).round().clamp(1.0, 60_000.0) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(number: u32, side: u32) -> Picture {
        let byte = |at: u32| u8::try_from((at * 7 + number * 31) % 256).unwrap();
        let rgba = (0..side * side * 4).map(byte).collect();
        Picture::new(side, side, rgba).unwrap()
    }

    #[test]
    fn every_picture_comes_back_in_order() {
        let animation = Animation { count: 9, fps: 20.0 };
        let mut bytes = Vec::new();
        let mut asked = Vec::new();
        let drawn = animation.write(&mut bytes, |number| {
            asked.push(number);
            Ok::<_, PictureError>(picture(number, 16))
        });
        drawn.unwrap();
        assert_eq!(asked, (0..9).collect::<Vec<u32>>());
        let mut reader = png::Decoder::new(io::Cursor::new(&bytes)).read_info().unwrap();
        let control = reader.info().animation_control.unwrap();
        assert_eq!((control.num_frames, control.num_plays), (9, 0));
        for number in 0..9 {
            let mut rgba = vec![0; reader.output_buffer_size().unwrap()];
            reader.next_frame(&mut rgba).unwrap();
            assert_eq!(rgba, picture(number, 16).rgba(), "picture {number}");
            let frame = reader.info().frame_control.unwrap();
            assert_eq!((frame.delay_num, frame.delay_den), (50, 1000));
        }
        // The threads change nothing.
        let mut again = Vec::new();
        let draw = |number| Ok::<_, PictureError>(picture(number, 16));
        animation.write(&mut again, draw).unwrap();
        assert_eq!(again, bytes);
    }

    #[test]
    fn one_by_one_they_are_the_same() {
        let animation = Animation { count: 3, fps: 20.0 };
        let mut whole = Vec::new();
        let draw = |number| Ok::<_, PictureError>(picture(number, 8));
        animation.write(&mut whole, draw).unwrap();
        let mut reel = Reel::new(animation);
        assert!(Reel::new(animation).finish().is_err(), "none is too few");
        for number in 0..3 {
            assert_eq!(reel.len(), number);
            reel.push(&picture(number, 8)).unwrap();
        }
        assert!(reel.push(&picture(3, 8)).is_err(), "four are too many");
        assert_eq!(reel.finish().unwrap(), whole);
    }

    #[test]
    fn pictures_of_other_sizes_and_none_at_all_are_refused() {
        let none = Animation { count: 0, fps: 20.0 };
        let draw = |number| Ok::<_, PictureError>(picture(number, 4 + number));
        assert!(none.write(Vec::new(), draw).is_err());
        assert!(Animation { count: 3, ..none }.write(Vec::new(), draw).is_err());
    }

    #[test]
    fn what_drawing_says_is_passed_on() {
        let animation = Animation { count: 5, fps: 20.0 };
        let draw = |number| match number {
            3 => Err(PictureError::Animation),
            _ => Ok(picture(number, 4)),
        };
        assert!(animation.write(Vec::new(), draw).is_err());
    }
}
