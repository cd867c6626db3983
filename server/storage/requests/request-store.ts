import type { EventType } from '../../webhooks/rules/event.js'
import type { CaughtUp } from '../catch-up.js'
import type { Plan } from '../store.js'
import type { DocumentProblems } from './document-problems.js'
import type { MergedDocuments, MergedTemplate } from './merged-requests.js'

/** How far an asynchronous request has come: queued → processing → completed or failed. */
export type RequestStatus = 'queued' | 'processing' | 'completed' | 'failed'

/** How often a document is begun at most: one that ends its process again and again must stop at some time. */
export const MAX_ATTEMPTS = 3

/** In the order in which an organization's documents are made. */
export const PRIORITIES = ['high', 'normal', 'low'] as const

export type Priority = (typeof PRIORITIES)[number]

/** The kinds of jobs; each queue has its own handler. */
export type JobQueue = 'render'

/** A request is being answered under its idempotency key, or was. */
export type IdempotencyState = 'running' | 'answered'

/** One document that is asked for. */
export interface NewDocument {
  readonly requestId: string
  readonly documentId: string
  readonly isTest: boolean
  /** The request's body, JSON in UTF-8. */
  readonly body: Uint8Array
  readonly webhook: StoredLegacyTarget | undefined
  /** The body, encrypted, where it is kept to be rendered again. */
  readonly kept?: string | undefined
}

/** The data of a request that are kept beyond its end. */
export interface KeptData {
  readonly requestId: string
  readonly keyId: string
  readonly templateId: string
  readonly versionId: string
  readonly endpointPath: string
  readonly merged: MergedDocuments | undefined
  /** The ids of its versions that are there still. */
  readonly versions: readonly string[]
  /** The request's body, encrypted. */
  readonly sealed: string
  readonly expiresAt: number
}

/** The `webhook` member of a request's body, as it is kept. */
export interface StoredLegacyTarget {
  /** Where its announcements go: a slow destination holds up only its own lane. */
  readonly lane: string
  /** The member as JSON, encrypted: its headers may be secrets. */
  readonly sealed: string
}

/** How much may wait in a queue. An organization may have half of what the others leave free. */
export interface QueueBound {
  /** All organizations together. */
  readonly limit: number
  /** About how many wait, where there is ample room; absent where they must be counted, since room is short. */
  readonly waiting: number | undefined
}

/** Documents of one call, accepted together or not at all. */
export interface NewRequests {
  readonly organizationId: string
  readonly keyId: string
  readonly templateId: string
  readonly versionId: string
  readonly endpointPath: string
  readonly batchId: string | undefined
  /** The documents of its only request, where they become one file. */
  readonly merged?: MergedDocuments | undefined
  readonly documents: readonly NewDocument[]
  /** How long data are kept that are, in days. */
  readonly keepDataDays?: number | undefined
  /** What comes first among the documents of its organization; `normal` when absent. */
  readonly priority?: Priority | undefined
  /** Test requests a day. */
  readonly testLimit: number
  /** Documents a month; unlimited when absent. */
  readonly documentLimit: number | undefined
  /** How many may wait; any number when absent. */
  readonly queueBound: QueueBound | undefined
  /** Saves the answer under the call's idempotency key. */
  readonly idempotency: IdempotentAnswer | undefined
}

export type Acceptance =
  | { readonly kind: 'accepted'; readonly createdAt: number }
  /** Fewer than asked for, or none, remain of the limit. `now` is the database's time, which decides about the period. */
  | {
      readonly kind: 'exceeded'
      readonly usage: 'documents' | 'tests'
      readonly remaining: number
      readonly now: number
    }
  /** More would wait than may, of all organizations or of this one. */
  | { readonly kind: 'full' }
  /** Somebody else has the right to answer this request. */
  | { readonly kind: 'superseded' }

/** Why no document came of a request, as it is announced: the code in upper case. */
export interface RequestFailure {
  readonly code:
    | 'RENDER_TIMEOUT'
    | 'RENDER_FAILED'
    | 'DOCUMENT_TOO_LARGE'
    | 'TEMPLATE_NOT_FOUND'
    | 'INTERNAL_ERROR'
    /** Its client took it back before it was begun. Nothing is announced then. */
    | 'CANCELLED'
  readonly message: string
  readonly details: Readonly<Record<string, unknown>>
}

/** A request as its owner sees it. */
export interface StoredRequest {
  readonly id: string
  readonly documentId: string
  readonly templateId: string
  readonly endpointPath: string
  readonly isTest: boolean
  readonly createdAt: number
  /** What its document has lost, or why it was refused. */
  readonly problems?: DocumentProblems | undefined
  readonly outcome: RequestOutcome
}

