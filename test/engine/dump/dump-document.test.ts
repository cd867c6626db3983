import t from 'tap'
import { DUMPED_STAGES, dumpDocument } from '../../../engine/dump/dump-document.js'
import { compileTemplate, createFontLibrary } from '../../../engine/index.js'

const fonts = createFontLibrary()
const template = compileTemplate(
  {
    html: '<style>@page { size: 200px; margin: 10px } h1 { font: 18px/20px Arial; margin: 0 }</style><h1>For {{name}}',
  },
  { fonts },
)

/** The part of a stage's text from where a piece of it begins. */
function from(text: string, piece: string): string {
  t.ok(text.includes(piece), piece)
  return text.slice(text.indexOf(piece))
}

t.test('every stage of a document can be looked at', async (t) => {
  const [html, styles, boxes, fragments, paint] = DUMPED_STAGES.map((stage) =>
    dumpDocument(template, { name: 'Ada' }, stage),
  )
  t.match(html, /#\d+ h1\n +"For Ada"\n$/, 'the document with its values')
  t.match(from(styles ?? '', 'h1\n'), /fontSize: 18\n/, 'what an element does not inherit')
  t.notMatch(styles, 'orphans', 'and not what is initial')
  t.match(boxes, /block h1\n +inline-root "For Ada"\n$/)
  t.match(fragments, /^page 1\n {2}block#0 html 10,10 180×[\d.]+\n/)
  t.match(
    from(fragments ?? '', ' h1 '),
    /^ h1 0,0 164×20\n +inline-root#\d+ 0,0 164×20\n +line 0,0 164×20 baseline 1\d\n/,
  )
  t.match(paint, /^page 200 × 200\ntext #000000 18px at [\d.,]+ "For Ada"\nend page\n/)
})

t.test('a bookmark of the outline is painted last', async (t) => {
  t.match(dumpDocument(template, { name: 'Ada' }, 'paint'), /end page\nbookmark 1 "For Ada" on page 1\n$/)
})
