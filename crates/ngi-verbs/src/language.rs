//! The languages that explanations are there in. Documents and JSON are English always.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Russian.
    Russian,
}

impl Language {
    /// All, with what they call themselves.
    pub const ALL: [(Self, &'static str); 2] =
        [(Self::English, "English"), (Self::Russian, "Русский")];

    /// The language of a locale such as `ru-RU` or `ru_RU.UTF-8`.
    pub fn of_locale(locale: &str) -> Self {
        let language = locale.split(['-', '_', '.']).next().unwrap_or_default();
        if language.eq_ignore_ascii_case("ru") { Self::Russian } else { Self::English }
    }
}

impl FromStr for Language {
    type Err = String;

    /// `en` or `ru`.
    fn from_str(text: &str) -> Result<Self, String> {
        match text.to_ascii_lowercase().as_str() {
            "en" => Ok(Self::English),
            "ru" => Ok(Self::Russian),
            _ => Err("there are en and ru".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_system_says_which_language() {
        for (locale, russian) in
            [("ru-RU", true), ("ru_RU.UTF-8", true), ("RU", true), ("en-US", false), ("", false)]
        {
            assert_eq!(Language::of_locale(locale) == Language::Russian, russian, "{locale}");
        }
        assert_eq!(Language::of_locale("rue"), Language::English);
    }
}