export type RequestOutcome =
  | { readonly status: 'queued' | 'processing' }
  | {
      readonly status: 'completed'
      readonly objectKey: string
      /** The name to save it under, where its template gives one. */
      readonly fileName: string | undefined
      readonly sizeBytes: number
      readonly pages: number
      readonly renderTimeMs: number
      readonly finishedAt: number
      readonly expiresAt: number
    }
  | {
      readonly status: 'failed'
      readonly failure: RequestFailure
      readonly finishedAt: number
      readonly expiresAt: number
    }

/** A claimed job. `processId` and `attempt` are the fence: who lost the job can change nothing any more. */
export interface Job {
  readonly id: string
  readonly queue: JobQueue
  readonly refId: string
  readonly organizationId: string
  readonly keyId: string
  readonly processId: string
  /** Counts from 1. */
  readonly attempt: number
  readonly maxAttempts: number
  /** When it was put into the queue. */
  readonly createdAt: number
}

export interface JobClaim {
  readonly queue: JobQueue
  readonly processId: string
  readonly limit: number
  /** The organization that was served last: the next ones in order come first. */
  readonly after: string
  /** API keys whose jobs are left where they are. */
  readonly exceptKeys: readonly string[]
  /** Organizations whose jobs are left where they are; none when absent. */
  readonly exceptOrganizations?: readonly string[] | undefined
  /** The time a job may run, after which another process may take it. */
  readonly deadlineMs: number
}

/** A job with what its handler works on, absent when the request is gone. */
export interface ClaimedJob {
  readonly job: Job
  readonly input: RequestInput | undefined
}

/** The input of a request's job. */
export interface RequestInput {
  readonly requestId: string
  readonly documentId: string
  readonly slug: string
  readonly plan: Plan
  /** Days that the organization keeps documents, if it has a setting of its own. */
  readonly documentDays?: number | undefined
  /** Of the organization, if it has one. */
  readonly timeZone: string | undefined
  readonly endpointPath: string
  readonly isTest: boolean
  readonly body: Uint8Array
  /** Whether the body brings the template; it is encrypted then. */
  readonly isAdHoc: boolean
  /** Absent when the template was deleted meanwhile, where there are several, and where the body brings it. */
  readonly version: InputVersion | undefined
  /** How many it counts as. */
  readonly documents: number
  /** Of several documents, absent when one of their templates was deleted meanwhile. */
  readonly merged?: readonly (InputVersion & Pick<MergedTemplate, 'endpointPath'>)[] | undefined
}

/** A version that a document is made from. */
export interface InputVersion {
  readonly id: string
  readonly htmlBytes: number
}

/** A document that has been made and stored. */
export interface CompletedDocument {
  readonly objectKey: string
  readonly documentUrl: string
  readonly fileName: string | undefined
  readonly sizeBytes: number
  readonly pages: number
  readonly renderTimeMs: number
  readonly problems?: DocumentProblems | undefined
  readonly expiresAt: number
}

export interface NewProcess {
  readonly id: string
  readonly host: string
  readonly bootId: string
  readonly pid: number
  readonly pidStart: string
}

/** The remains of processes that are gone. */
export interface Reaped {
  readonly processes: readonly string[]
  /** Jobs that wait again. */
  readonly requeued: number
  /** Jobs that were begun too often. */
  readonly failed: number
  /** Deliveries of events that wait again. */
  readonly deliveries: number
}

export interface NewIdempotentRequest {
  readonly keyId: string
  readonly key: string
  readonly fingerprint: string
  readonly processId: string
  /**
   * Who has begun to answer is done by then, in ms. What is not done was lost: where the database went away it may have
   * given the right to answer without anybody's learning of it, or not have taken it back.
   */
  readonly answeredWithinMs: number
}

/**
 * The right to answer the request with an idempotency key. `token` is the fence: it is another one for whoever gets the
 * right when this process is taken for dead.
 */
export interface IdempotencyHold {
  readonly keyId: string
  readonly key: string
  readonly token: string
}

/** An answer that is given again. */
export interface IdempotentAnswer extends IdempotencyHold {
  readonly answer: string
  readonly objectKey: string | undefined
}

export type IdempotencyCheck =
  /** The first request with this key: it is ours to answer. */
  | { readonly kind: 'new'; readonly hold: IdempotencyHold }
  | { readonly kind: 'running' }
  /** The key was used for another request. */
  | { readonly kind: 'mismatch' }
  | {
      readonly kind: 'answered'
      readonly answer: string
      readonly objectKey: string | undefined
      readonly answeredAt: number
    }

