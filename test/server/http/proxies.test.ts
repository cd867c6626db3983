import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { newVisitor } from '../dashboard/visitor.js'
import { makeFolder } from '../folder.js'
import { freePort } from '../free-port.js'
import { reached, startOwnService } from '../service.js'
import { until } from '../until.js'
import { open } from './raw-request.js'
import { send } from './request.js'

const GUIDE = readFileSync(new URL('../../../../server/docs/operations.md', import.meta.url), 'utf8')

/** A proxy with the configuration that server/docs/operations.md has for it. */
interface Proxy {
  readonly name: string
  /** The language of its code block. */
  readonly block: string
  /** Makes a file of the configuration, for a port to listen on and the service's address. */
  adapt(block: string, port: number, service: string, folder: string): string
  readonly words: (file: string) => readonly string[]
}

const PROXIES: readonly Proxy[] = [
  {
    name: 'nginx',
    block: 'nginx',
    adapt: (block, port, service, folder) => {
      const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      const own = paths.map((path) => `${path}_temp_path ${folder}/${path};`).join('\n')
      const http = block.replace('listen 80;', `listen 127.0.0.1:${port};`).replace('127.0.0.1:3000', service)
      // Its workers write into the folder of whoever runs this.
      const user = process.getuid?.() === 0 ? 'user root;' : ''
      return `${user} daemon off; pid ${folder}/pid; error_log ${folder}/error.log;\nevents {}\nhttp {\naccess_log off;\n${own}\n${http}}\n`
    },
    words: (file) => ['-c', file],
  },
  {
    name: 'haproxy',
    block: 'haproxy',
    adapt: (block, port, service) =>
      block
        .replace('bind :80', `bind 127.0.0.1:${port}`)
        .replace('10.0.0.1:3000', service)
        .replace(/.*10\.0\.0\.2.*\n/, ''),
    words: (file) => ['-f', file],
  },
  {
    name: 'caddy',
    block: 'caddy',
    adapt: (block, port, service) =>
      `{\n\tadmin off\n}\n${block.replace('pdf.example.com', `http://127.0.0.1:${port}`).replace('127.0.0.1:3000', service)}`,
    words: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
]

/** Starts a proxy that listens on a port, before a service at an address. */
async function startProxy(t: Test, { name, block, adapt, words }: Proxy, port: number, service: string): Promise<void> {
  const folder = makeFolder(t)
  const [, after = ''] = GUIDE.split(`\`\`\`${block}\n`)
  const [code = ''] = after.split('```')
  const text = adapt(code, port, service, folder)
  t.match(text, service)
  t.match(text, String(port))
  const file = join(folder, 'configuration')
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, text)
  const env = { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const child: ChildProcess = spawn(name, words(file), { env, stdio: 'ignore' })
  const exited = once(child, 'exit')
  t.teardown(async () => {
    child.kill('SIGTERM')
    await exited
  })
  await until(async () => (await send(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.status === 200)
}

for (const proxy of PROXIES) {
  t.test(`behind ${proxy.name}, as the guide configures it`, async (t) => {
    if (spawnSync(proxy.name, ['-v']).error) {
      t.comment(`${proxy.name} is not installed: its configuration was not tried`)
      return
    }
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const service = await startOwnService(t, { trustedProxies: 1, publicUrl: url })
    for (const name of ['letter', 'gate']) await service.addTemplate(name, name)
    const listening = JSON.parse(await service.process.logged((line) => line.includes('"msg":"listening"'))).url
    await startProxy(t, proxy, port, new URL(listening).host)
    const path = `/api/v1/${service.organization.slug}/templates`
    const headers = { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' }
    const lineOf = async (mark: string) =>
      JSON.parse(await service.process.logged((line) => line.includes('"msg":"request"') && line.includes(mark)))

    await t.test('addresses are those that it has seen, and links lead to it', async (t) => {
      const claimed = { 'x-forwarded-for': '192.0.2.66', prefer: 'respond-async' }
      const {
        status,
        json,
        headers: answered,
      } = await send(`${url}${path}/letter/documents`, {
        method: 'POST',
        headers: { ...headers, ...claimed },
        body: '{}',
      })
      t.equal(status, 202)
      t.match(await lineOf(String(answered['x-request-id'])), { address: '127.0.0.1' })
      const { request_id: id } = json as { request_id: string }
      await service.finished(id)
      const { json: state } = await send(`${url}/api/v1/${service.organization.slug}/requests/${id}`, { headers })
      t.match(state, { document_url: new RegExp(`^${url.replaceAll('.', '\\.')}/`) })
    })

    await t.test('a body that is too large has the answer of the service', async (t) => {
      const body = `"${'x'.repeat(1_500_000)}"`
      const { status, json } = await send(`${url}${path}/letter/documents`, { method: 'POST', headers, body })
      t.equal(status, 413)
      t.match(json, { error: { code: 'payload_too_large' } })
    })

    await t.test('who goes away takes the request along', async (t) => {
      const gate = join(makeFolder(t), 'open')
      const body = JSON.stringify({ gate })
      const own = { host: new URL(url).host, expect: '100-continue', 'content-length': body.length }
      const lines = Object.entries({ ...headers, ...own })
      const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
      const socket = await open(url)
      // HAProxy 2.6 does not see the end of clients whose whole request has come at once.
      socket.write(`POST ${path}/gate/documents HTTP/1.1\r\n${head}\r\n`)
      await once(socket, 'data')
      socket.write(body)
      await reached(gate)
      socket.destroy()
      t.match(await lineOf('/gate/documents'), { status: 499, aborted: true })
      writeFileSync(gate, '')
    })

    await t.test('pages that follow what happens arrive as they are sent', async (t) => {
      const { token } = await newVisitor(service, 'viewer')
      const accept = { accept: 'text/event-stream', cookie: `platen=${token}` }
      const page = `${url}/dashboard/${service.organization.slug}/requests`
      const [answer] = await once(request(page, { headers: accept }).end(), 'response')
      t.teardown(() => answer.destroy())
      t.match(answer.headers, { 'content-type': 'text/event-stream' })
      const [first] = await once(answer, 'data')
      t.match(String(first), /^retry: /)
    })
  })
}
