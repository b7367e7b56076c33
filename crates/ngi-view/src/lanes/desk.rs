//! What is selected on the time line and what is pulled there; changes asked for by button or key.

use std::collections::BTreeSet;

use super::nodes::{self, NewTracks};
use super::windows::End;
use super::{Commands, KeyAt, NodeLanes, Tracks};
use crate::document::Document;
use crate::editing::Request;
use crate::library::ItemKind;
use crate::shortcuts::Command;
use crate::{Action, App};

/// The time line with its lanes.
#[derive(Default)]
pub(crate) struct Lanes {
    /// Whether it is shown.
    pub open: bool,
    /// Keys of nodes that are selected.
    pub keys: BTreeSet<KeyAt>,
    /// The key of a material's track that is selected.
    pub piece: Option<KeyAt>,
    /// What is pulled.
    pub pulled: Option<Pulled>,
    /// How many times as long selected keys shall last.
    pub stretch: Option<f32>,
    /// A number that is being typed or dragged: its field, which of its numbers, and what it is.
    pub typed: Option<(String, usize, f32)>,
    /// A curve that is being bent: the field that does, and its exponent by now.
    pub bent: Option<(String, f32)>,
    /// How many times larger than all of it the lanes are shown, less 1, and from when.
    pub zoom: [f32; 2],
    /// The keys that were copied last, as text.
    copied: String,
    read: Option<(String, Vec<u8>, Read)>,
}

/// What is pulled, and how far it is by now.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Pulled {
    /// What.
    pub what: What,
    /// When it was taken hold of.
    pub from: f32,
    /// So much later.
    pub by: f32,
    /// In whole steps.
    pub steps: bool,
}

/// Something on the time line that can be pulled.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum What {
    /// The selected keys, by one of them.
    Keys(KeyAt),
    /// A command's window.
    Window(usize, End),
    /// The end of a key of a material's track.
    Piece(KeyAt),
}

/// What there is on the time line.
#[derive(Debug, Clone)]
pub(crate) enum Read {
    /// Keys of nodes.
    Nodes(NodeLanes),
    /// Commands of an effect.
    Commands(Commands),
    /// Tracks of a material.
    Tracks(Tracks),
}

impl Read {
    fn of(document: &Document, kind: ItemKind) -> Option<Self> {
        match kind {
            ItemKind::Model => NodeLanes::of(document.bytes()).map(Self::Nodes),
            ItemKind::Effect => Commands::of(&document.tree().ok()?).map(Self::Commands),
            ItemKind::Material => Tracks::of(&document.tree().ok()?).map(Self::Tracks),
            _ => None,
        }
    }
}

impl Lanes {
    /// What a document has on the time line; read again only where it changed.
    pub fn read(&mut self, document: &Document, kind: ItemKind) -> Option<Read> {
        let path = document.node.path();
        let own = self.read.as_ref().filter(|(own, ..)| *own == path);
        if own.is_none() {
            (self.keys, self.piece, self.pulled) = (BTreeSet::new(), None, None);
            (self.typed, self.stretch, self.zoom) = (None, None, [0.0; 2]);
            self.bent = None;
        }
        if let Some((_, bytes, read)) = own
            && bytes == document.bytes()
        {
            return Some(read.clone());
        }
        let read = Read::of(document, kind)?;
        // What is selected may be gone.
        if let Read::Nodes(lanes) = &read {
            self.keys.retain(|at| lanes.time(*at).is_some());
        }
        self.read = Some((path, document.bytes().to_vec(), read.clone()));
        Some(read)
    }

    /// Follows what is pulled by a part of the time line; gives what it came to when it is let go.
    pub fn follow(
        &mut self,
        ui: &egui::Ui,
        response: &egui::Response,
        what: What,
        time: impl Fn(f32) -> f32,
    ) -> Option<Pulled> {
        if response.drag_started() {
            let from = ui.input(|input| input.pointer.press_origin());
            let from = time(from.or(response.interact_pointer_pos())?.x);
            self.pulled = Some(Pulled { what, from, by: 0.0, steps: false });
        }
        let mut pulled = self.pulled.filter(|pulled| pulled.what == what)?;
        if ui.input(|input| input.key_pressed(egui::Key::Escape)) {
            self.pulled = None;
            return None;
        }
        if let Some(at) = response.interact_pointer_pos() {
            pulled.by = time(at.x) - pulled.from;
            pulled.steps = ui.input(|input| input.modifiers.command);
            self.pulled = Some(pulled);
        }
        if response.drag_stopped() { self.pulled.take() } else { None }
    }
}

impl App {
    /// The document whose parts have lanes.
    fn laned(&self) -> Option<(&Document, ItemKind)> {
        let current = self.current.as_ref()?;
        Some((current.document.as_ref()?, current.kind))
    }

    /// Whether there is a time line: something plays, or could be made to.
    pub(crate) fn has_timeline(&self) -> bool {
        let is_model = self.current.as_ref().is_some_and(|it| it.kind == ItemKind::Model);
        let can = is_model && self.viewport.has_scene();
        self.viewport.playback.duration.is_some() || can && self.viewport.editing.on
    }

