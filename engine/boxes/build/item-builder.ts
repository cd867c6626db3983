import type { ComputedStyle } from '../../style/computed-style.js'
import type { BoundElement, RunningText } from '../../template/bound-tree.js'
import type { BlockBox, ItemBox } from '../box-tree.js'
import { haveFloats, isAbsolutelyPositioned } from '../out-of-flow.js'
import { type BuildContext, type Decorations, withDecorationsOf } from './build-context.js'
import { FlowBuilder } from './flow-builder.js'
import { isWhiteSpaceOnly } from './white-space.js'

/** The anonymous item of a run of text, which the next element ends. */
interface OpenItem {
  readonly style: ComputedStyle
  readonly flow: FlowBuilder
  /** There is more than white space, which alone makes no item whatever `white-space` says. */
  hasText: boolean
}

/**
 * The items of a flex container or grid under construction (css-flexbox-1 §4, css-grid-1 §6): each in-flow child is
 * one, and so is each run of text between them, in an anonymous block.
 */
export class ItemBuilder {
  readonly kind = 'items'
  readonly #context: BuildContext
  readonly #style: ComputedStyle
  /** Decorations that reach the content of the container. */
  readonly decorations: Decorations
  readonly #items: ItemBox[] = []
  #run: OpenItem | undefined

  /** @param around decorations that reach the container itself */
  constructor(context: BuildContext, style: ComputedStyle, around: Decorations) {
    this.#context = context
    this.#style = style
    this.decorations = withDecorationsOf(around, style)
  }

  addText(text: string, style: ComputedStyle, element: BoundElement): void {
    const run = this.#openItem()
    if (!isWhiteSpaceOnly(text)) run.hasText = true
    run.flow.addText(text, style, element)
  }

  addRunning(text: string, style: ComputedStyle, running: RunningText): void {
    const run = this.#openItem()
    run.hasText = true
    run.flow.addRunning(text, style, running)
  }

  addBreak(style: ComputedStyle): void {
    const run = this.#openItem()
    run.hasText = true
    run.flow.addBreak(style)
  }

  addOpportunity(): void {
    this.#openItem().flow.addOpportunity()
  }

  /** The run to which inline content that is not text goes. */
  inlineFlow(): FlowBuilder {
    const run = this.#openItem()
    run.hasText = true
    return run.flow
  }

  addItem(item: ItemBox): void {
    this.#endRun()
    this.#context.positioned.add(item)
    this.#items.push(item)
  }

  /** The items in order-modified document order (css-flexbox-1 §5.4). */
  finish(): readonly ItemBox[] {
    this.#endRun()
    const items = this.#items
    // Sorting is stable.
    return items.some(({ style }) => style.order !== 0) ? items.sort((a, b) => orderOf(a) - orderOf(b)) : items
  }

  #openItem(): OpenItem {
    if (!this.#run) {
      const style = this.#context.styled.anonymous(this.#style, 'block')
      this.#run = { style, flow: new FlowBuilder(this.#context, style, this.decorations), hasText: false }
    }
    return this.#run
  }

  #endRun(): void {
    const run = this.#run
    this.#run = undefined
    if (!run?.hasText) return
    const children = run.flow.finish()
    const item: BlockBox = {
      kind: 'block',
      id: this.#context.nextId(),
      style: run.style,
      node: undefined,
      children,
      marker: undefined,
      formattingContext: true,
    }
    this.#items.push(this.#context.hasFloats && haveFloats(children) ? { ...item, floats: true } : item)
  }
}

/** An absolutely positioned child is no item, and stays at its place whatever its `order` (css-flexbox-1 §4.1). */
function orderOf({ style }: ItemBox): number {
  return isAbsolutelyPositioned(style) ? 0 : style.order
}
