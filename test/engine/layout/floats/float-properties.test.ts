import t from 'tap'
import fc from '../../../fast-check.js'
import { compileSmall, type LaidOut, layOut, type PlacedText, textsOf } from '../lay-out.js'

/** A random document of paragraphs, floats among them and in them, and blocks that clear or keep floats out. */
type Node =
  | { readonly kind: 'text'; readonly words: number; readonly floats: readonly number[]; readonly style: string }
  | { readonly kind: 'float' | 'block'; readonly children: readonly Node[]; readonly style: string }

const SIDES = ['float:left', 'float:right']
const FLOATS = [
  '',
  '',
  'width:min-content',
  'width:fit-content',
  'margin:3px',
  'clear:left',
  'break-inside:avoid',
  'padding:2px',
]
const BLOCKS = [
  '',
  '',
  'margin:7px 0',
  'padding:4px',
  'clear:both',
  'clear:left;margin-top:6px',
  'overflow:hidden;min-width:min-content',
  'display:flow-root;margin:0 5px;min-width:min-content',
  'break-inside:avoid',
  'break-before:page',
]

const block = fc.tuple(fc.constantFrom(...BLOCKS), fc.constantFrom(...BLOCKS)).map((parts) => parts.join(';'))
const float = fc.tuple(fc.constantFrom(...SIDES), fc.constantFrom(...FLOATS)).map((parts) => parts.join(';'))

const { tree } = fc.letrec<{ tree: Node }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true, maxDepth: 3 },
    fc.record({
      kind: fc.constant('text' as const),
      words: fc.integer({ min: 1, max: 40 }),
      floats: fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 2 }),
      style: block,
    }),
    fc.record({
      kind: fc.constant('float' as const),
      children: fc.array(tie('tree'), { minLength: 1, maxLength: 2 }),
      style: float,
    }),
    fc.record({
      kind: fc.constant('block' as const),
      children: fc.array(tie('tree'), { minLength: 1, maxLength: 4 }),
      style: block,
    }),
  ),
}))
const documents = fc.array(tree, { minLength: 1, maxLength: 5 })

/** Words are `leaf.word`, so that each is unique and its order can be checked. */
class Writer {
  leaves = 0
  words = 0

  write(node: Node): string {
    if (node.kind === 'text') return this.#paragraph(node.words, node.floats, node.style)
    const children = node.children.map((child) => this.write(child))
    return `<div style="${node.style}">${children.join('')}</div>`
  }

  #paragraph(count: number, floats: readonly number[], style: string): string {
    const id = this.leaves++
    this.words += count
    let text = ''
    for (let index = 0; index < count; index++) {
      for (const at of floats) if (at === index) text += this.#float()
      text += `${id}.${index} `
    }
    return `<p style="margin:0;${style}">${text}</p>`
  }

  #float(): string {
    const id = this.leaves++
    this.words += 3
    return `<span style="float:left">${id}.0 ${id}.1 ${id}.2</span>`
  }
}

interface Outcome extends LaidOut {
  readonly words: number
  readonly texts: readonly (readonly PlacedText[])[]
}

function layOutRandom(nodes: readonly Node[]): Outcome {
  const writer = new Writer()
  const body = nodes.map((node) => writer.write(node)).join('')
  const laidOut = layOut(compileSmall('', body))
  return { ...laidOut, words: writer.words, texts: laidOut.pages.map(textsOf) }
}

const RUNS = { numRuns: 120 }

t.test('every word of a document with floats is placed exactly once, in order within its paragraph', async () => {
  fc.assert(
    fc.property(documents, (nodes) => {
      const { texts, words } = layOutRandom(nodes)
      const next = new Map<string, number>()
      let count = 0
      for (const { text } of texts.flat()) {
        for (const word of text.split(' ')) {
          const [id = '', index = ''] = word.split('.')
          if (word === '') continue
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

t.test('floats and text do not overlap', async () => {
  fc.assert(
    fc.property(documents, (nodes) => {
      const { texts } = layOutRandom(nodes)
      return texts.every((page) => !page.some((a, index) => page.some((b, other) => other > index && overlap(a, b))))
    }),
    RUNS,
  )
})

/** Words wider than the room they get overflow it to the side, as in browsers; lines must not cover each other. */
function overlap(a: PlacedText, b: PlacedText): boolean {
  const fits = a.x + a.width <= 200 && b.x + b.width <= 200
  const touching = a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
  return fits && touching && a.text.trim() !== '' && b.text.trim() !== '' && a.text.length < 6 && b.text.length < 6
}
