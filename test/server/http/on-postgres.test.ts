import t from 'tap'
import { runOnPostgres } from '../engines.js'

const FILES = ['./generate.test.js', './service.test.js', './asynchronous.test.js']

await runOnPostgres(t, FILES, import.meta.url)
