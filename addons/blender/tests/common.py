"""Shared parts of the tests: copies of the demo game, the program, and known files of the game."""

import os
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from ngi_blender.logic.program import Program  # noqa: E402

# Set by `cargo xtask blender --test`.
PROGRAM = os.environ.get("NGI_TEST_PROGRAM", "")
DEMO = os.environ.get("NGI_TEST_DEMO", "")
PICTURES = os.environ.get("NGI_TEST_PICTURES", "")

ROBOT = "bases.rlb/r_scout_0_01.msh"
BUNKER = "fortif.rlb/f_bunker_01.msh"
VALLEY = "DATA/MAPS/VALLEY"
UNIT = "UNITS/UNITS/scout.dat"
MISSION = "MISSIONS/Single.02"


def files_of(folder):
    """Returns the contents of all files below a folder by path, without journal and backups."""
    found = {}
    for path in sorted(Path(folder).rglob("*")):
        below = path.relative_to(folder).as_posix()
        is_ours = below.startswith(".ngi/") or ".bak" in path.name
        if path.is_file() and not is_ours:
            found[below] = path.read_bytes()
    return found


@unittest.skipUnless(PROGRAM and DEMO, "needs NGI_TEST_PROGRAM and NGI_TEST_DEMO")
class WithGame(unittest.TestCase):
    """Base class of tests that work on their own copy of the demo game."""

    maxDiff = None

    def setUp(self):
        self.program = Program(Path(PROGRAM))
        self.place = Path(tempfile.mkdtemp(prefix="ngi-test-"))
        self.addCleanup(shutil.rmtree, self.place, ignore_errors=True)
        self.game = self.place / "game"
        shutil.copytree(DEMO, self.game)

    def changed(self):
        """Returns the files of the game that differ from the demo game."""
        was, now = files_of(DEMO), files_of(self.game)
        return sorted(name for name in was.keys() | now.keys() if was.get(name) != now.get(name))

    def stored(self, path, game=None):
        """Returns the bytes of an entry."""
        file = self.place / "stored.bin"
        self.program.run("export", (game or self.game) / path, "-o", file, "--force")
        return file.read_bytes()

    def differences(self, path, other=None):
        """Returns the lines of `ngi diff` between a path of the demo game and of this game."""
        answer = self.program.run("diff", Path(DEMO) / path, other or self.game / path)
        return answer.out.strip().splitlines()
