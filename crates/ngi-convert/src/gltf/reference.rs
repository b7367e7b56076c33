//! The model an import goes by.

use ngi_engine::model::Skeleton;
use ngi_formats::msh::{Blueprint, Model, ModelDoc};

use super::clip::{self, Motion, Pose};
use crate::Result;

/// The model an import goes by.
pub(crate) struct Reference {
    pub doc: ModelDoc,
    pub plan: Blueprint,
    /// Names of its nodes.
    pub names: Vec<String>,
    /// Where they go.
    pub ways: Vec<Option<Motion>>,
    /// Where its nodes rest.
    pub rests: Vec<Pose>,
}

impl Reference {
    /// Nothing: for a model that is new.
    pub(super) fn nothing(stem: &[u8]) -> Result<Self> {
        let plan = Blueprint::new(stem);
        Ok(Self {
            doc: plan.build()?,
            plan,
            names: Vec::new(),
            ways: Vec::new(),
            rests: Vec::new(),
        })
    }

    /// Where one of its nodes goes; `None` where it stays.
    pub(super) fn way(&self, node: Option<usize>) -> Option<&Motion> {
        self.ways.get(node?)?.as_ref()
    }

    /// Reads a model.
    pub fn read(bytes: &[u8]) -> Result<Self> {
        let mut findings = ngi_formats::Findings::new(ngi_formats::Mode::Tolerant, false);
        let model = Model::read_tolerant(bytes, &mut findings)?;
        let doc = ModelDoc::from_model(&model);
        let plan = Blueprint::of(&doc)?;
        let skeleton = Skeleton::new(&model);
        let nodes = 0..plan.nodes.len();
        Ok(Self {
            names: nodes.clone().map(|node| model.node_name(node)).collect(),
            ways: clip::ways(&doc, &plan, &skeleton),
            rests: nodes.map(|node| clip::rest(&skeleton, node, None)).collect(),
            doc,
            plan,
        })
    }
}
