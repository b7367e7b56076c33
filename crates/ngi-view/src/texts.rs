//! Every text of the window, in one table: a row per text, a column per language.

pub use ngi_verbs::language::Language;
use ngi_verbs::russian;

macro_rules! texts {
    ($($name:ident: $english:literal, $russian:literal;)+) => {
        /// Every text, in one language.
        #[derive(Debug)]
        #[expect(missing_docs, reason = "the text says what it is")]
        pub struct Texts {
            $(pub $name: &'static str,)+
        }

        /// The texts in English.
        pub static ENGLISH: Texts = Texts { $($name: $english,)+ };

        /// The texts in Russian.
        pub static RUSSIAN: Texts = Texts { $($name: $russian,)+ };

        impl Texts {
            /// The texts in a language.
            pub fn of(language: $crate::texts::Language) -> &'static Self {
                match language {
                    $crate::texts::Language::English => &ENGLISH,
                    $crate::texts::Language::Russian => &RUSSIAN,
                }
            }

            /// Name and text of each, in the order of the table.
            pub fn all(&self) -> Vec<(&'static str, &'static str)> {
                vec![$((stringify!($name), self.$name),)+]
            }
        }
    };
}

pub mod mission;

impl Texts {
    fn is_russian(&self) -> bool {
        std::ptr::eq(self, &raw const RUSSIAN)
    }

    /// What the mission editor says, in the same language.
    pub fn mission(&self) -> &'static mission::Texts {
        if self.is_russian() { &mission::RUSSIAN } else { &mission::ENGLISH }
    }

    /// An error in the same language, where it is known in it.
    pub fn error(&self, english: &str) -> String {
        self.known(english).unwrap_or_else(|| english.to_owned())
    }

    fn known(&self, english: &str) -> Option<String> {
        self.is_russian().then(|| russian::errors::error(english)).flatten()
    }

    /// Something to complain about, an error or one of these texts. What is known in English only
    /// has a few words before it.
    pub fn complaint(&self, text: String) -> String {
        match self.known(&text) {
            Some(told) => told,
            None if self.is_russian() && !speaks_russian(&text) => {
                format!("{}: {text}", self.failed)
            }
            None => text,
        }
    }
}

/// Whether something is said in Russian, beside names of files.
fn speaks_russian(text: &str) -> bool {
    let said = text.split(": ").filter(|part| !part.contains(['/', '\\']));
    said.flat_map(str::chars).any(|letter| ('а'..='я').contains(&letter))
}

