import t from 'tap'
import { type Reply, send, whenThereIsRoom } from '../server/http/request.js'
import { startService } from '../server/service.js'
import { SCHEMA_CASES } from './cases/schemas.js'

/**
 * A check has a second of a processor, which is what keeps it from taking long, and must be made within five seconds by the
 * clock. A machine that has much else to do may keep it from both, but not the same one each time.
 */
const ATTEMPTS = 50

t.setTimeout(0)

t.test('no schema keeps a request, or the next one, from its answer', async (t) => {
  const service = await startService(t, { workers: 1 }, undefined, 'enterprise')
  await service.addTemplate('letter', 'Dear {{name}}')
  for (const [index, { name, schema, data, expected }] of SCHEMA_CASES.entries()) {
    const template = `case-${index}`
    // As if it had been published before it would have been refused.
    await service.addTemplate(template, 'x', { schema })
    let reply = await service.generate(template, data)
    for (let attempt = 1; attempt < ATTEMPTS && isHeldUp(reply); attempt++) {
      reply = await service.generate(template, data)
    }
    const error = errorOf(reply)
    switch (expected.kind) {
      case 'valid':
        t.equal(reply.status, 200, `${name}: ${JSON.stringify(error)}`)
        break
      case 'refused':
        t.match([reply.status, error], [422, { type: 'generation_error', code: 'render_failed' }], name)
        t.match(error?.message, expected.reason, name)
        break
      case 'invalid':
        t.match([reply.status, error], [422, { type: 'validation_error', code: expected.code }], name)
        if (expected.field !== undefined) t.equal(error?.field, expected.field, name)
        break
    }
    t.ok(reply.status === 200 || reply.bytes.byteLength < 5_000, `${name}: a short answer`)
  }
  t.equal((await whenThereIsRoom(() => service.generate('letter', '{"name":"Ada"}'))).status, 200)
  t.equal((await send(`${service.url}/healthz`)).status, 200)
})

/** The check did not have its second, or did not even begin in time. */
function isHeldUp(reply: Reply): boolean {
  return reply.status === 503 || errorOf(reply)?.message.includes('more than 1 s') === true
}

interface ErrorAnswer {
  readonly type: string
  readonly code: string
  readonly message: string
  readonly field?: string
}

function errorOf({ json }: Reply): ErrorAnswer | undefined {
  return (json as { readonly error: ErrorAnswer } | undefined)?.error
}
