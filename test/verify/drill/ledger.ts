/** A document that was acknowledged. */
export interface Acknowledged {
  /** The number of its organization. */
  readonly tenant: number
  /** What its data say, by which it is known. */
  readonly mark: string
}

/** Faults of one kind that are named one by one. */
const NAMED = 20

/** What clients were answered, and what they may therefore rely on. */
export class Ledger {
  /** By their requests. */
  readonly acknowledged = new Map<string, Acknowledged>()
  /** Answers by their status. */
  readonly statuses = new Map<number, number>()
  /** Calls whose connection ended without an answer, as those of processes that were killed, by what their client saw. */
  readonly unanswered = new Map<string, number>()
  /** Synchronous documents that clients have, and calls of which nobody knows whether one was counted, by organization. */
  readonly made = new Map<number, number>()
  readonly perhapsMade = new Map<number, number>()
  /** Asynchronous documents that nobody could have acknowledged. */
  unacknowledged = 0
  /** Times from call to answer, of those that succeeded, in ms. */
  readonly latencies: number[] = []
  /** Answers of the service's own fault that do not say when to come again. */
  readonly withoutRetryAfter: string[] = []
  /** Whatever else an answer had no right to be. */
  readonly wrong: string[] = []

  answered(status: number): void {
    addTo(this.statuses, status)
  }

  acknowledge(requestId: string, document: Acknowledged): void {
    const known = this.acknowledged.get(requestId)
    if (known && known.mark !== document.mark)
      this.note(this.wrong, `${requestId} is ${known.mark} and ${document.mark}`)
    this.acknowledged.set(requestId, document)
  }

  note(faults: string[], fault: string): void {
    if (faults.length < NAMED) faults.push(fault)
  }
}

export function addTo<T>(counts: Map<T, number>, what: T): void {
  counts.set(what, (counts.get(what) ?? 0) + 1)
}
