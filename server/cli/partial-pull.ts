import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Command, parseArguments, required } from './command.js'
import { writeJson, writeOut } from './output.js'
import { findOrganization, withStore } from './with-store.js'

export const command: Command = {
  help: `Usage: platen partial pull --org SLUG --out DIR [--json]

Writes the partials that an organization's templates share to a folder, each as NAME.html. "platen render" and "platen
check" use such a folder with --partials.

  --org SLUG  the organization
  --out DIR   the folder, created when it does not exist; files of these names are overwritten
  --json      print {out, files}

Example: platen partial pull --org acme --out partials`,

  async run(args) {
    const { values } = parseArguments(args, {
      org: { type: 'string' },
      out: { type: 'string' },
      json: { type: 'boolean' },
    })
    const slug = required(values.org, 'org')
    const out = required(values.out, 'out')
    const partials = await withStore(async (store) =>
      store.reader.loadPartials((await findOrganization(store, slug)).id),
    )
    await mkdir(out, { recursive: true })
    for (const [name, html] of partials) await writeFile(join(out, `${name}.html`), html)
    const files = [...partials.keys()].map((name) => `${name}.html`)
    if (values.json) await writeJson({ out, files })
    else await writeOut(`Wrote ${files.length} ${files.length === 1 ? 'partial' : 'partials'} to ${out}\n`)
    return 0
  },
}
