//! What the mission editor says.

texts! {
    // Clans.
    clans: "Clans", "Кланы";
    clans_hover: "Clans of the mission, who plays them, and how each sees the others", "Кланы миссии, кто за них играет и как они относятся друг к другу";
    clans_tool: "Clans of the mission", "Кланы миссии";
    clan_name: "Name of clan", "Имя клана";
    clan_kind: "Played by", "Играет";
    clan_sees: "sees", "видит";
    clan_new: "One more clan", "Ещё клан";
    clan_new_hover: "A neutral clan, everybody's ally, based where the first is", "Нейтральный клан, союзник всех, с базой там же, где у первого";
    clan_gone_hover: "Take the clan out; what it owns has to be given away first", "Убрать клан; сначала отдайте всё, чем он владеет";
    clan_objects: "owns", "владеет";

    // Hosts.
    guests: "Inside", "Внутри";
    guests_none: "nobody", "никого";
    guest_in: "Put in…", "Внутрь…";
    guest_in_hover: "Units of the mission, the nearest first", "Машины миссии, ближайшие сначала";
    guest_out: "Take out", "Вывести";
    host: "Starts in", "Начинает в";
    host_none: "no building", "не в здании";
    host_full: "All places inside are taken", "Все места внутри заняты";
    place_inside: "place", "место";

    // Areas and other places.
    new_area: "New area where the camera looks", "Новая область там, куда смотрит камера";
    new_lode: "New lode where the camera looks", "Новая залежь там, куда смотрит камера";
    new_zone: "New zone of animals where the camera looks", "Новая зона животных там, куда смотрит камера";
    corner_here: "Click: one more corner here", "Щелчок: ещё угол здесь";

    // The mission as a whole.
    troubles: "Findings of the mission", "Замечания по миссии";
    troubles_hover: "What is wrong with the mission and its neighbours, changes included. A click leads there", "Что не так с миссией и файлами рядом, с учётом изменений. Щелчок ведёт туда";
    troubles_none: "Nothing is wrong with the mission", "С миссией всё в порядке";

    // The sky.
    sky_keys: "Sky keys", "Ключи неба";
    sky_keys_hover: "Keyframes of the sky on the clock: click goes there, pull moves in time", "Ключи неба на часах: щелчок ведёт туда, перетаскивание меняет время";
    sky_key: "Sky key", "Ключ неба";
    sky_key_add: "Key here", "Ключ здесь";
    sky_key_add_hover: "One more keyframe at the time that is shown, with what the sky has then", "Ещё ключ на показанное время, с тем небом, что сейчас";
    sky_key_gone: "Delete key", "Удалить ключ";
    sky_time: "at", "время";
    sky_event: "event", "событие";
    sky_none: "The sky of this mission cannot be changed here", "Небо этой миссии здесь не изменить";
    sky_taken: "There is a key at that time already", "На это время ключ уже есть";

    // Aims and texts.
    stories: "Aims and texts", "Цели и тексты";
    stories_hover: "Title, aims and hints of the mission", "Название, цели и подсказки миссии";
    story_title: "Title of the mission", "Название миссии";
    story_primary: "To be done", "Основные цели";
    story_bonus: "Besides", "Дополнительные цели";
    story_aim: "Aim", "Цель";
    story_add: "One more", "Ещё";
    story_add_primary: "One more aim to be done", "Ещё основная цель";
    story_add_bonus: "One more aim besides", "Ещё дополнительная цель";
    story_missing: "not there", "нет файла";
    story_hints: "Hints", "Подсказки";
    story_hint: "Hint", "Подсказка";

    // The briefing.
    stops: "Briefing stops", "Точки брифинга";
    stops_hover: "Where the camera of the briefing stops, for how long, and how it goes on", "Где останавливается камера брифинга, на сколько и как идёт дальше";
    stop_go_hover: "Look from there", "Посмотреть оттуда";
    stop_here: "From here", "Отсюда";
    stop_here_hover: "Put the stop where the picture looks from", "Поставить точку туда, откуда смотрит картинка";
    stop_new: "One more stop", "Ещё точка";
    stop_new_hover: "Behind the last, where the picture looks from", "За последней, туда, откуда смотрит картинка";
    stop_go: "Go to the briefing stop", "К точке брифинга";
    clan_gone: "Delete clan", "Удалить клан";
}
