import type { Store } from '../storage/store.js'
import { folderOf } from '../templates/template-folder.js'
import { type Command, CommandError, parseArguments, required } from './command.js'
import { writeJson, writeOut } from './output.js'
import { readPulledVersion, writePulledFiles, writePulledVersion } from './pulled-folder.js'
import { findOrganization, withStore } from './with-store.js'

export const command: Command = {
  help: `Usage: platen template pull PATH --org SLUG --out DIR [--force] [--json]

Writes a published template to a folder, in the form that "platen template push" takes. The folder's .platen.json notes
the version, so that pushing it later does not undo what others have published meanwhile.

  PATH        the template's endpoint path
  --org SLUG  the organization
  --out DIR   the folder, created when it does not exist
  --force     overwrite files that were changed since they were pulled
  --json      print {out, files, version}

Example: platen template pull invoice --org acme --out invoice`,

  async run(args) {
    const { values, positionals } = parseArguments(
      args,
      { org: { type: 'string' }, out: { type: 'string' }, force: { type: 'boolean' }, json: { type: 'boolean' } },
      ['PATH'],
    )
    const [endpointPath = ''] = positionals
    const slug = required(values.org, 'org')
    const out = required(values.out, 'out')
    const pulled = await withStore((store) => load(store, slug, endpointPath))
    if (!pulled) throw new CommandError(`there is no template "${endpointPath}"`)
    const { templateId, version } = pulled
    const files = folderOf(pulled.content)
    await writePulledFiles(out, files, await readPulledVersion(out), values.force === true)
    await writePulledVersion(out, templateId, version, files)
    if (values.json) await writeJson({ out, files: [...files.keys()], version })
    else await writeOut(`Wrote ${files.size} files of version ${version} to ${out}\n`)
    return 0
  },
}

/** The published files of a template, and their version; undefined when there is none. */
async function load(store: Store, slug: string, endpointPath: string) {
  const { id } = await findOrganization(store, slug)
  const template = await store.findPublishedTemplate(id, endpointPath)
  // The published version is always the newest.
  const [newest] = await store.reader.listVersions(id, endpointPath, { limit: 1 })
  const content = newest && (await store.reader.loadTemplateVersion(newest.versionId))
  return template && newest && content && { templateId: template.templateId, version: newest.version, content }
}
