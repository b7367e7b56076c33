//! Names that programs number where they want every one once.

use ngi_formats::msh::{LEVELS, STAGES};

/// A name without the `.001` that some programs append; `None` where there is none.
pub(crate) fn without_number(name: &str) -> Option<&str> {
    let (start, number) = name.rsplit_once('.')?;
    (number.len() == 3 && is_numbered(start, number)).then_some(start)
}

/// A material's name without what tells equal names apart: our `#2`, other programs' `.001`.
pub(crate) fn base_name(name: &str) -> &str {
    let name = without_number(name).unwrap_or(name);
    match name.rsplit_once('#') {
        Some((start, number)) if is_numbered(start, number) => start,
        _ => name,
    }
}

fn is_numbered(start: &str, number: &str) -> bool {
    !start.is_empty() && !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
}

/// Stage and level in a name such as `body.stage1.lod2` or `body.lod1`, whatever another program
/// put after it (`.001`).
pub(crate) fn cell_of_name(name: &str) -> Option<(usize, usize)> {
    let (mut stage, mut level) = (None, None);
    for part in name.split('.') {
        let number = |start: &str| part.strip_prefix(start)?.parse::<usize>().ok();
        stage = number("stage").or(stage);
        level = number("lod").or(level);
    }
    let level = level.filter(|&level| level < LEVELS)?;
    Some((stage.filter(|&stage| stage < STAGES).unwrap_or(0), level))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn appended_numbers_are_known() {
        for (name, without, base) in [
            ("leg.001", Some("leg"), "leg"),
            ("leg.01", None, "leg.01"),
            ("leg", None, "leg"),
            ("leg#2", None, "leg"),
            ("leg#2.001", Some("leg#2"), "leg"),
            (".001", None, ".001"),
            ("#2", None, "#2"),
        ] {
            assert_eq!((without_number(name), base_name(name)), (without, base), "{name}");
        }
    }

    #[test]
    fn names_say_stage_and_level() {
        assert_eq!(cell_of_name("body.stage1.lod2"), Some((1, 2)));
        assert_eq!(cell_of_name("body.lod1"), Some((0, 1)));
        assert_eq!(cell_of_name("body.lod1.001"), Some((0, 1)));
        assert_eq!(cell_of_name("body.lod7"), None);
        assert_eq!(cell_of_name("body"), None);
        assert_eq!(cell_of_name("lodge.01"), None);
    }
}
