import t, { type Test } from 'tap'
import type { Delivery } from '../../../server/storage/webhooks/webhook-store.js'
import { answer, hang, startReceiver } from './receiver.js'
import { isOver, startWebhookService, type WebhookService } from './webhook-service.js'

const DAY_MS = 86_400_000

/** The delay of an attempt's successor lies between two times, since nobody says when its result was written down. */
interface Delay {
  /** From now, when that is done, to the next attempt, in ms. */
  readonly least: number
  /** From the end of the attempt, after which it was done, to the next one, in ms. */
  readonly most: number
}

function delayOf({ attempts, nextAttemptAt = Number.NaN }: Delivery): Delay {
  const last = attempts.at(-1)
  const ended = (last?.startedAt ?? 0) + (last?.exchange?.durationMs ?? 0)
  return { least: nextAttemptAt - Date.now(), most: nextAttemptAt - ended }
}

/** Clocks differ by a little, and times are whole milliseconds. */
const ROUNDING_MS = 2

/** Asserts that a delay is within bounds, in ms, however long it took to write it down and to read it. */
function checkDelay(t: Test, delay: Delay | undefined, [least, most]: readonly [number, number], what: string): void {
  const text = `${what}: from ${delay?.least} to ${delay?.most} ms, within ${least} and ${most}`
  t.ok(delay && delay.most >= least - ROUNDING_MS && delay.least <= most + ROUNDING_MS, text)
}

/** Lets a delivery fail until it is over; resolves with the delays between its attempts, from a first one on. */
async function failThrough(service: WebhookService, requestId: string, first = 1): Promise<readonly Delay[]> {
  const delays: Delay[] = []
  for (let attempts = first; ; attempts++) {
    const [delivery] = await service.until(
      ([found]) =>
        found !== undefined &&
        (isOver(found) || (found.attempts.length === attempts && found.nextAttemptAt !== undefined)),
      { requestId },
    )
    if (!delivery || isOver(delivery)) return delays
    delays.push(delayOf(delivery))
    await service.passTime(20_000)
  }
}

t.test('a dashboard webhook is tried four times, with the delays of the table', async (t) => {
  const service = await startWebhookService(t)
  const receiver = await startReceiver(t)
  receiver.set('/fails', answer(500))
  const { webhook } = await service.addWebhook(`${receiver.url}/fails`)
  const requestId = await service.request('letter')
  const delays = await failThrough(service, requestId)
  t.equal(delays.length, 3)
  for (const [index, bounds] of (
    [
      [1000, 3000],
      [2000, 6000],
      [4000, 12_000],
    ] as const
  ).entries()) {
    checkDelay(t, delays[index], bounds, `delay ${index + 1}`)
  }
  const [delivery] = await service.deliveries({ requestId })
  t.match(delivery, { status: 'failed', reason: 'exhausted', nextAttemptAt: undefined })
  t.same(
    delivery?.attempts.map(({ number, cause, status }) => [number, cause, status]),
    [
      [1, 'event', 'failed'],
      [2, 'retry', 'failed'],
      [3, 'retry', 'failed'],
      [4, 'retry', 'failed'],
    ],
  )
  const bodies = receiver.at('/fails').map(({ bytes }) => bytes.toString('hex'))
  t.equal(bodies.length, 4)
  t.equal(new Set(bodies).size, 1, 'the same bytes each time')
  t.match(await service.webhook(webhook.id), { disabled: undefined, failingSince: Number })

  await t.test('and again when somebody sends it again', async (t) => {
    await service.store.resendDelivery(delivery?.id ?? '')
    service.store.changes.notify('deliver')
    t.equal((await failThrough(service, requestId, 5)).length, 3, 'with retries of its own')
    const requests = receiver.at('/fails')
    t.equal(requests.length, 8)
    t.equal(new Set(requests.map(({ bytes }) => bytes.toString('hex'))).size, 1)
    t.equal(new Set(requests.map(({ json }) => json.id)).size, 1)
    const [again] = await service.deliveries({ requestId })
    t.equal(again?.attempts[4]?.cause, 'resend')
  })

  await t.test('and a success is a success for good', async (t) => {
    receiver.set('/fails', answer(204))
    await service.store.resendDelivery(delivery?.id ?? '')
    service.store.changes.notify('deliver')
    await service.until(([found]) => found?.status === 'delivered', { requestId })
    t.equal((await service.webhook(webhook.id)).failingSince, undefined, 'it fails no more')
    await service.store.resendDelivery(delivery?.id ?? '')
    service.store.changes.notify('deliver')
    const [twice] = await service.until(([found]) => found?.attempts.length === 10 && isOver(found), { requestId })
    t.equal(twice?.status, 'delivered', 'what was delivered can be sent again too')
  })
})

