import type { Rect } from '../base/geometry.js'
import type { TableBox } from '../boxes/box-tree.js'
import type { BoxFragment, CollapsedBorder } from '../layout/fragment-tree.js'
import type { Color, ComputedStyle } from '../style/computed-style.js'
import { dashedPen, dottedPen } from './dashes.js'
import { borderBands } from './paint-border.js'
import type { PaintTarget } from './paint-target.js'
import { startsGroup } from './starts-group.js'

/**
 * The layers of backgrounds between the table's own and those of its cells (CSS 2.2 §17.5.1): column groups,
 * columns, row groups, rows. They show where cells are, not in the spacing between them (§17.6.1).
 */
export function paintTableLayers(target: PaintTarget, table: BoxFragment, box: TableBox, x: number, y: number): void {
  paintColumns(target, table, box, x, y)
  for (const { x: dx, y: dy, fragment } of table.children) {
    if (fragment.kind === 'box' && fragment.box.kind === 'table-section' && !startsGroup(fragment))
      paintSectionLayers(target, fragment, x + dx, y + dy)
  }
}

/** The layers of one row group. */
export function paintSectionLayers(target: PaintTarget, section: BoxFragment, x: number, y: number): void {
  if (showsBackground(section.style)) {
    const area = new CellArea()
    for (const { x: dx, y: dy, fragment } of section.children)
      if (fragment.kind === 'box') addCells(area, fragment, x + dx, y + dy)
    area.fill(target, section.style.backgroundColor)
  }
  for (const { x: dx, y: dy, fragment } of section.children) {
    if (fragment.kind === 'box' && !startsGroup(fragment)) paintRowLayer(target, fragment, x + dx, y + dy)
  }
}

export function paintRowLayer(target: PaintTarget, row: BoxFragment, x: number, y: number): void {
  if (row.box.kind !== 'table-row' || !showsBackground(row.style)) return
  const area = new CellArea()
  addCells(area, row, x, y)
  area.fill(target, row.style.backgroundColor)
}

/** Paints a stretch of a collapsed border, given relative to (x, y). */
export function paintCollapsedBorder(target: PaintTarget, border: CollapsedBorder, x: number, y: number): void {
  const { width, length, color } = border
  if (color.alpha === 0 || width === 0 || length === 0) return
  const horizontal = border.orientation === 'horizontal'
  const startX = x + border.x
  const startY = y + border.y
  if (border.style === 'dashed' || border.style === 'dotted') {
    const dotted = border.style === 'dotted'
    const end = dotted ? width / 2 : 0
    const pen = dotted ? dottedPen(length - width, width, color) : dashedPen(length, width, color)
    target.strokeLine(
      horizontal
        ? { ...pen, x1: startX + end, y1: startY, x2: startX + length - end, y2: startY }
        : { ...pen, x1: startX, y1: startY + end, x2: startX, y2: startY + length - end },
    )
    return
  }
  // CSS 2.2 §17.6.2.2: `inset` looks like `ridge`, `outset` like `groove`.
  const style = border.style === 'inset' ? 'ridge' : border.style === 'outset' ? 'groove' : border.style
  for (const band of borderBands(style, width, color, true)) {
    const offset = (band.from - 0.5) * width
    const thickness = (band.to - band.from) * width
    target.fillRect(
      horizontal
        ? { x: startX, y: startY + offset, width: length, height: thickness }
        : { x: startX + offset, y: startY, width: thickness, height: length },
      band.color,
    )
  }
}

function paintColumns(target: PaintTarget, table: BoxFragment, box: TableBox, x: number, y: number): void {
  const groups = new Map<ComputedStyle, CellArea>()
  const columns = box.columns.map((column) => {
    const area = column.style && showsBackground(column.style) ? new CellArea() : undefined
    if (column.group && showsBackground(column.group) && !groups.has(column.group)) {
      groups.set(column.group, new CellArea())
    }
    return { area, color: column.style?.backgroundColor, group: column.group && groups.get(column.group) }
  })
  if (groups.size === 0 && columns.every(({ area }) => !area)) return
  for (const section of table.children) {
    if (section.fragment.kind !== 'box') continue
    for (const row of section.fragment.children) {
      if (row.fragment.kind !== 'box') continue
      for (const cell of row.fragment.children) {
        if (cell.fragment.kind !== 'box' || cell.fragment.box.kind !== 'table-cell') continue
        const column = columns[cell.fragment.box.column]
        const left = x + section.x + row.x + cell.x
        const top = y + section.y + row.y + cell.y
        column?.group?.add(left, top, cell.fragment.width, cell.fragment.height)
        column?.area?.add(left, top, cell.fragment.width, cell.fragment.height)
      }
    }
  }
  for (const [style, area] of groups) area.fill(target, style.backgroundColor)
  for (const { area, color } of columns) if (area && color) area.fill(target, color)
}

function addCells(area: CellArea, row: BoxFragment, x: number, y: number): void {
  for (const { x: dx, y: dy, fragment } of row.children) {
    if (fragment.kind === 'box' && fragment.box.kind === 'table-cell')
      area.add(x + dx, y + dy, fragment.width, fragment.height)
  }
}

function showsBackground(style: ComputedStyle): boolean {
  return style.backgroundColor.alpha > 0 && style.visibility === 'visible'
}

/** The area of cells as few rectangles: readers show faint seams between rectangles that touch. */
class CellArea {
  readonly #rects: { x: number; y: number; width: number; height: number }[] = []

  add(x: number, y: number, width: number, height: number): void {
    const last = this.#rects.at(-1)
    if (last && last.y === y && last.height === height && last.x + last.width === x) last.width += width
    else this.#rects.push({ x, y, width, height })
  }

  fill(target: PaintTarget, color: Color): void {
    for (const rect of this.#merged()) target.fillRect(rect, color)
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
