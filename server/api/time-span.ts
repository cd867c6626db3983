import type { JsonObject } from '../../engine/base/json.js'
import type { AppContext } from '../http/app-state.js'
import { parameter } from '../http/operation.js'
import { queryText } from './management.js'
import { readTime } from './member-reader.js'

const DAY_MS = 86_400_000

export const SPAN_PARAMETERS: readonly JsonObject[] = [
  parameter('query', 'since', 'From this day (2026-11-21, in UTC) or time (2026-11-21T12:00:00Z) on.'),
  parameter('query', 'until', 'Up to this day, which is part of it, or before this time.'),
]

/** The time that a list is asked for, as epoch ms. @throws ApiError 422 `invalid_format` */
export function readSpan(ctx: AppContext): { readonly since?: number; readonly until?: number } {
  const since = queryText(ctx, 'since')
  const until = queryText(ctx, 'until')
  return {
    ...(since === undefined ? {} : { since: dayOf(since) ?? readTime('since', since) }),
    ...(until === undefined ? {} : { until: endOf(dayOf(until)) ?? readTime('until', until) }),
  }
}

function dayOf(text: string): number | undefined {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return Number.isNaN(time) ? undefined : time
}

function endOf(day: number | undefined): number | undefined {
  return day === undefined ? undefined : day + DAY_MS
}
