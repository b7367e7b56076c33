//! Tooltips of buttons, switches, tabs and lists. The code that shows a tooltip adds the key.

texts! {
    // The bar.
    open: "Open a game folder, an archive or a file", "Открыть папку игры, архив или файл";
    open_file: "Open a single archive or file", "Открыть отдельный архив или файл";
    reload: "Read all files again, for example after another program changed them", "Прочитать все файлы заново, например если их изменила другая программа";
    choose_game: "Use the materials and textures of another game folder. The choice is remembered.", "Взять материалы и текстуры из другой папки игры. Выбор запоминается.";
    recent: "Open this again", "Открыть снова";
    save_all: "Save all modified files together, all of them or none", "Сохранить все изменённые файлы вместе: все или ни одного";
    export_menu: "Export, import or copy the open file", "Экспортировать, импортировать или копировать открытый файл";
    export: "Export to another file type, with options", "Экспортировать в файл другого типа, с настройками";
    export_as: "Export the open file at once, without options", "Экспортировать открытый файл сразу, без настроек";
    import: "Replace the open file with a PNG, GLB, WAV, JSON or other file, or add that to the archive", "Заменить открытый файл файлом PNG, GLB, WAV, JSON или другим либо добавить тот в архив";
    copy_path: "Copy the path of the file to the clipboard", "Скопировать путь файла в буфер обмена";
    copy_json: "Copy all fields as a JSON document to the clipboard", "Скопировать все поля в буфер обмена как документ JSON";
    open_with: "Export to a temporary file and open that in the usual program for its type", "Экспортировать во временный файл и открыть его в обычной для него программе";
    tab_open: "Open this file in a tab of its own (Ctrl+click)", "Открыть этот файл в отдельной вкладке (Ctrl+щелчок)";
    tab_close_others: "Close all tabs except this one. Unsaved changes stay.", "Закрыть все вкладки, кроме этой. Несохранённые изменения останутся.";
    favourite_add: "Add this file to the list of favourites", "Добавить этот файл в список избранного";
    favourite_remove: "Remove this file from the list of favourites", "Убрать этот файл из списка избранного";
    favourites: "Favourite files of this game", "Избранные файлы этой игры";
    favourite: "Open this favourite", "Открыть избранное";
    compare_backup: "Show this file beside its newest backup and list the differences", "Показать файл рядом с новейшей резервной копией и перечислить различия";
    compare_game: "Show this file beside the same file of another game folder", "Показать файл рядом с тем же файлом другой папки игры";
    compare_mod: "Show this file beside its version in a mod", "Показать файл рядом с его версией в моде";
    compare_entry: "Show the open file beside this one and list the differences", "Показать открытый файл рядом с этим и перечислить различия";
    compare_close: "Show only the open file again", "Снова показать только открытый файл";
    search_tiles: "Show the search results as thumbnails instead of the open file", "Показать найденное миниатюрами вместо открытого файла";

    // Drawing.
    overlays: "Choose what is drawn over the image", "Выбрать, что рисуется поверх изображения";
    level: "Level of detail: automatic by distance, or a fixed one", "Уровень детализации: автоматически по расстоянию или постоянный";
    stage: "Show the model undamaged or damaged", "Показать модель целой или повреждённой";
    reflections: "Reflect the surroundings in water", "Отражать окружение в воде";
    microtexture: "Fine texture on the ground near the camera", "Мелкая текстура земли рядом с камерой";
    rgba: "All channels; transparent parts show a checkerboard", "Все каналы; сквозь прозрачные места видны клетки";
    rgb: "Colour without alpha", "Цвет без альфа-канала";
    red: "Red channel only", "Только красный канал";
    green: "Green channel only", "Только зелёный канал";
    blue: "Blue channel only", "Только синий канал";
    alpha: "Alpha channel only", "Только альфа-канал";
    mip: "Mip level that is shown; 0 is the largest", "Показанный mip-уровень; 0 — самый большой";
    view: "Viewpoint, bookmarks, measuring, background, light and surfaces", "Ракурс, закладки, измерение, фон, свет и поверхности";
    looking_from: "Look along an axis", "Смотреть вдоль оси";
    bookmark: "Go to this view", "Перейти к этому виду";
    bookmark_drop: "Delete this bookmark", "Удалить эту закладку";
    backdrop: "Colour behind the model", "Цвет позади модели";
    lamp: "Light that models are drawn in", "Свет, в котором рисуются модели";
    paint: "Draw materials, normals, texture coordinates or texel density", "Рисовать материалы, нормали, текстурные координаты или плотность текселей";
    layout: "Show the texture of a material flat, with the triangles that use it", "Показать текстуру материала плоско, с треугольниками, которые её используют";
    dark: "Dark colours", "Тёмные цвета";
    light: "Light colours", "Светлые цвета";
    system: "Dark or light, as set in the system", "Тёмные или светлые цвета, как в системе";
    language: "Language of the window", "Язык окна";
    adapts: "Draw moving images with fewer pixels if the machine is slow, and in full quality when they rest", "На медленном компьютере рисовать движущееся изображение с меньшим числом точек, а неподвижное — полностью";
    thumbnails: "Draw small images of files in the tree and the gallery", "Рисовать миниатюры файлов в дереве и галерее";
    zoom: "Size of all texts and buttons", "Размер всех надписей и кнопок";

    // Overlays.
    normals: "Direction that each vertex or face is lit from", "Направление, по которому освещается вершина или грань";
    bounds: "Boxes, spheres and cylinders around the parts", "Ящики, сферы и цилиндры вокруг частей";
    nodes: "Axes and names of the nodes", "Оси и имена узлов";
    links: "Which triangles are connected to which", "Какие треугольники соединены между собой";
    sockets: "Places where other parts are attached", "Места, куда крепятся другие части";
    squares: "Squares of the landscape with their detail levels", "Квадраты ландшафта и их детализация";
    faces: "Colour each face by its type", "Раскрасить грани по типам";
    areals: "Polygons that units find their way with", "Многоугольники, по которым юниты ищут путь";
    areal_grid: "Grid that the game looks areals up in", "Сетка, в которой игра ищет ареалы";
    numbers: "Numbers of the areals", "Номера ареалов";
    lights: "Lights of the effect and the points that it is tested at", "Источники света эффекта и точки его проверки";
    cells: "Rectangles that the texture is divided into", "Прямоугольники, на которые разделена текстура";
    palette: "Colours of the texture's palette", "Цвета палитры текстуры";
    names: "Names above the objects", "Имена над объектами";
    clans: "Footprints of the objects in the colours of their clans", "Контуры объектов в цветах кланов";
    areas: "Areas that the scripts of the mission check", "Области, которые проверяют скрипты миссии";
    zones: "Areas where animals live", "Места, где живут животные";
    lodes: "Deposits of resources", "Залежи ресурсов";
    route: "The way to the point that was clicked while walking", "Путь к точке, указанной на прогулке";

    // The gallery.
    small: "Small thumbnails", "Мелкие миниатюры";
    medium: "Medium thumbnails", "Средние миниатюры";
    large: "Large thumbnails", "Крупные миниатюры";
    sort: "Order of the thumbnails", "Порядок миниатюр";
    kind: "Show only this type", "Показать только этот тип";
    kind_all: "Show all types", "Показать все типы";
    deep: "Show everything below this folder that has a thumbnail", "Показать всё внутри этой папки, у чего есть миниатюра";
    as_text: "List the entries of the archive as text", "Перечислить записи архива текстом";
    found_close: "Close this list", "Закрыть этот список";

    // The thing under the pointer.
    open_unit: "Open the unit's file", "Открыть файл юнита";
    open_model: "Open the model under the pointer", "Открыть модель под указателем";
    open_material: "Open the material under the pointer", "Открыть материал под указателем";
    open_texture: "Open the texture of the material", "Открыть текстуру материала";
    hide: "Hide it until everything is shown again", "Скрыть, пока не будет показано всё";
    isolate: "Hide everything else", "Скрыть всё остальное";
    walk_as: "Walk through the mission as this robot", "Идти по миссии этим роботом";
    deselect: "Select nothing (Esc)", "Ничего не выбирать (Esc)";
    details: "Numbers of node, batch and triangle, and the position", "Номера узла, пакета и треугольника, положение";
    counters: "Count faces, primitives and batches of each frame", "Считать грани, примитивы и пакеты каждого кадра";

    // The right side.
    tree: "Show or hide the list of files", "Показать или скрыть список файлов";
    side: "Show or hide fields, problems and other tabs", "Показать или скрыть поля, проблемы и другие вкладки";
    fields: "All values of the open file, to read and to change", "Все значения открытого файла: читать и менять";
    findings: "Problems in the open file or the whole game", "Что не так с открытым файлом или всей игрой";
    uses: "Files that the open file uses, and files that use it", "Файлы, которые использует открытый файл, и файлы, которые используют его";
    bytes: "Raw bytes of the file; those of the selected field are highlighted", "Байты файла; байты выбранного поля выделены";
    objects: "Objects of the mission: search, select, edit", "Объекты миссии: искать, выбирать, править";
    of_this: "Problems of the open file", "Проблемы открытого файла";
    of_everything: "Problems of all files", "Проблемы всех файлов";
    check_everything: "Check every file of the game and list the problems", "Проверить все файлы игры и перечислить проблемы";
    find_uses: "Read the whole game to list the files that use this one", "Прочитать всю игру и перечислить файлы, которые используют этот";
    show_all: "Show the hidden parts again", "Снова показать скрытые части";
    key: "Go to this keyframe", "Перейти к этому ключевому кадру";

    // Dialogs.
    save_and_go: "Save all modified files, then go on", "Сохранить все изменённые файлы и продолжить";
    discard: "Go on without saving; the changes are lost", "Продолжить без сохранения; изменения пропадут";
    stay: "Go back to the viewer; nothing is saved or lost", "Вернуться в программу; ничего не сохранится и не пропадёт";
    take_disk: "Replace the changes made here by the file on disk", "Заменить сделанные здесь изменения файлом с диска";
    keep_mine: "Keep the changes made here; saving overwrites the file on disk", "Оставить сделанные здесь изменения; при сохранении файл на диске перезапишется";
    bring_back: "Open the changes again, still unsaved", "Вернуть изменения; они останутся несохранёнными";
    forget: "Delete the unsaved changes", "Удалить несохранённые изменения";
    whole: "Export the files below this folder or archive, each to a file of its own", "Экспортировать файлы внутри этой папки или архива, каждый в свой файл";
    one: "Export the folder or archive itself", "Экспортировать саму папку или архив";
    export_format: "File type to export to", "Тип файла для экспорта";
    all_of: "Export all of them, each to a file of its own", "Экспортировать все, каждый в свой файл";
    export_frame: "Export the model as posed at one frame", "Экспортировать модель в позе одного кадра";
    export_animations: "Export the animation besides the pose", "Экспортировать кроме позы и анимацию";
    export_axes: "Axis that points up in the exported file", "Ось, которая смотрит вверх в экспортированном файле";
    export_instances: "Store each mesh once, with a list of its places", "Хранить каждую сетку один раз, со списком её мест";
    export_sky: "Write the sky as a panorama beside the exported file", "Записать небо панорамой рядом с экспортированным файлом";
    export_force: "Replace files of the same name without asking", "Заменять файлы с тем же именем без вопросов";
    export_do: "Export with these options", "Экспортировать с этими настройками";
    choose_folder: "Choose the folder", "Выбрать папку";
    choose_file: "Choose the file", "Выбрать файл";
    cancel: "Close without doing anything", "Закрыть, ничего не делая";
    import_do: "Read the file and replace the open one; Undo takes it back", "Прочитать файл и заменить им открытый; можно отменить";
    import_pixels: "How pixels are stored: bits of red, green, blue and alpha", "Как хранятся пиксели: биты красного, зелёного, синего и альфа";
    import_powers: "Scale each side to the nearest power of two", "Изменить каждую сторону до ближайшей степени двойки";
    import_dither: "Spread rounding errors, so that gradients look smooth", "Распределить ошибки округления, чтобы переходы были плавными";
    import_adpcm: "A quarter of the size, with a slight loss of quality", "Вчетверо меньше, с небольшой потерей качества";
    import_lods: "Simplify the new mesh for the coarser detail levels", "Упростить новую сетку для грубых уровней детализации";
    report_lost: "Data that the new file cannot store", "Данные, которые новый файл не может хранить";
    report_files: "Files that were written", "Записанные файлы";
    report_told: "Other remarks about the conversion", "Что ещё стоит знать";
    report_computed: "Values that were calculated from others", "Значения, вычисленные по другим";
    report_carried: "Values that were kept from the old file", "Значения, оставленные из прежнего файла";
    close_window: "Close this window without doing anything (Esc)", "Закрыть окно, ничего не делая (Esc)";
    show_in_folder: "Open the folder of the written files", "Открыть папку с записанными файлами";
    decide_later: "Keep the unsaved changes and ask again the next time", "Сохранить несохранённые изменения и спросить в следующий раз";
    report_close: "Close the report", "Закрыть отчёт";
    report_copy: "Copy the report as text", "Скопировать отчёт как текст";
    shot_sizes: "Choose one of the usual sizes", "Выбрать один из обычных размеров";
    shot_one: "Save one PNG", "Сохранить один PNG";
    shot_transparent: "Leave out the background, so that the PNG is transparent there", "Не рисовать фон: PNG там прозрачен";
    shot_do: "Render and save with these options", "Отрисовать и сохранить с этими настройками";
    create: "Create the mission and open it", "Создать миссию и открыть её";
    stop_tasks: "Cancel the running tasks", "Отменить выполняемые задачи";

    // Time.
    time: "Drag to go to another time", "Потяните, чтобы перейти к другому времени";
    speed: "Speed of time; double-click for normal speed", "Скорость времени; двойной щелчок — обычная";
    looping: "Start again at the end", "В конце начинать сначала";
    day: "Day whose sky is shown", "День, небо которого показано";
    weather: "Clouds, lightning and other weather of the sky", "Облака, молнии и другая погода";
    sound: "Play the sounds and the music of the mission", "Воспроизводить звуки и музыку миссии";

    // Editing.
    raise: "Raise the ground under the brush", "Поднять землю под кистью";
    lower: "Lower the ground under the brush", "Опустить землю под кистью";
    smooth: "Even out bumps under the brush", "Сгладить неровности под кистью";
    flatten: "Level the ground to the height where the stroke begins", "Выровнять землю до высоты в начале мазка";
    set_height: "Set the ground to a height", "Задать высоту земли";
    first: "Paint the chosen material", "Рисовать выбранным материалом";
    second: "Paint the chosen material as the second one, over the first", "Рисовать выбранный материал вторым, поверх первого";
    plain: "Remove the second material", "Убрать второй материал";
    blend: "Set how much of the second material shows", "Задать, насколько виден второй материал";
    radius: "Radius of the brush", "Радиус кисти";
    strength: "How fast the brush works", "Как быстро действует кисть";
    height: "Height that the ground is set to", "Высота, которая задаётся земле";
    share: "How much of the second material shows, from 0 to 1", "Насколько виден второй материал, от 0 до 1";
    material: "Material that the brush paints", "Материал, которым рисует кисть";
    water: "Height of the water surface", "Высота поверхности воды";
    class: "Class that areals get", "Класс, который получают ареалы";
    walkable: "Units can walk on these areals", "Юниты могут ходить по этим ареалам";
    add_place: "Add an area, a lode or an animal zone", "Добавить область, залежь или зону животных";
    mission_tools: "Edit clans, sky, objectives or the briefing of the mission", "Править кланы, небо, цели или брифинг миссии";
    mission_files: "Open another file of the mission", "Открыть другой файл миссии";
    mission_file: "Open this file", "Открыть этот файл";
    placing_cancel: "Stop placing objects", "Больше не ставить объекты";
    owner: "Clan that the object belongs to", "Клан, которому принадлежит объект";
    duplicate: "Add a copy of the object", "Добавить копию объекта";
    delete: "Delete the object", "Удалить объект";
    to_ground: "Move the object down or up to the ground", "Переместить объект вниз или вверх на землю";
    object_fields: "Show all fields of the object", "Показать все поля объекта";
    mark_corner: "Add a corner to the area", "Добавить угол области";
    mark_delete: "Delete the selected place or corner", "Удалить выбранное место или угол";
    host: "Building that the unit starts in", "Здание, в котором юнит начинает";
    lane_delete: "Delete the selected keyframes", "Удалить выбранные ключевые кадры";
    lane_copy: "Copy the selected keyframes", "Копировать выбранные ключевые кадры";
    phase: "Phase that the segment shows", "Фаза, которую показывает отрезок";
}
