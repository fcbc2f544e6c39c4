// KaTeX's fonts, once the page is there: until then formulas are read in the reader's own.

const fonts = document.getElementById("fonts")
if (fonts instanceof HTMLLinkElement) setTimeout(() => (fonts.media = "all"), 100)
