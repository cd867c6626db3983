import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { type Attachment, compileTemplate, createFontLibrary, renderDocument } from '../../../engine/index.js'
import { runTool } from './pdf-tools.js'
import { findObjects, follow, readObjects } from './read-pdf.js'

const fonts = createFontLibrary()
const template = compileTemplate({ html: '<title>t</title><p>text' }, { fonts })
const date = new Date('2026-01-31T10:00:00Z')
const bytes = (text: string) => Buffer.from(text)
const render = (attachments: readonly Attachment[]) => renderDocument(template, {}, { date, attachments }).pdf

const FILES: readonly Attachment[] = [
  { name: 'ü.txt', data: bytes('Umlaut') },
  {
    name: 'data.xml',
    data: bytes('<data/>'),
    mediaType: 'text/xml',
    relationship: 'Source',
    description: 'what it was made from',
    modified: new Date('2025-12-24T12:00:00Z'),
  },
  { name: 'empty.bin', data: bytes('') },
]

t.test('attachments say what they are to the document', async (t) => {
  const objects = readObjects(render(FILES))
  const [catalog] = findObjects(objects, /\/Type \/Catalog/)
  t.equal(catalog?.value.match(/\/AF \[(\d+ 0 R ?){3}\]/)?.length, 2, 'associated with the document')
  const [specification] = findObjects(objects, /\/AFRelationship \/Source/)
  t.match(specification?.value, /\/UF \(data\.xml\)\n\/Desc \(what it was made from\)/)
  const file = follow(objects, specification?.value ?? '', 'F')
  t.match(file.value, /\/Subtype \/text#2Fxml\n\/Params <<\n\/Size 7\n\/ModDate \(D:20251224120000Z\)/)
  t.equal(file.stream?.toString(), '<data/>')
  const [plain] = findObjects(objects, /\/F \(empty\.bin\)/)
  t.match(plain?.value, /\/AFRelationship \/Unspecified/)
  t.match(
    follow(objects, plain?.value ?? '', 'F').value,
    /octet-stream\n\/Params <<\n\/Size 0\n\/ModDate \(D:20260131100000Z\)/,
  )
})

t.test('readers list and save attachments', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'attachments-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'a.pdf')
  writeFileSync(file, render(FILES))
  const listed = runTool('qpdf', ['--list-attachments', file], bytes(''))
  if (listed) t.match(listed.output, /^data\.xml -> .*\nempty\.bin -> .*\nü\.txt -> /)
  const checked = runTool('qpdf', ['--check', file], bytes(''))
  if (checked) t.equal(checked.status, 0, checked.output)
  const saved = runTool('pdfdetach', ['-saveall', '-o', folder, file], bytes(''))
  if (saved) for (const { name, data } of FILES) t.ok(readFileSync(join(folder, name)).equals(data), name)
})

t.test('a document without attachments has no sign of them', async (t) => {
  t.notMatch(Buffer.from(render([])).toString('latin1'), /EmbeddedFiles|\/AF/)
})

t.test('attachments are within the limits', async (t) => {
  const limited = (limits: object) => () => renderDocument(template, {}, { attachments: FILES, limits })
  t.throws(limited({ attachments: 2 }), { code: 'too-many-attachments', option: 'attachments' })
  t.throws(limited({ attachmentBytes: 12 }), { code: 'attachments-too-large', option: 'attachmentBytes' })
  t.doesNotThrow(limited({ attachments: 3, attachmentBytes: 13 }))
})

const MISTAKES: readonly (readonly [wrong: object, message: RegExp])[] = [
  [{ name: '../a' }, /\[0\]\.name must be a file name, without folders/],
  [{ name: '' }, /name must be a file name/],
  [{ name: 'a\u0000' }, /name must be a file name/],
  [{ name: '..' }, /name must be a file name/],
  [{ data: 'text' }, /data must be bytes, a Uint8Array/],
  [{ mediaType: 'xml' }, /mediaType must be a media type such as text\/xml/],
  [{ relationship: 'data' }, /relationship must be one of Alternative, Data, Source/],
  [{ description: 1 }, /description must be a string/],
  [{ description: 'a'.repeat(10_001) }, /description must be a string of at most 10000 characters/],
  [{ modified: '2026' }, /modified must be a valid Date/],
  [{ mime: 'a/b' }, /has no member "mime"/],
]

t.test('wrong attachments are named', async (t) => {
  for (const [wrong, message] of MISTAKES) {
    const attachment = { name: 'a', data: bytes(''), ...wrong } as Attachment
    t.throws(() => render([attachment]), { name: 'TypeError', message })
  }
  const twice = { name: 'a', data: bytes('') }
  t.throws(() => render([twice, twice]), {
    name: 'TypeError',
    message: /\[1\]\.name is also that of an attachment before it/,
  })
  t.throws(() => render('a' as never), { name: 'TypeError', message: /must be an array/ })
})
