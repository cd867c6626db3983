import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { hashKey } from '../../../server/http/api-key.js'
import { openStore } from '../../../server/storage/open-store.js'
import { seedDemo } from '../../../server/templates/demo.js'
import { currentEngine } from '../engines.js'
import { makeFolder } from '../folder.js'

t.test('the demonstration', async (t) => {
  const folder = makeFolder(t)
  const location = await currentEngine().newLocation(t)
  const { dataDir } = location
  const templates = join(folder, 'templates')
  const write = (name: string, file: string, text: string) => {
    mkdirSync(join(templates, name), { recursive: true })
    writeFileSync(join(templates, name, file), text)
  }
  write('invoice', 'template.html', '<p>')
  write('invoice', 'template.json', '{"name":"Invoice","pageSize":"a5"}')
  write('letter', 'template.html', '<p>')
  write('no-template', 'style.css', '')
  write('wrong', 'template.html', '<p>')
  write('wrong', 'schema.json', '{"type":"text"}')
  const store = await openStore(location)
  t.teardown(() => store.close())

  const first = await seedDemo(store, dataDir, templates)
  t.match(first, {
    slug: 'demo',
    templates: ['invoice', 'letter'],
    problems: [/schema\.json: the schema cannot be used/],
  })
  const { key: found, organization } = await store.findCaller(hashKey(first.key), 'demo')
  t.equal(found?.organizationId, organization?.id)
  t.equal(readFileSync(join(dataDir, 'demo-key'), 'utf8'), `${first.key}\n`)
  t.equal(statSync(join(dataDir, 'demo-key')).mode & 0o777, 0o600)

  const list = async () =>
    (await store.reader.listTemplates(organization?.id ?? '')).map(({ name, version, pageSize }) => [
      name,
      version,
      pageSize,
    ])
  t.same(await list(), [
    ['Invoice', 1, 'a5'],
    ['letter', 1, 'a4'],
  ])
  write('invoice', 'style.css', 'p {}')
  t.equal((await seedDemo(store, dataDir, templates)).key, first.key, 'the key stays')
  t.same(await list(), [
    ['Invoice', 2, 'a5'],
    ['letter', 1, 'a4'],
  ])

  await t.test('a key that cannot be used any more is replaced', async (t) => {
    const replace = async (spoil: () => unknown) => {
      const before = (await seedDemo(store, dataDir, templates)).key
      await spoil()
      const after = (await seedDemo(store, dataDir, templates)).key
      t.not(after, before)
      t.equal((await store.findCaller(hashKey(after), 'demo')).key?.revokedAt, undefined)
    }
    await replace(() => rmSync(join(dataDir, 'demo-key')))
    await replace(() => writeFileSync(join(dataDir, 'demo-key'), 'nonsense'))
    await replace(async () => {
      const keys = await store.reader.listKeys(organization?.id ?? '')
      for (const { id } of keys) await store.revokeKey(id)
    })
  })
})
