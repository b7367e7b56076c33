//! Titles of formats.

use ngi_formats::kinds::FileKind;

use crate::language::Language;

/// Russian titles by the id of a format.
const RUSSIAN: &[(&str, &str)] = &[
    ("msh", "модель"),
    ("land", "ландшафт"),
    ("areal", "карта ареалов"),
    ("nres", "архив NRes"),
    ("rsli", "архив RsLi"),
    ("texm", "текстура"),
    ("mat0", "материал"),
    ("wear", "таблица материалов"),
    ("pal", "палитра"),
    ("builddat", "список построек"),
    ("objects", "объект"),
    ("unit", "юнит"),
    ("fxid", "эффект"),
    ("exp", "взрыв"),
    ("swav", "звук"),
    ("ndp", "прочность узлов"),
    ("cpt", "контрольные точки"),
    ("bas", "опорный контур"),
    ("ctl", "контроллер"),
    ("tma", "миссия"),
    ("ske", "небо"),
    ("cfg", "текст объектов"),
    ("scr", "скрипт"),
    ("fml", "формулы скрипта"),
    ("varset", "переменные скриптов"),
    ("var", "переменные поведения"),
    ("ini", "текст по разделам"),
    ("tips", "текст миссии"),
    ("trf", "таблица исследований"),
];

/// Returns the title of a format in a language.
pub fn title(kind: &FileKind, language: Language) -> &'static str {
    let russian = RUSSIAN.iter().find(|(id, _)| *id == kind.id).map(|(_, title)| *title);
    match (language, russian) {
        (Language::Russian, Some(title)) => title,
        _ => kind.title,
    }
}

#[cfg(test)]
mod tests {
    use ngi_formats::kinds::KINDS;

    use super::*;

    #[test]
    fn every_format_has_a_title_in_both_languages() {
        for kind in KINDS {
            assert!(RUSSIAN.iter().any(|(id, _)| *id == kind.id), "{}", kind.id);
            assert_eq!(title(kind, Language::English), kind.title);
        }
    }
}
