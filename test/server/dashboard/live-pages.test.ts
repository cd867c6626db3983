import { EventEmitter, once, setMaxListeners } from 'node:events'
import { request } from 'node:http'
import type { Readable } from 'node:stream'
import t, { type Test } from 'tap'
import { LivePages, markOf } from '../../../server/dashboard/live-pages.js'
import { send } from '../http/request.js'
import { type Service, startOwnService, startService } from '../service.js'
import { newVisitor, type Visitor } from './visitor.js'

/** Pages that look when the test says so. */
function pagesOnDemand() {
  const closing = new AbortController()
  const clock = new EventEmitter().setMaxListeners(0)
  const live = new LivePages({ closing: closing.signal, pause: (signal) => once(clock, 'look', { signal }) })
  return { live, closing, look: () => clock.emit('look') }
}

/** Somebody who never goes away. */
const HERE = new AbortController().signal
setMaxListeners(0, HERE)

async function next(stream: Readable): Promise<string> {
  const { value } = await stream.iterator({ destroyOnReturn: false }).next()
  return value
}

t.test('a page is sent when it is another than before, with its mark', async (t) => {
  const { live, look } = pagesOnDemand()
  let body = '<p>one\n</p>'
  const stream = live.watch('user', async () => body, HERE)
  t.ok(stream)
  if (!stream) return
  t.match(await next(stream), /^retry: \d+\n\n$/)
  t.equal(await next(stream), `id: ${markOf(body)}\ndata: <p>one\ndata: </p>\n\n`)
  look()
  const later = next(stream)
  body = '<p>two</p>'
  look()
  t.equal(await later, `id: ${markOf(body)}\ndata: <p>two</p>\n\n`)
  stream.destroy()
})

t.test('a page that stays as it is gets a comment now and then', async (t) => {
  const { live, look } = pagesOnDemand()
  const stream = live.watch('user', async () => 'x', HERE)
  if (!stream) throw new Error('there is room for one')
  await next(stream)
  await next(stream)
  const comment = next(stream)
  for (let looks = 0; looks < 15; looks++) {
    look()
    await new Promise(setImmediate)
  }
  t.equal(await comment, ':\n\n')
  stream.destroy()
})

t.test('a stream ends when nobody reads it, and when the service ends', async (t) => {
  const { live, closing } = pagesOnDemand()
  const gone = new AbortController()
  const one = live.watch('user', async () => 'x', gone.signal)?.resume()
  const other = live.watch('user', async () => 'x', HERE)?.resume()
  if (!one || !other) throw new Error('there is room for two')
  await new Promise(setImmediate)
  gone.abort()
  await once(one, 'end')
  t.notOk(other.readableEnded)
  closing.abort()
  await once(other, 'end')
  t.ok(other.readableEnded)
})

t.test('a stream ends when its user may not see the page any more, and sends nothing of it', async (t) => {
  const { live, look } = pagesOnDemand()
  let body: string | undefined = '<p>one</p>'
  const stream = live.watch('user', async () => body, HERE)
  if (!stream) throw new Error('there is room for one')
  await next(stream)
  await next(stream)
  body = undefined
  look()
  t.equal(await next(stream), undefined)
})

t.test('a user has six streams at the same time, and all together sixty', async (t) => {
  const { live } = pagesOnDemand()
  const watch = (user: string) => live.watch(user, async () => 'x', HERE)
  const streams = Array.from({ length: 60 }, (_, index) => watch(`user-${Math.floor(index / 6)}`))
  t.ok(streams.every((stream) => stream !== undefined))
  t.equal(watch('another'), undefined)
  streams[0]?.destroy()
  await once(streams[0] ?? t, 'close')
  t.equal(watch('user-1'), undefined, 'who has six gets no more')
  t.ok(watch('another'))
})

