//! Which pictures are asked for: one, all around, or one after another.

use glam::Vec3;

use crate::Camera;
use crate::scene::{Scene, SceneKind, View};

/// Where to look from.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Aim {
    /// As the scene likes it best.
    #[default]
    Automatic,
    /// From a direction, in degrees, with everything in the picture.
    From {
        /// 0 looks north, 90 west.
        yaw: f32,
        /// 90 looks straight down.
        pitch: f32,
    },
    /// From a direction and a distance.
    At {
        /// 0 looks north, 90 west.
        yaw: f32,
        /// 90 looks straight down.
        pitch: f32,
        /// From the middle of the scene.
        distance: f32,
    },
    /// From a point at a point.
    Between {
        /// Where the eye is.
        eye: [f32; 3],
        /// What is in the middle.
        target: [f32; 3],
    },
}

impl Aim {
    /// Two numbers are yaw and pitch, three have a distance too, six are two points.
    pub fn from_numbers(numbers: &[f32]) -> Option<Self> {
        match *numbers {
            [yaw, pitch] => Some(Self::From { yaw, pitch }),
            [yaw, pitch, distance] => Some(Self::At { yaw, pitch, distance }),
            [a, b, c, x, y, z] => Some(Self::Between { eye: [a, b, c], target: [x, y, z] }),
            _ => None,
        }
    }

    /// The camera for the pictures of a series. Size, time and settings of `view` count.
    pub fn camera(
        self,
        scene: &dyn Scene,
        series: Series,
        view: &View,
        fov_y: Option<f32>,
    ) -> Camera {
        let [width, height] = view.size.map(|side| crate::numbers::to_f32(side.max(1)));
        let aspect = width / height;
        let mut camera = scene.camera(aspect);
        let points = |moment| scene.points(moment, &view.settings);
        let fit = |camera: &mut Camera| match series {
            Series::Single => camera.fit(&points(Some(view.time)), aspect),
            Series::Turntable(_) => camera.fit_turning(&points(Some(view.time)), aspect),
            Series::Frames { .. } => camera.fit(&points(None), aspect),
        };
        // Levels have a view of their own; everything else is seen as a whole.
        let whole = scene.kind() != SceneKind::Level;
        let lens = fov_y.unwrap_or(camera.fov_y);
        let turn = |camera: &mut Camera, yaw: f32, pitch: f32| {
            camera.yaw = yaw.to_radians();
            camera.pitch = pitch.clamp(-90.0, 90.0).to_radians();
        };
        camera.fov_y = lens;
        match self {
            Self::Automatic if whole || fov_y.is_some() => fit(&mut camera),
            Self::Automatic => {}
            Self::From { yaw, pitch } => {
                turn(&mut camera, yaw, pitch);
                fit(&mut camera);
            }
            Self::At { yaw, pitch, distance } => {
                turn(&mut camera, yaw, pitch);
                camera.target = scene.bounds().or_unit().center();
                camera.distance = distance.max(1e-3);
            }
            Self::Between { eye, target } => {
                let flat = camera.flat;
                camera = Camera::looking(Vec3::from_array(eye), Vec3::from_array(target));
                (camera.fov_y, camera.flat) = (lens, flat);
            }
        }
        camera
    }
}

/// How many pictures there are, and what changes between them.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Series {
    /// One picture.
    #[default]
    Single,
    /// All around, so many.
    Turntable(u32),
    /// Frames of the animation, the last included.
    Frames {
        /// The first.
        first: u32,
        /// The last.
        last: u32,
    },
}

impl Series {
    /// How many pictures there are.
    pub fn len(self) -> u32 {
        match self {
            Self::Single => 1,
            Self::Turntable(count) => count,
            Self::Frames { first, last } => last.saturating_sub(first).saturating_add(1),
        }
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The view of a picture of the series.
    pub fn view(self, base: &View, number: u32) -> View {
        let mut view = *base;
        match self {
            Self::Single => {}
            Self::Turntable(count) => {
                let share = crate::numbers::to_f32(number) / crate::numbers::to_f32(count.max(1));
                view.camera.yaw += share * std::f32::consts::TAU;
            }
            Self::Frames { first, .. } => {
                let frame = first.saturating_add(number);
                view.time = crate::numbers::to_f32(frame) / view.settings.fps;
            }
        }
        view
    }
}
