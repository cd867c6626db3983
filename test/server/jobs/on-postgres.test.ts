import t from 'tap'
import { runOnPostgres } from '../engines.js'

await runOnPostgres(t, ['./job-runner.test.js', '../schedule.test.js', '../demo.test.js'], import.meta.url)
