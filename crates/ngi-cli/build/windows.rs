//! Programs for Windows get their icon, their version and a manifest. Others need nothing.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// Makes them, where they are needed.
pub fn resources() {
    println!("cargo::rerun-if-changed=build/windows.rs");
    println!("cargo::rerun-if-changed=icon/ngi.ico");
    let set = |name: &str| env::var(name).unwrap_or_default();
    // Other linkers want a compiler for resources that comes with Visual Studio.
    if set("CARGO_CFG_TARGET_OS") != "windows" || set("CARGO_CFG_TARGET_ENV") != "gnu" {
        return;
    }
    let folder = PathBuf::from(set("OUT_DIR"));
    match resource(&folder, &set("CARGO_MANIFEST_DIR"), &set("CARGO_PKG_VERSION")) {
        Ok(object) => println!("cargo::rustc-link-arg-bins={}", object.display()),
        Err(why) => println!("cargo::warning=without icon and version: {why}"),
    }
}

/// Compiles the resources; gives the object to link.
fn resource(folder: &Path, package: &str, version: &str) -> Result<PathBuf, String> {
    let written = |name: &str, text: String| {
        let path = folder.join(name);
        fs::write(&path, text)
            .map_err(|error| format!("{}: {error}", path.display()))
            .map(|()| path)
    };
    written("ngi.manifest", MANIFEST.to_owned())?;
    let script = written("ngi.rc", script(package, version))?;
    let object = folder.join("resource.o");
    // In the folder, so that no path of this machine gets into the object.
    let mut windres = Command::new("x86_64-w64-mingw32-windres");
    windres.current_dir(folder).args(["-O", "coff", "-o"]).arg(&object).arg(&script);
    match windres.status() {
        Ok(status) if status.success() => Ok(object),
        Ok(status) => Err(format!("windres ended with {status}")),
        Err(error) => Err(format!("windres: {error}")),
    }
}

fn script(package: &str, version: &str) -> String {
    let mut numbers = version.split(['.', '-', '+']);
    let mut number = || numbers.next().and_then(|part| part.parse::<u16>().ok()).unwrap_or(0);
    let four = format!("{},{},{},0", number(), number(), number());
    let package = package.replace('\\', "/");
    format!(
        "1 ICON \"{package}/icon/ngi.ico\"\n\
         1 24 \"ngi.manifest\"\n\
         1 VERSIONINFO\n\
         FILEVERSION {four}\n\
         PRODUCTVERSION {four}\n\
         FILEOS 0x40004\n\
         FILETYPE 1\n\
         BEGIN\n\
         BLOCK \"StringFileInfo\"\nBEGIN\n\
         BLOCK \"040904b0\"\nBEGIN\n\
         VALUE \"FileDescription\", \"ngi: resources of the NGI engine\"\n\
         VALUE \"FileVersion\", \"{version}\"\n\
         VALUE \"InternalName\", \"ngi\"\n\
         VALUE \"LegalCopyright\", \"MIT OR Apache-2.0\"\n\
         VALUE \"ProductName\", \"ngi\"\n\
         VALUE \"ProductVersion\", \"{version}\"\n\
         END\nEND\n\
         BLOCK \"VarFileInfo\"\nBEGIN\n\
         VALUE \"Translation\", 0x409, 1200\n\
         END\nEND\n"
    )
}

/// No rights are asked for, and paths may be longer than 260 characters.
const MANIFEST: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<assembly xmlns="urn:schemas-microsoft-com:asm.v1" manifestVersion="1.0">
  <trustInfo xmlns="urn:schemas-microsoft-com:asm.v3">
    <security>
      <requestedPrivileges>
        <requestedExecutionLevel level="asInvoker" uiAccess="false"/>
      </requestedPrivileges>
    </security>
  </trustInfo>
  <application xmlns="urn:schemas-microsoft-com:asm.v3">
    <windowsSettings>
      <longPathAware xmlns="http://schemas.microsoft.com/SMI/2016/WindowsSettings">true</longPathAware>
    </windowsSettings>
  </application>
</assembly>
"#;
