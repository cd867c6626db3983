import { runUntilStopped, stopSignal } from '../../server/cli/stop-signal.js'
import { ConfigError, readConfig } from '../../server/config.js'
import { startServer } from '../../server/main.js'
import { StoreError } from '../../server/storage/store.js'
import { startWorker } from '../../server/worker.js'

/**
 * A process of the service as `platen serve` and `platen worker` start it, with the worker without an engine unless the
 * environment asks for the engine. It says
 * in a line of its own when it is ready, and lives until it gets a signal or its standard input ends.
 */
const parts = process.env.TEST_ENGINE === '1' ? {} : { workerFile: new URL('./fake-worker.js', import.meta.url) }
const config = readConfig(process.env)
const service = await start()

const stopped = stopSignal()
void runUntilStopped(service, stopped).then(() => process.stdin.destroy())
// The test is gone.
process.stdin.resume().on('end', () => process.exit())
console.log('url' in service ? service.url : 'working')

async function start() {
  try {
    return process.argv[2] === 'worker' ? await startWorker(config, parts) : await startServer(config, parts)
  } catch (error) {
    // What whoever runs the service can mend is a line of its own there.
    if (!(error instanceof ConfigError || error instanceof StoreError)) throw error
    console.error(error.message)
    return process.exit(1)
  }
}
