import type { ComputedStyle } from '../style/computed-style.js'
import type { BlockBox, FlowChild } from './box-tree.js'
import { formatCounter } from './counter-styles.js'
import { NO_DECORATIONS, withDecorationsOf } from './decorations.js'
import { generatedText } from './generated-content.js'
import { InlineRun } from './inline-run.js'
import { QuoteDepth } from './quotes.js'

export interface GeneratedBlockContext {
  /** Values of the counters in scope, such as `page` and `pages`; others are 0. */
  readonly counters: ReadonlyMap<string, number>
  /** Resolves `attr()`; without it attributes are empty. */
  readonly attribute?: (name: string) => string
  /** Gives the numbers of the boxes made. */
  nextId(): number
}

/**
 * A block whose only child is an inline root with the text of `style.content`: the box of a page-margin box
 * (css-page-3 §4.2). It has no children when the content is empty.
 */
export function buildGeneratedBlock(style: ComputedStyle, context: GeneratedBlockContext): BlockBox {
  const run = new InlineRun()
  run.addText(contentText(style, context), style)
  const id = context.nextId()
  const children: FlowChild[] = []
  if (run.hasContent) {
    children.push({
      kind: 'inline-root',
      id: context.nextId(),
      style,
      node: undefined,
      items: run.finish(() => context.nextId()),
      decorations: withDecorationsOf(NO_DECORATIONS, style),
    })
  }
  return { kind: 'block', id, style, node: undefined, children, marker: undefined, formattingContext: true }
}

function contentText(style: ComputedStyle, context: GeneratedBlockContext): string {
  const quotes = new QuoteDepth()
  const counter = (name: string, counterStyle: string): string =>
    formatCounter(context.counters.get(name) ?? 0, counterStyle)
  return generatedText(style, {
    attribute: (name) => context.attribute?.(name),
    counter,
    counters: (name, _separator, counterStyle) => counter(name, counterStyle),
    openQuote: (quoted) => quotes.open(quoted),
    closeQuote: (quoted) => quotes.close(quoted),
  })
}
