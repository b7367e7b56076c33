//! JSON text, taken apart from front to back. Strict: what RFC 8259 does not know is refused.

use std::borrow::Cow;

/// Layers that a value nobody reads may have.
pub(super) const DEEPEST: u32 = 64;

/// A place in a JSON text. To look ahead, keep a copy and go back to it.
#[derive(Clone, Copy)]
pub(super) struct Text<'t> {
    /// As far as it is UTF-8.
    text: &'t str,
    at: usize,
    /// Whether all of it is.
    whole: bool,
}

/// Where and why a text is no JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Broken {
    pub at: usize,
    pub why: &'static str,
}

type Result<T> = std::result::Result<T, Broken>;

impl<'t> Text<'t> {
    /// The start of a text.
    pub fn new(bytes: &'t [u8]) -> Self {
        let (text, whole) = match str::from_utf8(bytes) {
            Ok(text) => (text, true),
            Err(error) => {
                let front = bytes.get(..error.valid_up_to()).unwrap_or_default();
                (str::from_utf8(front).unwrap_or_default(), false)
            }
        };
        // Some editors put a mark at the front of what they save.
        let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Self { text, at, whole }
    }

    /// The first byte of what is next; `None` at the end.
    #[inline]
    pub fn peek(&mut self) -> Option<u8> {
        loop {
            match self.byte(self.at)? {
                b' ' | b'\n' | b'\r' | b'\t' => self.at += 1,
                other => return Some(other),
            }
        }
    }

    /// Whether this byte is next; it is read then.
    #[inline]
    pub fn take(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    /// Goes to the next part of a list or object, or behind its end: says whether there is one.
    #[inline]
    pub fn part(&mut self, close: u8, is_first: bool) -> Result<bool> {
        if self.take(close) {
            return Ok(false);
        }
        if is_first || self.take(b',') {
            return Ok(true);
        }
        Err(self.broken("a comma or a closing bracket is missing"))
    }

    /// A key and the colon behind it.
    #[inline]
    pub fn key(&mut self) -> Result<Cow<'t, str>> {
        if self.peek() != Some(b'"') {
            return Err(self.broken("a key is missing"));
        }
        let key = self.string()?;
        if self.take(b':') { Ok(key) } else { Err(self.broken("a colon is missing")) }
    }

