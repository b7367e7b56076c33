//! Conversion of errors to the exception classes of `ngi_tools.errors`.

use pyo3::prelude::*;

/// Result of the functions of this crate.
pub type Result<T, E = Failure> = std::result::Result<T, E>;

/// Error before its conversion to a Python exception.
#[derive(Debug)]
pub struct Failure {
    class: Class,
    message: String,
}

/// Exception class of `ngi_tools.errors`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// Error of no other class.
    Ngi,
    /// Missing or ambiguous path.
    NotFound,
    /// Bytes that cannot be read in their format.
    Format,
    /// Value that is not valid for a field.
    Field,
    /// Path that a document does not contain.
    NoField,
    /// View of a document that is out of date.
    DeadView,
    /// File that another program changed since it was read.
    Changed,
    /// Error of the operating system.
    Disk,
    /// Rendering failed.
    #[cfg(feature = "render")]
    Render,
}

impl Class {
    fn name(self) -> &'static str {
        match self {
            Self::Ngi => "NgiError",
            Self::NotFound => "NotFoundError",
            Self::Format => "FormatError",
            Self::Field => "FieldError",
            Self::NoField => "NoFieldError",
            Self::DeadView => "DeadViewError",
            Self::Changed => "ChangedError",
            Self::Disk => "DiskError",
            #[cfg(feature = "render")]
            Self::Render => "RenderError",
        }
    }
}

impl Failure {
    /// Creates a failure of a class.
    pub fn new(class: Class, message: impl Into<String>) -> Self {
        Self { class, message: message.into() }
    }

    /// Converts an error about a rejected value. General and format errors become field errors,
    /// because the value caused them.
    pub fn refused(error: ngi_verbs::Error) -> Self {
        let failure = Self::from(error);
        let own = matches!(failure.class, Class::Ngi | Class::Format);
        Self { class: if own { Class::Field } else { failure.class }, ..failure }
    }
}

impl From<ngi_verbs::Error> for Failure {
    fn from(error: ngi_verbs::Error) -> Self {
        Self { class: class_of(&error), message: error.to_string() }
    }
}

impl From<ngi_vfs::Error> for Failure {
    fn from(error: ngi_vfs::Error) -> Self {
        Self::from(ngi_verbs::Error::from(error))
    }
}

impl From<ngi_formats::Error> for Failure {
    fn from(error: ngi_formats::Error) -> Self {
        Self::from(ngi_verbs::Error::from(error))
    }
}

fn class_of(error: &ngi_verbs::Error) -> Class {
    use ngi_verbs::Error;
    match error {
        Error::About { source, .. } => class_of(source),
        Error::Format(_) => Class::Format,
        Error::Json { .. } => Class::Field,
        Error::Io { .. } | Error::Output(_) => Class::Disk,
        Error::Vfs(error) => match error {
            ngi_vfs::Error::NotFound { .. }
            | ngi_vfs::Error::Ambiguous { .. }
            | ngi_vfs::Error::NotAContainer { .. } => Class::NotFound,
            ngi_vfs::Error::Format { .. } => Class::Format,
            ngi_vfs::Error::Changed { .. } => Class::Changed,
            other if other.fault() == ngi_vfs::Fault::System => Class::Disk,
            _ => Class::Ngi,
        },
        _ => Class::Ngi,
    }
}

impl From<Failure> for PyErr {
    fn from(Failure { class, message }: Failure) -> Self {
        Python::attach(|py| {
            let module = py.import("ngi_tools.errors");
            let made = module.and_then(|module| module.getattr(class.name())?.call1((message,)));
            made.map_or_else(|error| error, PyErr::from_value)
        })
    }
}
