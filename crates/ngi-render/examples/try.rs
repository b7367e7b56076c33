#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing)]
use ngi_render::scene::{level::*, *};
use ngi_render::*;
use ngi_render::scene::model::{ModelAsset, Placed};
use ngi_vfs::{MemoryRoot, Vfs};
fn main() {
    let root = MemoryRoot::new();
    for f in ngi_demo::files().unwrap() { root.insert(&f.path, f.bytes).unwrap(); }
    let vfs = Vfs::in_memory(root);
    let mut studio = Studio::new().unwrap();
    // each line of stdin: out path args...
    for line in std::io::read_to_string(std::io::stdin()).unwrap().lines() {
        let args: Vec<&str> = line.split_whitespace().collect();
        if args.len() < 2 { continue; }
        let path = args[1];
        let mut scene: Box<dyn Scene>;
        if args.contains(&"models") {
            let get = |n: &str| vfs.locate(&format!("{path}/{n}")).unwrap().bytes().unwrap();
            let (l,a,w1,w2)=(get("Land.msh"),get("Land.map"),get("Land1.wea"),get("Land2.wea"));
            let mut level = LevelScene::new(&LevelFiles{landscape:&l, areals:Some(&a), wears:[Some(&w1),Some(&w2)]}, Some(&vfs)).unwrap();
            let mut breeds = vec![];
            for p in ["static.rlb/s_tree_0_01.msh","static.rlb/s_tree_0_02.msh","static.rlb/s_tree_0_03.msh","static.rlb/s_stone_0_01.msh","static.rlb/s_bush_0_01.msh","bases.rlb/r_scout_0_01.msh"] {
                let node = vfs.locate(p).unwrap();
                let asset = ModelAsset::read(p, &node.bytes().unwrap()).unwrap();
                println!("{p} {:?}", asset.bounds().size());
                breeds.push(level.add_breed(asset, wear_beside(&node).as_deref()));
            }
            let mut seed = 7u32;
            let mut rnd = || { seed = seed.wrapping_mul(214013).wrapping_add(2531011); (seed>>16 & 0x7fff) as f32 / 32768.0 };
            let b = level.bounds();
            for _ in 0..700 {
                let x = b.min[0] + (b.max[0]-b.min[0])*rnd(); let y = b.min[1] + (b.max[1]-b.min[1])*rnd();
                let f = level.ground().height([x,y], &ngi_engine::landscape::walker());
                let Some(f) = f else { continue };
                let top = level.on_ground([x,y]);
                if top[2] > f.z + 0.01 || f.z < 8.0 || f.z > 60.0 { continue; }
                let which = (rnd()*5.2) as usize;
                let t = glam::Affine3A::from_scale_rotation_translation(glam::Vec3::splat(if which==5 {1.0} else {1.0+rnd()}), glam::Quat::from_rotation_z(rnd()*6.28), glam::Vec3::new(x,y,f.z));
                level.add_model(breeds[which], Placed{world_from_model:t, ahead: rnd()*64.0});
            }
            scene = Box::new(level);
        } else {
            scene = open(&vfs.locate(path).unwrap(), Some(&vfs)).unwrap();
        }
        scene.prepare(studio.renderer());
        let mut view = View { size: [960,600], camera: scene.camera(1.6), time: 0.5, ..View::default() };
        for a in args.iter().skip(2) {
            if let Some(o)=a.strip_prefix("overlay=") { view.overlays = o.parse().unwrap(); }
            if *a=="plain" { view.settings.water = Water::Plain; }
            if let Some(o)=a.strip_prefix("level=") { view.level = Some(o.parse().unwrap()); }
            if let Some(o)=a.strip_prefix("time=") { view.time = o.parse().unwrap(); }
            if let Some(o)=a.strip_prefix("eye=") { let v:Vec<f32>=o.split(',').map(|x|x.parse().unwrap()).collect(); view.camera=Camera::looking(glam::Vec3::new(v[0],v[1],v[2]), glam::Vec3::new(v[3],v[4],v[5])); }
            if *a=="above" { view.camera=Camera::from_above(scene.bounds().center(), 900.0); view.camera.frame(&scene.bounds(), 1.6); }
        }
        let t = std::time::Instant::now();
        let p = studio.picture(&mut *scene, &view).unwrap();
        println!("{} eye {:?} {:?} {:?} {:?}", args[0], view.camera.eye(), t.elapsed(), studio.frame().counters, studio.frame().log);
        for l in scene.log() { println!("  log {l}"); }
        std::fs::write(args[0], p.to_png().unwrap()).unwrap();
        scene.release(studio.renderer());
    }
}
