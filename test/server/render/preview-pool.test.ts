import { readFileSync } from 'node:fs'
import t, { type Test } from 'tap'
import { DocumentsUnderWay } from '../../../server/render/documents-under-way.js'
import type { PreviewMap } from '../../../server/render/preview-map.js'
import { type PreviewJob, PreviewPool } from '../../../server/render/preview-pool.js'
import type { PreviewTask } from '../../../server/render/preview-types.js'
import type { ProcessProblem } from '../../../server/render/process-slot.js'

/** Far more processor time than the drafts need that come to an end. */
const PROCESSOR_MS = 1_000

/** Previews have the lowest priority: beside other work a processor may be minutes away. */
const PATIENCE_MS = 600_000

function openPool(t: Test, problems: ProcessProblem[] = [], processorMs = PROCESSOR_MS): PreviewPool {
  const pool = new PreviewPool({ processorMs, patienceMs: PATIENCE_MS, onProblem: (problem) => problems.push(problem) })
  t.teardown(() => pool.close())
  return pool
}

function job(task: Partial<PreviewTask>, overrides: Partial<PreviewJob> = {}): PreviewJob {
  return {
    editorId: 'ada',
    organizationId: 'acme',
    task: {
      html: '<p>Hello {{name}}</p>',
      pageSize: 'a4',
      orientation: 'portrait',
      assets: [],
      partials: [],
      data: '{"name":"Ada"}',
      schema: undefined,
      ...task,
    },
    loadAssets: async () => [],
    ...overrides,
  }
}

/** A thousand pages of loops within loops: seconds of work, and within all other limits. */
const ENDLESS = `{{#each a}}{{#each a}}<p>${'{{#each a}}'.repeat(4)}{{this}} ${'{{/each}}'.repeat(4)}</p>{{/each}}{{/each}}`
const ENDLESS_DATA = JSON.stringify({ a: Array.from({ length: 12 }, (_, number) => number) })

t.test('a draft is rendered with its map and diagnostics', async (t) => {
  const pool = openPool(t)
  const outcome = await pool.preview(job({ html: '<p style="colour: red">Hello {{name}}</p>' }))
  t.match(outcome, {
    kind: 'previewed',
    pages: 1,
    diagnostics: [{ code: 'unknown-property', span: { file: 'template.html', line: 1 } }],
    violations: [],
  })
  if (outcome.kind !== 'previewed') return
  t.equal(Buffer.from(outcome.pdf).subarray(0, 5).toString(), '%PDF-')
  const { elements, pages }: PreviewMap = JSON.parse(outcome.map)
  const names = elements.map(([name]) => name)
  t.ok(names.includes('p'))
  const [page] = pages
  const box = page?.boxes.find(({ e }) => names[e] === 'p')
  t.ok(box && box.r[2] > 100)
  t.equal(page?.width, 595.28)
})

t.test('a draft that is not of its standard is shown, with what is missing', async (t) => {
  const pool = openPool(t)
  const html = '<html lang="en"><title>x</title><h1>x</h1>\n<h3>y</h3></html>'
  const outcome = await pool.preview(job({ html, standard: ['pdf/ua-1'] }))
  t.match(outcome, { kind: 'previewed', pages: 1, diagnostics: [{ code: 'skipped-heading', span: { line: 2 } }] })
})

t.test('a draft that cannot be compiled says where', async (t) => {
  const pool = openPool(t)
  t.match(await pool.preview(job({ html: 'a\n{{#if name}}' })), {
    kind: 'broken',
    diagnostics: [{ severity: 'error', span: { file: 'template.html', line: 2, column: 1 } }],
  })
  t.match(await pool.preview(job({ data: '{\n"a" 1}' })), {
    kind: 'broken',
    diagnostics: [{ code: 'invalid-data', span: { file: 'data', line: 2 } }],
  })
})

t.test('data that does not fit the schema is shown and said', async (t) => {
  const pool = openPool(t)
  const schema = '{"type":"object","required":["due"],"properties":{"name":{"type":"number"}}}'
  t.match(await pool.preview(job({ schema })), {
    kind: 'previewed',
    violations: [{ code: 'invalid_type', field: 'name' }, { field: 'due' }],
  })
  t.match(await pool.preview(job({ schema: '{' })), { kind: 'previewed', diagnostics: [{ code: 'invalid-schema' }] })
})

t.test('files are sent to a process once', async (t) => {
  const pool = new PreviewPool({ processes: 1, onProblem: ({ message }) => t.fail(message) })
  t.teardown(() => pool.close())
  const asked: string[] = []
  const sheet = Buffer.from('p { color: red }')
  const withSheet = job(
    { html: '<link rel="stylesheet" href="a.css"><p>a', assets: [['a.css', 'hash-a']] },
    {
      loadAssets: async (hashes) => {
        asked.push(...hashes)
        return [['hash-a', sheet]]
      },
    },
  )
  const first = await pool.preview(withSheet)
  const second = await pool.preview(withSheet)
  t.match(first, { kind: 'previewed', diagnostics: [] })
  t.match(second, { kind: 'previewed', diagnostics: [] })
  t.same(asked, ['hash-a'])
})

