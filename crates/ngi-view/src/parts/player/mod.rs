//! The sound player: Play and Stop, the wave with a cursor, and the facts about a sound.
//!
//! A program without sound, and a machine without a sound device, say so and offer the WAV file.

use std::sync::{Arc, Mutex, PoisonError};

use egui::{Rect, Sense, Ui, pos2, vec2};
use ngi_formats::swav::Sound;

use crate::panels::tools::Tip as _;
use crate::sound::{CAN_SOUND, Clip, Mixer, Output, Voice, Wave};
use crate::texts::Texts;
use crate::{Action, style};

/// Height of the wave.
const HEIGHT: f32 = 160.0;
/// Key of the one voice that plays.
const KEY: u64 = 1;

/// State of the player.
pub struct Player {
    mixer: Arc<Mutex<Mixer>>,
    /// Device that plays what the mixer has; opened at the first sound.
    output: Option<Output>,
    /// True if no device could be opened.
    is_mute: bool,
    /// Decoded sound and its length in seconds.
    clip: Option<(Arc<Clip>, f64)>,
    /// True if the sound starts again at its end.
    pub is_looping: bool,
    /// Loudness, 0 to 1.
    pub volume: f32,
    /// Position in seconds from which the next Play starts.
    start: f64,
}

impl Default for Player {
    fn default() -> Self {
        Self {
            mixer: Arc::default(),
            output: None,
            is_mute: false,
            clip: None,
            is_looping: false,
            volume: 0.8,
            start: 0.0,
        }
    }
}

/// Reason why nothing can be heard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Silence {
    /// The program was built without sound.
    Build,
    /// The machine has no sound device.
    Machine,
}

impl Player {
    /// Stops, and forgets the sound: another file is open, or its bytes are other ones.
    pub fn forget(&mut self) {
        self.stop();
        (self.clip, self.start) = (None, 0.0);
    }

    /// Returns the reason why nothing can be heard, if nothing can.
    pub fn silence(&self) -> Option<Silence> {
        match (CAN_SOUND, self.is_mute) {
            (false, _) => Some(Silence::Build),
            (true, true) => Some(Silence::Machine),
            (true, false) => None,
        }
    }

    /// Returns true while the sound plays.
    pub fn is_playing(&self) -> bool {
        self.locked(|mixer| mixer.plays(KEY))
    }

    /// Returns the position of the cursor in seconds.
    pub fn position(&self) -> f64 {
        self.locked(|mixer| mixer.position(KEY)).unwrap_or(self.start)
    }

    /// Plays a sound from the cursor on, or stops it.
    pub fn toggle(&mut self, bytes: &[u8]) {
        match self.is_playing() {
            true => self.stop(),
            false => self.play(bytes),
        }
    }

    fn play(&mut self, bytes: &[u8]) {
        self.load(bytes);
        if self.output.is_none() {
            self.output = Output::open(&self.mixer);
            self.is_mute = CAN_SOUND && self.output.is_none();
        }
        if self.output.is_some() {
            self.begin();
        }
    }

    /// Decodes the sound, unless it is decoded already.
    fn load(&mut self, bytes: &[u8]) {
        if self.clip.is_some() {
            return;
        }
        let Ok(sound) = Sound::read(bytes) else { return };
        let clip = sound.decode().ok().and_then(|pcm| Clip::of(&pcm));
        self.clip = clip.map(|clip| (Arc::new(clip), sound.seconds()));
    }

    /// Hands the sound to the mixer, from the cursor on.
    fn begin(&mut self) {
        let Some((clip, seconds)) = self.clip.clone() else { return };
        if self.start >= seconds {
            self.start = 0.0;
        }
        let (looping, gains, start) = (self.is_looping, [self.volume; 2], self.start);
        self.locked(|mixer| mixer.start(Voice::new(KEY, clip, looping, gains).starting_at(start)));
        self.start = 0.0;
    }

    fn stop(&self) {
        self.locked(|mixer| mixer.stop(KEY));
    }

    /// Moves the cursor. A sound that plays goes on from there.
    fn seek(&mut self, seconds: f64) {
        self.start = seconds.max(0.0);
        if self.is_playing() {
            self.begin();
        }
    }

