mod anchors;
mod hostile;
mod points;
mod routes;
mod samples;

use super::*;
