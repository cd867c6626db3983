import { BoundedCache } from '../../base/bounded-cache.js'
import type { Insets, Side } from '../../base/geometry.js'
import type { TableBox, TableCellBox } from '../../boxes/box-tree.js'
import type { ComputedStyle } from '../../style/computed-style.js'
import { borderOf, type EdgeBorder, isVisible, strongerBorder } from './border-conflict.js'
import { MAX_SHAPES, RowShapes } from './row-shapes.js'
import { type CellSlots, type RowPosition, visualColumn } from './table-rows.js'

type SideBorders = Readonly<Record<Side, EdgeBorder>>

/**
 * The collapsing border model of one table (CSS 2.2 §17.6.2): which border stands on each edge of its grid. Edges
 * are resolved when they are asked for, since a page needs those of its own rows only.
 */
export class CollapsedModel {
  readonly #styles = new Map<ComputedStyle, SideBorders>()
  readonly #shapes: RowShapes
  /** Lines between and in rows, and borders of cells by column, by the shapes of the rows they depend on. */
  readonly #horizontalLines = new BoundedCache<number, EdgeLine>(SHAPES_KEPT)
  readonly #verticalLines = new BoundedCache<number, EdgeLine>(SHAPES_KEPT)
  readonly #cellBorders = new BoundedCache<number, Map<number, Insets>>(SHAPES_KEPT)
  #border: Insets | undefined

  constructor(
    private readonly table: TableBox,
    private readonly slots: CellSlots,
  ) {
    this.#shapes = new RowShapes(table)
  }

  /** The borders between two rows, by visual column; see `horizontal`. */
  horizontalLine(above: RowPosition | undefined, below: RowPosition | undefined): EdgeLine {
    const key = above && below ? this.#pairKey(this.#shapes.at(above), this.#shapes.at(below)) : undefined
    const known = key === undefined ? undefined : this.#horizontalLines.get(key)
    if (known) return known
    const line: (EdgeBorder | undefined)[] = []
    for (let column = 0; column < this.table.columns.length; column++) line.push(this.horizontal(above, below, column))
    if (key !== undefined) this.#horizontalLines.set(key, line)
    return line
  }

  /** The borders beside the cells of a row, one more than columns; see `vertical`. */
  verticalLine(row: RowPosition): EdgeLine {
    const shape = this.#shapes.at(row)
    const known = shape > 0 ? this.#verticalLines.get(shape) : undefined
    if (known) return known
    const line: (EdgeBorder | undefined)[] = []
    for (let column = 0; column <= this.table.columns.length; column++) line.push(this.vertical(row, column))
    if (shape > 0) this.#verticalLines.set(shape, line)
    return line
  }

