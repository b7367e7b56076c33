"""Russian labels. What the program itself says, and what the schema means, stays English."""

# Under which Blender keeps them.
NAME = "ngi_blender"

RUSSIAN = {
    # Menus, dialogs and panels
    "Parkan: Iron Strategy (NGI)": "Паркан: Железная стратегия (NGI)",
    "Import from Parkan: Iron Strategy": "Импорт из «Паркан: Железная стратегия»",
    "Import a model, unit, level or mission from a game folder": (
        "Импортировать модель, юнит, карту или миссию из папки игры"
    ),
    "Export to Parkan: Iron Strategy": "Экспорт в «Паркан: Железная стратегия»",
    "Put what was imported back into the game or into a mod": (
        "Вернуть импортированное в игру или положить в мод"
    ),
    "Import": "Импорт",
    "Export": "Экспорт",
    "Object": "Объект",
    "Number in the mission; of a part, its record": "Номер в миссии; у части — её запись",
    "Part": "Часть",
    "Number of the part in the unit": "Номер части в юните",
    "File": "Файл",
    "Where it is in the game": "Где это лежит в игре",
    "Model": "Модель",
    "The model that is shown": "Какая модель показана",
    "Clan": "Клан",
    "Whose it is": "Чьё это",
    "Name of the clan": "Имя клана",
    "What that clan is called": "Как этот клан называется",
    "Game": "Игра",
    "Game folder": "Папка игры",
    "The folder of the game that is looked into": "Папка игры, в которой ищется",
    "Kind": "Вид",
    "What is looked for": "Что ищется",
    "Search": "Поиск",
    "Part of a path, or a pattern with * and ?": "Часть пути или шаблон с * и ?",
    "Look Again": "Искать заново",
    "Look into the game folder again": "Просмотреть папку игры заново",
    "Things that were found": "Что найдено",
    "Nothing is picked": "Ничего не выбрано",
    "Path": "Путь",
    "Collection": "Коллекция",
    "Clip": "Клип",
    "Which of several actions the clip is": "Какое из нескольких действий станет клипом",
    "Levels of detail": "Уровни детализации",
    "Damage stages": "Стадии повреждения",
    "All": "Все",
    "Every one, each in a collection of its own": "Каждый уровень в своей коллекции",
    "First": "Первый",
    "Only the finest, whole shape": "Только самая подробная целая форма",
    "Back into the Game": "Обратно в игру",
    "Pick something that was imported": "Выберите что-нибудь импортированное",
    "This ngi takes such things out, but not back": ("Эта ngi такое достаёт, но обратно не кладёт"),
    "Where to": "Куда",
    "Into the game": "В игру",
    "In the place of the original; a backup is kept": (
        "На место оригинала; резервная копия сохраняется"
    ),
    "As something new": "Как новое",
    "Beside the original, under a new name": "Рядом с оригиналом, под новым именем",
    "Into a mod": "В мод",
    "Into the folder of a mod; the game stays as it is": "В папку мода; игра остаётся как есть",
    "New name": "Новое имя",
    "What it is called in the game": "Как это называется в игре",
    "Mod folder": "Папка мода",
    "The folder of a mod; what is changed goes there": (
        "Папка мода; изменённое попадает туда"
    ),
    "Make coarser levels": "Создать грубые уровни",
    "Make the coarser levels of changed shapes anew; else they keep the old shape": (
        "Создать грубые уровни изменённых форм заново; иначе у них останется старая форма"
    ),
    "Pictures and materials go along": "Вместе с текстурами и материалами",
    "Pictures that were painted and materials that were changed are written back": (
        "Перекрашенные текстуры и изменённые материалы записываются обратно"
    ),
    "Take Back the Last Change of the Game": "Отменить последнее изменение игры",
    "Take back the last change that was made in the game folder": (
        "Отменить последнее изменение, сделанное в папке игры"
    ),
    "Levels and Damage": "Уровни и повреждения",
    "Show": "Показать",
    "Show one level of detail at one stage of damage": (
        "Показать один уровень детализации в одной стадии повреждения"
    ),
    "Damage stage": "Стадия повреждения",
    "Level of detail": "Уровень детализации",
    "whole": "целый",
    "damaged": "повреждён",
    "wrecked": "разбит",
    "Report": "Отчёт",
    "What became of everything on the way": "Что стало со всем по дороге",
    "The rest is in the text “ngi report”": "Остальное в тексте «ngi report»",
    "lost": "потеряно",
    "told": "к сведению",
    "computed": "вычислено",
    "carried": "перенесено",
    "written": "записано",
    # Preferences
    "Program": "Программа",
    "The program ngi; empty for the one in the add-on, else the one on PATH": (
        "Программа ngi; пусто: та, что в дополнении, иначе та, что в PATH"
    ),
    "Frames per second": "Кадров в секунду",
    "Rate of clips that are imported; the game itself names none": (
        "Частота импортируемых клипов; сама игра её не называет"
    ),
    # Kinds
    "Models": "Модели",
    "Robots, buildings, guns, trees: single models in archives": (
        "Роботы, здания, пушки, деревья: отдельные модели в архивах"
    ),
    "Units": "Юниты",
    "Robots and buildings put together of several models": (
        "Роботы и здания, собранные из нескольких моделей"
    ),
    "Levels": "Карты",
    "Maps: the ground, and where walkers may go": "Карты: земля и где можно ходить",
    "Missions": "Миссии",
    "Maps with everything that stands on them": "Карты со всем, что на них стоит",
    # Fields
    "Fields of the Game": "Поля игры",
    "Flag": "Флаг",
    "Set or clear a flag": "Поставить или снять флаг",
    "Thing": "Вещь",
    "Node": "Узел",
    "Shape": "Форма",
    "Material": "Материал",
    "none": "нет",
    "Number of the node in the model": "Номер узла в модели",
    "Name": "Имя",
    "Flags": "Флаги",
    "Socket": "Гнездо",
    "Which parts fit on the node: the beginning of their names": (
        "Какие части подходят к узлу: начало их имён"
    ),
    "How damaged the node is that looks like this: 0 to 2": (
        "Насколько повреждён узел, который так выглядит: от 0 до 2"
    ),
    "0 is the finest, 4 the view from inside": "0 самый подробный, 4 вид изнутри",
    "Only shape": "Только форма",
    "No node of its own: it carries a shape of its node": (
        "Не отдельный узел: несёт форму своего узла"
    ),
    "Slot": "Слот",
    "Number of the shape in the model": "Номер формы в модели",
    "Name of the material in the game": "Имя материала в игре",
    "Row": "Строка",
    "Lightmap": "Карта освещения",
    "Lightmap picture": "Текстура освещения",
    "Name of the lightmap": "Имя карты освещения",
    "Portal": "Портал",
    "Blending": "Смешивание",
    "How it is blended, where glTF has no word": "Как смешивается, если в glTF нет слова",
    "Wear": "Таблица материалов",
    "Mark of the wear table that rows count in": "Метка таблицы, в которой считаются строки",
    "What of a level it is": "Какая это часть карты",
    "Squares across": "Квадратов в ширину",
    "Squares of the ground from west to east": "Квадратов земли с запада на восток",
    "Squares down": "Квадратов в высоту",
    "Squares of the ground from south to north": "Квадратов земли с юга на север",
    "Square": "Квадрат",
    "Number of the square of the ground": "Номер квадрата земли",
    "First material": "Первый материал",
    "Second material": "Второй материал",
    "Lies over": "Лежит поверх",
    "As opaque as the colours of its vertices say": "Непрозрачен, как говорят цвета вершин",
    "Microtexture": "Микротекстура",
    "Texture of the fine grain": "Текстура мелкого зерна",
    "Class": "Класс",
    "Class of the areals": "Класс ареалов",
    "Walkable": "Проходимо",
    "Whether walkers may be there": "Можно ли там ходить",
    "Lake": "Озеро",
    "Whether it is a lake": "Озеро ли это",
    "Areals": "Ареалы",
    "How many areals there are": "Сколько ареалов",
    "What the entries of the model are called": "Как называются записи модели",
    "Rate of the clip; the game itself names none": "Частота клипа; сама игра её не называет",
    "Frames": "Кадры",
    "Frames of the clip": "Кадров в клипе",
    "Levels that are here": "Какие уровни здесь",
    "Damage stages that are here": "Какие стадии повреждения здесь",
}

# Blender asks for labels of operators under a name of their own.
TRANSLATIONS = {
    "ru_RU": {
        (context, english): russian
        for english, russian in RUSSIAN.items()
        for context in ("*", "Operator")
    }
}
