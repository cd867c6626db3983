import { type Logger, pino } from 'pino'
import type { LogLevel } from './log-levels.js'

export type { Logger }

/** How long a line may wait for others, in ms, and how many bytes may. */
const FLUSH_INTERVAL_MS = 100
const FLUSH_BYTES = 8_192

/**
 * Logs as JSON lines on standard output. Lines are written together: one write a line would be one more thread to wake
 * for every answer, at the cost of the threads that render. The rest is written when the process ends.
 */
export function createLog(level: LogLevel): Logger {
  const output = pino.destination({ sync: false, minLength: FLUSH_BYTES, periodicFlush: FLUSH_INTERVAL_MS })
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, output)
}
