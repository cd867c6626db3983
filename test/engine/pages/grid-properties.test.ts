import fc from 'fast-check'
import t from 'tap'
import { compileSmall, type LaidOut, layOut, textsOf } from './lay-out.js'

/** A random document of grids: their items are texts, blocks and grids with random places and break rules. */
type Node =
  | { readonly kind: 'text'; readonly words: number }
  | { readonly kind: 'grid' | 'block'; readonly items: readonly Item[]; readonly style: string }

interface Item {
  readonly child: Node
  readonly style: string
}

const GRIDS = [
  '',
  'grid-template-columns:1fr 1fr',
  'grid-template-columns:auto auto;gap:4px',
  'grid-template-columns:1fr 2fr;grid-auto-flow:dense',
  'grid-template-columns:1fr 1fr;align-items:start',
  'grid-template-columns:1fr 1fr;align-items:end;row-gap:9px',
  'grid-template-columns:1fr 1fr;align-items:baseline;padding:2px',
  'grid-template-columns:1fr 1fr;break-inside:avoid',
  'grid-auto-flow:column;box-decoration-break:clone;padding:3px',
]
const PLACES = ['', '', '', 'grid-row:span 2', 'grid-column:span 2', 'grid-row:span 3;break-inside:avoid', 'order:1']
const BOXES = ['', '', 'margin:7px 0', 'padding:4px', 'border:2px solid', 'break-before:page', 'break-after:avoid']

const { tree } = fc.letrec<{ tree: Node; item: Item }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true, maxDepth: 3 },
    fc.record({ kind: fc.constant('text' as const), words: fc.integer({ min: 1, max: 40 }) }),
    fc.record({
      kind: fc.constantFrom('grid' as const, 'grid' as const, 'block' as const),
      items: fc.array(tie('item'), { minLength: 1, maxLength: 5 }),
      style: fc.constantFrom(...GRIDS),
    }),
  ),
  item: fc.record({
    child: tie('tree'),
    style: fc.tuple(fc.constantFrom(...BOXES), fc.constantFrom(...PLACES)).map((parts) => parts.join(';')),
  }),
}))

const documents = fc.array(tree, { minLength: 1, maxLength: 3 })
const RUNS = { numRuns: 200, seed: Number(process.env.PLATEN_TEST_SEED ?? 20261121) }

/** Words are `leaf.word`, so that each is unique and its order can be checked. */
class Writer {
  leaves = 0
  words = 0

  write(node: Node): string {
    if (node.kind === 'text') {
      const id = this.leaves++
      this.words += node.words
      return Array.from({ length: node.words }, (_, index) => `${id}.${index}`).join(' ')
    }
    const items = node.items.map(({ child, style }) => `<div style="${style}">${this.write(child)}</div>`)
    return `<div style="display:${node.kind};${node.style}">${items.join('')}</div>`
  }
}

function layOutRandom(nodes: readonly Node[]): LaidOut & { readonly words: number } {
  const writer = new Writer()
  const body = nodes.map((node) => `<div>${writer.write(node)}</div>`).join('')
  return { ...layOut(compileSmall('', body)), words: writer.words }
}

t.test('every word in a grid is placed exactly once, in order within its text', async () => {
  fc.assert(
    fc.property(documents, (nodes) => {
      const { pages, words } = layOutRandom(nodes)
      const next = new Map<string, number>()
      let count = 0
      for (const { text } of pages.flatMap(textsOf)) {
        for (const word of text.split(' ')) {
          if (word === '') continue
          const [id = '', index = ''] = word.split('.')
          if (Number(index) !== (next.get(id) ?? 0)) throw new Error(`${word} instead of ${id}.${next.get(id) ?? 0}`)
          next.set(id, Number(index) + 1)
          count++
        }
      }
      return count === words
    }),
    RUNS,
  )
})

t.test('no text in a grid stands below the page, and no page is empty', async () => {
  fc.assert(
    fc.property(documents, (nodes) => {
      const { pages, diagnostics } = layOutRandom(nodes)
      const texts = pages.map(textsOf)
      const overflows = texts.flat().some(({ y, height }) => y + height > 100)
      const explained = diagnostics.some(({ code }) => code === 'content-overflows-page')
      return (!overflows || explained) && texts.every((page) => page.length > 0)
    }),
    RUNS,
  )
})
