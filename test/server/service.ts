import { pino } from 'pino'
import { readConfig, type ServerConfig } from '../../server/config.js'
import { issueKey } from '../../server/http/api-key.js'
import { type RunningServer, startServer } from '../../server/main.js'
import type { StoreLocation } from '../../server/storage/open-store.js'
import type { NewTemplateVersion, Organization } from '../../server/storage/store.js'
import { currentEngine } from './engines.js'
import type { Teardown } from './folder.js'
import { type Reply, send } from './http/request.js'

export interface Service extends RunningServer, StoreLocation {
  readonly organization: Organization
  /** A usable key of `organization`. */
  readonly key: string
  readonly logs: readonly string[]
  addKey(options?: { readonly organizationId?: string; readonly allowIps?: readonly string[] }): Promise<string>
  addTemplate(endpointPath: string, html: string, template?: Partial<NewTemplateVersion>): Promise<void>
  /** Starts another server over the same data. */
  restart(): Promise<RunningServer>
  /** Posts data to a template of acme, with its key. */
  generate(template: string, body: string, key?: string): Promise<Reply>
  /** The same with `Prefer: respond-async`. */
  generateLater(template: string, body: string): Promise<Reply>
  /** Waits until a request of acme has left the queue for good. */
  finished(requestId: string): Promise<FinishedRequest>
}

/** What the interface says of a request that is completed; one that failed has less. */
export interface FinishedRequest {
  readonly status: 'completed' | 'failed'
  readonly document_id: string
  readonly document_url: string
  readonly size_bytes: number
}

/** Starts the real server on a port of its own, with the organization `acme` and the worker without an engine. */
export async function startService(
  t: Teardown,
  config: Partial<ServerConfig> = {},
  monthlyQuota?: number,
): Promise<Service> {
  const location = config.dataDir === undefined ? await currentEngine().newLocation(t) : {}
  const logs: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void logs.push(line) })
  const used = { ...readConfig({}), port: 0, workers: 1, ...location, ...config }
  const start = async () => {
    const server = await startServer(used, { log, workerFile: new URL('./fake-worker.js', import.meta.url) })
    t.teardown(() => server.close())
    return server
  }
  const server = await start()
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
  const post = (template: string, body: string, usedKey: string, headers: Record<string, string> = {}) =>
    send(`${server.url}/api/v1/acme/templates/${template}/documents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${usedKey}`, 'content-type': 'application/json', ...headers },
      body,
    })
  const generate: Service['generate'] = (template, body, usedKey = key) => post(template, body, usedKey)
  const generateLater: Service['generateLater'] = (template, body) =>
    post(template, body, key, { prefer: 'respond-async' })
  const finished: Service['finished'] = (requestId) =>
    new Promise((resolve, reject) => {
      const look = async () => {
        const headers = { authorization: `Bearer ${key}` }
        const { json } = await send(`${server.url}/api/v1/acme/requests/${requestId}`, { headers })
        const request = json as FinishedRequest
        if (request.status !== 'completed' && request.status !== 'failed') return
        stop()
        resolve(request)
      }
      const stop = server.store.changes.onChange('finished', () => void look().catch(reject))
      look().catch(reject)
    })
  const { dataDir, databaseUrl } = used
  return {
    ...server,
    dataDir,
    databaseUrl,
    organization,
    logs,
    key,
    addKey,
    addTemplate,
    restart: start,
    generate,
    generateLater,
    finished,
  }
}
