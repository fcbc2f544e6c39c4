"""The few words that the build writes into pages, in each language of the site.

graph_in_text  summary of the list that stands under a diagram
graph_drawn    what a screen reader says in place of the drawing
made_from      what stands between a node and the nodes that its arrows come from
output         label of what a snippet prints
search         name of the search dialog
play           button that opens a diagram as a player
close          the same button, once the player is open
failed         what is said under it when the player or its graph did not arrive
LIVE           what web/live.js and web/progress.js say; {0} and {1} are numbers. Its `numbers` stands under a picture
NOTEBOOK       the link to a page's notebook, its label and its tip, and what the notebook says; {0} is the page

What the player and the sandbox say is in web/words/, one file for each language.
"""

WORDS = {
    "en": {
        "graph_in_text": "The graph in text",
        "graph_drawn": "A graph. The same in words follows.",
        "made_from": "made from",
        "output": "Output",
        "search": "Search",
        "play": "Play this graph",
        "close": "Back to the diagram",
        "failed": "The graph could not be loaded. Try again.",
    },
    "es": {
        "graph_in_text": "El grafo en texto",
        "graph_drawn": "Un grafo. A continuación se describe con palabras.",
        "made_from": "se obtiene de",
        "output": "Salida",
        "search": "Búsqueda",
        "play": "Reproducir este grafo",
        "close": "Volver al diagrama",
        "failed": "No se ha podido cargar el grafo. Inténtalo de nuevo.",
    },
    "ru": {
        "graph_in_text": "Граф текстом",
        "graph_drawn": "Граф. Ниже он описан словами.",
        "made_from": "получается из",
        "output": "Вывод",
        "search": "Поиск",
        "play": "Пройти этот граф по шагам",
        "close": "Вернуться к схеме",
        "failed": "Не удалось загрузить граф. Попробуйте ещё раз.",
    },
    "et": {
        "graph_in_text": "Graaf tekstina",
        "graph_drawn": "Graaf. Järgneb sama sõnadega.",
        "made_from": "tehtud sõlmedest",
        "output": "Väljund",
        "search": "Otsing",
        "play": "Mängi see graaf läbi",
        "close": "Tagasi joonise juurde",
        "failed": "Graafi ei õnnestunud laadida. Proovi veel kord.",
    },
}

