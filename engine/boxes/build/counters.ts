import type { CounterStyle } from '../../css/values/counter-style-value.js'
import type { ComputedStyle } from '../../style/computed-style.js'
import type { BoundElement } from '../../template/bound-tree.js'
import { formatCounter } from '../counter-styles.js'
import { isPageCounter } from '../page-counters.js'
import { parseHtmlInteger } from './html-attributes.js'

/** The implicit counter of list items (css-lists-3 §4.6). */
const LIST_ITEM = 'list-item'

/** Counters stay exact integers within this range. */
const COUNTER_LIMIT = 2 ** 31 - 1

interface Counter {
  readonly name: string
  value: number
  /** The scope ends with the element around this depth. */
  readonly depth: number
  /** The increment of a list item: -1 in a reversed list. */
  readonly step: number
  /** How many counters the document had created before. */
  readonly serial: number
}

/** An element with style containment: what stands in it does not change counters that were there before. */
interface CounterBoundary {
  readonly depth: number
  /** Counters with a lower number are outside. */
  readonly serial: number
}

/**
 * The counters in scope while the document is walked in order (css-lists-3 §4). A counter's scope is the element
 * that created it, its following siblings and all their descendants; but where the parent has a counter of the name
 * already, the siblings continue with that one (§4.4.2). Counters of pages are not among them: they belong to the pages
 * (see `page-counters.ts`).
 */
export class Counters {
  readonly #byName = new Map<string, Counter[]>()
  /** All counters in scope, in the order of their creation, which is also the order of their depths. */
  readonly #created: Counter[] = []
  /** From the outermost to the innermost one that the walk is in. */
  readonly #boundaries: CounterBoundary[] = []
  #serial = 0

  /**
   * Applies what an element does to counters before its content is generated.
   * @param depth nesting of the element; pseudo-elements are one deeper than their element
   * @param element undefined for a pseudo-element
   * @param countItems counts the items of a reversed list that has no `start`
   */
  enter(
    style: ComputedStyle,
    depth: number,
    element: BoundElement | undefined,
    countItems: (list: BoundElement) => number,
  ): void {
    this.leave(depth)
    if (element) this.#startList(style, depth, element, countItems)
    for (const { name, value } of style.counterReset) if (!isPageCounter(name)) this.#create(name, value, depth, 1)
    if (style.display === 'list-item' && !style.counterIncrement.some((change) => change.name === LIST_ITEM)) {
      this.#increment(LIST_ITEM, undefined, depth)
    }
    for (const { name, value } of style.counterIncrement) if (!isPageCounter(name)) this.#increment(name, value, depth)
    if (element && style.display === 'list-item') this.#setItemValue(element, depth)
    for (const { name, value } of style.counterSet) if (!isPageCounter(name)) this.#inScope(name, depth).value = value
    if (style.contain.style) this.#boundaries.push({ depth, serial: this.#serial })
  }

  /** Ends the scopes of counters that belong to children of an element at `depth`, and its containment. */
  leave(depth: number): void {
    for (let inner = this.#boundaries.at(-1); inner && inner.depth >= depth; inner = this.#boundaries.at(-1)) {
      this.#boundaries.pop()
    }
    let last = this.#created.at(-1)
    while (last && last.depth > depth) {
      this.#created.pop()
      this.#byName.get(last.name)?.pop()
      last = this.#created.at(-1)
    }
  }

