#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing)]
use ngi_render::scene::{self, level::*, *};
use ngi_render::*;
use ngi_engine::materials::Shared;
use ngi_vfs::{MemoryRoot, Vfs};
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let map = args.first().map_or("VALLEY", String::as_str).to_owned();
    let files = ngi_demo::files().unwrap();
    let mut root = MemoryRoot::new();
    for f in &files { root = root.with(&f.path, f.bytes.clone()).unwrap(); }
    let vfs = Vfs::in_memory(root);
    let get = |n: &str| files.iter().find(|f| f.path == format!("DATA/MAPS/{map}/{n}")).map(|f| f.bytes.clone());
    let (land, areals, w1, w2) = (get("Land.msh").unwrap(), get("Land.map").unwrap(), get("Land1.wea").unwrap(), get("Land2.wea").unwrap());
    let mut shared = Shared::new(vfs);
    let t = std::time::Instant::now();
    let mut scene = LevelScene::new(&LevelFiles{landscape:&land, areals:Some(&areals), wears:[Some(&w1),Some(&w2)]}, Some(&mut shared)).unwrap();
    println!("open {:?}", t.elapsed());
    for l in scene.log() { println!("log {l}"); }
    let gpu = Gpu::headless().unwrap();
    let mut r = Renderer::new(&gpu);
    scene.prepare(&mut r);
    let size=[960,600];
    let mut view = View { size, camera: scene.camera(1.6), time: 3.0, ..View::default() };
    for a in args.iter().skip(2) {
        if let Some(o)=a.strip_prefix("overlay=") { view.overlays = o.parse().unwrap(); }
        if a=="plain" { view.settings.water = Water::Plain; }
        if let Some(o)=a.strip_prefix("level=") { view.level = Some(o.parse().unwrap()); }
        if let Some(o)=a.strip_prefix("eye=") { let v:Vec<f32>=o.split(',').map(|x|x.parse().unwrap()).collect(); view.camera=Camera::looking(glam::Vec3::new(v[0],v[1],v[2]), glam::Vec3::new(v[3],v[4],v[5])); }
    }
    println!("{:?}", view.camera.eye());
    let mut frame = Frame::new();
    scene::build(&mut scene, &view, &mut frame);
    let target = Target::new(&gpu, size, 4);
    let t = std::time::Instant::now();
    let d = r.draw(&frame, &target).unwrap();
    let p = target.read_back(&gpu).unwrap();
    println!("draw {:?} {:?} {:?}", t.elapsed(), d, frame.counters);
    std::fs::write(args.get(1).map_or("/tmp/land/out.png", String::as_str), p.png().unwrap()).unwrap();
}
