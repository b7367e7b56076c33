//! `.reg` files: what `regedit` exports, in both of its forms.

use ngi_engine::materials::RenderProfile;
use ngi_formats::text as windows_1251;

use super::settings::{self, SETTINGS};
use super::{ProfileError, ReadProfile};

/// First line of the UTF-16 form.
const VERSION_5: &str = "Windows Registry Editor Version 5.00";
/// First line of the ANSI form.
const VERSION_4: &str = "REGEDIT4";
/// The engine's key, below the user's root.
const KEY: &str = r"Software\Nikita\NgiTool";

/// The two forms of a `.reg` file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum RegForm {
    /// UTF-16LE with a byte order mark, since Windows 2000.
    #[default]
    Utf16,
    /// One byte a character, `REGEDIT4`: Windows 95 to NT 4.
    Ansi,
}

/// The text of a file: UTF-16LE or UTF-8 by their marks, UTF-8 where it is that, else
/// Windows-1251.
pub(super) fn decode(bytes: &[u8]) -> Result<String, ProfileError> {
    if let Some(units) = bytes.strip_prefix(&[0xff, 0xfe]) {
        let (units, rest) = units.as_chunks::<2>();
        let text = String::from_utf16(
            &units.iter().map(|unit| u16::from_le_bytes(*unit)).collect::<Vec<_>>(),
        );
        return text.ok().filter(|_| rest.is_empty()).ok_or_else(|| ProfileError {
            line: 1,
            why: "starts like UTF-16, but is none".to_owned(),
        });
    }
    let bytes = bytes.strip_prefix(&[0xef, 0xbb, 0xbf]).unwrap_or(bytes);
    let text = std::str::from_utf8(bytes).map(str::to_owned);
    Ok(text.unwrap_or_else(|_| windows_1251::decode(bytes)))
}

/// Whether a text is a `.reg` file, by its first line.
pub(super) fn is_reg(text: &str) -> bool {
    let first = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    first == VERSION_5 || first == VERSION_4
}

pub(super) fn read(text: &str) -> Result<ReadProfile, ProfileError> {
    let mut read = ReadProfile::default();
    let mut inside = false;
    for (line, content) in logical_lines(text).into_iter().skip(1) {
        let broken = |why: String| ProfileError { line, why };
        if content.is_empty() || content.starts_with(';') {
            continue;
        }
        if let Some(section) = content.strip_prefix('[') {
            let key =
                section.strip_suffix(']').ok_or_else(|| broken("a key ends with ]".into()))?;
            let (deleted, key) = match key.strip_prefix('-') {
                Some(key) => (true, key),
                None => (false, key),
            };
            inside = is_engines_key(key) && !deleted;
            if is_engines_key(key) && deleted {
                read = ReadProfile::default();
            }
            continue;
        }
        if inside {
            read_value(&content, &mut read).map_err(broken)?;
        }
    }
    Ok(read)
}

/// Lines without the spaces around them, those that end with a backslash joined to the next.
/// Each with the number of its first line, from 1.
fn logical_lines(text: &str) -> Vec<(usize, String)> {
    let mut lines: Vec<(usize, String)> = Vec::new();
    let mut open = false;
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        let (content, goes_on) = match line.strip_suffix('\\') {
            // A key or a text may end with one and stop there; numbers in rows go on.
            Some(content) if !line.starts_with('[') => (content, true),
            _ => (line, false),
        };
        match lines.last_mut() {
            Some((_, last)) if open => last.push_str(content),
            _ => lines.push((number, content.to_owned())),
        }
        open = goes_on;
    }
    // The first line that says something is the version.
    let first = lines.iter().position(|(_, line)| !line.is_empty()).unwrap_or(0);
    lines.split_off(first)
}

/// Whether a key is the engine's, in the user's own part of the registry.
fn is_engines_key(key: &str) -> bool {
    let Some((root, rest)) = key.split_once('\\') else { return false };
    match root.to_ascii_uppercase().as_str() {
        "HKEY_CURRENT_USER" | "HKCU" => rest.eq_ignore_ascii_case(KEY),
        "HKEY_USERS" | "HKU" => {
            rest.split_once('\\').is_some_and(|(_, rest)| rest.eq_ignore_ascii_case(KEY))
        }
        _ => false,
    }
}

fn read_value(line: &str, read: &mut ReadProfile) -> Result<(), String> {
    if line.starts_with('@') {
        return Ok(());
    }
    let (name, rest) = quoted(line).ok_or("a value starts with its name in quotes")?;
    let data = rest.trim_start().strip_prefix('=').ok_or("= follows the name")?.trim();
    let Some(setting) = settings::find(&name) else {
        read.unknown.push(name);
        return Ok(());
    };
    // "-" takes a value away.
    let number = if data == "-" { Some(0) } else { number(data) };
    let number = number.ok_or_else(|| format!("{name}: {data} is no number of 32 bits"))?;
    setting.set(&mut read.profile, number);
    Ok(())
}

/// A text in quotes, without them, and what follows it.
fn quoted(line: &str) -> Option<(String, &str)> {
    let mut characters = line.strip_prefix('"')?.chars();
    let mut content = String::new();
    loop {
        match characters.next()? {
            '"' => return Some((content, characters.as_str())),
            '\\' => content.push(characters.next()?),
            other => content.push(other),
        }
    }
}

/// `dword:00000001`, `"1"`, `hex:01,00,00,00` or `hex(4):01,00,00,00` as a number.
fn number(data: &str) -> Option<u32> {
    if let Some((content, rest)) = quoted(data) {
        return content.trim().parse().ok().filter(|_| rest.trim().is_empty());
    }
    let (kind, digits) = data.split_once(':')?;
    let digits = digits.trim();
    match kind.to_ascii_lowercase().as_str() {
        "dword" => u32::from_str_radix(digits, 16).ok().filter(|_| !digits.starts_with('+')),
        "hex" | "hex(4)" => {
            let bytes: Option<Vec<u8>> =
                digits.split(',').map(|byte| u8::from_str_radix(byte.trim(), 16).ok()).collect();
            bytes?.try_into().ok().map(u32::from_le_bytes)
        }
        _ => None,
    }
}

pub(super) fn write(profile: &RenderProfile, form: RegForm) -> Vec<u8> {
    let version = match form {
        RegForm::Utf16 => VERSION_5,
        RegForm::Ansi => VERSION_4,
    };
    let mut text = format!("{version}\r\n\r\n[HKEY_CURRENT_USER\\{KEY}]\r\n");
    for setting in SETTINGS {
        text += &format!("\"{}\"=dword:{:08x}\r\n", setting.registry, setting.get(profile));
    }
    text += "\r\n";
    match form {
        RegForm::Ansi => text.into_bytes(),
        RegForm::Utf16 => {
            let units = std::iter::once(0xfeff).chain(text.encode_utf16());
            units.flat_map(u16::to_le_bytes).collect()
        }
    }
}
