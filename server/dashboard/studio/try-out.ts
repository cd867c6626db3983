import type { PreviewOutcome } from '../../render/preview-types.js'
import { newId } from '../../storage/ids.js'
import type { TemplateContent } from '../../storage/store.js'
import { describeOutcome } from '../../templates/preview-template.js'
import { inventEvent } from '../../webhooks/test-event.js'
import { type MemberVisit, Refusal } from '../route.js'
import type { DashboardServices } from '../services.js'
import { formatted } from '../views/code.js'
import { previewVersion } from './preview-draft.js'

/** How a document is asked for. */
export type TryMode = 'sync' | 'async'

/** What the interface would answer, as far as a preview can tell. */
export interface TriedOut {
  /** Of the answer. */
  readonly status: number
  /** Its body in several lines, where it is no PDF. */
  readonly body: string | undefined
  /** What webhooks would be sent, in several lines: asynchronously alone. */
  readonly event: string | undefined
  readonly pdf: Uint8Array | undefined
  readonly fileName: string | undefined
  readonly pages: number
  readonly renderTimeMs: number
  /** What the document has lost. */
  readonly problems: readonly string[]
}

/** Makes a document of a template with the rights of who looks at it: nothing is counted, stored or sent. @throws Refusal */
export async function tryOut(
  visit: MemberVisit,
  services: DashboardServices,
  templateId: string,
  content: TemplateContent,
  { data, mode }: { readonly data: string; readonly mode: TryMode },
): Promise<TriedOut> {
  const outcome = await previewVersion(visit, services, { ...content, sample: data })
  const made = { status: 200, body: undefined, event: undefined, fileName: undefined, pages: 0, renderTimeMs: 0 }
  const fault = faultOf(outcome)
  if (fault && !(mode === 'async' && fault.isLate)) {
    return { ...made, status: fault.status, body: errorBody(fault), pdf: undefined, problems: [] }
  }
  const shown =
    outcome.kind === 'previewed'
      ? { pdf: outcome.pdf, fileName: outcome.fileName, pages: outcome.pages, renderTimeMs: outcome.renderTimeMs }
      : { pdf: undefined }
  const problems = outcome.kind === 'previewed' ? outcome.diagnostics.map(({ message }) => message) : []
  if (mode === 'sync') return { ...made, ...shown, problems }
  return {
    ...made,
    ...shown,
    problems,
    status: 202,
    body: acknowledgement(),
    event: eventOf(visit, services, templateId, outcome),
  }
}

interface Fault {
  readonly status: number
  readonly type: string
  readonly code: string
  readonly message: string
  readonly field?: string
  /** It shows when the document is made: asynchronously the request is accepted, and an event tells of it. */
  readonly isLate: boolean
}

function faultOf(outcome: PreviewOutcome): Fault | undefined {
  switch (outcome.kind) {
    case 'previewed':
    case 'broken': {
      const [violation] = outcome.violations
      if (violation) return { status: 422, type: 'validation_error', ...violation, isLate: false }
      if (outcome.kind === 'previewed') return undefined
      const [first] = outcome.diagnostics
      if (first?.code === 'invalid-data') {
        const message = describeOutcome(outcome)
        return { status: 400, type: 'validation_error', code: 'invalid_template_data', message, isLate: false }
      }
      return renderFault('render_failed', 422, describeOutcome(outcome))
    }
    case 'timed-out':
      return renderFault('render_timeout', 500, describeOutcome(outcome))
    default:
      throw new Refusal(503, describeOutcome(outcome), 1)
  }
}

function renderFault(code: string, status: number, message: string): Fault {
  return { status, type: 'generation_error', code, message, isLate: true }
}

function errorBody({ message, type, code, field }: Fault): string {
  return JSON.stringify({ error: { message, type, code, ...(field && { field }) } }, undefined, 2)
}

function acknowledgement(): string {
  const accepted = { request_id: newId('req'), status: 'queued', created_at: new Date().toISOString() }
  return JSON.stringify(accepted, undefined, 2)
}

function eventOf(
  { organization }: MemberVisit,
  { baseUrl }: DashboardServices,
  templateId: string,
  outcome: PreviewOutcome,
): string {
  const isMade = outcome.kind === 'previewed'
  const { payload } = inventEvent({
    organizationId: organization.id,
    type: isMade ? 'document.completed' : 'document.failed',
    baseUrl: baseUrl(),
    now: Date.now(),
    templateId,
    ...(isMade && { sizeBytes: outcome.pdf.byteLength, renderTimeMs: Math.round(outcome.renderTimeMs) }),
  })
  return formatted(payload)
}
