"""Prints pages that are named on standard input, one a line, by WeasyPrint; answers with the length of each PDF."""

import sys

import weasyprint
from weasyprint.text.fonts import FontConfiguration

fonts = FontConfiguration()
print(weasyprint.__version__, flush=True)
for line in sys.stdin:
    names = line.strip().split("\t")
    html = weasyprint.HTML(filename=names[0])
    with open(names[1], "wb") as file:
        file.write(html.write_pdf(font_config=fonts, pdf_tags=True))
    print("done", flush=True)
