import { type Selector as CssWhatSelector, parse } from 'css-what'
import { asciiLowerCase } from '../../base/ascii-case.js'
import { didYouMean } from '../../base/suggest.js'
import { checkSelector, SelectorError } from './check-selector.js'
import { unsupportedPart } from './foreign-parts.js'
import { parseNthFormula } from './nth-formula.js'
import { withPlainEscapes } from './plain-escapes.js'
import type {
  Combinator,
  ComplexSelector,
  CompoundSelector,
  RelativeSelector,
  SelectorPseudoElement,
  SimpleSelector,
} from './selector.js'
import { isPartOfControl } from './selector.js'
import { isNeverTrue, stateByAttributes } from './selector-states.js'
import { attributeSelector, combinatorOf, languageRanges, pseudoElementOf, typeSelector } from './simple-selector.js'

/** Parentheses may nest this deep; it bounds the recursion of the parser and the matcher. */
const NESTING_LIMIT = 16

/**
 * A selector may consist of this many simple ones, those that `&` stands for counted each time: rules that nest with
 * several `&` in each selector double the work of matching at every level.
 */
const SIZE_LIMIT = 20_000

/** The stand-in for `&` in texts for the library, which does not know it. */
export const PARENT_PSEUDO_CLASS = ':-internal-parent'

interface SelectorContext {
  /** Ids and classes are compared in lower case, as quirks mode does. */
  readonly ignoreCase: boolean
  /** The meaning of `&` (css-nesting-1 §3.2): the selectors of the rule around; undefined outside rules. */
  readonly parents: readonly ComplexSelector[] | undefined
}

/** Those that templates use, for messages about others. */
const PSEUDO_CLASSES: readonly string[] = [
  ...['root', 'empty', 'first-child', 'last-child', 'only-child', 'nth-child', 'nth-last-child', 'first-of-type'],
  ...['last-of-type', 'only-of-type', 'nth-of-type', 'nth-last-of-type', 'not', 'is', 'where', 'has', 'lang', 'dir'],
  ...['link', 'checked', 'disabled', 'enabled', 'required', 'first', 'left', 'right', 'blank'],
]

/** Those with a prefix that all browsers take, by https://compat.spec.whatwg.org or by custom. */
const SCREEN_PSEUDO_CLASS = /^-webkit-(?:autofill|drag|full-?screen|full-page-media|full-screen-ancestor)/

/** Templates have no shadow trees (css-scoping-1 §3.1). */
const OF_SHADOW_TREES = new Set(['host', 'host-context'])

const UNSUPPORTED_PSEUDO_CLASSES = new Set(['state', 'nth-col', 'nth-last-col'])

/** A part of controls that a selector names in vain. */
interface NamedPart {
  /** Selects the controls that have it. */
  readonly selector: ComplexSelector
  /** Other names of it that count. */
  readonly twins: readonly string[]
}

/** Hears of selectors that are valid but not implemented; those of parts of controls come with the part. */
type OnUnsupported = (message: string, part?: NamedPart) => void

/**
 * Parses a selector list (selectors-4) into our own form.
 * @param onUnsupported called for selectors of the list that are left out
 * @throws SelectorError when the list is invalid
 */
export function parseSelectorList(
  text: string,
  context: SelectorContext,
  onUnsupported: OnUnsupported,
): readonly ComplexSelector[] {
  if (text.includes('(') && parenthesisDepth(text) > NESTING_LIMIT)
    throw new SelectorError('invalid', 'parentheses are nested too deep')
  const list = parseWithLibrary(withPlainEscapes(text))
  checkSelector(text)
  let foreign: SelectorError | undefined
  const parts: (readonly [message: string, part: NamedPart])[] = []
  const selectors = list.flatMap((tokens) => {
    try {
      return [new Converter(context).complex(tokens)]
    } catch (error) {
      if (!(error instanceof SelectorError) || error.kind === 'invalid') throw error
      if (error.kind === 'unsupported') onUnsupported(error.message)
      if (error.kind === 'foreign') foreign ??= error
      const part = namedPart(tokens, context)
      if (part) parts.push(part)
      return []
    }
  })
  // Sheets name the parts of controls in the spelling of each browser.
  if (foreign && !selectors.every(({ pseudoElement }) => pseudoElement && isPartOfControl(pseudoElement)))
    throw new SelectorError('invalid', foreign.message)
  // Of lists that name a part in several spellings the author knows.
  if (selectors.length === 0) for (const [message, part] of parts) onUnsupported(message, part)
  return foreign ? [] : selectors
}