    /// The string whose opening quote is next.
    #[inline]
    pub fn string(&mut self) -> Result<Cow<'t, str>> {
        let start = self.at + 1;
        let end = self.plain_until(start);
        if self.byte(end) == Some(b'"') {
            self.at = end + 1;
            return Ok(Cow::Borrowed(self.slice(start, end)));
        }
        self.escaped(start).map(Cow::Owned)
    }

    /// Where the characters end that mean themselves.
    #[inline]
    fn plain_until(&self, start: usize) -> usize {
        let rest = self.text.as_bytes().get(start..).unwrap_or_default();
        let plain = |byte: &u8| *byte >= b' ' && *byte != b'"' && *byte != b'\\';
        start + rest.iter().position(|byte| !plain(byte)).unwrap_or(rest.len())
    }

    fn escaped(&mut self, mut start: usize) -> Result<String> {
        let mut string = String::new();
        loop {
            let end = self.plain_until(start);
            string.push_str(self.slice(start, end));
            self.at = end;
            match self.byte(end) {
                Some(b'"') => {
                    self.at = end + 1;
                    return Ok(string);
                }
                Some(b'\\') => {
                    let (character, behind) = self.escape(end + 1)?;
                    string.push(character);
                    start = behind;
                }
                Some(_) => return Err(self.broken("text has a control character")),
                None => return Err(self.broken("text has no end")),
            }
        }
    }

    /// What stands behind a backslash, and where that ends.
    fn escape(&self, at: usize) -> Result<(char, usize)> {
        let character = match self.byte(at) {
            Some(byte @ (b'"' | b'\\' | b'/')) => char::from(byte),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.numbered(at + 1),
            _ => return Err(self.broken("nothing is escaped like this")),
        };
        Ok((character, at + 1))
    }

    /// The character whose number is at `at`, and where that ends.
    fn numbered(&self, at: usize) -> Result<(char, usize)> {
        let first = self.four_digits(at)?;
        if let Some(character) = char::from_u32(first.into()) {
            return Ok((character, at + 4));
        }
        let pair = self.slice(at + 4, at + 6) == "\\u";
        let second = if pair { self.four_digits(at + 6)? } else { 0 };
        match char::decode_utf16([first, second]).next() {
            Some(Ok(character)) => Ok((character, at + 10)),
            _ => Err(self.broken("half a surrogate")),
        }
    }

    fn four_digits(&self, at: usize) -> Result<u16> {
        let digits = self.slice(at, at + 4);
        let number = u16::from_str_radix(digits, 16).ok();
        let number = number.filter(|_| digits.len() == 4 && !digits.starts_with('+'));
        number.ok_or_else(|| self.broken("an escape has four hex digits"))
    }

    /// The number that is next, as it is written.
    #[inline]
    pub fn number(&mut self) -> Result<&'t str> {
        let start = self.at;
        let mut at = start + usize::from(self.byte(start) == Some(b'-'));
        at = if self.byte(at) == Some(b'0') { at + 1 } else { self.digits(at)? };
        if self.byte(at) == Some(b'.') {
            at = self.digits(at + 1)?;
        }
        if let Some(b'e' | b'E') = self.byte(at) {
            let sign = matches!(self.byte(at + 1), Some(b'+' | b'-'));
            at = self.digits(at + 1 + usize::from(sign))?;
        }
        self.at = at;
        Ok(self.slice(start, at))
    }

    /// Where the digits end that begin at `at`.
    #[inline]
    fn digits(&self, at: usize) -> Result<usize> {
        let mut end = at;
        while self.byte(end).is_some_and(|byte| byte.is_ascii_digit()) {
            end += 1;
        }
        let missing = Broken { at: end, why: "a digit is missing" };
        if end > at { Ok(end) } else { Err(missing) }
    }

    /// `true`, `false` or `null`, as JSON names its three values without digits and quotes.
    #[inline]
    pub fn word(&mut self) -> Result<Option<bool>> {
        let words = [("true", Some(true)), ("false", Some(false)), ("null", None)];
        for (word, value) in words {
            if self.slice(self.at, self.at + word.len()) == word {
                self.at += word.len();
                return Ok(value);
            }
        }
        Err(self.broken("a value is missing"))
    }

    /// Reads past a value, whatever it is.
    pub fn skip(&mut self) -> Result<()> {
        // By layer, whether it is an object: the innermost is the lowest bit.
        let (mut objects, mut depth) = (0u128, 0);
        loop {
            let opened = match self.peek() {
                Some(open @ (b'{' | b'[')) => {
                    self.at += 1;
                    (objects, depth) = (objects << 1 | u128::from(open == b'{'), depth + 1);
                    true
                }
                _ => self.skip_plain().map(|()| false)?,
            };
            if depth > DEEPEST {
                return Err(self.broken("lies in too many layers"));
            }
            let mut is_first = opened;
            while depth > 0 {
                let in_object = objects & 1 == 1;
                if self.part(if in_object { b'}' } else { b']' }, is_first)? {
                    if in_object {
                        self.key()?;
                    }
                    break;
                }
                (objects, depth, is_first) = (objects >> 1, depth - 1, false);
            }
            if depth == 0 {
                return Ok(());
            }
        }
    }

    fn skip_plain(&mut self) -> Result<()> {
        match self.peek() {
            Some(b'"') => self.string().map(drop),
            Some(b'-' | b'0'..=b'9') => self.number().map(drop),
            _ => self.word().map(drop),
        }
    }

    /// The error that something is wrong right here.
    pub fn broken(&self, why: &'static str) -> Broken {
        let why = match (self.byte(self.at), self.whole) {
            (Some(_), _) => why,
            (None, true) => "the text ends",
            (None, false) => "the text is no UTF-8",
        };
        Broken { at: self.at, why }
    }

    /// Whether all of it is UTF-8, so that its end is the end.
    pub fn is_whole(&self) -> bool {
        self.whole
    }

    /// Line and column of a place, from 1.
    pub fn place(&self, at: usize) -> (usize, usize) {
        let before = self.text.get(..at).unwrap_or(self.text);
        let (lines, last) = match before.rsplit_once('\n') {
            Some((front, last)) => (front.matches('\n').count() + 1, last),
            None => (0, before),
        };
        (lines + 1, last.trim_start_matches('\u{feff}').chars().count() + 1)
    }

    #[inline]
    fn byte(&self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at).copied()
    }

    /// A part of the text; nothing where that would cut a character.
    #[inline]
    fn slice(&self, start: usize, end: usize) -> &'t str {
        self.text.get(start..end).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What `skip` says of a whole text.
    fn reads(text: &[u8]) -> std::result::Result<(), Broken> {
        let mut reader = Text::new(text);
        reader.skip()?;
        if reader.peek().is_none() && reader.whole { Ok(()) } else { Err(reader.broken("more")) }
    }

    #[test]
    fn strings_by_hand() {
        let string = |text: &str| Text::new(text.as_bytes()).string().map(Cow::into_owned);
        let broken = |text: &str| string(text).unwrap_err().why;
        assert_eq!(string(r#""plain Ж" "#).as_deref(), Ok("plain Ж"));
        assert_eq!(string(r#""a\"\\\/\b\f\n\r\tb""#).as_deref(), Ok("a\"\\/\u{8}\u{c}\n\r\tb"));
        assert_eq!(string(r#""\u0416\uD83D\ude00\u0000.""#).as_deref(), Ok("Ж😀\0."));
        for half in [r#""\ud800""#, r#""\ud800x""#, r#""\ud800\u0041""#, r#""\ude00\ud83d""#] {
            assert_eq!(broken(half), "half a surrogate", "{half}");
        }
        for odd in [r#""\u+123""#, r#""\u12""#, r#""\u12g4""#, r#""\uЖЖ""#, r#""\ud800\u12""#] {
            assert_eq!(broken(odd), "an escape has four hex digits", "{odd}");
        }
        assert_eq!(broken(r#""\x""#), "nothing is escaped like this");
        assert_eq!(
            (broken("\"a\nb\""), broken("\"ab")),
            ("text has a control character", "the text ends")
        );
        assert_eq!(Text::new(b"\"a\xff\"").string().unwrap_err().why, "the text is no UTF-8");
    }

    #[test]
    fn what_serde_json_refuses_is_refused() {
        let seeds: &[&[u8]] = &[
            br#"{"a": [1, -2.5e-3, 0, "x\u00e9y", true, {"b": null}, []], "c": {}, "d": false}"#,
            br#"[[], [[-0, 0.5, 1E+2]], {"k\n": "v"}, "", -1e9]"#,
        ];
        let bytes = b"{}[],:\"\\ud8tfn01-.eE+ \n\x00\xff\xc3\xa9";
        let (mut state, mut good, mut bad) = (1u64, 0, 0);
        let mut random = |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            usize::try_from(state >> 33).unwrap() % below
        };
        for round in 0..60_000 {
            let mut text = seeds[round % 2].to_vec();
            for _ in 0..random(4) {
                let (at, byte) = (random(text.len()), bytes[random(bytes.len())]);
                match random(3) {
                    0 => text[at] = byte,
                    1 => text.insert(at, byte),
                    _ => drop(text.remove(at)),
                }
            }
            let theirs = match serde_json::from_slice::<serde_json::Value>(&text) {
                // A number that no double holds is JSON all the same.
                Err(error) if error.to_string().contains("out of range") => continue,
                read => read.is_ok(),
            };
            assert_eq!(reads(&text).is_ok(), theirs, "{}", String::from_utf8_lossy(&text));
            *(if theirs { &mut good } else { &mut bad }) += 1;
        }
        assert!(good > 5000 && bad > 5000, "{good} {bad}");
    }

    #[test]
    fn places_count_characters() {
        let text = Text::new("\u{feff}{\n \"Ж\": x".as_bytes());
        assert_eq!(text.place("\u{feff}{\n \"Ж\": ".len()), (2, 7));
        assert_eq!((text.place(3), text.place(4)), ((1, 1), (1, 2)));
    }

    #[test]
    fn layers_have_an_end() {
        let nested = |count: usize| format!("{}1{}", "[{\"a\":".repeat(count), "}]".repeat(count));
        assert_eq!(reads(nested(32).as_bytes()), Ok(()));
        assert_eq!(reads(nested(33).as_bytes()).unwrap_err().why, "lies in too many layers");
    }
}
