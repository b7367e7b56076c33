use proptest::prelude::*;

use super::samples::*;
use super::*;

fn route(areals: &Areals, from: [f32; 2], to: [f32; 2]) -> Result<Route, NoRoute> {
    areals.route(from, to, &RouteOptions::default())
}

#[test]
fn a_way_around_a_wall() {
    let areals = board(&["...", ".#.", ".#."]);
    let found = route(&areals, [5.0, 5.0], [25.0, 5.0]).unwrap();
    assert_eq!(found.areals, [0, 3, 6, 7, 8, 5, 2]);
    assert_eq!(found.cost, 6.0 * 11.0);
    assert_eq!(found.points.len(), 8);
    assert_eq!((found.points[0], found.points[7]), ([5.0, 5.0, 0.0], [25.0, 5.0, 0.0]));
}

#[test]
fn why_there_is_no_way() {
    let areals = board(&[".#.", ".#~"]);
    assert_eq!(route(&areals, [5.0, 5.0], [25.0, 15.0]), Err(NoRoute::Apart(0, 5)));
    assert_eq!(route(&areals, [5.0, 5.0], [15.0, 5.0]), Err(NoRoute::GoalNotWalkable(1)));
    assert_eq!(route(&areals, [25.0, 5.0], [5.0, 5.0]), Err(NoRoute::StartNotWalkable(2)));
    assert_eq!(route(&areals, [-5.0, 5.0], [5.0, 5.0]), Err(NoRoute::NoStart));
    assert_eq!(route(&areals, [5.0, 5.0], [5.0, 99.0]), Err(NoRoute::NoGoal));
    let mut router = areals.router();
    assert_eq!(router.between(9, 0, &RouteOptions::default()), Err(NoRoute::NoStart));
    assert_eq!(router.between(0, 9, &RouteOptions::default()), Err(NoRoute::NoGoal));
}

#[test]
fn within_an_areal_the_way_is_free() {
    let found = route(&board(&[".."]), [1.0, 1.0], [9.0, 8.0]).unwrap();
    assert_eq!((found.areals, found.cost, found.visited), (vec![0], 0.0, 1));
    assert_eq!(found.points, [[1.0, 1.0, 0.0], [9.0, 8.0, 0.0]]);
}

#[test]
fn costs_are_centre_distances_and_one() {
    let areals = board(&[".."]);
    assert_eq!(areals.steps(0), [Step { areal: 1, cost: 11.0 }]);
    // Not from the points, but from the centre of the first areal.
    assert_eq!(route(&areals, [9.9, 5.0], [10.1, 5.0]).unwrap().cost, 11.0);
}

#[test]
fn lines_cross_edges_where_they_can() {
    let areals = board(&["..", ".."]);
    // Straight through.
    let found = route(&areals, [5.0, 2.0], [15.0, 6.0]).unwrap();
    assert_eq!(found.points[1], [10.0, 4.0, 0.0]);
    // The line misses the edge: its nearer end, 3 in.
    let line = areals.corridor([5.0, 5.0], [15.0, 30.0], &[0, 1]);
    assert_eq!(line[1], [10.0, 7.0, 0.0]);
    let line = areals.corridor([5.0, 5.0], [15.0, -30.0], &[0, 1]);
    assert_eq!(line[1], [10.0, 3.0, 0.0]);
}

#[test]
fn short_edges_are_crossed_in_their_middle() {
    let mut plan = ngi_formats::arealmap::Plan::new(4, 4);
    let strip = |x: f32| [[x, 0.0, 0.0], [x + 9.0, 0.0, 2.0], [x + 9.0, 4.0, 2.0], [x, 4.0, 0.0]];
    plan.add(&strip(0.0));
    plan.add(&strip(9.0));
    let line = load(&plan).corridor([1.0, 1.0], [17.0, 300.0], &[0, 1]);
    assert_eq!(line[1], [9.0, 2.0, 2.0]);
}

