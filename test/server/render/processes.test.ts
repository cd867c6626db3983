import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { CHECK_TIMEOUT_MS } from '../../../server/api/check-errors.js'
import { ASK_INTERVAL_MS, MISSED_IN_A_HURRY } from '../../../server/render/liveness.js'
import { ProcessPool } from '../../../server/render/process-pool.js'
import type { Replacement } from '../../../server/render/process-slot.js'
import type { RenderJob } from '../../../server/render/render-pool.js'
import { makeFolder, type Teardown } from '../folder.js'
import { isAlive } from '../is-alive.js'
import { reached } from '../service.js'
import { until } from '../until.js'
import { bodyOf, job, openPool, openWarmPool, PATIENCE_MS, report } from './pool.js'

const OUTGROWN = {
  kind: 'template-failed',
  message: 'The document needs more than the 256 MB of memory that one document may use',
}

const UNRULY = { workerFile: new URL('./unruly-thread.js', import.meta.url) }

/** A file that a document of the template `gate` waits for, and that opens at the end of the test at the latest. */
function makeGate(t: Teardown): { readonly file: string; open(): void } {
  const file = join(makeFolder(t), 'open')
  const open = () => writeFileSync(file, '')
  t.teardown(open)
  return { file, open }
}

t.test('a document whose process dies is rendered again', async (t) => {
  const pool = openPool(t, {}, 1)
  const file = join(makeFolder(t), 'was-here')
  const starts: number[] = []
  const body = bodyOf({ file })
  const outcome = await pool.run(job('kill once', { body, onStart: () => void starts.push(1) }))
  t.match(report(outcome), { html: 'kill once', compiled: 1 }, 'by a new process')
  t.equal(starts.length, 1, 'it has begun once')
  t.match(pool.problems, [{ message: 'a process has died', reason: 'ended by SIGKILL', organizationId: 'acme' }])
})

t.test('the time in which a new process starts is not taken from a document that nobody waits for', async (t) => {
  const begun = performance.now()
  const pool = await openWarmPool(t, {}, 1)
  const timeoutMs = (performance.now() - begun) / 3
  const body = bodyOf({ file: join(makeFolder(t), 'was-here') })
  t.match(await pool.run(job('kill once', { body, timeoutMs, timeoutFrom: 'start' })), { kind: 'rendered' })
})

t.test('a document whose process dies twice has failed, and others notice nothing', async (t) => {
  const pool = openPool(t, { workers: 2 }, 2)
  const others = Array.from({ length: 20 }, () => pool.run(job('slow', { organizationId: 'other' })))
  t.match(await pool.run(job('kill')), { kind: 'template-failed', message: /ended the process/ })
  for (const other of others) t.equal((await other).kind, 'rendered')
  t.same(
    pool.problems.map(({ message }) => message),
    ['a process has died', 'a task has ended its process twice, the second time alone'],
  )
})

t.test('a document that aborts V8 has failed, and its process says why', async (t) => {
  const pool = openPool(t, { documentMemoryMb: 256 }, 2)
  t.match(await pool.run(job('abort')), { kind: 'template-failed' })
  t.match(report(await pool.run(job('plain'))), { html: 'plain' })
  for (const { reason } of pool.problems) t.match(reason, /^ended by SIG\w+; FATAL ERROR: .*heap/i)
})

t.test('a document that needs too many buffers has failed', async (t) => {
  const pool = openPool(t, { documentMemoryMb: 256 })
  t.same(await pool.run(job('buffers')), OUTGROWN)
  t.match(report(await pool.run(job('plain'))), { html: 'plain', compiled: 1 }, 'the next one has a new process')
})

t.test('a process that holds too much after a document is replaced by one that was started before', async (t) => {
  const pool = openPool(t, { documentMemoryMb: 700 })
  await pool.warm()
  const first = report(await pool.run(job('hoard')))
  let next = first
  let documents = 0
  while (next.pid === first.pid) {
    next = report(await pool.run(job('plain')))
    documents++
  }
  t.ok(documents > 1, 'the old one works until the new one is ready')
  t.equal(next.compiled, 1)
})