/** The part of controls that a selector names in vain, and the selector of these. */
function namedPart(
  tokens: readonly CssWhatSelector[],
  context: SelectorContext,
): readonly [message: string, part: NamedPart] | undefined {
  const at = tokens.findIndex(({ type }) => type === 'pseudo-element')
  const token = tokens[at]
  const part = token?.type === 'pseudo-element' ? unsupportedPart(token.name) : undefined
  if (!part) return undefined
  const [host = []] = parseWithLibrary(`:is(${part.host})`)
  const selector = new Converter(context).complex([...tokens.slice(0, at), ...host])
  return [part.message, { selector, twins: part.twins }]
}

function parseWithLibrary(text: string): CssWhatSelector[][] {
  const list = attempt(() => parse(text))
  if (list.length === 0) throw new SelectorError('invalid', 'the selector is empty')
  return list
}

/** css-what throws plain errors for what it cannot read; they become ours. */
function attempt<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new SelectorError('invalid', error instanceof Error ? error.message : String(error))
  }
}

function parenthesisDepth(text: string): number {
  let depth = 0
  let deepest = 0
  for (const character of text) {
    if (character === '(') deepest = Math.max(deepest, ++depth)
    else if (character === ')') depth--
  }
  return deepest
}

type PseudoData = Extract<CssWhatSelector, { type: 'pseudo' }>['data']

/** A simple selector with what it counts. */
interface Weighed {
  readonly simple: SimpleSelector
  readonly specificity: Specificity
}

const ONE_CLASS: Specificity = [0, 1, 0]

/** Converts one complex selector of a list with all that stands in its parentheses. */
class Converter {
  /** Simple selectors so far. */
  #size = 0
  #insideHas = false

  constructor(private readonly context: SelectorContext) {}

  complex(tokens: readonly CssWhatSelector[]): ComplexSelector {
    const sequence = this.#sequence(tokens)
    const { parts, pseudoElement } = sequence
    if (parts[0]?.combinator) throw new SelectorError('invalid', MISSING_SIDE)
    const specificity = packSpecificity(sequence.specificity)
    return { compounds: [...parts].reverse(), specificity, pseudoElement, size: this.#size }
  }

  /** An argument of `:has()`; without a combinator at its start it speaks of descendants. */
  #relative(tokens: readonly CssWhatSelector[]): RelativeSelector {
    const { parts, pseudoElement, specificity } = this.#sequence(tokens)
    if (pseudoElement) throw new SelectorError('invalid', PSEUDO_ELEMENT_INSIDE)
    const steps = parts.map(({ simple, combinator = 'descendant' }) => ({ simple, combinator }))
    return { steps, specificity: packSpecificity(specificity) }
  }

