import { makeBackup } from '../backup.js'
import { readConfig } from '../config.js'
import { BackupError } from '../storage/backup/backup-file.js'
import { type Command, CommandError, parseArguments, required } from './command.js'
import { writeJson, writeNote, writeOut } from './output.js'

export const command: Command = {
  help: `Usage: platen backup --out FILE [--json]

Writes all data to one file, as they are at one moment, while the service runs: organizations, keys, templates, users,
requests that wait, deliveries that are pending, logs, and the documents. The file is readable by its owner only and holds
no secret in the clear; the secret itself (PLATEN_SECRET, or the file "secret" of the data directory) is not in it and is
needed to use it.

  --out FILE  where to; it must not be there yet
  --json      print {file, rows, documents, missing, secret}

Example: platen backup --out /backups/platen-$(date +%F).backup`,

  async run(args) {
    const { values } = parseArguments(args, { out: { type: 'string' }, json: { type: 'boolean' } })
    const file = required(values.out, 'out')
    const { rows, documents, missing, secret } = await withMessages(() => makeBackup(readConfig(process.env), file))
    if (values.json) await writeJson({ file, rows, documents, missing, secret })
    else await writeOut(`Wrote ${rows} rows and ${documents} documents to ${file}\n`)
    await writeNote(`platen backup: the secret is not in it: keep ${secret} as well`)
    if (missing > 0) await writeNote(`platen backup: ${missing} documents were gone when they were to be read`)
    return 0
  },
}

/** Faults of files are told in one line. */
export async function withMessages<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action()
  } catch (error) {
    if (error instanceof BackupError) throw new CommandError(error.message)
    if (error instanceof Error && 'syscall' in error && 'path' in error) throw new CommandError(error.message)
    throw error
  }
}
