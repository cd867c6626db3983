import { type Logger, pino } from 'pino'
import type { LogLevel } from './log-levels.js'

export type { Logger }

/** How long a line may wait for others, in ms, and how many bytes may. */
const FLUSH_INTERVAL_MS = 100
const FLUSH_BYTES = 8_192

/** What waits to be written to standard output, which is the process's as a whole. */
let output: ReturnType<typeof pino.destination> | undefined

/**
 * Logs as JSON lines on standard output. Lines are written together, one call for many, and the rest when the process
 * ends. They are written in this thread: what another thread has yet to write would then come after the rest.
 */
export function createLog(level: LogLevel): Logger {
  output ??= openOutput()
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, output)
}

function openOutput() {
  const opened = pino.destination({ sync: true, minLength: FLUSH_BYTES, periodicFlush: FLUSH_INTERVAL_MS })
  process.on('exit', () => opened.flushSync())
  return opened
}
