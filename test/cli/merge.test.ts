import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { INVOICE_XML } from '../engine/invoice/invoice-xml.js'
import { runTool } from '../engine/pdf/pdf-tools.js'
import { pageText } from '../engine/pdf/read-pdf.js'
import { read } from '../engine/pdf-input/inserted.js'
import { makePdf, onePage } from '../engine/pdf-input/make-pdf.js'
import { makeFolder } from '../server/folder.js'
import { platen } from './platen.js'

const folder = makeFolder(t)
const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
mkdirSync(join(folder, 'letter'))
write('letter/template.html', '<html lang="en"><title>Letter</title><p>Dear {{name}}')
write('letter/sample.json', '{"name":"Sample"}')
write('terms.html', '<html lang="en"><title>Terms</title><p style="colour: red">Terms</p>')
write('ada.json', '{"name":"Ada"}')
write('bob.json', '{"name":"Bob"}')
const run = (args: string, input = '') => platen(args.split(' '), { cwd: folder, input })

/** The first lines of the pages of a file. */
function pagesOf(name: string, pages: number): readonly string[] {
  const pdf = readFileSync(join(folder, name))
  return Array.from({ length: pages }, (_, index) => pageText(pdf, index + 1).trim())
}

const textsOf = async (name: string) => (await read(readFileSync(join(folder, name)))).texts

t.test('several templates become one file, each with its sample', async (t) => {
  const { status, out, err } = await run('render letter terms.html letter --out all.pdf')
  t.equal(status, 0)
  t.match(out, /^all\.pdf: 3 documents, 3 pages, \d+ bytes, \d+ ms\n$/)
  t.match(err, /^terms\.html:1:\d+: warning: unknown property "colour"/)
  t.same(pagesOf('all.pdf', 3), ['Dear Sample', 'Terms', 'Dear Sample'])
  const check = runTool('qpdf', ['--check', join(folder, 'all.pdf')], new Uint8Array())
  if (check) t.equal(check.status, 0, check.output)
})

t.test('each template has its data, and one template may have several', async (t) => {
  t.equal((await run('render letter letter --data ada.json --data bob.json --out two.pdf')).status, 0)
  t.same(pagesOf('two.pdf', 2), ['Dear Ada', 'Dear Bob'])
  t.equal((await run('render letter --data bob.json --data - --out two.pdf', '{"name":"Cyd"}')).status, 0)
  t.same(pagesOf('two.pdf', 2), ['Dear Bob', 'Dear Cyd'])
})

t.test('PDFs stand among them, in their order', async (t) => {
  await run('render terms.html --out terms.pdf')
  const { out, err } = await run('render letter terms.pdf --data ada.json --data bob.json --out all.pdf')
  t.match(out, /^all\.pdf: 3 documents, 3 pages/)
  t.equal(err, '')
  t.same(await textsOf('all.pdf'), ['Dear Ada', 'Dear Bob', 'Terms'])
  t.equal((await run('render letter terms.pdf letter --data ada.json --data bob.json --out all.pdf')).status, 0)
  t.same(await textsOf('all.pdf'), ['Dear Ada', 'Terms', 'Dear Bob'])
  const json = JSON.parse((await run('render terms.pdf --attach ada.json --out copy.pdf --json')).out)
  t.match(json, { documents: [{ template: 'terms.pdf', data: null, first_page: 1, pages: 1 }], diagnostics: [] })
  const attached = runTool('pdfdetach', ['-list', join(folder, 'copy.pdf')], new Uint8Array())
  if (attached) t.match(attached.output, 'ada.json')
})

t.test('what a PDF loses is told, and one that cannot be read is named', async (t) => {
  const script = makePdf({ objects: { ...onePage('0 g'), 1: '<< /Pages 2 0 R /OpenAction << /S /JavaScript >> >>' } })
  writeFileSync(join(folder, 'script.pdf'), script)
  write('broken.PDF', 'none')
  const lossy = await run('render letter script.pdf --out all.pdf')
  t.match(lossy.err, /^script\.pdf:1:1: warning: of the PDF this is left out: an action that runs/)
  const broken = await run('render letter broken.PDF --out none.pdf')
  t.equal(broken.status, 1)
  t.match(broken.err, 'document 2, broken.PDF: the PDF cannot be read: it is no PDF')
  t.notOk(existsSync(join(folder, 'none.pdf')))
  t.match((await run('render letter none-there.pdf --out none.pdf')).err, /none-there\.pdf: /)
})

