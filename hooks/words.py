"""The few words that the build writes into pages, in each language of the site.

graph_in_text  summary of the list that stands under a diagram
graph_drawn    what a screen reader says in place of the drawing
made_from      what stands between a node and the nodes that its arrows come from
output         label of what a snippet prints
search         name of the search dialog
"""

WORDS = {
    "en": {
        "graph_in_text": "The graph in text",
        "graph_drawn": "A graph. The same in words follows.",
        "made_from": "made from",
        "output": "Output",
        "search": "Search",
    },
    "es": {
        "graph_in_text": "El grafo en texto",
        "graph_drawn": "Un grafo. Después se describe en palabras.",
        "made_from": "se obtiene de",
        "output": "Salida",
        "search": "Búsqueda",
    },
    "ru": {
        "graph_in_text": "Граф текстом",
        "graph_drawn": "Граф. Ниже он описан словами.",
        "made_from": "получается из",
        "output": "Вывод",
        "search": "Поиск",
    },
    "et": {
        "graph_in_text": "Graaf tekstina",
        "graph_drawn": "Graaf. Sama järgneb sõnadega.",
        "made_from": "lähtub sõlmedest",
        "output": "Väljund",
        "search": "Otsing",
    },
}
