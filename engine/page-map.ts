import type { Insets, Rect } from './base/geometry.js'
import { NO_INSETS } from './base/geometry.js'
import { type Matrix, multiply } from './base/matrix.js'
import type { Span } from './base/source.js'
import { boxTransform } from './layout/box-transform.js'
import type { BoxFragment, PlacedFragment } from './layout/fragment-tree.js'
import type { LaidOutPage, Page } from './layout/page.js'
import { resolveMargin } from './layout/sizing.js'
import { surroundingsOf } from './paint/paint-marks.js'
import type { AppliedRule } from './style/applied-rules.js'
import type { StyledTree } from './style/styled-tree.js'
import type { BoundElement } from './template/bound-tree.js'

/** Where the elements of a template stand on a page. Lengths are points, from the top left corner of the PDF's page. */
export interface PageMap {
  /** From 1. */
  readonly page: number
  /** Of the PDF's page, bleed and marks included. */
  readonly width: number
  readonly height: number
  /** Its area once bleed and marks are cut off. */
  readonly trim: Rect
  /** The area of the page within its margins. */
  readonly area: Rect
  /** In document order, those around others before them. */
  readonly boxes: readonly MappedBox[]
}

/** The part of an element on a page: one for each line and each column in which it continues. */
export interface MappedBox {
  /** Tag name of the element. */
  readonly element: string
  /** The element's place in the template: of markup in a value, the placeholder's. */
  readonly span: Span
  /** The border box, before `transform`. */
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** Widths of the edges around and in the border box; zero where the element continues in another box. */
  readonly margin: Insets
  readonly border: Insets
  readonly padding: Insets
  /** Maps the box and what is in it to where they are painted, as CSS `matrix()` does; absent when they are not moved. */
  readonly transform?: readonly [number, number, number, number, number, number] | undefined
  /** The rules that won the element's properties, the strongest first; the same array for all boxes of one style. */
  readonly rules: readonly AppliedRule[]
  /** Index of the innermost mapped box around it; -1 when there is none. */
  readonly parent: number
}

/** CSS px in points. */
const POINTS = 0.75

/** Collects the boxes of a document's pages, page by page. */
export class MapBuilder {
  readonly #pages: PageMap[] = []

  constructor(private readonly styled: Pick<StyledTree, 'rulesOf'>) {}

  /** The pages, when all have been added. */
  get pages(): readonly PageMap[] {
    return this.#pages
  }

  /** Adds a page with everything on it but the margin boxes. */
  addPage(page: LaidOutPage): void {
    const { size, sheet, margin, padding, style, contentScale } = page.style
    const outset = surroundingsOf(sheet)?.outset ?? 0
    const boxes: MappedBox[] = []
    const walk = new PageWalk(boxes, this.styled, outset, contentScale)
    if (page.content) walk.root(page.content)
    if (page.notes) walk.root(page.notes)
    const left = margin.left + style.borderLeftWidth + padding.left
    const top = margin.top + style.borderTopWidth + padding.top
    const right = margin.right + style.borderRightWidth + padding.right
    const bottom = margin.bottom + style.borderBottomWidth + padding.bottom
    this.#pages.push({
      page: page.number,
      width: toPoints(size.width + 2 * outset),
      height: toPoints(size.height + 2 * outset),
      trim: {
        x: toPoints(outset),
        y: toPoints(outset),
        width: toPoints(size.width),
        height: toPoints(size.height),
      },
      area: {
        x: toPoints(outset + left),
        y: toPoints(outset + top),
        width: toPoints(size.width - left - right),
        height: toPoints(size.height - top - bottom),
      },
      boxes,
    })
  }

  /** Adds the margin boxes of a page that was added, in which running elements can stand. */
  addMarginBoxes(page: Page): void {
    const map = this.#pages[page.number - 1]
    if (!map) return
    const walk = new PageWalk(map.boxes as MappedBox[], this.styled, surroundingsOf(page.style.sheet)?.outset ?? 0, 1)
    for (const placed of page.marginBoxes) walk.root(placed)
  }
}

/** The surroundings of a fragment. */
interface Around {
  readonly index: number
  readonly node: BoundElement | undefined
  readonly fragment: BoxFragment | undefined
  /** From the coordinates of the page, undefined where nothing around is transformed. */
  readonly matrix: Matrix | undefined
}

