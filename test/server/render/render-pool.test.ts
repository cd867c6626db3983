import t, { type Test } from 'tap'
import { type RenderJob, RenderPool } from '../../../server/render/render-pool.js'
import type { RenderOutcome } from '../../../server/render/render-types.js'
import type { TemplateContent } from '../../../server/storage/store.js'

const CONTENT: TemplateContent = {
  name: 'Test',
  html: 'plain',
  pageSize: 'a4',
  orientation: 'portrait',
  schema: undefined,
  sample: undefined,
  assets: new Map([['logo.svg', new Uint8Array([1, 2, 3])]]),
}

function openPool(t: Test, workerHeapMb?: number): RenderPool {
  const pool = new RenderPool({
    workers: 1,
    workerHeapMb,
    workerFile: new URL('../fake-worker.js', import.meta.url),
    onWorkerError: (error) => t.fail('a worker failed while idle', { error }),
  })
  t.teardown(() => pool.close())
  return pool
}

/** A job for a template whose HTML is `html`; the version's id is the same text. */
function job(html: string, overrides: Partial<RenderJob> = {}): RenderJob {
  return {
    body: Uint8Array.from(Buffer.from('{"name":"Ada"}')),
    versionId: html,
    timeoutMs: 30_000,
    cancelled: new AbortController().signal,
    loadSchema: async () => undefined,
    loadTemplate: async () => ({ ...CONTENT, html }),
    admit: async () => true,
    ...overrides,
  }
}

function report(outcome: RenderOutcome): Record<string, unknown> {
  if (outcome.kind !== 'rendered') throw new Error(`expected a document, got ${JSON.stringify(outcome)}`)
  return JSON.parse(Buffer.from(outcome.pdf).toString())
}

t.test('the render pool', async (t) => {
  await t.test('renders, and asks for a template only once', async (t) => {
    const pool = openPool(t)
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

  await t.test('limits the time from the start on for those who are not waited for', async (t) => {
    const pool = openPool(t)
    const outcomes = await Promise.all([
      pool.run(job('endless', { timeoutMs: 1500 })),
      pool.run(job('plain', { timeoutMs: 1000 })),
      pool.run(job('plain', { timeoutMs: 1000, timeoutFrom: 'start' })),
    ])
    t.same(
      outcomes.map(({ kind }) => kind),
      ['timed-out', 'timed-out', 'rendered'],
    )
  })

  await t.test('moves the body to the worker', async (t) => {
    const pool = openPool(t)
    const running = job('plain')
    await pool.run(running)
    t.equal(running.body.byteLength, 0)
  })

  await t.test('draws a watermark over tests, and the template does not see the special members', async (t) => {
    const pool = openPool(t)
    const seen: boolean[] = []
    const body = Uint8Array.from(Buffer.from('{"isTest":true,"webhook":{"url":"https://example.com"},"a":1}'))
    const outcome = await pool.run(
      job('plain', {
        body,
        admit: async (isTest) => {
          seen.push(isTest)
          return true
        },
      }),
    )
    t.match(report(outcome), { watermark: 'TEST' })
    t.same(report(outcome).data, { a: 1 })
    t.same(seen, [true])
  })

  await t.test('a document that takes too long ends its worker, and the next one works', async (t) => {
    const pool = openPool(t)
    t.same(await pool.run(job('endless', { timeoutMs: 200 })), { kind: 'timed-out' })
    t.match(report(await pool.run(job('plain'))), { html: 'plain', compiled: 1 }, 'by a new worker')
  })

  await t.test('a worker that crashes fails its document only', async (t) => {
    const pool = openPool(t)
    await t.rejects(pool.run(job('crash')))
    t.match(report(await pool.run(job('plain'))), { html: 'plain' })
  })

  await t.test('a document that outgrows the heap ends its worker only', async (t) => {
    const pool = openPool(t, 64)
    await t.rejects(pool.run(job('memory')), { code: 'ERR_WORKER_OUT_OF_MEMORY' })
    t.match(report(await pool.run(job('plain'))), { html: 'plain' })
  })

  const OUTCOMES: readonly [name: string, job: Partial<RenderJob> & { html?: string }, outcome: object][] = [
    ['a body that is not JSON', { body: Buffer.from('{') }, { kind: 'invalid-body', message: /line 1, column 2/ }],
    ['a body that is a list', { body: Buffer.from('[]') }, { kind: 'invalid-body' }],
    ['no template', { versionId: undefined }, { kind: 'unknown-template' }],
    ['no template and no JSON', { versionId: undefined, body: Buffer.from('') }, { kind: 'invalid-body' }],
    ['a template deleted meanwhile', { loadTemplate: async () => undefined }, { kind: 'unknown-template' }],
    [
      'a template that does not compile',
      { html: 'uncompilable' },
      { kind: 'template-failed', message: /^template\.html:12:5: / },
    ],
    ['a document beyond the limits', { html: 'limit' }, { kind: 'template-failed', message: /20000 pages/ }],
    ['a PDF that is too large', { html: 'huge' }, { kind: 'document-too-large', bytes: 52_428_801 }],
    ['a refusal', { admit: async () => false }, { kind: 'refused' }],
    ['no time', { html: 'endless', timeoutMs: 1 }, { kind: 'timed-out' }],
    ['nobody waiting', { cancelled: AbortSignal.abort() }, { kind: 'cancelled' }],
  ]
  const shared = openPool(t)
  for (const [name, { html = 'plain', ...overrides }, outcome] of OUTCOMES) {
    await t.test(`tells about ${name}`, async (t) => {
      t.match(await shared.run(job(html, overrides)), outcome)
    })
  }

  await t.test('fails when an answer cannot be found out', async (t) => {
    const fail = async () => {
      throw new Error('the database is away')
    }
    await t.rejects(shared.run(job('unseen', { loadTemplate: fail })), { message: 'the database is away' })
    await t.rejects(shared.run(job('plain', { admit: fail })), { message: 'the database is away' })
  })

  await t.test('a bug in the engine is an error', async (t) => {
    await t.rejects(shared.run(job('bug')), { message: 'a bug with a secret' })
  })

  await t.test('who has begun may finish even when nobody waits', async (t) => {
    const gone = new AbortController()
    const outcome = await shared.run(
      job('plain', {
        cancelled: gone.signal,
        admit: async () => {
          gone.abort()
          return true
        },
      }),
    )
    t.equal(outcome.kind, 'rendered')
  })

  await t.test('closing lets documents finish and takes no more', async (t) => {
    const pool = openPool(t)
    const running = pool.run(
      job('plain', {
        admit: async () => {
          const closed = pool.close()
          t.same(await pool.run(job('plain')), { kind: 'unavailable' })
          void closed
          return true
        },
      }),
    )
    t.equal((await running).kind, 'rendered')
  })
})