    fn locked<T>(&self, work: impl FnOnce(&mut Mixer) -> T) -> T {
        work(&mut self.mixer.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Draws the player of a sound, and returns what the user asked for.
    pub fn show(&mut self, ui: &mut Ui, bytes: &[u8], wave: &Wave, texts: &Texts) -> Vec<Action> {
        let mut actions = Vec::new();
        egui::Frame::new().inner_margin(12.0).show(ui, |ui| {
            self.wave(ui, wave);
            ui.add_space(6.0);
            ui.horizontal_wrapped(|ui| self.buttons(ui, bytes, wave, texts, &mut actions));
            if let Some(why) = self.silence() {
                let t = texts.about();
                let why = match why {
                    Silence::Build => t.no_sound_build,
                    Silence::Machine => t.no_sound_device,
                };
                ui.colored_label(style::warning(ui), why);
            }
        });
        if self.is_playing() {
            ui.ctx().request_repaint();
        }
        actions
    }

    fn buttons(
        &mut self,
        ui: &mut Ui,
        bytes: &[u8],
        wave: &Wave,
        texts: &Texts,
        actions: &mut Vec<Action>,
    ) {
        let t = texts.about();
        let is_silent = self.silence().is_some();
        let name = if self.is_playing() { t.stop } else { texts.play };
        let button = egui::Button::new(name).min_size(vec2(72.0, 0.0));
        let tip = if is_silent { t.no_sound_build } else { t.play_tip };
        if ui.add_enabled(!is_silent, button).tip(tip).clicked() {
            self.toggle(bytes);
        }
        if ui.button(t.save_wav).tip(t.save_wav_tip).clicked() {
            actions.push(Action::AskExport(None));
        }
        if !is_silent {
            if ui.toggle_value(&mut self.is_looping, t.repeat).tip(t.repeat_tip).clicked()
                && self.is_playing()
            {
                self.start = self.position();
                self.begin();
            }
            let label = ui.label(t.volume).id;
            ui.spacing_mut().slider_width = 90.0;
            let slider = egui::Slider::new(&mut self.volume, 0.0..=1.0).show_value(false);
            if ui.add(slider).labelled_by(label).tip(t.volume_tip).changed() {
                let gains = [self.volume; 2];
                self.locked(|mixer| mixer.set(KEY, gains, 1.0));
            }
        }
        ui.weak(described(wave, texts));
    }

    /// Draws the wave with the cursor. A click moves the cursor.
    fn wave(&mut self, ui: &mut Ui, wave: &Wave) {
        let size = vec2(ui.available_width().max(0.0), HEIGHT);
        let (rect, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
        peaks(ui, rect, wave);
        let seconds = wave.seconds;
        if let (Some(at), true) =
            (response.interact_pointer_pos(), response.clicked() || response.dragged())
        {
            let share = ((at.x - rect.left()) / rect.width().max(1.0)).clamp(0.0, 1.0);
            self.seek(f64::from(share) * seconds);
        }
        let position = self.position();
        if seconds > 0.0 && (position > 0.0 || self.is_playing()) {
            #[expect(clippy::cast_possible_truncation, reason = "a share of the width")]
            let x = rect.left() + rect.width() * (position / seconds).clamp(0.0, 1.0) as f32;
            let stroke = egui::Stroke::new(1.5, style::warning(ui));
            ui.painter().vline(x, rect.y_range(), stroke);
        }
    }
}

/// Paints a wave into a rectangle.
pub fn peaks(ui: &Ui, rect: Rect, wave: &Wave) {
    let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
    painter.rect_filled(rect, 6.0, ui.visuals().extreme_bg_color);
    let middle = egui::Stroke::new(1.0, ui.visuals().weak_text_color().gamma_multiply(0.4));
    painter.line_segment([pos2(rect.left(), rect.center().y), rect.right_center()], middle);
    let step = rect.width() / wave.peaks.len().max(1) as f32;
    let stroke = egui::Stroke::new(step.clamp(1.0, 3.0), style::ACCENT);
    for (place, [low, high]) in wave.peaks.iter().enumerate() {
        let x = rect.left() + (place as f32 + 0.5) * step;
        let y = |share: f32| rect.center().y - share * (rect.height() / 2.0 - 6.0);
        painter.vline(x, y(*high) - 0.5..=y(*low) + 0.5, stroke);
    }
}

/// Describes the length, rate and channels of a sound, as in "0.15 s, 22.05 kHz, mono".
fn described(wave: &Wave, texts: &Texts) -> String {
    let channels = match wave.channels {
        1 => texts.mono.to_owned(),
        2 => texts.stereo.to_owned(),
        other => format!("{other} {}", texts.channels),
    };
    let kilohertz = f64::from(wave.rate) / 1000.0;
    format!("{:.2} {}, {kilohertz} {}, {channels}", wave.seconds, texts.seconds, texts.hertz)
}

#[cfg(test)]
mod tests {
    use ngi_formats::swav::Pcm;

    use super::*;

    /// A player whose mixer is asked by hand: no test needs a sound device.
    fn loaded() -> Player {
        let mut player = Player::default();
        player.load(&Pcm::of_samples(1, 1000, &[1000; 1000]).to_wave());
        player
    }

    fn hear(player: &Player, samples: usize) {
        player.locked(|mixer| {
            for _ in 0..samples {
                mixer.next(1000.0);
            }
        });
    }

    #[test]
    fn the_cursor_follows_the_sound_and_stops_at_its_end() {
        let mut player = loaded();
        player.begin();
        assert!(player.is_playing());
        hear(&player, 250);
        assert!((player.position() - 0.25).abs() < 0.01, "{}", player.position());
        hear(&player, 800);
        assert!(!player.is_playing());
        assert_eq!(player.position(), 0.0);
    }

    #[test]
    fn a_click_on_the_wave_moves_the_cursor() {
        let mut player = loaded();
        player.seek(0.5);
        assert!(!player.is_playing() && player.position() == 0.5);
        player.begin();
        assert_eq!(player.position(), 0.5);
        hear(&player, 100);
        assert!((player.position() - 0.6).abs() < 0.01);
        player.seek(0.1);
        assert!(player.is_playing() && player.position() == 0.1);
        player.forget();
        assert!(!player.is_playing() && player.clip.is_none() && player.position() == 0.0);
    }

    #[test]
    fn a_repeated_sound_goes_on_behind_its_end() {
        let mut player = loaded();
        player.is_looping = true;
        player.begin();
        hear(&player, 1300);
        assert!(player.is_playing() && (player.position() - 0.3).abs() < 0.01);
    }
}
