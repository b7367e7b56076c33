//! Changes of a sky as fields that `ngi set` takes: keyframes moved in time, added, taken out.

use ngi_formats::sky::{
    self, Amounts, Colour, Event, KeyframeBuf, KeyframeHead, LateSlots, Sky, SkyBuf, Slots, Stamp,
};

use super::edit::Fields;
use crate::document::write::Part;
use crate::{Error, Result, json};

/// Minutes of a day, as keyframes count them.
pub const DAY: u32 = 24 * 60;

/// A keyframe at another time, in minutes since midnight.
pub fn timed(section: usize, key: usize, minutes: u32) -> Fields {
    let at = |part: &str| format!("sections[{section}].keyframes[{key}].time.{part}");
    let minutes = minutes.min(DAY - 1);
    vec![(at("hour"), (minutes / 60).to_string()), (at("minute"), (minutes % 60).to_string())]
}

/// A sky without a keyframe.
pub fn without_key(section: usize, key: usize) -> Fields {
    vec![(format!("sections[{section}].keyframes[{key}]"), "-".to_owned())]
}

/// A sky with one more keyframe: at a time, with what the sky has then, so that nothing is seen to
/// change. Gives its place, too.
pub fn with_key(sky: &Sky<'_>, section: usize, minutes: u32) -> Result<(Fields, usize)> {
    let mut all = SkyBuf::of(sky);
    let none = || Error::Usage(format!("sections[{section}]: has no keyframes"));
    let day = all.sections.get_mut(section).ok_or_else(none)?;
    let minutes = minutes.min(DAY - 1);
    let of = |key: &KeyframeBuf| key.head.time.minutes();
    if day.keyframes.iter().any(|key| of(key) == u64::from(minutes)) {
        let text = format!("{:02}:{:02}: there is a keyframe already", minutes / 60, minutes % 60);
        return Err(Error::Usage(text));
    }
    let new = between(&day.keyframes, minutes).ok_or_else(none)?;
    let place = day.keyframes.iter().position(|key| of(key) > u64::from(minutes));
    let place = place.unwrap_or(day.keyframes.len());
    day.keyframes.insert(place, new);
    let bytes = all.write()?;
    let read = Sky::read(&bytes)?;
    let field = format!("sections[{section}].keyframes");
    let tree = sky::tree(&read);
    let found = tree.find(&field).map_err(|_| none())?;
    Ok((vec![(field, json::line(&Part(&found.node))?)], place))
}

/// What is between the two keyframes around a time.
fn between(keys: &[KeyframeBuf], minutes: u32) -> Option<KeyframeBuf> {
    let of = |key: &KeyframeBuf| u32::try_from(key.head.time.minutes()).unwrap_or(u32::MAX);
    let mut sorted: Vec<&KeyframeBuf> = keys.iter().collect();
    sorted.sort_by_key(|key| of(key));
    let (first, last) = (*sorted.first()?, *sorted.last()?);
    let from = sorted.iter().rev().copied().find(|key| of(key) <= minutes).unwrap_or(last);
    let to = sorted.iter().copied().find(|key| of(key) > minutes).unwrap_or(first);
    let since = |minutes: u32, from: u32| (minutes + DAY - from.min(DAY)) % DAY;
    let (passed, whole) = (since(minutes, of(from)), since(of(to), of(from)));
    #[expect(clippy::cast_precision_loss, reason = "minutes of a day")]
    let share = if whole == 0 { 0.0 } else { passed as f32 / whole as f32 };
    let time = Stamp { hour: minutes / 60, minute: minutes % 60, ..from.head.time };
    let late = |key: &KeyframeBuf| {
        key.late.unwrap_or_else(|| LateSlots::of_main_light(key.slots.main_light))
    };
    let (own, other) = (late(from), late(to));
    Some(KeyframeBuf {
        head: KeyframeHead { time, event: Event::NOTHING, ..from.head },
        slots: slots(&from.slots, &to.slots, share),
        late: from.late.map(|_| LateSlots {
            scene: colour(own.scene, other.scene, share),
            second_light: colour(own.second_light, other.second_light, share),
        }),
        body: Vec::new(),
        more_names: Default::default(),
        amounts: amounts(&from.amounts, &to.amounts, share),
        effects: from.effects.as_ref().map(|_| Vec::new()),
    })
}

