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

/** A document that exceeds a limit of the engine (elements, nesting, pages, image pixels, work) or was stopped. */
export class LimitError extends Error {
  override readonly name = 'LimitError'

  constructor(
    /** Stable kebab-case code, e.g. `too-many-pages`. */
    readonly code: string,
    message: string,
  ) {
    super(message)
  }
}
