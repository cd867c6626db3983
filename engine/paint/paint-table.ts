import { around, type Point, type Rect } from '../base/geometry.js'
import { TRANSPARENT } from '../base/rgb-color.js'
import type { TableBox } from '../boxes/box-tree.js'
import type { BoxFragment, CollapsedBorder } from '../layout/fragment-tree.js'
import { borderShape, cutEnds } from '../layout/shapes/box-shape.js'
import type { ComputedStyle } from '../style/computed-style.js'
import { type BrokenPart, brokenPart } from './broken-backgrounds.js'
import { dashedLine } from './dashes.js'
import { layerKind } from './layer-style.js'
import { hasBackground, paintBackground, plainArea } from './paint-background.js'
import { borderBands } from './paint-border.js'
import type { PaintContext } from './paint-context.js'
import { paintInnerShadows, paintOuterShadows } from './paint-shadow.js'
import type { PaintTarget } from './paint-target.js'

/**
 * The layers of backgrounds between the table's own and those of its cells (CSS 2.2 §17.5.1): column groups,
 * columns, row groups, rows. They show where cells are, not in the spacing between them (§17.6.1).
 */
export function paintTableLayers(ctx: PaintContext, table: BoxFragment, box: TableBox, x: number, y: number): void {
  paintColumns(ctx, table, box, x, y)
  for (const { x: dx, y: dy, fragment } of table.children) {
    if (fragment.kind === 'box' && fragment.box.kind === 'table-section' && !isLayer(ctx, fragment))
      paintSectionLayers(ctx, fragment, x + dx, y + dy)
  }
}

/** A part that is set apart in the painting order paints its own layers. */
function isLayer({ layers }: PaintContext, fragment: BoxFragment): boolean {
  return layers !== undefined && layerKind(fragment, undefined) !== undefined
}

/** The layers of one row group. */
export function paintSectionLayers(ctx: PaintContext, section: BoxFragment, x: number, y: number): void {
  paintPartShadows(ctx, section, x, y, 'outer')
  if (showsBackground(section.style)) {
    const area = new CellArea()
    for (const { x: dx, y: dy, fragment } of section.children)
      if (fragment.kind === 'box') addCells(area, fragment, x + dx, y + dy)
    area.fill(ctx, section.style, section, { x, y })
  }
  paintPartShadows(ctx, section, x, y, 'inner')
  for (const { x: dx, y: dy, fragment } of section.children) {
    if (fragment.kind === 'box' && !isLayer(ctx, fragment)) paintRowLayer(ctx, fragment, x + dx, y + dy)
  }
}

export function paintRowLayer(ctx: PaintContext, row: BoxFragment, x: number, y: number): void {
  if (row.box.kind !== 'table-row') return
  paintPartShadows(ctx, row, x, y, 'outer')
  if (showsBackground(row.style)) {
    const area = new CellArea()
    addCells(area, row, x, y)
    area.fill(ctx, row.style, row, { x, y })
  }
  paintPartShadows(ctx, row, x, y, 'inner')
}

/** Shadows of a row or row group, as browsers paint them where borders are separate: they have no borders themselves. */
function paintPartShadows(ctx: PaintContext, part: BoxFragment, x: number, y: number, side: 'outer' | 'inner'): void {
  const { style } = part
  if (style.boxShadow.length === 0 || style.borderCollapse === 'collapse' || style.visibility !== 'visible') return
  // Where but the overflow of a part continues, nothing of it shows.
  if (part.height === 0 && part.cut?.top) return
  const paint = side === 'outer' ? paintOuterShadows : paintInnerShadows
  paint(ctx.target, style, borderShape(part, x, y), cutEnds(part))
}

/** Whether a stretch of a collapsed border, given relative to (x, y), reaches into an area. */
export function touches(border: CollapsedBorder, { x, y }: Point, area: Rect): boolean {
  const horizontal = border.orientation === 'horizontal'
  const half = border.width / 2
  const left = x + border.x - (horizontal ? 0 : half)
  const top = y + border.y - (horizontal ? half : 0)
  const width = horizontal ? border.length : border.width
  const height = horizontal ? border.width : border.length
  return left < area.x + area.width && area.x < left + width && top < area.y + area.height && area.y < top + height
}

/** Paints a stretch of a collapsed border, given relative to (x, y). */
export function paintCollapsedBorder(target: PaintTarget, border: CollapsedBorder, x: number, y: number): void {
  const { width, length, color, farBand } = border
  if (color.alpha === 0 || width === 0 || (length === 0 && !farBand)) return
  const horizontal = border.orientation === 'horizontal'
  const startX = x + border.x
  const startY = y + border.y
  if (border.style === 'dashed' || border.style === 'dotted') {
    const [x2, y2] = horizontal ? [startX + length, startY] : [startX, startY + length]
    target.strokeLine(dashedLine(border.style, { x1: startX, y1: startY, x2, y2 }, width, color))
    return
  }
  // CSS 2.2 §17.6.2.2: `inset` looks like `ridge`, `outset` like `groove`.
  const style = border.style === 'inset' ? 'ridge' : border.style === 'outset' ? 'groove' : border.style
  for (const band of borderBands(style, width, color, true)) {
    const offset = (band.from - 0.5) * width
    const thickness = (band.to - band.from) * width
    const far = band.from >= 0.5 ? farBand : undefined
    const start = far?.offset ?? 0
    const extent = far?.length ?? length
    target.fillRect(
      horizontal
        ? { x: startX + start, y: startY + offset, width: extent, height: thickness }
        : { x: startX + offset, y: startY + start, width: thickness, height: extent },
      band.color,
    )
  }
}

