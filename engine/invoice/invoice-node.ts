import { type Message, ofData, say } from '../base/message.js'
import type { Span } from '../base/source.js'
import { type Decimal, parseDecimal } from './decimal.js'
import { describeTerm, type GroupName, kindOf, type Term } from './terms.js'
import { amount, quoted } from './wording.js'

/** The value of a term, and where it comes from. */
interface TermValue {
  /** Dates are in the form `2026-01-31`. */
  readonly text: string
  readonly span: Span | undefined
  /** The expression of a mapping that gave it. */
  readonly written?: string | undefined
}

/** Where a problem with an invoice is: the term, by name and place. */
interface TermPlace {
  readonly term: Term | undefined
  /** `BT-146 (item net price) of item 2, price,`, as a sentence begins. */
  readonly name: string
  readonly span: Span | undefined
}

/**
 * An invoice, or one repetition of one of its groups: the values of business terms and the groups in it, whatever they
 * were read from. Rules and writers know no other form.
 */
export class InvoiceNode {
  readonly #values = new Map<Term, TermValue>()
  readonly #groups = new Map<GroupName, InvoiceNode[]>()
  /** Terms that a mapping names, though the data have no value for them. */
  readonly #mapped = new Map<Term, TermValue>()

  /**
   * @param span where terms that are not there are missed
   * @param index among the items of the list that the group is repeated for, from 0; undefined where there is none
   */
  constructor(
    readonly span: Span | undefined,
    readonly parent?: InvoiceNode,
    readonly group?: GroupName,
    readonly index?: number,
  ) {}

  set(term: Term, value: TermValue): void {
    if (value.text === '') this.#mapped.set(term, value)
    else this.#values.set(term, value)
  }

  /** Gives a term a value unless it has one. */
  complete(term: Term, text: string): void {
    if (!this.#values.has(term)) this.#values.set(term, { text, span: this.span })
  }

  remove(term: Term): void {
    this.#values.delete(term)
  }

  /** Begins another repetition of a group; see the constructor. */
  append(group: GroupName, span: Span | undefined, index?: number): InvoiceNode {
    const nodes = this.#groups.get(group) ?? []
    const node = new InvoiceNode(span, this, group, index)
    nodes.push(node)
    this.#groups.set(group, nodes)
    return node
  }

  /** Takes a repetition away again. */
  drop(node: InvoiceNode): void {
    if (node.group === undefined) return
    const left = this.all(node.group).filter((other) => other !== node)
    if (left.length > 0) this.#groups.set(node.group, left)
    else this.#groups.delete(node.group)
  }

  all(group: GroupName): readonly InvoiceNode[] {
    return this.#groups.get(group) ?? []
  }

  get isEmpty(): boolean {
    return this.#values.size === 0 && this.#groups.size === 0
  }

  get terms(): Iterable<Term> {
    return this.#values.keys()
  }

  /** The text of a term, here or in what this is part of; undefined when there is none. */
  text(term: Term): string | undefined {
    return this.#values.get(term)?.text ?? this.parent?.text(term)
  }

  /** The number of a term; undefined when there is none, or none that can be read: `checkForms` reports that. */
  decimal(term: Term): Decimal | undefined {
    const text = this.text(term)
    return text === undefined ? undefined : parseDecimal(text)
  }

  /** Where to report a problem with a term. */
  place(term: Term): TermPlace {
    const value = this.#values.get(term) ?? this.#mapped.get(term)
    const item = this.index === undefined ? '' : ` of item ${this.index + 1}`
    const written = value?.written === undefined ? '' : `, ${value.written},`
    return { term, name: `${describeTerm(term)}${item}${written}`, span: value?.span ?? this.span }
  }

  /** What to say of a term that has no text. */
  absence(term: Term): string {
    return this.#mapped.has(term) ? 'has no value' : 'is missing'
  }
}

/** The fault of a text that is not of the kind of its term; undefined when it is. */
export function faultOfForm(term: Term, text: string): string | Message | undefined {
  switch (kindOf(term)) {
    case 'date':
      return isDate(text) ? undefined : say`is ${quoted(text)}, which is no date such as 2026-01-31`
    case 'number':
    case 'amount': {
      const number = parseDecimal(text)
      if (!number) return say`is ${quoted(text)}, which is no number such as 1234.50`
      if (kindOf(term) === 'number' || number.scale <= 2) return undefined
      return say`is ${ofData(text)}, and amounts have two decimals: write "… | round 2"`
    }
    case 'file':
      return /^[A-Za-z\d+/\s]*={0,2}\s*$/.test(text) ? undefined : 'is not in Base64'
    default:
      return undefined
  }
}

function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []
  if (year === undefined) return false
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
}

/** Says that an amount is not what it should be. */
export function wrongAmount(given: Decimal, what: string | Message, expected: Decimal): Message {
  return say`is ${amount(given)}, but ${what} is ${amount(expected)}`
}
