/** How full a queue is, for all organizations and for one of them. */
export interface QueueUse {
  /** Places of the queue. */
  readonly capacity: number
  /** Places taken, all organizations together. */
  readonly taken: number
  /** Those of them that the organization has taken. */
  readonly own: number
}

/**
 * How many more places of a queue an organization may take: it may fill half of what the others leave free, rounded up.
 * So there is room for whoever comes next, however much the others ask for, and a queue that one organization has
 * filled is only half full.
 */
export function shareOfFree({ capacity, taken, own }: QueueUse): number {
  const free = capacity - (taken - own)
  return Math.max(0, Math.ceil(free / 2) - own)
}
