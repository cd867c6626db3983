import { formatSpan, type Span } from './source.js'

/**
 * A template that cannot be compiled, or data that does not fit it. The message names the place in front, in
 * the form `template.html:12:5: …`.
 */
export class TemplateError extends Error {
  override readonly name = 'TemplateError'

  constructor(
    /** Stable kebab-case code, e.g. `unclosed-block`. */
    readonly code: string,
    message: string,
    readonly span: Span | undefined,
  ) {
    super(span ? `${formatSpan(span)}: ${message}` : message)
  }
}

/**
 * A document that exceeds a limit of the engine (`RenderLimits` and those that have no setting). The message says which
 * limit and how much, with the place in front where there is one.
 */
export class LimitError extends Error {
  override readonly name = 'LimitError'

  constructor(
    /** Stable kebab-case code, e.g. `too-many-pages`. */
    readonly code: string,
    message: string,
    readonly span?: Span | undefined,
    options?: ErrorOptions,
  ) {
    super(span ? `${formatSpan(span)}: ${message}` : message, options)
  }
}
