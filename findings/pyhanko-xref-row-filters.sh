#!/usr/bin/env bash
# pyHanko reads rows of a cross-reference stream that have no PNG filter as zeros.
#
# Guess: with Predictor 12 in DecodeParms each row still begins with the number of its own filter (ISO 32000-1 §7.4.4.4:
#   the value of Predictor need not be that of the rows). Rows with filter 0 (None) among rows with filter 2 (Up) are valid,
#   and PNG encoders choose filters by row.
# Behaviour: pyHanko 0.38.0 decodes filter 0 as a row of zero bytes instead of the row as it is. The objects of such rows
#   are missing, and so are those of the Up rows below, which add to it. A file with one such row among the first does not
#   open, or opens with objects missing. pypdf 7.1.1 and pikepdf 10.18.0 read the same file.
# Source: its PNG predictor starts each row from zeros and fills it for the filters 1 and 2 only; 3 and 4 are refused.
# Do: write cross-reference streams with one filter for all rows; Up costs a few bytes more than the best choice by row.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q pyHanko==0.38.0 pypdf==7.1.1 pikepdf==10.18.0 2>/dev/null

"$folder/venv/bin/python" - <<'PY'
import io, struct, sys, zlib
import pikepdf, pypdf
from pyhanko.pdf_utils.reader import PdfFileReader

WIDTH = 5

def filtered(rows, filters):
    out, above = b'', bytes(WIDTH)
    for row, number in zip(rows, filters):
        out += bytes([number]) + (bytes((a - b) % 256 for a, b in zip(row, above)) if number == 2 else row)
        above = row
    return out

def make_file(filters):
    data, offsets = b'%PDF-1.7\n', {}
    for number, text in enumerate([b'<</Type/Catalog/Pages 2 0 R>>', b'<</Type/Pages/Kids[3 0 R]/Count 1>>',
                                   b'<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Resources<<>>>>'], 1):
        offsets[number] = len(data)
        data += b'%d 0 obj\n%s\nendobj\n' % (number, text)
    start = offsets[4] = len(data)
    rows = [struct.pack('>BHH', 0, 0, 65535)] + [struct.pack('>BHH', 1, offsets[n], 0) for n in range(1, 5)]
    body = zlib.compress(filtered(rows, filters))
    data += (b'4 0 obj\n<</Type/XRef/Size 5/W[1 2 2]/Root 1 0 R/Length %d/Filter/FlateDecode'
             b'/DecodeParms<</Predictor 12/Columns 5>>>>\nstream\n%s\nendstream\nendobj\nstartxref\n%d\n%%%%EOF\n'
             % (len(body), body, start))
    return data

def pages_pyhanko(data):
    return int(PdfFileReader(io.BytesIO(data)).root['/Pages']['/Count'])

READERS = {
    'pyHanko 0.38.0': pages_pyhanko,
    'pypdf 7.1.1': lambda data: len(pypdf.PdfReader(io.BytesIO(data)).pages),
    'pikepdf 10.18.0': lambda data: len(pikepdf.open(io.BytesIO(data)).pages),
}
EXPECTED = {('pyHanko 0.38.0', 'mixed'): False}
changed = False
for kind, filters in {'all rows Up': [2] * 5, 'mixed': [2, 0, 2, 0, 2]}.items():
    data = make_file(filters)
    for name, count in READERS.items():
        try:
            outcome = f'{count(data)} page'
        except Exception as error:
            outcome = f'{type(error).__name__}: {str(error)[:70]}'
        print(f'{kind}, {name}: {outcome}')
        if (outcome == '1 page') != EXPECTED.get((name, kind), True):
            changed = True
if changed:
    print('This is no longer so.')
    sys.exit(1)
PY
