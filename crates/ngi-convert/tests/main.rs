//! What is done with each format, over files made by hand: one test binary, so that it is linked
//! once.

mod archive_fields;
mod areals;
mod documentation;
mod extract_pack;
mod gltf;
mod landscapes;
mod look;
mod materials;
mod models;
mod obj;
mod places;
mod textures;
mod trees;
