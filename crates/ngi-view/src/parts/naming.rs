//! Names for screenshots and exports.

use crate::App;
use crate::library::index::main_of;

/// Returns the name of a path without its suffix. A level or a mission has the name of its folder:
/// all of them have the same file name.
pub fn stem(path: &str) -> &str {
    let mut parts = path.rsplit('/');
    let name = parts.next().unwrap_or(path);
    let is_main = main_of(|main| main.eq_ignore_ascii_case(name).then_some(())).is_some();
    match parts.next().filter(|_| is_main) {
        Some(folder) => folder,
        None => name.rsplit_once('.').map_or(name, |(stem, _)| stem),
    }
}

/// Returns a name for a screenshot of a path, without a suffix: a mission's has its time of day.
pub fn screenshot(path: Option<&str>, clock: Option<&str>) -> String {
    let stem = path.map(stem).filter(|stem| !stem.is_empty()).unwrap_or("view");
    match clock {
        Some(clock) => format!("{stem} {}", clock.replace(':', "-")),
        None => stem.to_owned(),
    }
}

impl App {
    /// Returns a name for a screenshot of what is open, without a suffix.
    pub(crate) fn screenshot_name(&self) -> String {
        let day = self.viewport.mission.as_ref().and_then(|mission| mission.day.as_ref());
        let clock = day.map(|day| day.text());
        screenshot(self.selected.as_deref(), clock.as_deref())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missions_and_levels_are_named_by_their_folder() {
        let mission = "MISSIONS/Single.02/data.tma";
        assert_eq!(screenshot(Some(mission), Some("01:00")), "Single.02 01-00");
        assert_eq!(screenshot(Some("DATA/MAPS/VALLEY/Land.msh"), None), "VALLEY");
        assert_eq!(screenshot(Some("bases.rlb/r_scout_0_01.msh"), None), "r_scout_0_01");
        assert_eq!(screenshot(Some("Textures.lib/PANEL.0"), None), "PANEL");
        assert_eq!(screenshot(None, None), "view");
    }
}
