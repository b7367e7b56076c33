"""Tests of the guide, the examples and the type annotations."""

import csv
import doctest
import io
import os
import re
import runpy
import shutil
import sys
import tempfile
import unittest
from contextlib import contextmanager, redirect_stdout
from pathlib import Path

import ngi_tools
from support import DEMO, CopyTest

HERE = Path(__file__).resolve().parent.parent
PAGE = HERE.parent.parent / "docs" / "tools" / "python.md"


@contextmanager
def chdir(folder):
    """Changes the working directory inside the block."""
    before = os.getcwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def examples_of(text):
    """Returns a page without code fences, which doctest would treat as output."""
    return re.sub(r"^```.*$", "", text, flags=re.MULTILINE)


class Guide(unittest.TestCase):
    def run_sessions(self, name, text, least):
        with tempfile.TemporaryDirectory() as folder, chdir(folder):
            shutil.copytree(DEMO, "ngi-demo", ignore=shutil.ignore_patterns("exported"))
            test = doctest.DocTestParser().get_doctest(text, {}, name, name, 0)
            told = io.StringIO()
            flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
            result = doctest.DocTestRunner(optionflags=flags).run(test, out=told.write)
        self.assertEqual(result.failed, 0, told.getvalue())
        self.assertGreaterEqual(result.attempted, least)

    def test_the_page(self):
        self.run_sessions("docs/tools/python.md", examples_of(PAGE.read_text(encoding="utf-8")), 40)

    def test_the_package(self):
        self.run_sessions("ngi_tools", ngi_tools.__doc__, 3)

    def test_every_public_thing_is_documented(self):
        for name in ngi_tools.__all__:
            thing = getattr(ngi_tools, name)
            if isinstance(thing, type):
                self.assertTrue(thing.__doc__, name)
                for member, value in vars(thing).items():
                    if not member.startswith("_") and (callable(value) or isinstance(value, property)):
                        self.assertTrue(value.__doc__, f"{name}.{member}")


class Examples(CopyTest):
    def run_example(self, name, *arguments):
        kept = sys.argv
        sys.argv = [name, *map(str, arguments)]
        told = io.StringIO()
        try:
            with redirect_stdout(told):
                runpy.run_path(str(HERE / "examples" / name), run_name="__main__")
        finally:
            sys.argv = kept
        return told.getvalue()

    def test_a_census_of_all_textures(self):
        told = self.run_example("texture_census.py", self.folder)
        rows = list(csv.DictReader(io.StringIO(told)))
        self.assertEqual(len(rows), len(self.game.find(kind="texm")))
        panel = next(row for row in rows if row["path"] == "Textures.lib/PANEL.0")
        self.assertEqual((panel["width"], panel["format"], panel["levels"]), ("256", "8888", "9"))

    def test_all_hulls_in_another_colour(self):
        hulls = [node.path for node in self.game.find("*HULL*", kind="texm")]
        self.assertGreater(len(hulls), 0)
        before = {path: self.game.texture(path).rgba() for path in hulls}
        told = self.run_example("recolour_hulls.py", self.folder, "--hue", "120")
        self.assertIn("ngi undo", told)
        self.game.refresh()
        for path in hulls:
            self.assertFalse((self.game.texture(path).rgba() == before[path]).all(), path)
        self.assertFalse(self.game.check())
        self.assertEqual(len(self.game.history()), 1, "all textures change in one step")
        self.game.undo()
        for path in hulls:
            self.assertTrue((self.game.texture(path).rgba() == before[path]).all(), path)

    def test_placements_of_a_mission(self):
        told = self.run_example("placements.py", self.folder, "MISSIONS/Single.01")
        rows = list(csv.DictReader(io.StringIO(told)))
        mission = self.game.open("MISSIONS/Single.01/data.tma")
        self.assertEqual(len(rows), len(mission.objects))
        self.assertEqual(float(rows[0]["x"]), mission.objects[0].position[0])
        self.assertEqual({row["clan"] for row in rows}, {"", "Player"})
        above = [float(row["above_ground"]) for row in rows]
        self.assertTrue(all(abs(height) < 1 for height in above), above)


class Types(unittest.TestCase):
    def test_the_package_and_its_examples_are_typed(self):
        try:
            from mypy import api
        except ImportError:
            self.skipTest("needs mypy")
        package = Path(ngi_tools.__file__).parent
        self.assertTrue((package / "py.typed").exists() and (package / "_native.pyi").exists())
        with tempfile.TemporaryDirectory() as cache, chdir(os.fspath(HERE)):
            arguments = ["--strict", "--cache-dir", cache, "-p", "ngi_tools"]
            told, errors, status = api.run(arguments)
            self.assertEqual(status, 0, told + errors)
            examples = [os.fspath(path) for path in (HERE / "examples").glob("*.py")]
            told, errors, status = api.run(["--strict", "--cache-dir", cache, *examples])
            self.assertEqual(status, 0, told + errors)

    def test_the_stubs_say_what_is_there(self):
        from ngi_tools import _native

        text = (Path(ngi_tools.__file__).parent / "_native.pyi").read_text(encoding="utf-8")
        for name in ("Game", "Node", "Document", "Step", "Level"):
            block = re.search(rf"^class {name}:\n((?:    .*\n|\n)+)", text, re.MULTILINE).group(1)
            said = set(re.findall(r"def (\w+)", block)) - {"__new__"}
            there = {member for member in dir(getattr(_native, name)) if not member.startswith("_")}
            self.assertEqual(said, there, name)
