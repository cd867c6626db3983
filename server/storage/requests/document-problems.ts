import type { Severity } from '../../../engine/base/diagnostics.js'

/** Something that a document has lost. Nothing of its data is in it. */
export interface DocumentProblem {
  /** As `engine/docs/diagnostics.md` explains it. */
  readonly code: string
  readonly severity: Severity
  readonly message: string
  /** In the template's files, `template.html:12:5`; absent when it has no single place. */
  readonly place?: string | undefined
}

/** What one document has lost: at least one thing. */
export interface DocumentProblems {
  /** How many things. */
  readonly count: number
  /** How many of them have each code. */
  readonly codes: Readonly<Record<string, number>>
  /** The first of them, errors before warnings. */
  readonly items: readonly DocumentProblem[]
}

/** The text of a column. */
export function writeProblems(problems: DocumentProblems | undefined): string | null {
  return problems ? JSON.stringify(problems) : null
}

export function readProblems(column: string | null): DocumentProblems | undefined {
  return column === null ? undefined : JSON.parse(column)
}
