import { type Logger, type LoggerOptions, pino } from 'pino'
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
 *
 * @param isOutage tells errors whose cause is away for a while, and has a line of its own
 */
export function createLog(level: LogLevel, isOutage: (error: unknown) => boolean = () => false): Logger {
  output ??= openOutput()
  const hooks = { logMethod: quietly(isOutage) }
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, hooks }, output)
}

/**
 * While something is away that everything needs, everything fails again and again, and none of it is news: such lines are at
 * debug, with the reason in place of a trace of the stack. Whoever watches what is away has a line for it.
 */
function quietly(isOutage: (error: unknown) => boolean): NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']> {
  const { debug, fatal } = pino.levels.values
  return function (this: Logger, values, write, level) {
    const [fields, ...rest]: readonly unknown[] = values
    const isQuiet = level > Number(debug) && level < Number(fatal) && isFailure(fields) && isOutage(fields.err)
    if (!isQuiet) return write.apply(this, values)
    const { err, ...others } = fields
    this.debug({ ...others, reason: err.message }, ...(rest as [string]))
  }
}

function isFailure(fields: unknown): fields is { readonly err: Error } {
  return typeof fields === 'object' && fields !== null && 'err' in fields && fields.err instanceof Error
}

function openOutput() {
  const opened = pino.destination({ sync: true, minLength: FLUSH_BYTES, periodicFlush: FLUSH_INTERVAL_MS })
  process.on('exit', () => opened.flushSync())
  return opened
}
