import t, { type Test } from 'tap'
import { type Cases, runCases } from '../server/cases.js'
import { makeFolder } from '../server/folder.js'
import { locationSettings, startOwnService } from '../server/service.js'
import { answer, type Receiver, startReceiver } from '../server/webhooks/receiver.js'
import { ANYWHERE, equip, isOver, type WebhookService } from '../server/webhooks/webhook-service.js'
import { platen, type Run } from './platen.js'

/** An organization with one endpoint, which `platen webhook create` has made. */
interface Bench {
  readonly service: WebhookService
  readonly receiver: Receiver
  readonly slug: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** The endpoint's id and secret. */
  readonly id: string
  readonly secret: string
  readonly url: string
  /** The options of `create` that cannot be left out. */
  readonly minimal: readonly string[]
  /** Runs `platen webhook`. */
  run(...args: string[]): Promise<Run>
  /** Runs it with `--json`, successfully, and gives what it prints. */
  json(...args: string[]): Promise<ReturnType<typeof JSON.parse>>
}

async function openBench(t: Test): Promise<Bench> {
  const service = await equip(await startOwnService(t, { webhooks: ANYWHERE }))
  const receiver = await startReceiver(t)
  const { slug } = service.organization
  const env = {
    ...(locationSettings(service) as Record<string, string>),
    PLATEN_ALLOW_PRIVATE_WEBHOOKS: '1',
    PLATEN_PUBLIC_URL: service.url,
  }
  const cwd = makeFolder(t)
  const run: Bench['run'] = (...args) => platen(['webhook', ...args], { cwd, env })
  const json = async (...args: string[]) => {
    const { status, out, err } = await run(...args, '--json')
    t.equal(status, 0, args.join(' '))
    t.equal(err, '', 'nothing on standard error')
    t.match(out, /^[^\n]+\n$/, 'one line')
    return JSON.parse(out)
  }
  const url = `${receiver.url}/hook`
  const minimal = ['--org', slug, '--name', 'shop', '--url', url, '--events', 'document.completed,document.failed']
  const { id, secret, ...others } = await json('create', ...minimal)
  t.match({ id, secret }, { id: /^whk_[0-9a-z]{26}$/, secret: /^whsec_/ })
  t.same(others, {})
  return { service, receiver, slug, cwd, env, id, secret, url, minimal, run, json }
}

