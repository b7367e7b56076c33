//! An effect for people: what it looks like over time.

use std::fmt::Write;

use ngi_formats::fxid::{
    Body, Burst, Command, Effect, EffectFlags, Header, Light, Opcode, Reference, Sound, Span,
    Sprite, Stream, TimeMode, Window,
};

use crate::show::printable;

/// Characters of a timeline.
const WIDTH: usize = 40;
/// More commands than this are counted, not listed.
const MOST: usize = 200;

/// The effect as text.
pub fn text(effect: &Effect<'_>) -> String {
    let header = effect.header();
    let mut out = String::new();
    write_header(&mut out, &header);
    let count = effect.command_count();
    let _ = writeln!(out, "commands: {count}");
    if count > 0 {
        let _ = writeln!(out, "       {:7} {}", "", ruler(&header));
    }
    for (index, command) in effect.commands().take(MOST).enumerate() {
        let command = command.decode();
        let (kind, bar) = (command.body.opcode().shown(), timeline(&command.body));
        let line = format!("  [{index:>2}] {kind:7} {bar} {}", told(&command));
        let _ = writeln!(out, "{}", line.trim_end());
    }
    if count > MOST {
        let _ = writeln!(out, "  … {} more commands", count - MOST);
    }
    if effect.stop().is_some() {
        let (missing, tail) = (effect.missing(), effect.tail().len());
        let _ = writeln!(out, "not read: {missing} commands the header counts, {tail} bytes");
    }
    out
}

fn write_header(out: &mut String, header: &Header) {
    let Header {
        time_mode,
        duration_s,
        time_jitter,
        flags,
        settings,
        offset_jitter,
        tested_point,
        scale,
    } = header;
    let mode = time_mode.name().unwrap_or("unknown");
    let _ = writeln!(out, "time: {mode} (mode {})", time_mode.0);
    let _ = writeln!(out, "duration: {duration_s} s");
    if *time_jitter != 0.0 {
        let unread = if flags.has(EffectFlags::TIME_JITTER) { "" } else { " (unread)" };
        let _ = writeln!(out, "time jitter: {time_jitter}{unread}");
    }
    let mut names: Vec<String> = flags.names().map(str::to_owned).collect();
    let unknown = flags.0 & !EffectFlags::KNOWN;
    if unknown != 0 {
        names.push(format!("{unknown:#x}"));
    }
    let names = if names.is_empty() { String::new() } else { format!(" ({})", names.join(", ")) };
    let _ = writeln!(out, "flags: {:#x}{names}", flags.0);
    let name = settings.name().unwrap_or("unknown");
    let _ =
        writeln!(out, "switched off by: {name}, group {} ({:#x})", settings.group(), settings.0);
    if *offset_jitter != [0.0; 3] {
        let _ = writeln!(out, "place jitter: {}", vector(offset_jitter));
    }
    let _ = writeln!(out, "tested point: {}", vector(tested_point));
    let _ = writeln!(out, "scale: {}", vector(scale));
}

/// What the ends of the timelines mean: seconds where time is a matter of seconds.
fn ruler(header: &Header) -> String {
    let seconds = matches!(header.time_mode, TimeMode::ONCE | TimeMode::LOOP);
    let end = if seconds { format!("{} s", header.duration_s) } else { "t = 1".into() };
    let start = if seconds { "0 s" } else { "t = 0" };
    let room = WIDTH.saturating_sub(start.len());
    format!("|{start}{end:>room$}|")
}

/// When a command is active: a bar, or a mark where a sound begins that is played once.
fn timeline(body: &Body) -> String {
    let Some(Window { lo, hi }) = body.window() else { return " ".repeat(WIDTH + 2) };
    let once = matches!(body, Body::Sound(sound) if !sound.mode.is_loop());
    let cells: String = (0u16..)
        .take(WIDTH)
        .map(|cell| {
            let [from, to] = [cell, cell + 1].map(|end| f32::from(end) / WIDTH as f32);
            if once {
                let last = usize::from(cell) + 1 == WIDTH;
                if from <= lo && (lo < to || last && lo <= to) { '!' } else { ' ' }
            } else if lo <= hi && lo < to && hi > from || (lo == hi && from <= lo && lo < to) {
                '='
            } else {
                ' '
            }
        })
        .collect();
    format!("|{cells}|")
}

