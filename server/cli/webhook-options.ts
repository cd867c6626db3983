import type { WebhookConfiguration } from '../storage/webhooks/webhook-store.js'
import { parseFilters, WebhookError } from '../webhooks/check-webhook.js'
import { EVENT_TYPES, type EventType } from '../webhooks/rules/event.js'
import { CommandError, UsageError, wholeNumber } from './command.js'

/** Options of the commands that make and change endpoints. */
export const WEBHOOK_OPTIONS = {
  name: { type: 'string' },
  url: { type: 'string' },
  events: { type: 'string' },
  template: { type: 'string', multiple: true },
  'max-retries': { type: 'string' },
  timeout: { type: 'string' },
  backoff: { type: 'string' },
  filter: { type: 'string' },
} as const

interface WebhookOptionValues {
  readonly name?: string | undefined
  readonly url?: string | undefined
  readonly events?: string | undefined
  readonly template?: readonly string[] | undefined
  readonly 'max-retries'?: string | undefined
  readonly timeout?: string | undefined
  readonly backoff?: string | undefined
  readonly filter?: string | undefined
}

/** The options' settings for an endpoint; those not given are absent. */
export function readWebhookOptions(values: WebhookOptionValues): Partial<WebhookConfiguration> {
  const { name, url, template, filter } = values
  const configuration = {
    name,
    url,
    events: values.events === undefined ? undefined : parseEvents(values.events),
    templatePaths: template,
    filters: filter === undefined ? undefined : parseFilterOption(filter),
    maxRetries: wholeNumber(values['max-retries'], 'max-retries', 0),
    timeoutSeconds: wholeNumber(values.timeout, 'timeout', 0),
    backoffMultiplier: decimal(values.backoff, 'backoff'),
  }
  return Object.fromEntries(Object.entries(configuration).filter(([, value]) => value !== undefined))
}

function parseEvents(text: string): readonly EventType[] {
  return text.split(',').map((word) => parseEvent(word.trim(), 'events'))
}

export function parseEvent(word: string, option: string): EventType {
  const event = EVENT_TYPES.find((candidate) => candidate === word)
  if (event === undefined) throw new UsageError(`--${option} must name ${EVENT_TYPES.join(' or ')}, not "${word}"`)
  return event
}

function parseFilterOption(text: string) {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new CommandError(`--filter is not JSON: ${error.message}`)
  }
  try {
    return parseFilters(value)
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error
    throw new CommandError(`--filter: ${error.message}`)
  }
}

function decimal(value: string | undefined, option: string): number | undefined {
  if (value === undefined) return undefined
  if (!/^\d+(?:\.\d+)?$/.test(value)) throw new UsageError(`--${option} must be a number, not "${value}"`)
  return Number(value)
}

const UNITS: ReadonlyMap<string, number> = new Map([
  ['s', 1_000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
])

/** A time as people give it: ISO 8601, or how long ago (`90s`, `30m`, `12h`, `7d`). Epoch ms. */
export function pointInTime(value: string | undefined, option: string): number | undefined {
  if (value === undefined) return undefined
  const ago = /^(\d+)([smhd])$/.exec(value)
  if (ago) return Date.now() - Number(ago[1]) * (UNITS.get(ago[2] ?? '') ?? 0)
  const time = /^\d{4}-\d{2}-\d{2}/.test(value) ? Date.parse(value) : Number.NaN
  if (Number.isNaN(time)) {
    throw new UsageError(`--${option} must be a time like 2026-11-21T12:00:00Z or 30m, 12h, 7d ago, not "${value}"`)
  }
  return time
}
