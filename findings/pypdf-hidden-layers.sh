#!/usr/bin/env bash
# pypdf and pikepdf show a hidden layer of a page once the page is copied into another file.
#
# Guess: copying a page copies how it looks. A layer that is off by default stays off, since both libraries take along what
#   the page refers to.
# Behaviour: with pypdf 7.1.1 (add_page() and append()) and pikepdf 10.18.0 (pages.append()) the group comes along, but
#   not OCProperties of the catalogue, which says that it is off. Every reader then shows the layer: the note "draft", the
#   prices for dealers, the solution of the exercise.
# Source: what is copied is what can be reached from the page; states of layers are an entry of the catalogue
#   (ISO 32000-1 §8.11.4).
# Do: copy OCProperties as well and merge it with the target's, or take content of hidden layers out before.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q pypdf==7.1.1 pikepdf==10.18.0 pypdfium2==5.15.2 pillow==12.0.0 2>/dev/null

venv/bin/python - <<'PY'
import io, sys
import pikepdf, pypdf, pypdfium2
from pikepdf import Array, Dictionary, Name, Pdf


def saved(pdf):
    out = io.BytesIO()
    pdf.write(out) if isinstance(pdf, pypdf.PdfWriter) else pdf.save(out)
    return out.getvalue()


def with_hidden_layer():
    pdf = Pdf.new()
    page = pdf.add_blank_page(page_size=(100, 100))
    group = pdf.make_indirect(Dictionary(Type=Name.OCG, Name='draft'))
    pdf.Root.OCProperties = Dictionary(OCGs=Array([group]), D=Dictionary(OFF=Array([group])))
    page.obj.Resources = Dictionary(Properties=Dictionary(L=group))
    page.obj.Contents = pdf.make_stream(b'/OC /L BDC 0 g 0 0 100 100 re f EMC')
    return saved(pdf)


def shows_layer(data):
    return pypdfium2.PdfDocument(data)[0].render(scale=1).to_pil().convert('L').getpixel((50, 50)) < 128


source = with_hidden_layer()
added = pypdf.PdfWriter()
added.add_page(pypdf.PdfReader(io.BytesIO(source)).pages[0])
appended = pypdf.PdfWriter()
appended.append(io.BytesIO(source))
opened = Pdf.open(io.BytesIO(source))
copied = Pdf.new()
copied.pages.append(opened.pages[0])
found = {
    'the source': shows_layer(source),
    'pypdf, add_page()': shows_layer(saved(added)),
    'pypdf, append()': shows_layer(saved(appended)),
    'pikepdf, pages.append()': shows_layer(saved(copied)),
}
for name, shown in found.items():
    print(f'{name}: the layer is {"shown" if shown else "hidden"}')
if list(found.values()) != [False, True, True, True]:
    print('This is no longer so.')
    sys.exit(1)
PY
