import { runUntilStopped, stopSignal } from '../../server/cli/stop-signal.js'
import { readConfig } from '../../server/config.js'
import { startServer } from '../../server/main.js'
import { startWorker } from '../../server/worker.js'

/**
 * A process of the service as `platen serve` and `platen worker` start it, with the worker without an engine unless the
 * environment asks for the engine. It says
 * in a line of its own when it is ready, and lives until it gets a signal or its standard input ends.
 */
const parts = process.env.TEST_ENGINE === '1' ? {} : { workerFile: new URL('./fake-worker.js', import.meta.url) }
const config = readConfig(process.env)
const isWorker = process.argv[2] === 'worker'
const service = isWorker ? await startWorker(config, parts) : await startServer(config, parts)

const stopped = stopSignal()
void runUntilStopped(service, stopped).then(() => process.stdin.destroy())
// The test is gone.
process.stdin.resume().on('end', () => process.exit())
console.log('url' in service ? service.url : 'working')
