import pg from 'pg'
import { StoreUnavailable } from '../store.js'

/**
 * SQLSTATE codes of conditions that pass: connection trouble (08), transactions that met each other (40), lack of
 * room (53), locks not had in time (55P03), shutdown, start and cancelled statements (57), system errors (58), a
 * standby that takes no writes (25006) and transactions ended for being idle (25P03, 25P04).
 */
const PASSING = /^(?:08|40|53|55P03|57|58|25006|25P0[34])/

/** Those after which the server has ended the connection, or is not the one any more that takes writes. */
const RECONNECT = /^(?:08|57P|25006|25P0[34])/

/** A failed query, and whether its connection can be used again. */
interface QueryFailure {
  readonly error: unknown
  readonly connectionLost: boolean
}

/** Tells the database's being away apart from what it says about a query, and from mistakes on our side. */
export function describeFailure(error: unknown): QueryFailure {
  if (error instanceof StoreUnavailable) return { error, connectionLost: true }
  if (error instanceof pg.DatabaseError) {
    const code = error.code ?? ''
    const passing = PASSING.test(code)
    return { error: passing ? unavailable(error) : error, connectionLost: RECONNECT.test(code) }
  }
  // A parameter that cannot be sent. For a lost connection the driver throws an Error of no special class.
  if (error instanceof TypeError || error instanceof RangeError) return { error, connectionLost: false }
  return { error: unavailable(error), connectionLost: true }
}

/** The database cannot be reached, or does not let us in. */
export function unavailable(error: unknown): StoreUnavailable {
  return new StoreUnavailable(`PostgreSQL is not available: ${reasonOf(error)}`, { cause: error })
}

/** A host name with several addresses fails with an error that has a code but no message. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.message !== '') return error.message
  return 'code' in error ? String(error.code) : error.name
}