t.test('what one document left behind is not held against the next', async (t) => {
  const pool = openPool(t, { documentMemoryMb: 500 }, 1)
  const outcomes = await Promise.all(['hoard', 'hoard'].map((html) => pool.run(job(html))))
  t.same(
    outcomes.map(({ kind }) => kind),
    ['rendered', 'rendered'],
  )
})

t.test('a promise that a document leaves behind harms nobody', async (t) => {
  const pool = await openWarmPool(t, {}, 1)
  const { pid } = report(await pool.run(job('stray')))
  t.equal(report(await pool.run(job('plain'))).pid, pid)
  t.match(pool.problems, [{ error: { message: 'nobody handles this' } }])
})

t.test('a rejection that nobody handles fails its task, and the thread continues', async (t) => {
  const pool = await openWarmPool(t, UNRULY)
  const never: RenderJob['loadTemplate'] = () => new Promise(() => undefined)
  const { pid } = report(await pool.run(job('plain')))
  await t.rejects(pool.run(job('rejects while it waits', { loadTemplate: never })), { message: 'nobody handles this' })
  t.equal(report(await pool.run(job('plain'))).pid, pid)
})

t.test('an error that nobody catches fails its task and replaces the process', async (t) => {
  const pool = await openWarmPool(t, UNRULY)
  const { pid } = report(await pool.run(job('plain')))
  await t.rejects(pool.run(job('throws later')), { message: 'nobody catches this' })
  t.not(report(await pool.run(job('plain'))).pid, pid)
  await until(() => !isAlive(Number(pid)))
})

t.test('a task may use so much processor time', async (t) => {
  const pool = new ProcessPool<
    { versionId: string; processorMs?: number | undefined },
    object,
    'need-template',
    object
  >({
    processes: 2,
    setup: { file: UNRULY.workerFile.href, limitMb: 512, retainedMb: 256, processorMs: 500 },
    outcomeOf: (fate) => fate,
    onProblem: ({ message }) => t.fail(message),
  })
  t.teardown(() => pool.close())
  await pool.ready()
  let release = () => {}
  const released = new Promise<object>((resolve) => {
    release = () => resolve({})
  })
  const begin = (organizationId: string, versionId: string, processorMs?: number) =>
    pool.start(
      { versionId, processorMs },
      { organizationId, mode: 'sync' },
      { onStart: () => undefined, onLoss: () => undefined, answer: () => released },
    ).outcome

  const waiting = begin('other', 'waits')
  const inTime = [begin('acme', 'computes', 300), begin('acme', 'computes', 300), begin('acme', 'computes', 300)]
  for (const outcome of inTime) t.match(await outcome, { kind: 'rendered' }, 'each has its own')
  t.same(await begin('acme', 'computes', Number.POSITIVE_INFINITY), { kind: 'exhausted' })
  t.match(await begin('acme', 'computes'), { kind: 'rendered' }, 'the next one has a process')
  release()
  t.match(await waiting, { kind: 'rendered' }, 'and to wait uses none')
})

t.test('processes get nothing of the environment but what they need', async (t) => {
  process.env.PLATEN_SECRET = 'a secret'
  process.env.TZ = 'UTC'
  t.teardown(() => {
    delete process.env.PLATEN_SECRET
    delete process.env.TZ
  })
  const { env } = report(await openPool(t).run(job('plain'))) as { readonly env: readonly string[] }
  t.ok(env.includes('TZ'))
  t.same(
    env.filter((name) => /SECRET|URL|KEY|^PLATEN|^DATABASE/.test(name)),
    [],
  )
})

t.test('processes leave it to the service when they end', async (t) => {
  const pool = await openWarmPool(t)
  const { pid } = report(await pool.run(job('plain')))
  process.kill(Number(pid), 'SIGTERM')
  process.kill(Number(pid), 'SIGINT')
  t.equal(report(await pool.run(job('plain'))).pid, pid)
  await pool.close()
  t.notOk(isAlive(Number(pid)))
})

