import type { AppContext } from '../http/app-state.js'
import { errorResponses, jsonResponse, parameter } from '../http/operation.js'
import type { Route } from '../http/route.js'
import { DAILY_TESTS, monthlyQuota } from '../limits/quotas.js'
import type { AuditEntry } from '../storage/administration/administration-store.js'
import { isoTime } from '../storage/iso-time.js'
import { secondsLeft } from '../storage/periods.js'
import type { LoggedRequest, OpenRequest, RequestQuery, UsageSum } from '../storage/request-log/request-log-store.js'
import { lastUsageDays, NOTHING_MADE } from '../storage/request-log/usage-days.js'
import { authenticateManager } from './authenticate-manager.js'
import { invalidMember } from './json-members.js'
import { listPage, type ManagementServices, queryText, readTimePage } from './management.js'
import { oneOf } from './member-reader.js'
import { PAGE_PARAMETERS } from './templates/read-page.js'
import { readSpan, SPAN_PARAMETERS } from './time-span.js'
import { writeJson } from './write-json.js'

const ERRORS = errorResponses(401, 403, 404, 422, 503)

/** Requests under way that are shown before those that are over. */
const OPEN_SHOWN = 200

/** Templates whose usage is shown, by what they make. */
const TEMPLATES = 50

const GET_REQUESTS: Route<ManagementServices> = {
  method: 'GET',
  path: '/api/v1/{org_slug}/requests',
  access: 'manager',
  operation: {
    id: 'listRequests',
    tag: 'Requests',
    summary: 'Requests that are over, and those under way',
    description: `Without any data. "under_way" has asynchronous requests that are not over, newest first and at most ${OPEN_SHOWN}; it is empty where a filter or a cursor is given.`,
    parameters: [
      parameter('query', 'outcome', 'By how they ended.', '^(succeeded|failed)$'),
      parameter('query', 'problems', 'Only those whose documents have lost something.', '^some$'),
      parameter('query', 'template', 'By the endpoint path.'),
      parameter('query', 'key', 'By the id of the key.'),
      parameter('query', 'code', 'By the code of the error, in lower case.'),
      ...SPAN_PARAMETERS,
      ...PAGE_PARAMETERS,
    ],
    responses: { 200: jsonResponse('Newest first.', 'Requests'), ...ERRORS },
  },
  handle: (services) => async (ctx) => {
    const { organization } = await authenticateManager(ctx, services)
    const { reader } = services.store
    const filters = readRequestFilters(ctx)
    const page = readTimePage(ctx)
    const isUnfiltered = Object.values(filters).every((value) => value === undefined)
    const [{ rows, next }, open] = await Promise.all([
      listPage(page, (part) => reader.searchRequests({ organizationId: organization.id, ...filters, ...part })),
      isUnfiltered && !page.after ? reader.listOpenRequests(organization.id, OPEN_SHOWN) : [],
    ])
    writeJson(ctx, 200, { under_way: open.map(describeOpen), requests: rows.map(describeRow), next })
  },
}

const GET_USAGE: Route<ManagementServices> = {
  method: 'GET',
  path: '/api/v1/{org_slug}/usage',
  access: 'manager',
  operation: {
    id: 'getUsage',
    tag: 'Activity',
    summary: 'Documents of this month, and of the last 30 days',
    responses: { 200: jsonResponse('The usage.', 'Usage'), ...errorResponses(401, 403, 404, 503) },
  },
  handle: (services) => async (ctx) => {
    const { organization } = await authenticateManager(ctx, services)
    const { reader } = services.store
    const now = Date.now()
    const days = lastUsageDays(now)
    const [first = ''] = days
    const [{ documents, tests }, byDay, byTemplate] = await Promise.all([
      reader.readUsage(organization.id),
      reader.sumUsageByDay(organization.id, first),
      reader.sumUsageByTemplate(organization.id, first, TEMPLATES),
    ])
    const sums = new Map(byDay.map((sum) => [sum.of, sum]))
    writeJson(ctx, 200, {
      plan: organization.plan,
      month: {
        period: documents.period,
        documents: documents.used,
        limit: monthlyQuota(organization) ?? null,
        resets_in: secondsLeft('documents', now),
      },
      tests: { period: tests.period, documents: tests.used, limit: DAILY_TESTS, resets_in: secondsLeft('tests', now) },
      days: days.map((day) => ({ day, ...describeSum(sums.get(day) ?? NOTHING_MADE) })),
      templates: byTemplate.map((sum) => ({ endpoint_path: sum.of, ...describeSum(sum) })),
    })
  },
}

