import type { Folded, RecentlyUnfolded } from '../base/recently-unfolded.js'
import type { BoundElement, BoundNode, TableSums } from './bound-tree.js'
import type { TemplateElement } from './template-tree.js'

/** A node within a row, without what differs from row to row: undefined for a text that does, itself for one that does not. */
type NodeShape = ElementShape | string | undefined

interface ElementShape {
  readonly template: TemplateElement
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly NodeShape[]
}

/** What rows have in common. */
export interface RowShape {
  readonly nodes: readonly NodeShape[]
  /** Texts among the nodes that differ, at all depths. */
  readonly texts: number
  readonly recent: RecentlyUnfolded
}

/**
 * A row of a table that is kept as its texts alone, in a tenth of the memory: its nodes are made when they are asked
 * for, equal ones each time, and the same ones while they are among those that were made last.
 */
export class FoldedRow implements BoundElement, Folded {
  readonly kind = 'element'
  readonly id: number
  readonly template: TemplateElement
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly parent: BoundElement | undefined
  readonly index: number
  readonly sums?: TableSums
  readonly #shape: RowShape
  /** Those that differ, in document order. */
  readonly texts: readonly string[]
  #children: readonly BoundNode[] | undefined

  constructor({ id, template, name, attributes, parent, index, sums }: BoundElement, shape: RowShape, texts: string[]) {
    this.id = id
    this.template = template
    this.name = name
    this.attributes = attributes
    this.parent = parent
    this.index = index
    if (sums) this.sums = sums
    this.#shape = shape
    this.texts = texts
  }

  get children(): readonly BoundNode[] {
    if (this.#children) return this.#children
    const { nodes, recent } = this.#shape
    this.#children = new RowUnfolder(this.id, this.texts).nodes(nodes, this)
    recent.add(this)
    return this.#children
  }

  /** Whether its nodes are kept at present. */
  get isUnfolded(): boolean {
    return this.#children !== undefined
  }

  fold(): void {
    this.#children = undefined
  }
}

/** Makes the nodes of one row. */
class RowUnfolder {
  #text = 0

  /** @param id the number of the element before */
  constructor(
    private id: number,
    private readonly texts: readonly string[],
  ) {}

  nodes(shapes: readonly NodeShape[], parent: BoundElement): readonly BoundNode[] {
    let index = 0
    return shapes.map((shape) =>
      typeof shape === 'object'
        ? this.#element(shape, parent, index++)
        : { kind: 'text', text: shape ?? this.texts[this.#text++] ?? '', parent },
    )
  }

  #element({ template, attributes, children }: ElementShape, parent: BoundElement, index: number): BoundElement {
    const element: { -readonly [Field in keyof BoundElement]: BoundElement[Field] } = {
      kind: 'element',
      id: ++this.id,
      template,
      name: template.name,
      attributes,
      parent,
      index,
      children: [],
    }
    element.children = this.nodes(children, element)
    return element
  }
}