t.test('settings of the endpoint', async (t) => {
  const service = await startWebhookService(t)
  const receiver = await startReceiver(t)
  receiver.set('/once', answer(500))
  receiver.set('/more', answer(500))
  const { webhook } = await service.addWebhook(`${receiver.url}/once`, { maxRetries: 0 })
  const once = await service.request('letter')
  t.same(await failThrough(service, once), [])
  await service.store.deleteWebhook(webhook.id)
  await service.addWebhook(`${receiver.url}/more`, { maxRetries: 5, backoffMultiplier: 1.5 })
  const more = await service.request('letter')
  const delays = await failThrough(service, more)
  t.equal(delays.length, 5)
  const middles = [2000, 3000, 4500, 6750, 10_125]
  for (const [index, middle] of middles.entries()) {
    checkDelay(t, delays[index], [middle / 2, middle * 1.5], `about ${middle}`)
  }
})

t.test('a legacy webhook is tried five times, with the delays of its own table', async (t) => {
  const service = await startWebhookService(t)
  const receiver = await startReceiver(t)
  receiver.set('/legacy', answer(503))
  const request = (retries?: number) =>
    service.request('letter', { webhook: { url: `${receiver.url}/legacy`, retries } })
  const delays = await failThrough(service, await request())
  t.equal(delays.length, 4)
  for (const [index, middle] of [2000, 4000, 8000, 16_000].entries()) {
    checkDelay(t, delays[index], [middle * 0.9, middle * 1.1], `about ${middle}`)
  }
  t.equal(new Set(receiver.at('/legacy').map(({ bytes }) => bytes.toString())).size, 1)
  t.equal((await failThrough(service, await request(1))).length, 1)
  t.equal((await failThrough(service, await request(0))).length, 0)
  t.equal((await failThrough(service, await request(50))).length, 4)
})

t.test('Retry-After', async (t) => {
  const service = await startWebhookService(t)
  const receiver = await startReceiver(t)
  const cases: readonly [path: string, header: string, least: number, most: number][] = [
    ['/30', '30', 30_000, 30_000],
    ['/3600', '3600', 60_000, 60_000],
    ['/0', '0', 1000, 3000],
    // Longer than the table says, however late the answer comes.
    ['/date', new Date(Date.now() + 50_000).toUTCString(), 5_000, 50_000],
  ]
  const ids = new Map<string, string>()
  for (const [path, header] of cases) {
    receiver.set(path, answer(429, { 'retry-after': header }))
    ids.set(path, (await service.addWebhook(receiver.url + path)).webhook.id)
  }
  await service.request('letter')
  const deliveries = await service.until(
    (found) => found.length === cases.length && found.every(({ attempts }) => attempts.at(-1)?.exchange !== undefined),
  )
  for (const [path, header, least, most] of cases) {
    const delivery = deliveries.find(({ webhookId }) => webhookId === ids.get(path))
    checkDelay(t, delivery && delayOf(delivery), [least, most], header)
  }
})

