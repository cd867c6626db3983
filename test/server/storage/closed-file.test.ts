import { copyFileSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { makeFolder } from '../folder.js'
import { send } from '../http/request.js'
import { startOwnService } from '../service.js'

t.test('when the service has stopped, the database file alone has all that it has written', async (t) => {
  const service = await startOwnService(t)
  await service.addTemplate('letter', 'letter')
  const { json } = await service.generateLater('letter', '{}')
  const { request_id: id } = json as { request_id: string }
  await service.finished(id)
  t.equal(await service.process.end('SIGTERM'), 0)

  const log = statSync(join(service.dataDir, 'platen.db-wal'), { throwIfNoEntry: false })
  t.equal(log?.size ?? 0, 0, 'nothing is left in its log')
  t.notOk(service.process.logs.some((line) => line.includes('in a second file')))
  const dataDir = join(makeFolder(t), 'copy')
  mkdirSync(dataDir)
  copyFileSync(join(service.dataDir, 'platen.db'), join(dataDir, 'platen.db'))
  const copy = await startOwnService(t, {}, { dataDir })
  const reply = await send(`${copy.url}/api/v1/${service.organization.slug}/requests/${id}`, {
    headers: { authorization: `Bearer ${service.key}` },
  })
  t.match(reply.json, { status: 'completed' })
})