  /** Undefined where a row has a shape of its own. */
  #pairKey(first: number, second: number): number | undefined {
    return first > 0 && second > 0 ? first * (MAX_SHAPES + 1) + second : undefined
  }

  /**
   * The border between two rows at a visual column, undefined inside of a spanning cell. Absent rows stand for the
   * edge of the table, or of its part on a page.
   */
  horizontal(above: RowPosition | undefined, below: RowPosition | undefined, column: number): EdgeBorder | undefined {
    const upper = above && this.slots.at(above)[column]
    const lower = below && this.slots.at(below)[column]
    if (upper && upper === lower) return undefined
    let border: EdgeBorder | undefined
    if (upper) border = this.#join(border, upper.style, 'bottom')
    if (lower) border = this.#join(border, lower.style, 'top')
    border = this.#join(border, this.#row(above)?.style, 'bottom')
    border = this.#join(border, this.#row(below)?.style, 'top')
    if (above?.section !== below?.section) {
      border = this.#join(border, this.#section(above)?.style, 'bottom')
      border = this.#join(border, this.#section(below)?.style, 'top')
    }
    if (!above || !below) {
      const side = above ? 'bottom' : 'top'
      const { style, group } = this.#column(column) ?? {}
      border = this.#join(border, style, side)
      border = this.#join(border, group, side)
      border = this.#join(border, this.table.style, side)
    }
    return border
  }

  /** The border left of a visual column in a row; for the number of columns, the right edge of the table. */
  vertical(row: RowPosition, column: number): EdgeBorder | undefined {
    const slots = this.slots.at(row)
    const left = column > 0 ? slots[column - 1] : undefined
    const right = slots[column]
    if (left && left === right) return undefined
    const before = column > 0 ? this.#column(column - 1) : undefined
    const after = this.#column(column)
    const outer = !before ? 'left' : !after ? 'right' : undefined
    let border: EdgeBorder | undefined
    if (left) border = this.#join(border, left.style, 'right')
    if (right) border = this.#join(border, right.style, 'left')
    if (outer) {
      border = this.#join(border, this.#row(row)?.style, outer)
      border = this.#join(border, this.#section(row)?.style, outer)
    }
    border = this.#join(border, before?.style, 'right')
    border = this.#join(border, after?.style, 'left')
    if (before?.group !== after?.group) {
      border = this.#join(border, before?.group, 'right')
      border = this.#join(border, after?.group, 'left')
    }
    return outer ? this.#join(border, this.table.style, outer) : border
  }

  /**
   * Used border of a cell: its half of the widest border on each side. Halves are on the grid of lengths and come
   * to the whole: what is below or to the right takes the larger one.
   */
  cellBorder(cell: TableCellBox, position: RowPosition): Insets {
    const key = this.#neighbourKey(position)
    if (key === undefined) return this.#resolveCellBorder(cell, position)
    let borders = this.#cellBorders.get(key)
    if (!borders) {
      borders = new Map()
      this.#cellBorders.set(key, borders)
    }
    let border = borders.get(cell.column)
    if (!border) {
      border = this.#resolveCellBorder(cell, position)
      borders.set(cell.column, border)
    }
    return border
  }

  /** The shapes of a row and its neighbours as one number. */
  #neighbourKey(position: RowPosition): number | undefined {
    const above = this.before(position)
    const below = this.after(position)
    if (!above || !below) return undefined
    const pair = this.#pairKey(this.#shapes.at(above), this.#shapes.at(position))
    const last = this.#shapes.at(below)
    return pair !== undefined && last > 0 ? pair * (MAX_SHAPES + 1) + last : undefined
  }

  #resolveCellBorder(cell: TableCellBox, position: RowPosition): Insets {
    const column = visualColumn(this.table, cell)
    const last = { section: position.section, row: position.row + cell.rowSpan - 1 }
    const above = this.before(position)
    const below = this.after(last)
    let top = 0
    let bottom = 0
    for (let covered = column; covered < column + cell.colSpan; covered++) {
      top = Math.max(top, widthOf(this.horizontal(above, position, covered)))
      bottom = Math.max(bottom, widthOf(this.horizontal(last, below, covered)))
    }
    let left = 0
    let right = 0
    for (let row = position.row; row <= last.row; row++) {
      const at = row === position.row ? position : { section: position.section, row }
      left = Math.max(left, widthOf(this.vertical(at, column)))
      right = Math.max(right, widthOf(this.vertical(at, column + cell.colSpan)))
    }
    return { top: largerHalf(top), right: smallerHalf(right), bottom: smallerHalf(bottom), left: largerHalf(left) }
  }

  /** Used border of the table: the outer halves, wide enough for each row; tables without rows have half their own. */
  tableBorder(): Insets {
    this.#border ??= this.#resolveTableBorder()
    return this.#border
  }

  #resolveTableBorder(): Insets {
    const first = this.#firstRowFrom(0)
    const last = this.before({ section: this.table.sections.length, row: 0 })
    if (!first || !last) return halfBorders(this.table.style)
    const count = this.table.columns.length
    let top = 0
    let bottom = 0
    for (let column = 0; column < count; column++) {
      top = Math.max(top, widthOf(this.horizontal(undefined, first, column)))
      bottom = Math.max(bottom, widthOf(this.horizontal(last, undefined, column)))
    }
    let left = 0
    let right = 0
    for (let at: RowPosition | undefined = first; at; at = this.after(at)) {
      left = Math.max(left, widthOf(this.vertical(at, 0)))
      right = Math.max(right, widthOf(this.vertical(at, count)))
    }
    return { top: smallerHalf(top), right: largerHalf(right), bottom: largerHalf(bottom), left: smallerHalf(left) }
  }

  /** The row before in the order of the table. */
  before({ section, row }: RowPosition): RowPosition | undefined {
    if (row > 0) return { section, row: row - 1 }
    for (let earlier = section - 1; earlier >= 0; earlier--) {
      const rows = this.table.sections[earlier]?.rows.length ?? 0
      if (rows > 0) return { section: earlier, row: rows - 1 }
    }
    return undefined
  }

  after({ section, row }: RowPosition): RowPosition | undefined {
    if (row + 1 < (this.table.sections[section]?.rows.length ?? 0)) return { section, row: row + 1 }
    return this.#firstRowFrom(section + 1)
  }

  #firstRowFrom(section: number): RowPosition | undefined {
    for (let later = section; later < this.table.sections.length; later++) {
      if ((this.table.sections[later]?.rows.length ?? 0) > 0) return { section: later, row: 0 }
    }
    return undefined
  }

  #section(position: RowPosition | undefined) {
    return position && this.table.sections[position.section]
  }

  #row(position: RowPosition | undefined) {
    return position && this.#section(position)?.rows[position.row]
  }

  #column(visual: number) {
    const { columns, style } = this.table
    return columns[style.direction === 'rtl' ? columns.length - 1 - visual : visual]
  }

  #join(border: EdgeBorder | undefined, style: ComputedStyle | undefined, side: Side): EdgeBorder | undefined {
    if (!style) return border
    let sides = this.#styles.get(style)
    if (!sides) {
      sides = {
        top: borderOf(style, 'top'),
        right: borderOf(style, 'right'),
        bottom: borderOf(style, 'bottom'),
        left: borderOf(style, 'left'),
      }
      this.#styles.set(style, sides)
    }
    return strongerBorder(border, sides[side])
  }
}

/** Enough for the rows of some pages, however much they differ. */
const SHAPES_KEPT = 1024

/** Borders along one line of the grid. */
export type EdgeLine = readonly (EdgeBorder | undefined)[]

export function widthOf(border: EdgeBorder | undefined): number {
  return isVisible(border) ? border.width : 0
}

/** What of a border is above or left of its line; the rest is below or right of it. */
export function smallerHalf(width: number): number {
  return Math.floor(width * 32) / 64
}

export function largerHalf(width: number): number {
  return width - smallerHalf(width)
}

function halfBorders(style: ComputedStyle): Insets {
  return {
    top: smallerHalf(style.borderTopWidth),
    right: largerHalf(style.borderRightWidth),
    bottom: largerHalf(style.borderBottomWidth),
    left: smallerHalf(style.borderLeftWidth),
  }
}
