//! Notice above the files of a folder that is not a game.

use std::path::PathBuf;

use egui::Ui;

use crate::panels::tools::Tip as _;
use crate::platform::{self, Job, News, Wake};
use crate::texts::Texts;
use crate::{Action, style};

/// Games inside the folder that are offered at most.
const MOST: usize = 4;

/// State of the notice.
#[derive(Default)]
pub struct Notice {
    is_shown: bool,
    /// Game folders inside the open folder.
    pub found: Vec<PathBuf>,
    search: Option<Job<PathBuf>>,
}

impl std::fmt::Debug for Notice {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Notice").field("is_shown", &self.is_shown).finish_non_exhaustive()
    }
}

impl Notice {
    /// Shows the notice for a folder and searches for a game inside it.
    pub fn begin(&mut self, folder: PathBuf, wake: &Wake) {
        let search = Some(platform::find_games(wake, Some(folder)));
        *self = Self { is_shown: true, found: Vec::new(), search };
    }

    /// Hides the notice.
    pub fn end(&mut self) {
        *self = Self::default();
    }

    /// Returns true while the search for games runs.
    pub fn is_searching(&self) -> bool {
        self.search.is_some()
    }

    /// Takes the results of the search.
    pub fn take_news(&mut self) {
        while let Some(news) = self.search.as_mut().and_then(Job::news) {
            match news {
                News::Part(game) => self.found.push(game),
                News::Done | News::Failed(_) => self.search = None,
            }
            // The rest of a disk full of games is not searched.
            if self.found.len() >= MOST {
                self.search = None;
            }
        }
    }

    /// Draws the notice, if there is one.
    pub fn show(&self, ui: &mut Ui, texts: &Texts) -> Vec<Action> {
        let mut actions = Vec::new();
        if !self.is_shown {
            return actions;
        }
        let own = texts.start();
        let frame = egui::Frame::new().inner_margin(10.0).corner_radius(6.0);
        frame.fill(ui.visuals().faint_bg_color).show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.colored_label(style::warning(ui), own.not_a_game);
            if !self.found.is_empty() {
                ui.horizontal_wrapped(|ui| {
                    ui.label(own.game_inside);
                    for game in &self.found {
                        if ui.button(game.display().to_string()).tip(own.open_this).clicked() {
                            actions.push(Action::Open(game.clone()));
                        }
                    }
                });
            }
        });
        ui.add_space(8.0);
        actions
    }
}
