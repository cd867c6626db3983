import { restoreBackup } from '../backup.js'
import { readConfig } from '../config.js'
import { withMessages } from './backup.js'
import { type Command, parseArguments } from './command.js'
import { writeJson, writeOut } from './output.js'

export const command: Command = {
  help: `Usage: platen restore FILE [--json]

Reads a file of "platen backup" into a place where nothing is yet: a data directory without a database, or an empty
database, and the storage of documents that the settings name. The secret must be there first: PLATEN_SECRET, or the file
"secret" of the data directory. A file that was cut or changed is refused, and so is a place that is not empty.

  --json  print {rows, documents, version, created_at}

Example: mkdir -m 700 data && cp /backups/secret data/ && platen restore /backups/platen-2026-11-29.backup`,

  async run(args) {
    const { values, positionals } = parseArguments(args, { json: { type: 'boolean' } }, ['FILE'])
    const file = positionals[0] ?? ''
    const { rows, documents, version, createdAt } = await withMessages(() =>
      restoreBackup(readConfig(process.env), file),
    )
    if (values.json) await writeJson({ rows, documents, version, created_at: createdAt })
    else await writeOut(`Restored ${rows} rows and ${documents} documents of ${createdAt}\n`)
    return 0
  },
}
