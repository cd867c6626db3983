import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { readPng } from '../engine/page-images/read-picture.js'
import { makeFolder } from '../server/folder.js'
import { platen } from './platen.js'

const folder = makeFolder(t)
const PAGES = '<style>@page { size: 72pt 144pt; margin: 0 }</style><p>one<p style="break-before: page">two'
writeFileSync(join(folder, 'pages.html'), PAGES)
writeFileSync(join(folder, 'page.html'), '<style>@page { size: 72pt 144pt; margin: 0 }</style><p>one')
const run = (args: string) => platen(args.split(' '), { cwd: folder })
const sizeOf = (file: string) => {
  const { width, height } = readPng(readFileSync(join(folder, file)))
  return [width, height]
}

t.test('every page becomes a PNG, and there is a PDF only if one is asked for', async (t) => {
  const { status, out } = await run('render pages.html --png p-%d.png')
  t.match([status, out], [0, /^p-1\.png: 2 pages/])
  t.same(
    [sizeOf('p-1.png'), sizeOf('p-2.png')],
    [
      [150, 300],
      [150, 300],
    ],
  )
  t.notOk(existsSync(join(folder, 'pages.pdf')))
  t.match(JSON.parse((await run('render pages.html --png q-%02d.png --dpi 72 --out q.pdf --json')).out), {
    out: 'q.pdf',
    pages: 2,
    pictures: ['q-01.png', 'q-02.png'],
  })
  t.same(sizeOf('q-02.png'), [72, 144])
  t.equal(readFileSync(join(folder, 'q.pdf'), 'latin1').slice(0, 5), '%PDF-')
  t.match(JSON.parse((await run('render page.html --png r.png --width 36 --json')).out), {
    out: null,
    pictures: ['r.png'],
  })
  t.same(sizeOf('r.png'), [36, 72])
})

t.test('what cannot be drawn is refused with its option', async (t) => {
  for (const [args, status, message] of [
    ['render pages.html --png p.png', 1, /--png: the document has 2 pages; %d in the name/],
    ['render page.html --png none/p.png', 1, /--png: none\/p\.png cannot be written \(ENOENT\)/],
    ['render page.html --png p.png --width 9000', 1, /--png: the picture would have 9,000 × 18,00\d pixels/],
    ['render page.html --png p.png --dpi 0', 2, /--dpi must be a whole number from 1, not "0"/],
    ['render page.html --png p.png --dpi 9 --width 9', 2, /--dpi and --width both/],
    ['render page.html --dpi 9', 2, /--dpi and --width are for --png/],
  ] as const) {
    const result = await run(args)
    t.match([result.status, result.err], [status, message], args)
  }
})