/// What a command does, in a line.
fn told(command: &Command) -> String {
    let mut parts: Vec<String> = Vec::new();
    if let Some(reference) = command.body.reference() {
        parts.push(named(reference, command.body.opcode()));
    }
    match &command.body {
        Body::Light(light) => tell_light(light, &mut parts),
        Body::Sound(sound) => tell_sound(sound, &mut parts),
        Body::Sprite(sprite) => tell_sprite(sprite, &mut parts),
        Body::Glow(glow) => {
            tell_sprite(&glow.sprite, &mut parts);
            parts.push(format!("full at distance {}", glow.reach));
        }
        Body::Bolt(bolt) => {
            parts.push(format!("width {}", span(bolt.width)));
            parts.push(format!("up to {} pieces", bolt.most_pieces));
            parts.push(format!("fade {}", span(bolt.fade)));
        }
        Body::Empty => parts.push("does nothing".into()),
        Body::Burst(burst) | Body::Debris(burst) => tell_burst(burst, &mut parts),
        Body::Stream(stream) => tell_stream(stream, &mut parts),
        Body::Dome(dome) => {
            tell_sprite(&dome.sprite, &mut parts);
            parts.push(dome.shape.name().unwrap_or("not drawn").into());
        }
    }
    if let Some(Window { lo, hi }) = command.body.window() {
        parts.push(format!("t {lo}..{hi}"));
    }
    if command.flags.overlay() {
        parts.push("over the scene".into());
    }
    parts.join(", ")
}

/// The name that matters; the archive only where it is not the usual one.
fn named(reference: &Reference, opcode: Opcode) -> String {
    let usual = if opcode == Opcode::SOUND { "sounds.lib" } else { "material.lib" };
    if reference.is_empty() {
        "nothing named".into()
    } else if reference.archive.is(usual.as_bytes()) {
        printable(&reference.member.to_string())
    } else {
        printable(&reference.to_string())
    }
}

fn tell_light(light: &Light, parts: &mut Vec<String>) {
    parts.push(light.kind.name().unwrap_or("point, lights its owner only").into());
    parts.push(format!("colour {}", change(&light.colour_start, &light.colour_end)));
    parts.push(format!("range {}", span(light.range)));
    if light.colour_jitter != [0.0; 4] || light.range_jitter != 0.0 {
        parts.push("flickers".into());
    }
}

fn tell_sound(sound: &Sound, parts: &mut Vec<String>) {
    parts.push(sound.mode.name().unwrap_or("unknown mode").into());
    parts.push(format!("loud to {}, heard to {}", sound.near, sound.far));
    if sound.rate != Span::constant(1.0) {
        parts.push(format!("rate {}", span(sound.rate)));
    }
}

fn tell_sprite(sprite: &Sprite, parts: &mut Vec<String>) {
    parts.push(sprite.mode.name().unwrap_or("unknown mode").into());
    parts.push(format!("size {}", change(&sprite.size.low, &sprite.size.high)));
    if (sprite.position.low, sprite.position.high) != ([0.0; 3], [0.0; 3]) {
        parts.push(format!("at {}", change(&sprite.position.low, &sprite.position.high)));
    }
    parts.push(format!("fade {}", number_change(sprite.fade.start, sprite.fade.end)));
}

fn tell_burst(burst: &Burst, parts: &mut Vec<String>) {
    parts.push(format!("{} particles", burst.particles()));
    parts.push(format!("size {}", change(&burst.size.low, &burst.size.high)));
    parts.push(format!("from {}", change(&burst.position.low, &burst.position.high)));
    if burst.position.jitter != [0.0; 3] {
        parts.push(format!("spread {}", vector(&burst.position.jitter)));
    }
    parts.push(format!("fade {}", number_change(burst.fade.start, burst.fade.end)));
}

fn tell_stream(stream: &Stream, parts: &mut Vec<String>) {
    parts.push(format!("a particle every {} s", span(stream.interval_s)));
    parts.push(format!("{} at once", stream.ring));
    parts.push(format!("size {}", change(&stream.size.low, &stream.size.high)));
    parts.push(format!("from {}", change(&stream.position.low, &stream.position.high)));
    parts.push(format!("fade {}", number_change(stream.fade.start, stream.fade.end)));
}

fn span(span: Span) -> String {
    number_change(span.start, span.end)
}

fn number_change(start: f32, end: f32) -> String {
    change(&[start], &[end])
}

/// `1 1 1 → 3 3 3`, or just one of them where they are the same; `1` for `1 1 1`.
fn change(start: &[f32], end: &[f32]) -> String {
    let short = |values: &[f32]| match values {
        [first, rest @ ..] if rest.iter().all(|value| value == first) => first.to_string(),
        values => vector(values),
    };
    if start == end { short(start) } else { format!("{} → {}", short(start), short(end)) }
}

fn vector(values: &[f32]) -> String {
    let numbers: Vec<String> = values.iter().map(f32::to_string).collect();
    numbers.join(" ")
}
