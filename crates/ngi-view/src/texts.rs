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

pub mod about;
pub mod formats;
pub mod mission;
pub mod start;
pub mod tips;

impl Texts {
    fn is_russian(&self) -> bool {
        std::ptr::eq(self, &raw const RUSSIAN)
    }

    /// Formats a number of mip levels.
    pub fn count_of_mips(&self, count: u32) -> String {
        match (self.is_russian(), count) {
            (true, _) => format!("{}: {count}", self.mip_levels),
            (false, 1) => format!("1 {}", self.mip_level),
            (false, _) => format!("{count} {}", self.mip_levels),
        }
    }

    /// Returns the tooltips in the same language.
    pub fn tips(&self) -> &'static tips::Texts {
        if self.is_russian() { &tips::RUSSIAN } else { &tips::ENGLISH }
    }

    /// Returns the texts of the tab About and of views of single kinds, in the same language.
    pub fn about(&self) -> &'static about::Texts {
        if self.is_russian() { &about::RUSSIAN } else { &about::ENGLISH }
    }

    /// Returns the descriptions of file types in the same language.
    pub fn formats(&self) -> &'static formats::Texts {
        if self.is_russian() { &formats::RUSSIAN } else { &formats::ENGLISH }
    }

    /// Returns the texts of the mission editor in the same language.
    pub fn mission(&self) -> &'static mission::Texts {
        if self.is_russian() { &mission::RUSSIAN } else { &mission::ENGLISH }
    }

    /// Returns the texts of the welcome page and the start page in the same language.
    pub fn start(&self) -> &'static start::Texts {
        if self.is_russian() { &start::RUSSIAN } else { &start::ENGLISH }
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
    open_file: "Open an archive or file…", "Открыть архив или файл…";
    choose_game: "Choose the game folder for textures…", "Выбрать папку игры с текстурами…";
    no_game: "No game folder found, so models have no textures. Choose one in the menu Open", "Папка игры не найдена, поэтому модели без текстур. Выберите её в меню «Открыть»";
    not_a_game: "not a game folder: it contains neither Material.lib nor Textures.lib", "не папка игры: в ней нет ни Material.lib, ни Textures.lib";
    key_full_screen: "Full screen", "Во весь экран";
    reload: "Reload from disk", "Перечитать с диска";
    changed_on_disk: "Changed both on disk and in the viewer:", "Изменено и на диске, и в программе:";
    take_disk: "Load the version on disk", "Взять версию с диска";
    keep_mine: "Keep my changes", "Оставить мои изменения";
    recent: "Recent", "Недавние";
    no_dialog: "This system has no file dialog. Drop a folder or a file on this window instead", "В этой системе нет диалога выбора файлов. Перетащите папку или файл в это окно";
    select_something: "Select a file in the tree", "Выберите файл в дереве";
    ready: "Ready", "Готово";
    demo: "Demo game", "Демо-игра";
    demo_hover: "Open a small game made by this program. It contains nothing from the real game.", "Открыть небольшую игру, созданную этой программой. Из настоящей игры в ней ничего нет.";
    stays_here: "Your files stay on this computer: this page cannot send them anywhere", "Ваши файлы остаются на этом компьютере: страница не может их никуда отправить";

    // The tree.
    tree: "Files", "Файлы";
    search: "Search", "Поиск";
    search_hint: "name or type", "имя или тип";
    hits_of: "of", "из";
    items: "files and entries", "файлов и записей";
    thumbnails: "Show thumbnails", "Показывать миниатюры";
    adapts: "Lower resolution while moving", "Меньше точек при движении";

    // Tabs.
    key_close_tab: "Close tab", "Закрыть вкладку";
    key_next_tab: "Next tab", "Следующая вкладка";
    key_tab_before: "Previous tab", "Предыдущая вкладка";
    key_tab_left: "Move tab left", "Сдвинуть вкладку влево";
    key_tab_right: "Move tab right", "Сдвинуть вкладку вправо";
    tab_open: "Open in a new tab", "Открыть в новой вкладке";
    tab_close: "Close tab", "Закрыть вкладку";
    tab_close_others: "Close other tabs", "Закрыть другие вкладки";

    // Changes.
    save_all: "Save all", "Сохранить всё";
    save_hover: "Save the file and keep the old one as .bak", "Сохранить файл; старый останется как .bak";
    export: "Export", "Экспорт";
    export_import: "Export / Import", "Экспорт и импорт";
    saved: "Saved", "Сохранено:";
    kept_as: "The old file is kept as", "Старый файл:";
    read_only: "read-only: you can change and export it, but not save it here", "только для чтения: менять и экспортировать можно, сохранить здесь нельзя";
    changed: "modified", "изменено";
    unsaved: "You have unsaved changes", "Есть несохранённые изменения";
    save_and_close: "Save and close", "Сохранить и закрыть";
    save_and_open: "Save and open", "Сохранить и открыть";
    discard: "Discard changes", "Не сохранять";
    stay: "Keep editing", "Вернуться к правке";
    kept: "Restore unsaved changes from the last session?", "Восстановить несохранённые изменения прошлого сеанса?";
    bring_back: "Restore", "Восстановить";
    forget: "Discard", "Удалить";

    // Export and import.
    choose: "Browse…", "Выбрать…";
    close: "Close", "Закрыть";
    close_window: "Close this window", "Закрыть окно";
    show_in_folder: "Show in folder", "Показать в папке";
    decide_later: "Decide later", "Решить позже";
    unsaved_files: "These files have unsaved changes:", "В этих файлах есть несохранённые изменения:";
    kept_files: "Unsaved changes of these files were found:", "Найдены несохранённые изменения этих файлов:";
    copy: "Copy", "Копировать";
    copied: "Copied:", "Скопировано:";
    copy_path: "Copy path", "Копировать путь";
    copy_json: "Copy as JSON", "Копировать как JSON";
    open_with: "Open in another program", "Открыть в другой программе";
    exchanging: "Exporting or importing…", "Экспорт или импорт…";
    export_title: "Export…", "Экспорт…";
    export_everything: "Export all files…", "Экспорт всех файлов…";
    export_do: "Export", "Экспортировать";
    export_whole: "All files inside", "Все файлы внутри";
    export_one: "Only this file", "Только этот файл";
    export_format: "Format", "Формат";
    export_usual: "default for each type", "по умолчанию для каждого типа";
    export_only: "Only these types", "Только эти типы";
    export_level: "Detail level", "Уровень детализации";
    export_levels: "all levels", "все уровни";
    export_stage: "Damage stage", "Стадия повреждений";
    export_stages: "all stages", "все стадии";
    export_mip: "Mip level", "Mip-уровень";
    export_frame: "Export a single pose", "Экспортировать одну позу";
    export_frame_number: "frame ", "кадр ";
    export_animations: "also the animation", "и анимацию";
    export_fps: "Frames per second", "Кадров в секунду";
    export_axes: "Up axis", "Вертикальная ось";
    export_axes_usual: "default", "по умолчанию";
    export_instances: "Use instancing (smaller file)", "Использовать экземпляры (файл меньше)";
    export_sky: "Also save the sky as an image", "Сохранить и небо изображением";
    export_into: "Export into a folder", "Экспорт в папку";
    export_folder: "Folder", "Папка";
    export_name: "File name", "Имя файла";
    export_force: "Overwrite existing files", "Перезаписывать существующие файлы";
    export_saved_only: "Unsaved changes of other files are not exported. Save them first to include them", "Несохранённые изменения других файлов не экспортируются. Сначала сохраните их";
    replace_title: "Import…", "Импорт…";
    replace_file: "File", "Файл";
    replace_do: "Replace", "Заменить";
    replace_gone: "another file is open now, so nothing was imported; open this one and import again", "открыт другой файл, импорт не выполнен; откройте этот и повторите";
    import_do: "Add", "Добавить";
    import_into: "Add to the same archive as a new entry", "Добавить в тот же архив новой записью";
    import_into_hover: "Adds the file under its own name, with wear table, materials, textures and an object. This is written to disk at once.", "Добавить под именем файла, с таблицей материалов, материалами, текстурами и объектом. Сразу записывается на диск.";
    imported: "Added to the archive:", "Добавлено в архив:";
    import_as_is: "keep the current one", "оставить как есть";
    import_pixels: "Pixel format", "Формат пикселей";
    import_levels: "Mip levels", "Mip-уровней";
    import_levels_hover: "Number of mip levels; 0 keeps the current number", "Число mip-уровней; 0 — столько же, сколько сейчас";
    import_powers: "Resize to powers of two", "Подогнать стороны до степени двойки";
    import_dither: "Dither 16-bit colours", "Сглаживать 16-битные цвета";
    import_adpcm: "Compress the sound (MS ADPCM)", "Сжать звук (MS ADPCM)";
    import_lods: "Rebuild the coarser detail levels", "Построить грубые уровни детализации заново";
    report: "Report", "Отчёт";
    report_files: "Written", "Записано";
    report_lost: "Lost", "Потеряно";
    report_told: "Note", "Примечания";
    report_computed: "Recomputed", "Вычислено заново";
    report_carried: "Kept", "Оставлено прежним";
    report_nothing: "No messages", "Сообщений нет";
    compare_game: "Compare with another game folder…", "Сравнить с другой папкой игры…";
    compare_mod: "Compare with a mod…", "Сравнить с модом…";
    compare_bare: "Compare with the game without mods", "Сравнить с игрой без модов";
    compare_entry: "Compare the open file with this one", "Сравнить открытый файл с этим";
    compare_close: "Close comparison", "Закрыть сравнение";
    compare_same: "No differences", "Различий нет";
    compare_found: "Differences:", "Различий:";
    compare_pixels: "Different pixels:", "Отличающихся пикселей:";
    compare_parts: "Highlighted:", "Выделено:";
    compare_difference: "Difference", "Различие";
    compare_here: "Current", "Текущий";
    compare_other: "Other value:", "Значение у другого:";
    compare_backup: "Compare with the backup", "Сравнить с резервной копией";
    no_backup: "this file has no backup (.bak)", "у файла нет резервной копии (.bak)";
    mend: "Repair automatically", "Исправить автоматически";
    mend_hover: "Recompute derived fields that are inconsistent with the rest of the file, like ngi fix", "Вычислить заново производные поля, которые не согласуются с остальным файлом, как ngi fix";
    mended: "Repaired fields:", "Исправлено полей:";
    nothing_to_mend: "Nothing to repair: all derived fields are consistent", "Исправлять нечего: производные поля согласованы";
    undo_written: "Undo the last write to disk", "Отменить последнюю запись на диск";
    undo_written_not: "The last write can be undone only in a folder on disk and without unsaved changes", "Последнюю запись можно отменить только в папке на диске и без несохранённых изменений";
    taken_back: "Undone:", "Отменено:";

    // The command palette.
    palette: "Command palette", "Палитра команд";
    palette_hint: "type a command", "введите команду";
    palette_nothing: "No matching command", "Нет такой команды";
    palette_uses: "Search the game for uses", "Искать связи во всей игре";
    palette_fields: "Show fields", "Показать поля";
    palette_findings: "Show problems", "Показать проблемы";
    palette_bytes: "Show bytes", "Показать байты";
    palette_dark: "Dark theme", "Тёмная тема";
    palette_light: "Light theme", "Светлая тема";
    palette_system: "Follow the theme of the system", "Тема как в системе";
    palette_english: "Switch to English", "Переключить на английский";
    palette_russian: "Switch to Russian", "Переключить на русский";
    cancel_all: "Cancel running tasks", "Отменить выполняемые задачи";
    key_palette: "Command palette: find any command", "Палитра команд: найти любую команду";
    key_export: "Export the selected file", "Экспортировать выбранный файл";

    // The gallery.
    gallery_empty: "Nothing to show here", "Здесь нечего показать";
    gallery_small: "S", "М";
    gallery_medium: "M", "С";
    gallery_large: "L", "К";
    gallery_deep: "Include subfolders and archives", "С подпапками и архивами";
    gallery_text: "Show as list", "Показать списком";
    gallery_search: "Show results as thumbnails", "Показать найденное миниатюрами";
    gallery_all: "All", "Все";
    sort: "Sort", "Порядок";
    sort_stored: "Original order", "Исходный";
    sort_name: "Name", "По имени";
    sort_kind: "Type", "По типу";
    sort_size: "Largest first", "Сначала большие";
    favourites: "Favourites", "Избранное";
    favourites_none: "No favourites yet. Right-click a file to add it.", "Избранного пока нет. Чтобы добавить файл, щёлкните его правой кнопкой.";
    favourite_add: "Add to favourites", "Добавить в избранное";
    favourite_remove: "Remove from favourites", "Убрать из избранного";
    key_back: "Back", "Назад";
    key_forward: "Forward", "Вперёд";
    key_fold: "Collapse the row, or go to its parent", "Свернуть строку или перейти к внешней";
    key_unfold: "Expand the row, or go to the next one", "Развернуть строку или перейти к следующей";

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
    thing_image: "image", "изображение";
    thing_text: "text", "текст";
    thing_unknown: "unknown", "неизвестное";
    entry_type: "type", "тип";
    bytes_unit: "B", "Б";
    kilobytes: "KB", "КБ";
    megabytes: "MB", "МБ";
    seconds: "s", "с";
    milliseconds: "ms", "мс";
    hertz: "kHz", "кГц";
    mono: "mono", "моно";
    stereo: "stereo", "стерео";
    channels: "channels", "каналов";

    // The viewport.
    overlays: "Overlays", "Слои";
    for_modders: "For modders", "Для авторов модов";
    counters: "Drawing counters", "Счётчики отрисовки";
    presentation: "F11 or Esc shows the window again", "F11 или Esc возвращает окно";
    level: "Detail", "Детализация";
    automatic: "automatic", "авто";
    finest: "finest", "лучшая";
    stage: "Damage", "Повреждения";
    stage_none: "none", "нет";
    stage_some: "damaged", "повреждено";
    stage_heavy: "heavily damaged", "сильно повреждено";
    cut_away: "Show interiors", "Показать интерьеры";
    reflections: "Reflections", "Отражения";
    microtexture: "Ground detail", "Детали земли";
    mip: "Mip level", "Mip-уровень";
    mip_level: "mip level", "mip-уровень";
    mip_levels: "mip levels", "mip-уровней";
    paletted: "palette", "палитра";
    external_palette: "external palette", "внешняя палитра";
    no_card: "No graphics adapter found, so nothing can be drawn. Everything else works. A software driver is enough: see docs/install.md", "Графический адаптер не найден, поэтому рисовать нечем. Всё остальное работает. Достаточно программного драйвера: см. docs/install.md";
    nothing_drawn: "Nothing is drawn. Open a model, texture, level, mission or effect first", "Ничего не нарисовано. Сначала откройте модель, текстуру, уровень, миссию или эффект";
    faces: "faces", "граней";
    primitives: "primitives", "примитивов";
    batches: "batches", "пакетов";
    particles: "particles", "частиц";
    card_lost: "The graphics device was lost, so the window was reopened with another one. Nothing else was lost", "Графическое устройство пропало, и окно открыто заново с другим. Больше ничего не потеряно";

    // Looking.
    looking: "View", "Вид";
    looking_from: "Viewpoint", "Ракурс";
    side_front: "Front view (+y)", "Вид спереди (+y)";
    side_back: "Back view (−y)", "Вид сзади (−y)";
    side_right: "Right view (+x)", "Вид справа (+x)";
    side_left: "Left view (−x)", "Вид слева (−x)";
    side_above: "Top view (+z)", "Вид сверху (+z)";
    side_below: "Bottom view (−z)", "Вид снизу (−z)";
    bookmarks: "Bookmarks", "Закладки";
    bookmark: "Bookmark", "Закладка";
    bookmark_add: "Add bookmark", "Добавить закладку";
    bookmark_add_hover: "Save this view of the file under the first free number. Bookmarks are kept for each game.", "Сохранить этот вид файла под первым свободным номером. Закладки хранятся для каждой игры.";
    bookmark_drop: "Delete bookmark", "Удалить закладку";
    bookmark_set: "Saved bookmark", "Сохранена закладка";
    bookmark_none: "This file has no bookmark", "У этого файла нет закладки";
    bookmark_not: "Only drawn files have bookmarks. Open a model, texture, level, mission or effect first", "Закладки есть только у того, что нарисовано. Сначала откройте модель, текстуру, уровень, миссию или эффект";
    key_set_bookmark: "Save the view as a bookmark", "Сохранить вид в закладку";
    key_bookmark: "Go to a bookmark", "Перейти к закладке";
    key_measure: "Measure the distance between two points", "Измерить расстояние между двумя точками";
    ruler: "Measure", "Измерить";
    ruler_hint: "Click two points", "Щёлкните две точки";
    ruler_units: "units", "ед.";
    ruler_pixels: "pixels", "пикс.";
    backdrop: "Background", "Фон";
    backdrop_usual: "Default background", "Обычный фон";
    backdrop_black: "Black background", "Чёрный фон";
    backdrop_grey: "Grey background", "Серый фон";
    backdrop_white: "White background", "Белый фон";
    backdrop_nothing: "Transparent background", "Прозрачный фон";
    lamp: "Light", "Свет";
    lamp_studio: "Studio light; levels use their sky", "Студийный свет; уровни — по своему небу";
    lamp_sun: "Fixed sun", "Неподвижное солнце";
    lamp_camera: "Light from the camera", "Свет от камеры";
    lamp_flat: "No shading: original texture colours", "Без теней: исходные цвета текстур";
    paint: "Surfaces", "Поверхности";
    paint_looks: "Materials", "Материалы";
    paint_normals: "Normals as colours", "Нормали цветом";
    paint_checker: "Texture coordinates as a checkerboard", "Текстурные координаты клетками";
    paint_density: "Texel density", "Плотность текселей";
    texels: "texels per unit", "текселей на ед.";
    layout: "Texture layout (UV)", "Развёртка (UV)";
    layout_none: "None: show the model", "Нет: показать модель";
    shot_title: "Screenshot…", "Снимок…";
    shot_size: "Size", "Размер";
    shot_width: "Width in pixels", "Ширина в пикселях";
    shot_height: "Height in pixels", "Высота в пикселях";
    shot_sizes: "Presets", "Готовые размеры";
    shot_as_window: "Same as the window", "Как в окне";
    shot_what: "Type", "Тип";
    shot_one: "Single image", "Один снимок";
    shot_turntable: "Turntable animation", "Анимация оборота";
    shot_turntable_hover: "An animated PNG of one turn around the centre of the view", "Анимированный PNG: полный оборот вокруг центра вида";
    shot_count: "Frames", "Кадров";
    shot_transparent: "Transparent background", "Прозрачный фон";
    shot_overlays: "Include overlays", "Вместе со слоями";
    shot_overlays_hover: "Draws the grid, wireframe, names and other overlays that are on in the window", "Сетка, каркас, имена и другие слои, включённые в окне";
    shot_do: "Save screenshot", "Сохранить снимок";
    filming: "Rendering images…", "Съёмка…";
    key_screenshot_as: "Save a screenshot with options", "Сохранить снимок с настройками";
    layout_next: "Texture layout of the next material", "Развёртка следующего материала";

    // What was clicked on.
    open_unit: "Open unit", "Открыть юнит";
    open_model: "Open model", "Открыть модель";
    open_material: "Open material", "Открыть материал";
    open_texture: "Open texture", "Открыть текстуру";
    no_texture: "This material has no texture", "У этого материала нет текстуры";
    hide: "Hide", "Скрыть";
    isolate: "Isolate", "Показать только это";
    walk_as: "Walk as this", "Идти этим юнитом";
    deselect: "Deselect", "Снять выделение";
    details: "Details", "Подробности";
    picked_point: "Point", "Точка поверхности";
    picked_node: "Node", "Узел";
    picked_slot: "Slot", "Слот";
    picked_batch: "Batch", "Пакет";
    picked_triangle: "Triangle", "Треугольник";
    picked_areal: "Areal", "Ареал";
    picked_material: "Material", "Материал";
    picked_pixel: "Pixel", "Пиксель";
    picked_at: "Position", "Точка";

    // What is drawn on top.
    overlay_normals: "Normals", "Нормали";
    overlay_bounds: "Bounding boxes", "Границы";
    overlay_nodes: "Nodes", "Узлы";
    overlay_links: "Triangle connections", "Связи треугольников";
    overlay_sockets: "Sockets", "Разъёмы";
    overlay_squares: "Map squares", "Квадраты карты";
    overlay_faces: "Face types", "Типы граней";
    overlay_areals: "Areals", "Ареалы";
    overlay_areal_grid: "Areal grid", "Сетка ареалов";
    overlay_numbers: "Numbers", "Номера";
    overlay_lights: "Lights", "Источники света";
    overlay_page: "Cells", "Ячейки";
    overlay_palette: "Palette", "Палитра";
    overlay_names: "Object names", "Имена объектов";
    overlay_clans: "Clan colours", "Цвета кланов";
    overlay_areas: "Script areas", "Области скриптов";
    overlay_zones: "Animal zones", "Зоны животных";
    overlay_lodes: "Lodes", "Залежи";
    overlay_route: "Walking route", "Путь прогулки";

    // Missions.
    objects: "Objects", "Объекты";
    objects_search: "Search objects", "Поиск объектов";
    objects_hint: "name, clan or type", "имя, клан или тип";
    objects_none: "No matching objects", "Нет таких объектов";
    objects_hover: "Click to fly there", "Щёлкните, чтобы перелететь туда";
    not_there: "The game does not create this object", "Игра не создаёт этот объект";
    time_of_day: "Time of day", "Время суток";
    day: "Day", "День";
    weather: "Weather", "Погода";
    sound: "Sound", "Звук";
    briefing: "Briefing", "Брифинг";
    briefing_hover: "Fly the camera from stop to stop, as before the mission", "Провести камеру от точки к точке, как перед миссией";
    walk: "Walk", "Прогулка";
    walk_on_foot: "On foot", "Пешком";
    walk_keys: "WASD move · drag to look · click to go there\nV first/third person · R enter/leave robot · Esc stop", "WASD идти · тянуть мышью: смотреть · щелчок: идти туда\nV от 1-го/3-го лица · R в робота и обратно · Esc закончить";

    // Changing in the picture.
    edit: "Edit", "Правка";
    edit_hover: "Move, rotate and add objects with the mouse", "Двигать, вращать и добавлять объекты мышью";
    edit_ground_hover: "Change the ground with a brush", "Менять землю кистью";
    edit_nothing: "Click an object or a diamond, then drag its handles", "Щёлкните объект или ромб и тяните за ручки";
    add_object: "Add object…", "Добавить объект…";
    add_hover: "Choose a building, unit or piece of scenery to place", "Выбрать здание, юнит или элемент природы, чтобы поставить";
    add_place: "Add area…", "Добавить область…";
    keep_height: "Keep height above ground", "Держать высоту";
    keep_height_hover: "Objects that are moved sideways keep their height above the ground", "При движении вбок объекты сохраняют высоту над землёй";
    mission_tools: "Mission…", "Миссия…";
    mission_files: "Mission files", "Файлы миссии";
    mission_hint: "To play the mission, copy its folder to MISSIONS in the game folder, and the changed files of its level to DATA/MAPS. The menu of the game lists missions by number and stops at the first missing number.", "Чтобы сыграть миссию, скопируйте её папку в MISSIONS в папке игры, а изменённые файлы уровня — в DATA/MAPS. Меню игры перебирает миссии по номерам и останавливается на первом отсутствующем.";
    placeables: "Objects to add", "Объекты для добавления";
    find_placeable: "Find", "Найти";
    scene: "Scene", "Сцена";
    scene_hover: "Nodes, parts, objects, commands or squares of the open file: select, show or hide them", "Узлы, части, объекты, команды или квадраты открытого файла: выбрать, показать или скрыть";
    scene_nothing: "This file has no parts to list", "У этого файла нет частей для списка";
    parts_nodes: "Nodes:", "Узлов:";
    parts_parts: "Parts:", "Частей:";
    parts_objects: "Objects:", "Объектов:";
    parts_commands: "Commands:", "Команд:";
    parts_squares: "Map squares:", "Квадратов:";
    parts_points: "Control points:", "Контрольных точек:";
    parts_areals: "Areals:", "Ареалов:";
    keys: "Keyframes", "Ключевые кадры";
    key_frame_number: "Frame", "Кадр";
    edit_nodes_hover: "Move and rotate the selected node at the current keyframe", "Двигать и вращать выбранный узел в текущем ключевом кадре";
    edit_areals_hover: "Edit areals with the mouse", "Менять ареалы мышью";
    areal_corners: "Move corners", "Двигать углы";
    areal_corners_hover: "Click an areal, then drag one of its corners. Neighbours follow.", "Щёлкните ареал, затем тяните его угол. Соседи следуют за ним.";
    areal_split: "Split", "Разделить";
    areal_split_hover: "Click an areal, then two of its corners to split it between them", "Щёлкните ареал, затем два его угла: он разделится между ними";
    areal_join: "Join", "Объединить";
    areal_join_hover: "Click an areal, then a neighbour to merge into it", "Щёлкните ареал, затем соседа: сосед войдёт в него";
    areal_paint: "Paint class", "Класс кистью";
    areal_paint_hover: "Areals under the brush get this class. Radius 0 changes only the areal under the pointer.", "Ареалы под кистью получают этот класс. При радиусе 0 — только ареал под указателем.";
    areal_class: "Class", "Класс";
    areal_walkable: "Walkable", "Проходимый";
    areal_more_hover: "Add a corner in the middle of the edge after the selected corner, or of the longest edge", "Добавить угол посередине ребра после выбранного угла или самого длинного ребра";
    lane_bend: "Drag the curve to bend it, or type the exponent. 1 is a straight line.", "Тяните кривую, чтобы изогнуть её, или введите показатель. 1 — прямая.";
    palette_export_as: "Export as", "Экспортировать как";
    palette_view: "Go to bookmark", "К закладке";
    palette_forget_view: "Delete bookmark", "Удалить закладку";
    palette_tab: "Go to tab", "К вкладке";
    palette_recent: "Open recent", "Открыть недавнее";
    palette_favourite: "Go to favourite", "К избранному";
    minds_slopes: "Not walkable above", "Непроходимо круче";
    minds_slopes_hover: "Areals that become mostly steeper than this are marked as not walkable, and as walkable again when they become flatter. You choose the limit: no file of the game contains one.", "Ареалы, большая часть которых становится круче, отмечаются непроходимыми, а ставшие положе — снова проходимыми. Предел выбираете вы: в файлах игры его нет.";
    type_slope: "Set the slope above which areals are not walkable", "Задать крутизну, с которой ареалы непроходимы";
    areals_follow: "corners of areals follow the ground and are saved with it", "углов ареалов следуют за землёй и сохраняются вместе с ней";
    guest_stays: "Starts inside a building: its own position has no effect", "Начинает внутри здания: собственное положение не действует";
    lanes: "Timeline", "Таймлайн";
    lanes_hover: "Show keyframes of nodes, commands of an effect or phases of a material over time", "Показать ключевые кадры узлов, команды эффекта или фазы материала во времени";
    lane_ruler: "Ruler", "Линейка";
    lane_add: "Add keyframe", "Добавить ключевой кадр";
    lane_add_hover: "Add a keyframe of the selected node at the current frame", "Добавить ключевой кадр выбранного узла в текущем кадре";
    key_add_key: "Add a keyframe of the selected node", "Добавить ключевой кадр выбранного узла";
    lane_delete: "Delete keyframes", "Удалить ключевые кадры";
    lane_copy: "Copy keyframes", "Копировать ключевые кадры";
    lane_paste: "Paste keyframes", "Вставить ключевые кадры";
    lane_paste_hover: "Paste at the current frame (Ctrl+V). Keyframes of a single node go to the selected node.", "Вставить в текущий кадр (Ctrl+V). Ключевые кадры одного узла попадают в выбранный узел.";
    lane_all: "Select all keyframes", "Выбрать все ключевые кадры";
    lane_all_hover: "Ctrl+click adds a single keyframe to the selection", "Ctrl+щелчок добавляет к выбранным один ключевой кадр";
    lane_stretch: "Stretch", "Растянуть";
    lane_stretch_hover: "Stretch or compress the time of the selected keyframes, starting at the first one", "Растянуть или сжать время выбранных ключевых кадров, начиная с первого";
    lane_selected: "Selected:", "Выбрано:";
    lane_blocked: "Keyframes that are not selected are in the way. Select them too, or choose another frame", "Мешают невыбранные ключевые кадры. Выберите и их или возьмите другой кадр";
    lane_no_node: "Select a node of a model first", "Сначала выберите узел модели";
    lane_start: "start", "начало";
    lane_end: "end", "конец";
    lane_track: "Track", "Дорожка";
    lane_phase: "Phase", "Фаза";
    lane_piece_hint: "Click a segment of a track to choose its phase; drag its end", "Щёлкните отрезок дорожки, чтобы выбрать его фазу; тяните за конец";
    lane_cut: "Split at the current time", "Разделить в текущий момент";
    lane_cut_hover: "Split the segment in two at the current time", "Разделить отрезок надвое в текущий момент";
    lane_less_hover: "Delete the segment; the next one becomes longer", "Удалить отрезок; следующий станет длиннее";
    show_all: "Show all", "Показать всё";
    show_or_hide: "Show or hide", "Показать или скрыть";
    placing: "Click on the ground to place it", "Щёлкните на земле, чтобы поставить";
    placing_hover: "Click here, then on the ground. Hold Shift to place several.", "Щёлкните здесь, затем на земле. С Shift — несколько раз.";
    kind_building: "building", "здание";
    kind_unit: "unit", "юнит";
    kind_plant: "plant", "растение";
    kind_rock: "rock", "камень";
    turn: "Rotation", "Поворот";
    size: "Scale", "Масштаб";
    owner: "Owner", "Владелец";
    object_name: "Name", "Имя";
    duplicate: "Duplicate", "Дублировать";
    delete: "Delete", "Удалить";
    to_ground: "Drop to ground", "Опустить на землю";
    mark_base: "Base", "База";
    mark_zone: "Zone", "Зона";
    mark_lode: "Lode", "Залежь";
    mark_area: "Area", "Область";
    add_corner: "Add corner", "Добавить угол";
    brush_raise: "Raise", "Поднять";
    brush_lower: "Lower", "Опустить";
    brush_smooth: "Smooth", "Сгладить";
    brush_flatten: "Flatten", "Выровнять";
    brush_set: "Set height", "Задать высоту";
    brush_first: "Paint material", "Первый материал";
    brush_second: "Paint second material", "Второй материал";
    brush_plain: "Remove second material", "Убрать второй материал";
    brush_blend: "Blend materials", "Смешать материалы";
    brush_radius: "Radius", "Радиус";
    brush_strength: "Strength", "Сила";
    brush_height: "Height", "Высота";
    brush_share: "Amount", "Доля";
    water_level: "Water level", "Уровень воды";
    new_mission: "New mission", "Новая миссия";
    new_mission_hover: "Create an empty mission on this level, with the sky, texts and clans of another one", "Создать пустую миссию на этом уровне, с небом, текстами и кланами другой";
    mission_title: "Title", "Название";
    create: "Create", "Создать";
    needs_game: "This needs a game folder on disk. Open one first", "Для этого нужна папка игры на диске. Сначала откройте её";

    // Time.
    play: "Play", "Пуск";
    pause: "Pause", "Пауза";
    to_start: "Go to the start", "В начало";
    time: "Time", "Время";
    speed: "Speed", "Скорость";
    looping: "Loop", "Повтор";

    // The inspector.
    fields: "Fields", "Поля";
    findings: "Problems", "Проблемы";
    uses_tab: "Uses", "Связи";
    bytes: "Bytes", "Байты";
    nothing_open: "No file is open", "Файл не открыт";
    no_fields: "ngi does not know this format. Raw bytes are in the tab Bytes.", "Программа не знает этого формата. Байты — на вкладке «Байты».";
    unknown_format: "unknown format", "неизвестный формат";
    cannot_read: "This file cannot be read", "Файл не читается";
    failed: "Failed", "Не получилось";
    filter: "Filter", "Фильтр";
    filter_hint: "field name", "имя поля";
    select_field: "Select a field to see its meaning and position in the file", "Выберите поле, чтобы увидеть его смысл и место в файле";
    value: "value", "значение";
    offset: "offset", "смещение";
    raw: "bytes", "байты";
    stored: "stored as", "хранится как";
    other_value: "Other value…", "Другое значение…";
    marked: "rows are selected; a change applies to all of them", "строк выбрано; изменение применится ко всем";
    who_else: "Find this value", "Найти это значение";
    who_else_hover: "Show all files of this format that have the same value in this field", "Показать все файлы этого формата с тем же значением этого поля";
    nameless_bits: "other bits that are set", "прочие установленные биты";
    in_directory: "in the directory of the archive", "в каталоге архива";
    derived: "none: derived from other fields", "нет: вычисляется по другим полям";
    no_place: "in several places", "в нескольких местах";
    directory_short: "dir", "кат.";

    // Findings.
    of_this: "This file", "Этот файл";
    of_everything: "All files", "Все файлы";
    check_everything: "Check all files", "Проверить все файлы";
    not_checked: "Not checked yet. Click Check all files.", "Ещё не проверено. Нажмите «Проверить все файлы».";
    no_findings: "No problems found", "Проблем не найдено";

    // Uses.
    uses: "Uses", "Использует";
    uses_nothing: "no other files", "других файлов не использует";
    used_by: "Used by", "Используется в";
    used_by_nobody: "no files", "нигде не используется";
    uses_unknown: "The game has not been searched yet", "Игра ещё не просмотрена";
    find_uses: "Search the game", "Искать в игре";
    uses_searching: "Searching the game…", "Поиск по игре…";
    missing: "missing", "отсутствует";

    // Work in the background.
    reading: "Loading files…", "Загрузка файлов…";
    opening: "Opening…", "Открытие…";
    checking: "Checking…", "Проверка…";
    finding_uses: "Searching for uses…", "Поиск связей…";
    making_demo: "Creating the demo game…", "Создание демо-игры…";
    cancel: "Cancel", "Отмена";
    cancelled: "Cancelled", "Отменено";

    // Appearance.
    appearance: "Appearance and language", "Оформление и язык";
    dark: "Dark", "Тёмное";
    light: "Light", "Светлое";
    system: "Follow system", "Как в системе";
    zoom: "Interface scale", "Масштаб интерфейса";

    // Shortcuts.
    help_title: "Keyboard and mouse", "Клавиатура и мышь";
    key_frame: "Fit to view", "Показать целиком";
    key_reset: "Reset the camera", "Сбросить камеру";
    key_wireframe: "Toggle wireframe", "Каркас вкл./выкл.";
    key_grid: "Toggle grid", "Сетка вкл./выкл.";
    key_cut_away: "Show or hide interiors of buildings", "Показать или скрыть интерьеры зданий";
    key_edit: "Switch between editing and viewing", "Переключить правку и просмотр";
    key_delete: "Delete the selection", "Удалить выбранное";
    key_duplicate: "Duplicate the selection", "Дублировать выбранное";
    key_level_1: "Detail level 1; again for automatic", "Детализация 1; ещё раз — авто";
    key_level_2: "Detail level 2", "Детализация 2";
    key_level_3: "Detail level 3", "Детализация 3";
    key_level_4: "Detail level 4", "Детализация 4";
    key_play: "Play or pause", "Пуск или пауза";
    key_previous: "Previous file", "Предыдущий файл";
    key_next: "Next file", "Следующий файл";
    key_walk: "Walk in a mission, or as the selected robot", "Прогулка по миссии или за выбранного робота";
    key_person: "While walking: first or third person", "На прогулке: от первого или третьего лица";
    key_mount: "While walking: enter or leave the nearest robot", "На прогулке: сесть в ближайшего робота или выйти";
    key_leave: "Stop walking or the briefing", "Закончить прогулку или брифинг";
    key_screenshot: "Save a screenshot", "Сохранить снимок";
    key_home: "Start page of the game", "Начальная страница игры";
    key_toggle_tree: "Show or hide the list of files", "Показать или скрыть список файлов";
    key_toggle_side: "Show or hide the details of the open file", "Показать или скрыть сведения об открытом файле";
    group_mouse: "Mouse and moving", "Мышь и движение";
    group_walking: "Walking", "Прогулка";
    group_camera: "Camera", "Камера";
    group_drawing: "Drawing", "Отображение";
    group_pictures: "Screenshots", "Снимки";
    group_files: "Files and tabs", "Файлы и вкладки";
    group_editing: "Editing", "Правка";
    group_help: "Help", "Справка";
    key_search: "Search", "Поиск";
    key_undo: "Undo", "Отменить";
    key_redo: "Redo", "Повторить";
    key_save: "Save", "Сохранить";
    key_open: "Open a game folder", "Открыть папку игры";
    key_help: "Keyboard shortcuts", "Сочетания клавиш";
    mouse_left: "Left drag", "Левая кнопка";
    mouse_orbit: "Orbit", "Вращать";
    mouse_middle: "Middle or Shift + left drag", "Средняя или Shift + левая";
    mouse_pan: "Pan", "Сдвигать";
    mouse_wheel: "Wheel", "Колесо";
    mouse_zoom: "Zoom", "Приближать и отдалять";
    mouse_click: "Click", "Щелчок";
    mouse_pick: "Select a node, batch, triangle or areal", "Выбрать узел, пакет, треугольник или ареал";
    mouse_right: "Right drag", "Правая кнопка";
    mouse_look: "Look around above a landscape; elsewhere pan", "Осматриваться над ландшафтом; в других местах сдвигать";
    keys_fly: "WASD, Q and E", "WASD, Q и E";
    fly: "Fly over a landscape; faster with Shift", "Лететь над ландшафтом; с Shift быстрее";
    keys_walk: "WASD or arrows, Q and E", "WASD или стрелки, Q и E";
    walk_help: "While walking: move, turn and step aside; faster with Shift; click to go there", "На прогулке: идти, поворачивать, шагать вбок; с Shift быстрее; щелчок ведёт туда";
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

    /// Returns every text of a language with its name.
    fn every(texts: &Texts) -> Vec<(&'static str, &'static str)> {
        let others = [
            texts.mission().all(),
            texts.tips().all(),
            texts.formats().all(),
            texts.start().all(),
            texts.about().all(),
        ];
        [texts.all(), others.concat()].concat()
    }

    /// Words and phrases that no label may contain.
    const ODD: &[&str] = &[
        "somebody",
        "nobody",
        "anybody",
        "anew",
        "is no ",
        "is told",
        "becomes of",
        "picture",
        "mend",
        "pull",
        "take back",
        "taken back",
        "take out of it",
        "one more",
        "once more",
        "as usual",
        "who else",
    ];

    #[test]
    fn texts_use_the_words_of_other_programs() {
        for (name, text) in every(&ENGLISH) {
            let lower = text.to_lowercase();
            for odd in ODD {
                assert!(!lower.contains(odd), "{name}: {text}");
            }
        }
    }

    #[test]
    fn tooltips_are_sentences_and_say_more_than_the_label() {
        for texts in [&ENGLISH, &RUSSIAN] {
            for (name, text) in texts.tips().all() {
                let first = text.chars().next().unwrap_or_default();
                assert!(first.is_uppercase(), "{name}: {text}");
                let sentences = text.matches(". ").count() + 1;
                assert_eq!(text.ends_with('.'), sentences > 1, "{name}: {text}");
            }
        }
    }

    #[test]
    fn no_text_is_empty_and_none_was_forgotten() {
        let english = || every(&ENGLISH).into_iter();
        for (name, text) in english() {
            assert!(!text.trim().is_empty(), "{name}");
        }
        for ((name, english), (_, russian)) in english().zip(every(&RUSSIAN)) {
            assert!(!russian.trim().is_empty() && english != russian, "{name}: {russian}");
        }
    }
}