class PageWalk {
  /** Points in a px of what is walked over. */
  readonly #points: number
  /** Both coordinates of the page's corner, in such px. */
  readonly #corner: number

  constructor(
    private readonly boxes: MappedBox[],
    private readonly styled: Pick<StyledTree, 'rulesOf'>,
    outset: number,
    scale: number,
  ) {
    this.#points = POINTS * scale
    this.#corner = outset / scale
  }

  root(placed: PlacedFragment): void {
    this.#visit(placed, this.#corner, this.#corner, {
      index: -1,
      node: undefined,
      fragment: undefined,
      matrix: undefined,
    })
  }

  #visit({ x: offsetX, y: offsetY, fragment }: PlacedFragment, left: number, top: number, around: Around): void {
    if (fragment.kind === 'text' || fragment.kind === 'decoration') return
    const x = left + offsetX
    const y = top + offsetY
    const inner = fragment.kind === 'line' ? around : this.#add(fragment, offsetX, x, y, around)
    for (const child of fragment.children) this.#visit(child, x, y, inner)
  }

  #add(fragment: BoxFragment, offsetX: number, x: number, y: number, around: Around): Around {
    const own = boxTransform(fragment, x, y)
    const matrix = own && around.matrix ? multiply(around.matrix, own) : (own ?? around.matrix)
    const { node } = fragment.box
    // Of several boxes of one element within each other the outermost is the element's; a table's captions are not in it.
    if (!node || !isOwnBox(fragment) || node === around.node) return { ...around, fragment, matrix }
    const points = this.#points
    const mapped: MappedBox = {
      element: node.name,
      span: node.template.span,
      x: x * points,
      y: y * points,
      width: fragment.width * points,
      height: fragment.height * points,
      margin: usedMargin(fragment, offsetX, around.fragment, points),
      border: insetsInPoints(fragment.border, points),
      padding: insetsInPoints(fragment.padding, points),
      transform: matrix && transformInPoints(matrix, points),
      rules: this.styled.rulesOf(node),
      parent: around.index,
    }
    return { index: this.boxes.push(mapped) - 1, node, fragment, matrix }
  }
}

/** Whether the fragment is the box of its element, and not one that the element's box brings along. */
function isOwnBox({ box }: BoxFragment): boolean {
  return (
    box.kind !== 'inline-root' && box.kind !== 'column-set' && box.kind !== 'enclosed' && box.kind !== 'table-wrapper'
  )
}

/** Margins in points. What `auto` came to is seen from where a block stands in the one around it. */
function usedMargin(fragment: BoxFragment, offsetX: number, around: BoxFragment | undefined, points: number): Insets {
  const { style, box, cut } = fragment
  if (box.kind === 'table-cell' || box.kind === 'table-row' || box.kind === 'table-section') return NO_INSETS
  const inline = box.kind === 'inline'
  const edges = around ? around.border.left + around.padding.left : 0
  const within = around ? around.width - edges - around.border.right - around.padding.right : fragment.width
  const side = (which: 'marginLeft' | 'marginRight'): number => {
    if (style[which] !== 'auto') return resolveMargin(style[which], within)
    if (inline || around?.box.kind !== 'block') return 0
    return Math.max(0, which === 'marginLeft' ? offsetX - edges : edges + within - offsetX - fragment.width)
  }
  return {
    top: inline || cut?.top ? 0 : resolveMargin(style.marginTop, within) * points,
    right: cut?.right ? 0 : side('marginRight') * points,
    bottom: inline || cut?.bottom ? 0 : resolveMargin(style.marginBottom, within) * points,
    left: cut?.left ? 0 : side('marginLeft') * points,
  }
}

function insetsInPoints(insets: Insets, points: number): Insets {
  const { top, right, bottom, left } = insets
  if (top === 0 && right === 0 && bottom === 0 && left === 0) return NO_INSETS
  return { top: top * points, right: right * points, bottom: bottom * points, left: left * points }
}

function transformInPoints({ a, b, c, d, e, f }: Matrix, points: number): MappedBox['transform'] {
  return [a, b, c, d, e * points, f * points]
}

function toPoints(px: number): number {
  return px * POINTS
}
