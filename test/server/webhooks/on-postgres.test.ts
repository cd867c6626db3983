import t from 'tap'
import { runOnPostgres } from '../engines.js'

await runOnPostgres(
  t,
  [
    './deliveries.test.js',
    './delivery-loop.test.js',
    './processes.test.js',
    './endpoints.test.js',
    './retries.test.js',
  ],
  import.meta.url,
)
