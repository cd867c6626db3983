import t from 'tap'
import { runOnPostgres } from '../engines.js'

const FILES = [
  './generate.test.js',
  './service.test.js',
  './asynchronous.test.js',
  './batch.test.js',
  './idempotency.test.js',
  './health.test.js',
]

await runOnPostgres(t, FILES, import.meta.url)