function paintColumns(ctx: PaintContext, table: BoxFragment, box: TableBox, x: number, y: number): void {
  const { areas, columns } = columnAreas(box)
  if (areas.length === 0) return
  for (const section of table.children) {
    if (section.fragment.kind !== 'box') continue
    for (const row of section.fragment.children) {
      if (row.fragment.kind !== 'box') continue
      for (const { x: dx, y: dy, fragment } of row.fragment.children) {
        if (fragment.kind !== 'box' || fragment.box.kind !== 'table-cell') continue
        const left = x + section.x + row.x + dx
        const top = y + section.y + row.y + dy
        for (const { area } of columns[fragment.box.column] ?? []) area.add(left, top, fragment.width, fragment.height)
      }
    }
  }
  const part = brokenPart(table)
  for (const { area, style, key } of areas) {
    area.fillAll(ctx, style, part && style.boxDecorationBreak === 'slice' ? { ...part, key } : undefined)
  }
}

/** The cells of a column or column group that has a background. */
interface ColumnArea {
  readonly area: CellArea
  readonly style: ComputedStyle
  /** The same in all parts of the table. */
  readonly key: string
}

/** Areas in painting order, those of groups first, and for each column those that it belongs to. */
function columnAreas({ id, columns }: TableBox): {
  readonly areas: readonly ColumnArea[]
  readonly columns: readonly (readonly ColumnArea[])[]
} {
  const groups = new Map<ComputedStyle, ColumnArea>()
  const single: ColumnArea[] = []
  const byColumn = columns.map(({ style, group }, index) => {
    const own: ColumnArea[] = []
    if (group && showsBackground(group)) {
      const area = groups.get(group) ?? { area: new CellArea(), style: group, key: `columns ${id} ${index}` }
      groups.set(group, area)
      own.push(area)
    }
    if (style && showsBackground(style)) {
      const area = { area: new CellArea(), style, key: `column ${id} ${index}` }
      single.push(area)
      own.push(area)
    }
    return own
  })
  return { areas: [...groups.values(), ...single], columns: byColumn }
}

function addCells(area: CellArea, row: BoxFragment, x: number, y: number): void {
  for (const { x: dx, y: dy, fragment } of row.children) {
    if (fragment.kind === 'box' && fragment.box.kind === 'table-cell')
      area.add(x + dx, y + dy, fragment.width, fragment.height)
  }
}

function showsBackground(style: ComputedStyle): boolean {
  return hasBackground(style) && style.visibility === 'visible'
}

/** The area of cells as few rectangles: readers show faint seams between rectangles that touch. */
class CellArea {
  readonly #rects: { x: number; y: number; width: number; height: number }[] = []

  add(x: number, y: number, width: number, height: number): void {
    const last = this.#rects.at(-1)
    if (last && last.y === y && last.height === height && last.x + last.width === x) last.width += width
    else this.#rects.push({ x, y, width, height })
  }

  /** Images are positioned to the row or row group whose cells these are. */
  fill(ctx: PaintContext, style: ComputedStyle, fragment: BoxFragment, { x, y }: Point): void {
    const { width, height } = fragment
    this.#fill(ctx, style, { x, y, width, height }, brokenPart(fragment))
  }

  /** Images are positioned to the smallest rectangle around all cells, in all parts of a broken table. */
  fillAll(ctx: PaintContext, style: ComputedStyle, part: BrokenPart | undefined): void {
    this.#fill(ctx, style, undefined, part)
  }

  #fill(ctx: PaintContext, style: ComputedStyle, box: Rect | undefined, part: BrokenPart | undefined): void {
    const rects = this.#merged()
    if (style.backgroundColor.alpha > 0) for (const rect of rects) ctx.target.fillRect(rect, style.backgroundColor)
    if (style.backgroundImage.length === 0 || rects.length === 0) return
    paintBackground(ctx, { ...style, backgroundColor: TRANSPARENT }, plainArea(box ?? around(rects), rects, part))
  }

  /** Joins rectangles that stand below each other and are equally wide. */
  #merged(): readonly Rect[] {
    const merged: { x: number; y: number; width: number; height: number }[] = []
    const lowest = new Map<number, { x: number; y: number; width: number; height: number }>()
    for (const rect of this.#rects) {
      const above = lowest.get(rect.x)
      if (above && above.width === rect.width && above.y + above.height === rect.y) above.height += rect.height
      else {
        lowest.set(rect.x, rect)
        merged.push(rect)
      }
    }
    return merged
  }
}
