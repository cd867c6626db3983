import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import t from 'tap'
import { openDatabase } from '../../server/storage/sqlite/open-database.js'
import { makeFolder } from '../server/folder.js'
import { send } from '../server/http/request.js'
import { MAIN, platen } from './platen.js'

const ROOT = new URL('../../..', import.meta.url)

interface Served {
  readonly child: ChildProcess
  readonly url: string
  /** Its output for people. */
  readonly notes: readonly string[]
}

/** Starts `platen serve` and waits until it says where it is and, for the demonstration, how to call it. */
async function serve(dataDir: string, ...args: string[]): Promise<Served> {
  const env = { PATH: process.env.PATH, PLATEN_DATA_DIR: dataDir, PLATEN_WORKERS: '1' }
  const child = spawn(process.execPath, [MAIN, 'serve', '--port', '0', ...args], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const notes: string[] = []
  for await (const line of createInterface(child.stderr)) {
    notes.push(line)
    const url = /running at (\S+)/.exec(notes.join('\n'))?.[1]
    if (url && (args.length === 0 || line.includes('--data-binary'))) return { child, url, notes }
  }
  throw new Error(`the service did not start:\n${notes.join('\n')}`)
}

/** Sends SIGTERM and resolves with the exit status. */
async function stop({ child }: Served): Promise<unknown> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const [status] = await ended
  return status
}

function find(served: Served, pattern: RegExp): string {
  return pattern.exec(served.notes.join('\n'))?.[1] ?? ''
}

t.test('platen serve --demo', async (t) => {
  const dataDir = join(makeFolder(t), 'data')
  const first = await serve(dataDir, '--demo')
  const key = find(first, /API key +(\S+)/)
  t.match(key, /^sk_live_/)
  t.equal(readFileSync(join(dataDir, 'demo-key'), 'utf8').trim(), key)
  t.equal(statSync(join(dataDir, 'demo-key')).mode & 0o777, 0o600)

  const curl = first.notes.slice(first.notes.findIndex((line) => line.includes('curl '))).join('\n')
  const endpoint = /(http:\S+)/.exec(curl)?.[1] ?? ''
  const sample = new URL(/@(\S+)/.exec(curl)?.[1] ?? '', ROOT)
  t.equal(endpoint, `${first.url}/api/v1/demo/templates/invoice/documents`)
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const reply = await send(endpoint, { method: 'POST', headers, body: readFileSync(sample) })
  t.equal(reply.status, 200)
  t.equal(reply.headers['content-type'], 'application/pdf')
  t.match(reply.bytes.subarray(0, 8).toString('latin1'), /^%PDF-1\.\d$|^%PDF-2\.0$/)

  const page = await send(find(first, /(http:\S+\/sign-in\/\S+)/))
  const csrf = /name="csrf" value="([^"]+)"/.exec(page.bytes.toString())?.[1] ?? ''
  const cookie = String(page.headers['set-cookie']).split(';')[0] ?? ''
  const signedIn = await send(find(first, /(http:\S+\/sign-in\/\S+)/), {
    method: 'POST',
    headers: { cookie, origin: first.url, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ csrf }).toString(),
  })
  t.equal(signedIn.status, 303, 'the link signs in')

  const listed = await platen(['template', 'list', '--org', 'demo', '--json'], { env: { PLATEN_DATA_DIR: dataDir } })
  const templates: { path: string; version: number }[] = JSON.parse(listed.out)
  t.ok(
    templates.some(({ path }) => path === 'invoice'),
    'the command line works beside the service',
  )
  t.equal(await stop(first), 0)

  const second = await serve(dataDir, '--demo')
  t.equal(find(second, /API key +(\S+)/), key, 'the key stays')
  t.equal(await stop(second), 0)
  const again = await platen(['template', 'list', '--org', 'demo', '--json'], { env: { PLATEN_DATA_DIR: dataDir } })
  t.same(JSON.parse(again.out), templates, 'templates without changes get no new version')

  rmSync(join(dataDir, 'demo-key'))
  const third = await serve(dataDir, '--demo')
  const newKey = find(third, /API key +(\S+)/)
  t.match(newKey, /^sk_live_/)
  t.not(newKey, key, 'a lost key is replaced')
  t.equal(await stop(third), 0)
})

t.test('platen serve', async (t) => {
  await t.test('says in one line that its port is in use', async (t) => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' ? String(address?.port) : ''
    const { status, out, err } = await platen(['serve', '--port', port], { env: { PLATEN_DATA_DIR: makeFolder(t) } })
    t.equal(status, 1)
    t.equal(out, '')
    t.equal(err, `platen serve: PORT ${port} on 127.0.0.1 is in use by another program\n`)
    server.close()
  })

  await t.test('says in one line which setting is wrong', async (t) => {
    const { status, err } = await platen(['serve'], { env: { PLATEN_WORKERS: 'many' } })
    t.equal(status, 1)
    t.equal(err, 'platen serve: PLATEN_WORKERS must be a whole number from 1 to 256, not "many"\n')
  })

  await t.test('says that a data directory cannot be used', async (t) => {
    const file = join(makeFolder(t), 'file')
    writeFileSync(file, '')
    const { status, err } = await platen(['serve', '--port', '0'], { env: { PLATEN_DATA_DIR: file } })
    t.equal(status, 1)
    t.equal(err, `platen serve: PLATEN_DATA_DIR ${file} cannot be used (EEXIST)\n`)
  })
})

t.test('documents that are worked on later, by a server and by workers', async (t) => {
  const dataDir = join(makeFolder(t), 'data')
  const served = await serve(dataDir, '--demo')
  const key = find(served, /API key +(\S+)/)
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    prefer: 'respond-async, wait=20',
  }
  const sample = readFileSync(new URL('templates/invoice/sample.json', ROOT))
  const call = { method: 'POST', headers, body: sample }
  const reply = await send(`${served.url}/api/v1/demo/templates/invoice/documents`, call)
  t.equal(reply.status, 200)
  t.match(reply.bytes.subarray(0, 5).toString('latin1'), '%PDF-')
  t.equal(await stop(served), 0)

  const env = { PATH: process.env.PATH, PLATEN_DATA_DIR: dataDir, PLATEN_WORKERS: '1' }
  const worker = spawn(process.execPath, [MAIN, 'worker'], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  for await (const line of createInterface(worker.stderr)) if (line.includes('working on queued documents')) break
  t.equal(await stop({ child: worker, url: '', notes: [] }), 0)
})

t.test('data of a newer version are refused in one line, with a status of their own', async (t) => {
  const dataDir = join(makeFolder(t), 'data')
  const env = { PLATEN_DATA_DIR: dataDir }
  t.equal((await platen(['org', 'create', '--slug', 'acme', '--name', 'Acme', '--plan', 'free'], { env })).status, 0)
  const database = await openDatabase(join(dataDir, 'platen.db'))
  database.exec("insert into kysely_migration (name, timestamp) values ('9999-later', '2030-01-01')")
  database.close()
  for (const command of ['serve', 'worker', 'org list']) {
    const { status, err } = await platen(command.split(' '), { env })
    t.equal(status, 3, command)
    t.match(
      err,
      new RegExp(
        `^platen ${command}: PLATEN_DATA_DIR .*: the data are of platen \\S+ \\(9999-later\\), and this is .*\n$`,
      ),
    )
  }
})
