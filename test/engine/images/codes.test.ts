import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { alternativeOf, drawCode } from '../../../engine/images/codes/draw-code.js'
import { SYMBOLOGIES } from '../../../engine/images/codes/symbologies.js'
import { traceMatrix } from '../../../engine/images/codes/trace-matrix.js'
import type { VectorImage } from '../../../engine/images/vector-types.js'
import { compileTemplate, createFontLibrary, formatDiagnostic, renderDocument } from '../../../engine/index.js'

const fonts = createFontLibrary()
const PAGE = '<style>@page { size: 100mm 100mm; margin: 10mm }</style>'

/** A document with one code, as a PDF, and what was found wrong. */
function render(code: string, data: object = {}) {
  const template = compileTemplate({ html: `${PAGE}${code}`, name: 't.html' }, { fonts })
  const { pdf, diagnostics } = renderDocument(template, data, { date: new Date(0) })
  return { pdf, problems: diagnostics.map(formatDiagnostic) }
}

const missing = ['pdftoppm', 'zbarimg'].filter((program) => spawnSync(program, ['--version']).error)

/** The page of a PDF as a code reader sees it. */
function read(t: Test, pdf: Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), 'platen-codes-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'code.pdf'), pdf)
  spawnSync('pdftoppm', ['-r', '300', '-png', '-singlefile', 'code.pdf', 'code'], { cwd: folder })
  const { stdout } = spawnSync('zbarimg', ['-q', '--raw', '-Sbinary', 'code.png'], { cwd: folder })
  return stdout.toString('utf8').replace(/\n$/, '')
}

const BILL =
  'preset="swiss-bill" iban="CH44 3199 9123 0008 8901 2" name="Robert Schneider AG" street="Rue du Lac" number="1268" ' +
  'postcode="2501" town="Biel" amount="1949.75" reference="21 00000 00003 13947 14300 09017" debtor-name="Pia Rutschmann" ' +
  'debtor-street="Grosse Marktgasse" debtor-number="28" debtor-postcode="9400" debtor-town="Rorschach"'

const MESSAGE =
  'Order of 15 June 2026, thank you for your trust in our company, we look forward to serving you again soon'

const BILL_LINES = [
  ...[
    'SPC',
    '0200',
    '1',
    'CH4431999123000889012',
    'S',
    'Robert Schneider AG',
    'Rue du Lac',
    '1268',
    '2501',
    'Biel',
    'CH',
  ],
  ...[
    '',
    '',
    '',
    '',
    '',
    '',
    '',
    '1949.75',
    'CHF',
    'S',
    'Pia Rutschmann',
    'Grosse Marktgasse',
    '28',
    '9400',
    'Rorschach',
  ],
  ...['CH', 'QRR', '210000000003139471430009017', MESSAGE, 'EPD'],
]

const READABLE: readonly (readonly [code: string, text: string])[] = [
  ['<platen-qr value="https://example.com/?a=1&amp;b=2">', 'https://example.com/?a=1&b=2'],
  ['<platen-qr value="{{name}}" level="H">', 'Zoë Müller, 東京'],
  ['<platen-qr value="x" style="width: 8mm">', 'x'],
  [
    '<platen-qr preset="epc" iban="DE89 3704 0044 0532 0130 00" name="Franz Mustermann" amount="123.4" message="Invoice 17">',
    'BCD\n002\n1\nSCT\n\nFranz Mustermann\nDE89370400440532013000\nEUR123.40\n\n\nInvoice 17',
  ],
  ['<platen-barcode type="code128" value="ABC-{{number}}">', 'ABC-42'],
  ['<platen-barcode type="code128" text="none" value="wide" style="width: 60mm; height: 8mm">', 'wide'],
  ['<platen-barcode type="gs1-128" value="(01)09521234543213(3103)000123">', '01095212345432133103000123'],
  ['<platen-barcode type="ean13" value="2112345678900">', '2112345678900'],
  ['<platen-barcode type="ean13" value="211234567890">', '2112345678900'],
  ['<platen-barcode type="ean8" value="02345673">', '02345673'],
  ['<platen-barcode type="upca" value="012345678905">', '0012345678905'],
  ['<platen-barcode type="isbn" value="978-1-56581-231-4">', '9781565812314'],
  ['<platen-barcode type="itf14" value="15400141288763">', '15400141288763'],
  ['<platen-barcode type="code39" value="ABC 12">', 'ABC 12'],
  ['<platen-barcode type="databar" value="(01)09521234543213">', '0109521234543213'],
]

