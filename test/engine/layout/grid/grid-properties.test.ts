import t from 'tap'
import fc from '../../../fast-check.js'
import { compileSmall, layOut, type PlacedText, textsOf } from '../lay-out.js'
import { checkOverlaps } from '../page-overlaps.js'
import { checkEmptyPages } from '../pages/empty-pages.js'

/**
 * A random document of grids: their items are texts, blocks, tables, flex containers and grids with random places and
 * break rules.
 */
type Node =
  | { readonly kind: 'text'; readonly words: number }
  | { readonly kind: 'table'; readonly items: readonly Item[]; readonly style: string }
  | {
      readonly kind: 'grid' | 'block' | 'flex'
      readonly items: readonly Item[]
      readonly style: string
      /** Where it is an item of a grid, no block stands around it. */
      readonly isItem: boolean
    }

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
  'grid-template-columns:1fr 1fr;align-items:center;row-gap:23px',
  'grid-template-columns:1fr 1fr;align-items:baseline;padding:2px',
  'grid-template-columns:1fr 1fr;break-inside:avoid',
  'grid-auto-flow:column;box-decoration-break:clone;padding:3px',
  'grid-auto-rows:max-content;grid-template-columns:repeat(3,auto)',
  'grid-template-rows:fit-content(40px) minmax(min-content,max-content);margin:5px 0',
  'border:3px solid;padding:6px;grid-template-columns:repeat(auto-fit,minmax(80px,1fr))',
]
const FLEXES = [
  '',
  '',
  'gap:5px',
  'flex-direction:column',
  'flex-direction:column;gap:4px',
  'flex-direction:column-reverse;padding:2px',
  'flex-wrap:wrap',
  'flex-wrap:wrap-reverse;gap:3px',
  'align-items:center;border:2px solid',
  'align-items:flex-end',
  'break-inside:avoid',
]
/** Rows with heights that do not follow from what stands in them: texts may overflow them, and pages have none. */
const GIVEN = [
  'grid-auto-rows:minmax(15px,auto);grid-template-columns:1fr 1fr',
  'grid-auto-rows:1fr;grid-template-columns:1fr 1fr',
  'grid-template:min-content 1fr auto / 2fr 1fr',
  'grid-template-rows:60px auto',
  'grid-auto-rows:25px;grid-template-columns:1fr 1fr',
  'grid-template-rows:130px auto 0;align-items:end',
  'grid-template-rows:minmax(70px,auto) 20%;grid-template-columns:1fr 1fr',
  'height:120px',
  'height:150px;grid-template-rows:50% auto',
  'height:210px;grid-template-rows:30px 1fr 30px;row-gap:10%',
  'height:230px;align-content:space-between;grid-template-columns:1fr 1fr',
  'height:140px;align-content:end',
  'min-height:130px;grid-template-rows:min-content 1fr',
  'min-height:180px;align-content:center',
  'max-height:90px;grid-template-columns:1fr 1fr',
]
const PLACES = [
  '',
  '',
  '',
  'grid-row:span 2',
  'grid-column:span 2',
  'grid-row:span 3',
  'grid-row:span 3;break-inside:avoid',
  'break-inside:avoid',
  'order:1',
]
const BOXES = [
  '',
  '',
  'margin:7px 0',
  'margin:auto 0',
  'padding:4px',
  'border:2px solid',
  'border:3px solid;box-decoration-break:clone',
  'align-self:start',
  'align-self:end',
  'align-self:center;padding:3px 0',
  'orphans:2;widows:2',
  'break-before:page',
  'break-before:avoid',
  'break-after:page',
  'break-after:avoid',
]
/** Heights of items, and places below rows that may stay empty. */
const GIVEN_BOXES = ['height:40px', 'min-height:70px', 'height:100%', 'height:130px;break-inside:avoid', 'grid-row:2']

