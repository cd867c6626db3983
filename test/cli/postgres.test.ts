import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import t from 'tap'
import { engines } from '../server/engines.js'
import { makeFolder } from '../server/folder.js'
import { send } from '../server/http/request.js'
import { MAIN, platen } from './platen.js'

const POSTGRES = engines(t).find(({ name }) => name === 'PostgreSQL')

t.test('the commands on PostgreSQL', async (t) => {
  if (!POSTGRES) {
    t.pass('there is none')
    return
  }
  const { databaseUrl = '', dataDir } = await POSTGRES.newLocation(t)
  const folder = makeFolder(t)
  const env = { DATABASE_URL: databaseUrl, PLATEN_DATA_DIR: dataDir }
  const json = async (...args: string[]) => {
    const { status, out, err } = await platen([...args, '--json'], { cwd: folder, env })
    t.same({ status, err }, { status: 0, err: '' }, args.join(' '))
    return JSON.parse(out)
  }

  await t.test('administer the shared data', async (t) => {
    t.match(await json('org', 'create', '--slug', 'acme', '--name', 'Acme', '--plan', 'pro'), { id: /^org_/ })
    t.match(await json('org', 'list'), [{ slug: 'acme', plan: 'pro' }])
    const again = await platen(['org', 'create', '--slug', 'acme', '--name', 'Acme'], { env })
    t.match(again, { status: 1, err: /exists already\n$/ })
    const { id } = await json('key', 'create', '--org', 'acme', '--description', 'ci', '--allow-ip', '10.0.0.0/8')
    await json('key', 'create', '--org', 'acme', '--description', 'other')
    await platen(['key', 'revoke', id], { env })
    const keys: { id: string; revoked_at: unknown }[] = await json('key', 'list', '--org', 'acme')
    t.same(
      keys.map((key) => [key.id === id, key.revoked_at !== null]),
      [
        [true, true],
        [false, false],
      ],
    )
    const template = join(folder, 'letter')
    mkdirSync(template)
    writeFileSync(join(template, 'template.html'), '<p>Größe {{name}} 日本</p>')
    const push = ['template', 'push', template, '--org', 'acme', '--path', 'letter']
    t.match(await json(...push), { version: 1 })
    t.match(await json(...push), { version: 1 }, 'nothing has changed')
    t.match(await json('template', 'list', '--org', 'acme'), [{ path: 'letter', version: 1 }])
    const pulled = join(folder, 'pulled')
    t.equal((await platen(['template', 'pull', 'letter', '--org', 'acme', '--out', pulled], { env })).status, 0)
    t.ok(existsSync(join(pulled, 'template.html')))
    t.match(await json('usage', '--org', 'acme'), { documents: { used: 0, limit: 5000 }, tests: { used: 0 } })
    t.equal((await platen(['template', 'delete', 'letter', '--org', 'acme'], { env })).status, 0)
    t.same(await json('template', 'list', '--org', 'acme'), [])
    t.notOk(existsSync(dataDir), 'and leave no files')
  })

  await t.test('platen serve works with the data of the commands', async (t) => {
    writeFileSync(join(folder, 'note.html'), '<p>{{text}}</p>')
    await json('template', 'push', join(folder, 'note.html'), '--org', 'acme', '--path', 'note')
    const { key } = await json('key', 'create', '--org', 'acme', '--description', 'client')
    const child = spawn(process.execPath, [MAIN, 'serve', '--port', '0'], {
      env: {
        PATH: process.env.PATH,
        ...env,
        PLATEN_SECRET: 'shared by all nodes, and by nobody else',
        PLATEN_WORKERS: '1',
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let url: string | undefined
    for await (const line of createInterface(child.stderr)) {
      url = /running at (\S+)/.exec(line)?.[1]
      if (url !== undefined) break
    }
    const reply = await send(`${url}/api/v1/acme/templates/note/documents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: '{"text":"hello"}',
    })
    t.equal(reply.status, 200)
    t.equal(reply.bytes.subarray(0, 5).toString('latin1'), '%PDF-')
    t.match(await json('usage', '--org', 'acme'), { documents: { used: 1 } }, 'while it runs')
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    t.same(await ended, [0, null])
  })
})

t.test('a database that cannot be used is one line', async (t) => {
  const run = async (args: readonly string[], env: Readonly<Record<string, string>>) => {
    const { status, err } = await platen(args, { env: { ...env, PLATEN_DATA_DIR: join(makeFolder(t), 'data') } })
    t.equal(status, 1)
    t.match(err, /^[^\n]+\n$/)
    t.notMatch(err, 'hidden', 'the password is not shown')
    return err
  }
  const away = 'postgres://platen:hidden@127.0.0.1:1/platen'
  t.match(await run(['org', 'list'], { DATABASE_URL: away }), /DATABASE_URL cannot be used \(.*ECONNREFUSED/)
  t.match(await run(['serve'], { DATABASE_URL: away }), /PLATEN_SECRET must be set/)
  t.match(await run(['serve'], { DATABASE_URL: away, PLATEN_SECRET: 'x'.repeat(32) }), /DATABASE_URL cannot be used/)
  t.match(await run(['org', 'list'], { DATABASE_URL: 'mysql://u:hidden@h/d' }), /DATABASE_URL must be an address/)
})
