import { TemplateError } from '../base/errors.js'
import { assertNever } from '../base/invariant.js'
import { formatSpan } from '../base/source.js'
import type { Expression } from './expression.js'
import type { BlockName, BlockOpening, Tag } from './parse-tag.js'
import type { LoopHead } from './template-tree.js'

/** A branch of a condition: what it shows when it is the first whose condition holds. */
interface Branch<T> {
  readonly condition: Expression
  readonly items: readonly T[]
}

/** Makes the node of a block: text parts and tree nodes nest alike. */
export interface BlockFactory<T> {
  condition(branches: readonly Branch<T>[], otherwise: readonly T[]): T
  loop(loop: LoopHead, items: readonly T[], otherwise: readonly T[]): T
  binding(name: string, value: Expression, items: readonly T[]): T
}

/** A block whose end has not come yet. */
export interface OpenBlock<T> {
  readonly opening: BlockOpening
  /** Branches whose end has come: those of conditions before the current one. */
  readonly branches: Branch<T>[]
  /** Condition of the current branch; undefined in the `else` branch and in loops and bindings. */
  condition: Expression | undefined
  /** Items before the `{{else}}` of a loop. */
  beforeElse: T[] | undefined
  inElse: boolean
  items: T[]
}

type StructureTag = Extract<Tag, { kind: 'close' | 'else-if' }> | BlockOpening

/** Blocks may nest this deep, whatever elements stand between. */
const MAX_BLOCKS = 512

/**
 * The blocks that are open among the children of one parent (or in one text). A block must end where it began:
 * `outer` knows the blocks of the surrounding parents, to explain a wrong end.
 */
export class BlockNesting<T> {
  readonly #root: T[] = []
  readonly #open: OpenBlock<T>[] = []
  readonly #depth: number

  /**
   * @param factory makes the nodes of complete blocks
   * @param outer the blocks around the parent
   * @param place what the parent is, e.g. `<td>`, for messages
   */
  constructor(
    private readonly factory: BlockFactory<T>,
    readonly outer: BlockNesting<unknown> | undefined,
    private readonly place: string,
  ) {
    this.#depth = outer ? outer.#depth + outer.#open.length : 0
  }

  /** The blocks that are open in this parent, outermost first. */
  get openBlocks(): readonly OpenBlock<T>[] {
    return this.#open
  }

  /** Where the next item goes. */
  get items(): T[] {
    return this.#open[this.#open.length - 1]?.items ?? this.#root
  }

  /** Whether `{{else}}` belongs to a block of this parent; elsewhere it is a mere path. */
  get takesElse(): boolean {
    const block = this.#open[this.#open.length - 1]
    return block !== undefined && block.opening.kind !== 'let'
  }

  /** @throws TemplateError when the tag does not fit what is open */
  tag(tag: StructureTag): void {
    switch (tag.kind) {
      case 'close':
        this.#close(tag)
        return
      case 'else-if':
        this.#elseIf(tag)
        return
      default:
        this.#start(tag)
        return
    }
  }

  /** `{{else}}` of the innermost block. */
  else(source: string, span: BlockOpening['span']): void {
    const block = this.#open[this.#open.length - 1]
    if (!block || block.inElse) throw new TemplateError('misplaced-else', `${source} follows another {{else}}`, span)
    this.#endBranch(block)
    block.inElse = true
  }

  /** The complete items. @throws TemplateError for a block without its end */
  finish(): readonly T[] {
    const block = this.#open[this.#open.length - 1]
    if (block) {
      const { source, span, kind } = block.opening
      throw new TemplateError(
        'unclosed-block',
        `${source} has no {{/${kind}}} within ${this.place}, where it stands`,
        span,
      )
    }
    return this.#root
  }

  #start(opening: BlockOpening): void {
    if (this.#depth + this.#open.length >= MAX_BLOCKS) {
      throw new TemplateError('too-deep', `blocks are nested deeper than ${MAX_BLOCKS}`, opening.span)
    }
    this.#open.push({
      opening,
      branches: [],
      condition: firstCondition(opening),
      beforeElse: undefined,
      inElse: false,
      items: [],
    })
  }

  #elseIf(tag: Extract<Tag, { kind: 'else-if' }>): void {
    const block = this.#open[this.#open.length - 1]
    const kind = block?.opening.kind
    if (!block || (kind !== 'if' && kind !== 'unless')) {
      throw new TemplateError('misplaced-else', `${tag.source} stands outside of an {{#if}} of ${this.place}`, tag.span)
    }
    if (block.inElse) throw new TemplateError('misplaced-else', `${tag.source} follows another {{else}}`, tag.span)
    this.#endBranch(block)
    block.condition = tag.condition
  }

  #endBranch(block: OpenBlock<T>): void {
    if (block.condition) block.branches.push({ condition: block.condition, items: block.items })
    else block.beforeElse = block.items
    block.condition = undefined
    block.items = []
  }

  #close(tag: Extract<Tag, { kind: 'close' }>): void {
    const block = this.#open[this.#open.length - 1]
    if (!block) throw this.#wrongEnd(tag)
    if (block.opening.kind !== tag.block) {
      const { source, span } = block.opening
      throw new TemplateError(
        'crossed-block',
        `${tag.source} comes before the end of ${source} (${formatSpan(span)})`,
        tag.span,
      )
    }
    this.#open.pop()
    this.items.push(this.#complete(block))
  }

  /** HTML lets authors leave out the end tags of paragraphs, items and cells, but blocks must know where those end. */
  #endTagHint(): string {
    return this.place.startsWith('<') ? `: end it with ${this.place.replace('<', '</')} before` : ''
  }

  #complete(block: OpenBlock<T>): T {
    const { opening } = block
    switch (opening.kind) {
      case 'if':
      case 'unless':
        if (block.condition) this.#endBranch(block)
        return this.factory.condition(block.branches, block.items)
      case 'each':
        return block.beforeElse
          ? this.factory.loop(opening.loop, block.beforeElse, block.items)
          : this.factory.loop(opening.loop, block.items, [])
      case 'let':
        return this.factory.binding(opening.name, opening.value, block.items)
      default:
        return assertNever(opening)
    }
  }

  #wrongEnd(tag: Extract<Tag, { kind: 'close' }>): TemplateError {
    const around = this.#findAround(tag.block)
    if (!around) return new TemplateError('crossed-block', `${tag.source} ends a block that is not open`, tag.span)
    const { source, span } = around.opening
    return new TemplateError(
      'crossed-block',
      `${tag.source} stands within ${this.place}, but ${source} (${formatSpan(span)}) began outside of it${this.#endTagHint()}`,
      tag.span,
    )
  }

  #findAround(block: BlockName): OpenBlock<unknown> | undefined {
    for (let nesting = this.outer; nesting; nesting = nesting.outer) {
      const found = nesting.openBlocks.findLast((open) => open.opening.kind === block)
      if (found) return found
    }
    return undefined
  }
}

function firstCondition(opening: BlockOpening): Expression | undefined {
  switch (opening.kind) {
    case 'if':
      return opening.condition
    case 'unless':
      return { kind: 'unary', operator: 'not', operand: opening.condition }
    case 'each':
    case 'let':
      return undefined
    default:
      return assertNever(opening)
  }
}
