import t from 'tap'
import {
  DEFAULT_SETTINGS,
  dashboardSchedule,
  legacySchedule,
  NO_RETRIES,
  parseRetryAfter,
  type RetrySchedule,
  retryDelayMs,
} from '../../../../server/webhooks/rules/retry-policy.js'

/** The delays of all retries, for the least, the middle and the most that chance gives. */
function table(schedule: RetrySchedule): readonly (readonly (number | undefined)[])[] {
  return [1, 2, 3, 4, 5, 6].map((failures) => [0, 0.5, 1].map((random) => retryDelayMs(schedule, failures, random)))
}

const NONE = [undefined, undefined, undefined]

t.test('the dashboard system: four attempts after 2, 4 and 8 s, by half more or less', async (t) => {
  t.same(table(dashboardSchedule(DEFAULT_SETTINGS)), [
    [1000, 2000, 3000],
    [2000, 4000, 6000],
    [4000, 8000, 12_000],
    NONE,
    NONE,
    NONE,
  ])
  t.same(table(dashboardSchedule({ ...DEFAULT_SETTINGS, maxRetries: 0 })), [NONE, NONE, NONE, NONE, NONE, NONE])
  t.same(
    table(dashboardSchedule({ ...DEFAULT_SETTINGS, maxRetries: 5, backoffMultiplier: 1.5 })).map(
      ([, middle]) => middle,
    ),
    [2000, 3000, 4500, 6750, 10_125, undefined],
  )
})

t.test('the legacy system: five attempts after about 2, 4, 8 and 16 s', async (t) => {
  const whole = [[1800, 2000, 2200], [3600, 4000, 4400], [7200, 8000, 8800], [14_400, 16_000, 17_600], NONE, NONE]
  t.same(table(legacySchedule()), whole)
  t.same(table(legacySchedule(4)), whole)
  t.same(table(legacySchedule(99)), whole, 'more than the table has rows is the table')
  t.same(table(legacySchedule(1)), [whole[0], NONE, NONE, NONE, NONE, NONE])
  t.same(table(legacySchedule(0)), [NONE, NONE, NONE, NONE, NONE, NONE])
})

t.test('test events are sent once', async (t) => t.equal(retryDelayMs(NO_RETRIES, 1, 0.5), undefined))

t.test('Retry-After makes a delay longer, at most 60 s, and never shorter', async (t) => {
  const schedule = dashboardSchedule(DEFAULT_SETTINGS)
  t.equal(retryDelayMs(schedule, 1, 0.5, 1000), 2000)
  t.equal(retryDelayMs(schedule, 1, 0.5, 30_000), 30_000)
  t.equal(retryDelayMs(schedule, 1, 0.5, 3_600_000), 60_000)
  const long = dashboardSchedule({ maxRetries: 5, timeoutSeconds: 30, backoffMultiplier: 10 })
  t.equal(retryDelayMs(long, 3, 0.5, 30_000), 200_000, 'the table may say more than 60 s')
  t.equal(retryDelayMs(schedule, 4, 0.5, 30_000), undefined, 'and it gives no attempt that there is not')
})

t.test('Retry-After is read as seconds or as a date', async (t) => {
  const now = Date.UTC(2026, 10, 21, 12, 0, 0)
  const cases: readonly [header: string | undefined, expected: number][] = [
    ['30', 30_000],
    [' 7 ', 7000],
    ['0', 0],
    ['Sat, 21 Nov 2026 12:00:45 GMT', 45_000],
    ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
    [undefined, 0],
    ['', 0],
    ['-5', 0],
    ['1.5', 0],
    ['soon', 0],
  ]
  for (const [header, expected] of cases) t.equal(parseRetryAfter(header, now), expected, String(header))
})