  /** The compounds from left to right, each with the combinator in front of it. */
  #sequence(tokens: readonly CssWhatSelector[]): {
    readonly parts: readonly CompoundSelector[]
    readonly specificity: Specificity
    readonly pseudoElement: SelectorPseudoElement | undefined
  } {
    const parts: CompoundSelector[] = []
    let simple: SimpleSelector[] = []
    let empty = true
    let combinator: Combinator | undefined
    let pseudoElement: SelectorPseudoElement | undefined
    let specificity = NO_SPECIFICITY
    for (const [i, token] of tokens.entries()) {
      const next = combinatorOf(token)
      if (next) {
        if (empty && i > 0) throw new SelectorError('invalid', MISSING_SIDE)
        if (!empty) parts.push({ simple, combinator })
        simple = []
        empty = true
        combinator = next
        continue
      }
      if (pseudoElement) throw behindPseudoElement(pseudoElement, token)
      if (token.type === 'pseudo-element') {
        pseudoElement = pseudoElementOf(token.name)
        specificity = addSpecificity(specificity, [0, 0, 1])
      } else if (token.type === 'universal') {
        if (!empty) throw new SelectorError('invalid', '"*" must come first')
      } else {
        if (token.type === 'tag' && !empty) throw new SelectorError('invalid', 'a type must come first')
        const weighed = this.#simple(token)
        simple.push(weighed.simple)
        specificity = addSpecificity(specificity, weighed.specificity)
        this.#grow(1)
      }
      empty = false
    }
    if (empty) throw new SelectorError('invalid', MISSING_SIDE)
    parts.push({ simple, combinator })
    return { parts, specificity, pseudoElement }
  }

  #grow(size: number): void {
    this.#size += size
    if (this.#size > SIZE_LIMIT) throw new SelectorError('invalid', 'it is too long with what "&" stands for')
  }

  #simple(token: CssWhatSelector): Weighed {
    switch (token.type) {
      case 'tag':
        return { simple: typeInNamespace(token.name, token.namespace), specificity: [0, 0, 1] }
      case 'attribute': {
        const simple = attributeSelector(token, this.context.ignoreCase)
        return { simple, specificity: simple.kind === 'id' ? [1, 0, 0] : ONE_CLASS }
      }
      case 'pseudo':
        return this.#pseudoClass(token.name, token.data)
      default:
        throw new SelectorError('invalid', `unexpected ${token.type}`)
    }
  }

  #pseudoClass(name: string, data: PseudoData): Weighed {
    switch (name) {
      case 'is':
      case 'matches':
      case '-webkit-any':
      case '-moz-any': {
        const selectors = this.#forgivingList(data)
        return { simple: { kind: 'is', selectors }, specificity: mostSpecific(selectors) }
      }
      case 'where':
        return { simple: { kind: 'is', selectors: this.#forgivingList(data) }, specificity: NO_SPECIFICITY }
      case 'not': {
        const selectors = this.#list(data)
        return { simple: { kind: 'not', selectors }, specificity: mostSpecific(selectors) }
      }
      case 'has':
        return this.#has(data)
      case 'nth-child':
      case 'nth-last-child':
      case 'nth-of-type':
      case 'nth-last-of-type':
        return this.#nth(name, textData(name, data))
      case '-internal-parent':
        return this.#parent()
      default:
        return { simple: this.#plainPseudoClass(name, data), specificity: ONE_CLASS }
    }
  }

  #plainPseudoClass(name: string, data: PseudoData): SimpleSelector {
    switch (name) {
      case 'root':
      case 'scope':
        return { kind: 'root' }
      case 'empty':
        return { kind: 'empty' }
      case 'link':
      case 'any-link':
        return { kind: 'link' }
      case 'first-child':
      case 'last-child':
      case 'first-of-type':
      case 'last-of-type':
        return { kind: 'nth', formula: { step: 0, offset: 1 }, ...countingOf(name), of: undefined }
      case 'only-child':
      case 'only-of-type':
        return { kind: 'only', typed: name === 'only-of-type' }
      case 'lang':
        return { kind: 'lang', ranges: languageRanges(textData(name, data)) }
      case '-internal-right-to-left':
        return { kind: 'right-to-left-text' }
      case 'dir':
        return { kind: 'dir', direction: identifierData(name, data) }
      default:
        return this.#unusualPseudoClass(name, data)
    }
  }

  #unusualPseudoClass(name: string, data: PseudoData): SimpleSelector {
    const state = data === null ? stateByAttributes(name) : undefined
    if (state !== undefined) {
      return { kind: 'is', selectors: parseWithLibrary(state).map((tokens) => this.complex(tokens)) }
    }
    if (data === null && isNeverTrue(name)) return { kind: 'never' }
    const ofScreen = name.startsWith('-webkit-') ? SCREEN_PSEUDO_CLASS.test(name) : OF_SHADOW_TREES.has(name)
    if (ofScreen) throw new SelectorError('screen', `":${name}" is true of nothing on a page`)
    if (name.startsWith('-')) throw new SelectorError('foreign', `":${name}" is known to one browser only`)
    if (UNSUPPORTED_PSEUDO_CLASSES.has(name)) {
      throw new SelectorError('unsupported', `the pseudo-class ":${name}" is not supported`)
    }
    throw new SelectorError('invalid', `unknown pseudo-class ":${name}"${didYouMean(name, PSEUDO_CLASSES, ':')}`)
  }

  /** `&`: the elements that the rule around selects, or the root outside of rules. Pseudo-elements have no children. */
  #parent(): Weighed {
    const { parents } = this.context
    if (!parents) return { simple: { kind: 'root' }, specificity: NO_SPECIFICITY }
    for (const { size } of parents) this.#grow(size)
    const selectors = parents.filter((selector) => selector.pseudoElement === undefined)
    return { simple: { kind: 'is', selectors }, specificity: mostSpecific(selectors) }
  }

  #list(data: PseudoData): readonly ComplexSelector[] {
    if (!Array.isArray(data) || data.length === 0) throw new SelectorError('invalid', 'a selector list is missing')
    return data.map((tokens) => {
      const selector = this.complex(tokens)
      if (selector.pseudoElement) throw new SelectorError('invalid', PSEUDO_ELEMENT_INSIDE)
      return selector
    })
  }

  /** `:is()` and `:where()` leave out what they cannot read (selectors-4 §4.1). */
  #forgivingList(data: PseudoData): readonly ComplexSelector[] {
    // The library does not know all names of `:is()`, and leaves what stands in their parentheses as it is.
    const list = typeof data === 'string' ? parseWithLibrary(data) : data
    if (!list) throw new SelectorError('invalid', 'a selector list is missing')
    return list.flatMap((tokens) => {
      try {
        return this.#list([tokens])
      } catch (error) {
        if (error instanceof SelectorError) return []
        throw error
      }
    })
  }

  /** `:has()` (selectors-4 §4.5) does not nest. */
  #has(data: PseudoData): Weighed {
    if (!Array.isArray(data) || data.length === 0) throw new SelectorError('invalid', 'a selector list is missing')
    if (this.#insideHas) throw new SelectorError('invalid', '":has()" cannot stand in ":has()"')
    this.#insideHas = true
    try {
      const selectors = data.map((tokens) => this.#relative(tokens))
      return { simple: { kind: 'has', selectors }, specificity: mostSpecific(selectors) }
    } finally {
      this.#insideHas = false
    }
  }

  /** `<an+b> [of <selector list>]` (selectors-4 §13.3). */
  #nth(name: string, text: string): Weighed {
    const match = /^\s*(.*?)(?:\s+of\s+(.+))?\s*$/is.exec(text)
    const list = match?.[2]
    if (list !== undefined && name.endsWith('of-type')) throw new SelectorError('invalid', `":${name}" takes no "of"`)
    const formula = parseNthFormula(match?.[1] ?? '')
    if (!formula) throw new SelectorError('invalid', `"${text}" is not an argument of ":${name}"`)
    const of = list === undefined ? undefined : this.#list(parseWithLibrary(list))
    return {
      simple: { kind: 'nth', formula, ...countingOf(name), of },
      specificity: of ? addSpecificity(ONE_CLASS, mostSpecific(of)) : ONE_CLASS,
    }
  }
}

