import type {
  AttemptExchange,
  AttemptReport,
  AttemptResult,
  ClaimedDelivery,
  HeaderList,
  Webhook,
} from '../storage/webhooks/webhook-store.js'
import { legacyContext, secretContext } from './contexts.js'
import { maskRequestHeaders, maskResponseHeaders } from './mask-headers.js'
import type { LegacyTarget } from './rules/legacy-target.js'
import {
  dashboardSchedule,
  LEGACY_TIMEOUT_SECONDS,
  legacySchedule,
  NO_RETRIES,
  parseRetryAfter,
  type RetrySchedule,
  retryDelayMs,
} from './rules/retry-policy.js'
import { SealError, type Sealer } from './sealer.js'
import { type Exchange, type Route, sendRequest } from './send-request.js'
import { signatureHeaders } from './signatures.js'

interface AttemptServices {
  readonly sealer: Sealer
  readonly route: Route
  /** From 0 to 1; spreads retries. */
  random(): number
  /** Epoch ms. */
  now(): number
}

/** A request to send, and what follows if it fails. */
interface Plan {
  readonly url: string
  readonly headers: HeaderList
  readonly timeoutSeconds: number
  readonly schedule: RetrySchedule
  /** Its entry in the log. */
  readonly logged: Pick<AttemptExchange, 'url' | 'requestHeaders'>
}

const USER_AGENT = 'Platen-Webhooks/1'

/** The most that is kept of an answer's body. */
const LOGGED_BYTES = 4_096

const GONE = 410

/** Makes one attempt of a delivery. */
export async function makeAttempt(delivery: ClaimedDelivery, services: AttemptServices): Promise<AttemptReport> {
  const { id: deliveryId, attempt, processId } = delivery
  const ids = { deliveryId, attempt, processId }
  const body = Buffer.from(delivery.body)
  let plan: Plan
  try {
    plan = makePlan(delivery, body, services)
  } catch (error) {
    if (!(error instanceof SealError)) throw error
    return { ...ids, ...unreadable(delivery, error) }
  }
  const { url, headers, timeoutSeconds } = plan
  const exchange = await sendRequest({ url, headers, body, timeoutMs: timeoutSeconds * 1000 }, services.route)
  return { ...ids, exchange: toLog(plan, exchange), result: judge(delivery, plan, exchange, services) }
}

function makePlan(delivery: ClaimedDelivery, body: Buffer, services: AttemptServices): Plan {
  const { target } = delivery
  return target.kind === 'dashboard'
    ? planDashboard(delivery, target.webhook, body, services)
    : planLegacy(delivery, target.sealed, body, services)
}

function planDashboard(
  delivery: ClaimedDelivery,
  webhook: Webhook,
  body: Buffer,
  { sealer, now }: AttemptServices,
): Plan {
  const { url } = webhook
  const message = { id: delivery.eventId, timestamp: Math.floor(now() / 1000), body }
  const headers = { ...basicHeaders(url, body), ...signatureHeaders(message, openSecrets(webhook, sealer, now())) }
  return {
    url,
    headers,
    logged: { url, requestHeaders: maskRequestHeaders(headers) },
    timeoutSeconds: webhook.timeoutSeconds,
    schedule: delivery.isTestEvent ? NO_RETRIES : dashboardSchedule(webhook),
  }
}

function openSecrets({ id, secret, previousSecret }: Webhook, sealer: Sealer, now: number): [string, ...string[]] {
  const present = sealer.open(secret, secretContext(id))
  if (!previousSecret || previousSecret.until <= now) return [present]
  return [present, sealer.open(previousSecret.secret, secretContext(id))]
}

function planLegacy(delivery: ClaimedDelivery, sealed: string, body: Buffer, { sealer }: AttemptServices): Plan {
  const target: LegacyTarget = JSON.parse(sealer.open(sealed, legacyContext(delivery.requestId)))
  const added = target.headers ?? {}
  const headers = withHeaders(basicHeaders(target.url, body), added)
  return {
    url: target.url,
    headers,
    // Where it goes and what its customer has it say may be secrets, and are kept encrypted only.
    logged: { url: undefined, requestHeaders: maskRequestHeaders(headers, ['Host', ...Object.keys(added)]) },
    timeoutSeconds: LEGACY_TIMEOUT_SECONDS,
    schedule: legacySchedule(target.retries),
  }
}

function basicHeaders(url: string, body: Buffer): HeaderList {
  return {
    Host: new URL(url).host,
    Connection: 'close',
    'Content-Type': 'application/json',
    'Content-Length': String(body.length),
    'User-Agent': USER_AGENT,
    Accept: '*/*',
  }
}

/** Names do not differ by letter case: what is added takes the place of what was there. */
function withHeaders(headers: HeaderList, added: HeaderList): HeaderList {
  const names = new Set(Object.keys(added).map((name) => name.toLowerCase()))
  const kept = Object.entries(headers).filter(([name]) => !names.has(name.toLowerCase()))
  return { ...Object.fromEntries(kept), ...added }
}

/** A secret that cannot be decrypted is no fault of the receiver; sending without it is no answer either. */
function unreadable({ target }: ClaimedDelivery, { message }: SealError): Pick<AttemptReport, 'exchange' | 'result'> {
  const url = target.kind === 'dashboard' ? target.webhook.url : undefined
  const error = `not sent: ${message}`
  return {
    exchange: { durationMs: 0, url, requestHeaders: {}, response: undefined, error },
    result: { kind: 'exhausted', isGone: false },
  }
}

function toLog({ logged }: Plan, { durationMs, response, error }: Exchange): AttemptExchange {
  return {
    durationMs,
    ...logged,
    response: response && {
      status: response.status,
      headers: maskResponseHeaders(response.headers),
      body: response.body.subarray(0, LOGGED_BYTES).toString('utf8'),
    },
    error: error ?? describeAnswer(response?.status ?? 0),
  }
}

function describeAnswer(status: number): string | undefined {
  if (isSuccess(status)) return undefined
  return status >= 300 && status < 400 ? `answered ${status}: redirects are not followed` : `answered ${status}`
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300
}

function judge(
  { failures }: ClaimedDelivery,
  { schedule }: Plan,
  { response, error, isInterrupted }: Exchange,
  { random, now }: AttemptServices,
): AttemptResult {
  if (isInterrupted) return { kind: 'interrupted' }
  const status = response?.status ?? 0
  if (error === undefined && isSuccess(status)) return { kind: 'delivered' }
  const retryAfterMs = parseRetryAfter(response?.headers['retry-after'], now())
  const delayMs = retryDelayMs(schedule, failures + 1, random(), retryAfterMs)
  return delayMs === undefined ? { kind: 'exhausted', isGone: status === GONE } : { kind: 'retry', delayMs }
}
