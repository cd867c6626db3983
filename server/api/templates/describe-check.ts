import type { Diagnostic } from '../../../engine/index.js'
import type { PreviewOutcome } from '../../render/preview-types.js'
import type { Violation } from '../../render/validate-data.js'
import { faultOf } from '../../templates/preview-template.js'
import type { FileError } from '../../templates/template-files.js'
import { noRoomForDrafts } from './template-errors.js'

/** What a check has found, as JSON. */
export function describeCheck(outcome: PreviewOutcome) {
  const reason = faultOf(outcome)
  const diagnostics = 'diagnostics' in outcome ? outcome.diagnostics : []
  const violations = 'violations' in outcome ? outcome.violations : []
  return {
    passed: reason === undefined,
    reason: reason ?? null,
    pages: outcome.kind === 'previewed' ? outcome.pages : null,
    problems: diagnostics.map(describeProblem),
    violations: violations.map(describeViolation),
  }
}

/** A check that there was no room for, after the template was saved. */
export function describeSavedCheck(outcome: PreviewOutcome): ReturnType<typeof describeCheck> | null {
  return hasBegun(outcome) ? describeCheck(outcome) : null
}

/** @throws ApiError 503 for a check that there was no room for */
export function requireChecked(outcome: PreviewOutcome): void {
  if (!hasBegun(outcome)) throw noRoomForDrafts()
}

/** A file that cannot be read, as what a check has found. */
export function describeFileError({ message }: FileError): ReturnType<typeof describeCheck> {
  const [, file = null, line, column, text = message] = /^([^:]+):(?:(\d+):(\d+):)? (.*)$/s.exec(message) ?? []
  const place = {
    file,
    line: line === undefined ? null : Number(line),
    column: column === undefined ? null : Number(column),
  }
  const problem = { code: 'unusable-file', severity: 'error' as const, message: text, ...place }
  return { passed: false, reason: message, pages: null, problems: [problem], violations: [] }
}

function hasBegun({ kind }: PreviewOutcome): boolean {
  return kind === 'previewed' || kind === 'broken' || kind === 'timed-out'
}

function describeProblem({ code, severity, message, span }: Diagnostic) {
  return {
    code,
    severity,
    message,
    file: span?.file ?? null,
    line: span?.line ?? null,
    column: span?.column ?? null,
  }
}

function describeViolation({ code, field, message }: Violation) {
  return { code, field, message }
}
