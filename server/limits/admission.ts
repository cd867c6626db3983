import { secondsLeft, type UsageKind } from '../storage/periods.js'
import type { Organization, Refund, Store } from '../storage/store.js'
import type { LimitRefusal } from './limit-refusal.js'
import { DAILY_TESTS, monthlyQuota } from './quotas.js'
import type { Refunds } from './refunds.js'

/** The counting of one request: whether it may be rendered, and what is given back when that fails. */
export class Admission {
  readonly #store: Store
  readonly #organization: Organization
  readonly #refunds: Refunds
  #counted: Refund | undefined
  #refusal: LimitRefusal | undefined

  constructor(store: Store, organization: Organization, refunds: Refunds) {
    this.#store = store
    this.#refunds = refunds
    this.#organization = organization
  }

  /** Why `admit` said no. */
  get refusal(): LimitRefusal | undefined {
    return this.#refusal
  }

  /**
   * Counts a valid request against the day's tests or the month's documents; false when its limit is reached.
   * @param amount the documents that it counts as
   */
  async admit(isTest: boolean, amount = 1): Promise<boolean> {
    const organizationId = this.#organization.id
    const kind = isTest ? 'tests' : 'documents'
    const limit = isTest ? DAILY_TESTS : monthlyQuota(this.#organization)
    const count = await this.#store.countUsage({ organizationId, kind, limit, amount })
    if (count.kind === 'counted') {
      this.#counted = { organizationId, kind, period: count.period, amount }
      return true
    }
    this.#refusal = refuseCount(kind, this.#organization, count)
    return false
  }

  /**
   * Takes back what was counted, because no document came of it. Test requests count whatever comes of them, unless
   * nothing was begun.
   */
  async giveBack(isRefused: boolean): Promise<void> {
    const counted = this.#counted
    this.#counted = undefined
    if (counted && (isRefused || counted.kind === 'documents')) await this.#refunds.giveBack(counted)
  }
}

/** Why a request is one too many, and until when; `now` is the store's time. */
export function refuseCount(
  kind: UsageKind,
  organization: Organization,
  { now, remaining }: { readonly now: number; readonly remaining: number },
): LimitRefusal {
  const limit = (kind === 'tests' ? DAILY_TESTS : monthlyQuota(organization)) ?? 0
  const [code, limitName] =
    kind === 'tests'
      ? (['test_limit_exceeded', `limit of ${limit} test requests a day`] as const)
      : (['monthly_limit_exceeded', `limit of ${limit} documents a month`] as const)
  const message =
    remaining === 0
      ? `The ${limitName} is reached`
      : `Of the ${limitName} only ${remaining} ${remaining === 1 ? 'is' : 'are'} left`
  return { code, message, limit, remaining, retryAfter: secondsLeft(kind, now) }
}
