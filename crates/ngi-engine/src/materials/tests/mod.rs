//! Games made by hand, and what the manager must make of them.

mod caches;
mod game;
mod loading;
mod properties;
mod records;
mod textures;
mod times;
