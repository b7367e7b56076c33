"""What may go wrong. Every exception of this package is an :class:`NgiError`."""


class NgiError(Exception):
    """Something could not be done; the message says where and why."""


class NotFoundError(NgiError, KeyError):
    """A path or a name leads nowhere, or to more than one thing."""

    # A KeyError shows its message in quotes.
    __str__ = Exception.__str__


class FormatError(NgiError, ValueError):
    """The bytes of a file cannot be followed."""


class FieldError(NgiError, ValueError):
    """A field does not take a value."""


class NoFieldError(NgiError, AttributeError):
    """A document has no such field."""


class DeadViewError(NgiError, ReferenceError):
    """A part of a document is no longer where it was: look it up again."""


class ChangedError(NgiError):
    """Somebody changed a file since it was read; nothing was written."""


class DiskError(NgiError, OSError):
    """The system refused."""


class RenderError(NgiError):
    """Nothing can be drawn: no driver, or a package that was built without."""
