import t from 'tap'
import { invariant } from '../../../../engine/base/invariant.js'
import { createStats } from '../../../../engine/base/stats.js'
import type { BlockBox } from '../../../../engine/boxes/box-tree.js'
import { boxFragment } from '../../../../engine/layout/box-fragment.js'
import { APPEAL, type BreakToken, type FlowBreakToken } from '../../../../engine/layout/break-token.js'
import { emptyPage, type Fragmentation, UNFRAGMENTED } from '../../../../engine/layout/constraint-space.js'
import { type FlowOptions, type FlowOutcome, runFlow } from '../../../../engine/layout/flow/block-flow.js'
import type { FlowSource, InsideBreaks } from '../../../../engine/layout/flow/flow-source.js'
import type { BoxFragment } from '../../../../engine/layout/fragment-tree.js'
import type { LayoutResult } from '../../../../engine/layout/layout-types.js'
import type { BreakBetween } from '../../../../engine/style/computed-style.js'
import { createSquareFonts } from '../square-fonts.js'
import { testStyle } from '../test-style.js'

/** A child of the flows here: a piece of a height, or a flow of children itself. */
interface Item {
  readonly height?: number
  readonly before?: BreakBetween
  readonly after?: BreakBetween
  readonly inside?: InsideBreaks
  /** How much lower it must stand once it is laid out. */
  readonly lowering?: number
  readonly children?: readonly Item[]
}

const style = testStyle(createSquareFonts())

function fragmentOf(height: number): BoxFragment {
  const box: BlockBox = {
    kind: 'block',
    id: 0,
    style,
    node: undefined,
    children: [],
    marker: undefined,
    formattingContext: false,
  }
  return boxFragment({ box, width: 100, height, children: [] })
}

const stats = createStats()

function sourceOf(items: readonly Item[]): FlowSource {
  const at = (index: number): Item => {
    const item = items[index]
    invariant(item, 'an index within the items')
    return item
  }
  const wholeHeight = (item: Item): number =>
    item.children ? item.children.reduce((sum, child) => sum + wholeHeight(child), 0) : (item.height ?? 0)
  return {
    count: items.length,
    breakBetween(index) {
      const values = [at(index - 1).after, at(index).before]
      return values.find((value) => value === 'page') ?? values.find((value) => value === 'avoid') ?? 'auto'
    },
    gapBefore: () => 0,
    insideBreaks: (index) => at(index).inside ?? (at(index).children ? 'auto' : 'never'),
    layoutWhole: (index) => fragmentOf(wholeHeight(at(index))),
    layout(index, fragmentation, token): LayoutResult {
      const item = at(index)
      if (!item.children || fragmentation.kind === 'none') return placed(fragmentOf(wholeHeight(item)))
      const outcome = flow(item.children, fragmentation, token, item.inside === 'avoid')
      if (outcome.kind === 'no-room') return outcome
      return {
        kind: 'placed',
        fragment: fragmentOf(outcome.bottom),
        token: outcome.next && { kind: 'flow', ...outcome.next, consumed: 0 },
        appeal: outcome.appeal,
        breakpoint: outcome.breakpoint,
      }
    },
    lowering: (index) => at(index).lowering ?? 0,
    place: (_index, y, fragment) => ({ x: 0, y, fragment }),
  }
}

function placed(fragment: BoxFragment): LayoutResult {
  return { kind: 'placed', fragment, token: undefined, appeal: APPEAL.perfect, breakpoint: undefined }
}

function flow(
  items: readonly Item[],
  fragmentation: Fragmentation,
  token: BreakToken | undefined,
  avoidInside: boolean,
  edges: Partial<FlowOptions> = {},
): FlowOutcome {
  invariant(!token || token.kind === 'flow', 'a flow token')
  const from = token as FlowBreakToken | undefined
  return runFlow(sourceOf(items), {
    fragmentation,
    startIndex: from?.index ?? 0,
    startToken: from?.child,
    startPosition: from ? 'after-break' : 'flow-start',
    startEdge: 0,
    endEdge: 0,
    repeatedStart: 0,
    repeatedEnd: 0,
    avoidInside,
    stats,
    ...edges,
  })
}

/** Lays out items on pages of 100 px and tells for each page the index path at which the next one begins. */
function pages(items: readonly Item[], edges: Partial<FlowOptions> = {}): string[] {
  const breaks: string[] = []
  let token: FlowBreakToken | undefined
  for (let page = 0; page < 50; page++) {
    const outcome = flow(items, emptyPage(100), token, false, edges)
    invariant(outcome.kind === 'placed', 'something on every page')
    if (!outcome.next) return breaks
    token = { kind: 'flow', ...outcome.next, consumed: 0 }
    breaks.push(pathOf(token))
  }
  throw new Error('pages without end')
}

function pathOf(token: FlowBreakToken): string {
  const inner = token.child?.kind === 'flow' ? `.${pathOf(token.child)}` : ''
  return `${token.index}${inner}`
}

