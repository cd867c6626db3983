import t from 'tap'
import {
  type EventFacts,
  isSubscribed as isSubscribedBy,
  type Subscription,
  type WebhookFilters,
} from '../../../../server/webhooks/rules/filters.js'
import { PathPatterns } from '../../../../server/webhooks/rules/path-patterns.js'
import { compilePattern } from '../../../../server/webhooks/rules/pattern.js'

const { matches } = new PathPatterns()

const isSubscribed = (subscription: Subscription, facts: EventFacts) => isSubscribedBy(subscription, facts, matches)

const COMPLETED: EventFacts = {
  type: 'document.completed',
  isTest: false,
  endpointPaths: ['invoice'],
  sizeBytes: 2048,
  errorCode: undefined,
}

const FAILED: EventFacts = { ...COMPLETED, type: 'document.failed', sizeBytes: undefined, errorCode: 'RENDER_TIMEOUT' }

const EVERYTHING = {
  events: ['document.completed', 'document.failed'],
  templatePaths: undefined,
  filters: {},
} as const

t.test('subscriptions', async (t) => {
  t.equal(isSubscribed(EVERYTHING, COMPLETED), true)
  t.equal(isSubscribed({ ...EVERYTHING, events: ['document.failed'] }, COMPLETED), false)
  t.equal(isSubscribed({ ...EVERYTHING, events: ['document.failed'] }, FAILED), true)
  t.equal(isSubscribed({ ...EVERYTHING, templatePaths: ['letter', 'invoice'] }, COMPLETED), true)
  t.equal(isSubscribed({ ...EVERYTHING, templatePaths: ['letter'] }, COMPLETED), false)
  t.equal(isSubscribed({ ...EVERYTHING, templatePaths: [] }, COMPLETED), false, 'none is not all')
})

t.test('filters', async (t) => {
  const passes = (filters: WebhookFilters, facts: EventFacts) => isSubscribed({ ...EVERYTHING, filters }, facts)
  const rows: readonly [filters: WebhookFilters, completed: boolean, failed: boolean][] = [
    [{}, true, true],
    [{ isTest: false }, true, true],
    [{ isTest: true }, false, false],
    [{ minSizeKb: 2 }, true, true],
    [{ minSizeKb: 2.001 }, false, true],
    [{ maxSizeKb: 2 }, true, true],
    [{ maxSizeKb: 1.999 }, false, true],
    [{ minSizeKb: 1, maxSizeKb: 3 }, true, true],
    [{ endpointPathPattern: 'voi' }, true, true],
    [{ endpointPathPattern: '^Inv' }, false, false],
    [{ excludeErrors: ['RENDER_TIMEOUT'] }, true, false],
    [{ excludeErrors: ['render_timeout'] }, true, false],
    [{ excludeErrors: ['RENDER_FAILED'] }, true, true],
    [{ isTest: false, minSizeKb: 1, endpointPathPattern: 'x' }, false, false],
  ]
  for (const [filters, completed, failed] of rows) {
    t.equal(passes(filters, COMPLETED), completed, `completed: ${JSON.stringify(filters)}`)
    t.equal(passes(filters, FAILED), failed, `failed: ${JSON.stringify(filters)}`)
  }
  t.equal(passes({ isTest: true }, { ...COMPLETED, isTest: true }), true)
  t.equal(passes({ minSizeKb: 1 }, { ...COMPLETED, sizeBytes: 1024 }), true, 'bounds are inclusive')
  t.equal(passes({ minSizeKb: 1 }, { ...COMPLETED, sizeBytes: 1023 }), false)
})

t.test('the pattern of an endpoint is compiled once, whatever paths it is asked about', async (t) => {
  const compiled: string[] = []
  const patterns = new PathPatterns((source) => {
    compiled.push(source)
    return compilePattern(source)
  })
  for (const path of ['invoice', 'letter', 'invoice-2']) patterns.matches('^invoice', path)
  t.equal(patterns.matches('letter', 'letter'), true)
  t.same(compiled, ['^invoice', 'letter'])
})