/** Opens the stream of a page as a visitor's browser does. */
async function openEvents(t: Test, service: Pick<Service, 'url'>, { token }: Visitor, path: string) {
  const headers = { accept: 'text/event-stream', cookie: `platen=${token}` }
  const [answer] = await once(request(`${service.url}${path}`, { headers }).end(), 'response')
  t.teardown(() => answer.destroy())
  answer.setEncoding('utf8')
  const parts: AsyncIterator<string> = answer[Symbol.asyncIterator]()
  let text = ''
  return {
    headers: answer.headers,
    /** All that was sent, once it matches. */
    async until(pattern: RegExp): Promise<string> {
      while (!pattern.test(text)) {
        const { value, done } = await parts.next()
        if (done) throw new Error(`the stream has ended: ${text}`)
        text += value
      }
      return text
    },
    /** What is sent from now on, when the stream has ended. */
    async rest(): Promise<string> {
      let rest = ''
      for (let part = await parts.next(); !part.done; part = await parts.next()) rest += part.value
      return rest
    },
  }
}

t.test(
  'of what happens after a session has ended, or a role was taken or changed, a stream sends nothing',
  async (t) => {
    const service = await startService(t)
    const { organization, store } = service
    await service.addTemplate('letter', '<p>{{name}}')
    const owner = await newVisitor(service, 'owner')
    const base = `/dashboard/${organization.slug}`
    const ends: Readonly<Record<string, (visitor: Visitor) => Promise<unknown>>> = {
      'signed out elsewhere': ({ userId }) => store.endSessions(userId),
      removed: ({ userId }) => owner.post(`${base}/members/${userId}/remove`),
      'another role': ({ userId }) => owner.post(`${base}/members/${userId}/role`, { role: 'viewer' }),
    }
    for (const [name, end] of Object.entries(ends)) {
      const visitor = await newVisitor(service, 'editor')
      const events = await openEvents(t, service, visitor, `${base}/requests`)
      await events.until(/^id: .*\n/m)
      await end(visitor)
      t.equal((await service.generate('letter', '{"name":"Ada"}')).status, 200)
      t.equal(await events.rest(), '', name)
    }
  },
)

t.test('the list of requests is sent again when there is a new one', async (t) => {
  const service = await startService(t)
  await service.addTemplate('letter', '<p>{{name}}')
  const visitor = await newVisitor(service, 'viewer')
  const path = `/dashboard/${service.organization.slug}/requests`
  const page = await visitor.get(path)
  const mark = /data-mark="([^"]+)"/.exec(page.text)?.[1]
  t.ok(mark, 'the page says what it shows')
  const events = await openEvents(t, service, visitor, path)
  t.match(events.headers, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  t.match(await events.until(/^id: .*\n/m), `id: ${mark}\n`, 'the first is what the page shows')
  t.equal((await service.generate('letter', '{"name":"Ada"}')).status, 200)
  const text = await events.until(/data: .*\/requests\/req_/)
  t.equal(text.match(/^id: /gm)?.length, 2)
})

t.test('below a path of the public address the events of a page lead there, too', async (t) => {
  const service = await startOwnService(t, { publicUrl: 'http://pdf.example.com/pdf' })
  await service.addTemplate('letter', '<p>{{name}}')
  const line = await service.process.logged((line) => line.includes('"msg":"listening"'))
  const below = { ...service, url: `${JSON.parse(line).url}/pdf` }
  const visitor = await newVisitor(below, 'viewer')
  const path = `/dashboard/${service.organization.slug}/requests`
  const events = await openEvents(t, below, visitor, path)
  t.match(events.headers, { 'content-type': 'text/event-stream' })
  await events.until(/^id: .*\n/m)
  const { slug } = service.organization
  const answer = await send(`${below.url}/api/v1/${slug}/templates/letter/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
    body: '{"name":"Ada"}',
  })
  t.equal(answer.status, 200)
  const text = await events.until(/data: .*\/requests\/req_/)
  t.match(text, ` href="/pdf/dashboard/${slug}/requests/req_`)
  t.notMatch(text, / (?:href|src|action)="\/(?!pdf\/)/, 'none leads past it')
})