const h = (height: number, more: Item = {}): Item => ({ height, ...more })
const group = (children: readonly Item[], more: Item = {}): Item => ({ children, ...more })

const cases: readonly { name: string; items: readonly Item[]; breaks: readonly string[]; reruns?: number }[] = [
  { name: 'everything that fits stands on one page', items: [h(40), h(60)], breaks: [] },
  { name: 'what does not fit goes to the next page', items: [h(40), h(61)], breaks: ['1'] },
  { name: 'a forced break ends the page', items: [h(10), h(10, { before: 'page' }), h(10)], breaks: ['1'] },
  { name: 'a forced break after the last child is nothing', items: [h(10), h(10, { after: 'page' })], breaks: [] },
  {
    name: 'a heading goes with the text it may not be separated from',
    items: [h(50), h(20, { after: 'avoid' }), h(60)],
    breaks: ['1'],
  },
  {
    name: 'a chain of headings goes together',
    items: [h(50), h(20, { after: 'avoid' }), h(20, { after: 'avoid' }), h(60)],
    breaks: ['1'],
  },
  {
    name: 'a heading alone on its page is parted from its text rather than lost',
    items: [h(50, { after: 'avoid' }), h(60)],
    breaks: ['1'],
  },
  {
    name: 'the heading that ends one group takes the break before the group of the text',
    items: [group([h(30), h(20, { after: 'avoid' }), group([h(60), h(10)])])],
    breaks: ['0.1'],
  },
  {
    name: 'a heading first in its section takes the section along',
    items: [h(60), group([h(20, { after: 'avoid' }), h(30)])],
    breaks: ['1'],
  },
  {
    name: 'a better place inside an earlier sibling is found again',
    items: [group([h(40), h(20)]), h(20, { before: 'avoid', after: 'avoid' }), h(30)],
    breaks: ['0.1'],
    reruns: 1,
  },
  {
    name: 'a group that may not be broken goes whole to the next page',
    items: [h(50), group([h(30), h(30)], { inside: 'avoid' })],
    breaks: ['1'],
  },
  {
    name: 'a group taller than a page is broken though it should not be, from a fresh page on',
    items: [h(50), group([h(60), h(60)], { inside: 'avoid' })],
    breaks: ['1', '1.1'],
  },
  {
    name: 'a group that prefers to be whole and is taller than a page begins where it stands',
    items: [h(30), group([h(60), h(60)], { inside: 'prefer-whole' })],
    breaks: ['1.1'],
  },
  { name: 'what is taller than a page gets a page of its own', items: [h(10), h(150), h(10)], breaks: ['1', '2'] },
  {
    name: 'a group without room for its first child moves whole',
    items: [h(80), group([h(30), h(30)])],
    breaks: ['1'],
  },
  {
    name: 'an ordinary group is broken between its children',
    items: [h(60), group([h(30), h(30), h(80)])],
    breaks: ['1.1', '1.2'],
  },
  {
    name: 'a child that must stand lower pushes what follows on',
    items: [h(40, { lowering: 20 }), h(41)],
    breaks: ['1'],
  },
  { name: 'a child without room to stand lower moves on', items: [h(50), h(40, { lowering: 11 })], breaks: ['1'] },
  {
    name: 'a group that must stand lower has less room',
    items: [h(50), group([h(20), h(20)], { lowering: 15 })],
    breaks: ['1.1'],
  },
]

for (const { name, items, breaks, reruns: expected = 0 } of cases) {
  t.test(name, async (t) => {
    stats.reruns = 0
    t.same(pages(items), breaks)
    t.equal(stats.reruns, expected, 'children laid out again')
  })
}

t.test('space that repeats on every page is taken from the room of its children', async (t) => {
  const items = [h(40), h(40), h(40), h(40)]
  t.same(pages(items, { repeatedEnd: 25, startEdge: 10, repeatedStart: 10 }), ['1', '2', '3'])
})

t.test('the end edge must fit below the last child only', async (t) => {
  t.same(pages([h(50), h(50)], { endEdge: 0 }), [])
  t.same(pages([h(50), h(50)], { endEdge: 1 }), ['1'])
  t.same(pages([h(50), h(50), h(50), h(49)], { endEdge: 1 }), ['2'])
})

t.test('without pages children stand one below the other', async (t) => {
  const outcome = flow([h(40), h(70), group([h(10), h(20)])], UNFRAGMENTED, undefined, false)
  t.match(outcome, { kind: 'placed', bottom: 140, next: undefined })
  if (outcome.kind === 'placed')
    t.same(
      outcome.children.map(({ y }) => y),
      [0, 40, 110],
    )
})

t.test('children that must stand lower do so, and what follows with them', async (t) => {
  const outcome = flow([h(40, { lowering: 5 }), h(70)], UNFRAGMENTED, undefined, false)
  t.match(outcome, { kind: 'placed', bottom: 115, children: [{ y: 5 }, { y: 45 }] })
})
