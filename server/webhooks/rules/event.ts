export const EVENT_TYPES = ['document.completed', 'document.failed'] as const

/** The events of an asynchronous request. */
export type EventType = (typeof EVENT_TYPES)[number]

/** The two ways in which an event reaches people: endpoints of the dashboard, and `webhook` in a request's body. */
export type WebhookSystem = 'dashboard' | 'legacy'

export interface EventContent {
  /** `evt_…` */
  readonly id: string
  readonly type: EventType
  /** Epoch ms. */
  readonly createdAt: number
  readonly data: EventData
}

interface EventError {
  /** In upper case. */
  readonly code: string
  readonly message: string
  readonly details: Readonly<Record<string, unknown>>
}

/** Members of `data` as they are published; `error` is there for failures only. */
export interface EventData {
  readonly [member: string]: unknown
  readonly error?: EventError | undefined
}

/** The body that endpoints of the dashboard get, as JSON. */
export function envelopeOf({ id, type, createdAt, data }: EventContent): string {
  return JSON.stringify({ id, type, created: toSeconds(createdAt), data })
}

/** The body of the legacy system: `event` instead of `type`, and errors as the interface's answers describe them. */
export function legacyBodyOf({ id, type, createdAt, data }: EventContent): string {
  const { error } = data
  const described = error && {
    message: error.message,
    type: 'generation_error',
    code: error.code.toLowerCase(),
  }
  // Assigned over its own member, so that the order of the others stays.
  const content = described ? { ...data, error: described } : data
  return JSON.stringify({ id, event: type, created: toSeconds(createdAt), data: content })
}

function toSeconds(time: number): number {
  return Math.floor(time / 1000)
}
