//! A plain server of static files on this machine alone.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use anyhow::{Context as _, Result};

/// A server at work. It ends with the program.
pub struct Server {
    at: SocketAddr,
    thread: JoinHandle<()>,
}

impl Server {
    /// Where the page is found.
    pub fn address(&self) -> String {
        format!("http://{}/", self.at)
    }

    /// Serves for ever.
    pub fn wait(self) {
        let _ = self.thread.join();
    }
}

/// Serves a folder on the loopback address; port 0 is any free one.
pub fn start(folder: &Path, port: u16) -> Result<Server> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).context("no port to serve on")?;
    let at = listener.local_addr()?;
    let folder: Arc<Path> = Arc::from(folder);
    let thread = thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let folder = Arc::clone(&folder);
            thread::spawn(move || {
                // A browser that went away needs no answer.
                let _ = answer(&stream, &folder);
            });
        }
    });
    Ok(Server { at, thread })
}

fn answer(stream: &TcpStream, folder: &Path) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream).lines();
    let first = lines.next().transpose()?.unwrap_or_default();
    for line in lines.by_ref() {
        if line?.is_empty() {
            break;
        }
    }
    let target = first.split(' ').nth(1).unwrap_or("/");
    let found = file_of(folder, target).and_then(|file| Some((fs::read(&file).ok()?, file)));
    let mut out = stream;
    match found {
        Some((bytes, file)) => {
            let kind = media_type(&file);
            let length = bytes.len();
            write!(
                out,
                "HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n\
                 Cache-Control: no-store\r\nConnection: close\r\n\r\n"
            )?;
            out.write_all(&bytes)
        }
        None => {
            write!(out, "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        }
    }
}

/// The file that an address asks for; none outside of the folder.
fn file_of(folder: &Path, target: &str) -> Option<PathBuf> {
    let path = target.split(['?', '#']).next()?.trim_start_matches('/');
    let path = Path::new(if path.is_empty() { "index.html" } else { path });
    let plain = path.components().all(|part| matches!(part, Component::Normal(_)));
    plain.then(|| folder.join(path))
}

fn media_type(file: &Path) -> &'static str {
    match file.extension().and_then(|suffix| suffix.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::*;

    #[test]
    fn only_files_of_the_folder_are_served() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("index.html"), "page").unwrap();
        let server = start(folder.path(), 0).unwrap();
        let ask = |target: &str| {
            let mut stream = TcpStream::connect(server.at).unwrap();
            write!(stream, "GET {target} HTTP/1.1\r\n\r\n").unwrap();
            let mut text = String::new();
            stream.read_to_string(&mut text).unwrap();
            text
        };
        assert!(ask("/").ends_with("\r\n\r\npage"));
        assert!(ask("/index.html?x=1").contains("text/html"));
        for other in ["/none", "/../index.html", "/a/../../etc/passwd", "//etc/passwd"] {
            assert!(ask(other).starts_with("HTTP/1.1 404"), "{other}");
        }
    }
}