function documents(grids: readonly string[], boxes: readonly string[], withTables: boolean): fc.Arbitrary<Node[]> {
  const { tree } = fc.letrec<{ tree: Node; item: Item }>((tie) => {
    const text = fc.record({ kind: fc.constant('text' as const), words: fc.integer({ min: 1, max: 40 }) })
    const grid = fc.record({
      kind: fc.constantFrom('grid' as const, 'grid' as const, 'grid' as const, 'block' as const),
      items: fc.array(tie('item'), { minLength: 1, maxLength: 6 }),
      style: fc.constantFrom(...grids),
      isItem: fc.boolean(),
    })
    const flex = fc.record({
      kind: fc.constant('flex' as const),
      items: fc.array(tie('item'), { minLength: 1, maxLength: 4 }),
      style: fc.constantFrom(...FLEXES),
      isItem: fc.boolean(),
    })
    const table = fc.record({
      kind: fc.constant('table' as const),
      items: fc.array(tie('item'), { minLength: 1, maxLength: 5 }),
      style: fc.constantFrom('', 'border-collapse:collapse', 'width:100%', 'break-inside:avoid'),
    })
    return {
      tree: fc.oneof(
        { depthSize: 'small', withCrossShrink: true, maxDepth: 3 },
        text,
        ...(withTables ? [grid, flex, table] : [grid, flex]),
      ),
      item: fc.record({
        child: tie('tree'),
        style: fc.tuple(fc.constantFrom(...boxes), fc.constantFrom(...PLACES)).map((parts) => parts.join(';')),
      }),
    }
  })
  return fc.array(tree, { minLength: 1, maxLength: 3 })
}

/** Words are `leaf.word`, so that each is unique and its order can be checked. */
class Writer {
  leaves = 0
  words = 0

  /** @param style that of the item; undefined where there is none */
  write(node: Node, style?: string): string {
    const inside = style === undefined ? this.#content(node, '') : undefined
    if (inside !== undefined) return inside
    const isItem = 'isItem' in node && node.isItem
    return isItem ? this.#content(node, `${style};`) : `<div style="${style}">${this.#content(node, '')}</div>`
  }

  #content(node: Node, style: string): string {
    switch (node.kind) {
      case 'text':
        return this.#text(node.words)
      case 'table':
        return `<table style="${node.style}">${this.#rows(node.items)}</table>`
      default: {
        const items = node.items.map((item) => this.write(item.child, item.style))
        return `<div style="${style}display:${node.kind};${node.style}">${items.join('')}</div>`
      }
    }
  }

  #text(words: number): string {
    const id = this.leaves++
    this.words += words
    return Array.from({ length: words }, (_, index) => `${id}.${index}`).join(' ')
  }

  /** Two cells in each. */
  #rows(items: readonly Item[]): string {
    let rows = ''
    for (const [index, { child, style }] of items.entries()) {
      if (index % 2 === 0) rows += '<tr>'
      rows += `<td style="padding:1px;${style}">${this.write(child)}</td>`
    }
    return rows
  }
}

function layOutRandom(nodes: readonly Node[]) {
  const writer = new Writer()
  const body = nodes.map((node) => `<div>${writer.write(node)}</div>`).join('')
  const laidOut = layOut(compileSmall('', body))
  return { ...laidOut, words: writer.words, texts: laidOut.pages.map(textsOf) }
}

type Outcome = ReturnType<typeof layOutRandom>

/** Every word is placed exactly once, in order within its text. */
function checkWords({ texts, words }: Outcome): void {
  const next = new Map<string, number>()
  let count = 0
  for (const { text } of texts.flat()) {
    for (const word of text.split(' ')) {
      if (word === '') continue
      const [id = '', index = ''] = word.split('.')
      if (Number(index) !== (next.get(id) ?? 0)) throw new Error(`${word} instead of ${id}.${next.get(id) ?? 0}`)
      next.set(id, Number(index) + 1)
      count++
    }
  }
  if (count !== words) throw new Error(`${count} of ${words} words`)
}

/** No text stands below its page unless a diagnostic says so. */
function checkEnds({ texts, diagnostics }: Outcome): void {
  if (diagnostics.some(({ code }) => code === 'content-overflows-page')) return
  const below = texts.flat().find(({ y, height, text }: PlacedText) => y + height > 100 && text.trim() !== '')
  if (below) throw new Error(`${below.text} at ${below.y}`)
}

t.test('grids: each word once and in order, none below the page or over another, no empty pages', async () => {
  const plain = documents(GRIDS, BOXES, true)
  fc.assert(
    fc.property(plain, (nodes) => {
      const outcome = layOutRandom(nodes)
      checkWords(outcome)
      checkEnds(outcome)
      checkEmptyPages(outcome)
      checkOverlaps(outcome)
    }),
    { numRuns: 200 },
  )
})

t.test('grids of given heights: each word once and in order, none below the page', async () => {
  const given = documents([...GRIDS, ...GIVEN, ...GIVEN], [...BOXES, ...GIVEN_BOXES], false)
  fc.assert(
    fc.property(given, (nodes) => {
      const outcome = layOutRandom(nodes)
      checkWords(outcome)
      checkEnds(outcome)
    }),
    { numRuns: 120 },
  )
})
