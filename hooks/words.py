"""The few words that the build writes into pages, in each language of the site.

graph_in_text  summary of the list that stands under a diagram
graph_drawn    what a screen reader says in place of the drawing
made_from      what stands between a node and the nodes that its arrows come from
output         label of what a snippet prints
search         name of the search dialog
play           button that opens a diagram as a player
close          the same button, once the player is open

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
    },
    "es": {
        "graph_in_text": "El grafo en texto",
        "graph_drawn": "Un grafo. Después se describe en palabras.",
        "made_from": "se obtiene de",
        "output": "Salida",
        "search": "Búsqueda",
        "play": "Reproducir este grafo",
        "close": "Volver al diagrama",
    },
    "ru": {
        "graph_in_text": "Граф текстом",
        "graph_drawn": "Граф. Ниже он описан словами.",
        "made_from": "получается из",
        "output": "Вывод",
        "search": "Поиск",
        "play": "Проиграть этот граф",
        "close": "Назад к схеме",
    },
    "et": {
        "graph_in_text": "Graaf tekstina",
        "graph_drawn": "Graaf. Sama järgneb sõnadega.",
        "made_from": "lähtub sõlmedest",
        "output": "Väljund",
        "search": "Otsing",
        "play": "Mängi see graaf läbi",
        "close": "Tagasi joonise juurde",
    },
}
