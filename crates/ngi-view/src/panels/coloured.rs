//! Lines of text with colours: names, texts, numbers, remarks. For reading, whatever the format.

use egui::text::LayoutJob;
use egui::{Color32, FontId, TextFormat, Ui};

/// What a piece of a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Anything else.
    Plain,
    /// A name with a value behind it.
    Name,
    /// Text in quotes.
    Text,
    /// A number.
    Number,
    /// What is said beside it.
    Remark,
}

/// Takes a line apart. The pieces together are the line.
pub fn parts(line: &str) -> Vec<(Part, &str)> {
    let mut found: Vec<(Part, std::ops::Range<usize>)> = Vec::new();
    let (mut at, mut before) = (0, ' ');
    while let Some(rest) = line.get(at..).filter(|rest| !rest.is_empty()) {
        let first = rest.chars().next().unwrap_or(' ');
        let (part, length) = next(rest, first, before);
        let end = at + length.max(1);
        before = line.get(at..end).and_then(|piece| piece.chars().next_back()).unwrap_or(' ');
        match found.last_mut() {
            Some((Part::Plain, last)) if part == Part::Plain => last.end = end,
            _ => found.push((part, at..end)),
        }
        at = end;
    }
    found.into_iter().filter_map(|(part, range)| Some((part, line.get(range)?))).collect()
}

/// The piece that a rest begins with, and how long it is.
fn next(rest: &str, first: char, before: char) -> (Part, usize) {
    let run = |is: fn(char) -> bool| rest.find(|c: char| !is(c)).unwrap_or(rest.len());
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
    match first {
        '"' => {
            let end = rest.char_indices().skip(1).scan(false, |escaped, (at, c)| {
                let ends = c == '"' && !*escaped;
                *escaped = c == '\\' && !*escaped;
                Some((at, ends))
            });
            let end = end.filter(|(_, ends)| *ends).map(|(at, _)| at + 1).next();
            let length = end.unwrap_or(rest.len());
            let behind = rest.get(length..).unwrap_or_default().trim_start();
            (if behind.starts_with(':') { Part::Name } else { Part::Text }, length)
        }
        '#' | ';' => (Part::Remark, rest.len()),
        '/' if rest.starts_with("//") => (Part::Remark, rest.len()),
        c if c.is_ascii_digit() && !is_word(before) => {
            (Part::Number, run(|c| c.is_ascii_alphanumeric() || c == '.'))
        }
        c if c.is_alphabetic() || c == '_' => {
            let length = run(|c| c.is_alphanumeric() || c == '_' || c == '.');
            let behind = rest.get(length..).unwrap_or_default().trim_start();
            let names = behind.starts_with(':') || behind.starts_with('=');
            (if names { Part::Name } else { Part::Plain }, length)
        }
        c => (Part::Plain, c.len_utf8()),
    }
}

/// A line as it is drawn.
pub fn line(ui: &Ui, text: &str, font: &FontId) -> LayoutJob {
    let dark = ui.visuals().dark_mode;
    let of = |dark_one: [u8; 3], light_one: [u8; 3]| {
        let [red, green, blue] = if dark { dark_one } else { light_one };
        Color32::from_rgb(red, green, blue)
    };
    let mut job = LayoutJob::default();
    for (part, piece) in parts(text) {
        let colour = match part {
            Part::Plain => ui.visuals().text_color(),
            Part::Name => of([0x7f, 0xb4, 0xe6], [0x1d, 0x4f, 0x91]),
            Part::Text => of([0x9c, 0xc7, 0x7a], [0x3b, 0x6e, 0x22]),
            Part::Number => of([0xd9, 0xa8, 0x66], [0x96, 0x56, 0x0c]),
            Part::Remark => ui.visuals().weak_text_color(),
        };
        job.append(piece, 0.0, TextFormat::simple(font.clone(), colour));
    }
    job
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_taken_apart_and_nothing_is_lost() {
        use Part::{Name, Number, Plain, Remark, Text};
        let cases: &[(&str, &[(Part, &str)])] = &[
            (
                r#"  "a": 12,"#,
                &[(Plain, "  "), (Name, "\"a\""), (Plain, ": "), (Number, "12"), (Plain, ",")],
            ),
            (
                "size = 0x1f ; so",
                &[(Name, "size"), (Plain, " = "), (Number, "0x1f"), (Plain, " "), (Remark, "; so")],
            ),
            (
                r#"say "no \" end" now"#,
                &[(Plain, "say "), (Text, r#""no \" end""#), (Plain, " now")],
            ),
            (r#"open "ended"#, &[(Plain, "open "), (Text, "\"ended")]),
            (
                "b12 ъ-3.5 // x",
                &[(Plain, "b12 ъ-"), (Number, "3.5"), (Plain, " "), (Remark, "// x")],
            ),
            ("", &[]),
        ];
        for (line, expected) in cases {
            assert_eq!(parts(line), *expected, "{line}");
        }
        for (line, _) in cases {
            let again: String = parts(line).into_iter().map(|(_, piece)| piece).collect();
            assert_eq!(again, *line);
        }
    }
}