t.test('codes are read back by a reader of codes', { skip: missing.length > 0 && `${missing} is not there` }, (t) => {
  for (const [code, text] of READABLE) {
    const { pdf, problems } = render(code, { name: 'Zoë Müller, 東京', number: 42 })
    t.strictSame(problems, [], code)
    t.equal(read(t, pdf), text, code)
  }
  t.end()
})

/** A value of each symbology, and what a decoder reads from the page as which format. */
const DECODED: Readonly<Record<string, readonly [value: string, text: string, format: string]>> = {
  code128: ['Größe 7', 'Größe 7', 'Code128'],
  'gs1-128': ['(01)09521234543213(3103)000123', '(01)09521234543213(3103)000123', 'Code128'],
  sscc18: ['1 0614141 234567890 8', '(00)106141412345678908', 'Code128'],
  code39: ['ABC 12', 'ABC 12', 'Code39'],
  code93: ['ABC 12', 'ABC 12', 'Code93'],
  codabar: ['A123456A', 'A123456A', 'Codabar'],
  ean13: ['2112345678900', '2112345678900', 'EAN13'],
  ean8: ['02345673', '02345673', 'EAN8'],
  isbn: ['978-1-56581-231-4', '9781565812314', 'EAN13'],
  issn: ['0311-175X', '9770311175001', 'EAN13'],
  upca: ['012345678905', '0012345678905', 'EAN13'],
  upce: ['01234565', '0012345000065', 'UPCE'],
  itf: ['12345670', '12345670', 'ITF'],
  itf14: ['15400141288763', '15400141288763', 'ITF'],
  pzn: ['PZN - 04562798', '-04562798', 'PZN'],
  databar: ['(01)09521234543213', '(01)09521234543213', 'DataBarOmni'],
  qr: ['Größe 株', 'Größe 株', 'QRCode'],
  'micro-qr': ['1234', '1234', 'MicroQRCode'],
  'gs1-qr': ['(01)09521234543213', '(01)09521234543213', 'QRCode'],
  datamatrix: ['Größe', 'Größe', 'DataMatrix'],
  'gs1-datamatrix': ['(01)09521234543213', '(01)09521234543213', 'DataMatrix'],
  aztec: ['Hello', 'Hello', 'Aztec'],
  pdf417: ['Hello', 'Hello', 'PDF417'],
}

/** No decoder that is at hand knows these. */
const NOT_DECODED = ['msi', 'pharmacode', 'royalmail', 'usps-imb', 'micro-pdf417']

const painter = ['pdftoppm'].filter((program) => spawnSync(program, ['-v']).error)

t.test(
  'each symbology is read by a decoder from the page at 200 dpi',
  { skip: painter.length > 0 && `${painter} is not there` },
  async (t) => {
    const wasmBinary = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
    prepareZXingModule({
      overrides: {
        wasmBinary: wasmBinary.buffer.slice(wasmBinary.byteOffset, wasmBinary.byteOffset + wasmBinary.length),
      },
    })
    t.same([...Object.keys(DECODED), ...NOT_DECODED].sort(), [...SYMBOLOGIES.keys()].sort(), 'each is read or named')
    const folder = mkdtempSync(join(tmpdir(), 'platen-codes-'))
    t.teardown(() => rmSync(folder, { recursive: true }))
    for (const [type, [value, text, format]] of Object.entries(DECODED)) {
      const { pdf, problems } = render(`<platen-barcode type="${type}" value="{{value}}">`, { value })
      t.strictSame(problems, [], type)
      writeFileSync(join(folder, 'code.pdf'), pdf)
      spawnSync('pdftoppm', ['-r', '200', '-png', '-singlefile', 'code.pdf', 'code'], { cwd: folder })
      const found = await readBarcodes(readFileSync(join(folder, 'code.png')), { tryHarder: true })
      t.same(
        found.map((code) => [code.text, code.format]),
        [[text, format]],
        type,
      )
    }
  },
)

