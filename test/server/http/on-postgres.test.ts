import t from 'tap'
import { runOnPostgres } from '../engines.js'

await runOnPostgres(
  t,
  ['./generate.test.js', './service.test.js', './health.test.js', './lost-requests.test.js'],
  import.meta.url,
)
