import { createHash } from 'node:crypto'
import t from 'tap'
import { loadTemplate } from '../../benchmarks/load-template.js'
import { generateStatement } from '../../benchmarks/statement-data.js'
import { compileTemplate, createFontLibrary, renderDocument, renderDocumentStream } from '../../engine/index.js'

const fonts = createFontLibrary()
const { compiled } = loadTemplate('statement', fonts)
const options = { date: new Date(0) }

t.test('the pieces of a streamed document are the bytes of the document', async (t) => {
  const data = generateStatement(4_000, 3)
  const hash = createHash('sha256')
  const sizes: number[] = []
  const stream = renderDocumentStream(compiled, data, options)
  let next = stream.next()
  for (; !next.done; next = stream.next()) {
    hash.update(next.value)
    sizes.push(next.value.byteLength)
  }
  const { pdf, pages, diagnostics } = renderDocument(compiled, data, options)
  t.equal(hash.digest('hex'), createHash('sha256').update(pdf).digest('hex'))
  t.match(next.value, { pages, diagnostics })
  t.ok(sizes.length > 2, `${sizes.length} pieces`)
  t.ok(Math.max(...sizes) < pdf.byteLength / 2, 'no piece holds most of the file')
})

t.test('the first bytes come before the last page is laid out', async (t) => {
  const own = createFontLibrary()
  const template = compileTemplate(
    { html: '<style>p { font-family: Arial }</style>{{#each lines}}<p>{{this}}</p>{{/each}}' },
    { fonts: own },
  )
  // Words that differ are shaped one by one, when the page on which they stand is laid out.
  const lines = Array.from({ length: 6_000 }, (_, line) => `${line * 7919}x ${line * 104_729}y ${line * 1_299_709}z`)
  const stream = renderDocumentStream(template, { lines }, options)
  t.equal(stream.next().done, false)
  const shapedFirst = own.shapedWords
  let next = stream.next()
  while (!next.done) next = stream.next()
  t.ok(shapedFirst < own.shapedWords / 2, `${shapedFirst} of ${own.shapedWords} words were shaped for the first piece`)
})
