import { type Diagnostic, isOfTemplate, plainMessage } from '../../engine/base/diagnostics.js'
import { formatSpan } from '../../engine/base/source.js'
import type { DocumentProblem, DocumentProblems } from '../storage/requests/document-problems.js'
import { shorten } from './shorten.js'

/** Problems of one document that are kept, sent and shown; the others are counted. */
const MOST_KEPT = 50

/** Characters of a message that is kept. */
const LONGEST_MESSAGE = 400

/** Characters of a place: its file may be a long path. */
const LONGEST_PLACE = 200

/**
 * What one document has lost, of all that was found while it was made: faults of its template are not the document's. No
 * message has a value of the data.
 *
 * @param omitted how many more were found than there was room for
 */
export function problemsOf(diagnostics: readonly Diagnostic[], omitted = 0): DocumentProblems | undefined {
  return sumUp(
    diagnostics.filter((diagnostic) => !isOfTemplate(diagnostic)),
    omitted,
  )
}

/** Why a document was refused, by the errors of its template too, and what else it has lost. */
export function reasonsOf(diagnostics: readonly Diagnostic[]): DocumentProblems | undefined {
  return sumUp(diagnostics.filter((diagnostic) => diagnostic.severity === 'error' || !isOfTemplate(diagnostic)))
}

/** `template.html:1:5: no field of the data matches {{no}} [unmatched-placeholder]` */
export function describeProblem({ code, message, place }: DocumentProblem): string {
  return `${place === undefined ? '' : `${place}: `}${message} [${code}]`
}

function sumUp(diagnostics: readonly Diagnostic[], omitted = 0): DocumentProblems | undefined {
  if (diagnostics.length === 0) return undefined
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  const inOrder = [...errors, ...diagnostics.filter(({ severity }) => severity !== 'error')]
  const codes: Record<string, number> = {}
  for (const { code } of inOrder) codes[code] = (codes[code] ?? 0) + 1
  return { count: diagnostics.length + omitted, codes, items: inOrder.slice(0, MOST_KEPT).map(toProblem) }
}

function toProblem(diagnostic: Diagnostic): DocumentProblem {
  const { code, severity, span } = diagnostic
  const message = shorten(plainMessage(diagnostic), LONGEST_MESSAGE)
  return { code, severity, message, place: span && shorten(formatSpan(span), LONGEST_PLACE) }
}
