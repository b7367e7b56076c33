"""Tests of the zip, installed like a user does: as an extension and as a legacy add-on."""

import os
import shutil
import tempfile
import unittest
import zipfile
from pathlib import Path

HOME = Path(tempfile.mkdtemp(prefix="ngi-home-"))
# Protects the user's Blender configuration. Blender reads the variable when it starts.
os.environ["BLENDER_USER_RESOURCES"] = str(HOME)
# Without ngi on the PATH, the tests must choose it in the preferences.
os.environ["PATH"] = os.pathsep.join(
    folder for folder in os.environ["PATH"].split(os.pathsep) if not (Path(folder) / "ngi").exists()
)

import bpy  # noqa: E402

ZIP = os.environ.get("NGI_TEST_ZIP", "")
PROGRAM = os.environ.get("NGI_TEST_PROGRAM", "")
DEMO = os.environ.get("NGI_TEST_DEMO", "")
ROBOT = "bases.rlb/r_scout_0_01.msh"


def tearDownModule():
    shutil.rmtree(HOME, ignore_errors=True)


@unittest.skipUnless(ZIP, "needs NGI_TEST_ZIP")
class Installed(unittest.TestCase):
    def setUp(self):
        bpy.ops.wm.read_factory_settings(use_empty=True)

    def works(self, module):
        """Checks that preferences and import work, and that disabling the add-on removes it."""
        chosen = bpy.context.preferences.addons[module].preferences
        with self.assertRaisesRegex(RuntimeError, "ngi was not found"):
            bpy.ops.import_scene.ngi(game=DEMO, path=ROBOT)
        chosen.program = PROGRAM
        self.assertEqual(bpy.ops.import_scene.ngi(game=DEMO, path=ROBOT), {"FINISHED"})
        self.assertGreater(len(bpy.data.objects), 50)
        self.assertIn("ngi_fields", bpy.types.Object.bl_rna.properties.keys())
        self.translated()
        bpy.ops.preferences.addon_disable(module=module)
        self.assertNotIn("ngi_fields", bpy.types.Object.bl_rna.properties.keys())
        self.assertFalse(hasattr(bpy.types, "NGI_PT_game"))

    def translated(self):
        """Checks that the labels are Russian if Blender's language is."""
        view = bpy.context.preferences.view
        if "ru_RU" not in bpy.app.translations.locales:
            # The Blender of PyPI has no languages.
            return
        view.language = "ru_RU"
        view.use_translate_interface = True
        try:
            said = bpy.app.translations.pgettext_iface("Export to Game")
            button = bpy.app.translations.pgettext_iface("Refresh List", "Operator")
        finally:
            view.language = "en_US"
        self.assertEqual((said, button), ("Экспорт в игру", "Обновить список"))

    def test_as_an_extension(self):
        done = bpy.ops.extensions.package_install_files(
            filepath=ZIP, repo="user_default", enable_on_install=True
        )
        self.assertEqual(done, {"FINISHED"})
        module = "bl_ext.user_default.ngi_blender"
        self.assertIn(module, bpy.context.preferences.addons)
        self.works(module)

    def test_as_an_add_on_of_the_old_kind(self):
        place = Path(bpy.utils.user_resource("SCRIPTS", path="addons", create=True))
        with zipfile.ZipFile(ZIP) as archive:
            archive.extractall(place)
        bpy.utils.refresh_script_paths()
        self.assertEqual(bpy.ops.preferences.addon_enable(module="ngi_blender"), {"FINISHED"})
        self.works("ngi_blender")
        shutil.rmtree(place / "ngi_blender")


if __name__ == "__main__":
    unittest.main()
