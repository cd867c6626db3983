import { readFileSync, statSync } from 'node:fs'
import t from 'tap'

/** The size of a file as browsers get it, compressed. @returns bytes */
function size(name: string): number {
  return statSync(new URL(`../../../server/dashboard/assets/${name}.br`, import.meta.url)).size
}

t.test('what browsers load is small', async (t) => {
  const others = size('dashboard.js') + size('thumbnails.js') + size('style.css')
  const studio = others + size('studio.js') + size('studio.css')
  t.comment(`other pages ${others} bytes, studio ${studio}, PDF viewer ${size('pdf.js') + size('pdf-worker.js')}`)
  t.ok(others < 30_000, 'other pages')
  t.ok(studio < 300_000, 'the studio before the PDF viewer')
})

t.test('nothing that browsers load compiles text to code', async (t) => {
  for (const name of ['dashboard.js', 'studio.js', 'compare.js', 'thumbnails.js', 'try-it.js', 'search.js']) {
    const text = readFileSync(new URL(`../../../server/dashboard/assets/${name}`, import.meta.url), 'utf8')
    t.notMatch(text, /\beval\(|new Function\(/, name)
  }
})

t.test('the licences of what is bundled come along', async (t) => {
  const text = readFileSync(new URL('../../../server/dashboard/assets/LICENSES.txt', import.meta.url), 'utf8')
  for (const name of ['@codemirror/view', '@lezer/html', 'pdfjs-dist', 'style-mod']) t.match(text, name)
})
