import { assertNever } from '../base/invariant.js'
import type { ElementTextPart } from '../css/values/content-value.js'
import { firstLetter } from './element-text.js'
import type { PageCounterValues } from './page-counters.js'

/** Findings of box generation and layout about a document, for the next round of both. */
export interface PageReferences {
  /** Elements that cross-references lead to, by id. */
  readonly targets: ReadonlyMap<string, Target>
  /** Ids that cross-references name, whether there is such an element or not. */
  readonly wanted: ReadonlySet<string>
  /** The counters of the page of each mark, by its key, and of pages by theirs; empty before the first layout. */
  readonly pages: ReadonlyMap<string, PageCounterValues>
  /** Whether `pages` has all pages: a mark that it does not have is on none. */
  readonly complete: boolean
  /** Which footnote of its page each is, from 1, by the key of its mark. */
  readonly footnotes: ReadonlyMap<string, number>
}

/** The answers of an element to `target-counter()` and `target-text()`. */
export interface Target {
  /** Of the mark at its place. */
  readonly key: string
  /** All counters in scope, the values of each outermost first. */
  readonly counters: ReadonlyMap<string, readonly number[]>
  readonly text: string
  readonly before: string
  readonly after: string
  readonly marker: string
}

/** The key in `pages` of a page by its number, where something stands on several pages and shows the number of each. */
export function pageKey(number: number): string {
  return `@page ${number}`
}

/** The id that an address within the document names; undefined for others. */
export function targetId(address: string | undefined): string | undefined {
  const hash = address?.trim() ?? ''
  if (!hash.startsWith('#') || hash.length < 2) return undefined
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    // Not well-formed: the id is meant as written.
    return hash.slice(1)
  }
}

/** The message about a target that the pages were laid out without: it has texts, but no page. */
export function unprintedTarget(id: string, reference: string): string {
  return `the element with the id "${id}", whose page ${reference} names, is not printed: it is behind the lines that are shown`
}

/** The texts of an element for `target-text()`. */
export function targetText(target: Target, part: ElementTextPart): string {
  switch (part) {
    case 'content':
      return target.text
    case 'first-letter':
      return firstLetter(target.text)
    case 'before':
    case 'after':
    case 'marker':
      return target[part]
    default:
      return assertNever(part)
  }
}

export const NO_REFERENCES: PageReferences = {
  targets: new Map(),
  wanted: new Set(),
  pages: new Map(),
  complete: false,
  footnotes: new Map(),
}

/** Whether two rounds agree on the elements that are referred to. */
export function sameTargets(a: PageReferences['targets'], b: PageReferences['targets']): boolean {
  if (a.size !== b.size) return false
  for (const [id, target] of a) {
    const other = b.get(id)
    if (!other || other.text !== target.text || other.before !== target.before) return false
    if (other.after !== target.after || other.marker !== target.marker) return false
    if (!sameCounters(target.counters, other.counters)) return false
  }
  return true
}

function sameCounters(a: Target['counters'], b: Target['counters']): boolean {
  if (a.size !== b.size) return false
  for (const [name, values] of a) if (values.join() !== b.get(name)?.join()) return false
  return true
}
