//! What the game does with the data: poses, drawing, picking, materials. No GPU, no clock of its
//! own.
//!
//! `ngi-formats` says what the bytes are; this crate works out what they mean at a moment that
//! the caller names. Nothing here starts threads or keeps time, files come from `ngi-vfs`, and no
//! file, however broken, makes it panic, hang or read outside a table.
//!
//! ```
//! use ngi_engine::model::{Moment, RootTranslation, Skeleton, Transform, columns};
//! use ngi_formats::msh::{Blueprint, Key, Model, PlainNode, Track};
//!
//! // A crane: its arm rises by 2 within 4 frames.
//! let mut plan = Blueprint::new("crane");
//! let base = plan.add_node(PlainNode::new("base"));
//! let low = Key { position: [1.0, 0.0, 0.0], ..Key::default() };
//! let high = Key { position: [1.0, 0.0, 2.0], time: 4.0, ..Key::default() };
//! plan.add_node(PlainNode::new("arm").below(base).with_track(Track { keys: vec![low, high] }));
//! let bytes = plan.build()?.write()?;
//!
//! let model = Model::read(&bytes)?;
//! let skeleton = Skeleton::new(&model);
//! let mut pose = vec![Transform::IDENTITY; skeleton.len()];
//! skeleton.pose(Moment::At(1.0), RootTranslation::Keep, &mut pose)?;
//! for (node, transform) in pose.iter().enumerate() {
//!     println!("{}: {:?}", model.node_name(node), columns(transform));
//! }
//! assert_eq!(pose[1].translation.to_array(), [1.0, 0.0, 0.5]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

pub mod arealmap;
pub mod briefing;
pub mod effects;
pub mod landscape;
pub mod materials;
pub mod model;
pub mod portable;
pub mod resolve;
pub mod resources;
pub mod sky;
pub mod sound;
pub mod walk;
pub mod world;
