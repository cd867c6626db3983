import type { JsonSchemaType, McpServer } from '@modelcontextprotocol/server'
import type { JsonObject } from '../../engine/base/json.js'
import { packageVersion } from '../observability/package-version.js'
import { StoreError } from '../storage/store.js'
import { FileError } from '../templates/template-files.js'
import { GUIDES, textOf } from './documentation.js'
import { DeskError, type TemplateDesk } from './template-desk.js'
import { failure, TOOLS } from './tools.js'

const INSTRUCTIONS =
  'platen renders PDFs from HTML templates with {{placeholders}} and JSON data, without a browser. Read platen://docs/reference before writing a template. Look at pages with render_page, and keep check_template free of problems. Drafts are saved; publishing is left to people.'

/** How long lists and guides may be kept, in ms: they change with a version of the service alone. */
const CACHED = { ttlMs: 3_600_000, cacheScope: 'public' } as const

/** The module of the protocol, which is loaded when the first assistant comes. */
export function loadProtocol(): Promise<typeof import('@modelcontextprotocol/server')> {
  return import('@modelcontextprotocol/server')
}

/** The SDK's type of a schema is that of a parsed one, which records of ours are not known to be. */
function schemaOf(properties: JsonObject, required: readonly string[]): JsonSchemaType {
  return { type: 'object', properties, required, additionalProperties: false } as JsonSchemaType
}

/** A server of the Model Context Protocol, for one request or one connection, with the tools and guides of the service. */
export function createMcpServer(
  { McpServer, fromJsonSchema }: typeof import('@modelcontextprotocol/server'),
  desk: TemplateDesk,
): McpServer {
  const server = new McpServer(
    { name: 'platen', title: 'platen', version: packageVersion() },
    {
      capabilities: { tools: {}, resources: {} },
      instructions: INSTRUCTIONS,
      cacheHints: { 'tools/list': CACHED, 'resources/list': CACHED },
    },
  )
  for (const { name, title, description, properties, required, isReadOnly, run } of TOOLS) {
    const inputSchema = fromJsonSchema<never>(schemaOf(properties, required))
    const annotations = { readOnlyHint: isReadOnly, destructiveHint: false, openWorldHint: false }
    server.registerTool(name, { title, description, inputSchema, annotations }, async (args) => {
      try {
        return await run(desk, args)
      } catch (error) {
        const isTold = error instanceof DeskError || error instanceof FileError
        if (isTold || (error instanceof StoreError && error.code === 'conflict')) return failure(error.message)
        throw error
      }
    })
  }
  for (const guide of GUIDES) {
    const { name, uri, title, description } = guide
    const metadata = { title, description, mimeType: 'text/markdown', cacheHint: CACHED }
    server.registerResource(name, uri, metadata, async () => ({
      contents: [{ uri, mimeType: 'text/markdown', text: textOf(guide) }],
    }))
  }
  return server
}
