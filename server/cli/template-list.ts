import { isoTime } from '../storage/iso-time.js'
import { type Command, parseArguments, required } from './command.js'
import { formatTable, formatTime, writeJson, writeOut } from './output.js'
import { findOrganization, withStore } from './with-store.js'

export const command: Command = {
  help: `Usage: platen template list --org SLUG [--json]

Lists the templates of an organization with their published versions.

  --org SLUG  the organization
  --json      print [{id, path, name, version, page_size, orientation, published_at}]

Example: platen template list --org acme`,

  async run(args) {
    const { values } = parseArguments(args, { org: { type: 'string' }, json: { type: 'boolean' } })
    const slug = required(values.org, 'org')
    const templates = await withStore(async (store) =>
      store.reader.listTemplates((await findOrganization(store, slug)).id),
    )
    if (values.json) {
      await writeJson(
        templates.map(({ id, endpointPath, name, version, pageSize, orientation, publishedAt }) => ({
          id,
          path: endpointPath,
          name,
          version,
          page_size: pageSize,
          orientation,
          published_at: isoTime(publishedAt),
        })),
      )
      return 0
    }
    const rows = templates.map((template) => [
      template.endpointPath,
      template.name,
      String(template.version),
      `${template.pageSize} ${template.orientation}`,
      formatTime(template.publishedAt),
      template.id,
    ])
    await writeOut(formatTable(['PATH', 'NAME', 'VERSION', 'PAGE', 'PUBLISHED', 'ID'], rows))
    return 0
  },
}
