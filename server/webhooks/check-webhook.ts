import type { WebhookConfiguration } from '../storage/webhooks/webhook-store.js'
import { type AddressPolicy, describeUrlFault } from './rules/address-guard.js'
import { EVENT_TYPES } from './rules/event.js'
import type { WebhookFilters } from './rules/filters.js'
import { compilePattern } from './rules/pattern.js'
import { PatternError } from './rules/pattern-error.js'

/** A configuration that cannot be used. The message begins with the field and is shown to people. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'

  constructor(
    /** As the configuration calls it, e.g. `max_retries` or `filters.endpoint_path_pattern`. */
    readonly field: string,
    problem: string,
  ) {
    super(`${field} ${problem}`)
  }
}

const MAX_NAME_LENGTH = 200

const LIMITS = {
  max_retries: { min: 0, max: 5 },
  timeout: { min: 5, max: 60 },
  backoff_multiplier: { min: 1, max: 10 },
} as const

/** Checks what people have decided about an endpoint. @throws WebhookError for the first fault */
export function checkWebhook(configuration: Partial<WebhookConfiguration>, policy: AddressPolicy): void {
  const { name, url, events, templatePaths, filters } = configuration
  if (name !== undefined && (name.trim() === '' || name.length > MAX_NAME_LENGTH)) {
    throw new WebhookError('name', `must have 1 to ${MAX_NAME_LENGTH} characters`)
  }
  if (url !== undefined) {
    const problem = describeUrlFault(url, policy)
    if (problem !== undefined) throw new WebhookError('url', problem)
  }
  if (events !== undefined && (events.length === 0 || !events.every((event) => EVENT_TYPES.includes(event)))) {
    throw new WebhookError('events', `must be one or both of ${EVENT_TYPES.join(', ')}`)
  }
  if (templatePaths?.length === 0) throw new WebhookError('templates', 'must name one or more')
  checkNumber('max_retries', configuration.maxRetries)
  checkNumber('timeout', configuration.timeoutSeconds)
  checkNumber('backoff_multiplier', configuration.backoffMultiplier)
  if (filters !== undefined) checkFilters(filters)
}

function checkNumber(field: keyof typeof LIMITS, value: number | undefined): void {
  const { min, max } = LIMITS[field]
  const isWhole = field === 'backoff_multiplier' || Number.isInteger(value)
  if (value === undefined || (isWhole && value >= min && value <= max)) return
  throw new WebhookError(
    field,
    `must be a ${field === 'backoff_multiplier' ? '' : 'whole '}number from ${min} to ${max}`,
  )
}

function checkFilters({ minSizeKb, maxSizeKb, endpointPathPattern }: WebhookFilters): void {
  if (minSizeKb !== undefined && maxSizeKb !== undefined && minSizeKb > maxSizeKb) {
    throw new WebhookError('filters.min_size_kb', 'must not be greater than max_size_kb')
  }
  if (endpointPathPattern === undefined) return
  try {
    compilePattern(endpointPathPattern)
  } catch (error) {
    if (!(error instanceof PatternError)) throw error
    throw new WebhookError('filters.endpoint_path_pattern', `cannot be used: ${error.message}`)
  }
}

/**
 * Reads filters as they are written in JSON: `is_test`, `min_size_kb`, `max_size_kb`, `endpoint_path_pattern`,
 * `exclude_errors`.
 *
 * @throws WebhookError for the first fault
 */
export function parseFilters(value: unknown): WebhookFilters {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new WebhookError('filters', 'must be an object')
  }
  const members = new Map<string, unknown>(Object.entries(value))
  const take = <T>(name: string, kind: string, isKind: (member: unknown) => member is T): T | undefined => {
    const member = members.get(name)
    members.delete(name)
    if (member === undefined || member === null) return undefined
    if (isKind(member)) return member
    throw new WebhookError(`filters.${name}`, `must be ${kind}`)
  }
  const filters: WebhookFilters = {
    isTest: take('is_test', 'true or false', isBoolean),
    minSizeKb: take('min_size_kb', 'a number from 0', isSize),
    maxSizeKb: take('max_size_kb', 'a number from 0', isSize),
    endpointPathPattern: take('endpoint_path_pattern', 'a text', isText),
    excludeErrors: take('exclude_errors', 'a list of error codes', isTextList)?.map((code) => code.toUpperCase()),
  }
  const [unknown] = members.keys()
  if (unknown !== undefined) throw new WebhookError(`filters.${unknown}`, 'is not known')
  return filters
}

/** Filters as `parseFilters` reads them. */
export function describeFilters(filters: WebhookFilters): Readonly<Record<string, unknown>> {
  const members = {
    is_test: filters.isTest,
    min_size_kb: filters.minSizeKb,
    max_size_kb: filters.maxSizeKb,
    endpoint_path_pattern: filters.endpointPathPattern,
    exclude_errors: filters.excludeErrors,
  }
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
}

function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean'
}

function isSize(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isText)
}