    /// Goes to a moment, in seconds.
    pub(crate) fn seek(&mut self, seconds: f32) {
        let playback = &mut self.viewport.playback;
        playback.playing = false;
        playback.time = seconds.max(0.0);
    }

    /// The frame of a model that is shown.
    pub(crate) fn shown_frame(&self) -> f32 {
        self.viewport.playback.time * self.viewport.view.settings.fps
    }

    /// Commands for what is selected on the time line; says whether it was one.
    pub(crate) fn lanes_command(&mut self, command: Command) -> bool {
        match command {
            Command::AddKey => self.add_key(),
            Command::Delete if self.desk.lanes.open && !self.desk.lanes.keys.is_empty() => {
                self.delete_keys();
            }
            _ => return false,
        }
        true
    }

    /// Has keys changed, and says why not where that is so.
    fn retrack(&mut self, new: Result<NewTracks, String>) {
        match new {
            Ok(new) => self.actions.push(Action::Change(Request::Tracks(new))),
            Err(why) => self.complain(why),
        }
    }

    /// A key of the selected node at the frame that is shown.
    pub(crate) fn add_key(&mut self) {
        let node = self.viewport.outlined_part;
        let model = self.laned().filter(|(_, kind)| *kind == ItemKind::Model);
        let (Some((document, _)), Some(node)) = (model, node) else {
            self.complain(self.texts().lane_no_node);
            return;
        };
        let new = nodes::added(document.bytes(), node, self.shown_frame());
        self.desk.lanes.keys.clear();
        self.retrack(new);
    }

    /// Takes the selected keys out.
    pub(crate) fn delete_keys(&mut self) {
        let keys = std::mem::take(&mut self.desk.lanes.keys);
        let Some((document, ItemKind::Model)) = self.laned() else { return };
        if !keys.is_empty() {
            let new = nodes::without(document.bytes(), &keys);
            self.retrack(new);
        }
    }

    /// Puts the selected keys on the clipboard.
    pub(crate) fn copy_keys(&mut self) {
        let Some((document, ItemKind::Model)) = self.laned() else { return };
        if let Some(text) = nodes::copied(document.bytes(), &self.desk.lanes.keys) {
            self.window().copy_text(text.clone());
            self.desk.lanes.copied = text;
        }
    }

    /// Puts the keys that were copied last at the frame that is shown.
    pub(crate) fn paste_keys(&mut self) {
        let text = self.desk.lanes.copied.clone();
        self.paste_keys_of(&text);
    }

    fn paste_keys_of(&mut self, text: &str) {
        let (node, frame) = (self.viewport.outlined_part, self.shown_frame().round());
        let Some((document, ItemKind::Model)) = self.laned() else { return };
        if let Some(new) = nodes::pasted(document.bytes(), text, node, frame) {
            self.desk.lanes.keys.clear();
            self.retrack(new);
        }
    }

    /// Selects all keys.
    pub(crate) fn select_keys(&mut self) {
        let Some((document, ItemKind::Model)) = self.laned() else { return };
        let Some(lanes) = NodeLanes::of(document.bytes()) else { return };
        let keys = |node: usize| (0..lanes.times(node).len()).map(move |key| (node, key));
        self.desk.lanes.keys = lanes.shown(None).into_iter().flat_map(keys).collect();
    }

    /// Stretches the time of the selected keys.
    pub(crate) fn stretch_keys(&mut self, by: f32) {
        let Some((document, ItemKind::Model)) = self.laned() else { return };
        let lanes = NodeLanes::of(document.bytes());
        let fields = lanes.and_then(|lanes| lanes.stretched(&self.desk.lanes.keys, by));
        match fields {
            Some(fields) if fields.is_empty() => {}
            Some(fields) => self.actions.push(Action::Change(Request::Set(fields))),
            None => self.complain(self.texts().lane_blocked),
        }
    }

    /// The tracks of the material that is open, while its lanes are shown.
    fn tracks(&self) -> Option<Tracks> {
        let (document, _) = self.laned().filter(|(_, kind)| *kind == ItemKind::Material)?;
        Tracks::of(&document.tree().ok()?).filter(|_| self.desk.lanes.open)
    }

    /// What cuts the selected key of a track at the moment that is shown.
    pub(crate) fn phase_cut(&self) -> Option<Request> {
        let now = self.viewport.playback.time * 1000.0;
        let cut = self.tracks()?.cut_at(self.desk.lanes.piece, now)?;
        Some(Request::Set(vec![cut]))
    }

    /// What takes the selected key of a track out.
    pub(crate) fn phase_gone(&self) -> Option<Request> {
        let less = self.tracks()?.less(self.desk.lanes.piece)?;
        Some(Request::Set(vec![less]))
    }

    /// Copy and paste, which reach a window as such and not as keys.
    pub(crate) fn lanes_clipboard(&mut self, ctx: &egui::Context) {
        if !self.desk.lanes.open || ctx.text_edit_focused() {
            return;
        }
        let events = ctx.input(|input| input.events.clone());
        for event in events {
            match event {
                egui::Event::Copy => self.copy_keys(),
                egui::Event::Paste(text) => self.paste_keys_of(&text),
                _ => {}
            }
        }
    }
}
