import type { EventType } from './event.js'
import type { MatchesPath } from './path-patterns.js'

/** Which events an endpoint gets; all that are given must hold. */
export interface WebhookFilters {
  /** Only test documents, or only others. */
  readonly isTest?: boolean | undefined
  /** Bounds of the document's size in units of 1,024 bytes, both inclusive. Failures have no size and pass. */
  readonly minSizeKb?: number | undefined
  readonly maxSizeKb?: number | undefined
  /** Searched for in the template's endpoint path; see `compilePattern`. */
  readonly endpointPathPattern?: string | undefined
  /** Upper-case codes of failures that are left out. */
  readonly excludeErrors?: readonly string[] | undefined
}

/** The facts that subscriptions and filters look at. */
export interface EventFacts {
  readonly type: EventType
  readonly isTest: boolean
  /** Of its template, or of the templates of all documents in its file. */
  readonly endpointPaths: readonly string[]
  /** Absent for failures. */
  readonly sizeBytes: number | undefined
  /** Present for failures only. */
  readonly errorCode: string | undefined
}

/** The events that an endpoint wants. */
export interface Subscription {
  readonly events: readonly EventType[]
  /** Endpoint paths of templates; those of the whole organization when absent. */
  readonly templatePaths: readonly string[] | undefined
  readonly filters: WebhookFilters
}

const KILOBYTE = 1024

/** Whether an endpoint gets an event. Patterns come last, as they are what costs something. */
export function isSubscribed(
  { events, templatePaths, filters }: Subscription,
  facts: EventFacts,
  matchesPath: MatchesPath,
): boolean {
  if (!events.includes(facts.type)) return false
  if (templatePaths !== undefined && !facts.endpointPaths.some((path) => templatePaths.includes(path))) return false
  return passesFilters(filters, facts, matchesPath)
}

function passesFilters(filters: WebhookFilters, facts: EventFacts, matchesPath: MatchesPath): boolean {
  const { isTest, endpointPathPattern, excludeErrors } = filters
  if (isTest !== undefined && isTest !== facts.isTest) return false
  if (facts.sizeBytes !== undefined && !isWithin(facts.sizeBytes, filters)) return false
  if (facts.errorCode !== undefined && isExcluded(facts.errorCode, excludeErrors ?? [])) return false
  return endpointPathPattern === undefined || facts.endpointPaths.some((path) => matchesPath(endpointPathPattern, path))
}

function isWithin(bytes: number, { minSizeKb, maxSizeKb }: WebhookFilters): boolean {
  if (minSizeKb !== undefined && bytes < minSizeKb * KILOBYTE) return false
  return maxSizeKb === undefined || bytes <= maxSizeKb * KILOBYTE
}

function isExcluded(code: string, excluded: readonly string[]): boolean {
  return excluded.some((candidate) => candidate.toUpperCase() === code.toUpperCase())
}
