//! Texts of the mission editor.

texts! {
    // Clans.
    clans: "Clans", "Кланы";
    clans_hover: "Edit the clans: names, who plays them, and their stances towards each other", "Править кланы: имена, кто за них играет, как они относятся друг к другу";
    clans_tool: "Edit clans", "Править кланы";
    clan_name: "Clan name", "Имя клана";
    clan_kind: "Played by", "Играет";
    clan_sees: "stance towards", "отношение к клану";
    clan_new: "Add clan", "Добавить клан";
    clan_new_hover: "Add a neutral clan that is allied with everyone, with its base at that of the first clan", "Добавить нейтральный клан, союзный всем, с базой там же, где у первого";
    clan_gone_hover: "Delete the clan. Give away everything it owns first.", "Удалить клан. Сначала отдайте всё, чем он владеет.";
    clan_objects: "Objects", "Объектов";
    clan_gone: "Delete clan", "Удалить клан";

    // Hosts.
    guests: "Units inside", "Юнитов внутри";
    guests_none: "none", "никого";
    guest_in: "Add unit…", "Добавить юнит…";
    guest_in_hover: "Units of the mission, nearest first", "Юниты миссии, ближайшие сначала";
    guest_into: "Put into the building", "Поместить в здание";
    guest_out: "Take out of the building", "Вывести из здания";
    host: "Starts inside", "Начинает внутри";
    host_none: "none", "нигде";
    host_full: "All places inside are taken", "Все места внутри заняты";
    place_inside: "Place", "Место";

    // Areas and other places.
    new_area: "Add an area where the camera looks", "Добавить область там, куда смотрит камера";
    new_lode: "Add a lode where the camera looks", "Добавить залежь там, куда смотрит камера";
    new_zone: "Add an animal zone where the camera looks", "Добавить зону животных там, куда смотрит камера";
    corner_here: "Click to add a corner", "Щёлкните, чтобы добавить угол";

    // The mission as a whole.
    troubles: "Mission problems", "Проблемы миссии";
    troubles_count: "Problems:", "Проблем:";
    troubles_hover: "Problems of the mission and the files beside it, unsaved changes included. Click to list them.", "Проблемы миссии и соседних файлов с учётом несохранённых изменений. Щёлкните, чтобы увидеть список.";
    troubles_none: "No problems", "Проблем нет";

    // The sky.
    sky_keys: "Sky timeline", "Таймлайн неба";
    sky_keys_hover: "Edit the keyframes of the sky: click one to go to its time, drag it to another time", "Править ключевые кадры неба: щелчок ведёт к его времени, перетаскивание меняет время";
    sky_key: "Sky keyframe", "Ключевой кадр неба";
    sky_key_add: "Add sky keyframe", "Добавить ключевой кадр неба";
    sky_key_add_hover: "Add a keyframe at the current time, with the current colours of the sky", "Добавить ключевой кадр в текущее время, с текущими цветами неба";
    sky_key_gone: "Delete sky keyframe", "Удалить ключевой кадр неба";
    sky_key_gone_hover: "Delete the selected keyframe of the sky", "Удалить выбранный ключевой кадр неба";
    sky_time: "Time:", "Время:";
    sky_none: "The sky of this mission cannot be edited here", "Небо этой миссии здесь не изменить";
    sky_taken: "The sky has a keyframe at this time already. Choose another time", "В это время у неба уже есть ключевой кадр. Выберите другое время";

    // Objectives and texts.
    stories: "Objectives and texts", "Цели и тексты";
    stories_hover: "Edit the title, objectives and hints of the mission", "Править название, цели и подсказки миссии";
    story_title: "Mission title", "Название миссии";
    story_primary: "Primary objectives", "Основные цели";
    story_bonus: "Bonus objectives", "Дополнительные цели";
    story_aim: "Objective", "Цель";
    story_add: "Add objective", "Добавить цель";
    story_add_primary: "Add a primary objective", "Добавить основную цель";
    story_add_bonus: "Add a bonus objective", "Добавить дополнительную цель";
    story_gone_hover: "Delete this objective", "Удалить эту цель";
    story_missing: "no such file", "нет такого файла";
    story_hints: "Hints", "Подсказки";
    story_hint: "Hint", "Подсказка";

    // The briefing.
    stops: "Briefing camera", "Камера брифинга";
    stops_hover: "Edit the stops of the briefing camera: where, for how long, and how it moves on", "Править точки камеры брифинга: где, сколько стоит и как движется дальше";
    stop_go_hover: "Go to this stop", "Перейти к этой точке";
    stop_here: "Set view", "Взять вид";
    stop_here_hover: "Move this stop to the current camera", "Перенести эту точку туда, где сейчас камера";
    stop_wait: "Behaviour of the camera at this stop", "Что камера делает в этой точке";
    stop_wait_time: "Seconds at this stop", "Секунд в этой точке";
    stop_edge: "How the camera moves on to the next stop", "Как камера движется к следующей точке";
    stop_edge_time: "Seconds to the next stop", "Секунд до следующей точки";
    stop_gone_hover: "Delete this stop", "Удалить эту точку";
    stop_new: "Add stop", "Добавить точку";
    stop_new_hover: "Add a stop at the current camera, after the last one", "Добавить точку там, где сейчас камера, после последней";
    stop_go: "Go to briefing stop", "К точке брифинга";
}
