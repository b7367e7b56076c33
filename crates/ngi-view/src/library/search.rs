//! The search over names and types.

use super::Item;

/// What is searched for: words that must all occur in name or type, ignoring case.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Query {
    words: Vec<String>,
}

impl Query {
    /// Takes a text apart.
    pub fn new(text: &str) -> Self {
        Self { words: text.split_whitespace().map(str::to_lowercase).collect() }
    }

    /// Whether everything matches.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Whether an item is meant.
    pub fn matches(&self, item: &Item) -> bool {
        self.words.iter().all(|word| item.haystack.contains(word.as_str()))
    }
}
