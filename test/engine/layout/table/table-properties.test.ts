import t from 'tap'
import type { Fragment } from '../../../../engine/layout/fragment-tree.js'
import type { LaidOutPage } from '../../../../engine/layout/page.js'
import fc from '../../../fast-check.js'
import { compileSmall, layOut, textsOf } from '../lay-out.js'

interface Cell {
  readonly lines: number
  readonly span: number
  /** A break is forced within it. */
  readonly isForced: boolean
  /** Its content is longer than the box around it. */
  readonly isLong: boolean
}

/** A random row: its cells, a height of its own, a break rule. */
interface Row {
  readonly cells: readonly Cell[]
  readonly height: number
  readonly style: string
}

const ROW: fc.Arbitrary<Row> = fc.record({
  cells: fc.array(
    fc.record({
      lines: fc.oneof({ weight: 8, arbitrary: fc.integer({ min: 1, max: 4 }) }, fc.integer({ min: 5, max: 25 })),
      span: fc.constantFrom(1, 1, 1, 1, 2, 3, 9),
      isForced: fc.integer({ min: 0, max: 11 }).map((number) => number === 11),
      isLong: fc.integer({ min: 0, max: 7 }).map((number) => number === 7),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  height: fc.oneof({ weight: 8, arbitrary: fc.constant(0) }, fc.integer({ min: 10, max: 260 })),
  style: fc.constantFrom(
    '',
    '',
    '',
    'break-before:page',
    'break-before:avoid',
    'break-after:avoid',
    'break-inside:avoid',
    'visibility:visible',
  ),
})

const TABLE = fc.record({
  rows: fc.array(ROW, { minLength: 1, maxLength: 12 }),
  above: fc.integer({ min: 0, max: 9 }),
  style: fc.constantFrom('border-spacing:0', 'border-spacing:3px', 'border-collapse:collapse'),
})

/** Words of the body are `w0`, `w1` and so on; each row counts one more. */
function markupOf({ rows, above, style }: typeof TABLE extends fc.Arbitrary<infer T> ? T : never) {
  let word = 0
  const body = rows.map((row) => {
    const cells = row.cells.map(({ lines, span, isForced, isLong }) => {
      const words = Array.from({ length: lines }, () => `w${word++}`)
      const above = isForced ? lines >> 1 : lines
      const forced = `<div style="break-before:page">${words.slice(above).join('<br>')}</div>`
      const content = `${words.slice(0, above).join('<br>')}${isForced ? forced : ''}`
      return `<td rowspan="${span}">${isLong ? `<div style="height:10px">${content}</div>` : content}</td>`
    })
    return `<tr style="height:${row.height}px;${row.style}"><td>r</td>${cells.join('')}</tr>`
  })
  // Each row stands in a turn of its own, so that it counts.
  const turns = body.map((row, index) => `{{#if (@index == ${index})}}${row}{{/if}}`).join('')
  const markup = `<div style="height:${above * 10}px"></div><table style="${style}">
    <thead><tr data-table-part="continued"><td>b{{@carried one}}</td></tr><tr><td>H</td></tr></thead>
    <tbody>{{#each rows}}${turns}{{/each}}</tbody>
    <tfoot><tr data-table-part="continuing"><td>f{{@carried one}}</td></tr><tr data-table-part="last"><td>L{{@carried one}}</td></tr></tfoot></table>`
  return { markup, words: word, data: { rows: rows.map(() => ({ one: 1 })) } }
}

const CSS = 'td { padding: 0; vertical-align: top }'

function layTable(table: Parameters<typeof markupOf>[0]) {
  const { markup, words, data } = markupOf(table)
  return { ...layOut(compileSmall(CSS, markup), data), words }
}

function wordsOf(page: LaidOutPage): readonly string[] {
  return textsOf(page).map(({ text }) => text.trim())
}

/** Vertical extents of the rows of a page, of the outermost table. */
function rowExtents(page: LaidOutPage): readonly { readonly top: number; readonly bottom: number }[] {
  const found: { top: number; bottom: number }[] = []
  const visit = (fragment: Fragment, y: number): void => {
    if (fragment.kind !== 'box') return
    if (fragment.box.kind === 'table-row') found.push({ top: y, bottom: y + fragment.height })
    else for (const child of fragment.children) visit(child.fragment, y + child.y)
  }
  if (page.content) visit(page.content.fragment, page.content.y)
  return found
}

const RUNS = { numRuns: 150 }

t.test('every word of a table is placed exactly once', async (t) => {
  fc.assert(
    fc.property(TABLE, (table) => {
      const { pages, words } = layTable(table)
      const placed = pages.flatMap((page) => wordsOf(page).filter((word) => /^w\d/.test(word)))
      const sorted = placed.map((word) => Number(word.slice(1))).sort((a, b) => a - b)
      return sorted.length === words && sorted.every((word, index) => word === index)
    }),
    RUNS,
  )
  t.pass('150 tables')
})

t.test('no word of a table stands below its page', async (t) => {
  fc.assert(
    fc.property(TABLE, (table) => {
      const { pages, diagnostics } = layTable(table)
      const areOnPages = pages.flatMap(textsOf).every(({ y, height }) => y + height <= 100)
      return areOnPages || diagnostics.some(({ code }) => code === 'content-overflows-page')
    }),
    RUNS,
  )
  t.pass('150 tables')
})

t.test('rows of a page stand below each other', async (t) => {
  fc.assert(
    fc.property(TABLE, (table) =>
      layTable(table).pages.every((page) => {
        const rows = rowExtents(page)
        return rows.every(({ top }, index) => index === 0 || top >= (rows[index - 1]?.bottom ?? 0))
      }),
    ),
    RUNS,
  )
  t.pass('150 tables')
})

t.test('what a part carries forward is what the next one brings forward, and the rows that have begun', async (t) => {
  fc.assert(
    fc.property(TABLE, (table) => {
      const { pages } = layTable(table)
      let begun = 0
      let forward = ''
      for (const page of pages) {
        const words = wordsOf(page)
        const heads = words.filter((word) => word === 'H').length
        if (heads === 0) continue
        const brought = words.find((word) => /^b\d/.test(word))
        if ((brought ?? 'b').slice(1) !== forward) return false
        begun += words.filter((word) => word === 'r').length
        const carried = words.find((word) => /^[fL]\d/.test(word))
        if (carried?.slice(1) !== String(begun)) return false
        forward = carried.slice(1)
      }
      return begun === table.rows.length
    }),
    RUNS,
  )
  t.pass('150 tables')
})
