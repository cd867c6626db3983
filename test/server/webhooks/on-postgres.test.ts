import t from 'tap'
import { runOnPostgres } from '../engines.js'

await runOnPostgres(t, ['./deliveries.test.js'], import.meta.url)
