//! What things become and are made of, over files made by hand: one test binary, so that it is linked
//! once.

mod areals;
mod dress;
mod folders;
mod gltf;
mod landscapes;
mod levels;
mod materials;
mod obj;
mod pictures;
mod places;
mod rows;
mod sounds;
mod textures;
mod trees;
