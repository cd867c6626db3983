import t from 'tap'
import { runOnPostgres } from '../engines.js'

await runOnPostgres(t, ['./job-runner.test.js', '../schedule.test.js', '../templates/demo.test.js'], import.meta.url)