/** The announcement of a request's end. */
export interface StoredEvent {
  /** `evt_…`, the same however often it is delivered. */
  readonly id: string
  readonly requestId: string
  readonly type: EventType
  /** The envelope as JSON. */
  readonly payload: string
  readonly createdAt: number
}

/** An expired request that can be removed, with the objects that belong to it. */
export interface ExpiredRequest {
  readonly id: string
  readonly documentId: string
  readonly objectKey: string | undefined
}

export interface ExpiredAnswer {
  readonly keyId: string
  readonly key: string
  readonly objectKey: string | undefined
}

/** Asynchronous requests, from acceptance to removal. */
export interface RequestStore {
  /** Counts, and saves the requests with one job each: all of it or nothing. */
  acceptRequests(requests: NewRequests): Promise<Acceptance>
  /** Absent when unknown, of another organization, or expired. */
  findRequest(organizationId: string, requestId: string): Promise<StoredRequest | undefined>
  findDocument(organizationId: string, documentId: string): Promise<StoredRequest | undefined>
  /** Absent when unknown, of another organization, not kept, or expired. */
  findKeptData(organizationId: string, requestId: string): Promise<KeptData | undefined>
  /** Removes data whose time is over; says how many. */
  deleteExpiredData(limit: number): Promise<number>
  /** Those of some requests that are not worked on any more, for whatever reason. */
  listFinished(requestIds: readonly string[]): Promise<readonly string[]>

  /** Completes a claimed request and announces it; false when the job is not this process's any more. */
  completeRequest(job: Job, document: CompletedDocument): Promise<boolean>
  /** Fails a request, announces it and gives back what it was counted; false as above. */
  failRequest(job: Job, failure: RequestFailure, problems?: DocumentProblems): Promise<boolean>

  /**
   * Takes a request that waits out of the queue and gives back what it was counted. Nothing is announced.
   *
   * @returns what it was then: only a queued one is cancelled; undefined when there is none
   */
  cancelRequest(organizationId: string, requestId: string): Promise<RequestStatus | undefined>

  beginIdempotent(request: NewIdempotentRequest): Promise<IdempotencyCheck>
  /** Saves an answer; false when somebody else has the right to give one. */
  answerIdempotent(answer: IdempotentAnswer): Promise<boolean>
  /** Forgets a request that was not answered with a success, unless somebody else answers it. */
  releaseIdempotent(hold: IdempotencyHold): Promise<void>

  deleteRequests(requestIds: readonly string[]): Promise<void>
  deleteAnswers(answers: readonly ExpiredAnswer[]): Promise<void>
}

/** Processes and the jobs they take. */
export interface JobStore {
  registerProcess(process: NewProcess): Promise<void>
  /** False when the process was taken for dead: what it does is done by others. */
  recordHeartbeat(processId: string): Promise<boolean>
  listProcesses(): Promise<readonly NewProcess[]>
  /**
   * Gives back what silent processes, and the ones that are known to be dead, had begun. A process may take others for
   * silent only when it has recorded its own heartbeats for all of that time: else it may be the database that was away.
   */
  reapProcesses(processId: string, dead: readonly string[]): Promise<Reaped>
  /** Gives back what a process had begun, as if it had not, and forgets it. */
  removeProcess(processId: string): Promise<void>

  /** Takes jobs that are due, one organization after the other. Their requests are being processed from now on. */
  claimJobs(claim: JobClaim): Promise<readonly ClaimedJob[]>
  /** Lets a job wait again. `counted` says whether this attempt is one of those that a job has. */
  returnJob(job: Job, delayMs: number, counted: boolean): Promise<void>
  /** Jobs that wait, by the counters. */
  countWaitingJobs(queue: JobQueue): Promise<number>
  /** Sets the counters right by the jobs themselves; by how many they were wrong. */
  recountWaitingJobs(queue: JobQueue): Promise<number>

  /**
   * Reads the database's clock, and where it was set back lets nothing wait for a time that has been.
   *
   * @param expectedAt the least that it should show, epoch ms; absent when nobody knows
   */
  catchUp(expectedAt: number | undefined): Promise<CaughtUp>

  /** Takes a lease, or prolongs it; false when somebody else has it. A lease that is not prolonged is free after its time. */
  holdLease(name: string, holder: string, durationMs: number): Promise<boolean>
  releaseLease(name: string, holder: string): Promise<void>
}
