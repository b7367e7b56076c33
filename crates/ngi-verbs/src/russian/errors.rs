//! Errors put into Russian, by what they say: whoever shows one has it as a text, with the path, the
//! field and the offset that the layers it went through have put before it.

use std::sync::LazyLock;

use super::phrases::{PHRASES, Phrase, between, filled, read};

static ERRORS: LazyLock<Vec<Phrase>> = LazyLock::new(|| read(include_str!("errors.txt")));

/// How deep an error may stand inside another: a path, what was tried, the system's reason.
const DEEPEST: u8 = 4;

/// An error in Russian, with what stands before it; `None` where nobody put it into Russian.
pub fn error(english: &str) -> Option<String> {
    inside(english, DEEPEST)
}

fn inside(english: &str, depth: u8) -> Option<String> {
    let depth = depth.checked_sub(1)?;
    let behind = english.match_indices(": ").map(|(at, colon)| at + colon.len());
    std::iter::once(0).chain(behind).find_map(|start| {
        let (before, text) = english.split_at_checked(start)?;
        let russian = of_error(text, depth).or_else(|| of_finding(text))?;
        Some(format!("{}{russian}", placed(before)))
    })
}

/// What stands before an error: paths and fields, and the offset in words.
fn placed(before: &str) -> String {
    let said = before.replace(" at 0x", " по смещению 0x");
    match said.strip_prefix("at 0x") {
        Some(rest) => format!("по смещению 0x{rest}"),
        None => said,
    }
}

/// A text that is an error. Another one may stand in its places, with a colon at most where the
/// phrase ends with it: elsewhere that would be what comes before.
fn of_error(text: &str, depth: u8) -> Option<String> {
    let told = |place: &&str| inside(place, depth).unwrap_or_else(|| (*place).to_owned());
    ERRORS.iter().find_map(|phrase| {
        let places = between(phrase.english, text)?;
        let before = match phrase.english.ends_with("{}") {
            true => places.split_last().map_or(&[][..], |(_, before)| before),
            false => &places,
        };
        let is_one = before.iter().all(|place| !place.contains(": "));
        let places: Vec<String> = is_one.then(|| places.iter().map(told).collect())?;
        Some(filled(phrase.russian, &places))
    })
}

/// A text that says what a finding would say.
fn of_finding(text: &str) -> Option<String> {
    PHRASES.iter().find_map(|phrase| {
        let places = between(phrase.english, text)?;
        let is_one = places.iter().all(|place| !place.contains(": "));
        is_one.then(|| filled(phrase.russian, &places))
    })
}

#[cfg(test)]
mod tests {
    use std::io;

    use ngi_vfs::Error;

    use super::*;

    #[test]
    fn paths_fields_and_offsets_stay_before_what_is_told() {
        let cut = ngi_formats::Error::truncated("entries[3].size", 0x1f4, 9, 4);
        let of_vfs = Error::Format { path: "a.lib/б.msh".to_owned(), source: cut };
        let version = ngi_formats::Error::malformed("version", 4, "version 7, only 1 is known");
        for (english, russian) in [
            (
                of_vfs.to_string(),
                "a.lib/б.msh: entries[3].size по смещению 0x1f4: нужно 9 байт, а осталось только 4",
            ),
            (
                "at 0x8: needs 2 bytes, but only 1 are left".to_owned(),
                "по смещению 0x8: нужно 2 байт, а осталось только 1",
            ),
            (version.to_string(), "version по смещению 0x4: версия 7, а известна только 1"),
            (
                "a.lib: not found; looked in /games, ignoring case".to_owned(),
                "a.lib: не найдено; искали в /games без учёта регистра",
            ),
            (
                "/a/b: cannot open: Permission denied (os error 13)".to_owned(),
                "/a/b: не открывается: нет прав (ошибка 13)",
            ),
            (
                "/a: cannot rename: No space left on device (os error 28); the next ngi that opens \
                 /a completes the change or takes it back"
                    .to_owned(),
                "/a: не переименовывается: на диске нет места (ошибка 28); следующая ngi, которая \
                 откроет /a, завершит изменение или отменит его",
            ),
            (
                "x.lib: entries at 0x10: 7 do not fit".to_owned(),
                "x.lib: entries по смещению 0x10: 7 не помещаются",
            ),
        ] {
            assert_eq!(error(&english).as_deref(), Some(russian));
        }
        for unknown in ["", "x.lib: nobody ever wrote this", "уже по-русски: раз"] {
            assert_eq!(error(unknown), None);
        }
    }

    /// All that paths and files can go wrong with, as it is said: a text that changes is missed here.
    #[test]
    fn what_the_system_and_the_paths_say_is_told() {
        let (path, file) = (String::from("a.lib"), std::path::PathBuf::from("a.lib"));
        let names = || vec!["a".to_owned(), "A".to_owned()];
        let hint = || "looked in /, ignoring case".to_owned();
        let full = || io::Error::other("No space left on device (os error 28)");
        let errors = [
            Error::NotFound { path: path.clone(), hint: hint() },
            Error::Ambiguous { path: path.clone(), candidates: names() },
            Error::Collision { path: path.clone(), names: names() },
            Error::NotAContainer { path: path.clone() },
            Error::IsAFolder { path },
            Error::Io { action: "write", path: file.clone(), source: full() },
            Error::Exists { path: file.clone() },
            Error::Changed { path: file.clone() },
            Error::Busy { path: file.clone() },
            Error::Interrupted {
                path: file.clone(),
                source: Box::new(Error::Io { action: "write", path: file, source: full() }),
            },
        ];
        for wrong in errors {
            let english = wrong.to_string();
            let Some(russian) = error(&english) else { panic!("{english}") };
            let words = russian.split_whitespace().filter(|word| word.len() > 5);
            let is_latin = |word: &&str| word.chars().all(|letter| letter.is_ascii_alphabetic());
            assert_eq!(words.filter(is_latin).count(), 0, "{russian}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn reasons_of_the_system_are_told() {
        for number in [1, 2, 5, 13, 17, 20, 21, 24, 26, 27, 28, 30, 36, 122] {
            let english = io::Error::from_raw_os_error(number).to_string();
            assert!(error(&english).is_some(), "{english}");
        }
    }

    #[test]
    fn every_place_is_filled_and_no_phrase_is_there_twice() {
        let mut all: Vec<&str> = ERRORS.iter().map(|phrase| phrase.english).collect();
        assert!(all.len() > 100);
        for phrase in ERRORS.iter() {
            let places = vec!["·"; phrase.english.matches("{}").count()];
            let filled = filled(phrase.russian, &places);
            assert_eq!(filled.matches('·').count(), places.len(), "{}", phrase.english);
            assert!(!filled.contains('{'), "{filled}");
        }
        all.sort_unstable();
        let before = all.len();
        all.dedup();
        assert_eq!(all.len(), before);
    }
}