/** States of the parts of controls are those of screens, also in a list of them. */
function behindPseudoElement(pseudoElement: SelectorPseudoElement, token: CssWhatSelector): SelectorError {
  const isState = token.type === 'pseudo' && isPartOfControl(pseudoElement) && mayBeState(token.name)
  return isState
    ? new SelectorError('screen', `":${token.name}" is true of nothing on a page`)
    : new SelectorError('invalid', 'nothing may follow a pseudo-element')
}

function mayBeState(name: string): boolean {
  return isNeverTrue(name) || stateByAttributes(name) !== undefined || name === 'is' || name === 'where'
}

/** No prefixes of namespaces can be declared; elements without a namespace do not exist (css-namespaces-3 §5). */
function typeInNamespace(name: string, namespace: string | null): SimpleSelector {
  if (namespace === '') return { kind: 'never' }
  if (namespace !== null && namespace !== '*')
    throw new SelectorError('invalid', `the namespace "${namespace}" is not known`)
  return typeSelector(name)
}

const MISSING_SIDE = 'a combinator needs a selector on either side'
const PSEUDO_ELEMENT_INSIDE = 'a pseudo-element cannot stand in parentheses'

function countingOf(name: string): { readonly last: boolean; readonly typed: boolean } {
  return { last: name.includes('last'), typed: name.endsWith('of-type') }
}

function textData(name: string, data: PseudoData): string {
  if (typeof data !== 'string') throw new SelectorError('invalid', `":${name}" needs an argument`)
  return data
}

function identifierData(name: string, data: PseudoData): string {
  const text = asciiLowerCase(textData(name, data).trim())
  if (!/^-?[a-z_\u0080-\uffff][-\w\u0080-\uffff]*$/.test(text))
    throw new SelectorError('invalid', `":${name}" needs a word as its argument`)
  return text
}

/** (ids, classes, types) of selectors-4 §17. */
type Specificity = readonly [ids: number, classes: number, types: number]

const NO_SPECIFICITY: Specificity = [0, 0, 0]

const ID = 1 << 20
const CLASS = 1 << 10
const COUNT_LIMIT = 1023

function addSpecificity(left: Specificity, right: Specificity): Specificity {
  return [left[0] + right[0], left[1] + right[1], left[2] + right[2]]
}

/** One number that orders as the three do, each up to 1023. */
function packSpecificity([ids, classes, types]: Specificity): number {
  return Math.min(ids, COUNT_LIMIT) * ID + Math.min(classes, COUNT_LIMIT) * CLASS + Math.min(types, COUNT_LIMIT)
}

function unpack(packed: number): Specificity {
  return [Math.floor(packed / ID), Math.floor(packed / CLASS) % CLASS, packed % CLASS]
}

/** The specificity of `:is()`, `:not()`, `:has()` and `&`: that of their most specific argument. */
function mostSpecific(selectors: readonly Pick<ComplexSelector, 'specificity'>[]): Specificity {
  return unpack(selectors.reduce((most, selector) => Math.max(most, selector.specificity), 0))
}
