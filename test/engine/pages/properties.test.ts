import fc from 'fast-check'
import t from 'tap'
import { compileSmall, type LaidOut, layOut, type PlacedText, textsOf } from './lay-out.js'

/** A random document: text leaves in blocks, lists, flex containers and tables, with random break rules. */
type Node =
  | { readonly kind: 'text'; readonly words: number; readonly style: string }
  | { readonly kind: 'block' | 'list' | 'column' | 'row'; readonly children: readonly Node[]; readonly style: string }
  | { readonly kind: 'table'; readonly rows: readonly Row[]; readonly head: boolean; readonly style: string }

interface Row {
  readonly cells: readonly Node[]
  readonly style: string
}

const BREAKS = [
  '',
  '',
  '',
  'break-before:avoid',
  'break-after:avoid',
  'break-before:page',
  'break-after:page',
  'break-inside:avoid',
]
const BOXES = [
  '',
  '',
  'margin:7px 0',
  'padding:4px',
  'border:2px solid',
  'border-top:5px solid;padding-bottom:3px',
  'orphans:2;widows:2',
  'box-decoration-break:clone;padding:3px',
]

const FLEX = [
  '',
  '',
  'gap:5px',
  'flex-wrap:wrap',
  'flex-wrap:wrap-reverse;gap:3px',
  'align-items:center',
  'align-items:flex-end',
  'align-items:baseline',
  'justify-content:space-between',
]

function documentsWith(boxes: readonly string[]): fc.Arbitrary<Node[]> {
  const style = fc
    .tuple(fc.constantFrom(...BREAKS), fc.constantFrom(...boxes))
    .map((parts) => parts.filter((part) => part !== '').join(';'))

  const leaf = fc.record({ kind: fc.constant('text' as const), words: fc.integer({ min: 1, max: 40 }), style })

  const { tree } = fc.letrec<{ tree: Node; row: Row }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small', withCrossShrink: true, maxDepth: 3 },
      leaf,
      fc.record({
        kind: fc.constantFrom('block' as const, 'list' as const),
        children: fc.array(tie('tree'), { minLength: 1, maxLength: 4 }),
        style,
      }),
      fc.record({
        kind: fc.constantFrom('column' as const, 'row' as const),
        children: fc.array(tie('tree'), { minLength: 1, maxLength: 4 }),
        style: fc.tuple(style, fc.constantFrom(...FLEX)).map((parts) => parts.join(';')),
      }),
      fc.record({
        kind: fc.constant('table' as const),
        rows: fc.array(tie('row'), { minLength: 1, maxLength: 4 }),
        head: fc.boolean(),
        style: fc.constantFrom('', 'border-collapse:collapse', 'border-spacing:3px', 'width:100%'),
      }),
    ),
    row: fc.record({
      cells: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }),
      style: fc.constantFrom(...BREAKS),
    }),
  }))
  return fc.array(tree, { minLength: 1, maxLength: 4 })
}

/** Words are `leaf.word`, so that each is unique and its order can be checked. */
class Writer {
  leaves = 0
  words = 0

  write(node: Node): string {
    if (node.kind === 'text') {
      const id = this.leaves++
      this.words += node.words
      const words = Array.from({ length: node.words }, (_, index) => `${id}.${index}`)
      return `<p style="margin:0;${node.style}">${words.join(' ')}</p>`
    }
    if (node.kind === 'table') {
      const head = node.head ? '<thead><tr><th>head</th></tr></thead>' : ''
      const rows = node.rows.map(({ cells, style: rowStyle }) => {
        return `<tr style="${rowStyle}">${cells.map((cell) => `<td>${this.write(cell)}</td>`).join('')}</tr>`
      })
      return `<table style="${node.style}">${head}<tbody>${rows.join('')}</tbody></table>`
    }
    const children = node.children.map((child) => this.write(child))
    if (node.kind === 'column' || node.kind === 'row') {
      return `<div style="display:flex;flex-direction:${node.kind};${node.style}">${children.join('')}</div>`
    }
    if (node.kind === 'block') return `<div style="${node.style}">${children.join('')}</div>`
    return `<ul style="list-style:none;margin:0;padding-left:6px;${node.style}">${children.map((child) => `<li>${child}</li>`).join('')}</ul>`
  }
}

interface Outcome extends LaidOut {
  readonly words: number
  readonly texts: readonly (readonly PlacedText[])[]
}

function layOutRandom(nodes: readonly Node[]): Outcome {
  const writer = new Writer()
  const body = nodes.map((node) => writer.write(node)).join('')
  const laidOut = layOut(compileSmall('td, th { padding: 1px } table { border: 1px solid }', body))
  return { ...laidOut, words: writer.words, texts: laidOut.pages.map(textsOf) }
}

const documents = documentsWith([...BOXES, 'margin:-3px 0 12px'])
const extraText = fc.integer({ min: 1, max: 40 }).map((words): Node => ({ kind: 'text', words, style: '' }))
const RUNS = { numRuns: 60, seed: Number(process.env.PLATEN_TEST_SEED ?? 20261121) }

t.test('every word of a document is placed exactly once, in order within its paragraph', async () => {
  fc.assert(
    fc.property(documents, (nodes) => {
      const { texts, words } = layOutRandom(nodes)
      const next = new Map<string, number>()
      let count = 0
      for (const { text } of texts.flat()) {
        for (const word of text.split(' ')) {
          const [id = '', index = ''] = word.split('.')
          if (word === '' || word === 'head') continue
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
    fc.property(documents, (nodes) => {
      const { texts, diagnostics } = layOutRandom(nodes)
      const overflowing = texts.flat().filter(({ y, height }) => y + height > 100)
      return overflowing.length === 0 || diagnostics.some(({ code }) => code === 'content-overflows-page')
    }),
    RUNS,
  )
})

t.test('no two texts of a page overlap where no margin is negative', async () => {
  fc.assert(
    fc.property(documentsWith(BOXES), (nodes) => {
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

t.test('only the first page may begin with nothing, and no page but a blank one is empty', async () => {
  fc.assert(
    fc.property(documents, (nodes) => {
      const { texts } = layOutRandom(nodes)
      return texts.every((page) => page.length > 0)
    }),
    RUNS,
  )
})

t.test('more content never makes fewer pages', async () => {
  fc.assert(
    fc.property(documents, extraText, (nodes, extra) => {
      const before = layOutRandom(nodes).pages.length
      const after = layOutRandom([...nodes, extra]).pages.length
      return after >= before
    }),
    RUNS,
  )
})

t.test('at most one sibling is laid out again per page and level', async () => {
  fc.assert(
    fc.property(documents, (nodes) => {
      const { stats, pages } = layOutRandom(nodes)
      return stats.reruns <= pages.length * 5
    }),
    RUNS,
  )
})
