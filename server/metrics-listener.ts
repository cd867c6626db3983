import { createServer } from 'node:http'
import { createMetricsApp } from './app.js'
import type { ServerConfig } from './config.js'
import { listen } from './listen.js'
import type { Logger } from './observability/log.js'
import type { Metrics } from './observability/metrics.js'

const NAMES = { host: 'PLATEN_METRICS', port: 'PLATEN_METRICS' }

export interface MetricsListener {
  close(): Promise<void>
}

/**
 * Shows the metrics at an address of their own, if they have one.
 *
 * @throws ConfigError when the address cannot be had
 */
export async function startMetrics(
  { metrics: address }: ServerConfig,
  services: { readonly metrics: Metrics; readonly log: Logger },
): Promise<MetricsListener | undefined> {
  if (address === undefined || address === 'off') return undefined
  const server = createServer(createMetricsApp(services).callback())
  const url = await listen(server, address, NAMES)
  services.log.info({ url: `${url}/metrics` }, 'metrics')
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