const CASES: Cases<Bench> = {
  async 'create, list and update'(t, { slug, run, json, url, minimal, id }) {
    const filter = '{"is_test":false,"min_size_kb":1,"endpoint_path_pattern":"^l"}'
    const settings = '--max-retries 5 --timeout 10 --backoff 1.5 --template letter --filter'.split(' ')
    const other = await json('create', ...minimal, ...settings, filter)
    const [first, second, ...rest] = await json('list', '--org', slug)
    t.same(rest, [])
    t.match(first, {
      id,
      name: 'shop',
      url,
      templates: null,
      filters: {},
      max_retries: 3,
      timeout: 30,
      backoff_multiplier: 2,
    })
    t.match(first, { status: 'active', failing_since: null, disabled_at: null, disabled_reason: null })
    t.match(second, {
      id: other.id,
      events: ['document.completed', 'document.failed'],
      templates: ['letter'],
      filters: JSON.parse(filter),
      max_retries: 5,
      timeout: 10,
      backoff_multiplier: 1.5,
    })
    t.notMatch(JSON.stringify([first, second]), /whsec_/, 'no secrets')
    t.match((await run('list', '--org', slug)).out, /^ID +NAME +URL +EVENTS +STATUS +SINCE\nwhk_\S+ +shop/)
    t.match(await json('update', other.id, '--disable', '--name', 'till'), {
      name: 'till',
      status: 'disabled',
      disabled_reason: 'manual',
    })
    t.match(await json('update', other.id, '--enable', '--all-templates', '--filter', '{}'), {
      status: 'active',
      templates: null,
      filters: {},
    })
    t.same(await json('delete', other.id), { id: other.id, deleted: true })
    t.equal((await run('delete', other.id)).status, 1)
  },

  async 'test events'(t, { receiver, run, json, id }) {
    const delivered = await json('test', id)
    t.match(delivered, {
      status: 'delivered',
      type: 'document.completed',
      is_test_event: true,
      attempts: [{ status_code: 200 }],
    })
    receiver.set('/hook', answer(500))
    const failed = await run('test', id, '--type', 'document.failed')
    t.match([failed.status, failed.out], [1, /answered 500 after \d+ ms \(dlv_\w+, evt_\w+\)/])
    receiver.set('/hook', answer(200))
    t.match(
      receiver.at('/hook').map(({ json }) => json.type),
      ['document.completed', 'document.failed'],
    )
  },

  async deliveries(t, { service, receiver, slug, run, json, url, id }) {
    receiver.set('/hook', answer(404, { 'set-cookie': 'secret' }, 'nobody'))
    await json('update', id, '--max-retries', '0')
    const requestId = await service.request('letter')
    await service.until(([found]) => found !== undefined && isOver(found), { requestId })
    const query = ['deliveries', '--org', slug, '--webhook', id]
    const [delivery, ...more] = await json(...query, '--status', 'failed', '--since', '1h', '--request', requestId)
    t.same(more, [])
    t.match(delivery, {
      id: /^dlv_/,
      event_id: /^evt_/,
      webhook_id: id,
      type: 'document.completed',
      status: 'failed',
      attempts: [{ at: /Z$/, status_code: 404, duration_ms: Number, error: 'answered 404' }],
    })
    t.same(await json(...query, '--until', '2020-01-01'), [])
    t.equal((await json(...query, '--limit', '1')).length, 1)
    t.match((await run(...query)).out, /^ID +EVENT +TYPE +TIME +STATUS +ATTEMPTS +LAST\ndlv_/)

    const whole = await json('delivery', delivery.id)
    t.equal(JSON.parse(whole.request_body).id, delivery.event_id)
    t.match(whole.attempts[0], { url, response_body: 'nobody', response_headers: { 'set-cookie': '***' } })
    t.match(whole.attempts[0].request_headers, { 'X-Service-Signature': /^t=/, 'Content-Type': 'application/json' })

    receiver.set('/hook', answer(200))
    t.same(await json('resend', delivery.id), { resent: 1 })
    await service.until(([found]) => found?.status === 'delivered', { requestId })
    t.same(await json('resend', '--org', slug, '--failed-since', '1h'), { resent: 0 })
    receiver.set('/hook', answer(500))
    const again = await service.request('letter')
    await service.until(([found]) => found?.status === 'failed', { requestId: again })
    receiver.set('/hook', answer(200))
    t.same(await json('resend', '--org', slug, '--failed-since', '1h', '--webhook', id), { resent: 1 })
    await service.until(([found]) => found?.status === 'delivered', { requestId: again })
  },

  async 'rotate-secret'(t, { json, id, secret }) {
    const rotated = await json('rotate-secret', id)
    t.match(rotated, { id, secret: /^whsec_/, previous_secret_until: /Z$/ })
    t.not(rotated.secret, secret)
    t.equal((await json('rotate-secret', id, '--overlap', '0')).previous_secret_until, null)
  },

  async 'what is wrong is named'(t, { slug, cwd, env, run, minimal, id }) {
    const wrong = async (status: number, message: RegExp, ...args: string[]) => {
      const result = await run(...args)
      t.match([result.status, result.out, result.err], [status, '', message], args.join(' '))
    }
    await wrong(2, /--url is missing/, 'create', '--org', slug, '--name', 'n', '--events', 'document.failed')
    await wrong(2, /--events must name/, 'create', ...minimal, '--events', 'document.deleted')
    await wrong(1, /--timeout: timeout must be a whole number from 5 to 60/, 'create', ...minimal, '--timeout', '4')
    await wrong(1, /--filter is not JSON/, 'create', ...minimal, '--filter', '{')
    await wrong(1, /--filter: filters.size is not known/, 'create', ...minimal, '--filter', '{"size":1}')
    await wrong(
      1,
      /--filter: filters.endpoint_path_pattern/,
      'create',
      ...minimal,
      '--filter',
      '{"endpoint_path_pattern":"("}',
    )
    await wrong(1, /there is no template "none"/, 'create', ...minimal, '--template', 'none')
    await wrong(2, /nothing to change/, 'update', id)
    await wrong(2, /contradict/, 'update', id, '--enable', '--disable')
    await wrong(2, /--since must be a time/, 'deliveries', '--org', slug, '--since', 'yesterday')
    await wrong(2, /--status must be one of/, 'deliveries', '--org', slug, '--status', 'lost')
    await wrong(2, /DELIVERY_ID is missing/, 'resend')
    await wrong(2, /either DELIVERY_ID or/, 'resend', 'dlv_1', '--org', slug)
    await wrong(2, /--failed-since is missing/, 'resend', '--org', slug)
    await wrong(1, /there is no delivery "dlv_none"/, 'resend', 'dlv_none')
    await wrong(1, /there is no delivery "dlv_none"/, 'delivery', 'dlv_none')
    await wrong(1, /there is no webhook "whk_none"/, 'test', 'whk_none')
    await wrong(1, /there is no webhook "whk_none"/, 'rotate-secret', 'whk_none')
    const strict = await platen(['webhook', 'create', ...minimal], {
      cwd,
      env: { ...env, PLATEN_ALLOW_PRIVATE_WEBHOOKS: '0' },
    })
    t.match([strict.status, strict.err], [1, /--url: url must be an absolute https URL/])
  },
}

t.test('the commands of webhooks', async (t) => runCases(t, await openBench(t), CASES))