t.test('of the requests of an editor the last wins, and those of others are not touched', async (t) => {
  const pool = openPool(t)
  const outcomes = await Promise.all([
    ...Array.from({ length: 8 }, (_, number) => pool.preview(job({ html: `<p>${number}` }))),
    pool.preview(job({ html: '<p>other' }, { editorId: 'eve', organizationId: 'other' })),
  ])
  const kinds = outcomes.map(({ kind }) => kind)
  t.equal(kinds.at(-1), 'previewed')
  t.equal(kinds.at(-2), 'previewed', 'the last of the first editor')
  t.ok(kinds.slice(0, -2).filter((kind) => kind === 'outdated').length >= 5, kinds.join(' '))
})

t.test('somebody who types while others are before them keeps their place', async (t) => {
  const pool = new PreviewPool({ processes: 1, onProblem: () => undefined })
  t.teardown(() => pool.close())
  const order: string[] = []
  const preview = async (editorId: string, html: string) => {
    const { kind } = await pool.preview(job({ html }, { editorId }))
    if (kind === 'previewed') order.push(html)
  }
  // All of them wait for the process, which is only starting.
  await Promise.all([
    preview('eve', 'eve'),
    preview('ada', 'ada, first key'),
    preview('bob', 'bob'),
    preview('ada', 'ada, second key'),
    preview('ada', 'ada, third key'),
  ])
  t.same(order, ['eve', 'ada, third key', 'bob'])
})

t.test('a draft that never ends costs its own process, and others continue meanwhile', async (t) => {
  const problems: ProcessProblem[] = []
  const pool = openPool(t, problems)
  const endless = pool.preview(job({ html: ENDLESS, data: ENDLESS_DATA }))
  const other = await pool.preview(job({}, { editorId: 'eve', organizationId: 'other' }))
  t.equal(other.kind, 'previewed')
  t.same(await endless, { kind: 'timed-out' })
  t.equal((await pool.preview(job({}))).kind, 'previewed', 'the next one is rendered')
  t.same(problems, [], 'which is nothing that those who run the service should know of')
})

t.test('a draft that waits has not taken its time: only what it computes counts', async (t) => {
  const pool = openPool(t)
  const endless = job({ html: ENDLESS, data: ENDLESS_DATA }, { editorId: 'eve', organizationId: 'other' })
  const loadAssets: PreviewJob['loadAssets'] = async () => {
    // Another, which begins later and has as much time, computes until that is over.
    t.same(await pool.preview(endless), { kind: 'timed-out' })
    return [['hash-a', Buffer.from('p { color: red }')]]
  }
  const html = '<link rel="stylesheet" href="a.css"><p>a'
  t.match(await pool.preview(job({ html, assets: [['a.css', 'hash-a']] }, { loadAssets })), { kind: 'previewed' })
})

t.test('the sample invoice is previewed', async (t) => {
  const pool = openPool(t)
  const folder = new URL('../../../../templates/invoice/', import.meta.url)
  const outcome = await pool.preview(
    job({
      html: readFileSync(new URL('template.html', folder), 'utf8'),
      data: readFileSync(new URL('sample.json', folder), 'utf8'),
      schema: readFileSync(new URL('schema.json', folder), 'utf8'),
    }),
  )
  t.match(outcome, { kind: 'previewed', violations: [] })
  if (outcome.kind === 'previewed') t.comment(`${outcome.renderTimeMs} ms, ${outcome.map.length} bytes`)
})

t.test('a pool that closes starts nothing more', async (t) => {
  const pool = openPool(t)
  const running = pool.preview(job({ html: ENDLESS, data: ENDLESS_DATA }))
  await pool.close()
  t.match((await running).kind, /cancelled/)
  t.equal((await pool.preview(job({}))).kind, 'unavailable')
})

t.test('a preview is shown though documents never end, and at once when they do', async (t) => {
  const documents = new DocumentsUnderWay()
  const pool = new PreviewPool({ documents, onProblem: ({ message }) => t.fail(message) })
  t.teardown(() => pool.close())
  t.match(await pool.preview(job({})), { kind: 'previewed' })
  documents.begin()
  t.match(await pool.preview(job({})), { kind: 'previewed' })
  const waiting = pool.preview(job({}))
  documents.end()
  t.match(await waiting, { kind: 'previewed' })
  const interrupted = pool.preview(job({}))
  documents.begin()
  t.match(await interrupted, { kind: 'previewed' })
})

t.test('of a draft only so many pages are rendered as are wanted', async (t) => {
  const html = '{{#each rows}}<p style="break-after: page">{{this}}</p>{{/each}}'
  const outcome = await openPool(t).preview(job({ html, data: '{"rows":[1,2,3,4]}', firstPages: 1 }))
  t.match(outcome, { kind: 'previewed', pages: 1 })
})