/** The drawing of a code as a file, of some of its parts. */
function svgOf(image: VectorImage, parts: number): Uint8Array {
  const { x, y, width, height } = image.viewBox
  const paths = image.content.slice(0, parts).map((node) => {
    const path = node.kind === 'shape' ? node.path : []
    const steps = path.map((part) => (part.kind === 'move' || part.kind === 'line' ? `L${part.x} ${part.y}` : 'Z'))
    return `<path d="${steps.join('').replace(/^L|ZL/g, (start) => start.replace('L', 'M'))}"/>`
  })
  const size = 'width="212" height="212"'
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="${x} ${y} ${width} ${height}">${paths.join('')}</svg>`,
  )
}

t.test('the Swiss QR bill is read back', { skip: missing.length > 0 && `${missing} is not there` }, async (t) => {
  const code = `<platen-qr ${BILL} message="${MESSAGE}">`
  t.strictSame(render(code).problems, [])
  // The reader takes the cross for damage of the pattern that it looks for there: it gets the code without the cross.
  const attributes = [...`${BILL} message="${MESSAGE}"`.matchAll(/([a-z-]+)="([^"]*)"/g)]
  const image = drawCode('platen-qr', new Map(attributes.map(([, name = '', value = '']) => [name, value])))
  t.equal(image.content.length, 4)
  const assets = new Map([['code.svg', svgOf(image, 1)]])
  const template = compileTemplate({ html: `${PAGE}<img src="code.svg">`, assets }, { fonts })
  t.equal(read(t, renderDocument(template, {}).pdf), BILL_LINES.join('\n'))
})

t.test('what a symbology does not allow is reported at the element', async (t) => {
  const cases = [
    ['<platen-barcode type="ean13" value="2112345678901">', 'incorrect EAN-13 check digit provided, it would be 0'],
    ['<platen-barcode type="ean31" value="1">', 'there is no type "ean31" (did you mean "ean13"?)'],
    ['<platen-barcode type="code39" value="ä">', 'code 39 must contain only digits, capital letters'],
    ['<platen-barcode type="code128" value="">', 'it needs a value'],
    ['<platen-barcode type="code128" value="x" text="above">', 'the text stands "below" or is "none", not "above"'],
    ['<platen-qr>', 'it needs a value'],
    ['<platen-qr value="x" level="X">', 'the level is one of L, M, Q, H, not "X"'],
    ['<platen-qr preset="ecp">', 'there is no preset "ecp" (did you mean "epc"?)'],
    [`<platen-qr value="${'x'.repeat(5000)}">`, 'it has more than 4000 characters'],
    ['<platen-qr preset="epc" iban="DE88370400440532013000" name="x" amount="1">', 'is not an IBAN'],
    ['<platen-qr preset="epc" iban="DE89370400440532013000" name="x" amount="1,5">', '"1,5" is not an amount such as'],
    ['<platen-qr preset="epc" iban="DE89370400440532013000" amount="1">', 'it needs the attribute "name"'],
    [
      `<platen-qr preset="epc" iban="DE89370400440532013000" name="${'ä'.repeat(70)}" amount="1" message="${'株'.repeat(60)}">`,
      'it has 369 bytes, and EPC codes have at most 331',
    ],
    ['<platen-barcode type="code128" value="Łódź">', 'code 128 has no "Ł"'],
    ['<platen-barcode type="pzn" value="04562799">', 'incorrect PZN check digit provided, it would be 8'],
    ['<platen-barcode type="sscc18" value="106141412345678907">', 'incorrect SSCC-18 check digit provided'],
    [`<platen-qr ${BILL} message="Order – 17">`, 'Swiss QR bills have no "–" (U+2013): they hold Latin letters'],
    [`<platen-qr ${BILL.replace('Biel', '株')}>`, 'Swiss QR bills have no "株" (U+682A)'],
    [`<platen-qr ${BILL.replace('09017', '09018')}>`, 'the check digit of the QR reference is wrong, it would be 7'],
    [`<platen-qr ${BILL.replace(/reference="[^"]*"/, '')}>`, 'a QR-IBAN needs a QR reference of 27 digits'],
  ] as const
  for (const [code, message] of cases) {
    const { problems } = render(code)
    t.equal(problems.length, 1, code)
    t.match(problems[0], /^t\.html:1:\d+: error: <platen-(?:qr|barcode)> cannot be shown: .*\[invalid-code\]$/s, code)
    t.ok(problems[0]?.includes(message), `${code}: ${problems[0]}`)
  }
})

