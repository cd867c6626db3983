/**
 * Measures what a letterhead that is a PDF costs an invoice, in processor time and bytes: of the second document on, for what
 * is read of the file is kept with the template. The invoice without one and with each of several files take turns. Memory
 * is allocated as in the processes of the service.
 *
 *     npm run bench:letterhead
 */
import { spawnSync } from 'node:child_process'
import { randomFillSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import type { JsonObject } from '../engine/base/json.js'
import { compileTemplate, createFontLibrary, renderDocument } from '../engine/index.js'
import { ALLOCATOR } from '../server/render/task-process.js'
import { keepGarbageYoung } from './keep-garbage-young.js'
import { TEMPLATES_FOLDER } from './load-template.js'
import { quantile } from './measure.js'

const [WARM_UP, TURNS, BATCH] = [60, 200, 3]

// The allocator reads its settings when a program starts.
if (Object.entries(ALLOCATOR).some(([name, value]) => process.env[name] !== value)) {
  const env = { ...process.env, ...ALLOCATOR }
  process.exit(spawnSync(process.execPath, process.argv.slice(1), { env, stdio: 'inherit' }).status ?? 1)
}

keepGarbageYoung()
const fonts = createFontLibrary()
const folder = `${TEMPLATES_FOLDER}invoice/`
const html = readFileSync(`${folder}template.html`, 'utf8')
const data = JSON.parse(readFileSync(`${folder}sample.json`, 'utf8')) as JsonObject
const BACKGROUND = '<style>@page { background: url(letterhead.pdf) no-repeat fixed }</style></head>'

function letterhead(body: string, assets: ReadonlyMap<string, Uint8Array> = new Map()): Uint8Array {
  const page = '<!doctype html><title>Letterhead</title><style>@page { margin: 10mm }</style>'
  return renderDocument(compileTemplate({ html: page + body, assets }, { fonts }), {}).pdf
}

/** A picture of noise, which no filter makes smaller. */
function picture(width: number, height: number): Uint8Array {
  const rows = randomFillSync(Buffer.alloc(height * (3 * width + 1)))
  for (let y = 0; y < height; y++) rows[y * (3 * width + 1)] = 0
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const chunks = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), ...chunks])
}

/** Its check sum is zero: decoders here do not ask for it. */
function chunk(type: string, content: Uint8Array): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  return Buffer.concat([length, Buffer.from(type, 'latin1'), content, Buffer.alloc(4)])
}

const NAME = '<p style="font: 700 24px sans-serif; color: #136">Fenwick &amp; Rowe Limited</p><hr>'
const LINES = ['serif', 'sans-serif', 'monospace']
  .map((family) => `<p style="font-family: ${family}">14 Kiln Lane, Bristol <i>since 1931</i> <b>quality</b></p>`)
  .join('')
const SHADES = Array.from(
  { length: 200 },
  (_, i) =>
    `<div style="height: 2px; background: linear-gradient(90deg, rgb(${i} 90 150), rgb(200 ${i} 90)); opacity: .${50 + (i % 50)}"></div>`,
).join('')

const LETTERHEADS: readonly (readonly [name: string, file: Uint8Array])[] = [
  ['a name and a rule', letterhead(NAME)],
  ['nine fonts', letterhead(NAME + LINES)],
  ['600 objects', letterhead(NAME + SHADES)],
  ['a picture of 0.3 MB', letterhead('<img src="a.png">', new Map([['a.png', picture(320, 320)]]))],
  ['a picture of 1 MB', letterhead('<img src="a.png">', new Map([['a.png', picture(600, 600)]]))],
]

const assetsOf = (file: Uint8Array | undefined) =>
  new Map<string, Uint8Array>([
    ['style.css', readFileSync(`${folder}style.css`)],
    ['logo.png', readFileSync(`${folder}logo.png`)],
    ...(file ? ([['letterhead.pdf', file]] as const) : []),
  ])
const plain = compileTemplate({ html, assets: assetsOf(undefined) }, { fonts })
const kinds = [
  { name: 'without', file: 0, template: plain },
  ...LETTERHEADS.map(([name, file]) => ({
    name,
    file: file.length,
    template: compileTemplate({ html: html.replace('</head>', BACKGROUND), assets: assetsOf(file) }, { fonts }),
  })),
]
const spent: number[][] = kinds.map(() => [])
const bytes = kinds.map(({ template }) => renderDocument(template, data).pdf.length)
for (let turn = -WARM_UP; turn < TURNS; turn++) {
  for (let place = 0; place < kinds.length; place++) {
    // Who goes first takes turns as well.
    const kind = (place + Math.abs(turn)) % kinds.length
    const template = kinds[kind]?.template ?? plain
    const start = process.cpuUsage()
    for (let i = 0; i < BATCH; i++) renderDocument(template, data)
    const { user, system } = process.cpuUsage(start)
    if (turn >= 0) spent[kind]?.push((user + system) / 1000 / BATCH)
  }
}
const times = spent.map((all) =>
  quantile(
    all.toSorted((a, b) => a - b),
    0.5,
  ),
)
const [base = 0] = times
const [size = 0] = bytes
console.table(
  kinds.map(({ name, file }, kind) => ({
    letterhead: name,
    'its bytes': file,
    ms: Math.round((times[kind] ?? 0) * 100) / 100,
    'more time': `${(100 * ((times[kind] ?? 0) / base - 1)).toFixed(1)} %`,
    'more bytes': (bytes[kind] ?? 0) - size,
  })),
)
