import { readConfig } from '../../../server/config.js'
import { startServer } from '../../../server/main.js'
import { startWorker } from '../../../server/worker.js'

/** A process of the service with the worker without an engine; it says where it listens, and lives until killed. */
const parts = { workerFile: new URL('../fake-worker.js', import.meta.url) }
const config = readConfig(process.env)
if (process.argv[2] === 'worker') {
  const worker = await startWorker(config, parts)
  process.on('SIGTERM', () => void worker.close())
  console.log('working')
} else {
  const server = await startServer(config, parts)
  process.on('SIGTERM', () => void server.close())
  console.log(server.url)
}