t.test('JSON tells where each document begins, and what was found once', async (t) => {
  const { out } = await run('render terms.html letter terms.html --out all.pdf --json')
  const { documents, diagnostics, ...rest } = JSON.parse(out)
  t.match(rest, { out: 'all.pdf', pages: 3 })
  t.same(documents, [
    { template: 'terms.html', data: null, first_page: 1, pages: 1 },
    { template: 'letter', data: null, first_page: 2, pages: 1 },
    { template: 'terms.html', data: null, first_page: 3, pages: 1 },
  ])
  t.match(diagnostics, [{ code: 'unknown-property', file: 'terms.html', line: 1 }])
  t.equal(diagnostics.length, 1)
})

t.test('the file goes to standard output, and pages become pictures', async (t) => {
  const { bytes } = await run('render letter terms.html --out -')
  t.equal(bytes.subarray(0, 5).toString(), '%PDF-')
  const { out } = await run('render letter terms.html --png page-%d.png --width 100')
  t.match(out, /^page-1\.png: 2 documents, 2 pages/)
  t.ok(existsSync(join(folder, 'page-2.png')))
})

t.test('options that do not go together are told', async (t) => {
  const cases = [
    ['render letter terms.html', '--out is missing: several documents become one file'],
    ['render letter terms.html --data ada.json --out x.pdf', '--data is given 1 time for 2 templates'],
    ['render letter terms.html --dump tags', '--dump looks at one document'],
    ['render letter terms.html --factur-x x.xml --out x.pdf', '--factur-x is for one document'],
    ['render letter letter --data - --data - --out x.pdf', '--data - can be read once'],
  ]
  for (const [args = '', message] of cases) {
    const { status, err } = await run(args)
    t.equal(status, 2, args)
    t.match(err, message)
  }
})

t.test('a document that ends the file is named, and nothing is written', async (t) => {
  write('untitled.html', '<p>x')
  const faulty = await run('render letter untitled.html --standard pdf/ua-1 --out none.pdf')
  t.equal(faulty.status, 1)
  t.match(faulty.err, 'document 2, untitled.html: the document is not pdf/ua-1:\nuntitled.html:1:1')
  mkdirSync(join(folder, 'archived'))
  write('archived/template.html', '<html lang="en"><title>A</title><p>a')
  write('archived/template.json', '{"standard":"pdf/a-2b"}')
  const mixed = await run('render letter archived --out none.pdf')
  t.match(mixed.err, 'document 2, archived: its standard is pdf/a-2b and that of the first document none')
  t.notOk(existsSync(join(folder, 'none.pdf')))
})

t.test('invoices with their data and documents with passwords of their own are no parts of a file', async (t) => {
  mkdirSync(join(folder, 'invoice'))
  write('invoice/template.html', '<html lang="en"><title>Invoice</title><p>invoice')
  write('invoice/template.json', '{"facturX":{"xml":"{{xml}}"}}')
  write('invoice/sample.json', JSON.stringify({ xml: INVOICE_XML }))
  t.match((await run('render letter invoice --out none.pdf')).err, /invoice: an invoice with its data \(Factur-X\)/)
  mkdirSync(join(folder, 'secret'))
  write('secret/template.html', '<p>{{password}}')
  write('secret/template.json', '{"encryption":{"userPassword":"{{password}}"}}')
  write('secret/sample.json', '{"password":"open"}')
  t.match((await run('render letter secret --out none.pdf')).err, /secret: its documents have passwords/)
  write('word', 'open sesame')
  t.equal((await run('render letter secret --user-password file:word --out locked.pdf')).status, 0)
})
