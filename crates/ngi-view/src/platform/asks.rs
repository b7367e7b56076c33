//! What somebody is asked for with a dialog of the system.

use crate::texts::Texts;

/// What is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asks {
    /// A game folder to open.
    Folder,
    /// An archive or a file to open.
    File,
    /// The folder that an export goes into.
    Destination,
    /// The file that takes the place of what is open.
    Replacement,
    /// The game that textures come from.
    Game,
    /// Another game to compare with.
    ComparedGame,
    /// A mod to compare with.
    ComparedMod,
}

impl Asks {
    /// Every one.
    pub const ALL: [Self; 7] = [
        Self::Folder,
        Self::File,
        Self::Destination,
        Self::Replacement,
        Self::Game,
        Self::ComparedGame,
        Self::ComparedMod,
    ];

    /// Whether a folder is asked for, and no file.
    pub const fn is_folder(self) -> bool {
        matches!(self, Self::Folder | Self::Destination | Self::Game | Self::ComparedGame)
    }

    /// What stands above the dialog.
    pub fn title(self, texts: &Texts) -> &'static str {
        let title = match self {
            Self::Folder => texts.open_folder,
            Self::File => texts.open_file,
            Self::Destination => texts.export_into,
            Self::Replacement => texts.replace_title,
            Self::Game => texts.choose_game,
            Self::ComparedGame => texts.compare_game,
            Self::ComparedMod => texts.compare_mod,
        };
        title.trim_end_matches('…')
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{ENGLISH, RUSSIAN};

    #[test]
    fn every_dialog_has_a_title_of_its_own() {
        for texts in [&ENGLISH, &RUSSIAN] {
            let mut titles: Vec<&str> = Asks::ALL.iter().map(|asks| asks.title(texts)).collect();
            titles.sort_unstable();
            titles.dedup();
            assert_eq!(titles.len(), Asks::ALL.len(), "{titles:?}");
        }
    }
}
