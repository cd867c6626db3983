import { DiagnosticList } from '../../../../engine/base/diagnostics.js'
import { invariant } from '../../../../engine/base/invariant.js'
import { createStats, type RenderStats } from '../../../../engine/base/stats.js'
import type { Box, RootBox, TableWrapperBox } from '../../../../engine/boxes/box-tree.js'
import type { PercentageLength } from '../../../../engine/css/values/compute-length.js'
import type { BreakToken } from '../../../../engine/layout/break-token.js'
import { type ConstraintSpace, emptyPage, UNFRAGMENTED } from '../../../../engine/layout/constraint-space.js'
import { createLayoutContext } from '../../../../engine/layout/create-layout-context.js'
import type { BoxFragment, Fragment, PlacedFragment } from '../../../../engine/layout/fragment-tree.js'
import type { LayoutContext } from '../../../../engine/layout/layout-types.js'
import type { ComputedStyle } from '../../../../engine/style/computed-style.js'
import { build } from '../../boxes/build.js'
import type { Rules } from '../../boxes/styled-fixture.js'
import { createSquareFonts } from '../square-fonts.js'

/** A table laid out with square glyphs of 10px: `ab cd` is 20 wide at least and 50 at most, a line 10 high. */
export interface TableCase {
  readonly ctx: LayoutContext
  readonly stats: RenderStats
  readonly diagnostics: DiagnosticList
  readonly wrapper: TableWrapperBox
  /** The markup around the table. */
  readonly root: RootBox
}

export function percent(value: number): PercentageLength {
  return { kind: 'percentage', px: 0, percent: value }
}

/** Border sides of one width, style and colour for `Rules`. */
export function borders(
  width: number,
  style: ComputedStyle['borderTopStyle'] = 'solid',
  color: ComputedStyle['color'] = { red: 0, green: 0, blue: 0, alpha: 1 },
): Partial<ComputedStyle> {
  return {
    borderTopWidth: width,
    borderRightWidth: width,
    borderBottomWidth: width,
    borderLeftWidth: width,
    borderTopStyle: style,
    borderRightStyle: style,
    borderBottomStyle: style,
    borderLeftStyle: style,
    borderTopColor: color,
    borderRightColor: color,
    borderBottomColor: color,
    borderLeftColor: color,
  }
}

/** Padding of one width on all sides. */
export function padding(width: number): Partial<ComputedStyle> {
  return { paddingTop: width, paddingRight: width, paddingBottom: width, paddingLeft: width }
}

export function tableCase(table: string, rules: Rules = {}): TableCase {
  const { tree } = build(`<body>${table}</body>`, rules)
  const wrapper = findTable(tree.root)
  invariant(wrapper, 'a table in the markup')
  const stats = createStats()
  const diagnostics = new DiagnosticList()
  const ctx = createLayoutContext({ fonts: createSquareFonts(), stats, diagnostics })
  return { ctx, stats, diagnostics, wrapper, root: tree.root }
}

function findTable(box: Box): TableWrapperBox | undefined {
  if (box.kind === 'table-wrapper') return box
  if (box.kind !== 'block') return undefined
  for (const child of box.children) {
    const found = findTable(child)
    if (found) return found
  }
  return undefined
}

export function spaceOf(availableWidth: number, overrides: Partial<ConstraintSpace> = {}): ConstraintSpace {
  return {
    availableWidth,
    availableHeight: undefined,
    fixedWidth: undefined,
    fixedHeight: undefined,
    border: undefined,
    autoWidth: 'fill',
    fragmentation: UNFRAGMENTED,
    ...overrides,
  }
}

/** The wrapper's fragment in one piece. */
export function layoutWhole({ ctx, wrapper }: TableCase, width: number, overrides: Partial<ConstraintSpace> = {}) {
  const result = ctx.layout(wrapper, spaceOf(width, overrides), undefined)
  invariant(result.kind === 'placed' && !result.token, 'a table in one piece')
  return result.fragment
}

/** The fragments of the wrapper, or of another box, on pages of one height. */
export function layoutPages(
  { ctx, wrapper }: TableCase,
  width: number,
  pageHeight: number,
  box: Box = wrapper,
): readonly BoxFragment[] {
  const pages: BoxFragment[] = []
  let token: BreakToken | undefined
  do {
    const result = ctx.layout(box, spaceOf(width, { fragmentation: emptyPage(pageHeight) }), token)
    invariant(result.kind === 'placed', 'a table with room for its first row')
    pages.push(result.fragment)
    token = result.token
    invariant(pages.length < 5000, 'an end')
  } while (token)
  return pages
}

export interface FoundBox {
  readonly x: number
  readonly y: number
  readonly fragment: BoxFragment
}

/** Fragments of a kind in document order, at their place relative to `root`. */
export function findAll(root: BoxFragment, kind: Box['kind']): readonly FoundBox[] {
  const found: FoundBox[] = []
  const visit = ({ x, y, fragment }: PlacedFragment) => {
    if (fragment.kind !== 'box') return
    if (fragment.box.kind === kind) found.push({ x, y, fragment })
    else for (const child of fragment.children) visit({ x: x + child.x, y: y + child.y, fragment: child.fragment })
  }
  visit({ x: 0, y: 0, fragment: root })
  return found
}

/** `x,y width×height` of each cell. */
export function cellRects(root: BoxFragment): readonly string[] {
  return findAll(root, 'table-cell').map(({ x, y, fragment }) => `${x},${y} ${fragment.width}×${fragment.height}`)
}

/** Widths of the cells of the first row. */
export function columnWidths(root: BoxFragment): readonly number[] {
  const row = findAll(root, 'table-row')[0]
  return row ? findAll(row.fragment, 'table-cell').map(({ fragment }) => fragment.width) : []
}

/** The lines of text within a fragment, top to bottom as they stand in the tree. */
export function linesOf(fragment: Fragment): readonly string[] {
  if (fragment.kind === 'line') return [textOf(fragment)]
  if (fragment.kind !== 'box') return []
  return fragment.children.flatMap((child) => linesOf(child.fragment))
}

function textOf(fragment: Fragment): string {
  if (fragment.kind === 'text') return fragment.words.map((word) => word.text).join('')
  if (fragment.kind !== 'box' && fragment.kind !== 'line') return ''
  return fragment.children.map((child) => textOf(child.fragment)).join('')
}
