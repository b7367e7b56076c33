"""Tests of the logic that runs without Blender."""

import os
import stat
import unittest
from pathlib import Path

from common import BUNKER, ROBOT, VALLEY, WithGame, files_of
from labels import labels

from ngi_blender import words
from ngi_blender.logic import catalogue, destination, fields, gltf_file, report
from ngi_blender.logic import program as programs
from ngi_blender.logic.catalogue import Row
from ngi_blender.logic.destination import MOD, NEW, Options
from ngi_blender.logic.program import Problem, Program
from ngi_blender.logic.report import Report


class TheProgram(WithGame):
    def script(self, name, lines):
        """Writes a shell script and returns its path."""
        path = self.place / name
        path.write_text("#!/bin/sh\n" + lines + "\n")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return path

    def test_the_chosen_one_comes_first_then_the_bundled_one_then_path(self):
        for folder in ("chosen", "bundled", "path"):
            (self.place / folder).mkdir()
            self.script(f"{folder}/{programs.NAME}", "exit 0")
        chosen, bundled, path = (self.place / name for name in ("chosen", "bundled", "path"))
        self.assertEqual(programs.find(str(chosen), bundled, str(path)), chosen / programs.NAME)
        self.assertEqual(programs.find("", bundled, str(path)), bundled / programs.NAME)
        self.assertEqual(programs.find("", path / "no", str(path)), path / programs.NAME)

    @unittest.skipIf(os.name == "nt", "Windows has no executable permission")
    def test_a_bundled_one_that_lost_its_mark_runs(self):
        path = self.script(programs.NAME, "exit 0")
        path.chmod(0o644)
        self.assertTrue(os.access(programs.find("", self.place), os.X_OK))

    def test_one_that_is_nowhere_is_told(self):
        with self.assertRaisesRegex(Problem, "program .*missing does not exist"):
            programs.find(str(self.place / "missing"))
        with self.assertRaisesRegex(Problem, "not found. Install it, or choose it"):
            programs.find("", self.place, str(self.place))

    @unittest.skipIf(os.name == "nt", "uses shell scripts")
    def test_old_and_strange_programs_are_told(self):
        old = Program(self.script("old", "echo 'ngi 0.0.9 (abc)'"))
        with self.assertRaisesRegex(Problem, "0.0.9 .*too old. Install version 0.1.0 or newer"):
            old.version()
        with self.assertRaisesRegex(Problem, "is not ngi. Its version is “else”"):
            Program(self.script("other", "echo else")).version()
        schema = '{"formats": [{"id": "msh", "shapes": []}]}'
        silent = f"""[ "$1" = schema ] && echo '{schema}' || echo 'ngi 0.1.0'"""
        with self.assertRaisesRegex(Problem, "too old for this add-on"):
            Program(self.script("silent", silent)).ways("msh")
        with self.assertRaisesRegex(Problem, "cannot be started"):
            Program(self.place / "missing").run("--version")
        with self.assertRaisesRegex(Problem, "ngi list did not print JSON: oh"):
            Program(self.script("text", "echo oh >&2")).ask("list")

    def test_what_the_program_refuses_is_said_as_it_says_it(self):
        with self.assertRaisesRegex(Problem, "nothing.rlb"):
            self.program.ask("list", self.game / "nothing.rlb")
        self.assertGreaterEqual(self.program.version(), programs.OLDEST)


class TheCatalogue(WithGame):
    def test_what_the_program_can_do_is_offered(self):
        offered = [kind.format for kind in catalogue.offered(self.program)]
        self.assertEqual(offered[0], "msh")
        self.assertIn("land", offered)
        for kind in catalogue.KINDS:
            can = "gltf" in self.program.ways(kind.format)[0]
            self.assertEqual(kind.format in offered, can)
        self.assertTrue(catalogue.comes_back(self.program, "land"))
        self.assertFalse(catalogue.comes_back(self.program, "exp"))

    def test_models_and_levels_are_listed_by_path(self):
        models = catalogue.rows(self.program, self.game, "msh")
        self.assertGreaterEqual(len(models), 10)
        self.assertIn(ROBOT, [row.path for row in models])
        self.assertEqual(models, sorted(models, key=lambda row: row.path.lower()))
        levels = [row.path for row in catalogue.rows(self.program, self.game, "land")]
        self.assertEqual(levels, ["DATA/MAPS/CRATER", VALLEY])

    def test_a_folder_that_is_none_is_told(self):
        with self.assertRaisesRegex(Problem, "Choose a game folder"):
            catalogue.rows(self.program, "", "msh")
        with self.assertRaisesRegex(Problem, "does not exist"):
            catalogue.rows(self.program, self.place / "nowhere", "msh")

    def test_searching(self):
        listed = [Row("bases.rlb/r_Scout.msh", 1), Row("static.rlb/s_tree_0_01.msh", 2)]
        for text, found in (("SCOUT", 1), ("", 2), ("s_tree_?_*", 1), ("*.wav", 0), ("static", 1)):
            self.assertEqual(len(catalogue.matching(listed, text)), found, text)
        self.assertEqual((listed[0].name, listed[0].where), ("r_Scout.msh", "bases.rlb"))


