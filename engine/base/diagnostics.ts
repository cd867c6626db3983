import { CODES } from './diagnostic-codes.js'
import { aboutTemplate, type Message } from './message.js'
import { formatSpan, type Span } from './source.js'

/** How bad an authoring problem is. An `error` diagnostic still renders, but something of the document is missing. */
export type Severity = 'error' | 'warning'

/**
 * An authoring problem that does not stop rendering. `code` is a stable kebab-case string that callers may
 * match on, `message` one sentence for the author, which may hold values of the data.
 */
export interface Diagnostic {
  readonly code: string
  readonly severity: Severity
  readonly message: string
  /** Where in the template's files; absent when the problem has no single place. */
  readonly span: Span | undefined
  /** The property or rule that the problem is about, where it is found wherever a sheet uses that. */
  readonly subject?: string | undefined
  /** The message without values of the data, where one was written; see `plainMessage`. */
  readonly plain?: string | undefined
  /** Was found without any data: the message holds none. */
  readonly ofTemplate?: boolean | undefined
}

/** Receives diagnostics as stages find them. */
export interface DiagnosticSink {
  warn(code: string, message: string | Message, span?: Span, subject?: string): void
  error(code: string, message: string | Message, span?: Span, subject?: string): void
}

/**
 * So that one mistake repeated by a loop over 10,000 rows cannot fill the memory: different problems of each severity and
 * origin, and places of all that have a subject.
 */
const MOST_PROBLEMS = 200
const MOST_PLACES = 2_000

/** So many different ones are told apart where they are only counted. */
const MOST_COUNTED = 10_000

/** Collects diagnostics in order, each (code, message, place) once, up to a limit. */
export class DiagnosticList implements DiagnosticSink {
  readonly #items: Diagnostic[] = []
  readonly #seen = new Set<string>()
  readonly #subjects = new Set<string>()
  /** Problems of each severity and origin, those of one subject counted once. */
  readonly #counts = new Map<string, number>()
  #omitted = 0

  /**
   * @param inclusions what includes a file, which is said behind problems in it
   * @param ofTemplate there is no data yet: whatever is found is the template's
   */
  constructor(
    private readonly inclusions: ReadonlyMap<string, string> = new Map(),
    private readonly ofTemplate = false,
  ) {}

  get items(): readonly Diagnostic[] {
    return this.#items
  }

  /** How many there were no room for. */
  get omitted(): number {
    return this.#omitted
  }

  warn(code: string, message: string | Message, span?: Span, subject?: string): void {
    this.#add(diagnosticOf(code, 'warning', message, { span, subject }))
  }

  error(code: string, message: string | Message, span?: Span, subject?: string): void {
    this.#add(diagnosticOf(code, 'error', message, { span, subject }))
  }

  addAll(diagnostics: readonly Diagnostic[]): void {
    for (const diagnostic of diagnostics) this.#add(diagnostic)
  }

  #add(found: Diagnostic): void {
    const diagnostic = this.#completed(found)
    const { code, severity, span } = diagnostic
    const kind = `${severity} ${diagnostic.ofTemplate === true}`
    const key = `${code}\n${diagnostic.message}\n${span ? formatSpan(span) : ''}`
    if (this.#seen.has(key)) return
    const group = groupOf(diagnostic)
    const isKnown = group !== undefined && this.#subjects.has(group)
    const count = this.#counts.get(kind) ?? 0
    if (isKnown ? this.#items.length < MOST_PLACES : count < MOST_PROBLEMS) {
      this.#seen.add(key)
      this.#items.push(diagnostic)
      if (!isKnown) this.#counts.set(kind, count + 1)
      if (group !== undefined) this.#subjects.add(group)
    } else if (this.#seen.size < MOST_COUNTED) {
      this.#seen.add(key)
      this.#omitted++
    }
  }

  #completed(found: Diagnostic): Diagnostic {
    const ofTemplate = found.ofTemplate ?? (this.ofTemplate || undefined)
    const place = found.span && this.inclusions.get(found.span.file)
    if (place === undefined || found.message.endsWith(place)) {
      return ofTemplate === found.ofTemplate ? found : { ...found, ofTemplate }
    }
    const plain = found.plain === undefined ? undefined : `${found.plain}${place}`
    return { ...found, message: `${found.message}${place}`, plain, ofTemplate }
  }
}

function diagnosticOf(
  code: string,
  severity: Severity,
  message: string | Message,
  { span, subject }: Pick<Diagnostic, 'span' | 'subject'>,
): Diagnostic {
  const about = subject === undefined ? { span } : { span, subject }
  return typeof message === 'string'
    ? { code, severity, message, ...about }
    : { code, severity, message: message.text, ...about, plain: message.plain, ofTemplate: message.ofTemplate }
}

/**
 * What a diagnostic says, without any value of the data: for logs, headers, answers and all else that leaves the author's
 * hands. A message that has no such form is replaced by what its code means.
 */
export function plainMessage({ code, message, plain, ofTemplate }: Diagnostic): string {
  if (ofTemplate) return message
  return plain ?? CODES[code]?.means ?? 'a part of the document was lost'
}

/** Whether a diagnostic is about the template, so that every document of it would have it. */
export function isOfTemplate({ code, ofTemplate }: Diagnostic): boolean {
  const of = CODES[code]?.of
  return of === undefined ? ofTemplate === true : of === 'template'
}

/** A sink for what is about the template alone, though only a rendering finds it. */
export function templateSink(sink: DiagnosticSink): DiagnosticSink {
  return {
    warn: (code, message, span, subject) => sink.warn(code, aboutTemplate(message), span, subject),
    error: (code, message, span, subject) => sink.error(code, aboutTemplate(message), span, subject),
  }
}

/** Problems of one code, subject and file are one; undefined for those that stand for themselves. */
function groupOf({ code, subject, span }: Diagnostic): string | undefined {
  return subject === undefined ? undefined : `${code}\n${subject}\n${span?.file ?? ''}`
}

/**
 * The diagnostics for people: of those about one subject in one file, such as the uses of a property, the first with the
 * number of all.
 */
export function gatherDiagnostics(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const counts = new Map<string, number>()
  for (const diagnostic of diagnostics) {
    const group = groupOf(diagnostic)
    if (group !== undefined) counts.set(group, (counts.get(group) ?? 0) + 1)
  }
  return diagnostics.flatMap((diagnostic) => {
    const group = groupOf(diagnostic)
    const count = group === undefined ? 1 : counts.get(group)
    // The first of them takes the count.
    if (count === undefined) return []
    if (group !== undefined) counts.delete(group)
    return count === 1 ? diagnostic : { ...diagnostic, message: `${diagnostic.message}, ${count} times in this file` }
  })
}

/** `template.html:12:5: warning: unknown property "colour" [unknown-property]` */
export function formatDiagnostic(diagnostic: Diagnostic): string {
  const place = diagnostic.span ? `${formatSpan(diagnostic.span)}: ` : ''
  return `${place}${diagnostic.severity}: ${diagnostic.message} [${diagnostic.code}]`
}

/** Repeats diagnostics that were found earlier and kept with a cached result. */
export function reportAll(problems: readonly Diagnostic[], sink: DiagnosticSink): void {
  for (const { code, severity, message: text, span, subject, plain, ofTemplate } of problems) {
    const message = plain === undefined ? text : { text, plain, ofTemplate }
    if (severity === 'error') sink.error(code, message, span, subject)
    else sink.warn(code, message, span, subject)
  }
}
