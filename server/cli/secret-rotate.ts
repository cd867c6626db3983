import { readConfig } from '../config.js'
import { findSecrets } from '../secret.js'
import { sealAgain } from '../webhooks/seal-again.js'
import { Sealer } from '../webhooks/sealer.js'
import { type Command, parseArguments } from './command.js'
import { writeJson, writeNote, writeOut } from './output.js'
import { withStore } from './with-store.js'

export const command: Command = {
  help: `Usage: platen secret rotate [--json]

Encrypts with the present secret (PLATEN_SECRET) what the one before (PLATEN_SECRET_PREVIOUS) has encrypted: signing
secrets of webhooks, and webhooks that came with requests. The service may run, with both secrets set everywhere. The
command can be ended at any time and run again. Afterwards PLATEN_SECRET_PREVIOUS is needed only as long as links to
documents that were made before shall work.

  --json  print {sealed_again, unchanged, unreadable}

Ends with status 1 when something was encrypted with neither of the two.

Example: PLATEN_SECRET=… PLATEN_SECRET_PREVIOUS=… platen secret rotate`,

  async run(args) {
    const { values } = parseArguments(args, { json: { type: 'boolean' } })
    const sealer = new Sealer(await findSecrets(readConfig(process.env)))
    const { sealedAgain, unchanged, unreadable } = await withStore((store) => sealAgain(store, sealer))
    if (values.json) await writeJson({ sealed_again: sealedAgain, unchanged, unreadable })
    else await writeOut(`Encrypted ${sealedAgain} again; ${unchanged} were so already\n`)
    if (unreadable === 0) return 0
    await writeNote(`platen secret rotate: ${unreadable} were encrypted with neither of the two secrets`)
    return 1
  },
}
