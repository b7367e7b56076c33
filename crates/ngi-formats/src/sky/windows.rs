//! What is there from when to when: bodies and weather between their events.

use super::read::Section;
use super::types::{Event, Stamp};
use crate::text;

/// What begins and ends in a section.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    /// Sun or moon.
    Body,
    /// Rain.
    Rain,
    /// Snow or dust.
    Snow,
    /// Lightning.
    Lightning,
}

impl What {
    /// What an event begins or ends, and whether it begins it; `None` where nothing happens.
    pub fn of(event: Event) -> Option<(Self, bool)> {
        Some(match event {
            Event::BODY_START => (Self::Body, true),
            Event::BODY_STOP => (Self::Body, false),
            Event::RAIN_START => (Self::Rain, true),
            Event::RAIN_STOP => (Self::Rain, false),
            Event::SNOW_START => (Self::Snow, true),
            Event::SNOW_STOP => (Self::Snow, false),
            Event::LIGHTNING_START => (Self::Lightning, true),
            Event::LIGHTNING_STOP => (Self::Lightning, false),
            _ => return None,
        })
    }

    /// In one word.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Body => "body",
            Self::Rain => "rain",
            Self::Snow => "snow",
            Self::Lightning => "lightning",
        }
    }
}

/// From when to when something is there.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Window<'a> {
    /// What.
    pub what: What,
    /// Which body it is.
    pub body: &'a [u8],
    /// The keyframe it begins at, and when that is.
    pub from: (usize, Stamp),
    /// The keyframe it ends at, and when that is; `None` where it does not end in its section.
    pub to: Option<(usize, Stamp)>,
    /// Whether such a thing was there already when it began.
    pub overlaps: bool,
}

impl Window<'_> {
    /// In a word or two: the name of a body, or what falls.
    pub fn shown(&self) -> String {
        match self.what {
            What::Body if self.body.is_empty() => "body without a name".into(),
            What::Body => text::decode(self.body),
            other => other.as_str().into(),
        }
    }

    /// Whether a moment lies in it.
    pub fn has(&self, time: &Stamp) -> bool {
        let end = self.to.map_or(u64::MAX, |(_, end)| end.minutes());
        (self.from.1.minutes()..=end).contains(&time.minutes())
    }
}

/// The windows of a section.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Windows<'a> {
    /// All of them, in the order they begin.
    pub all: Vec<Window<'a>>,
    /// Keyframes that end what had not begun.
    pub stray_stops: Vec<usize>,
}

impl<'a> Windows<'a> {
    /// The windows of a section, in the order of time, as the engine plays it.
    pub fn of(section: &Section<'_, 'a>) -> Self {
        let events = section.keyframes().enumerate().filter_map(|(index, keyframe)| {
            let (what, begins) = What::of(keyframe.head.event)?;
            Some((index, keyframe.head.time, what, begins, keyframe.body.bytes))
        });
        let mut events: Vec<_> = events.collect();
        events.sort_by_key(|(_, time, ..)| time.minutes());
        let mut windows = Self::default();
        // What is there now: one of a kind as a rule, so that looking through it is short.
        let mut open: Vec<usize> = Vec::new();
        for (index, time, what, begins, body) in events {
            let is_such =
                |at: &usize| windows.all.get(*at).is_some_and(|window| window.what == what);
            if begins {
                let overlaps = open.iter().any(is_such);
                open.push(windows.all.len());
                let from = (index, time);
                windows.all.push(Window { what, body, from, to: None, overlaps });
                continue;
            }
            let named = |at: &usize| {
                let window = windows.all.get(*at);
                is_such(at) && window.is_some_and(|window| text::same(window.body, body))
            };
            let found = open.iter().rposition(named).or_else(|| open.iter().rposition(is_such));
            match found.map(|place| open.remove(place)) {
                Some(at) => windows.end(at, (index, time)),
                None => windows.stray_stops.push(index),
            }
        }
        windows
    }

    fn end(&mut self, at: usize, to: (usize, Stamp)) {
        if let Some(window) = self.all.get_mut(at) {
            window.to = Some(to);
        }
    }
}
