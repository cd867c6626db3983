import t from 'tap'
import fc from '../../fast-check.js'
import { compileSmall, type LaidOut, layOut, type PlacedText, textsOf } from './lay-out.js'
import { checkEmptyPages } from './pages/empty-pages.js'
import { BOXES, documents, type Node, writeDocument } from './random-document.js'

interface Outcome extends LaidOut {
  readonly words: number
  readonly texts: readonly (readonly PlacedText[])[]
}

function layOutRandom(nodes: readonly Node[]): Outcome {
  const { body, words } = writeDocument(nodes)
  const laidOut = layOut(compileSmall('td, th { padding: 1px } table { border: 1px solid }', body))
  return { ...laidOut, words, texts: laidOut.pages.map(textsOf) }
}

const anyDocuments = documents({ boxes: [...BOXES, 'margin:-3px 0 12px'] })
const extraText = fc.integer({ min: 1, max: 40 }).map((words): Node => ({ kind: 'text', words, style: '' }))
const RUNS = { numRuns: 60 }

t.test('every word of a document is placed exactly once, in order within its paragraph', async () => {
  fc.assert(
    fc.property(anyDocuments, (nodes) => {
      const { texts, words } = layOutRandom(nodes)
      const next = new Map<string, number>()
      let count = 0
      for (const { text } of texts.flat()) {
        for (const word of text.split(' ')) {
          const [id = '', index = ''] = word.split('.')
          if (word === '' || word.startsWith('h')) continue
          if (Number(index) !== (next.get(id) ?? 0))
            throw new Error(`word ${word} instead of ${id}.${next.get(id) ?? 0}`)
          next.set(id, Number(index) + 1)
          count++
        }
      }
      return count === words
    }),
    RUNS,
  )
})

t.test('no text stands below the page unless a diagnostic says so', async () => {
  fc.assert(
    fc.property(anyDocuments, (nodes) => {
      const { texts, diagnostics } = layOutRandom(nodes)
      const overflowing = texts.flat().filter(({ y, height }) => y + height > 100)
      return overflowing.length === 0 || diagnostics.some(({ code }) => code === 'content-overflows-page')
    }),
    RUNS,
  )
})

t.test('no two texts of a page overlap where no margin is negative', async () => {
  fc.assert(
    fc.property(documents({ boxes: BOXES }), (nodes) => {
      const { texts } = layOutRandom(nodes)
      return texts.every((page) => !page.some((a, index) => page.some((b, other) => other > index && overlap(a, b))))
    }),
    RUNS,
  )
})

function overlap(a: PlacedText, b: PlacedText): boolean {
  const touching = a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
  return touching && a.text.trim() !== '' && b.text.trim() !== ''
}

t.test('something stands on every page, if only free space', async () => {
  fc.assert(
    fc.property(anyDocuments, (nodes) => checkEmptyPages(layOutRandom(nodes))),
    RUNS,
  )
})

t.test('more content never makes fewer pages', async () => {
  fc.assert(
    fc.property(anyDocuments, extraText, (nodes, extra) => {
      const before = layOutRandom(nodes).pages.length
      const after = layOutRandom([...nodes, extra]).pages.length
      return after >= before
    }),
    RUNS,
  )
})

t.test('at most one sibling is laid out again per page and level', async () => {
  fc.assert(
    fc.property(anyDocuments, (nodes) => {
      const { stats, pages } = layOutRandom(nodes)
      return stats.reruns <= pages.length * 5
    }),
    RUNS,
  )
})
