import type { Page, TimeCursor } from '../page.js'
import type { DocumentProblems } from '../requests/document-problems.js'

/** How a request ended. */
export type LoggedOutcome = 'succeeded' | 'failed'

/** A request that is over, as the log tells of it: nothing of its data. */
export interface LoggedRequest {
  /** `req_…` */
  readonly id: string
  readonly organizationId: string
  readonly keyId: string
  readonly mode: 'sync' | 'async'
  /** As it stood in the path, whether or not there is such a template. */
  readonly endpointPath: string
  readonly versionId: string | undefined
  readonly documentId: string | undefined
  readonly isTest: boolean
  readonly outcome: LoggedOutcome
  /** The status that was answered; 202 where the document was made later. */
  readonly status: number
  /** Why it failed, in lower case. */
  readonly code: string | undefined
  /** Of a template that cannot be rendered the place in it; of data that does not fit the name of the field, and of the wrong type both types. */
  readonly place: string | undefined
  readonly receivedBytes: number | undefined
  readonly documentBytes: number | undefined
  readonly pages: number | undefined
  /** What the document has lost, or why it was refused; undefined when nothing was lost. */
  readonly problems?: DocumentProblems | undefined
  readonly times: RequestTimes
  /** When it arrived. */
  readonly createdAt: number
}

/** A request that was looked up in the log. */
export interface FoundRequest extends LoggedRequest {
  /** Of the template that it asked for, if there was one and still is. */
  readonly templateId: string | undefined
  /** The number of its version, as long as that is kept. */
  readonly version: number | undefined
}

/** How long the parts of a request took, in ms; absent for parts that were not reached. */
export interface RequestTimes {
  /** Receiving and checking. */
  readonly checkedMs: number | undefined
  readonly waitedMs: number | undefined
  readonly renderedMs: number | undefined
  /** From its arrival to its answer, or to its document. */
  readonly totalMs: number
}

export interface NewLoggedRequest extends CountedRequest {
  /** How long the log keeps it. */
  readonly retentionMs: number
}

/** A request that is over, with what is counted of it and not kept. */
export interface CountedRequest extends LoggedRequest {
  /** The documents that its file has; one when absent. */
  readonly documents?: number | undefined
}

/** A search among finished requests, newest first; absent members match everything. */
export interface RequestQuery extends Page<TimeCursor> {
  readonly organizationId: string
  readonly outcome?: LoggedOutcome | undefined
  readonly endpointPath?: string | undefined
  readonly keyId?: string | undefined
  readonly code?: string | undefined
  /** Only those whose documents have lost something. */
  readonly hasProblems?: boolean | undefined
  /** Epoch ms: from, and before. */
  readonly since?: number | undefined
  readonly until?: number | undefined
}

/** A request that is not over. */
export interface OpenRequest {
  readonly id: string
  readonly keyId: string
  readonly endpointPath: string
  readonly isTest: boolean
  readonly status: 'queued' | 'processing'
  readonly createdAt: number
}

/** An asynchronous request with everything that is known of it, as long as its document is kept. */
export interface RequestHistory {
  readonly id: string
  readonly organizationId: string
  readonly keyId: string
  readonly endpointPath: string
  readonly versionId: string
  /** The number of its version, as long as that is kept. */
  readonly version: number | undefined
  readonly documentId: string
  readonly batchId: string | undefined
  readonly isTest: boolean
  readonly status: 'queued' | 'processing' | 'completed' | 'failed'
  readonly createdAt: number
  readonly startedAt: number | undefined
  readonly finishedAt: number | undefined
  readonly expiresAt: number | undefined
  readonly sizeBytes: number | undefined
  readonly pages: number | undefined
  readonly renderTimeMs: number | undefined
  readonly failure: { readonly code: string; readonly message: string } | undefined
  readonly problems?: DocumentProblems | undefined
}

/** Documents made on one day, or of one template. */
export interface UsageSum {
  /** The day in UTC (`2026-11-21`), or the template's path. */
  readonly of: string
  readonly documents: number
  readonly tests: number
  readonly failures: number
  readonly pages: number
  readonly bytes: number
}

/** Documents made in one hour. */
export interface Hour {
  /** Epoch ms of its beginning. */
  readonly hour: number
  readonly documents: number
  readonly failures: number
}

/** How many synchronous requests of a day took about so long; see `latencyOf`. */
export interface LatencyCount {
  readonly day: string
  readonly bucket: number
  readonly requests: number
}

export interface RequestLogStore {
  /** Writes down requests that are over, and counts them by day and hour. One that is there already is left alone. */
  logRequests(requests: readonly NewLoggedRequest[]): Promise<void>
  /** Removes what is over its time, of each kind so many at most; says how many. */
  deleteExpiredLog(limit: number): Promise<number>
}

/** Eight steps to the double, so that a step is less than a tenth of the value. */
const STEPS = 8

/** The bucket of a duration in ms. */
export function bucketOf(ms: number): number {
  return Math.max(0, Math.round(Math.log2(Math.max(1, ms)) * STEPS))
}

/** About how many ms the requests of a bucket took. */
export function latencyOf(bucket: number): number {
  return 2 ** (bucket / STEPS)
}