#[test]
fn of_several_shared_edges_the_one_on_the_line() {
    // The areal on the right has a bay that the left one fills: three shared edges.
    let mut plan = ngi_formats::arealmap::Plan::new(4, 4);
    let points = |list: &[[u8; 2]]| -> Vec<[f32; 3]> {
        list.iter().map(|[x, y]| [f32::from(*x), f32::from(*y), 0.0]).collect()
    };
    plan.add(&points(&[[0, 0], [10, 0], [10, 10], [20, 10], [20, 20], [0, 20]]));
    plan.add(&points(&[[10, 0], [40, 0], [40, 20], [20, 20], [20, 10], [10, 10]]));
    let areals = load(&plan);
    assert_eq!(areals.steps(0).len(), 1, "one step, however many edges");
    let at = |from: [f32; 2], to: [f32; 2]| areals.corridor(from, to, &[0, 1])[1];
    assert_eq!(at([5.0, 5.0], [35.0, 5.0]), [10.0, 5.0, 0.0]);
    assert_eq!(at([5.0, 15.0], [35.0, 15.0]), [20.0, 15.0, 0.0]);
}

#[test]
fn from_a_long_edge_to_each_short_one_along_it() {
    // A tall areal, and two beside it that meet in the middle of its edge.
    let mut plan = ngi_formats::arealmap::Plan::new(4, 4);
    let block = |x: f32, y: f32, height: f32| {
        [[x, y, 0.0], [x + 10.0, y, 0.0], [x + 10.0, y + height, 0.0], [x, y + height, 0.0]]
    };
    plan.add(&block(0.0, 0.0, 20.0));
    plan.add(&block(10.0, 0.0, 10.0));
    plan.add(&block(10.0, 10.0, 10.0)).walkable(false);
    plan.add(&block(20.0, 0.0, 20.0));
    let areals = load(&plan);
    assert_eq!(areals.steps(0).iter().map(|step| step.areal).collect::<Vec<_>>(), [1]);
    let found = route(&areals, [5.0, 5.0], [25.0, 5.0]).unwrap();
    assert_eq!(found.areals, [0, 1, 3]);
    assert_eq!(found.points[1..3], [[10.0, 5.0, 0.0], [20.0, 5.0, 0.0]]);
}

#[test]
fn the_engine_gives_up() {
    let areals = board(&["........", "........"]);
    let limit = |limit| RouteOptions { limit: Some(limit), ..RouteOptions::default() };
    let way = |options: &RouteOptions| areals.route([5.0, 5.0], [75.0, 5.0], options);
    assert_eq!(way(&limit(7)), Err(NoRoute::GaveUp(7)));
    assert_eq!(way(&limit(8)).map(|route| route.areals.len()), Ok(8));
    assert_eq!(RouteOptions::engine(5), RouteOptions { seed: Some(5), limit: Some(2048) });
}

#[test]
fn random_costs_spread_walkers_and_repeat() {
    let areals = board(&["......"; 6]);
    let way = |seed| areals.route([5.0, 5.0], [55.0, 55.0], &RouteOptions::engine(seed)).unwrap();
    let ways: Vec<_> = (0..20).map(|seed| way(seed).areals).collect();
    assert!((0..20).all(|seed| way(seed).areals == ways[seed as usize]));
    assert!(ways.iter().any(|other| *other != ways[0]));
    // Costs are told without the chance.
    let [first, last] = [way(3), route(&areals, [5.0, 5.0], [55.0, 55.0]).unwrap()];
    assert_eq!(first.cost, (first.areals.len() - 1) as f64 * 11.0);
    assert!(first.cost >= last.cost);
}

