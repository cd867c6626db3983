import { formatSpan, type Span } from './source.js'

/** How bad an authoring problem is. An `error` diagnostic still renders, but something of the document is missing. */
export type Severity = 'error' | 'warning'

/**
 * An authoring problem that does not stop rendering. `code` is a stable kebab-case string that callers may
 * match on, `message` one sentence for people.
 */
export interface Diagnostic {
  readonly code: string
  readonly severity: Severity
  readonly message: string
  /** Where in the template's files; absent when the problem has no single place. */
  readonly span: Span | undefined
  /** The property or rule that the problem is about, where it is found wherever a sheet uses that. */
  readonly subject?: string | undefined
}

/** Receives diagnostics as stages find them. */
export interface DiagnosticSink {
  warn(code: string, message: string, span?: Span, subject?: string): void
  error(code: string, message: string, span?: Span, subject?: string): void
}

/**
 * So that one mistake repeated by a loop over 10,000 rows cannot fill the memory: different problems, and places of all
 * that have a subject.
 */
const MOST_PROBLEMS = 200
const MOST_PLACES = 2_000

/** Collects diagnostics in order, each (code, message, place) once, up to a limit. */
export class DiagnosticList implements DiagnosticSink {
  readonly #items: Diagnostic[] = []
  readonly #seen = new Set<string>()
  readonly #subjects = new Set<string>()
  /** Problems, those of one subject counted once. */
  #count = 0

  /** @param inclusions what includes a file, which is said behind problems in it */
  constructor(private readonly inclusions: ReadonlyMap<string, string> = new Map()) {}

  get items(): readonly Diagnostic[] {
    return this.#items
  }

  warn(code: string, message: string, span?: Span, subject?: string): void {
    this.#add({ code, severity: 'warning', message, span, ...(subject !== undefined && { subject }) })
  }

  error(code: string, message: string, span?: Span, subject?: string): void {
    this.#add({ code, severity: 'error', message, span, ...(subject !== undefined && { subject }) })
  }

  addAll(diagnostics: readonly Diagnostic[]): void {
    for (const diagnostic of diagnostics) this.#add(diagnostic)
  }

  #add(found: Diagnostic): void {
    if (!this.#hasRoomFor(found)) return
    const place = found.span && this.inclusions.get(found.span.file)
    const isToldAlready = place === undefined || found.message.endsWith(place)
    const diagnostic = isToldAlready ? found : { ...found, message: `${found.message}${place}` }
    const key = `${diagnostic.code}\n${diagnostic.message}\n${diagnostic.span ? formatSpan(diagnostic.span) : ''}`
    if (this.#seen.has(key)) return
    this.#seen.add(key)
    this.#items.push(diagnostic)
    const group = groupOf(found)
    if (group === undefined || !this.#subjects.has(group)) this.#count++
    if (group !== undefined) this.#subjects.add(group)
  }

  #hasRoomFor(found: Diagnostic): boolean {
    const group = groupOf(found)
    if (group !== undefined && this.#subjects.has(group)) return this.#items.length < MOST_PLACES
    return this.#count < MOST_PROBLEMS
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
  for (const { code, severity, message, span, subject } of problems) {
    if (severity === 'error') sink.error(code, message, span, subject)
    else sink.warn(code, message, span, subject)
  }
}
