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
}

/** Receives diagnostics as stages find them. */
export interface DiagnosticSink {
  warn(code: string, message: string, span?: Span): void
  error(code: string, message: string, span?: Span): void
}

/** So that one mistake repeated by a loop over 10,000 rows cannot fill the memory. */
const MOST_DIAGNOSTICS = 200

/** Collects diagnostics in order, each (code, message, place) once, up to a limit. */
export class DiagnosticList implements DiagnosticSink {
  readonly #items: Diagnostic[] = []
  readonly #seen = new Set<string>()

  /** @param inclusions what includes a file, which is said behind problems in it */
  constructor(private readonly inclusions: ReadonlyMap<string, string> = new Map()) {}

  get items(): readonly Diagnostic[] {
    return this.#items
  }

  warn(code: string, message: string, span?: Span): void {
    this.#add({ code, severity: 'warning', message, span })
  }

  error(code: string, message: string, span?: Span): void {
    this.#add({ code, severity: 'error', message, span })
  }

  addAll(diagnostics: readonly Diagnostic[]): void {
    for (const diagnostic of diagnostics) this.#add(diagnostic)
  }

  #add(found: Diagnostic): void {
    if (this.#items.length >= MOST_DIAGNOSTICS) return
    const place = found.span && this.inclusions.get(found.span.file)
    const isToldAlready = place === undefined || found.message.endsWith(place)
    const diagnostic = isToldAlready ? found : { ...found, message: `${found.message}${place}` }
    const key = `${diagnostic.code}\n${diagnostic.message}\n${diagnostic.span ? formatSpan(diagnostic.span) : ''}`
    if (this.#seen.has(key)) return
    this.#seen.add(key)
    this.#items.push(diagnostic)
  }
}

/** `template.html:12:5: warning: unknown property "colour" [unknown-property]` */
export function formatDiagnostic(diagnostic: Diagnostic): string {
  const place = diagnostic.span ? `${formatSpan(diagnostic.span)}: ` : ''
  return `${place}${diagnostic.severity}: ${diagnostic.message} [${diagnostic.code}]`
}

/** Repeats diagnostics that were found earlier and kept with a cached result. */
export function reportAll(problems: readonly Diagnostic[], sink: DiagnosticSink): void {
  for (const { code, severity, message, span } of problems) {
    if (severity === 'error') sink.error(code, message, span)
    else sink.warn(code, message, span)
  }
}
