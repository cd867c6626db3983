import { readConfig } from '../config.js'
import { startWorker } from '../worker.js'
import { type Command, parseArguments } from './command.js'
import { writeNote } from './output.js'
import { runUntilStopped, stopSignal } from './stop-signal.js'

export const command: Command = {
  help: `Usage: platen worker

Works on the documents that servers have accepted, until SIGINT or SIGTERM, without listening itself. It needs the
servers' data: the same DATABASE_URL and PLATEN_SECRET, or on one machine the same PLATEN_DATA_DIR; and
PLATEN_PUBLIC_URL, for the links to documents. Logs are JSON lines on standard output.

Example: DATABASE_URL=postgres://platen@db/platen PLATEN_SECRET=… PLATEN_PUBLIC_URL=https://pdf.example.com platen worker`,

  async run(args) {
    parseArguments(args, {})
    const config = readConfig(process.env)
    const stopped = stopSignal()
    const worker = await startWorker(config)
    await writeNote('\n  Platen is working on queued documents\n')
    return runUntilStopped(worker, stopped)
  },
}