  /** `counter(name, style)`: the innermost counter; 0 when there is none. */
  counter(name: string, style: CounterStyle): string {
    return formatCounter(this.#byName.get(name)?.at(-1)?.value ?? 0, style)
  }

  /**
   * `counters(name, separator, style)`: all counters of the name, outermost first.
   * @param count is told how long the separators will be together
   */
  counters(name: string, separator: string, style: CounterStyle, count: (length: number) => void): string {
    const stack = this.#byName.get(name)
    if (!stack || stack.length === 0) return formatCounter(0, style)
    count(separator.length * (stack.length - 1))
    return stack.map((counter) => formatCounter(counter.value, style)).join(separator)
  }

  /** Counts one more of what is counted over the whole document, unless an element within it created the counter. */
  count(name: string): void {
    this.#add(this.#ofDocument(name), 1)
  }

  setInnermost(name: string, value: number): void {
    this.#ofDocument(name).value = value
  }

  /** The values of all counters in scope, those of one name outermost first. */
  values(): ReadonlyMap<string, readonly number[]> {
    const values = new Map<string, number[]>()
    for (const { name, value } of this.#created) {
      const known = values.get(name)
      if (known) known.push(value)
      else values.set(name, [value])
    }
    return values
  }

  /** The same counters once more; what happens to them does not touch these. */
  copy(): Counters {
    const copy = new Counters()
    for (const counter of this.#created) {
      const own = { ...counter }
      copy.#created.push(own)
      copy.#stackOf(own.name).push(own)
    }
    copy.#boundaries.push(...this.#boundaries)
    copy.#serial = this.#serial
    return copy
  }

  /** HTML §15.3.7: `ol`, `ul` and `menu` start a list; `start` and `reversed` say where and in which direction. */
  #startList(
    style: ComputedStyle,
    depth: number,
    element: BoundElement,
    countItems: (list: BoundElement) => number,
  ): void {
    const { name } = element
    if (name !== 'ol' && name !== 'ul' && name !== 'menu') return
    if (style.counterReset.some((change) => change.name === LIST_ITEM)) return
    const start = name === 'ol' ? parseHtmlInteger(element.attributes.get('start')) : undefined
    if (name === 'ol' && element.attributes.has('reversed')) {
      this.#create(LIST_ITEM, (start ?? countItems(element)) + 1, depth, -1)
    } else {
      this.#create(LIST_ITEM, (start ?? 1) - 1, depth, 1)
    }
  }

  #setItemValue(element: BoundElement, depth: number): void {
    if (element.name !== 'li') return
    const value = parseHtmlInteger(element.attributes.get('value'))
    if (value !== undefined) this.#inScope(LIST_ITEM, depth).value = value
  }

  #increment(name: string, value: number | undefined, depth: number): void {
    const counter = this.#inScope(name, depth)
    this.#add(counter, value ?? counter.step)
  }

  #add(counter: Counter, value: number): void {
    const sum = counter.value + value
    if (Math.abs(sum) <= COUNTER_LIMIT) counter.value = sum
  }

  /** The innermost counter that an element may change (css-contain-2 §3.4); a new one where there is none. */
  #inScope(name: string, depth: number): Counter {
    const last = this.#byName.get(name)?.at(-1)
    return last && this.#isReachable(last) ? last : this.#create(name, 0, depth, 1)
  }

  #ofDocument(name: string): Counter {
    return this.#byName.get(name)?.at(-1) ?? this.#create(name, 0, 0, 1)
  }

  #isReachable(counter: Counter): boolean {
    const boundary = this.#boundaries.at(-1)
    return !boundary || counter.serial >= boundary.serial
  }

  /** A counter that a preceding sibling created is replaced, one of an ancestor is nested (css-lists-3 §4.3). */
  #create(name: string, value: number, depth: number, step: number): Counter {
    const stack = this.#stackOf(name)
    const innermost = stack.at(-1)
    const last = innermost && this.#isReachable(innermost) ? innermost : undefined
    const serial = this.#serial++
    if (last && last.depth >= depth) {
      const counter: Counter = { name, value, depth: last.depth, step, serial }
      stack[stack.length - 1] = counter
      this.#created[this.#created.lastIndexOf(last)] = counter
      return counter
    }
    const counter: Counter = { name, value, depth: last ? depth + 1 : depth, step, serial }
    stack.push(counter)
    // Depths ascend: a counter of the whole document stands before those of elements around it.
    let at = this.#created.length
    while (at > 0 && (this.#created[at - 1] as Counter).depth > counter.depth) at--
    this.#created.splice(at, 0, counter)
    return counter
  }

  #stackOf(name: string): Counter[] {
    let stack = this.#byName.get(name)
    if (!stack) {
      stack = []
      this.#byName.set(name, stack)
    }
    return stack
  }
}