t.test('a busy process ends when the service is gone', async (t) => {
  const gate = makeGate(t)
  const owner = spawn(process.execPath, [fileURLToPath(new URL('./pool-owner.js', import.meta.url)), gate.file])
  const ended = once(owner, 'exit')
  await reached(gate.file)
  await until(() => readFileSync(`${gate.file}.reached`, 'utf8') !== '')
  const pid = Number(readFileSync(`${gate.file}.reached`, 'utf8'))
  t.ok(isAlive(pid))
  owner.kill('SIGKILL')
  await ended
  await until(() => !isAlive(pid))
  t.notOk(existsSync(gate.file), 'nobody has let it finish')
})

t.test('a PDF of 50 MB arrives whole', async (t) => {
  const outcome = await openPool(t).run(job('large'))
  t.equal(outcome.kind, 'rendered')
  if (outcome.kind !== 'rendered') return
  t.equal(outcome.content.byteLength, 52_428_800)
  t.ok([0, 1_000_003, 52_428_799].every((index) => outcome.content[index] === index % 251))
})

t.test('renderers are shared', async (t) => {
  await t.test('an organization whose documents are slow leaves one for others', async (t) => {
    const pool = openPool(t)
    const gate = makeGate(t)
    const slow = [1, 2, 3].map(() => pool.run(job('gate', { body: bodyOf({ gate: gate.file }) })))
    await reached(gate.file)
    t.equal((await pool.run(job('plain', { organizationId: 'other' }))).kind, 'rendered')
    gate.open()
    for (const one of slow) t.equal((await one).kind, 'rendered')
  })

  await t.test('asynchronous work leaves one for synchronous documents', async (t) => {
    const pool = openPool(t)
    const gate = makeGate(t)
    const later = ['one', 'two', 'three'].map((organizationId) =>
      pool.run(job('gate', { organizationId, mode: 'async', body: bodyOf({ gate: gate.file }) })),
    )
    await reached(gate.file)
    t.equal((await pool.run(job('plain'))).kind, 'rendered')
    gate.open()
    for (const one of later) t.equal((await one).kind, 'rendered')
  })

  await t.test('synchronous documents come before asynchronous ones that came first', async (t) => {
    const pool = openPool(t)
    const gate = makeGate(t)
    const order: string[] = []
    const run = (name: string, options: Partial<RenderJob>) =>
      pool.run(job('plain', { ...options, onStart: () => void order.push(name) }))
    const blocked = ['one', 'two'].map((organizationId) =>
      pool.run(job('gate', { organizationId, body: bodyOf({ gate: gate.file }) })),
    )
    await reached(gate.file)
    const waiting = [run('later', { mode: 'async' }), run('later too', { mode: 'async' }), run('now', {})]
    gate.open()
    await Promise.all([...blocked, ...waiting])
    t.equal(order.indexOf('now') < order.indexOf('later too'), true, order.join(', '))
  })

  await t.test('who never had a turn has not taken too long', async (t) => {
    const pool = openPool(t)
    const gate = makeGate(t)
    const blocked = pool.run(job('gate', { body: bodyOf({ gate: gate.file }) }))
    await reached(gate.file)
    t.same(await pool.run(job('plain', { timeoutMs: 1 })), { kind: 'unavailable' })
    gate.open()
    t.equal((await blocked).kind, 'rendered')
  })

  await t.test('an organization fills half of the places where documents wait', async (t) => {
    const pool = openPool(t)
    const gate = makeGate(t)
    const blocked = ['one', 'two'].map((organizationId) =>
      pool.run(job('gate', { organizationId, body: bodyOf({ gate: gate.file }) })),
    )
    await reached(gate.file)
    const many = Array.from({ length: 200 }, () => pool.run(job('plain')))
    const other = pool.run(job('plain', { organizationId: 'other' }))
    gate.open()
    const kinds = (await Promise.all(many)).map(({ kind }) => kind)
    const refused = kinds.filter((kind) => kind === 'unavailable').length
    t.ok(refused >= 200 - 128 - 2 && refused <= 200 - 128, `${refused} of 200 were refused`)
    t.equal((await other).kind, 'rendered')
    await Promise.all(blocked)
  })
})

