import { type Diagnostic, plainMessage } from './diagnostics.js'
import type { RenderLimits } from './limits.js'
import { type Message, messageOf } from './message.js'
import { formatSpan, type Span } from './source.js'

/**
 * A template that cannot be compiled, or data that does not fit it. The message names the place in front, in
 * the form `template.html:12:5: …`.
 */
export class TemplateError extends Error {
  override readonly name = 'TemplateError'
  /** The message without values of the data. */
  readonly plain: string

  constructor(
    /** Stable kebab-case code, e.g. `unclosed-block`. */
    readonly code: string,
    message: string | Message,
    readonly span: Span | undefined,
  ) {
    const { text, plain } = messageOf(message)
    super(placed(text, span))
    this.plain = placed(plain, span)
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
  /** The message without values of the data. */
  readonly plain: string
  /** The member of `options.limits` that allows more; undefined for limits that have no setting. */
  readonly option: keyof RenderLimits | undefined

  constructor(
    /** Stable kebab-case code, e.g. `too-many-pages`. */
    readonly code: string,
    message: string | Message,
    readonly span?: Span | undefined,
    options?: ErrorOptions & { readonly option?: keyof RenderLimits | undefined },
  ) {
    const { text, plain } = messageOf(message)
    super(placed(text, span), options)
    this.plain = placed(plain, span)
    this.option = options?.option ?? OPTIONS[code]
  }
}

/** A document that is not what it was to be by a standard. The message names the first fault, with its place. */
export class StandardError extends Error {
  override readonly name = 'StandardError'
  readonly code = 'not-conforming'
  /** The message without values of the data. */
  readonly plain: string

  constructor(
    /** By their usual names. */
    readonly standards: readonly string[],
    /** At least one; all of them errors. */
    readonly diagnostics: readonly Diagnostic[],
  ) {
    const what = `the document is not ${standards.join(' and ')}`
    super(firstOf(diagnostics, what, ({ message }) => message))
    this.plain = firstOf(diagnostics, what, plainMessage)
  }
}

/**
 * A document that has lost something, where that is to be refused (`problems: 'refuse'`). The message names the first
 * error, with its place.
 */
export class ProblemError extends Error {
  override readonly name = 'ProblemError'
  readonly code = 'document-problems'
  /** The message without values of the data. */
  readonly plain: string

  constructor(
    /** All that was found, errors first; the first one is an error. */
    readonly diagnostics: readonly Diagnostic[],
  ) {
    const errors = diagnostics.filter(({ severity }) => severity === 'error')
    super(firstOf(errors, 'the document has lost something', ({ message }) => message))
    this.plain = firstOf(errors, 'the document has lost something', plainMessage)
  }
}

/** A document that ended the making of a file of several. The message names it by its place in the list: `documents[2]: …`. */
export class MergeError extends Error {
  override readonly name = 'MergeError'
  readonly code = 'merge-failed'
  /** The message without values of the data. */
  readonly plain: string
  /** The message without the place. */
  readonly reason: string

  constructor(
    /** Its place in the list, from 0. */
    readonly index: number,
    /** The error that rendering it ended with, or what the others do not agree with it about. */
    why: string | Error,
  ) {
    const what = `documents[${index}]`
    const reason = typeof why === 'string' ? why : why.message
    super(`${what}: ${reason}`, typeof why === 'string' ? undefined : { cause: why })
    this.reason = reason
    this.plain = `${what}: ${typeof why !== 'string' && 'plain' in why ? String(why.plain) : reason}`
  }
}

/** @throws ProblemError when there is an error among them */
export function refuseProblems(diagnostics: readonly Diagnostic[]): void {
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  if (errors.length === 0) return
  throw new ProblemError([...errors, ...diagnostics.filter(({ severity }) => severity !== 'error')])
}

/** `template.html:1:5: the document is not PDF/UA-1: it has no title; and 2 more` */
function firstOf(diagnostics: readonly Diagnostic[], what: string, textOf: (diagnostic: Diagnostic) => string): string {
  const [first] = diagnostics
  const more = diagnostics.length > 1 ? `; and ${diagnostics.length - 1} more` : ''
  return placed(`${what}: ${first ? textOf(first) : ''}${more}`, first?.span)
}

function placed(message: string, span: Span | undefined): string {
  return span ? `${formatSpan(span)}: ${message}` : message
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
