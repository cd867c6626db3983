import pg from 'pg'

/** How long connecting may take, and waiting for a connection of the pool. */
const CONNECT_TIMEOUT_MS = 5_000

/** A peer that is silently gone is noticed by probes after this time without traffic. */
const KEEP_ALIVE_DELAY_MS = 10_000

/** The settings of all our connections. */
export function connectionSettings(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    fallback_application_name: 'platen',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    types: { getTypeParser },
  }
}

/** Times in ms and counts fit into a number; the driver would hand over a bigint as text. */
const getTypeParser: typeof pg.types.getTypeParser = (type: number, format?: 'text' | 'binary') =>
  type === pg.types.builtins.INT8 && format !== 'binary' ? Number : pg.types.getTypeParser(type, format)
