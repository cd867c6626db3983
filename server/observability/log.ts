import { type Logger, pino } from 'pino'
import type { LogLevel } from './log-levels.js'

export type { Logger }

/** Logs as JSON lines on standard output. */
export function createLog(level: LogLevel): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime })
}
