/** How much there is in a store that has been in use for a while. */
export interface SeedSizes {
  /** Organizations besides the one that has most. */
  readonly organizations: number
  /** Templates of the large organization, with ten versions each. */
  readonly templates: number
  /** Endpoints of the large organization; each gets a delivery of each event. */
  readonly webhooks: number
  /** Finished requests with an event each. One in ten belongs to another organization, and has one delivery. */
  readonly requests: number
  /** Requests that wait for a worker. */
  readonly waiting: number
  /** Administrative acts, answers under idempotency keys and keys with slots. */
  readonly others: number
}

/** Where the rows go. */
export interface SeedPlace {
  /** The large organization, which exists; most rows are its. */
  readonly organizationId: string
  /** Epoch ms: the newest rows are of this time. */
  readonly now: number
  /** The database's type for a column of bytes. */
  readonly bytesType: 'blob' | 'bytea'
}

const DAY_MS = 86_400_000

const HOUR_MS = 3_600_000

/** How long ago the first of the seeded requests was made. */
const AGE_DAYS = 30
const AGE_MS = AGE_DAYS * DAY_MS

/**
 * Fills a migrated, empty store, row by row within the database: a million rows take seconds. The same for every
 * database, and every time.
 */
export function seedStatements(sizes: SeedSizes, { organizationId, now, bytesType }: SeedPlace): readonly string[] {
  const { organizations, templates, webhooks, requests, waiting, others } = sizes
  const start = now - AGE_MS
  const large = `'${organizationId}'`
  const step = Math.max(1, Math.floor(AGE_MS / requests))
  const ownerOf = (n: string) =>
    `case when ${n} % 10 = 9 then ${id('org', `${n} / 10 % ${organizations}`)} else ${large} end`
  const createdAt = (n: string) => `${start} + cast(${n} as bigint) * ${step}`
  const failed = 'n % 50 = 7'
  const request = (range: string, isWaiting: boolean) => `insert into requests (id, organization_id, api_key_id,
      template_id, version_id, endpoint_path, document_id, is_test, status, object_key, size_bytes, pages,
      render_time_ms, failure, created_at, started_at, finished_at, expires_at)
    ${range} select ${id('req', 'n')}, ${isWaiting ? large : ownerOf('n')}, ${id('key', '0')}, ${id('tpl', 'n % 10')},
      ${id('tpv', 'n % 100')}, 'invoice', ${id('doc', 'n')}, 0, ${
        isWaiting
          ? `'queued', null, null, null, null, null, ${now}, null, null, null`
          : `case when ${failed} then 'failed' else 'completed' end, 'documents/' || n, 20000, 1, 5,
            case when ${failed} then '{"code":"RENDER_FAILED","message":"","details":{}}' end,
            ${createdAt('n')}, ${createdAt('n')} + 5, ${createdAt('n')} + 10, ${now + DAY_MS} + n`
      } from series`
  /** One for each of some events and each of so many endpoints, which are named by the number `w.n`. */
  const delivery = (endpoints: number, webhook: string, owner: string, condition: string) => `insert into deliveries
      (id, organization_id, event_id, webhook_id, lane, type, is_test_event, status, reason, state, due_at, next_cause,
      attempts, failures, created_at)
    ${series(requests)}, endpoints(n) as (select 0 union all select n + 1 from endpoints where n + 1 < ${endpoints})
    select ${id('dlv', 'e.n * 100 + w.n')}, ${owner}, ${id('evt', 'e.n')}, ${webhook}, ${owner} || '/' || ${webhook},
      case when e.n % 50 = 7 then 'document.failed' else 'document.completed' end, 0,
      case when (e.n + w.n) % 1000 = 3 then 'pending' when (e.n + w.n) % 40 = 1 then 'failed' else 'delivered' end,
      case when (e.n + w.n) % 40 = 1 then 'exhausted' end,
      case when (e.n + w.n) % 1000 = 3 then 'waiting' else 'done' end, ${now + DAY_MS} + e.n, 'retry', 1, 0,
      ${createdAt('e.n')} + 10
    from series as e join endpoints as w on true where ${condition}`
  return [
    `insert into organizations (id, slug, name, plan, created_at) ${series(organizations)}
      select ${id('org', 'n')}, 'seed-' || n, 'Seed', case n % 3 when 0 then 'free' when 1 then 'pro' else 'scale' end,
      ${start} from series`,
    `insert into api_keys (id, organization_id, hash, display, description, allow_ips, created_at)
      ${series(Math.max(1, Math.floor(others / 100)))} select ${id('key', 'n')}, ${large}, 'seed-' || n, 'sk', '', '[]',
      ${start} + n from series`,
    `insert into templates (id, organization_id, endpoint_path, published_version, created_at) ${series(templates)}
      select ${id('tpl', 'n')}, ${large}, 'seed-' || n, 10, ${start} from series`,
    `insert into template_versions (id, template_id, version, name, html, page_size, orientation, digest, created_at,
      published_at) ${series(templates * 10)} select ${id('tpv', 'n')}, ${id('tpl', 'n / 10')}, n % 10 + 1, 'Seed', '<p>', 'a4',
      'portrait', 'd' || n, ${start}, ${start} from series`,
    `insert into webhooks (id, organization_id, name, url, subscription, settings, secret, created_at, updated_at)
      ${series(webhooks)} select ${id('whk', 'n')}, ${large}, 'Seed', 'https://seed.example',
      '{"events":["document.failed"],"filters":{}}', '{"maxRetries":3,"timeoutSeconds":30,"backoffMultiplier":2}', '',
      ${start} + n, ${start} from series`,
    request(series(requests), false),
    request(series(waiting, requests), true),
    `insert into request_log (id, organization_id, api_key_id, mode, endpoint_path, document_id, is_test, has_failed, status,
      code, place, document_bytes, pages, rendered_ms, total_ms, created_at, expires_at)
      ${series(requests)} select ${id('req', 'n')}, ${ownerOf('n')}, ${id('key', 'n % 50')}, 'async', 'seed-' || (n % ${templates}),
      ${id('doc', 'n')}, 0, case when ${failed} then 1 else 0 end, 202, case when ${failed} then 'render_failed' end, null,
      20000, 1, 5, 12, ${createdAt('n')}, ${now + DAY_MS} + n from series`,
    `insert into usage_days (organization_id, day, endpoint_path, documents, tests, failures, pages, bytes)
      ${seriesWithDays(templates, start)} select ${large}, day, 'seed-' || n, 3, 0, 0, 3, 60000 from series, days`,
    `insert into latency_days (organization_id, day, bucket, requests) ${seriesWithDays(60, start)}
      select ${large}, day, n, 50 from series, days`,
    `insert into usage_hours (organization_id, hour, documents, failures) ${series(8 * 24)}
      select ${large}, ${now - (now % HOUR_MS)} - cast(n as bigint) * ${HOUR_MS}, 140, 3 from series`,
    `insert into request_bodies (request_id, body) ${series(waiting, requests)}
      select ${id('req', 'n')}, cast('{}' as ${bytesType}) from series`,
    `insert into jobs (id, queue, ref_id, organization_id, api_key_id, state, run_at, attempt, max_attempts, created_at)
      ${series(waiting, requests)} select ${id('job', 'n')}, 'render', ${id('req', 'n')}, ${large}, ${id('key', '0')},
      'ready', ${now}, 0, 3, ${now} from series`,
    `insert into events (id, organization_id, request_id, type, payload, created_at) ${series(requests)}
      select ${id('evt', 'n')}, ${ownerOf('n')}, ${id('req', 'n')},
      case when ${failed} then 'document.failed' else 'document.completed' end,
      '{"id":"' || ${id('evt', 'n')} || '","type":"document.completed","created":1,"data":{"pages":1}}',
      ${createdAt('n')} + 10 from series`,
    delivery(webhooks, id('whk', 'w.n'), large, 'e.n % 10 < 9'),
    delivery(1, id('whk', '1000 + e.n % 97'), ownerOf('e.n'), 'e.n % 10 = 9'),
    `insert into delivery_attempts (id, delivery_id, number, cause, status, started_at, duration_ms, url,
      request_headers, response_status, response_headers, response_body)
      select 'att' || substr(id, 4), id, 1, 'event', case status when 'delivered' then 'succeeded' else 'failed' end,
      created_at, 20, 'https://seed.example', '{"content-type":"application/json"}',
      case status when 'delivered' then 200 else 500 end, '{"date":"today"}', 'ok' from deliveries`,
    `insert into audit_entries (id, organization_id, actor, action, subject, details, created_at) ${series(others)}
      select ${id('adt', 'n')}, ${large}, 'seed', 'key.created', 'key', '{}', ${start} + n from series`,
    `insert into users (id, email, password_hash, is_admin, created_at) ${series(others)}
      select ${id('usr', 'n')}, 'seed-' || n || '@example.com', '', 0, ${start} + n from series`,
    `insert into memberships (user_id, organization_id, role) ${series(others)}
      select ${id('usr', 'n')}, case when n % 100 = 0 then ${large} else ${id('org', `n % ${organizations}`)} end, 'viewer'
      from series`,
    `insert into sessions (id, hash, user_id, address, user_agent, created_at, seen_at, expires_at) ${series(others)}
      select ${id('ses', 'n')}, 'seed-' || n, ${id('usr', 'n')}, '::1', '', ${start} + n, ${start} + n, ${now + DAY_MS} + n
      from series`,
    `insert into idempotency_keys (api_key_id, key, fingerprint, state, process_id, answer, answered_at, expires_at)
      ${series(others)} select ${id('key', '0')}, 'seed-' || n, 'f', 'answered', 'prc_seed', '{}', ${now},
      ${now + DAY_MS} + n from series`,
    `insert into usage_counters (organization_id, kind, period, used) ${series(organizations)}
      select ${id('org', 'n')}, 'documents', '2020-01', 5 from series`,
  ]
}

/** Rows n = first, first + 1, …, as the beginning of a query. */
function series(count: number, first = 0): string {
  return `with recursive series(n) as (select ${first} union all select n + 1 from series where n + 1 < ${first + count})`
}

/** The same, with a row of `days` for each day from a time on, as ISO dates. */
function seriesWithDays(count: number, start: number): string {
  const days = Array.from({ length: AGE_DAYS + 1 }, (_, day) =>
    new Date(start + day * DAY_MS).toISOString().slice(0, 10),
  )
  return `${series(count)}, days(day) as (values ${days.map((day) => `('${day}')`).join(', ')})`
}

/** The id of a row by its number: of the same length for all, so that ids sort as numbers. */
function id(prefix: string, n: string): string {
  return `'${prefix}_' || cast(1000000000 + ${n} as text)`
}
