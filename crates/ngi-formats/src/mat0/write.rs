//! Writing: the bytes that were read, unless something was changed.

use super::edit::{MaterialBuf, TrackBuf};
use super::types::{Counts, Key, MOST_TRACKS, Meta, Phase, TOO_MANY_TRACKS, TrackHead};
use crate::bytes::Put;
use crate::schema::Record as _;
use crate::{Error, Result};

impl MaterialBuf {
    /// The payload. Fails where a count does not fit the format, and where a field is set that
    /// the version cannot hold.
    pub fn write(&self) -> Result<Vec<u8>> {
        let Self { attributes, meta, phases, tracks } = self;
        let keys: usize = tracks.iter().map(|track| track.keys.len()).sum();
        let size = attributes.version.header_size() + phases.len() * Phase::SIZE;
        let mut out = Vec::with_capacity(size + tracks.len() * TrackHead::SIZE + keys * Key::SIZE);
        if tracks.len() > MOST_TRACKS {
            let count = tracks.len();
            let why = format!("{count}, but at most {MOST_TRACKS} fit ({TOO_MANY_TRACKS})");
            return Err(Error::usage("tracks", why));
        }
        let counts = Counts {
            phases: count(phases.len(), "phases")?,
            tracks: count(tracks.len(), "tracks")?,
        };
        out.put(&counts.write());
        self.write_meta(meta, &mut out)?;
        for phase in phases {
            out.put(&phase.write());
        }
        for TrackBuf { word, keys } in tracks {
            let head = TrackHead { word: *word, key_count: count(keys.len(), "keys")? };
            out.put(&head.write());
            for key in keys {
                out.put(&key.write());
            }
        }
        Ok(out)
    }

    fn write_meta(&self, meta: &Meta, out: &mut Vec<u8>) -> Result<()> {
        let version = self.attributes.version;
        let Meta { class, unk_0x05, speed, damage } = *meta;
        let default = Meta::default();
        let fields = [
            (version.has_class(), class == default.class, "class"),
            (version.has_class(), unk_0x05 == default.unk_0x05, "unk_0x05"),
            (version.has_speed(), speed.to_bits() == default.speed.to_bits(), "speed"),
            (version.has_damage(), damage == default.damage, "damage"),
        ];
        if let Some((.., field)) = fields.iter().find(|(held, default, _)| !held && !default) {
            let why = format!("version {} has no such field; version 6 has", version.0);
            return Err(Error::usage(*field, why));
        }
        if version.has_class() {
            out.put(&[class, unk_0x05]);
        }
        if version.has_speed() {
            out.put_f32(speed);
        }
        if version.has_damage() {
            out.put_u32(damage);
        }
        Ok(())
    }
}

fn count(count: usize, field: &'static str) -> Result<u16> {
    u16::try_from(count)
        .map_err(|_| Error::usage(field, format!("{count}, but at most 65,535 fit")))
}
