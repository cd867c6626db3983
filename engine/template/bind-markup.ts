import { BoundedCache } from '../base/bounded-cache.js'
import type { DiagnosticSink } from '../base/diagnostics.js'
import { LimitError } from '../base/errors.js'
import type { RenderLimits } from '../base/limits.js'
import { SourceText, type Span } from '../base/source.js'
import { parseHtmlFragment } from '../html/parse-html.js'
import { buildFragment, numberElements } from './build-template.js'
import type { Filters } from './parse-expression.js'
import type { TemplateNode } from './template-tree.js'

/** Different values of `{{{html}}}` kept parsed for one document. */
const CACHED_VALUES = 64

const NO_FILTERS: Filters = new Map()

/** Numbers the elements that one document adds to those of its template. */
export class LateIds {
  constructor(private next: number) {}

  number(nodes: readonly TemplateNode[]): void {
    this.next += numberElements(nodes, this.next).length
  }
}

/** Parses the values of `{{{html}}}` for one document. Their elements get ids behind those of the template. */
export class MarkupValues {
  readonly #parsed = new BoundedCache<string, readonly TemplateNode[]>(CACHED_VALUES)

  constructor(
    private readonly ids: LateIds,
    private readonly limits: RenderLimits,
    private readonly diagnostics: DiagnosticSink,
  ) {}

  /**
   * @param span the place of the placeholder, which stands for every place in the value
   * @throws LimitError for markup that is nested too deeply or too long
   */
  parse(html: string, span: Span): readonly TemplateNode[] {
    const known = this.#parsed.get(html)
    if (known) return known
    const source = new SourceText(span.file, html)
    const diagnostics: DiagnosticSink = {
      warn: (code, message) => this.diagnostics.warn(code, message, span),
      error: (code, message) => this.diagnostics.error(code, message, span),
    }
    const fragment = parseHtmlFragment(source, [], {
      diagnostics,
      limits: this.limits,
      limitError: (code, message) => new LimitError(code, message, span),
    })
    const nodes = buildFragment(fragment, {
      tags: { source, mustaches: [], diagnostics, filters: NO_FILTERS },
      head: undefined,
      inValue: true,
      fixedSpan: span,
      partials: undefined,
    })
    this.ids.number(nodes)
    this.#parsed.set(html, nodes)
    return nodes
  }
}
