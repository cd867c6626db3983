import t from 'tap'
import { runOnPostgres } from '../engines.js'

await runOnPostgres(t, ['./limits.test.js'], import.meta.url)
