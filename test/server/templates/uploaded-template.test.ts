import { strToU8, zipSync } from 'fflate'
import t from 'tap'
import {
  MAX_TEMPLATE_BYTES,
  MAX_TEMPLATE_FILES,
  readUploadedTemplate,
} from '../../../server/templates/uploaded-template.js'

const HTML = '<p>{{name}}</p>'

function file(name: string, content = HTML) {
  return { name, bytes: strToU8(content) }
}

function zip(files: Readonly<Record<string, Uint8Array>>) {
  return [{ name: 'template.zip', bytes: zipSync(files) }]
}

t.test('a folder, with what its settings say', async (t) => {
  const template = await readUploadedTemplate(
    [
      file('invoice/template.html'),
      file('invoice/template.json', '{"name":"Invoice","pageSize":"a5","orientation":"landscape"}'),
      file('invoice/sample.json', '{"name":"Ada"}'),
      file('invoice/schema.json', '{"type":"object"}'),
      file('invoice/images/logo.svg', '<svg/>'),
      file('invoice/notes.txt', 'no asset'),
      file('invoice/.DS_Store', 'hidden'),
    ],
    'fallback',
  )
  t.match(template, { name: 'Invoice', html: HTML, pageSize: 'a5', orientation: 'landscape', sample: '{"name":"Ada"}' })
  t.same([...template.assets.keys()], ['images/logo.svg'])
})

t.test('the files that its settings name', async (t) => {
  const template = await readUploadedTemplate(
    [
      file('template.html'),
      file('template.json', '{"name":"Invoice","facturX":"EN 16931","attachments":[{"file":"terms.txt"}]}'),
      file('factur-x.json', '{}'),
      file('terms.txt', 'to be paid'),
      file('notes.txt', 'no asset'),
    ],
    'fallback',
  )
  t.same(JSON.parse(template.settings ?? ''), { facturX: 'EN 16931', attachments: [{ file: 'terms.txt' }] })
  t.same([...template.assets.keys()], ['factur-x.json', 'terms.txt'])
  const wrong = [file('template.html'), file('template.json', '{\n"forms":1}')]
  await t.rejects(readUploadedTemplate(wrong, 'x'), { message: 'template.json:2:1: "forms" must be true or false' })
})

t.test('an archive, and a single file', async (t) => {
  const template = await readUploadedTemplate(
    zip({ 'invoice/template.html': strToU8(HTML), '__MACOSX/x': strToU8('x'), 'invoice/a/': new Uint8Array() }),
    'invoice',
  )
  t.match(template, { name: 'invoice', html: HTML, pageSize: 'a4' })
  t.match(await readUploadedTemplate([file('Letter.html')], 'letter'), { name: 'letter', html: HTML })
})

t.test('paths that lead elsewhere are refused', async (t) => {
  for (const name of [
    '../template.html',
    '/template.html',
    'a/../../b.css',
    'a\\b.css',
    'C:/a.css',
    'a//b.css',
    'a\0.css',
  ]) {
    await t.rejects(readUploadedTemplate([file('template.html'), file(name)], 'x'), { name: 'FileError' }, name)
    await t.rejects(
      readUploadedTemplate(zip({ 'template.html': strToU8(HTML), [name]: strToU8('x') }), 'x'),
      { name: 'FileError' },
      `${name} in an archive`,
    )
  }
})

t.test('what would be too much inflated is refused before it is inflated', async (t) => {
  const bomb = zip({ 'template.html': strToU8(HTML), 'a.css': new Uint8Array(MAX_TEMPLATE_BYTES + 1) })
  t.ok((bomb[0]?.bytes.byteLength ?? 0) < MAX_TEMPLATE_BYTES / 500)
  await t.rejects(readUploadedTemplate(bomb, 'x'), { message: /at most 500 files of 32 MB/ })
  const many = Object.fromEntries(
    Array.from({ length: MAX_TEMPLATE_FILES + 1 }, (_, index) => [`${index}.css`, new Uint8Array()]),
  )
  await t.rejects(readUploadedTemplate(zip(many), 'x'), { message: /at most 500 files/ })
})

t.test('an archive that says less of its files than they have gives no more than it says', async (t) => {
  const [archive] = zip({ 'template.html': strToU8(HTML), 'a.css': new Uint8Array(1_000_000) })
  const bytes = Uint8Array.from(archive?.bytes ?? [])
  const view = new DataView(bytes.buffer)
  // The size is in the directory at the end (APPNOTE 4.3.12), where readers look for it.
  for (let at = 0; at < bytes.length - 4; at++) if (view.getUint32(at, true) === 1_000_000) view.setUint32(at, 10, true)
  const read = readUploadedTemplate([{ name: 'lie.zip', bytes }], 'x').then(
    ({ assets }) => assets.get('a.css')?.byteLength ?? 0,
    () => 0,
  )
  t.ok((await read) <= 10)
})

t.test('faults name their file', async (t) => {
  const faults: readonly (readonly [readonly { name: string; bytes: Uint8Array }[], RegExp])[] = [
    [[file('a.css')], /^template\.html: there is no such file/],
    [[file('template.html'), file('sample.json', '{,')], /^sample\.json:1:2/],
    [[file('template.html'), file('schema.json', '{"type":1}')], /^schema\.json: /],
    [[file('template.html'), file('template.json', '{"pageSize":"b5"}')], /^template\.json:1:2: "pageSize"/],
    [[{ name: 'template.html', bytes: Uint8Array.of(0xff) }], /^template\.html: the file is not valid UTF-8/],
    [[{ name: 'a.zip', bytes: strToU8('no archive') }], /^a\.zip: this is not a zip archive/],
  ]
  for (const [files, message] of faults)
    await t.rejects(readUploadedTemplate(files, 'x'), { name: 'FileError', message })
})
