import { RecentlyUnfolded } from '../base/recently-unfolded.js'
import type { BoundElement, BoundNode } from './bound-tree.js'
import { FoldedRow, type RowShape } from './folded-row.js'
import type { TemplateElement } from './template-tree.js'

/** As many rows of a table, which are on its first pages, stay as they are. */
const UNFOLDED_ROWS = 64

/** Shapes of the rows that one element of the template makes; rows beyond them stay as they are. */
const MOST_SHAPES = 16

/** Folds the rows of long tables once they are bound. */
export class RowFolder {
  readonly #recent = new RecentlyUnfolded()
  readonly #shapes = new Map<TemplateElement, RowShape[]>()

  /** The row in short form; itself where that is not worth it, as where no loop makes it, or something in it is not known yet. */
  folded(row: BoundElement): BoundElement {
    if (row.name !== 'tr') return row
    const shapes = this.#shapes.get(row.template)
    if (!shapes) this.#shapes.set(row.template, [])
    if (!shapes || row.index < UNFOLDED_ROWS) return row
    for (const shape of shapes) {
      const texts = textsOf(row, shape)
      if (texts) return new FoldedRow(row, shape, texts)
    }
    const shape = shapes.length < MOST_SHAPES ? this.#shapeOf(row) : undefined
    const texts = shape && textsOf(row, shape)
    if (!shape || !texts) return row
    shapes.push(shape)
    return new FoldedRow(row, shape, texts)
  }

  #shapeOf({ children }: BoundElement): RowShape {
    let texts = 0
    const shapes = (nodes: readonly BoundNode[], isRow: boolean): RowShape['nodes'] =>
      nodes.map((node) => {
        if (node.kind === 'element') {
          return { template: node.template, attributes: node.attributes, children: shapes(node.children, false) }
        }
        if (isRow && isSpace(node.text)) return node.text
        texts++
        return undefined
      })
    const nodes = shapes(children, true)
    return { nodes, texts, recent: this.#recent }
  }
}

/** The texts in which a row differs from others of this shape, undefined for one of another shape. */
function textsOf({ children }: BoundElement, shape: RowShape): string[] | undefined {
  const texts = new Array<string>(shape.texts)
  return collectTexts(children, shape.nodes, texts, 0) === shape.texts ? texts : undefined
}

/** Between the cells of a row the template has it, not the data. */
function isSpace(text: string): boolean {
  return text !== '' && text.trim() === ''
}

const OTHER_SHAPE = -1

/** @returns where the next text goes */
function collectTexts(nodes: readonly BoundNode[], shapes: RowShape['nodes'], texts: string[], start: number): number {
  if (nodes.length !== shapes.length) return OTHER_SHAPE
  let at = start
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i]
    const shape = shapes[i]
    if (node?.kind === 'text') {
      if (typeof shape === 'object' || node.running) return OTHER_SHAPE
      if (shape === undefined) texts[at++] = node.text
      else if (node.text !== shape) return OTHER_SHAPE
    } else if (node) {
      if (typeof shape !== 'object' || shape.template !== node.template || shape.attributes !== node.attributes)
        return OTHER_SHAPE
      // Rows of a table within the row are folded by themselves, or have sums of their own.
      if (node instanceof FoldedRow || node.sums) return OTHER_SHAPE
      at = collectTexts(node.children, shape.children, texts, at)
      if (at === OTHER_SHAPE) return OTHER_SHAPE
    }
  }
  return at
}
