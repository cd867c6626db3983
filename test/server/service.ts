import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { readConfig, type ServerConfig } from '../../server/config.js'
import { issueKey } from '../../server/http/api-key.js'
import { type RunningServer, startServer } from '../../server/main.js'
import type { NewTemplateVersion, Organization } from '../../server/storage/store.js'
import { type Reply, send } from './http/request.js'

/** A folder that the test takes away again. */
export interface Teardown {
  teardown(action: () => unknown): void
}

export function makeFolder(t: Teardown): string {
  const folder = mkdtempSync(join(tmpdir(), 'platen-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export interface Service extends RunningServer {
  readonly dataDir: string
  readonly organization: Organization
  /** A usable key of `organization`. */
  readonly key: string
  readonly logs: readonly string[]
  addKey(options?: { readonly organizationId?: string; readonly allowIps?: readonly string[] }): Promise<string>
  addTemplate(endpointPath: string, html: string, template?: Partial<NewTemplateVersion>): Promise<void>
  /** Posts data to a template of acme, with its key. */
  generate(template: string, body: string, key?: string): Promise<Reply>
}

/** Starts the real server on a port of its own, with the organization `acme` and the worker without an engine. */
export async function startService(
  t: Teardown,
  config: Partial<ServerConfig> = {},
  monthlyQuota?: number,
): Promise<Service> {
  const dataDir = makeFolder(t)
  const logs: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void logs.push(line) })
  const server = await startServer(
    { ...readConfig({}), port: 0, workers: 1, dataDir, ...config },
    { log, workerFile: new URL('./fake-worker.js', import.meta.url) },
  )
  t.teardown(() => server.close())
  const organization = await server.store.createOrganization({ slug: 'acme', name: 'Acme', plan: 'free', monthlyQuota })

  const addKey: Service['addKey'] = async ({ organizationId = organization.id, allowIps = [] } = {}) => {
    const { key, hash, display } = issueKey(organizationId)
    await server.store.createKey({ organizationId, hash, display, description: 'test', allowIps })
    return key
  }
  const addTemplate: Service['addTemplate'] = async (endpointPath, html, template = {}) => {
    await server.store.publishTemplate({
      organizationId: organization.id,
      endpointPath,
      name: endpointPath,
      html,
      pageSize: 'a4',
      orientation: 'portrait',
      schema: undefined,
      sample: undefined,
      assets: new Map(),
      ...template,
    })
  }
  const key = await addKey()
  const generate: Service['generate'] = (template, body, usedKey = key) =>
    send(`${server.url}/api/v1/acme/templates/${template}/documents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${usedKey}`, 'content-type': 'application/json' },
      body,
    })
  return { ...server, dataDir, organization, logs, key, addKey, addTemplate, generate }
}
