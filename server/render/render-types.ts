import type { MessagePort } from 'node:worker_threads'
import type { TemplateContent } from '../storage/store.js'
import type { Violation } from './validate-data.js'

/** A PDF larger than this is refused: 50 MB. */
export const MAX_PDF_BYTES = 52_428_800

/** What the pool sends to a worker. */
export type WorkerTask =
  /** Loads the engine and its fonts before the first request needs them. */
  { readonly kind: 'warm' } | DocumentTask

export interface DocumentTask extends CheckTask {
  readonly kind: 'document'
}

/** A request that is checked, whether or not it is rendered then. */
export interface CheckTask {
  /** The request's body as received. */
  readonly body: Uint8Array
  /** The body holds several documents; only checked, never rendered like this. */
  readonly isBatch?: boolean | undefined
  /** The template version to render; absent when the request names a template that does not exist. */
  readonly versionId: string | undefined
  /** Where the worker asks for what it does not have. */
  readonly port: MessagePort
}

/** What a worker says about its task while it runs. All but the first wait for an answer. */
export type WorkerQuestion =
  /** The task has left the queue. */
  | { readonly kind: 'started' }
  /** The worker does not know the template version yet. */
  | { readonly kind: 'need-template' }
  /** The same of a worker that only checks. */
  | { readonly kind: 'need-schema' }
  /** The request is valid: may it be counted and rendered? */
  | { readonly kind: 'admit'; readonly isTest: boolean }

export type WorkerAnswer =
  /** The version's content; absent when the template was deleted meanwhile. */
  | { readonly kind: 'template'; readonly content: TemplateContent | undefined }
  /** The version's schema; absent when it has none. */
  | { readonly kind: 'schema'; readonly schema: string | undefined }
  | { readonly kind: 'admitted' }
  /** A limit stands against it, or the answer could not be found out. */
  | { readonly kind: 'refused' }

/** The names that debug mode tells: never values. */
export interface FieldNames {
  /** Top-level members that were sent. */
  readonly received: readonly string[]
  /** Top-level properties of the template's schema. */
  readonly expected: readonly string[]
}

/** The fault of a request by which it is refused. */
export type BodyFault =
  /** The body is not a JSON object. */
  | { readonly kind: 'invalid-body'; readonly message: string }
  | { readonly kind: 'unknown-template' }
  /** The data does not fit; the first violation decides, the others are for debug mode. */
  | {
      readonly kind: 'invalid-data'
      readonly violations: readonly [Violation, ...Violation[]]
      readonly fields: FieldNames
    }

/** How a check ended in its worker. */
export type CheckResult = BodyFault | { readonly kind: 'valid'; readonly documents: readonly CheckedDocument[] }

/** What a request's body asks for, once it is known to be valid. */
export interface CheckedDocument {
  readonly isTest: boolean
  /** The `webhook` member, as JSON. */
  readonly webhook: string | undefined
  /** Its part of the body when there are several; the whole body when absent. */
  readonly body: Uint8Array | undefined
}

/** How a task ended in its worker. */
export type WorkerOutcome =
  | BodyFault
  | { readonly kind: 'warm' }
  | {
      readonly kind: 'rendered'
      readonly pdf: Uint8Array
      readonly pages: number
      /** Compiling, when it was needed, and rendering. */
      readonly renderTimeMs: number
    }
  | { readonly kind: 'refused' }
  /** The template cannot be compiled or rendered with this data; the message names the place. */
  | { readonly kind: 'template-failed'; readonly message: string }
  | { readonly kind: 'document-too-large'; readonly bytes: number }

/** How a task ended for the pool's caller. */
export type RenderOutcome = Exclude<WorkerOutcome, { readonly kind: 'warm' }> | Unfinished

/** How a check ended for the pool's caller. */
export type CheckOutcome = CheckResult | Unfinished

/** What ends a task from outside. */
export type Unfinished =
  /** The time limit passed; the worker was ended if it had begun. */
  | { readonly kind: 'timed-out' }
  /** Nobody waits for the document any more, and it had not begun. */
  | { readonly kind: 'cancelled' }
  /** The queue is full or the pool is closing. */
  | { readonly kind: 'unavailable' }
