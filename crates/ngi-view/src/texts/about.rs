//! Texts of the panel About, of the sound player, and of the views of single kinds.

texts! {
    // The tab.
    about: "About", "Сведения";
    about_tip: "The most important facts about the open file, with links", "Главное об открытом файле, со ссылками";
    palette_about: "Show About", "Показать сведения";
    nothing_known: "Nothing more is known about this file", "Больше об этом файле ничего не известно";

    // Rows.
    size: "Size", "Размер";
    metres: "m", "м";
    triangles: "Triangles", "Треугольников";
    parts: "Parts", "Частей";
    levels: "Detail levels", "Уровней детализации";
    stages: "Damage stages", "Ступеней повреждения";
    animation: "Animation", "Анимация";
    frames: "frames", "кадров";
    moving_parts: "moving parts", "движущихся частей";
    no_animation: "none", "нет";
    length: "Length", "Длительность";
    repeats: "repeats", "повторяется";
    rate: "Sample rate", "Частота";
    channels: "Channels", "Каналы";
    storage: "Format", "Формат";
    bits: "bit", "бит";
    pixels: "Pixels", "Пикселей";
    mips: "Mip levels", "Мип-уровней";
    cells: "Cells", "Клеток";
    blend: "Blending", "Смешивание";
    colour: "Colour", "Цвет";
    opacity: "Opacity", "Непрозрачность";
    phases: "Phases", "Фаз";
    heights: "Heights", "Высоты";
    liquid: "Water level", "Уровень воды";
    faces: "Faces", "Граней";
    colours: "Colours", "Цветов";
    mixing_table: "Mixing table", "Таблица смешивания";
    yes: "yes", "есть";
    no: "no", "нет";
    used_as: "Name for textures", "Имя для текстур";
    map: "Map", "Карта";
    buildings: "Buildings", "Зданий";
    units: "Robots and animals", "Роботов и животных";
    objects: "Objects", "Объектов";
    unit_type: "Type", "Тип";
    start: "Starts at", "Начало в";
    day: "Day", "День";
    day_length: "Real time of a day", "Длина дня";
    minutes: "min", "мин";
    ends_of_day: "until the end", "до конца";
    rain: "Rain", "Дождь";
    snow: "Snow or dust", "Снег или пыль";
    lightning: "Lightning", "Молнии";
    sun: "Sun", "Солнце";
    moon: "Moon", "Луна";

    // Sections.
    materials: "Materials", "Материалы";
    material_missing: "missing", "нет в игре";
    skins: "Skins", "Раскраски";
    skin_tip: "Show the model with this wear table. The file is not changed.", "Показать модель с этой таблицей материалов. Файл не изменится.";
    textures: "Textures", "Текстуры";
    aims: "Objectives", "Цели";
    bonus_aims: "Bonus objectives", "Дополнительные цели";
    clans: "Clans", "Кланы";
    show_objects: "Show the list of objects", "Показать список объектов";
    show_objects_tip: "Open the tab Objects", "Открыть вкладку «Объекты»";
    members: "Parts of the unit", "Части юнита";
    contains: "Contents", "Содержимое";
    effect_parts: "Made of", "Состоит из";
    uses: "Uses", "Использует";
    used_by: "Used by", "Где используется";
    used_by_none: "No other file names this one", "Другие файлы его не называют";
    more: "more, in the tab Uses", "ещё, во вкладке «Связи»";
    more_rows: "more", "ещё";
    missing: "missing", "нет в игре";

    // The sound player.
    stop: "Stop", "Стоп";
    play_tip: "Play the sound from the cursor, or stop it", "Проиграть звук с места курсора или остановить";
    repeat: "Repeat", "Повтор";
    repeat_tip: "Start again at the end", "Начинать снова в конце";
    volume: "Volume", "Громкость";
    volume_tip: "Loudness of the player", "Громкость проигрывателя";
    save_wav: "Export as WAV…", "Экспорт в WAV…";
    save_wav_tip: "Save the sound as a WAV file that every player opens", "Сохранить звук файлом WAV, который открывает любой проигрыватель";
    no_sound_build: "This build has no sound. Export the sound as WAV to hear it.", "Эта сборка без звука. Чтобы услышать звук, экспортируйте его в WAV.";
    no_sound_device: "No sound device was found. Export the sound as WAV to hear it elsewhere.", "Звуковое устройство не найдено. Чтобы услышать звук на другом компьютере, экспортируйте его в WAV.";

    // Files of other programs.
    thing_foreign: "3D model", "3D-модель";

    // Differences.
    diff_added: "Added", "Добавлено";
    diff_removed: "Removed", "Удалено";
    diff_changed: "Changed", "Изменено";
    diff_renamed: "Renamed", "Переименовано";
    diff_at: "at", "в точке";

    // Skies.
    strip_hint: "Click the strip to choose an hour. The thin line is the hour at which the mission starts.", "Щёлкните полосу, чтобы выбрать час. Тонкая линия — час начала миссии.";

    // Kinds of ground of an areal map.
    ground_walkable: "Walkable", "Проходимо";
    ground_blocked: "Not walkable", "Непроходимо";
    ground_lake: "Lake", "Озеро";
    ground_ford: "Walkable lake", "Проходимое озеро";

    areal: "Areal", "Ареал";
    class: "class", "класс";
    over_landscape: "Show over the landscape", "Показать на местности";
    over_landscape_tip: "Open the landscape and draw the borders of the areals on it", "Открыть ландшафт и нарисовать на нём границы ареалов";

    // Opcodes of effects.
    effect_light: "Light", "Свет";
    effect_sound: "Sound", "Звук";
    effect_sprite: "Sprite", "Спрайт";
    effect_glow: "Glow", "Сияние";
    effect_bolt: "Bolt", "Разряд";
    effect_empty: "Empty command", "Пустая команда";
    effect_burst: "Burst of particles", "Вспышка частиц";
    effect_stream: "Stream of particles", "Поток частиц";
    effect_dome: "Dome", "Купол";
    effect_debris: "Debris", "Обломки";

    // Classes of parts of a unit.
    class_chassis: "Chassis", "Шасси";
    class_turret: "Turret", "Башня";
    class_armour: "Armour", "Броня";
    class_internal: "Inside", "Внутри";
    class_gun: "Gun", "Орудие";
    class_ammunition: "Ammunition", "Боеприпасы";

    // Roles of clans.
    clan_player: "player", "игрок";
    clan_enemy: "enemy", "противник";
    clan_neutral: "neutral", "нейтральный";
    clan_nature: "nature", "природа";
}
