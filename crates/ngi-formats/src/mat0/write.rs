//! Writing: the bytes that were read, unless something was changed.

use super::edit::{MaterialBuf, TrackBuf};
use super::types::{KEY_SIZE, MOST_TRACKS, Meta, PHASE_SIZE, TOO_MANY_TRACKS};
use crate::bytes::Put;
use crate::{Error, Result};

impl MaterialBuf {
    /// The payload. Fails where a count does not fit the format, and where a field is set that
    /// the version cannot hold.
    pub fn write(&self) -> Result<Vec<u8>> {
        let Self { attributes, meta, phases, tracks } = self;
        let keys: usize = tracks.iter().map(|track| track.keys.len()).sum();
        let size = attributes.version.header_size() + phases.len() * PHASE_SIZE;
        let mut out = Vec::with_capacity(size + tracks.len() * 6 + keys * KEY_SIZE);
        if tracks.len() > MOST_TRACKS {
            let count = tracks.len();
            let why = format!("{count}, but at most {MOST_TRACKS} fit ({TOO_MANY_TRACKS})");
            return Err(Error::usage("tracks", why));
        }
        out.put_u16(count(phases.len(), "phases")?);
        out.put_u16(count(tracks.len(), "tracks")?);
        self.write_meta(meta, &mut out)?;
        for phase in phases {
            out.put(&phase.to_bytes());
        }
        for TrackBuf { word, keys } in tracks {
            out.put_u32(word.0);
            out.put_u16(count(keys.len(), "keys")?);
            for key in keys {
                out.put(&key.to_bytes());
            }
        }
        Ok(out)
    }

    fn write_meta(&self, meta: &Meta, out: &mut Vec<u8>) -> Result<()> {
        let version = self.attributes.version;
        let Meta { class, unk_0x05, speed_bits, damage } = *meta;
        let default = Meta::default();
        let fields = [
            (version.has_class(), class == default.class, "class"),
            (version.has_class(), unk_0x05 == default.unk_0x05, "unk_0x05"),
            (version.has_speed(), speed_bits == default.speed_bits, "speed"),
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
            out.put_u32(speed_bits);
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
