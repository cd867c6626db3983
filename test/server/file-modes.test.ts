import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { makeFolder } from './folder.js'
import { startOwnService } from './service.js'

t.test('nobody else on the machine reads the files of the service', async (t) => {
  const first = await startOwnService(t)
  await first.process.end('SIGTERM')
  const { dataDir } = first
  // As they may have been left by an older version, or by somebody who has made the folder.
  chmodSync(dataDir, 0o755)
  for (const name of readdirSync(dataDir)) if (name.includes('.db')) chmodSync(join(dataDir, name), 0o644)
  const service = await startOwnService(t, {}, first)
  await service.addTemplate('letter', 'letter')
  const { request_id } = (await service.generateLater('letter', '{}')).json as { request_id: string }
  await service.finished(request_id)
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const open = files.filter(({ parentPath, name }) => (statSync(join(parentPath, name)).mode & 0o077) !== 0)
  t.same(
    open.map(({ name }) => name),
    [],
  )
  const names = files.map(({ name }) => name)
  for (const name of ['platen.db', 'platen.db-wal', 'platen.db-shm', 'slots.db']) t.ok(names.includes(name), name)
  t.ok(
    names.some((name) => name.endsWith('.pdf')),
    'documents',
  )
})

t.test('nor in a folder that was there before', async (t) => {
  const dataDir = join(makeFolder(t), 'data')
  mkdirSync(dataDir, { mode: 0o755 })
  writeFileSync(join(dataDir, 'platen.db'), '', { mode: 0o644 })
  const { store } = await startOwnService(t, {}, { dataDir })
  await store.reader.listOrganizations()
  for (const name of ['platen.db', 'platen.db-wal', 'platen.db-shm', 'slots.db']) {
    t.equal(statSync(join(dataDir, name)).mode & 0o777, 0o600, name)
  }
})
