//! What is done with each format, over files made by hand: one test binary, so that it is linked
//! once.

mod archive_fields;
mod documentation;
mod extract_pack;
mod fix;
mod look;
mod models;
mod names;
mod patterns;
mod searches;
