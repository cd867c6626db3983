import type { ComputedStyle } from '../style/computed-style.js'
import type { BoundElement } from '../template/bound-tree.js'
import type { BuildContext } from './build-context.js'
import { isCounterStyle } from './counter-styles.js'
import type { ContentSources } from './generated-content.js'

/** What the `content` of an element's pseudo-elements refers to. */
export class ElementContent implements ContentSources {
  constructor(
    private readonly context: BuildContext,
    private readonly element: BoundElement,
  ) {}

  attribute(name: string): string | undefined {
    return this.element.attributes.get(name.toLowerCase())
  }

  counter(name: string, style: string): string {
    this.#check(name, style)
    return this.context.counters.counter(name, style)
  }

  counters(name: string, separator: string, style: string): string {
    this.#check(name, style)
    return this.context.counters.counters(name, separator, style)
  }

  openQuote(style: ComputedStyle): string {
    return this.context.quotes.open(style)
  }

  closeQuote(style: ComputedStyle): string {
    return this.context.quotes.close(style)
  }

  #check(name: string, style: string): void {
    const { diagnostics, counters } = this.context
    const { span } = this.element.template
    if (!isCounterStyle(style)) {
      diagnostics.warn('unsupported-value', `counter style "${style}" is not known; decimal is used`, span)
    }
    if ((name === 'page' || name === 'pages') && !counters.has(name)) {
      // UNSUPPORTED: page numbers are known after layout only; page-margin boxes have them.
      diagnostics.warn('unsupported-value', `counter(${name}) works in page-margin boxes only; here it is 0`, span)
    }
  }
}
