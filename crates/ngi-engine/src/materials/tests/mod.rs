//! Games made by hand, and what the manager must make of them.

mod caches;
mod game;
mod loading;
mod profiles;
mod properties;
mod records;
mod textures;
mod times;