const AUDIT_FILTERS = ['actor', 'action', 'subject'] as const

const GET_AUDIT: Route<ManagementServices> = {
  method: 'GET',
  path: '/api/v1/{org_slug}/audit',
  access: 'manager',
  operation: {
    id: 'listAudit',
    tag: 'Activity',
    summary: 'Who changed what',
    description: 'For 400 days. Secrets are never part of it.',
    parameters: [
      parameter('query', 'actor', 'A user’s address, or the id of a key.'),
      parameter('query', 'action', 'Such as key.revoked.'),
      parameter('query', 'subject', 'The id or the name of what was changed.'),
      ...PAGE_PARAMETERS,
    ],
    responses: { 200: jsonResponse('Newest first.', 'Audit'), ...ERRORS },
  },
  handle: (services) => async (ctx) => {
    const { organization } = await authenticateManager(ctx, services)
    const search = Object.fromEntries(AUDIT_FILTERS.map((name) => [name, queryText(ctx, name)]))
    const { rows, next } = await listPage(readTimePage(ctx), (page) =>
      services.store.reader.listAudit({ ...search, organizationId: organization.id, ...page }),
    )
    writeJson(ctx, 200, { entries: rows.map(describeEntry), next })
  },
}

export const ACTIVITY_ROUTES: readonly Route<ManagementServices>[] = [GET_REQUESTS, GET_USAGE, GET_AUDIT]

function readRequestFilters(ctx: AppContext): Partial<RequestQuery> {
  const outcome = queryText(ctx, 'outcome')
  const problems = queryText(ctx, 'problems')
  if (problems !== undefined && problems !== 'some') {
    throw invalidMember('invalid_value', 'problems', '"problems" must be "some"')
  }
  return {
    outcome: outcome === undefined ? undefined : oneOf('outcome', outcome, ['succeeded', 'failed'] as const),
    hasProblems: problems === undefined ? undefined : true,
    endpointPath: queryText(ctx, 'template'),
    keyId: queryText(ctx, 'key'),
    code: queryText(ctx, 'code'),
    ...readSpan(ctx),
  }
}

function describeOpen({ id, keyId, endpointPath, isTest, status, createdAt }: OpenRequest) {
  return {
    request_id: id,
    status,
    endpoint_path: endpointPath,
    key_id: keyId,
    is_test: isTest,
    created_at: isoTime(createdAt),
  }
}

function describeRow(row: LoggedRequest) {
  return {
    request_id: row.id,
    outcome: row.outcome,
    status_code: row.status,
    code: row.code ?? null,
    place: row.place ?? null,
    mode: row.mode,
    endpoint_path: row.endpointPath,
    key_id: row.keyId,
    document_id: row.documentId ?? null,
    is_test: row.isTest,
    received_bytes: row.receivedBytes ?? null,
    size_bytes: row.documentBytes ?? null,
    pages: row.pages ?? null,
    problem_count: row.problems?.count ?? 0,
    total_ms: Math.round(row.times.totalMs),
    render_time_ms: row.times.renderedMs === undefined ? null : Math.round(row.times.renderedMs),
    created_at: isoTime(row.createdAt),
  }
}

function describeSum({ documents, tests, failures, pages, bytes }: Omit<UsageSum, 'of'>) {
  return { documents, tests, failures, pages, size_bytes: bytes }
}

function describeEntry({ id, actor, action, subject, details, createdAt }: AuditEntry) {
  return { id, actor, action, subject, details, created_at: isoTime(createdAt) }
}
