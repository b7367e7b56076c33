//! Pictures in WebP: `EXT_texture_webp` names them beside those that every program reads.

use std::borrow::Cow;

use serde_json::Value;

const EXTENSION: &str = "EXT_texture_webp";

/// The JSON of a glTF with every texture taken from the picture that the extension names, as if it
/// were any other: what a picture is, its bytes say. JSON without the extension stays as it is.
pub(super) fn as_any_picture(json: &[u8]) -> Cow<'_, [u8]> {
    let there = json.windows(EXTENSION.len()).any(|window| window == EXTENSION.as_bytes());
    let Some(mut root) = there.then(|| serde_json::from_slice::<Value>(json).ok()).flatten() else {
        return json.into();
    };
    let textures = root.get_mut("textures").and_then(Value::as_array_mut);
    for texture in textures.into_iter().flatten() {
        let source = texture.pointer("/extensions/EXT_texture_webp/source").cloned();
        if let (Some(source), Some(texture)) = (source, texture.as_object_mut()) {
            texture.insert("source".into(), source);
        }
    }
    if let Some(needed) = root.get_mut("extensionsRequired").and_then(Value::as_array_mut) {
        needed.retain(|name| name != EXTENSION);
    }
    serde_json::to_vec(&root).map_or(json.into(), Into::into)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_texture_takes_the_picture_that_the_extension_names() {
        let webp = json!({"source": 1});
        let root = json!({
            "extensionsRequired": [EXTENSION, "KHR_other"],
            "textures": [{"extensions": {EXTENSION: webp}}, {"source": 0}],
        });
        let text = serde_json::to_vec(&root).unwrap();
        let read: Value = serde_json::from_slice(&as_any_picture(&text)).unwrap();
        assert_eq!(read["textures"][0]["source"], 1);
        assert_eq!(read["textures"][1]["source"], 0);
        assert_eq!(read["extensionsRequired"], json!(["KHR_other"]));
        assert!(matches!(as_any_picture(b"{}"), Cow::Borrowed(_)));
        assert_eq!(&*as_any_picture(b"EXT_texture_webp"), b"EXT_texture_webp");
    }
}
