import { newId } from '../storage/ids.js'
import type { NewTestEvent } from '../storage/webhooks/webhook-store.js'
import { type EventData, type EventType, envelopeOf } from './rules/event.js'
import { SAMPLE_PDF, SAMPLE_PDF_PATH } from './sample-pdf.js'

interface InventedEvent {
  readonly organizationId: string
  readonly type: EventType
  /** Where the service is, without a slash at its end. */
  readonly baseUrl: string
  /** Epoch ms. */
  readonly now: number
  /** Of the template that it is about; invented when absent. */
  readonly templateId?: string
  readonly sizeBytes?: number
  readonly renderTimeMs?: number
}

/** The render time of the invented document. */
const RENDER_TIME_MS = 42

const WAITING_MS = 120

/** An event about a document that there never was: a normal envelope whose address answers with a sample. */
export function inventEvent({
  organizationId,
  type,
  baseUrl,
  now,
  templateId = newId('tpl', now),
  sizeBytes = SAMPLE_PDF.length,
  renderTimeMs = RENDER_TIME_MS,
}: InventedEvent): Omit<NewTestEvent, 'webhookId'> {
  const requestId = newId('req', now)
  const subject = {
    request_id: requestId,
    document_id: newId('doc', now),
    organization_id: organizationId,
    template_id: templateId,
  }
  const createdAt = new Date(now - renderTimeMs - WAITING_MS).toISOString()
  const finishedAt = new Date(now).toISOString()
  const data: EventData =
    type === 'document.completed'
      ? {
          ...subject,
          document_url: baseUrl + SAMPLE_PDF_PATH,
          size_bytes: sizeBytes,
          render_time_ms: renderTimeMs,
          created_at: createdAt,
          completed_at: finishedAt,
          is_test: true,
        }
      : {
          ...subject,
          error: {
            code: 'RENDER_TIMEOUT',
            message: 'Rendering took longer than the time limit',
            details: { timeout_ms: 300_000, template_size: 4_096 },
          },
          created_at: createdAt,
          failed_at: finishedAt,
          is_test: true,
        }
  const eventId = newId('evt', now)
  return { eventId, requestId, type, payload: envelopeOf({ id: eventId, type, createdAt: now, data }), createdAt: now }
}
