import type { JsonObject } from '../../engine/base/json.js'
import type { AppContext } from '../http/app-state.js'
import { isDebugMode } from '../http/debug-mode.js'
import type { DocumentProblems } from '../storage/requests/document-problems.js'

/** What an answer with a document says of its problems. */
export type ToldProblems = Pick<DocumentProblems, 'count' | 'codes'>

/** Codes in a header, so that it stays within what servers and clients take. */
const MOST_CODES = 50

/** How OpenAPI describes them. */
export const PROBLEM_HEADERS: JsonObject = {
  'X-Document-Problems': {
    description:
      'How many things the document has lost. Absent when it has lost nothing, or its template ignores that.',
    schema: { type: 'integer', minimum: 1 },
  },
  'X-Document-Problem-Codes': {
    description: 'With X-Debug-Mode: true, the codes of these problems.',
    schema: { type: 'string' },
  },
}

/** Tells with a document how much it has lost, and in debug mode of which kinds; nothing of what has lost nothing. */
export function setProblemHeaders(ctx: AppContext, problems: ToldProblems | undefined): void {
  if (!problems) return
  const { count, codes } = problems
  const names = Object.keys(codes)
  noteProblems(ctx, problems)
  ctx.set('X-Document-Problems', String(count))
  if (isDebugMode(ctx)) ctx.set('X-Document-Problem-Codes', names.slice(0, MOST_CODES).join(', '))
}

/** Notes for the log why there is no document. */
export function noteRefusal(ctx: AppContext, problems: DocumentProblems | undefined): void {
  if (problems) noteProblems(ctx, problems)
}

function noteProblems({ state: { noted } }: AppContext, { count, codes }: ToldProblems): void {
  noted.problems = count
  noted.problemCodes = Object.keys(codes)
}
