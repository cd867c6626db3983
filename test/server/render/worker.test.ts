import t from 'tap'
import { RenderPool } from '../../../server/render/render-pool.js'
import type { RenderOutcome } from '../../../server/render/render-types.js'
import { PATIENCE_MS } from './pool.js'

const HTML = '<style>@page { size: 300px 300px }</style><p>Dear {{name}}</p><img src="logo.svg">'

const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10"/></svg>'

t.test('the engine in its worker', async (t) => {
  const pool = new RenderPool({ workers: 1, onProblem: (problem) => t.fail(problem.message, { problem }) })
  t.teardown(() => pool.close())
  await pool.warm()

  const render = (html: string, body: string): Promise<RenderOutcome> =>
    pool.run({
      body: Uint8Array.from(Buffer.from(body)),
      versionId: html,
      organizationId: 'acme',
      mode: 'sync',
      timeoutMs: PATIENCE_MS,
      cancelled: new AbortController().signal,
      loadTemplate: async () => ({
        name: 'Test',
        html,
        pageSize: 'a4',
        orientation: 'portrait',
        standard: html.startsWith('<html') ? ['pdf/ua-1'] : undefined,
        schema: undefined,
        sample: undefined,
        assets: new Map([['logo.svg', new Uint8Array(Buffer.from(LOGO))]]),
      }),
    })

  const plain = await render(HTML, '{"name":"Ada"}')
  t.match(plain, { kind: 'rendered', pages: 1 })
  if (plain.kind === 'rendered') {
    const bytes = Buffer.from(plain.content).toString('latin1')
    t.match(bytes, /^%PDF-/)
    t.match(bytes, /%%EOF\s*$/)
    const test = await render(HTML, '{"name":"Ada","isTest":true}')
    t.ok(test.kind === 'rendered' && test.content.byteLength > plain.content.byteLength, 'the watermark is drawn')
  }
  const tagged = await render('<html lang="en"><title>x</title><p>{{name}}</p></html>', '{"name":"Ada"}')
  t.ok(tagged.kind === 'rendered' && Buffer.from(tagged.content).toString('latin1').includes('pdfuaid:part>1<'))
  t.match(await render('<html lang="en"><title>x</title><h2>x</h2></html>', '{}'), {
    kind: 'template-failed',
    message: /^template\.html:1:\d+: the document is not pdf\/ua-1: /,
  })
  t.match(await render('<div>\n{{#each items}}</div>', '{}'), {
    kind: 'template-failed',
    message: /^template\.html:2:\d+: /,
  })
})
