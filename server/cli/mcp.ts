import { createMcpServer, loadProtocol } from '../mcp/mcp-server.js'
import { TemplateDesk } from '../mcp/template-desk.js'
import { PagePool } from '../render/page-pool.js'
import { PreviewPool } from '../render/preview-pool.js'
import { actor } from './actor.js'
import { type Command, parseArguments, required } from './command.js'
import { writeNote } from './output.js'
import { stopSignal } from './stop-signal.js'
import { findOrganization, withStore } from './with-store.js'

export const command: Command = {
  help: `Usage: platen mcp --org SLUG

Serves assistants over standard input and output by the Model Context Protocol: they list and read the templates of an
organization, check and render drafts, and save drafts. Publishing is left to people. A running service does the same at
/mcp, for keys with the scope manage.

  --org SLUG  the organization

Example: npx platen mcp --org acme`,

  async run(args) {
    const { values } = parseArguments(args, { org: { type: 'string' } })
    const slug = required(values.org, 'org')
    const [protocol, { serveStdio }] = await Promise.all([loadProtocol(), import('@modelcontextprotocol/server/stdio')])
    return withStore(async (store) => {
      const organization = await findOrganization(store, slug)
      const onProblem = ({ message }: { readonly message: string }) => void writeNote(message)
      const previews = new PreviewPool({ onProblem })
      const pages = new PagePool({ onProblem })
      const desk = new TemplateDesk({ store, previews, pages }, { organization, actor: actor() })
      const ended = new Promise((resolve) => process.stdin.once('end', resolve).once('close', resolve))
      const connection = serveStdio(() => createMcpServer(protocol, desk))
      try {
        await Promise.race([ended, stopSignal()])
        return 0
      } finally {
        await connection.close()
        await Promise.all([previews.close(), pages.close()])
      }
    })
  },
}
