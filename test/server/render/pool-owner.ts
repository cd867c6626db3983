import { RenderPool } from '../../../server/render/render-pool.js'
import { job } from './pool.js'

/** A program with a pool that renders a document which ends when the file opens that the first argument names. */
const pool = new RenderPool({
  workers: 1,
  workerFile: new URL('../fake-worker.js', import.meta.url),
  onProblem: (problem) => console.error(problem),
})
void pool.run(job('gate', { body: Buffer.from(JSON.stringify({ gate: process.argv[2] })) }))