LIVE = {
    "en": {
        "above": "A snippet above raised this:",
        "broken": "Python broke down and was restarted. Run again.",
        "capped": "Too much output: the run was stopped here.",
        "changed": "changed on the page: {0}",
        "check": "Check",
        "clear": "Clear my progress",
        "code": "Code, Escape to leave",
        "done": "Done",
        "edit": "Edit",
        "fails": "A snippet fails: {0}",
        "loading": "Loading Python: {0} of {1} MB",
        "lost": "not computed any more: {0}",
        "no": "Not yet",
        "numbers": "The picture in numbers",
        "read": "read",
        "reset": "Reset",
        "result": "Result",
        "run": "Run",
        "running": "Running…",
        "solved": "solved",
        "stop": "Stop",
        "stopped": "Stopped",
        "unfetched": "The page could not fetch what it needs. Try again.",
        "yes": "Solved",
    },
    "es": {
        "above": "Un fragmento anterior ha dado este error:",
        "broken": "Python ha fallado y se ha reiniciado. Vuelve a ejecutar el código.",
        "capped": "Demasiada salida: la ejecución se ha detenido aquí.",
        "changed": "cambios en la página: {0}",
        "check": "Comprobar",
        "clear": "Borrar mi progreso",
        "code": "Código; pulsa Escape para salir",
        "done": "Listo",
        "edit": "Editar",
        "fails": "Falla un fragmento: {0}",
        "loading": "Cargando Python: {0} de {1} MB",
        "lost": "ya no se calculan: {0}",
        "no": "Todavía no",
        "numbers": "La gráfica en números",
        "read": "leída",
        "reset": "Restablecer",
        "result": "Resultado",
        "run": "Ejecutar",
        "running": "En ejecución…",
        "solved": "resueltos",
        "stop": "Detener",
        "stopped": "Detenido",
        "unfetched": "La página no ha podido cargar lo que necesita. Inténtalo de nuevo.",
        "yes": "Resuelto",
    },
    "ru": {
        "above": "Ошибка в одном из фрагментов выше:",
        "broken": "Python аварийно завершился и был перезапущен. Запустите ещё раз.",
        "capped": "Вывод слишком длинный: выполнение остановлено.",
        "changed": "изменилось на странице: {0}",
        "check": "Проверить",
        "clear": "Стереть мои отметки",
        "code": "Код, выход — Escape",
        "done": "Готово",
        "edit": "Изменить",
        "fails": "Ошибка в одном из фрагментов: {0}",
        "loading": "Загружается Python: {0} из {1} МБ",
        "lost": "больше не вычисляется: {0}",
        "no": "Пока не решено",
        "numbers": "Рисунок в числах",
        "read": "прочитано",
        "reset": "Сбросить",
        "result": "Результат",
        "run": "Запустить",
        "running": "Выполняется…",
        "solved": "решено",
        "stop": "Остановить",
        "stopped": "Остановлено",
        "unfetched": "Не удалось загрузить нужные файлы. Попробуйте ещё раз.",
        "yes": "Решено",
    },
    "et": {
        "above": "Vea põhjustas üks eespool olevatest koodilõikudest:",
        "broken": "Python jooksis kokku ja käivitati uuesti. Proovi veel kord.",
        "capped": "Liiga palju väljundit: töö katkestati siin.",
        "changed": "lehel muutus: {0}",
        "check": "Kontrolli",
        "clear": "Kustuta minu edusammud",
        "code": "Kood; väljumiseks vajuta Escape’i",
        "done": "Valmis",
        "edit": "Muuda",
        "fails": "Üks koodilõik annab vea: {0}",
        "loading": "Pythoni laadimine: {0} / {1} MB",
        "lost": "enam ei arvutata: {0}",
        "no": "Veel mitte",
        "numbers": "Joonis arvudes",
        "read": "loetud",
        "reset": "Taasta",
        "result": "Tulemus",
        "run": "Käivita",
        "running": "Töötab…",
        "solved": "lahendatud",
        "stop": "Peata",
        "stopped": "Peatatud",
        "unfetched": "Vajalikke faile ei õnnestunud laadida. Proovi uuesti.",
        "yes": "Lahendatud",
    },
}

NOTEBOOK = {
    "en": {
        "label": "Notebook",
        "download": "Download this page as a Jupyter notebook",
        "made": "This notebook is the page {0}. There its snippets run in the browser, and the numbers in the text "
        "follow. Here you run them on your own machine, from top to bottom.",
        "install": "They need Python and the engine of the course, which needs nothing else:",
        "clone": "Or, in a clone of the project:",
        "try": "Change the cell above, run it, then run this one.",
    },
    "es": {
        "label": "Cuaderno",
        "download": "Descargar esta página como cuaderno de Jupyter",
        "made": "Este cuaderno reproduce la página {0}. En ella, los fragmentos de código se ejecutan en el navegador, "
        "y los números del texto cambian con ellos. Aquí los ejecutas en tu propia máquina, de arriba abajo.",
        "install": "Para ello necesitas Python y el motor del curso, que no depende de nada más:",
        "clone": "O bien, en una copia local del proyecto:",
        "try": "Modifica la celda anterior, ejecútala y después ejecuta esta.",
    },
    "ru": {
        "label": "Блокнот",
        "download": "Скачать эту страницу как блокнот Jupyter",
        "made": "Этот блокнот сделан из страницы {0}. Там фрагменты кода выполняются в браузере, и числа в тексте "
        "меняются вслед за ними. Здесь вы выполняете их на своём компьютере, сверху вниз.",
        "install": "Для этого нужны Python и движок курса; самому движку больше ничего не нужно:",
        "clone": "Или в локальной копии проекта:",
        "try": "Измените ячейку выше и выполните её, а затем выполните эту.",
    },
    "et": {
        "label": "Märkmik",
        "download": "Laadi see leht alla Jupyteri märkmikuna",
        "made": "See märkmik on tehtud leheküljest {0}. Seal töötavad koodilõigud brauseris ja tekstis olevad arvud "
        "muutuvad koos nendega. Siin käivitad koodilõigud oma arvutis, järjest ülalt alla.",
        "install": "Selleks on vaja Pythonit ja kursuse mootorit; mootor ise muud midagi ei vaja:",
        "clone": "Või projekti kohalikus koopias:",
        "try": "Muuda eelmist lahtrit ja käivita see, seejärel käivita ka see lahter siin.",
    },
}
