#!/usr/bin/env bash
# pypdf sends links of the second file into the first one where both have a destination of the same name.
#
# Guess: append() of two files keeps the links of each. Names of destinations belong to a file, and manuals made by one
#   program have the same ones ("section.1", "intro"), so that the second file's are renamed.
# Behaviour: pypdf 7.1.1 keeps the first destination of a name and drops the second. Links of both files have the same name
#   and lead to the page of the first file, without an error or a warning.
# Source: destinations are added by name where the name is not taken yet; links are copied as they are.
# Do: rename destinations and links of each file with a prefix before appending, or turn named links into explicit ones.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q pypdf==7.1.1 pikepdf==10.18.0 2>/dev/null

venv/bin/python - <<'PY'
import io, sys
import pypdf
from pikepdf import Array, Dictionary, Name, Pdf, String


def manual(target):
    """Three pages; a link of the first leads to the destination "intro" on another one."""
    pdf = Pdf.new()
    for _ in range(3):
        pdf.add_blank_page(page_size=(100, 100))
    place = Array([pdf.pages[target].obj, Name.Fit])
    pdf.Root.Names = Dictionary(Dests=Dictionary(Names=Array([String('intro'), place])))
    link = Dictionary(Type=Name.Annot, Subtype=Name.Link, Rect=Array([0, 0, 9, 9]), Dest=String('intro'))
    pdf.pages[0].obj.Annots = Array([pdf.make_indirect(link)])
    out = io.BytesIO()
    pdf.save(out)
    return out


writer = pypdf.PdfWriter()
writer.append(manual(1))
writer.append(manual(2))
out = io.BytesIO()
writer.write(out)
reader = pypdf.PdfReader(io.BytesIO(out.getvalue()))
places = {name: reader.get_destination_page_number(place) + 1 for name, place in reader.named_destinations.items()}
leads = []
for number, wanted in ((1, 2), (4, 6)):
    name = str(reader.pages[number - 1]['/Annots'][0].get_object()['/Dest'])
    leads.append(places.get(name))
    print(f'the link on page {number} should lead to page {wanted}, and leads to page {places.get(name)}')
if leads != [2, 2]:
    print('This is no longer so.')
    sys.exit(1)
PY