t.test('a 410 at the end disables the endpoint', async (t) => {
  const service = await startWebhookService(t)
  const receiver = await startReceiver(t)
  receiver.set('/gone', answer(410))
  const { webhook } = await service.addWebhook(`${receiver.url}/gone`, { maxRetries: 1 })
  const requestId = await service.request('letter')
  const look = () => service.webhook(webhook.id)
  await service.until(([found]) => found?.attempts.length === 1 && found.nextAttemptAt !== undefined, { requestId })
  t.equal((await look()).disabled, undefined, 'not while it is tried')
  await service.passTime(5000)
  await service.until(([found]) => found !== undefined && isOver(found), { requestId })
  t.match(await look(), { disabled: { reason: 'gone', at: Number } })
  await service.process.logged((line) => line.includes('a webhook was disabled') && line.includes(webhook.id))
  const audit = await service.store.reader.listAudit({ limit: 1000 })
  t.match(
    audit.find(({ action, subject }) => action === 'webhook.disabled' && subject === webhook.id),
    { actor: 'service', details: { reason: 'gone' } },
  )

  await t.test('what it misses stands in the log and can be sent when it is back', async (t) => {
    const missed = await service.request('letter')
    const [delivery] = await service.until((found) => found.length === 1, { requestId: missed })
    t.match(delivery, { status: 'failed', reason: 'disabled', attempts: [] })
    const error = { name: 'StoreError', code: 'conflict', message: /disabled: enable it first/ }
    await t.rejects(service.store.resendDelivery(delivery?.id ?? ''), error)
    const all = { organizationId: service.organization.id, since: 0 }
    t.equal(await service.store.resendFailed(all), 0)
    receiver.set('/gone', answer(200))
    await service.store.updateWebhook(webhook.id, { enabled: true })
    t.match(await look(), { disabled: undefined, failingSince: undefined })
    t.equal(await service.store.resendFailed(all), 2)
    service.store.changes.notify('deliver')
    const deliveries = await service.until((found) => found.every(({ status }) => status === 'delivered'))
    t.equal(deliveries.length, 2)
  })
})

t.test('a 410 that is not the last answer disables nothing', async (t) => {
  const service = await startWebhookService(t)
  const receiver = await startReceiver(t)
  receiver.set('/moody', answer(410))
  const { webhook } = await service.addWebhook(`${receiver.url}/moody`, { maxRetries: 1 })
  const requestId = await service.request('letter')
  await service.until(([found]) => found?.nextAttemptAt !== undefined && found.attempts.length === 1, { requestId })
  receiver.set('/moody', answer(500))
  await service.passTime(5000)
  await service.until(([found]) => found !== undefined && isOver(found), { requestId })
  t.match(await service.webhook(webhook.id), { disabled: undefined, failingSince: Number })
})

t.test('five days of nothing but failures disable the endpoint', async (t) => {
  const service = await startWebhookService(t)
  const receiver = await startReceiver(t)
  receiver.set('/dead', answer(500))
  const { webhook } = await service.addWebhook(`${receiver.url}/dead`, { maxRetries: 0 })
  const fail = async () => {
    const requestId = await service.request('letter')
    await service.until(([found]) => found !== undefined && isOver(found), { requestId })
    return (await service.webhook(webhook.id)).disabled?.reason
  }
  t.equal(await fail(), undefined)
  await service.passTime(4.9 * DAY_MS)
  t.equal(await fail(), undefined)
  receiver.set('/dead', answer(200))
  t.equal(await fail(), undefined)
  receiver.set('/dead', answer(500))
  await service.passTime(4 * DAY_MS)
  t.equal(await fail(), undefined, 'a success between them counts')
  await service.passTime(5.1 * DAY_MS)
  t.equal(await fail(), 'failing')
})

t.test('an endpoint that hangs never holds up another', async (t) => {
  const service = await startWebhookService(t)
  const receiver = await startReceiver(t)
  receiver.set('/hangs', hang)
  const { webhook } = await service.addWebhook(`${receiver.url}/hangs`)
  const legacy = { url: `${(await startReceiver(t)).url}/fast` }
  const fast = await service.addWebhook(`${receiver.url}/fast`)
  const count = 60
  const requests = Array.from({ length: count }, () => service.request('letter', { webhook: legacy }))
  await Promise.all(requests)
  await receiver.until('/fast', count)
  await service.until((found) => found.filter(({ status }) => status === 'delivered').length === count * 2)
  t.equal(receiver.at('/hangs').length, 20, 'it has its own room and no more')
  const waiting = await service.deliveries({ webhookId: webhook.id })
  t.equal(waiting.length, count)
  t.ok(waiting.every(({ status }) => status === 'pending'))
  t.equal(waiting.filter(({ attempts }) => attempts.length === 1).length, 20)
  t.ok((await service.deliveries({ webhookId: fast.webhook.id })).every(({ attempts }) => attempts.length === 1))
})
