//! Missions of a game that is made by hand.

mod hostile;
mod placed;
mod postures;
mod rays;
mod samples;
