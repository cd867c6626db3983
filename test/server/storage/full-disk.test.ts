import { statSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { readConfig } from '../../../server/config.js'
import { startServer } from '../../../server/main.js'
import { send } from '../http/request.js'
import { startOwnService } from '../service.js'
import { fill, mountDisk } from '../small-disk.js'
import { until } from '../until.js'

const SIZE_MB = 24

/** A service whose data are on a disk of their own; undefined where this user may mount none. */
async function startOnDisk(t: Test) {
  const disk = mountDisk(t, SIZE_MB)
  if (disk === undefined) {
    t.comment('this user may mount no disk: nothing was looked at')
    return undefined
  }
  const dataDir = join(disk, 'data')
  const service = await startOwnService(t, {}, { dataDir })
  await service.addTemplate('letter', 'letter')
  return { disk, dataDir, service }
}

t.test('a disk that is full', async (t) => {
  const started = await startOnDisk(t)
  if (!started) return
  const { disk, service } = started
  t.equal((await send(`${service.url}/readyz`)).status, 200)
  const empty = fill(disk)
  // What the log of the database has left to write to is used up first.
  await until(async () => (await service.generateLater('letter', `{"a":"${'x'.repeat(100_000)}"}`)).status === 503)
  t.match(await service.generateLater('letter', '{}'), {
    status: 503,
    json: { error: { code: 'service_unavailable' } },
    headers: { 'retry-after': '5' },
  })
  await until(async () => (await send(`${service.url}/readyz`)).status === 503)
  t.match((await send(`${service.url}/readyz`)).json, { error: { message: 'The disk of the service is full' } })
  const told = await service.process.logged((line) => line.includes('the service is not ready'))
  const full = /^the disk of \S+\/data is full: \S+ KB are free, 5 MB are needed$/
  t.match(JSON.parse(told), { reason: full }, 'where, and how much is needed')

  for (const folder of ['data', 'new']) {
    const config = readConfig({ PLATEN_DATA_DIR: join(disk, folder), PLATEN_LOG_LEVEL: 'silent', PORT: '0' })
    const message = new RegExp(`^PLATEN_DATA_DIR: the disk of \\S+/${folder} is full: `)
    await t.rejects(startServer(config), { message }, `a start in ${folder}`)
  }

  empty()
  await until(async () => (await send(`${service.url}/readyz`)).status === 200)
  t.equal((await service.generateLater('letter', '{}')).status, 202)
})

t.test('a stop on a full disk says that the file of the database alone is not all of its data', async (t) => {
  const started = await startOnDisk(t)
  if (!started) return
  const { disk, dataDir, service } = started
  fill(disk)
  await until(async () => (await service.generateLater('letter', `{"a":"${'x'.repeat(100_000)}"}`)).status === 503)
  t.equal(await service.process.end('SIGTERM'), 0)
  const file = join(dataDir, 'platen.db-wal')
  t.not(statSync(file).size, 0)
  t.match(JSON.parse(await service.process.logged((line) => line.includes('in a second file'))), { file })
})