#[test]
fn stones_are_in_the_way() {
    let mut areals = board(&["...", "..."]);
    let direct = route(&areals, [5.0, 5.0], [25.0, 5.0]).unwrap();
    assert_eq!(direct.areals, [0, 1, 2]);
    // A stone over the whole edge between the first two.
    let stone = areals.cut_out(&[[9.0, -1.0], [11.0, -1.0], [11.0, 11.0], [9.0, 11.0]]);
    assert!(!areals.is_free(10.0, 5.0) && areals.is_free(5.0, 5.0));
    assert_eq!(areals.at(10.0, 5.0), Some(1), "still the same areal");
    let around = route(&areals, [5.0, 5.0], [25.0, 5.0]).unwrap();
    assert_eq!(around.areals, [0, 3, 4, 1, 2]);
    // A smaller one leaves room beside it.
    let tree = areals.cut_out(&[[15.0, 4.0], [25.0, 4.0], [25.0, 6.0], [15.0, 6.0]]);
    assert!(areals.fill_in(stone) && !areals.fill_in(stone));
    let past = route(&areals, [5.0, 5.0], [25.0, 3.0]).unwrap();
    assert_eq!(past.areals, [0, 1, 2]);
    assert!(past.points[1..3].iter().all(|[x, y, _]| areals.is_free(*x, *y)), "{past:?}");
    assert!(areals.fill_in(tree));
    assert_eq!(route(&areals, [5.0, 5.0], [25.0, 5.0]).unwrap(), direct);
}

/// The cheapest costs from an areal to all others: Dijkstra without any cleverness.
fn dijkstra(areals: &Areals, start: usize) -> Vec<f64> {
    let mut costs = vec![f64::INFINITY; areals.len()];
    let mut done = vec![false; areals.len()];
    costs[start] = 0.0;
    loop {
        let open = (0..areals.len()).filter(|a| !done[*a] && costs[*a].is_finite());
        let Some(at) = open.min_by(|a, b| costs[*a].total_cmp(&costs[*b])) else { return costs };
        done[at] = true;
        for neighbour in areals.neighbours(at) {
            if areals.is_walkable(at) && areals.is_walkable(neighbour.areal) {
                let [a, b] = [at, neighbour.areal].map(|a| areals.areal(a).unwrap().centre);
                let way = f64::from(a[0] - b[0]).hypot(f64::from(a[1] - b[1])) + 1.0;
                costs[neighbour.areal] = costs[neighbour.areal].min(costs[at] + way);
            }
        }
    }
}

proptest! {
    #[test]
    fn ways_are_the_cheapest(plan in tiling(), seed: u32) {
        let areals = load(&plan);
        let mut router = areals.router();
        for start in (0..areals.len()).filter(|a| areals.is_walkable(*a)).take(6) {
            let costs = dijkstra(&areals, start);
            for goal in (0..areals.len()).filter(|a| areals.is_walkable(*a)) {
                let [from, to] = [start, goal].map(|a| areals.areal(a).unwrap().centre);
                let found = router.route(from, to, &RouteOptions::default());
                prop_assert_eq!(found.is_ok(), costs[goal].is_finite());
                let Ok(found) = found else { continue };
                prop_assert!((found.cost - costs[goal]).abs() < 1e-2, "{} {}", found.cost, costs[goal]);
                prop_assert_eq!((found.areals[0], *found.areals.last().unwrap()), (start, goal));
                for step in found.areals.windows(2) {
                    prop_assert!(areals.steps(step[0]).iter().any(|s| s.areal as usize == step[1]));
                }
                // Crossings lie on the edges between.
                prop_assert_eq!(found.points.len(), found.areals.len() + 1);
                for (pair, point) in found.areals.windows(2).zip(&found.points[1..]) {
                    let near = areals.neighbours(pair[0]).filter(|n| n.areal == pair[1]).any(|n| {
                        let [a, b] = areals.edge(pair[0], n.edge).unwrap();
                        let d = |p: [f32; 3], q: [f32; 3]| (p[0] - q[0]).hypot(p[1] - q[1]);
                        (d(a, *point) + d(*point, b) - d(a, b)).abs() < 1e-2
                    });
                    prop_assert!(near, "{:?}", point);
                }
                // With chance: another way perhaps, never a cheaper one.
                let chance = router.route(from, to, &RouteOptions::engine(seed)).unwrap();
                prop_assert!(chance.cost + 1e-6 >= found.cost);
            }
        }
    }
}
