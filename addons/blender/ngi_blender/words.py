"""Russian labels. Messages of the program and meanings from its schema stay in English."""

# Key under which Blender registers the translations.
NAME = "ngi_blender"

RUSSIAN = {
    # Menus, dialogs and panels
    "Parkan: Iron Strategy (NGI)": "Паркан: Железная стратегия (NGI)",
    "Import from Parkan: Iron Strategy": "Импорт из «Паркан: Железная стратегия»",
    "Import a model, unit, level or mission from a game folder": (
        "Импортировать модель, юнит, уровень или миссию из папки игры"
    ),
    "Export to Parkan: Iron Strategy": "Экспорт в «Паркан: Железная стратегия»",
    "Export an imported collection to the game folder or to a mod": (
        "Экспортировать импортированную коллекцию в папку игры или в мод"
    ),
    "Import": "Импорт",
    "Export": "Экспорт",
    "Import from Game": "Импорт из игры",
    "Game Folder": "Папка игры",
    "Game folder to import from": "Папка игры, из которой импортировать",
    "Kind": "Вид",
    "Kind of data to list": "Вид данных в списке",
    "Search": "Поиск",
    "Part of a path, or a pattern with * and ?": "Часть пути или шаблон с * и ?",
    "Refresh List": "Обновить список",
    "Read the list from the game folder again": "Прочитать список из папки игры ещё раз",
    "Select a row of the list first": "Сначала выберите строку списка",
    "Path": "Путь",
    "Collection": "Коллекция",
    "Clip": "Клип",
    "Action to export if several actions move the same node": (
        "Действие для экспорта, если один и тот же узел двигают несколько действий"
    ),
    "Levels of Detail": "Уровни детализации",
    "Damage Stages": "Стадии повреждений",
    "All": "Все",
    "Import all of them, each to its own collection": (
        "Импортировать все, каждый вариант в свою коллекцию"
    ),
    "First": "Первый",
    "Import only the finest, intact shape": (
        "Импортировать только самую подробную форму без повреждений"
    ),
    "Export to Game": "Экспорт в игру",
    "Select an imported object or collection": (
        "Выберите импортированный объект или коллекцию"
    ),
    "This version of ngi cannot write this type to the game": (
        "Эта версия ngi не умеет записывать такие данные в игру"
    ),
    "Destination": "Назначение",
    "Replace Original": "Заменить оригинал",
    "Replace the original in the game folder; a replaced archive is kept as a backup": (
        "Заменить оригинал в папке игры; прежний архив останется резервной копией"
    ),
    "Add as New": "Добавить как новое",
    "Add to the game folder under a new name": "Добавить в папку игры под новым именем",
    "Write to Mod": "Записать в мод",
    "Write the changes to the folder of a mod and leave the game unchanged": (
        "Записать изменения в папку мода, не меняя игру"
    ),
    "New Name": "Новое имя",
    "Name of the new entry or level in the game": "Имя новой записи или нового уровня в игре",
    "Mod Folder": "Папка мода",
    "Folder of the mod that receives the changes": (
        "Папка мода, в который записываются изменения"
    ),
    "Rebuild Coarser Levels": "Перестроить грубые уровни",
    "Rebuild the coarser levels of detail of edited shapes; otherwise they keep the old shape": (
        "Построить заново грубые уровни детализации изменённых форм; "
        "иначе они сохранят прежнюю форму"
    ),
    "Export Textures and Materials": "Экспортировать текстуры и материалы",
    "Also export painted images and edited materials": (
        "Экспортировать также перерисованные изображения и изменённые материалы"
    ),
    "Undo Last Change of the Game": "Отменить последнее изменение игры",
    "Undo the last change that was written to the game folder": (
        "Отменить последнее изменение, записанное в папку игры"
    ),
    "Levels and Damage": "Детализация и повреждения",
    "Show": "Показать",
    "Show one level of detail at one damage stage": (
        "Показать один уровень детализации на одной стадии повреждений"
    ),
    "Damage Stage": "Стадия повреждений",
    "Level of Detail": "Уровень детализации",
    "intact": "целая",
    "damaged": "повреждённая",
    "wrecked": "разбитая",
    "Report": "Отчёт",
    "Show the report of the last import or export": (
        "Показать отчёт о последнем импорте или экспорте"
    ),
    "The text “ngi report” contains the remaining lines": (
        "Остальные строки — в тексте «ngi report»"
    ),
    "Lost": "Потеряно",
    "Note": "Примечание",
    "Recomputed": "Вычислено заново",
    "Kept": "Оставлено прежним",
    "Written": "Записано",
    # Preferences
    "Program": "Программа",
    "Path of the program ngi. If empty, the bundled one or the one on the PATH is used": (
        "Путь к программе ngi. Если не указан, берётся ngi из дополнения или из PATH"
    ),
    "Default game folder": "Папка игры по умолчанию",
    "Default folder for exports to a mod": "Папка для экспорта в мод по умолчанию",
    "Frames per Second": "Кадров в секунду",
    "Frame rate of imported clips; the game stores none": (
        "Частота кадров импортируемых клипов; в игре она не записана"
    ),
    # Kinds
    "Models": "Модели",
    "Single models in archives: robots, buildings, guns, trees": (
        "Отдельные модели в архивах: роботы, здания, пушки, деревья"
    ),
    "Units": "Юниты",
    "Robots and buildings assembled from several models": (
        "Роботы и здания, собранные из нескольких моделей"
    ),
    "Levels": "Уровни",
    "Maps: the ground and the areals that units can walk on": (
        "Карты: земля и ареалы, по которым ходят юниты"
    ),
    "Missions": "Миссии",
    "Levels with all objects of a mission": "Уровни со всеми объектами миссии",
    # Fields
    "Game Fields": "Поля игры",
    "Flag": "Флаг",
    "Set or clear a flag": "Установить или снять флаг",
    "Node": "Узел",
    "Mesh": "Меш",
    "Material": "Материал",
    "none": "нет",
    "Number of the node in the model": "Номер узла в модели",
    "Name": "Имя",
    "Flags": "Флаги",
    "Socket": "Разъём",
    "Beginning of the names of the parts that can be attached to this node": (
        "Начало имён частей, которые можно прикрепить к этому узлу"
    ),
    "0 is intact, 2 is wrecked": "0 — без повреждений, 2 — разбито",
    "0 is the finest, 4 is the view from inside": "0 — самый подробный, 4 — вид изнутри",
    "Shape Only": "Только форма",
    "True if the object is a shape of its parent node": (
        "True, если объект — форма родительского узла"
    ),
    "Slot": "Слот",
    "Number of the slot in the model": "Номер слота в модели",
    "Name of the material in the game": "Имя материала в игре",
    "Row": "Строка",
    "Lightmap": "Карта освещения",
    "Lightmap Image": "Изображение карты освещения",
    "Name of the lightmap": "Имя карты освещения",
    "Portal": "Портал",
    "Blending": "Смешивание",
    "Blend mode that glTF cannot express": "Режим смешивания, которого нет в glTF",
    "Wear Table": "Таблица материалов",
    "Checksum of the wear table with this row": "Контрольная сумма таблицы с этой строкой",
    "Part of the level that this object represents": "Часть уровня, которую представляет объект",
    "Squares Across": "Квадратов в ширину",
    "Squares of the ground from west to east": "Квадратов земли с запада на восток",
    "Squares Down": "Квадратов в высоту",
    "Squares of the ground from south to north": "Квадратов земли с юга на север",
    "Square": "Квадрат",
    "Number of the square of the ground": "Номер квадрата земли",
    "First Material": "Первый материал",
    "Second Material": "Второй материал",
    "Overlay": "Наложение",
    "True if drawn over another material, by vertex alpha": (
        "True, если рисуется поверх другого материала по альфе вершин"
    ),
    "Microtexture": "Микротекстура",
    "Texture that adds ground detail": "Текстура с деталями земли",
    "Class": "Класс",
    "Class of the areals": "Класс ареалов",
    "Walkable": "Проходимо",
    "True if units can walk on these areals": "True, если по этим ареалам ходят юниты",
    "Lake": "Озеро",
    "True if these areals form a lake": "True, если эти ареалы — озеро",
    "Areals": "Ареалы",
    "Number of areals": "Число ареалов",
    "Object": "Объект",
    "Number in the mission, or record of a part": "Номер в миссии; у части — её запись",
    "Part": "Часть",
    "Number of the part in the unit": "Номер части в юните",
    "File": "Файл",
    "Path in the game folder": "Путь в папке игры",
    "Model": "Модель",
    "Model that is displayed": "Показанная модель",
    "Clan": "Клан",
    "Number of the clan that owns the object": "Номер клана, которому принадлежит объект",
    "Clan Name": "Имя клана",
    "Name of the clan": "Имя клана",
    "Name of the model's entries without suffix": "Имя записей модели без расширения",
    "Frame rate of the clip; the game stores none": (
        "Частота кадров клипа; в игре она не записана"
    ),
    "Frames": "Кадры",
    "Number of frames in the clip": "Число кадров в клипе",
    "Imported levels of detail": "Импортированные уровни детализации",
    "Imported damage stages": "Импортированные стадии повреждений",
}

# Blender looks up labels of operators in a context of their own.
TRANSLATIONS = {
    "ru_RU": {
        (context, english): russian
        for english, russian in RUSSIAN.items()
        for context in ("*", "Operator")
    }
}
