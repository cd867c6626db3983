import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import { type MatchesPath, PathPatterns } from '../../webhooks/rules/path-patterns.js'
import type { StoreDatabase } from '../database.js'
import type { Database } from '../schema.js'

/** A transaction that announces the end of requests. */
export interface FinishingTransaction {
  readonly transaction: Transaction<Database>
  /** Which endpoints want an event may depend on patterns that customers wrote. */
  readonly matchesPath: MatchesPath
}

/** How often a transaction is begun again because an endpoint was changed meanwhile. */
const MAX_ROUNDS = 4

/** Ends a transaction that needs to know what has to be found out first. */
class UnknownMatches extends Error {
  override readonly name = 'UnknownMatches'
}

const patterns = new PathPatterns()

/**
 * Runs a transaction that announces something without running patterns in it, while others wait: when it needs an
 * answer that is not known, it ends without effect and begins again with the answer. Endpoints are read in the
 * transaction itself, so it always goes by what they are then; one that was changed between two rounds costs another
 * round. An endpoint that is changed each time has its pattern run in the transaction at last.
 *
 * @param action may be run more than once
 */
export async function runFinishing<T>(
  { db }: Pick<StoreDatabase, 'db'>,
  action: (finishing: FinishingTransaction) => Promise<T>,
  { recall, matches }: Pick<PathPatterns, 'recall' | 'matches'> = patterns,
): Promise<T> {
  /** Answers found for this transaction; the shared ones may be forgotten meanwhile. */
  const found = new Map<string, boolean>()
  for (let round = 1; ; round++) {
    const unknown: (readonly [pattern: string, path: string])[] = []
    const matchesPath: MatchesPath = (pattern, path) => {
      const answer = found.get(`${path} ${pattern}`) ?? recall(pattern, path)
      if (answer !== undefined) return answer
      if (round >= MAX_ROUNDS) return matches(pattern, path)
      unknown.push([pattern, path])
      return false
    }
    try {
      return await db.transaction().execute(async (transaction) => {
        const result = await action({ transaction, matchesPath })
        if (unknown.length > 0) throw new UnknownMatches()
        return result
      })
    } catch (error) {
      if (!(error instanceof UnknownMatches)) throw error
    }
    for (const [pattern, path] of unknown) {
      found.set(`${path} ${pattern}`, matches(pattern, path))
      // There may be many of them, and others who want this thread.
      await nextTurn()
    }
  }
}
