mod photo;

use super::*;

#[test]
fn psnr_probe() {
    for side in [256usize, 1024] {
        let image = Image::new(side as u32, side as u32, photo::photograph(side)).unwrap();
        let t = std::time::Instant::now();
        let made = quantise(image.pixels());
        let e = t.elapsed();
        for _ in 0..3 {
            let t = std::time::Instant::now();
            let _ = quantise(image.pixels());
            println!("again {:?}", t.elapsed());
        }
        let pixels = made.indices.iter().map(|&i| made.palette.colour(i)).collect();
        let back = Image::new(side as u32, side as u32, pixels).unwrap();
        println!("{side}: {:?} dB, {e:?}", image.psnr(&back));
    }
}
