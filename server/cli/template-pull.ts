import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, resolve, sep } from 'node:path'
import type { TemplateContent } from '../storage/store.js'
import { type Command, CommandError, parseArguments, required } from './command.js'
import { writeJson, writeOut } from './output.js'
import { findOrganization, withStore } from './with-store.js'

export const command: Command = {
  help: `Usage: platen template pull PATH --org SLUG --out DIR [--json]

Writes a published template to a folder, in the form that "platen template push" takes.

  PATH        the template's endpoint path
  --org SLUG  the organization
  --out DIR   the folder, created when it does not exist; files of the same names are overwritten
  --json      print {out, files}

Example: platen template pull invoice --org acme --out invoice`,

  async run(args) {
    const { values, positionals } = parseArguments(
      args,
      { org: { type: 'string' }, out: { type: 'string' }, json: { type: 'boolean' } },
      ['PATH'],
    )
    const [endpointPath = ''] = positionals
    const slug = required(values.org, 'org')
    const out = required(values.out, 'out')
    const content = await withStore(async (store) => {
      const organization = await findOrganization(store, slug)
      const template = await store.findPublishedTemplate(organization.id, endpointPath)
      return template && store.reader.loadTemplateVersion(template.versionId)
    })
    if (!content) throw new CommandError(`there is no template "${endpointPath}"`)
    const files = filesOf(content)
    for (const [path, bytes] of files) await writeInside(out, path, bytes)
    if (values.json) await writeJson({ out, files: [...files.keys()] })
    else await writeOut(`Wrote ${files.size} files to ${out}\n`)
    return 0
  },
}

function filesOf({ name, html, pageSize, orientation, manner, standard, schema, sample, assets }: TemplateContent) {
  const settings = `${JSON.stringify({ name, pageSize, orientation, manner, standard }, undefined, 2)}\n`
  const files = new Map<string, string | Uint8Array>(assets)
  files.set('template.html', html).set('template.json', settings)
  if (schema !== undefined) files.set('schema.json', schema)
  if (sample !== undefined) files.set('sample.json', sample)
  return files
}

/** Writes a file under the folder, whatever its path says. */
async function writeInside(folder: string, path: string, bytes: string | Uint8Array): Promise<void> {
  const file = resolve(folder, path)
  if (!file.startsWith(resolve(folder) + sep)) throw new CommandError(`the asset "${path}" lies outside of the folder`)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, bytes)
}
