//! What rows of lists have buttons for: found by what it is, and what the row is called.

use super::{Act, Entry};
use crate::editing::{ClanChange, Parts, Request};
use crate::panels::editing::guests;
use crate::shortcuts::Words;
use crate::tabs::Ask;
use crate::{Action, App};

/// Everything that can be done to rows now.
pub(super) fn entries(app: &App) -> Vec<Entry> {
    let mut all = exports(app);
    all.extend(views(app));
    all.extend(places(app));
    all.extend(part(app));
    all.extend(of_mission(app));
    all
}

fn entry(says: Words, of: impl Into<String>, act: Act) -> Entry {
    Entry { says, of: of.into(), keys: "", act }
}

/// What is open, as another kind of file, with one click.
fn exports(app: &App) -> Vec<Entry> {
    let suffixes = app.open_kind().map(crate::export::suffixes).into_iter().flatten();
    let named = suffixes.map(|suffix| {
        let act = Act::Do(Action::Export(suffix.to_owned()));
        entry(|t| t.palette_export_as, format!(".{suffix}"), act)
    });
    named.collect()
}

/// Views that were remembered.
fn views(app: &App) -> Vec<Entry> {
    let numbers = app.bookmarks().into_iter().map(|known| known.number);
    let both = numbers.flat_map(|number| {
        let of = number.to_string();
        [
            entry(|t| t.palette_view, of.clone(), Act::View(number)),
            entry(|t| t.palette_forget_view, of, Act::ForgetView(number)),
        ]
    });
    both.collect()
}

/// Tabs, favourites, and what was open before.
fn places(app: &App) -> Vec<Entry> {
    let tabs = app.tabs.paths();
    let several = tabs.len() > 1;
    let tabs = tabs.into_iter().enumerate().filter(|_| several);
    let tabs = tabs.map(|(at, path)| {
        // One may be open twice.
        let of = format!("{} {path}", at + 1);
        entry(|t| t.palette_tab, of, Act::Do(Action::Tabs(Ask::Go(at))))
    });
    let favourites = app.of_game().into_iter().flat_map(|game| &game.favourites);
    let favourites = favourites.map(|path| {
        entry(|t| t.palette_favourite, path.clone(), Act::Do(Action::Select(path.clone())))
    });
    let recent = app.settings.recent.iter().map(|path| {
        let act = Act::Do(Action::Open(path.clone()));
        entry(|t| t.palette_recent, path.display().to_string(), act)
    });
    tabs.chain(favourites).chain(recent).collect()
}

/// The part of the scene that is selected, shown or left out.
fn part(app: &App) -> Option<Entry> {
    let parts = app.current.as_ref().and_then(|current| Parts::of(current.kind))?;
    let part = app.selected_part().filter(|_| parts.can_hide)?;
    Some(entry(|t| t.show_or_hide, part.to_string(), Act::Hide(part)))
}

/// Clans, stops of the briefing, and who goes into or out of the selected building.
fn of_mission(app: &App) -> Vec<Entry> {
    let Some(mission) = &app.viewport.mission else { return Vec::new() };
    let clans = app.viewport.world().into_iter().flat_map(|world| &world.clans).enumerate();
    let mut all: Vec<Entry> = clans
        .map(|(clan, own)| {
            let change = Request::Clan(ClanChange::Gone(clan));
            let of = format!("{clan} {}", own.name);
            entry(|t| t.mission().clan_gone, of, Act::Do(Action::Change(change)))
        })
        .collect();
    let stops = 0..mission.briefing.len();
    all.extend(
        stops.map(|stop| entry(|t| t.mission().stop_go, (stop + 1).to_string(), Act::Stop(stop))),
    );
    let hosted = guests::offers(app).into_iter();
    all.extend(
        hosted.map(|(says, of, fields)| {
            entry(says, of, Act::Do(Action::Change(Request::Set(fields))))
        }),
    );
    all
}
