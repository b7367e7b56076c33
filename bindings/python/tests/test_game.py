"""Tests of games and archives."""

import ngi_tools
from support import DEMO, CopyTest, DemoTest, sums


class Looking(DemoTest):
    def test_a_game_is_a_mapping_of_names(self):
        names = {path.name for path in DEMO.iterdir() if not path.name.startswith(".")}
        self.assertEqual(set(self.game), names)
        self.assertEqual(len(self.game), len(names))
        self.assertIn("material.LIB", self.game)
        self.assertNotIn("nothing.lib", self.game)

    def test_archives_are_folders(self):
        materials = self.game["Material.lib"]
        self.assertIsInstance(materials, ngi_tools.Archive)
        self.assertIn("WATER", materials)
        self.assertIn("water", materials)
        self.assertNotIn("no such", materials)
        self.assertNotIn("a/b", materials)
        self.assertEqual(len(materials), len(list(materials)))
        water = materials["WATER"]
        self.assertEqual((water.type, water.format, water.path), ("MAT0", "mat0", "Material.lib/WATER"))
        self.assertEqual(len(water.read()), water.size)
        model = self.game["static.rlb"]["s_stone_0_01.msh"]
        self.assertIsInstance(model, ngi_tools.Archive)
        self.assertEqual(self.game[model.path + "/3"].format, "table")

    def test_every_name_of_an_archive_leads_to_its_entry(self):
        for archive in ("Material.lib", "static.rlb", "effects.rlb", "sprites.lib"):
            for index, (name, node) in enumerate(self.game[archive].items()):
                same = self.game[f"{archive}/#{index}"]
                self.assertEqual((node.path, node.read()), (same.path, same.read()), name)

    def test_folders_are_mappings(self):
        maps = self.game["DATA"]["MAPS"]
        self.assertIsInstance(maps, ngi_tools.Folder)
        self.assertIn("VALLEY", maps)
        self.assertIsInstance(maps["valley"]["land.msh"], ngi_tools.Archive)

    def test_what_is_not_there_is_a_key_error(self):
        for path in ("nothing", "Material.lib/NOTHING", "Material.lib/WATER/3", "mission.cfg/x"):
            with self.assertRaises(KeyError, msg=path) as caught:
                self.game[path]
            self.assertIsInstance(caught.exception, ngi_tools.NotFoundError)
        self.assertIsNone(self.game.get("nothing"))
        with self.assertRaises(ngi_tools.NgiError):
            self.game["../elsewhere"]

    def test_a_folder_that_is_not_there(self):
        with self.assertRaises(OSError):
            ngi_tools.Game(DEMO / "nothing here")

    def test_things_are_found_by_name_and_kind(self):
        textures = self.game.find(kind="texm")
        self.assertGreater(len(textures), 20)
        self.assertTrue(all(node.format == "texm" for node in textures))
        self.assertEqual([node.name for node in self.game.find("WATER", kind="MAT0", below="Material.lib")][0], "WATER")

    def test_a_sound_game_has_no_findings(self):
        report = self.game.check()
        self.assertFalse(report, report.findings)
        self.assertGreater(report.checked, 300)


class Changing(CopyTest):
    def test_what_is_put_in_is_there_at_once(self):
        sounds = self.game["sounds.lib"]
        before, names = sums(self.folder), list(sounds)
        shot = sounds["shot.wav"].read()
        sounds["another.wav"] = shot
        self.assertEqual(list(sounds), [*names, "another.wav"])
        self.assertEqual(sounds["another.wav"].read(), shot)
        self.assertEqual(sounds["another.wav"].type, sounds["shot.wav"].type)
        del sounds["another.wav"]
        self.assertEqual(list(sounds), names)
        self.assertEqual([title.split()[0] for _, title in self.game.history()], ["remove", "put"])
        self.game.undo()
        self.assertIn("another.wav", sounds)
        self.game.undo()
        self.assertEqual(sums(self.folder), before)

    def test_a_change_is_all_or_nothing(self):
        before = sums(self.folder)
        with self.assertRaises(ZeroDivisionError):
            with self.game.change("never") as change:
                change.put("new.txt", b"text")
                1 / 0
        with self.assertRaises(ngi_tools.NotFoundError):
            with self.game.change("neither") as change:
                change.put("new.txt", b"text")
                change.remove("sounds.lib/nothing")
        self.assertEqual(sums(self.folder), before)
        with self.game.change("both") as change:
            change.put("new.txt", b"text")
            change.rename("sounds.lib/shot.wav", "bang.wav")
            change.put("objects.rlb/new", self.game["sounds.lib/shot.wav"], type="TEXT", attributes=[1, 2, 3])
        self.assertEqual((self.folder / "new.txt").read_bytes(), b"text")
        self.assertIn("bang.wav", self.game["sounds.lib"])
        self.assertEqual(self.game["objects.rlb/new"].attributes, (1, 2, 3))
        self.assertEqual(self.game.history()[0][1], "both")
        self.game.undo()
        self.assertEqual(sums(self.folder), before)

    def test_nothing_leaves_the_folder(self):
        for path in ("../outside.txt", "a/../../outside.txt"):
            with self.assertRaises(ngi_tools.NgiError):
                with self.game.change("out") as change:
                    change.put(path, b"text")
        self.assertFalse((self.folder.parent / "outside.txt").exists())

    def test_nodes_show_what_is_there_now(self):
        node = self.game["sounds.lib/shot.wav"]
        with self.game.change("gone") as change:
            change.remove("sounds.lib/shot.wav")
        with self.assertRaises(ngi_tools.NotFoundError):
            node.read()

    def test_backups_are_kept_unless_nobody_wants_them(self):
        self.game.open("Material.lib/WATER").save()
        self.assertFalse((self.folder / "Material.lib.bak").exists(), "the document is unchanged")
        water = self.game.open("Material.lib/WATER")
        water.phases[0].opacity = 50
        water.save(backup=False)
        self.assertFalse((self.folder / "Material.lib.bak").exists())
        water.phases[0].opacity = 51
        water.save()
        self.assertTrue((self.folder / "Material.lib.bak").exists())

    def test_what_somebody_else_changed_is_not_overwritten(self):
        mine, theirs = (self.game.open("Material.lib/WATER") for _ in range(2))
        theirs.phases[0].opacity = 10
        theirs.save()
        mine.phases[0].opacity = 20
        with self.assertRaises(ngi_tools.ChangedError):
            mine.save()
        self.assertEqual(self.game.open("Material.lib/WATER").phases[0].opacity, 10)
        # Changes of another entry of the same archive are not a conflict.
        rust = self.game.open("Material.lib/M_RUST")
        theirs.phases[0].opacity = 11
        theirs.save()
        rust.phases[0].opacity = 30
        rust.save()
        self.assertEqual(self.game.open("Material.lib/M_RUST").phases[0].opacity, 30)