t.test('checks are shared', async (t) => {
  const pool = await openWarmPool(t)
  const check = (organizationId: string, loadSchema: () => Promise<undefined>, timeoutMs = PATIENCE_MS) =>
    pool.check({ body: Buffer.from('{}'), versionId: organizationId, organizationId, timeoutMs, loadSchema })
  const soon = async () => undefined

  await t.test('an organization whose checks do not end leaves a process for others', async (t) => {
    let release = () => {}
    const released = new Promise<undefined>((resolve) => {
      release = () => resolve(undefined)
    })
    const began = new Promise<void>((resolve) => {
      const held = [1, 2, 3, 4].map(() =>
        check('acme', () => {
          resolve()
          return released
        }),
      )
      t.teardown(() => Promise.all(held))
    })
    await began
    t.equal((await check('other', soon)).kind, 'valid')
    t.equal((await check('third', soon)).kind, 'valid')
    release()
  })

  await t.test('a check that waits too long for its schema has no fault, and the next one has a process', async (t) => {
    const never = () => new Promise<undefined>(() => undefined)
    t.same(await check('slow', never, 3_000), { kind: 'unavailable' })
    t.equal((await check('slow', soon)).kind, 'valid')
  })
})

t.test('a process that is stopped is ended, and its documents are made elsewhere', async (t) => {
  const pool = await openWarmPool(t, {}, 2)
  const { pid } = report(await pool.run(job('plain')))
  process.kill(Number(pid), 'SIGSTOP')
  // None of the organization's others may have the second process meanwhile.
  const outcomes = await Promise.all([1, 2, 3].map(() => pool.run(job('plain', { requestId: 'req_1' }))))
  for (const outcome of outcomes) t.equal(outcome.kind, 'rendered')
  t.match(pool.problems, [
    { message: 'a process does not answer and is ended', organizationId: 'acme', requestId: 'req_1' },
    { message: 'a process has died', reason: 'ended by SIGKILL', organizationId: 'acme', requestId: 'req_1' },
  ])
  t.notOk(isAlive(Number(pid)))
})

t.test('a process that checks and is stopped is found before its check has waited for too long', async (t) => {
  const pool = await openWarmPool(t, {}, 2)
  const check = () =>
    pool.check({
      body: Buffer.from('{}'),
      versionId: 'any',
      organizationId: 'acme',
      timeoutMs: PATIENCE_MS,
      loadSchema: async () => undefined,
    })
  const [first] = pool.processes.filter(({ kind }) => kind === 'checker')
  process.kill(Number(first?.pid), 'SIGSTOP')
  // None of the organization's others may have the second process meanwhile.
  for (const outcome of await Promise.all([check(), check(), check()])) t.equal(outcome.kind, 'valid')
  t.match(pool.problems, [{ message: 'a process does not answer and is ended' }, { message: 'a process has died' }])
  // It is asked first when its task has taken up to two intervals.
  t.ok((2 + MISSED_IN_A_HURRY) * ASK_INTERVAL_MS < CHECK_TIMEOUT_MS)
})

t.test('a process that is stopped while it is being started is found, and another takes its place', async (t) => {
  const pool = await openWarmPool(t, {}, 3)
  const renderers = () => pool.processes.filter(({ kind }) => kind === 'renderer').map(({ pid }) => Number(pid))
  const [first = 0] = renderers()
  process.kill(first, 'SIGKILL')
  let starting = first
  await until(() => {
    starting = renderers()[0] ?? first
    return starting !== first
  })
  process.kill(starting, 'SIGSTOP')
  await until(() => !isAlive(starting))
  await until(() => renderers()[0] !== undefined && renderers()[0] !== starting)
  t.equal((await pool.run(job('plain'))).kind, 'rendered')
  t.match(pool.problems, [
    { message: 'a process has died', reason: 'ended by SIGKILL' },
    { message: 'a process does not answer and is ended' },
    { message: 'a process could not start', reason: 'ended by SIGKILL' },
  ])
})

t.test('the service is told of a process that is replaced, and for whom', async (t) => {
  const replaced: Replacement[] = []
  const pool = await openWarmPool(t, { onReplaced: (replacement) => replaced.push(replacement) })
  t.match(await pool.run(job('forever', { timeoutMs: 200, requestId: 'req_1' })), { kind: 'timed-out' })
  t.same(replaced, [{ kind: 'task', reason: 'its task was ended', organizationId: 'acme', requestId: 'req_1' }])
})
