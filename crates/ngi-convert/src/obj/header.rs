//! The first line of an OBJ of ours: what was exported. Other programs drop it.

use crate::gltf::{FRAMES_PER_SECOND, SceneExtras, Turn};

/// How the line begins.
const START: &str = "# ngi.obj/1";

/// What was exported.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Header {
    /// A level, or `all`.
    pub lod: String,
    /// A damage stage, or `all`.
    pub stage: String,
    /// Which way is up.
    pub turn: Turn,
    /// The moment of the pose, in frames; at rest if `None`.
    pub frame: Option<f32>,
}

impl Header {
    /// The line.
    pub fn line(&self) -> String {
        let Self { lod, stage, turn, frame } = self;
        let up = if *turn == Turn::YUp { "y" } else { "z" };
        let frame = frame.map_or_else(String::new, |frame| format!(" frame={frame}"));
        format!("{START} lod={lod} stage={stage} up={up}{frame}")
    }

    /// The header in a line; `None` where it is none of ours.
    pub fn parse(line: &str) -> Option<Self> {
        let mut header = Self { lod: "0".into(), stage: "0".into(), turn: Turn::Keep, frame: None };
        for word in line.strip_prefix(START)?.split_whitespace() {
            match word.split_once('=')? {
                ("lod", lod) => header.lod = lod.into(),
                ("stage", stage) => header.stage = stage.into(),
                ("up", "y") => header.turn = Turn::YUp,
                ("up", "z") => header.turn = Turn::Keep,
                ("frame", frame) => header.frame = Some(frame.parse().ok()?),
                _ => return None,
            }
        }
        header.frame.is_none_or(f32::is_finite).then_some(header)
    }

    /// The same as glTF's extras say it.
    pub fn extras(&self) -> SceneExtras {
        SceneExtras {
            schema: String::new(),
            stem: String::new(),
            fps: FRAMES_PER_SECOND,
            frames: 0,
            lod: self.lod.clone(),
            stage: self.stage.clone(),
            up: "z".into(),
            frame: self.frame,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_comes_back() {
        let plain = Header { lod: "0".into(), stage: "all".into(), turn: Turn::Keep, frame: None };
        let posed = Header { turn: Turn::YUp, frame: Some(5.5), ..plain.clone() };
        assert_eq!(plain.line(), "# ngi.obj/1 lod=0 stage=all up=z");
        assert_eq!(posed.line(), "# ngi.obj/1 lod=0 stage=all up=y frame=5.5");
        for header in [plain, posed] {
            assert_eq!(Header::parse(&header.line()), Some(header));
        }
        for line in ["# Blender", "# ngi.obj/1 up=x", "# ngi.obj/1 frame=nan", "# ngi.obj/1 odd"] {
            assert_eq!(Header::parse(line), None, "{line}");
        }
    }
}
