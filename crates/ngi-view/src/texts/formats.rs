//! Descriptions of the file types that can be exported.

use ngi_formats::kinds::{self, FileKind};

texts! {
    glb: "glTF in one file", "glTF в одном файле";
    gltf: "glTF with geometry and textures in separate files", "glTF с отдельными файлами геометрии и текстур";
    obj: "Wavefront OBJ: geometry and materials, no animation", "Wavefront OBJ: геометрия и материалы, без анимации";
    png: "PNG image", "изображение PNG";
    heights: "Height map as a 16-bit PNG", "карта высот, 16-битный PNG";
    dds: "DDS image with all mip levels", "изображение DDS со всеми mip-уровнями";
    svg: "SVG drawing of the areals", "рисунок ареалов SVG";
    wav: "WAV sound", "звук WAV";
    txt: "Text in UTF-8", "текст в UTF-8";
    csv: "CSV table with a row for each object", "таблица CSV, строка на каждый объект";
    geojson: "GeoJSON map data", "данные карты GeoJSON";
    json: "JSON with all data; can be imported again", "JSON со всеми данными; можно импортировать обратно";
    bin: "Raw bytes", "байты как есть";
}

impl Texts {
    /// Describes the file type of a suffix that things of a kind are exported to; empty for an
    /// unknown one.
    pub fn of_suffix(&self, kind: Option<&FileKind>, suffix: &str) -> &'static str {
        match suffix {
            "glb" => self.glb,
            "gltf" => self.gltf,
            "obj" => self.obj,
            "png" if kind == Some(&kinds::LANDSCAPE) => self.heights,
            "png" => self.png,
            "dds" => self.dds,
            "svg" => self.svg,
            "wav" => self.wav,
            "txt" => self.txt,
            "csv" => self.csv,
            "geojson" => self.geojson,
            "json" => self.json,
            "bin" => self.bin,
            _ => "",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_export_is_described_in_both_languages() {
        for kind in kinds::KINDS {
            for suffix in crate::export::suffixes(kind) {
                for texts in [&ENGLISH, &RUSSIAN] {
                    assert!(
                        !texts.of_suffix(Some(kind), suffix).is_empty(),
                        "{} {suffix}",
                        kind.id
                    );
                }
            }
        }
    }
}
