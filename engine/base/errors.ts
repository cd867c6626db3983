import type { Diagnostic } from './diagnostics.js'
import type { RenderLimits } from './limits.js'
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

/** The options that allow more, by the code of what they refuse. */
const OPTIONS: Readonly<Record<string, keyof RenderLimits>> = {
  'too-many-elements': 'elements',
  'too-deep': 'depth',
  'too-many-pages': 'pages',
  'value-too-long': 'valueLength',
  'too-much-text': 'textLength',
  'too-much-work': 'work',
  'too-many-attachments': 'attachments',
  'attachments-too-large': 'attachmentBytes',
}

/**
 * A document that exceeds a limit of the engine (`RenderLimits` and those that have no setting). The message says which
 * limit and how much, with the place in front where there is one.
 */
export class LimitError extends Error {
  override readonly name = 'LimitError'
  /** The member of `options.limits` that allows more; undefined for limits that have no setting. */
  readonly option: keyof RenderLimits | undefined

  constructor(
    /** Stable kebab-case code, e.g. `too-many-pages`. */
    readonly code: string,
    message: string,
    readonly span?: Span | undefined,
    options?: ErrorOptions & { readonly option?: keyof RenderLimits | undefined },
  ) {
    super(span ? `${formatSpan(span)}: ${message}` : message, options)
    this.option = options?.option ?? OPTIONS[code]
  }
}

/** A document that is not what it was to be by a standard. The message names the first fault, with its place. */
export class StandardError extends Error {
  override readonly name = 'StandardError'
  readonly code = 'not-conforming'

  constructor(
    /** By their usual names. */
    readonly standards: readonly string[],
    /** At least one; all of them errors. */
    readonly diagnostics: readonly Diagnostic[],
  ) {
    const [first] = diagnostics
    const place = first?.span ? `${formatSpan(first.span)}: ` : ''
    const more = diagnostics.length > 1 ? `; and ${diagnostics.length - 1} more` : ''
    super(`${place}the document is not ${standards.join(' and ')}: ${first?.message ?? ''}${more}`)
  }
}

/** Messages of V8 and Node.js when strings, arrays, buffers or nested calls reach their own limits. */
const ENGINE_LIMITS =
  /^(?:Maximum call stack size exceeded|Invalid (?:string|array|typed array|array buffer) length|Array buffer allocation failed|(?:Set|Map) maximum size exceeded|Cannot create a string longer)/

/**
 * The error to be thrown for one that ended compiling or rendering: a `LimitError` where the limits of the JavaScript
 * engine were reached before those of this one, any other as it is.
 */
export function withLimitsOfEngine(error: unknown): unknown {
  if (!(error instanceof Error) || !ENGINE_LIMITS.test(error.message)) return error
  const message = `the document is too large or too deep for the JavaScript engine: ${error.message}`
  return new LimitError('too-large', message, undefined, { cause: error })
}
