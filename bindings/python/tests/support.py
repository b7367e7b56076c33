"""What tests share: the demo game, and copies of it that may be changed."""

import hashlib
import os
import shutil
import tempfile
import unittest
from pathlib import Path

import ngi_tools

#: The demo game; `cargo xtask python --test` makes it.
DEMO = Path(os.environ["NGI_DEMO"])


class DemoTest(unittest.TestCase):
    """Tests that look at the demo game."""

    @classmethod
    def setUpClass(cls):
        cls.game = ngi_tools.Game(DEMO)


class CopyTest(unittest.TestCase):
    """Tests that change a game: each has a copy of its own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name) / "game"
        shutil.copytree(DEMO, self.folder, ignore=shutil.ignore_patterns("exported"))
        self.game = ngi_tools.Game(self.folder)


def sums(folder):
    """The sum of every file that is no backup and no journal."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and ".ngi" not in path.parts and ".bak" not in path.name
    }
