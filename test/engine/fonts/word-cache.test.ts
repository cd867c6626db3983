import t from 'tap'
import { createFontLibrary } from '../../../engine/fonts/create-font-library.js'
import { libraryFace } from '../../../engine/fonts/font-face.js'
import type { ShapingStyle } from '../../../engine/fonts/font-types.js'
import { WordCache } from '../../../engine/fonts/word-shaper.js'

const STYLE: ShapingStyle = { direction: 'ltr', script: 'latn', language: '', features: {} }

function newFace() {
  const library = createFontLibrary()
  return libraryFace(library.select({ families: ['Arial'], weight: 400, style: 'normal', stretch: 100 }).primary)
}

t.test('the cache is bounded over all faces and styles', (t) => {
  const face = newFace()
  const cache = new WordCache(200)
  let largest = 0
  for (let style = 0; style < 20; style++) {
    const own = { ...STYLE, language: `x-${style}` }
    for (let i = 0; i < 500; i++) {
      cache.shaperOf(face, own).shape(`No. ${style} ${i}`)
      largest = Math.max(largest, cache.size)
    }
  }
  t.ok(largest <= 400, `${largest} words at most`)
  t.equal(cache.shapedWords, 10_000)
  t.ok(face.shapers.size <= 3, 'styles that are no longer used are let go')
  t.end()
})

t.test('words in use survive ageing', (t) => {
  const face = newFace()
  const cache = new WordCache(300)
  const shaper = cache.shaperOf(face, STYLE)
  const kept = shaper.shape('Total')
  for (let i = 0; i < 2000; i++) {
    shaper.shape(`${i}`)
    if (i % 50 === 0) t.equal(cache.shaperOf(face, STYLE).shape('Total'), kept)
  }
  t.end()
})

t.test('amounts and dates are shaped each time, years and quantities are kept', (t) => {
  const cache = new WordCache(1000)
  const shaper = cache.shaperOf(newFace(), STYLE)
  const empty = cache.size
  const [first, second] = [shaper.shape('1,204.50'), shaper.shape('1,204.50')]
  t.equal(cache.size, empty)
  t.not(first, second)
  t.same(first.advances, second.advances)
  t.equal(shaper.shape('2026'), shaper.shape('2026'))
  const long = '0123456789'.repeat(3)
  t.equal(shaper.shape(long), shaper.shape(long))
  t.end()
})

t.test('long texts count for more', (t) => {
  const cache = new WordCache(1000)
  const shaper = cache.shaperOf(newFace(), STYLE)
  for (let i = 0; i < 100; i++) shaper.shape(`${i} ${'long '.repeat(100)}`)
  t.ok(cache.size < 70, `${cache.size} texts kept`)
  t.end()
})