class TheDestination(WithGame):
    def words(self, path, target=None, is_level=False, **options):
        made = destination.words(self.game, target or self.game, path, is_level, Options(**options))
        return [str(word) for word in made]

    def test_files_are_found_whatever_their_case(self):
        file, entry = destination.on_disk(self.game, "BASES.RLB/r_x.msh")
        self.assertEqual((file.name, entry), ("bases.rlb", "r_x.msh"))
        self.assertEqual(destination.on_disk(self.game, "data/maps/valley/land.MSH")[1], "")
        self.assertIsNone(destination.on_disk(self.game, "DATA/MAPS/NOWHERE/Land.msh"))
        with self.assertRaisesRegex(Problem, "no longer in"):
            destination.split(self.game, "gone.rlb/x.msh")

    def test_a_model_takes_its_own_place(self):
        words = self.words(ROBOT, make_lods=True, clip="walk")
        self.assertEqual(words[words.index("-o") + 1], str(self.game / ROBOT))
        self.assertEqual(words[words.index("--like") + 1], str(self.game / ROBOT))
        for word in ("--force", "--new-rows", "--update-materials", "--make-lods"):
            self.assertIn(word, words)
        self.assertEqual(words[words.index("--clip") + 1], "walk")
        self.assertNotIn("--update-materials", self.words(ROBOT, repaint=False))

    def test_something_new_goes_beside(self):
        words = self.words(ROBOT, to=NEW, name="r_other")
        self.assertEqual(words[words.index("--into") + 1], str(self.game / "bases.rlb"))
        self.assertNotIn("--force", words)
        level = self.words(VALLEY, is_level=True, to=NEW, name="HILLS")
        self.assertEqual(level[level.index("-o") + 1], str(self.game / "DATA/MAPS/HILLS"))
        self.assertNotIn("--force", level)
        for name in ("", "a/b", "..", "x" * 32, "tab\t", "a@b"):
            with self.assertRaisesRegex(Problem, "not a valid name"):
                self.words(ROBOT, to=NEW, name=name)

    def test_a_mod_says_what_changed_and_nothing_is_left_over(self):
        mod = self.place / "mods" / "mine"
        options = Options(to=MOD, mod=str(mod))
        needed = destination.needed_for(self.game, ROBOT, False)
        self.assertEqual(needed, ["bases.rlb", "Material.lib", "Textures.lib"])
        for opacity in (40, 30):
            report = Report("x")
            with destination.prepared(self.program, self.game, needed, options) as (layer, finish):
                words = destination.words(self.game, layer, ROBOT, False, options)
                self.assertIn(str(layer / ROBOT), [str(word) for word in words])
                self.assertEqual(len(list(layer.iterdir())), 3, "the archive and two libraries")
                field = f"phases[0].opacity={opacity}"
                report.files = [("x", None)]
                self.program.run("set", layer / "Material.lib/WATER", field)
                finish(report)
            self.assertFalse(layer.exists())
            self.assertEqual(sorted(files_of(mod)), ["changes.json", "mod.toml"])
            self.assertIn("mine 1.0: 1 change in 1 file", report.told)
            self.assertIn(f'"to":{opacity}', (mod / "changes.json").read_text())
        self.assertEqual(self.changed(), [])
        with self.assertRaisesRegex(RuntimeError, "stopped"):
            with destination.prepared(self.program, self.game, [BUNKER.split("/")[0]], options):
                raise RuntimeError("stopped")
        other = self.place / "other"
        other.mkdir()
        (other / "letter.txt").write_text("mine")
        for wrong, why in (
            ("", "Choose a mod folder"),
            (str(self.game), "must not be the game folder"),
            (str(other), "is not a mod"),
        ):
            with self.assertRaisesRegex(Problem, why):
                wanted = Options(to=MOD, mod=wrong)
                with destination.prepared(self.program, self.game, needed, wanted):
                    pass


