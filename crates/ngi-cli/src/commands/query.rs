//! `query`.

use std::io::Write;

use anyhow::{Result, anyhow, bail};
use ngi_verbs::document::write::{self, Layout};
use ngi_verbs::query::{LevelFiles, Mask, Question, RayFilter, ask, ask_mission, mission_at};

use crate::args::{Finite, QueryArgs, QueryQuestion};
use crate::ui::{Outcome, Ui};

/// `ngi query`.
pub fn query(args: &QueryArgs, ui: &Ui) -> Result<Outcome> {
    let question = question(args.question)?;
    let mut filter = if args.shot { RayFilter::shot() } else { question.default_filter() };
    if let Some(text) = &args.required {
        Mask::parse(text, args.compact)?.require(&mut filter);
    }
    if let Some(text) = &args.forbidden {
        Mask::parse(text, args.compact)?.forbid(&mut filter);
    }
    super::settle(&args.level);
    let answer = match mission_at(&args.level) {
        Some(node) => {
            let game = super::game(args.game.as_deref(), &args.level)?;
            let game = game.ok_or_else(|| {
                anyhow!(
                    "{}: a mission needs its game; name its folder with --game",
                    ngi_vfs::shown(&args.level)
                )
            })?;
            ask_mission(&game, &node, &question, &filter)?
        }
        None => ask(&LevelFiles::new(&args.level), &question, &filter.ground)?,
    };
    let mut out = ui.out();
    if args.json {
        write::write(&answer, Layout::Rows, &mut out)?;
    } else {
        write!(out, "{}", answer.text())?;
    }
    out.flush()?;
    drop(out);
    answer.broken.iter().for_each(|problem| ui.warn(format_args!("left out: {problem}")));
    Ok(Outcome::found_if(!answer.broken.is_empty()))
}

/// Converts the arguments to a question.
fn question(asked: QueryQuestion) -> Result<Question> {
    let plain = |number: Finite| number.0;
    Ok(match asked {
        QueryQuestion::Height { x, y } => Question::Height { at: [x, y].map(plain) },
        QueryQuestion::Walk { x, y, z, radius } => {
            Question::Walk { at: [x, y, z].map(plain), radius }
        }
        QueryQuestion::Ray { x, y, z, dx, dy, dz } => {
            let direction = [dx, dy, dz].map(plain);
            if direction == [0.0; 3] {
                bail!("the direction of a ray must not be 0 0 0");
            }
            Question::Ray { from: [x, y, z].map(plain), direction }
        }
        QueryQuestion::Segment { x, y, z, x2, y2, z2 } => {
            Question::Segment { from: [x, y, z].map(plain), to: [x2, y2, z2].map(plain) }
        }
        QueryQuestion::Box { x, y, z, x2, y2, z2 } => {
            Question::Box { from: [x, y, z].map(plain), to: [x2, y2, z2].map(plain) }
        }
        QueryQuestion::Area { x, y } => Question::Area { at: [x, y].map(plain) },
        QueryQuestion::At { x, y } => Question::At { at: [x, y].map(plain) },
        QueryQuestion::Route { x, y, x2, y2, seed, limit } => {
            Question::Route { from: [x, y].map(plain), to: [x2, y2].map(plain), seed, limit }
        }
    })
}
