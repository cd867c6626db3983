import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { CheckJob, RenderJob } from '../../../server/render/render-pool.js'
import type { RenderOutcome } from '../../../server/render/render-types.js'
import { makeFolder } from '../folder.js'
import { CONTENT, job, openPool, openWarmPool, PATIENCE_MS, report } from './pool.js'

const OUTGROWN = {
  kind: 'template-failed',
  message: 'The document needs more than the 256 MB of memory that one document may use',
}

t.test('renders, and asks for a template only once', async (t) => {
  const pool = await openWarmPool(t)
  let loads = 0
  const loadTemplate = async () => {
    loads++
    return CONTENT
  }
  const first = await pool.run(job('plain', { loadTemplate }))
  t.match(report(first), { html: 'plain', pageSize: 'a4', data: { name: 'Ada' }, assets: ['logo.svg'] })
  const second = await pool.run(job('plain', { loadTemplate }))
  t.equal(report(second).compiled, report(first).compiled, 'compiled once')
  t.equal(loads, 1)
})

t.test('limits the time from the start on for those who are not waited for', async (t) => {
  const pool = await openWarmPool(t)
  const outcomes = await Promise.all([
    pool.run(job('endless', { timeoutMs: 3_000 })),
    pool.run(job('plain', { timeoutMs: 1_000 })),
    // It waits for longer than that, and then takes some milliseconds.
    pool.run(job('plain', { timeoutMs: 2_500, timeoutFrom: 'start' })),
  ])
  t.same(
    outcomes.map(({ kind }) => kind),
    ['timed-out', 'unavailable', 'rendered'],
  )
})

t.test('draws a watermark over tests, and the template does not see the special members', async (t) => {
  const pool = openPool(t)
  const body = Buffer.from('{"isTest":true,"webhook":{"url":"https://example.com"},"a":1}')
  const outcome = await pool.run(job('plain', { body }))
  t.match(report(outcome), { watermark: 'TEST' })
  t.same(report(outcome).data, { a: 1 })
})

t.test('renders in the order in which documents came', async (t) => {
  const pool = openPool(t)
  const order: number[] = []
  const running = Array.from({ length: 20 }, async (_, number) => {
    await pool.run(job('slow', { onStart: () => void order.push(number) }))
  })
  await Promise.all(running)
  t.same(
    order,
    running.map((_, number) => number),
  )
})

t.test('what was sent ahead to a worker that is ended is rendered by the next', async (t) => {
  const pool = await openWarmPool(t, {}, 2)
  const outcomes = await Promise.all([
    pool.run(job('endless', { timeoutMs: 300 })),
    ...Array.from({ length: 3 }, () => pool.run(job('plain'))),
    pool.run(job('crash')),
    ...Array.from({ length: 3 }, () => pool.run(job('plain'))),
  ])
  t.same(
    outcomes.map(({ kind }) => kind),
    ['timed-out', 'rendered', 'rendered', 'rendered', 'template-failed', 'rendered', 'rendered', 'rendered'],
  )
})

t.test('a worker without work takes what was sent ahead to another', async (t) => {
  const pool = openPool(t, { workers: 2 })
  const gate = join(makeFolder(t), 'open')
  const open = () => writeFileSync(gate, '')
  const blocked = pool.run(job('gate', { body: Buffer.from(JSON.stringify({ gate })) }))
  const outcomes = await Promise.all(Array.from({ length: 4 }, () => pool.run(job('slow'))))
  t.ok(outcomes.every(({ kind }) => kind === 'rendered'))
  open()
  t.equal((await blocked).kind, 'rendered')
})

t.test('a document that takes too long ends its process, and the next one works', async (t) => {
  const pool = await openWarmPool(t)
  t.same(await pool.run(job('endless', { timeoutMs: 200 })), { kind: 'timed-out' })
  t.match(report(await pool.run(job('plain'))), { html: 'plain', compiled: 1 }, 'by a new worker')
})

t.test('a document that ends its process twice has failed', async (t) => {
  const pool = openPool(t, {}, 2)
  t.match(await pool.run(job('crash')), { kind: 'template-failed', message: /ended the process/ })
  t.match(report(await pool.run(job('plain'))), { html: 'plain' })
})

t.test('a document that outgrows the heap ends its process only', async (t) => {
  const pool = openPool(t, { documentMemoryMb: 256 })
  t.same(await pool.run(job('memory')), OUTGROWN)
  t.match(report(await pool.run(job('plain'))), { html: 'plain' })
})

const OUTCOMES: readonly [name: string, job: Partial<RenderJob> & { html?: string }, outcome: object][] = [
  ['a template deleted meanwhile', { loadTemplate: async () => undefined }, { kind: 'unknown-template' }],
  [
    'a template that does not compile',
    { html: 'uncompilable' },
    { kind: 'template-failed', message: /^template\.html:12:5: / },
  ],
  ['a document beyond the limits', { html: 'limit' }, { kind: 'template-failed', message: /20000 pages/ }],
  ['a PDF that is too large', { html: 'huge' }, { kind: 'document-too-large', bytes: 52_428_801 }],
  ['no time', { html: 'endless', timeoutMs: 1 }, { kind: 'timed-out' }],
  ['nobody waiting', { cancelled: AbortSignal.abort() }, { kind: 'cancelled' }],
]
const shared = openPool(t)
for (const [name, { html = 'plain', ...overrides }, outcome] of OUTCOMES) {
  t.test(`tells about ${name}`, async (t) => {
    t.match(await shared.run(job(html, overrides)), outcome)
  })
}

