import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { issueKey } from '../../../server/http/api-key.js'
import { openStore } from '../../../server/storage/open-store.js'
import { type Engine, engines } from '../engines.js'
import { makeFolder } from '../folder.js'
import { type Reply, send } from '../http/request.js'
import { locationSettings, reached } from '../service.js'
import { type ServiceProcess, startProcess } from '../service-process.js'
import { LETTER } from '../storage/store-inputs.js'

/** Two servers over one store, and a request that both can be made to render. */
async function startPair(t: Test, { newLocation }: Engine) {
  const location = await newLocation(t)
  const settings = { ...locationSettings(location), PLATEN_LOG_LEVEL: 'silent' }
  const processes = await Promise.all([startProcess('server', settings), startProcess('server', settings)])
  t.teardown(() => Promise.all(processes.map((process) => process.end('SIGKILL'))))
  const store = await openStore(location)
  t.teardown(() => store.close())
  const organization = await store.createOrganization({ slug: 'acme', name: 'Acme', plan: 'free' })
  const { key, hash, display } = issueKey(organization.id)
  await store.createKey({ organizationId: organization.id, hash, display, description: '', allowIps: [] })
  await store.publishTemplate({ ...LETTER, organizationId: organization.id, endpointPath: 'gate', html: 'gate' })
  const gate = join(makeFolder(t), 'open')
  const post = ({ url }: ServiceProcess): Promise<Reply> =>
    send(`${url}/api/v1/acme/templates/gate/documents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': 'once' },
      body: JSON.stringify({ gate }),
    })
  const [first, second] = processes
  return {
    first,
    second,
    post,
    open: () => writeFileSync(gate, ''),
    /** Waits until the document is being rendered, by one process after the other. */
    begun: async () => {
      await reached(gate)
      rmSync(`${gate}.reached`)
    },
    /** Does as other processes do with one that has been silent for too long. */
    takeForDead: async ({ process: { pid } }: ServiceProcess) => {
      const known = await store.listProcesses()
      const dead = known.filter((other) => other.pid === pid).map(({ id }) => id)
      await store.reapProcesses('', dead)
    },
    used: async () => (await store.reader.readUsage(organization.id)).documents.used,
  }
}

function stop({ process }: ServiceProcess): void {
  process.kill('SIGSTOP')
}

function resume({ process }: ServiceProcess): void {
  process.kill('SIGCONT')
}

for (const engine of engines(t)) {
  t.test(`a process that stood still and was taken for dead: ${engine.name}`, async (t) => {
    await t.test('does not save its answer while another answers the request', async (t) => {
      const { first, second, post, open, begun, takeForDead, used } = await startPair(t, engine)
      const early = post(first)
      await begun()
      stop(first)
      await takeForDead(first)
      const late = post(second)
      await begun()
      stop(second)
      open()
      resume(first)
      t.match((await early).json, { error: { code: 'idempotency_in_progress' } })
      resume(second)
      const answer = await late
      t.equal(answer.status, 200)
      const again = await post(first)
      t.equal(again.headers['idempotent-replayed'], 'true')
      t.equal(again.headers['x-request-id'], answer.headers['x-request-id'])
      t.equal(await used(), 1, 'and what did not come about is not counted')
    })

    await t.test('does not take the place of the answer that another has given', async (t) => {
      const { first, second, post, open, begun, takeForDead, used } = await startPair(t, engine)
      const early = post(first)
      await begun()
      stop(first)
      await takeForDead(first)
      const late = post(second)
      await begun()
      open()
      const answer = await late
      t.equal(answer.status, 200)
      resume(first)
      t.match((await early).json, { error: { code: 'idempotency_in_progress' } })
      const again = await post(second)
      t.equal(again.headers['x-request-id'], answer.headers['x-request-id'])
      t.equal(await used(), 1)
    })
  })
}
