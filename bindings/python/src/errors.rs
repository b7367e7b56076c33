//! Errors as exceptions: the classes are those of `ngi_tools.errors`.

use pyo3::prelude::*;

/// What a function of ours gives.
pub type Result<T, E = Failure> = std::result::Result<T, E>;

/// Something that went wrong, before Python hears of it.
#[derive(Debug)]
pub struct Failure {
    class: Class,
    message: String,
}

/// A class of `ngi_tools.errors`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// Anything else.
    Ngi,
    /// A path that leads nowhere.
    NotFound,
    /// Bytes that cannot be followed.
    Format,
    /// A value that a field does not take.
    Field,
    /// A path in a document that leads nowhere.
    NoField,
    /// A part of a document that is no longer what it was.
    DeadView,
    /// A file that somebody changed since it was read.
    Changed,
    /// The system refused.
    Disk,
    /// Nothing can be drawn.
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
    /// A failure of a class.
    pub fn new(class: Class, message: impl Into<String>) -> Self {
        Self { class, message: message.into() }
    }

    /// A value that was refused: whatever the reason, it is the value's.
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