t.test('codes keep their quiet zones and have a natural size', async (t) => {
  const qr = drawCode('platen-qr', new Map([['value', 'x']]))
  t.strictSame(qr.viewBox, { x: -4, y: -4, width: 29, height: 29 })
  t.equal(qr.width, 58)
  const ean = drawCode('platen-barcode', new Map(Object.entries({ type: 'ean13', value: '2112345678900' })))
  t.strictSame([ean.viewBox.x, ean.viewBox.width], [-11, 113])
  t.equal(alternativeOf(new Map([['value', 'x']])), 'x')
  t.equal(alternativeOf(new Map(Object.entries({ value: 'x', alt: 'the address' }))), 'the address')
})

t.test('the end tag of a code may be left out', async (t) => {
  const { pdf, problems } = render('<p><platen-qr value="x">behind <b>it</b></p><platen-qr value="y"></platen-qr>')
  t.strictSame(problems, [])
  t.ok(pdf.length > 0)
})

t.test('a code that has no text of its own is told by what it is for', async (t) => {
  const alternative = (attributes: Record<string, string>) => alternativeOf(new Map(Object.entries(attributes)))
  t.equal(alternative({ alt: '', value: 'x' }), '')
  t.equal(alternative({ value: 'https://example.org' }), 'https://example.org')
  const bill = { preset: 'swiss-bill', name: 'Robert Schneider AG', iban: 'CH44 3199 9123 0008 8901 2' }
  t.equal(alternative({ ...bill, message: 'Invoice 17', reference: '21 00000' }), 'Invoice 17')
  t.equal(alternative({ ...bill, message: '', reference: '21 00000' }), '21 00000')
  t.equal(alternative(bill), 'Robert Schneider AG CH44 3199 9123 0008 8901 2')
})

t.test('squares of a matrix that have an edge in common are one outline', async (t) => {
  const outline = (rows: string) => {
    const lines = rows.split('/')
    const dark = [...lines.join('')].map((square) => square === '#')
    return traceMatrix(dark, lines[0]?.length ?? 0, lines.length)
      .map((part) => (part.kind === 'move' || part.kind === 'line' ? `${part.kind[0]}${part.x},${part.y}` : 'z'))
      .join(' ')
  }
  t.equal(outline('##'), 'm0,0 l2,0 l2,1 l0,1 z')
  t.equal(outline('#./.#'), 'm0,0 l1,0 l1,1 l0,1 z m1,1 l2,1 l2,2 l1,2 z')
  t.equal(outline('###/#.#/###'), 'm0,0 l3,0 l3,3 l0,3 z m1,1 l1,2 l2,2 l2,1 z')
})

t.test(
  'codes are work, also those that cannot be made: a document of many long ones ends in a clear error',
  async (t) => {
    const values = Array.from({ length: 8 }, (_, index) => `${'7'.repeat(200)}${index}`)
    for (const code of ['<platen-qr value="{{this}}">', '<platen-barcode type="ean13" value="{{this}}">']) {
      const template = compileTemplate({ html: `{{#each values}}${code}{{/each}}` }, { fonts })
      const render = (count: number) =>
        renderDocument(template, { values: values.slice(0, count) }, { limits: { work: 20_000 } })
      t.equal(render(5).pages, 1)
      t.throws(() => render(8), { name: 'LimitError', code: 'too-much-work' })
    }
  },
)

t.test('the encoder is read when the first code is drawn', async (t) => {
  const script = `
    import { createRequire } from 'node:module'
    const { compileTemplate, createFontLibrary, renderDocument } = await import(process.argv[1])
    const isLoaded = () => Object.keys(createRequire(import.meta.url).cache).some((file) => file.includes('bwip-js'))
    const render = (html) => renderDocument(compileTemplate({ html }, { fonts: createFontLibrary() }), {})
    render('<p>x')
    const before = isLoaded()
    render('<platen-qr value="x">')
    console.log(before, isLoaded())`
  const engine = new URL('../../../engine/index.js', import.meta.url).href
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script, engine])
  t.equal(stderr.toString(), '')
  t.equal(stdout.toString().trim(), 'false true')
})