texts! {
    // Opening.
    open: "Open", "Открыть";
    open_folder: "Open a game folder…", "Открыть папку игры…";
    open_file: "Open an archive or a file…", "Открыть архив или файл…";
    choose_game: "Take textures from a game folder…", "Брать текстуры из папки игры…";
    no_game: "No game folder around this: models have no textures. Choose one in the menu Open", "Рядом нет папки игры: модели без текстур. Выберите её в меню «Открыть»";
    not_a_game: "no game folder: it holds neither Material.lib nor Textures.lib", "не папка игры: в ней нет ни Material.lib, ни Textures.lib";
    key_full_screen: "the picture alone, over the whole screen", "только картинка, на весь экран";
    reload: "Read again", "Прочитать заново";
    changed_on_disk: "Changed on disk, and here:", "Изменено на диске и здесь:";
    take_disk: "Take what is on disk", "Взять то, что на диске";
    keep_mine: "Keep mine", "Оставить моё";
    recent: "Recent", "Недавние";
    welcome: "Open a game folder, an archive or a file", "Откройте папку игры, архив или файл";
    welcome_drop: "or drop it on this window", "или перетащите в это окно";
    no_dialog: "No dialog could be opened; drop a folder or a file on this window instead", "Диалог не открылся; перетащите папку или файл в это окно";
    select_something: "Select something in the tree", "Выберите что-нибудь в дереве";
    ready: "Ready", "Готово";
    demo: "Demo game", "Демо-игра";
    demo_hover: "A small game made by this program: nothing of it is from the real one", "Небольшая игра, созданная этой программой: из настоящей в ней ничего нет";
    stays_here: "Nothing you open leaves your computer: this page has no way to send it", "Ничего из открытого не покидает компьютер: странице некуда это отправить";

    // The tree.
    tree: "Tree", "Дерево";
    search: "Search", "Поиск";
    search_hint: "name or type", "имя или тип";
    hits_of: "of", "из";
    items: "files and entries", "файлов и записей";
    thumbnails: "Small pictures", "Миниатюры";

    // Tabs.
    key_close_tab: "close the tab", "закрыть вкладку";
    key_next_tab: "the next tab", "следующая вкладка";
    key_tab_before: "the tab before", "предыдущая вкладка";
    key_tab_left: "the tab one place to the left", "вкладку на место левее";
    key_tab_right: "the tab one place to the right", "вкладку на место правее";
    tab_open: "Open in a new tab", "Открыть в новой вкладке";
    tab_close: "Close the tab", "Закрыть вкладку";
    tab_close_others: "Close all others", "Закрыть остальные";

    // Changes.
    save_all: "Save all", "Сохранить всё";
    save_hover: "Save the file; the old one is kept as .bak", "Сохранить файл; старый останется как .bak";
    export: "Export", "Экспорт";
    saved: "Saved", "Сохранено";
    read_only: "read-only: changes can be made and exported, but not saved here", "только для чтения: менять и экспортировать можно, сохранить здесь нельзя";
    changed: "changed", "изменено";
    unsaved: "There are changes that are not saved", "Есть несохранённые изменения";
    save_and_close: "Save and close", "Сохранить и закрыть";
    save_and_open: "Save and open", "Сохранить и открыть";
    discard: "Discard them", "Не сохранять";
    stay: "Stay", "Остаться";
    kept: "Changes of an earlier time were not saved. Bring them back?", "Есть несохранённые изменения с прошлого раза. Вернуть их?";
    bring_back: "Bring them back", "Вернуть";
    forget: "Forget them", "Забыть";

    // Out and in.
    all: "all", "все";
    choose: "Choose…", "Выбрать…";
    close: "Close", "Закрыть";
    copy: "Copy", "Копировать";
    copied: "Copied:", "Скопировано:";
    copy_path: "Copy the path", "Копировать путь";
    copy_json: "Copy as JSON", "Копировать как JSON";
    open_with: "Open with another program", "Открыть в другой программе";
    exchanging: "exporting and importing", "экспорт и импорт";
    export_title: "Export…", "Экспорт…";
    export_everything: "Export everything…", "Экспортировать всё…";
    export_do: "Export it", "Экспортировать";
    export_whole: "Everything below it, into a folder", "Всё внутри, в папку";
    export_one: "Only itself", "Только сам файл";
    export_format: "As", "Формат";
    export_usual: "what is usual for each", "обычный для каждого";
    export_json: "everything, goes back with import", "всё целиком, возвращается импортом";
    export_bin: "its bytes as they are", "байты как есть";
    export_only: "Only kinds", "Только виды";
    export_frame: "Pose at a frame", "Поза в кадре";
    export_animations: "with the animation", "вместе с анимацией";
    export_fps: "Frames per second", "Кадров в секунду";
    export_axes: "Up is", "Вверх смотрит";
    export_axes_usual: "as usual", "как обычно";
    export_instances: "Each mesh once, with a list of places", "Каждая сетка один раз, со списком мест";
    export_sky: "The sky goes along as a picture", "Небо картинкой рядом";
    export_into: "Export into a folder", "Экспорт в папку";
    export_folder: "Into the folder", "В папку";
    export_name: "Under the name", "Под именем";
    export_force: "Replace files that are there", "Заменять существующие файлы";
    export_saved_only: "What is not saved does not go along", "Несохранённое не попадёт в экспорт";
    replace_title: "Replace with a file…", "Заменить файлом…";
    replace_file: "File", "Файл";
    replace_do: "Replace", "Заменить";
    replace_gone: "something else is open by now", "уже открыто другое";
    import_do: "Bring in", "Внести";
    import_into: "As something new, into the same archive", "Как новое, в тот же архив";
    import_into_hover: "Under the name of the file, with wear table, materials, textures and an object; written at once", "Под именем файла, с таблицей материалов, материалами, текстурами и объектом; пишется сразу";
    import_as_is: "as it is now", "как сейчас";
    import_pixels: "Pixels", "Пиксели";
    import_levels: "Levels", "Уровней";
    import_levels_hover: "0: as many as now", "0: столько же, сколько сейчас";
    import_powers: "Each side the nearest power of two", "Стороны до ближайшей степени двойки";
    import_dither: "Dither 16-bit colours", "Сглаживать 16-битные цвета";
    import_adpcm: "Pack the sound (MS ADPCM)", "Сжать звук (MS ADPCM)";
    import_lods: "Make coarser levels anew", "Сделать грубые уровни заново";
    report: "Report", "Отчёт";
    report_files: "Written", "Записано";
    report_lost: "Lost", "Потеряно";
    report_told: "To know", "К сведению";
    report_computed: "Computed", "Вычислено";
    report_carried: "Carried over", "Перенесено";
    report_nothing: "Nothing to tell", "Рассказать нечего";
    compare_game: "Compare with another game folder…", "Сравнить с другой папкой игры…";
    compare_mod: "Compare with a mod over the game…", "Сравнить с модом поверх игры…";
    compare_bare: "Compare with the game without its mods", "Сравнить с игрой без модов";
    compare_entry: "Compare what is open with this", "Сравнить открытое с этим";
    compare_close: "End the comparison", "Закончить сравнение";
    compare_same: "Nothing differs", "Различий нет";
    compare_found: "Differences:", "Различий:";
    compare_pixels: "pixels:", "пикселей:";
    compare_parts: "marked in the picture:", "отмечено на картинке:";
    compare_difference: "difference", "различие";
    compare_here: "open here", "открыто здесь";
    compare_other: "The other has:", "У другого:";
    compare_backup: "Compare with the backup", "Сравнить с резервной копией";
    no_backup: "there is no backup of it", "резервной копии нет";
    mend: "Mend what does not fit", "Исправить несоответствия";
    mend_hover: "As ngi fix: works out anew what follows from the rest", "Как ngi fix: заново вычисляет то, что следует из остального";
    mended: "Mended", "Исправлено";
    nothing_to_mend: "Everything fits, nothing to mend", "Всё сходится, исправлять нечего";
    undo_written: "Take back what was written last", "Отменить последнюю запись на диск";
    undo_written_not: "Only on disk, and with nothing unsaved", "Только на диске и без несохранённого";
    taken_back: "Taken back:", "Отменено:";

    // The list of commands.
    palette: "Commands", "Команды";
    palette_hint: "what to do", "что сделать";
    palette_nothing: "Nothing is called so", "Ничего с таким именем";
    palette_uses: "Find out who uses what", "Выяснить, что где используется";
    palette_fields: "Show fields", "Показать поля";
    palette_findings: "Show findings", "Показать замечания";
    palette_bytes: "Show bytes", "Показать байты";
    palette_dark: "Dark window", "Тёмное окно";
    palette_light: "Light window", "Светлое окно";
    palette_system: "Dark or light as the system", "Тёмное или светлое, как в системе";
    palette_english: "In English", "По-английски";
    palette_russian: "In Russian", "По-русски";
    cancel_all: "Stop what is at work", "Остановить работу";
    key_palette: "everything there is to do, by name", "всё, что можно сделать, по имени";
    key_export: "export what is selected", "экспортировать выбранное";

    // The gallery.
    gallery_empty: "Nothing is in here", "Здесь ничего нет";
    gallery_size: "Size of the pictures", "Размер картинок";
    gallery_deep: "All pictures below", "Все картинки внутри";
    gallery_text: "As text", "Текстом";
    gallery_short: "Pictures", "Картинки";
    gallery_search: "Hits as pictures", "Найденное картинками";
    sort: "Order", "Порядок";
    sort_stored: "as stored", "как в архиве";
    sort_name: "by name", "по имени";
    sort_kind: "by kind", "по виду";
    sort_size: "largest first", "сначала большие";
    favourites: "Favourites", "Избранное";
    favourites_none: "None yet: the menu of a file makes it one", "Пока пусто: добавляется из меню файла";
    favourite: "A favourite, or none any more", "В избранное или из него";
    key_back: "back to what was open before", "назад, к открытому раньше";
    key_forward: "forward again", "снова вперёд";
    key_fold: "close the row, or go to what it is in", "свернуть строку или перейти к внешней";
    key_unfold: "open the row, or go to the next", "развернуть строку или перейти к следующей";

    // Kinds of things.
    thing_folder: "folder", "папка";
    thing_archive: "archive", "архив";
    thing_model: "model", "модель";
    thing_landscape: "landscape", "ландшафт";
    thing_areals: "areal map", "карта ареалов";
    thing_texture: "texture", "текстура";
    thing_material: "material", "материал";
    thing_effect: "effect", "эффект";
    thing_mission: "mission", "миссия";
    thing_unit: "unit", "юнит";
    thing_points: "control points", "контрольные точки";
    thing_data: "data", "данные";
    thing_unknown: "unknown", "неизвестное";

    // The viewport.
    overlays: "Overlays", "Слои";
    level: "Level", "Уровень";
    automatic: "by distance", "по дальности";
    stage: "Stage", "Стадия";
    cut_away: "Cut open", "В разрезе";
    plain_water: "Plain water", "Простая вода";
    microtexture: "Microtexture", "Микротекстура";
    mip: "Mip", "Мип";
    no_card: "There is no graphics adapter, so nothing can be drawn; everything else works. A software driver will do: docs/install.md", "Нет графического адаптера, поэтому рисовать нечем; всё остальное работает. Подойдёт и программный драйвер: docs/install.md";
    nothing_drawn: "Nothing is drawn", "Ничего не нарисовано";
    faces: "faces", "граней";
    primitives: "primitives", "примитивов";
    batches: "batches", "пакетов";
    particles: "particles", "частиц";
    card_lost: "The graphics device was lost; the window was opened again with another. Nothing else was lost", "Графическое устройство пропало; окно открыто заново с другим. Больше ничего не потеряно";

    // Looking.
    looking: "View", "Обзор";
    looking_from: "Look from", "Смотреть";
    side_front: "From the front (+y)", "Спереди (+y)";
    side_back: "From the back (−y)", "Сзади (−y)";
    side_right: "From the right (+x)", "Справа (+x)";
    side_left: "From the left (−x)", "Слева (−x)";
    side_above: "From above (+z)", "Сверху (+z)";
    side_below: "From below (−z)", "Снизу (−z)";
    bookmarks: "Bookmarks", "Закладки";
    bookmark: "View", "Вид";
    bookmark_add: "Remember this view", "Запомнить этот вид";
    bookmark_add_hover: "Of this file, under the first free number; kept with the game", "Для этого файла, под первым свободным номером; хранится вместе с игрой";
    bookmark_drop: "Forget it", "Забыть";
    bookmark_set: "Remembered as view", "Запомнено как вид";
    bookmark_none: "Nothing is remembered as view", "Не запомнен вид";
    bookmark_not: "Only views of what is drawn can be remembered", "Запомнить можно только вид того, что нарисовано";
    key_set_bookmark: "remember this view of the file", "запомнить этот вид файла";
    key_bookmark: "go to the view that was remembered", "перейти к запомненному виду";
    key_measure: "measure: click two points", "измерить: щёлкните две точки";
    ruler: "Measure", "Измерение";
    ruler_hint: "Click two points", "Щёлкните две точки";
    ruler_units: "units", "ед.";
    ruler_pixels: "pixels", "пикс.";
    backdrop: "Background", "Фон";
    backdrop_usual: "Usual background", "Обычный фон";
    backdrop_black: "Black background", "Чёрный фон";
    backdrop_grey: "Grey background", "Серый фон";
    backdrop_white: "White background", "Белый фон";
    backdrop_nothing: "No background (squares)", "Без фона (клетки)";
    lamp: "Light", "Свет";
    lamp_studio: "Studio light; levels by their sky", "Студия; уровни — по своему небу";
    lamp_sun: "One sun that stays", "Одно неподвижное солнце";
    lamp_camera: "Light from the camera", "Свет от камеры";
    lamp_flat: "Flat light: textures as they are", "Ровный свет: текстуры как есть";
    paint: "Surfaces show", "Поверхности";
    paint_looks: "Materials", "Материалы";
    paint_normals: "Normals as colours", "Нормали цветом";
    paint_checker: "Texture coordinates as squares", "Координаты текстуры клетками";
    paint_density: "Texel density", "Плотность текселей";
    texels: "texels per unit", "текселей на ед.";
    layout: "Texture layout (UV)", "Развёртка (UV)";
    layout_none: "The model", "Модель";
    shot_title: "Picture as…", "Снимок…";
    shot_size: "Size", "Размер";
    shot_width: "Pixels across", "Пикселей в ширину";
    shot_height: "Pixels down", "Пикселей в высоту";
    shot_sizes: "Sizes", "Размеры";
    shot_as_window: "As the window", "Как в окне";
    shot_what: "What", "Что";
    shot_one: "One picture", "Один снимок";
    shot_turntable: "All around", "Вокруг";
    shot_turntable_hover: "An animated PNG that turns around the point in the middle of the picture", "Анимированный PNG: поворот вокруг точки в середине картинки";
    shot_count: "Pictures", "Снимков";
    shot_transparent: "Without a background", "Без фона";
    shot_overlays: "With what is drawn on top", "Вместе со слоями";
    shot_overlays_hover: "Grid, edges, names and what else is on in the window", "Сетка, рёбра, имена и всё, что включено в окне";
    shot_do: "Take it", "Снять";
    filming: "drawing pictures", "съёмка";
    key_screenshot_as: "save a picture: size, background, all around", "сохранить снимок: размер, фон, вокруг";
    layout_next: "Texture layout of the next material", "Развёртка следующего материала";

    // What was clicked on.
    picked_node: "node", "узел";
    picked_slot: "slot", "слот";
    picked_batch: "batch", "пакет";
    picked_triangle: "triangle", "треугольник";
    picked_areal: "areal", "ареал";
    picked_material: "material", "материал";
    picked_pixel: "pixel", "пиксель";
    picked_at: "at", "точка";

    // What is drawn on top.
    overlay_normals: "Normals", "Нормали";
    overlay_bounds: "Bounds", "Границы";
    overlay_nodes: "Nodes", "Узлы";
    overlay_links: "Links of triangles", "Связи треугольников";
    overlay_sockets: "Sockets", "Разъёмы";
    overlay_squares: "Squares", "Квадраты";
    overlay_faces: "Faces by flag", "Грани по флагам";
    overlay_areals: "Areals", "Ареалы";
    overlay_areal_grid: "Grid of areals", "Сетка ареалов";
    overlay_numbers: "Numbers", "Номера";
    overlay_lights: "Lights", "Источники света";
    overlay_page: "Cells", "Ячейки";
    overlay_palette: "Palette", "Палитра";
    overlay_names: "Names of objects", "Имена объектов";
    overlay_clans: "Clans", "Кланы";
    overlay_areas: "Areas of scripts", "Области скриптов";
    overlay_zones: "Zones of animals", "Зоны животных";
    overlay_lodes: "Lodes", "Залежи";
    overlay_route: "Way of a walk", "Путь прогулки";

    // Missions.
    objects: "Objects", "Объекты";
    objects_search: "Search objects", "Поиск объектов";
    objects_hint: "name, clan or kind", "имя, клан или вид";
    objects_none: "Nothing of this mission is called so", "В этой миссии нет ничего с таким именем";
    objects_hover: "A click flies there", "По щелчку камера летит туда";
    not_there: "not created", "не создаётся";
    time_of_day: "Time of day", "Время суток";
    day: "Day", "День";
    weather: "Weather", "Погода";
    sound: "Sound", "Звук";
    briefing: "Briefing", "Брифинг";
    briefing_hover: "The camera goes from stop to stop, as before the mission", "Камера идёт от точки к точке, как перед миссией";
    walk: "Walk", "Прогулка";
    walk_on_foot: "On foot", "Пешком";
    walk_keys: "V: eyes or behind · R: into a unit and out · click: go there · Esc: leave", "V: из глаз или сзади · R: в машину и обратно · щелчок: идти туда · Esc: выйти";

    // Changing in the picture.
    edit: "Edit", "Правка";
    edit_hover: "M: move, turn and place objects with the mouse", "M: двигать, вращать и ставить объекты мышью";
    edit_ground_hover: "M: change the ground with a brush", "M: менять землю кистью";
    edit_nothing: "Click an object, or one of the diamonds, then pull its handles", "Щёлкните объект или ромб и тяните за ручки";
    add_object: "Add…", "Добавить…";
    add_hover: "Everything that can be placed: buildings, units, scenery", "Всё, что можно поставить: здания, машины, природа";
    add_place: "Places", "Места";
    keep_height: "On the ground", "По земле";
    keep_height_hover: "What is moved sideways keeps its height above the ground", "При движении вбок сохраняется высота над землёй";
    mission_files: "Files", "Файлы";
    mission_hint: "To play it: copy its folder below MISSIONS of the game, and what was changed of its level below DATA/MAPS. The menu counts folders up and stops at the first that is not there.", "Чтобы сыграть: скопируйте её папку в MISSIONS игры, а изменённое в уровне — в DATA/MAPS. Меню считает папки по порядку и останавливается на первой отсутствующей.";
    placeables: "What can be placed", "Что можно поставить";
    find_placeable: "Find", "Найти";
    scene: "Scene", "Сцена";
    scene_hover: "What it consists of: nodes, parts, objects, commands, squares", "Из чего состоит: узлы, части, объекты, команды, квадраты";
    scene_nothing: "This has no parts to list", "Частей для списка нет";
    keys: "Keys", "Ключи";
    key_frame_number: "frame", "кадр";
    edit_nodes_hover: "M: move and turn the selected node at the key that is shown", "M: двигать и вращать выбранный узел в показанном ключе";
    edit_areals_hover: "M: change areals with the mouse", "M: менять ареалы мышью";
    areal_corners: "Corners", "Углы";
    areal_corners_hover: "Click an areal, then one of its corners, and pull it; neighbours go along", "Щёлкните ареал, затем его угол и тяните; соседи идут следом";
    areal_split: "Split", "Разрезать";
    areal_split_hover: "Click an areal, then two of its corners: it is cut between them", "Щёлкните ареал, затем два его угла: между ними пройдёт разрез";
    areal_join: "Join", "Соединить";
    areal_join_hover: "Click an areal, then its neighbour: it takes the neighbour in", "Щёлкните ареал, затем соседа: сосед войдёт в него";
    areal_paint: "Paint class", "Класс кистью";
    areal_paint_hover: "Areals under the brush get this class; radius 0 is the one under the pointer", "Ареалы под кистью получают этот класс; радиус 0 — только под указателем";
    areal_class: "class", "класс";
    areal_walkable: "walkable", "проходимый";
    areal_more_hover: "In the middle of the edge behind the selected corner, else of the longest", "Посередине ребра за выбранным углом, иначе самого длинного";
    lane_bend: "Pull the curve to bend it, or type the exponent: 1 is straight", "Потяните кривую, чтобы её изогнуть, или введите показатель: 1 — прямая";
    palette_export_as: "Export at once as", "Экспортировать сразу как";
    palette_forget_view: "Forget view", "Забыть вид";
    palette_tab: "Go to tab", "К вкладке";
    palette_recent: "Open again", "Открыть снова";
    palette_favourite: "Go to favourite", "К избранному";
    minds_slopes: "Not walked on above", "Непроходимо круче";
    minds_slopes_hover: "Areals whose ground becomes steeper than this for the most part are not walked on any more, and those that become flatter are again. The limit is yours: no file of the game has one", "Ареалы, земля которых по большей части становится круче, непроходимы, а те, где она становится положе, снова проходимы. Предел ваш: в файлах игры его нет";
    type_slope: "Slope from which areals are not walked on", "Крутизна, с которой ареалы непроходимы";
    areals_follow: "corners of areals follow the ground, and are saved with it", "углов ареалов следуют за землёй и сохраняются вместе с ней";
    guest_stays: "It starts in its host: its own place does not count", "Стартует в хозяине: своё место не учитывается";
    lanes: "Time line", "Дорожки";
    lanes_hover: "Keys of nodes, windows of an effect's commands, phases of a material, over time", "Ключи узлов, окна команд эффекта, фазы материала во времени";
    lane_ruler: "Ruler", "Линейка";
    lane_add: "Add key", "Добавить ключ";
    lane_add_hover: "K: a key of the selected node at the frame that is shown, as it is shown", "K: ключ выбранного узла в показанном кадре, каким он показан";
    key_add_key: "a key of the selected node at the frame that is shown", "ключ выбранного узла в показанном кадре";
    lane_delete: "Delete keys", "Удалить ключи";
    lane_copy: "Copy keys", "Копировать ключи";
    lane_paste: "Paste keys", "Вставить ключи";
    lane_paste_hover: "Ctrl+V: at the frame that is shown; keys of one node go to the selected node", "Ctrl+V: в показанный кадр; ключи одного узла — в выбранный узел";
    lane_all: "Select all keys", "Выбрать все ключи";
    lane_all_hover: "Ctrl and a click selects one more", "Ctrl и щелчок выбирает ещё один";
    lane_stretch: "stretch", "растянуть";
    lane_stretch_hover: "The time of the selected keys, from the first of them on", "Время выбранных ключей, начиная с первого";
    lane_selected: "selected:", "выбрано:";
    lane_blocked: "Keys that are not selected are in the way", "Мешают невыбранные ключи";
    lane_no_node: "Select a node of a model first", "Сначала выберите узел модели";
    lane_start: "start", "начало";
    lane_end: "end", "конец";
    lane_track: "track", "дорожка";
    lane_phase: "phase", "фаза";
    lane_piece_hint: "Click a piece of a track to choose its phase; pull its end", "Щёлкните отрезок дорожки, чтобы выбрать фазу; тяните за конец";
    lane_cut: "Cut here", "Разрезать здесь";
    lane_cut_hover: "The piece below the moment that is shown becomes two", "Отрезок под показанным моментом делится на два";
    lane_less_hover: "The piece is taken out; the one behind it lasts longer", "Отрезок убирается, следующий длится дольше";
    show_all: "Show all", "Показать всё";
    show_or_hide: "Show or hide", "Показать или скрыть";
    placing: "Click where it shall stand", "Щёлкните, где поставить";
    placing_hover: "Click, then click on the ground; with Shift several times", "Щёлкните здесь, затем на земле; с Shift — несколько раз";
    kind_building: "building", "здание";
    kind_unit: "unit", "машина";
    kind_plant: "plant", "растение";
    kind_rock: "rock", "камень";
    turn: "turn", "поворот";
    size: "size", "размер";
    owner: "Owner", "Владелец";
    object_name: "Name", "Имя";
    duplicate: "Duplicate", "Копия";
    delete: "Delete", "Удалить";
    to_ground: "To the ground", "На землю";
    mark_base: "Base", "База";
    mark_zone: "Zone", "Зона";
    mark_lode: "Lode", "Залежь";
    mark_area: "Area", "Область";
    add_corner: "One more corner", "Ещё угол";
    brush_raise: "Raise", "Поднять";
    brush_lower: "Lower", "Опустить";
    brush_smooth: "Smooth", "Сгладить";
    brush_flatten: "Flatten", "Выровнять";
    brush_set: "Set height", "Высота";
    brush_first: "Material", "Материал";
    brush_second: "Second material", "Второй материал";
    brush_plain: "No second", "Без второго";
    brush_blend: "Blend", "Смешать";
    brush_radius: "Radius", "Радиус";
    brush_strength: "Strength", "Сила";
    brush_height: "to", "до";
    brush_share: "share", "доля";
    water_level: "Water level", "Уровень воды";
    new_mission: "New mission", "Новая миссия";
    new_mission_hover: "An empty mission on this level, with the sky, texts and clans of another", "Пустая миссия на этом уровне, с небом, текстами и кланами другой";
    mission_title: "Title", "Название";
    create: "Create", "Создать";
    needs_game: "This needs a game folder on disk", "Для этого нужна папка игры на диске";

    // Time.
    play: "Play", "Пуск";
    pause: "Pause", "Пауза";
    to_start: "Back to the start", "В начало";
    time: "Time", "Время";
    speed: "Speed", "Скорость";
    looping: "Loop", "По кругу";

    // The inspector.
    fields: "Fields", "Поля";
    findings: "Findings", "Замечания";
    uses_tab: "Uses", "Связи";
    bytes: "Bytes", "Байты";
    nothing_open: "Nothing is open", "Ничего не открыто";
    no_fields: "No known format, so no fields; Bytes shows what is there", "Неизвестный формат, полей нет; байты — на вкладке «Байты»";
    unknown_format: "unknown format", "неизвестный формат";
    cannot_read: "This cannot be read", "Это не читается";
    failed: "It failed", "Не получилось";
    filter: "Filter", "Фильтр";
    filter_hint: "path of a field", "путь поля";
    select_field: "Select a field to see where it lies and what is known about it", "Выберите поле, чтобы узнать, где оно лежит и что о нём известно";
    value: "value", "значение";
    offset: "offset", "смещение";
    raw: "bytes", "байты";
    stored: "stored as", "хранится как";
    other_value: "other…", "другое…";
    marked: "rows are marked: a change goes to all of them", "строк выделено: изменение коснётся всех";
    who_else: "Who else has this value", "У кого ещё такое значение";
    who_else_hover: "Everything of this format that says the same in such a field, as pictures", "Всё этого формата с тем же значением в таком поле, картинками";
    nameless_bits: "other bits that are set", "прочие установленные биты";
    in_directory: "in the archive's directory", "в каталоге архива";
    derived: "nowhere: it follows from other fields", "нигде: следует из других полей";
    no_place: "in no single place", "не в одном месте";
    field_unknown: "Nobody knows what this is; it is named by its place in the record", "Никто не знает, что это; названо по месту в записи";

    // Findings.
    of_this: "This file", "Этот файл";
    of_everything: "Everything", "Всё";
    check_everything: "Check everything", "Проверить всё";
    not_checked: "Not checked yet", "Ещё не проверено";
    no_findings: "Nothing to complain about", "Замечаний нет";

    // Uses.
    uses: "Uses", "Использует";
    uses_nothing: "nothing", "ничего";
    used_by: "Used by", "Используется в";
    used_by_nobody: "nobody", "нигде";
    uses_unknown: "The whole game has to be read for that", "Для этого нужно прочитать всю игру";
    find_uses: "Find out", "Выяснить";
    missing: "missing", "отсутствует";

    // Work in the background.
    reading: "reading", "чтение";
    opening: "opening", "открытие";
    checking: "checking", "проверка";
    finding_uses: "looking for uses", "поиск связей";
    cancel: "Cancel", "Отмена";
    cancelled: "Cancelled", "Отменено";

    // Appearance.
    appearance: "Appearance", "Вид";
    dark: "Dark", "Тёмная";
    light: "Light", "Светлая";
    system: "As the system", "Как в системе";
    zoom: "Size", "Размер";

    // Shortcuts.
    help_title: "Shortcuts", "Клавиши";
    key_frame: "go where everything is seen", "показать целиком";
    key_reset: "the camera as it was at first", "вернуть камеру";
    key_wireframe: "wireframe on and off", "рёбра вкл. и выкл.";
    key_grid: "grid on and off", "сетка вкл. и выкл.";
    key_cut_away: "buildings cut open, so that rooms are seen", "здания в разрезе, чтобы видеть комнаты";
    key_edit: "change things with the mouse, or only look", "менять мышью или только смотреть";
    key_delete: "take out what is selected in the picture", "удалить выбранное на картинке";
    key_duplicate: "once more what is selected in the picture", "копия выбранного на картинке";
    key_level_1: "level of detail 1; again: by distance", "уровень 1; ещё раз: по дальности";
    key_level_2: "level of detail 2", "уровень 2";
    key_level_3: "level of detail 3", "уровень 3";
    key_level_4: "level of detail 4", "уровень 4";
    key_play: "play and pause", "пуск и пауза";
    key_previous: "the file before", "предыдущий файл";
    key_next: "the next file", "следующий файл";
    key_walk: "walk in a mission, or in the unit that is selected", "пройтись по миссии или в выбранной машине";
    key_person: "on a walk: out of the eyes or from behind", "на прогулке: из глаз или сзади";
    key_mount: "on a walk: into the nearest unit, or out of it", "на прогулке: в ближайшую машину или из неё";
    key_leave: "leave a walk or a briefing", "закончить прогулку или брифинг";
    key_screenshot: "save a picture of the viewport", "сохранить снимок";
    key_search: "search", "поиск";
    key_undo: "take a change back", "отменить изменение";
    key_redo: "make it again", "вернуть изменение";
    key_save: "save", "сохранить";
    key_open: "open a game folder", "открыть папку игры";
    key_help: "shortcuts", "клавиши";
    mouse_left: "left drag", "левая кнопка";
    mouse_orbit: "orbit", "вращать";
    mouse_middle: "middle or Shift + left drag", "средняя или Shift + левая";
    mouse_pan: "pan", "двигать";
    mouse_wheel: "wheel", "колесо";
    mouse_zoom: "zoom", "приближать";
    mouse_click: "click", "щелчок";
    mouse_pick: "pick a node, batch, triangle or areal", "выбрать узел, пакет, треугольник или ареал";
    mouse_right: "right drag", "правая кнопка";
    mouse_look: "look around over a landscape, else pan", "осматриваться над ландшафтом, иначе двигать";
    keys_fly: "WASD, Q and E", "WASD, Q и E";
    fly: "fly over a landscape; Shift is faster", "лететь над ландшафтом; с Shift быстрее";
    keys_walk: "WASD or arrows, Q and E", "WASD или стрелки, Q и E";
    walk_help: "on a walk: go and turn, step aside; Shift is faster, a click goes there", "на прогулке: идти и поворачивать, шаг вбок; с Shift быстрее, щелчок ведёт туда";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_told_in_the_language_of_the_window() {
        let english = "a.lib: not found";
        assert_eq!(ENGLISH.complaint(english.to_owned()), english);
        assert_eq!(RUSSIAN.complaint(english.to_owned()), "a.lib: не найдено");
        // What nobody put into Russian has Russian words before it, what is Russian none.
        let odd = "oddly broken";
        let there = format!("/игры/a.lib: {odd}");
        assert_eq!(RUSSIAN.complaint(there.clone()), format!("Не получилось: {there}"));
        assert_eq!(RUSSIAN.complaint(odd.to_owned()), "Не получилось: oddly broken");
        assert_eq!(RUSSIAN.error(odd), odd);
        let own = RUSSIAN.lane_no_node;
        assert_eq!(RUSSIAN.complaint(own.to_owned()), own);
    }

    #[test]
    fn no_text_is_empty_and_none_was_forgotten() {
        let english = || ENGLISH.all().into_iter().chain(ENGLISH.mission().all());
        for (name, text) in english() {
            assert!(!text.trim().is_empty(), "{name}");
        }
        let russian = RUSSIAN.all().into_iter().chain(RUSSIAN.mission().all());
        for ((name, english), (_, russian)) in english().zip(russian) {
            assert!(!russian.trim().is_empty() && english != russian, "{name}: {russian}");
        }
    }
}
