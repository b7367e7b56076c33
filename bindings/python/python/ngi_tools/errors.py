"""Exceptions of the package. All of them are subclasses of :class:`NgiError`."""


class NgiError(Exception):
    """Base class of all errors. The message contains the place and the reason."""


class NotFoundError(NgiError, KeyError):
    """A path or name does not exist, or is ambiguous."""

    # KeyError would show the message in quotes.
    __str__ = Exception.__str__


class FormatError(NgiError, ValueError):
    """A file or entry cannot be read in its format."""


class FieldError(NgiError, ValueError):
    """A value is not valid for a field."""


class NoFieldError(NgiError, AttributeError):
    """A document does not have the field."""


class DeadViewError(NgiError, ReferenceError):
    """A view is out of date, because parts of the document were added, removed or replaced.

    Look the part up again.
    """


class ChangedError(NgiError):
    """Another program changed the file since it was read. Nothing was written."""


class DiskError(NgiError, OSError):
    """The operating system reported an error."""


class RenderError(NgiError):
    """Rendering failed: no graphics driver, a package without ``render``, or a wrong argument."""
