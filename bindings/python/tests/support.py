"""Shared parts of the tests: the demo game, and copies of it that tests may change."""

import hashlib
import os
import shutil
import tempfile
import unittest
from pathlib import Path

import ngi_tools

#: Folder of the demo game, which `cargo xtask python --test` creates.
DEMO = Path(os.environ["NGI_DEMO"])


class DemoTest(unittest.TestCase):
    """Base class of tests that only read the demo game."""

    @classmethod
    def setUpClass(cls):
        cls.game = ngi_tools.Game(DEMO)


class CopyTest(unittest.TestCase):
    """Base class of tests that change a game: each test gets its own copy."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name) / "game"
        shutil.copytree(DEMO, self.folder, ignore=shutil.ignore_patterns("exported"))
        self.game = ngi_tools.Game(self.folder)


def sums(folder):
    """Returns the checksums of all files except backups and the journal."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and ".ngi" not in path.parts and ".bak" not in path.name
    }