t.test('fails when an answer cannot be found out', async (t) => {
  const fail = async () => {
    throw new Error('the database is away')
  }
  await t.rejects(shared.run(job('unseen', { loadTemplate: fail })), { message: 'the database is away' })
})

t.test('a bug in the engine is an error', async (t) => {
  await t.rejects(shared.run(job('bug')), { message: 'a bug with a secret' })
})

const CHECKS: readonly [name: string, check: Partial<CheckJob>, outcome: object][] = [
  ['a body that is not JSON', { body: Buffer.from('{') }, { kind: 'invalid-body', message: /line 1, column 2/ }],
  ['a body that is a list', { body: Buffer.from('[]') }, { kind: 'invalid-body' }],
  ['no template', { versionId: undefined }, { kind: 'unknown-template' }],
  ['no template and no JSON', { versionId: undefined, body: Buffer.from('') }, { kind: 'invalid-body' }],
  ['a missing field', { body: Buffer.from('{}') }, { kind: 'invalid-data', violations: [{ field: 'name' }] }],
  [
    'a valid test',
    { body: Buffer.from('{"name":1,"isTest":true,"webhook":{"url":"https://a.example"}}') },
    { kind: 'valid', documents: [{ isTest: true, webhook: '{"url":"https://a.example"}' }] },
  ],
  ['nobody waiting', { cancelled: AbortSignal.abort() }, { kind: 'cancelled' }],
]
for (const [name, overrides, outcome] of CHECKS) {
  t.test(`checks ${name}`, async (t) => {
    const check = {
      body: Buffer.from('{"name":"Ada"}'),
      versionId: 'checked',
      organizationId: 'acme',
      timeoutMs: PATIENCE_MS,
      loadSchema: async () => '{"required":["name"]}',
      ...overrides,
    }
    t.match(await shared.check(check), outcome)
  })
}

t.test('checks do not wait for documents', async (t) => {
  const pool = openPool(t)
  const gate = join(makeFolder(t), 'open')
  const blocked = pool.run(job('gate', { body: Buffer.from(JSON.stringify({ gate })) }))
  const check = {
    body: Buffer.from('{}'),
    versionId: 'any',
    organizationId: 'acme',
    timeoutMs: PATIENCE_MS,
    loadSchema: async () => undefined,
  }
  t.equal((await pool.check(check)).kind, 'valid')
  writeFileSync(gate, '')
  t.equal((await blocked).kind, 'rendered')
})

t.test('who has begun may finish even when nobody waits', async (t) => {
  const gone = new AbortController()
  const outcome = await shared.run(job('plain', { cancelled: gone.signal, onStart: () => gone.abort() }))
  t.equal(outcome.kind, 'rendered')
})

t.test('who waits for a worker is taken out when nobody waits for it', async (t) => {
  const pool = openPool(t)
  const gone = new AbortController()
  const gate = join(makeFolder(t), 'open')
  const blocked = pool.run(
    job('gate', { body: Buffer.from(JSON.stringify({ gate })), onStart: () => setImmediate(() => gone.abort()) }),
  )
  const others = await Promise.all([1, 2].map(() => pool.run(job('plain', { cancelled: gone.signal }))))
  t.same(others, [{ kind: 'cancelled' }, { kind: 'cancelled' }])
  writeFileSync(gate, '')
  t.equal((await blocked).kind, 'rendered')
})

t.test('closing lets documents finish and takes no more', async (t) => {
  const pool = openPool(t)
  let refused: Promise<RenderOutcome> | undefined
  const running = pool.run(
    job('slow', {
      onStart: () => {
        void pool.close()
        refused = pool.run(job('plain'))
      },
    }),
  )
  t.equal((await running).kind, 'rendered')
  t.same(await refused, { kind: 'unavailable' })
})

t.test(
  'counts the documents that somebody waits for, and tells of the first and when there are none any more',
  async (t) => {
    const pool = openPool(t)
    const counts: number[] = []
    const count = () => counts.push(pool.documents.count)
    let firsts = 0
    let ends = 0
    pool.documents.onFirst(() => firsts++)
    pool.documents.onNone(() => ends++)
    await pool.run(job('plain', { onStart: count }))
    t.same([counts, pool.documents.count, firsts, ends], [[1], 0, 1, 1])
    await pool.check({
      ...job('plain'),
      loadSchema: async () => {
        count()
        return undefined
      },
    })
    t.same([counts, pool.documents.count, firsts, ends], [[1, 1], 0, 2, 2])
    await pool.run(job('plain', { mode: 'async', onStart: count }))
    t.same([counts, pool.documents.count, firsts, ends], [[1, 1, 0], 0, 2, 2], 'nobody waits for what is asynchronous')
  },
)
