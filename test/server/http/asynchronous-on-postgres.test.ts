import t from 'tap'
import { runOnPostgres } from '../engines.js'

await runOnPostgres(t, ['./asynchronous.test.js', './batch.test.js', './idempotency.test.js'], import.meta.url)
