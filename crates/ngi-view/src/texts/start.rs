//! Texts of the welcome page and of the start page of a game.

texts! {
    // The welcome page.
    name: "ngi – resources of Parkan: Iron Strategy", "ngi – ресурсы игры «Паркан: Железная стратегия»";
    sentence: "Look at, listen to and change missions, maps, robots, textures and sounds.", "Миссии, карты, роботы, текстуры и звуки: смотреть, слушать и менять.";
    open_folder: "Open game folder…", "Открыть папку игры…";
    open_folder_hover: "Choose the folder in which the game is installed. It contains the file Material.lib.", "Выбрать папку, в которую установлена игра. В ней лежит файл Material.lib.";
    or_drop: "or drop a folder, an archive or a file on this window", "или перетащите в это окно папку, архив или файл";
    path: "Folder or file", "Папка или файл";
    path_hint: "path of a game folder, an archive or a file", "путь папки игры, архива или файла";
    path_open: "Open", "Открыть";
    path_open_hover: "Open the folder or file at this path", "Открыть папку или файл по этому пути";
    recent: "Opened recently", "Недавно открытые";
    found: "Found on this computer", "Найдено на этом компьютере";
    searching: "Searching the usual folders…", "Поиск в обычных папках…";
    found_none: "No game was found in the usual folders (Program Files, Steam, GOG, Wine)", "В обычных папках (Program Files, Steam, GOG, Wine) игра не найдена";
    open_this: "Open this folder or file", "Открыть эту папку или файл";

    // A folder that is not a game.
    not_a_game: "This folder is not a game folder: neither Material.lib nor Textures.lib was found in it or above it. Its files are listed as they are.", "Это не папка игры: ни в ней, ни выше нет ни Material.lib, ни Textures.lib. Файлы показаны как есть.";
    game_inside: "A game was found inside:", "Внутри найдена игра:";

    // The start page.
    home: "Start page", "Начальная страница";
    home_hover: "Show the start page of the game", "Показать начальную страницу игры";
    search: "Search this game", "Поиск по игре";
    search_hint: "mission, map, robot, texture…", "миссия, карта, робот, текстура…";
    show_all: "Show all", "Показать все";
    show_all_hover: "Show everything of this kind as thumbnails", "Показать всё такого рода миниатюрами";
    all_files: "All files", "Все файлы";
    all_files_hover: "Show the folders and archives of the game", "Показать папки и архивы игры";
    no_results: "Nothing found. Check the spelling, or search for a type: texture, sound, mission", "Ничего не найдено. Проверьте написание или ищите по типу: текстура, звук, миссия";
    opened: "Recently viewed", "Недавно просмотренное";
    missions: "Missions", "Миссии";
    maps: "Maps", "Карты";
    units: "Robots and units", "Роботы и юниты";
    buildings: "Buildings", "Здания";
    models: "Models", "Модели";
    effects: "Effects", "Эффекты";
    textures: "Textures", "Текстуры";
    sounds: "Sounds", "Звуки";
    documents: "Texts", "Тексты";
    map: "Map", "Карта";
    clans: "Clans", "Кланов";
    objects: "Objects", "Объектов";
    enter_opens: "Enter", "Ввод";

    // Internal files.
    internals: "Show internal files", "Показывать внутренние файлы";
    internals_hover: "Also list the tables inside models and the files that belong to them", "Показывать также таблицы внутри моделей и файлы, которые к ним относятся";
}
