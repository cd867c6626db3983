import { TokenType } from '@csstools/css-tokenizer'
import type { DeclarationBlock } from '../properties/declaration.js'
import { isNth, type NthFormula, parseNthFormula } from '../selectors/nth-formula.js'
import { type CSSToken, isBlank } from '../values/value-cursor.js'
import type { MediaQueryList } from './media-query.js'
import type { DeclaredDescriptors } from './page-descriptors.js'

/** One selector of `@page` (css-page-3 §3.1). */
interface PageSelector {
  readonly name: string | undefined
  readonly first: boolean
  readonly blank: boolean
  readonly side: 'left' | 'right' | undefined
  /** `:nth(an + b)` of the page number, or `:nth(an + b of name)` of its place in a page group of that name. */
  readonly nth: PageNth | undefined
  /** (names, :first and :blank and :nth, :left and :right) in one number. */
  readonly specificity: number
}

interface PageNth {
  readonly formula: NthFormula
  readonly of: string | undefined
}

export interface PageRule {
  readonly selectors: readonly PageSelector[]
  readonly block: DeclarationBlock
  readonly descriptors: DeclaredDescriptors
  /** Margin boxes and the footnote area by their name without the at sign. */
  readonly marginBoxes: ReadonlyMap<string, DeclarationBlock>
  readonly media: readonly MediaQueryList[]
  /** Cascade layer; empty outside of layers. */
  readonly layer: readonly string[]
}

/** Parses the prelude of `@page`; undefined when it is invalid. An empty prelude selects every page. */
export function parsePageSelectors(tokens: readonly CSSToken[]): readonly PageSelector[] | undefined {
  const text = tokens
    .filter((token) => token[0] !== TokenType.Comment)
    .map((token) => (isBlank(token) ? ' ' : token[1]))
    .join('')
    .trim()
  if (text === '') return [pageSelector(undefined, [])]
  const selectors: PageSelector[] = []
  for (const part of text.split(',')) {
    const match = /^([a-z_\u0080-\uffff-][\w\u0080-\uffff-]*)?((?::[a-z]+(?:\([^()]*\))?)*)$/i.exec(part.trim())
    if (!match || part.trim() === '') return undefined
    // Names of pages keep their case.
    const written = match[2]?.match(/:[a-z]+(?:\([^()]*\))?/gi) ?? []
    const pseudos = written.map((pseudo) => pseudo.replace(/^:[a-z]+/i, (name) => name.toLowerCase()))
    if (!pseudos.every((pseudo) => /^:(?:first|left|right|blank|nth\(.*\))$/.test(pseudo))) return undefined
    const nth = pseudos.find((pseudo) => pseudo.startsWith(':nth'))
    if (nth !== undefined && !parseNth(nth)) return undefined
    selectors.push(pageSelector(match[1], pseudos))
  }
  return selectors
}

function pageSelector(name: string | undefined, pseudos: readonly string[]): PageSelector {
  const first = pseudos.includes(':first')
  const blank = pseudos.includes(':blank')
  const side = pseudos.includes(':left') ? 'left' : pseudos.includes(':right') ? 'right' : undefined
  const nth = pseudos.map(parseNth).find((formula) => formula !== undefined)
  const middle = Number(first) + Number(blank) + Number(nth !== undefined)
  const named = name !== undefined || nth?.of !== undefined
  const specificity = Number(named) * 100 + middle * 10 + Number(side !== undefined)
  return { name, first, blank, side, nth, specificity }
}

function parseNth(pseudo: string): PageNth | undefined {
  const parts = /^:nth\((.*?)(?:\s+of\s+([a-z_\u0080-\uffff-][\w\u0080-\uffff-]*)\s*)?\)$/i.exec(pseudo)
  const formula = parseNthFormula(parts?.[1] ?? '')
  return formula && { formula, of: parts?.[2] }
}

/** A page as page selectors see it. */
interface SelectedPage {
  readonly number: number
  readonly name: string
  readonly blank: boolean
  readonly side: 'left' | 'right'
  readonly groupPage: number
}

export function pageSelectorMatches(selector: PageSelector, page: SelectedPage): boolean {
  if (selector.name !== undefined && selector.name !== page.name) return false
  if (selector.first && page.number !== 1) return false
  if (selector.blank && !page.blank) return false
  if (selector.side !== undefined && selector.side !== page.side) return false
  const { nth } = selector
  if (!nth) return true
  return nth.of === undefined
    ? isNth(page.number, nth.formula)
    : nth.of === page.name && isNth(page.groupPage, nth.formula)
}
