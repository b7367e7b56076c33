"""Textures as arrays and images."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from . import _native
from .documents import Document
from .errors import FieldError, NgiError

if TYPE_CHECKING:
    from PIL.Image import Image


class Texture(Document):
    """Texture or lightmap."""

    __slots__ = ()

    def rgba(self, level: int = 0) -> npt.NDArray[np.uint8]:
        """Returns the pixels of a mip level as an array (height, width, 4) of RGBA bytes.

        Level 0 is the largest. The array is a copy that the caller may change.
        """
        if isinstance(level, bool) or not isinstance(level, (int, np.integer)) or level < 0:
            raise IndexError(f"{level!r} is not a mip level; use 0 for the largest")
        game = self._origin.game._native
        width, height, rgba = _native.pixels(self._origin.native, game, int(level))
        return np.frombuffer(rgba, np.uint8).reshape(height, width, 4).copy()

    def image(self, level: int = 0) -> Image:
        """Returns a mip level as a Pillow image."""
        picture: Image = _pillow().fromarray(self.rgba(level))
        return picture

    def paint(self, picture: Any, *, dither: bool = False) -> list[str]:
        """Replaces the pixels by an array (height, width, 3 or 4) of bytes, or by a Pillow image.

        Format and cells stay, and the smaller mip levels are rebuilt. No byte changes if the image
        looks the same. Returns notes on recomputed data and on losses.
        """
        if not isinstance(picture, np.ndarray):
            picture = _of_picture(picture)
        if picture.dtype != np.uint8 or picture.ndim != 3 or picture.shape[2] not in (3, 4):
            raise FieldError("expected an image of shape (height, width, 3 or 4) and dtype uint8")
        height, width, channels = picture.shape
        if channels == 3:
            opaque = np.full((height, width, 1), 255, np.uint8)
            rgba = np.concatenate([picture, opaque], axis=2)
        else:
            rgba = np.ascontiguousarray(picture)
        game = self._origin.game._native
        size = (width, height)
        return _native.paint(self._origin.native, game, size, rgba.tobytes(), channels == 4, dither)


def _pillow() -> Any:
    try:
        from PIL import Image as pillow
    except ImportError as error:
        raise NgiError("images need Pillow: pip install ngi-tools[pictures]") from error
    return pillow


def _of_picture(picture: Any) -> npt.NDArray[np.uint8]:
    if not hasattr(picture, "convert"):
        raise FieldError("expected a numpy array or a Pillow image")
    has_alpha = picture.mode in ("RGBA", "LA", "PA") or "transparency" in picture.info
    return np.asarray(picture.convert("RGBA" if has_alpha else "RGB"))
