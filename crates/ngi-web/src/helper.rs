//! What runs in the page's second thread, which has the same program and a memory of its own.

use js_sys::{Array, Uint8Array};
use ngi_demo::{FilePlan, Scale};
use wasm_bindgen::prelude::*;

use crate::unzip::Zip;

/// The demo game, file by file.
#[wasm_bindgen]
pub struct Demo {
    plan: Vec<FilePlan>,
}

#[wasm_bindgen]
impl Demo {
    /// Knows which files there will be.
    #[wasm_bindgen(constructor)]
    #[expect(clippy::new_without_default, reason = "scripts know constructors only")]
    pub fn new() -> Self {
        Self { plan: ngi_demo::plan(Scale::ONE) }
    }

    /// How many.
    pub fn count(&self) -> usize {
        self.plan.len()
    }

    /// Makes one: its name and its bytes.
    pub fn make(&self, index: usize) -> Result<Array, JsError> {
        let plan = self.plan.get(index).ok_or_else(|| JsError::new("no such file"))?;
        let bytes = plan.make()?;
        Ok(Array::of2(&plan.path.as_str().into(), &Uint8Array::from(bytes.as_slice())))
    }
}

/// A zip file, file by file.
#[wasm_bindgen]
pub struct Unzip {
    zip: Zip,
}

#[wasm_bindgen]
impl Unzip {
    /// Reads its directory.
    #[wasm_bindgen(constructor)]
    pub fn new(bytes: Vec<u8>) -> Result<Self, JsError> {
        Ok(Self { zip: Zip::open(bytes)? })
    }

    /// How many files and folders there are.
    pub fn count(&self) -> usize {
        self.zip.len()
    }

    /// The next: its name, its bytes or nothing, and why there are none. Nothing at the end.
    pub fn next(&mut self) -> Option<Array> {
        let (name, file) = self.zip.next_file()?;
        let name = name.as_str().into();
        Some(match file {
            Ok(bytes) => Array::of2(&name, &Uint8Array::from(bytes.as_slice())),
            Err(error) => Array::of3(&name, &JsValue::NULL, &error.to_string().as_str().into()),
        })
    }
}