class TheFields(WithGame):
    def test_the_schema_says_what_stored_fields_mean(self):
        schema = self.program.schema()
        stored = 0
        for owner, listed in fields.OWNERS.items():
            for field in listed:
                meaning = fields.meaning(schema, field)
                self.assertTrue(meaning, f"{owner} {field.key}")
                if field.stored:
                    stored += 1
                    self.assertTrue(fields.stored_field(schema, field), field)
        self.assertGreaterEqual(stored, 8)
        portal = fields.known("MATERIAL")["portal"]
        self.assertIn("Node of the room behind", fields.meaning(schema, portal))
        word = {name: bit for bit, name, _ in fields.bits(schema, fields.known("MATERIAL")["word"])}
        self.assertEqual((word["portal"], word["lightmapped"]), (8, 8192))
        self.assertEqual(fields.bits(schema, portal), [])

    def test_every_field_of_an_export_is_known(self):
        file = self.place / "x.gltf"
        for path in (ROBOT, BUNKER, VALLEY):
            self.program.run("export", self.game / path, "-o", file, "--lod", "all", "--force")
            document = gltf_file.read(file)
            for owner, things in (
                ("OBJECT", "nodes"),
                ("MESH", "meshes"),
                ("MATERIAL", "materials"),
                ("THING", "scenes"),
            ):
                known = fields.known(owner).keys() | {"schema", "up", "frame", "place", "cells"}
                for thing in document[things]:
                    keys = thing.get("extras", {}).get("ngi", {}).keys()
                    self.assertLessEqual(keys, known, f"{path} {owner}")

    def test_values_in_words(self):
        known = fields.known("MATERIAL")
        self.assertEqual(fields.in_words(known["portal"], 65535), "none")
        self.assertEqual(fields.in_words(known["portal"], 2), "2")
        self.assertEqual(fields.in_words(known["lightmap"], 255), "none")
        self.assertEqual(fields.in_words(fields.known("THING")["fps"], 25.0), "25")
        listed = fields.listed("OBJECT", {"odd": 1, "flags": 2, "schema": "x", "node": 3})
        self.assertEqual([field.key for field, _ in listed], ["node", "flags", "odd"])


class TheReport(unittest.TestCase):
    def test_losses_come_first_and_files_last(self):
        document = {
            "schema": "ngi.written/1",
            "files": [{"path": "a.rlb", "backup": "a.rlb.bak"}, {"path": "b", "backup": None}],
            "carried": ["c"],
            "computed": ["d"],
            "lost": ["e"],
            "told": ["f"],
        }
        report = Report.of("x.msh", document)
        kinds = [kind for kind, _ in report.lines()]
        self.assertEqual(kinds, ["lost", "told", "computed", "carried", "written", "written"])
        self.assertTrue(report.is_lossy)
        self.assertTrue(report.text().startswith("x.msh\n\nLost: e\nNote: f\nRecomputed: d\n"))
        self.assertIn("Written: a.rlb (backup: a.rlb.bak)\nWritten: b\n", report.text())
        with self.assertRaises(ValueError):
            Report.of("x", {"schema": "ngi.list/1"})
        self.assertEqual(Report("x").lines(), [])


class TheWords(unittest.TestCase):
    def test_every_label_has_its_russian_one(self):
        found = labels(Path(words.__file__).parent)
        self.assertGreater(len(found), 80)
        self.assertEqual(found - words.RUSSIAN.keys(), set())

    def test_kinds_of_lines_are_labels_too(self):
        self.assertEqual(report.TITLES.keys(), {*report.KINDS, "written"})
        for label in (*report.TITLES.values(), "none", "Select a row of the list first"):
            self.assertIn(label, words.RUSSIAN)

    def test_russian_ones_are_russian(self):
        for english, russian in words.RUSSIAN.items():
            self.assertRegex(russian, "[а-яё]", english)
            self.assertFalse(russian.endswith("."), english)


if __name__ == "__main__":
    unittest.main()
