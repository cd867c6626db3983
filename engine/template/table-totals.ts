import { assertNever, invariant } from '../base/invariant.js'
import { say } from '../base/message.js'
import { type BindContext, outputText } from './bind-text.js'
import type { BoundText, RunningText, TableSums } from './bound-tree.js'
import { reportOnce } from './evaluation-context.js'
import type { RunningExpression } from './expression.js'
import { rowAmount } from './row-amount.js'
import { runningIn } from './running-totals.js'
import type { Scope } from './scope.js'
import type { OutputPart, TemplateText } from './template-tree.js'
import { shown, toDecimal, toNumber } from './values.js'

/** A bound text whose content is not yet known. */
type DraftText = { -readonly [Field in keyof BoundText]: BoundText[Field] }

const NO_SUMS: TableSums = []

/** An addition evaluates an expression and makes a decimal of the sum, which is kept with the row. */
const ITEMS_PER_ADDITION = 16

/**
 * Adds up the running totals of one table while its rows are bound. Each turn of a loop adds to them once, with its
 * first row that has a value: a turn may make several rows.
 */
export class TableTotals {
  /** Exact as far as binary numbers are; rounded to decimals when they are handed out, as `sum` does. */
  readonly #sums: Float64Array
  readonly #least: Float64Array
  readonly #greatest: Float64Array
  /** By loop and total, the last turn that has been added. */
  readonly #counted = new Map<Scope, Int32Array>()
  /** Totals whose fields some row has. */
  readonly #matched = new Set<RunningExpression>()
  #handed: TableSums | undefined
  readonly #texts: { readonly draft: DraftText; readonly running: RunningText }[] = []

  /** @param outer the scope around the table: its turns add nothing */
  constructor(
    private readonly totals: readonly RunningExpression[],
    private readonly outer: Scope,
    private readonly context: BindContext,
  ) {
    this.#sums = new Float64Array(totals.length)
    this.#least = new Float64Array(totals.length)
    this.#greatest = new Float64Array(totals.length)
  }

  /** The sums with a row that begins now. */
  addRow(scope: Scope): TableSums {
    const turn = this.#turnOf(scope)
    if (turn) {
      let counted = this.#counted.get(turn)
      if (!counted) {
        counted = new Int32Array(this.totals.length).fill(-1)
        this.#counted.set(turn, counted)
      }
      for (let slot = 0; slot < this.totals.length; slot++) {
        if (counted[slot] !== turn.index && this.#add(slot, scope, turn)) counted[slot] = turn.index
      }
    }
    this.#handed ??= this.#decimals(this.#sums)
    return this.#handed
  }

  /** The text of a head or foot; what depends on the page is filled in by layout. */
  addText(template: TemplateText, parent: BoundText['parent'], scope: Scope, add: (text: BoundText) => void): void {
    let around: Scope | undefined
    for (const part of template.parts) {
      if (typeof part === 'string') add({ kind: 'text', text: part, parent })
      else if (part.kind === 'output' && runningIn(part.expression).length > 0) {
        around ??= copyOf(scope)
        const draft: DraftText = { kind: 'text', text: '', parent, running: this.#running(part, around) }
        invariant(draft.running, 'a running text')
        this.#texts.push({ draft, running: draft.running })
        add(draft)
      } else if (part.kind === 'output') {
        add({ kind: 'text', text: outputText(part, scope, this.context), parent })
      }
    }
  }

  /**
   * All rows are bound. A total whose fields no row has is reported: it is a mistake of whoever wrote their names. Texts
   * hold the widest of what they can come to, by which columns are measured.
   */
  finish(): void {
    if (this.#counted.size > 0) for (const total of this.totals) this.#reportUnmatched(total)
    const last = this.#decimals(this.#sums)
    const candidates = [last, this.#decimals(this.#least), this.#decimals(this.#greatest)]
    for (const { draft, running } of this.#texts) {
      draft.text = running.format(NO_SUMS, last)
      for (const sums of candidates) {
        const text = running.format(NO_SUMS, sums)
        if (text.length > draft.text.length) draft.text = text
      }
    }
  }

  /** The innermost loop within the table that the row belongs to. */
  #turnOf(scope: Scope): Scope | undefined {
    for (let at: Scope | undefined = scope; at && at !== this.outer; at = at.parent) if (at.kind === 'item') return at
    return undefined
  }

  #add(slot: number, scope: Scope, turn: Scope): boolean {
    const total = this.totals[slot]
    invariant(total, 'a running total of the table')
    this.context.budget.countItems(ITEMS_PER_ADDITION, total.span)
    const { reported } = this.context
    const before = reported.failures
    const value = rowAmount(total.operand, { scope, turn }, this.context)
    if (reported.failures > before) {
      reported.add(total)
      this.#matched.add(total)
      return this.#addNumber(slot, Number.NaN)
    }
    if (value === undefined) return false
    this.#matched.add(total)
    if (value === null) return false
    const number = toNumber(value)
    if (number === undefined) {
      const message = say`${total.source} adds numbers, got ${shown(value)}`
      reportOnce(this.context, total, 'unusable-value', message, total.span)
    }
    return this.#addNumber(slot, number ?? Number.NaN)
  }

  /** @param number NaN for a row whose amount cannot be known: from there on, neither can the total */
  #addNumber(slot: number, number: number): true {
    const sum = (this.#sums[slot] ?? 0) + number
    this.#sums[slot] = sum
    this.#least[slot] = Math.min(this.#least[slot] ?? 0, sum)
    this.#greatest[slot] = Math.max(this.#greatest[slot] ?? 0, sum)
    this.#handed = undefined
    return true
  }

  #reportUnmatched(total: RunningExpression): void {
    if (this.#matched.has(total)) return
    const { operand, source } = total
    const wanted = operand.kind === 'path' ? `field that ${source} adds` : `fields that ${source} calculates with`
    const message = `no row of the table has the ${wanted}`
    reportOnce(this.context, total, 'unmatched-placeholder', message, total.span)
  }

  #running(part: OutputPart, scope: Scope): RunningText {
    const { context, totals } = this
    // The context's own language is that of whichever element is being bound.
    const { language } = context
    return {
      format(before, upTo) {
        const sumOf = (total: RunningExpression): number | undefined => {
          const slot = totals.indexOf(total)
          const sum = upTo[slot] ?? 0
          if (Number.isNaN(sum)) return undefined
          switch (total.which) {
            case 'carried':
              return sum
            case 'subtotal':
              return toDecimal(sum - (before[slot] ?? 0))
            default:
              return assertNever(total.which)
          }
        }
        return outputText(part, scope, { ...context, language, running: sumOf })
      },
    }
  }

  #decimals(sums: Float64Array): TableSums {
    const decimals: number[] = []
    for (const sum of sums) decimals.push(toDecimal(sum))
    return decimals
  }
}

/** Scopes of loops change from turn to turn; layout comes after all of them. */
function copyOf(scope: Scope): Scope {
  return { ...scope, parent: scope.parent && copyOf(scope.parent) }
}