fn number(from: f32, to: f32, share: f32) -> f32 {
    from + (to - from) * share
}

fn colour(from: Colour, to: Colour, share: f32) -> Colour {
    let mut mixed = from;
    for (own, other) in mixed.0.iter_mut().zip(to.0) {
        let now = number(f32::from(*own), f32::from(other), share).round().clamp(0.0, 255.0);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a byte")]
        let now = now as u8;
        *own = now;
    }
    mixed
}

fn slots(from: &Slots, to: &Slots, share: f32) -> Slots {
    let mix = |of: fn(&Slots) -> Colour| colour(of(from), of(to), share);
    Slots {
        unk_0x00: from.unk_0x00,
        horizon_south: mix(|it| it.horizon_south),
        horizon_north: mix(|it| it.horizon_north),
        horizon_east: mix(|it| it.horizon_east),
        horizon_west: mix(|it| it.horizon_west),
        fog_start: number(from.fog_start, to.fog_start, share),
        fog_end: number(from.fog_end, to.fog_end, share),
        ring3_north: mix(|it| it.ring3_north),
        ring3_south: mix(|it| it.ring3_south),
        ring3_west: mix(|it| it.ring3_west),
        ring3_east: mix(|it| it.ring3_east),
        ring2_north: mix(|it| it.ring2_north),
        ring2_south: mix(|it| it.ring2_south),
        ring2_west: mix(|it| it.ring2_west),
        ring2_east: mix(|it| it.ring2_east),
        apex: mix(|it| it.apex),
        unk_0x40: from.unk_0x40,
        flare: mix(|it| it.flare),
        clouds: mix(|it| it.clouds),
        main_light: mix(|it| it.main_light),
    }
}

fn amounts(from: &Amounts, to: &Amounts, share: f32) -> Amounts {
    let [x, y] = from.extent;
    let [to_x, to_y] = to.extent;
    Amounts {
        extent: [number(x, to_x, share), number(y, to_y, share)],
        light: number(from.light, to.light, share),
        weather: number(from.weather, to.weather, share),
    }
}

#[cfg(test)]
mod tests {
    use ngi_formats::sky::SectionBuf;

    use super::*;
    use crate::format::{Subject, recognise};

    fn key(hour: u32, red: u8, light: f32) -> KeyframeBuf {
        let mut key = KeyframeBuf::default();
        key.head.time = Stamp::at(hour, 0);
        key.slots.apex = Colour::new(red, 0, 0, 255);
        key.amounts.light = light;
        key
    }

    fn changed(bytes: &[u8], fields: &[(String, String)]) -> SkyBuf {
        let subject = Subject::file("sky.ske", bytes);
        let format = recognise(&subject).unwrap();
        let made = crate::set::change(format.document, &subject, fields).unwrap();
        SkyBuf::of(&Sky::read(&made.bytes).unwrap())
    }

    #[test]
    fn a_new_key_is_between_its_neighbours_and_goes_again() {
        let keys = vec![key(6, 100, 1.0), key(12, 200, 3.0)];
        let sky = SkyBuf { sections: vec![SectionBuf::new(15, keys)], ..SkyBuf::default() };
        let bytes = sky.write().unwrap();
        let read = Sky::read(&bytes).unwrap();
        let (fields, place) = with_key(&read, 0, 9 * 60).unwrap();
        let more = changed(&bytes, &fields);
        let own = &more.sections[0].keyframes[place];
        assert_eq!(
            (place, own.slots.apex, own.amounts.light),
            (1, Colour::new(150, 0, 0, 255), 2.0)
        );
        assert_eq!(own.head.event, Event::NOTHING);
        // Behind the last it goes on to the first: from 12 to 6 are 18 hours.
        let (fields, place) = with_key(&read, 0, 21 * 60).unwrap();
        let night = changed(&bytes, &fields);
        assert_eq!((place, night.sections[0].keyframes[2].amounts.light), (2, 2.0));
        assert!(with_key(&read, 0, 6 * 60).is_err(), "there is one");
        assert!(with_key(&read, 1, 9 * 60).is_err(), "there is no such day");
        let more = more.write().unwrap();
        assert_eq!(changed(&more, &without_key(0, 1)), sky);
        let moved = changed(&bytes, &timed(0, 1, 13 * 60 + 5));
        assert_eq!(moved.sections[0].keyframes[1].head.time, Stamp::at(13, 5));
    }
}
