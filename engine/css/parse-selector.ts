import { type Selector as CssWhatSelector, parse } from 'css-what'
import type {
  AttributeTest,
  Combinator,
  ComplexSelector,
  CompoundSelector,
  SelectorPseudoElement,
  SimpleSelector,
} from './selector.js'

/** A selector list cannot be used: the whole rule goes (`invalid`), or one selector of it (`unsupported`). */
export class SelectorError extends Error {
  override readonly name = 'SelectorError'

  constructor(
    readonly kind: 'invalid' | 'unsupported',
    message: string,
  ) {
    super(message)
  }
}

/** Parentheses may nest this deep; it bounds the recursion of the parser and the matcher. */
const NESTING_LIMIT = 16

/** Dynamic states, and parts of the screen: valid, never true of a printed document. */
const NEVER = new Set(
  (
    'active autofill blank buffering current default disabled enabled focus focus-visible focus-within ' +
    'fullscreen future hover in-range indeterminate invalid local-link modal muted optional out-of-range past paused ' +
    'picture-in-picture placeholder-shown playing popover-open read-only read-write required seeking stalled target ' +
    'target-within user-invalid user-valid valid visited volume-locked checked'
  ).split(' '),
)

const UNSUPPORTED_PSEUDO_CLASSES = new Set(['has', 'host', 'host-context', 'scope', 'state', 'nth-col', 'nth-last-col'])

const UNSUPPORTED_PSEUDO_ELEMENTS = new Set([
  'first-line',
  'first-letter',
  'selection',
  'placeholder',
  'backdrop',
  'file-selector-button',
  'cue',
  'part',
  'slotted',
  'highlight',
  'target-text',
  'grammar-error',
  'spelling-error',
  'footnote-call',
  'footnote-marker',
  'details-content',
])

const ID = 1 << 20
const CLASS = 1 << 10
const TYPE = 1
const COUNT_LIMIT = 1023

/**
 * Parses a selector list (selectors-4) into our own form.
 * @param ignoreCase compares ids and classes in lower case, as quirks mode does
 * @param onUnsupported told about selectors of the list that are valid but not implemented; they are left out
 * @throws SelectorError when the list is invalid
 */
export function parseSelectorList(
  text: string,
  ignoreCase: boolean,
  onUnsupported: (message: string) => void,
): readonly ComplexSelector[] {
  if (parenthesisDepth(text) > NESTING_LIMIT) throw new SelectorError('invalid', 'parentheses are nested too deep')
  return parseWithLibrary(text).flatMap((tokens) => {
    try {
      return [convert(tokens, ignoreCase)]
    } catch (error) {
      if (!(error instanceof SelectorError) || error.kind === 'invalid') throw error
      onUnsupported(error.message)
      return []
    }
  })
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

function convert(tokens: readonly CssWhatSelector[], ignoreCase: boolean): ComplexSelector {
  const compounds: CompoundSelector[] = []
  let simple: SimpleSelector[] = []
  let empty = true
  let combinator: Combinator | undefined
  let pseudoElement: SelectorPseudoElement | undefined
  let specificity: readonly number[] = [0, 0, 0]
  for (const token of tokens) {
    const next = combinatorOf(token)
    if (next) {
      if (empty) throw new SelectorError('invalid', 'a combinator needs a selector on either side')
      compounds.push({ simple, combinator })
      simple = []
      empty = true
      combinator = next
    }
    if (next) continue
    if (pseudoElement) throw new SelectorError('invalid', 'nothing may follow a pseudo-element')
    if (token.type === 'universal') {
      if (!empty) throw new SelectorError('invalid', '"*" must come first')
    } else if (token.type === 'pseudo-element') {
      pseudoElement = pseudoElementOf(token.name)
      specificity = sum(specificity, [0, 0, 1])
    } else {
      if (token.type === 'tag' && !empty) throw new SelectorError('invalid', 'a type must come first')
      simple.push(convertSimple(token, ignoreCase))
      specificity = sum(specificity, specificityOf(token, ignoreCase))
    }
    empty = false
  }
  if (empty) throw new SelectorError('invalid', 'a combinator needs a selector on either side')
  compounds.push({ simple, combinator })
  return { compounds: compounds.reverse(), specificity: pack(specificity), pseudoElement }
}

function sum(left: readonly number[], right: readonly number[]): readonly number[] {
  return left.map((value, i) => value + (right[i] ?? 0))
}

function pack([ids = 0, classes = 0, types = 0]: readonly number[]): number {
  return Math.min(ids, COUNT_LIMIT) * ID + Math.min(classes, COUNT_LIMIT) * CLASS + Math.min(types, COUNT_LIMIT) * TYPE
}

function unpack(specificity: number): readonly number[] {
  return [Math.floor(specificity / ID), Math.floor(specificity / CLASS) % CLASS, specificity % CLASS]
}

function combinatorOf(token: CssWhatSelector): Combinator | undefined {
  switch (token.type) {
    case 'descendant':
    case 'child':
    case 'adjacent':
    case 'sibling':
      return token.type
    case 'parent':
    case 'column-combinator':
      throw new SelectorError('invalid', `the combinator is not known`)
    default:
      return undefined
  }
}

function pseudoElementOf(name: string): SelectorPseudoElement {
  if (name === 'before' || name === 'after' || name === 'marker') return name
  if (UNSUPPORTED_PSEUDO_ELEMENTS.has(name) || name.startsWith('-')) {
    throw new SelectorError('unsupported', `the pseudo-element "::${name}" is not supported`)
  }
  throw new SelectorError('invalid', `unknown pseudo-element "::${name}"`)
}

function convertSimple(token: CssWhatSelector, ignoreCase: boolean): SimpleSelector {
  switch (token.type) {
    case 'tag':
      if (!/^-?[\p{L}_\u0080-\uffff]/iu.test(token.name)) {
        throw new SelectorError('invalid', `"${token.name}" is not a selector`)
      }
      return { kind: 'type', name: token.name.toLowerCase() }
    case 'attribute':
      return convertAttribute(token, ignoreCase)
    case 'pseudo':
      return convertPseudoClass(token.name, token.data, ignoreCase)
    default:
      throw new SelectorError('invalid', `unexpected ${token.type}`)
  }
}

const OPERATORS: ReadonlyMap<string, AttributeTest['operator']> = new Map<string, AttributeTest['operator']>([
  ['exists', 'exists'],
  ['equals', 'equals'],
  ['element', 'word'],
  ['hyphen', 'hyphen'],
  ['start', 'start'],
  ['end', 'end'],
  ['any', 'substring'],
])

/** Attributes whose values HTML compares without regard to case (HTML §4.16.1), as far as templates use them. */
const CASELESS_ATTRIBUTES = new Set(
  'align bgcolor border color dir disabled face frame hidden lang media method nowrap rel rev rules scope shape type valign'.split(
    ' ',
  ),
)

type AttributeToken = Extract<CssWhatSelector, { type: 'attribute' }>

function convertAttribute(token: AttributeToken, ignoreCase: boolean): SimpleSelector {
  // css-what marks what was written as `.name` or `#name` by this value.
  if (token.ignoreCase === 'quirks') {
    if (!/^(?:--|-?[\p{L}_\u0080-\uffff])/iu.test(token.value)) {
      throw new SelectorError('invalid', `"${token.value}" is not an identifier`)
    }
    const name = ignoreCase ? token.value.toLowerCase() : token.value
    return { kind: token.name === 'class' ? 'class' : 'id', name }
  }
  const operator = OPERATORS.get(token.action)
  if (!operator) throw new SelectorError('invalid', `unknown operator in [${token.name}]`)
  const name = token.name.toLowerCase()
  const caseless = token.ignoreCase ?? CASELESS_ATTRIBUTES.has(name)
  const value = caseless ? token.value.toLowerCase() : token.value
  return { kind: 'attribute', name, operator, value, ignoreCase: caseless }
}

type PseudoData = Extract<CssWhatSelector, { type: 'pseudo' }>['data']

function convertPseudoClass(name: string, data: PseudoData, ignoreCase: boolean): SimpleSelector {
  switch (name) {
    case 'is':
    case 'where':
    case 'matches':
    case '-webkit-any':
    case '-moz-any':
      return { kind: 'is', selectors: forgivingList(data, ignoreCase) }
    case 'not':
      return { kind: 'not', selectors: nestedList(data, ignoreCase) }
    case 'root':
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
      return nth(name, 0, 1, undefined)
    case 'only-child':
    case 'only-of-type':
      return { kind: 'only', typed: name === 'only-of-type' }
    case 'nth-child':
    case 'nth-last-child':
    case 'nth-of-type':
    case 'nth-last-of-type':
      return convertNth(name, textData(name, data), ignoreCase)
    case 'lang':
      return { kind: 'lang', ranges: languageRanges(textData(name, data)) }
    case 'dir':
      return { kind: 'dir', direction: textData(name, data).trim().toLowerCase() }
    default:
      return unusualPseudoClass(name, data)
  }
}

function unusualPseudoClass(name: string, data: PseudoData): SimpleSelector {
  if (data === null && NEVER.has(name)) return { kind: 'never' }
  if (data === null && name === 'defined') return { kind: 'is', selectors: [{ ...ANY, compounds: [ANY_COMPOUND] }] }
  if (UNSUPPORTED_PSEUDO_CLASSES.has(name) || name.startsWith('-')) {
    throw new SelectorError('unsupported', `the pseudo-class ":${name}" is not supported`)
  }
  throw new SelectorError('invalid', `unknown pseudo-class ":${name}"`)
}

const ANY_COMPOUND: CompoundSelector = { simple: [], combinator: undefined }
const ANY = { specificity: 0, pseudoElement: undefined } as const

function textData(name: string, data: PseudoData): string {
  if (typeof data !== 'string') throw new SelectorError('invalid', `":${name}" needs an argument`)
  return data
}

function nestedList(data: PseudoData, ignoreCase: boolean): readonly ComplexSelector[] {
  if (!Array.isArray(data) || data.length === 0) throw new SelectorError('invalid', 'a selector list is missing')
  return data.map((tokens) => {
    const selector = convert(tokens, ignoreCase)
    if (selector.pseudoElement) throw new SelectorError('invalid', 'a pseudo-element cannot stand in parentheses')
    return selector
  })
}

/** `:is()` and `:where()` leave out what they cannot read (selectors-4 §4.1). */
function forgivingList(data: PseudoData, ignoreCase: boolean): readonly ComplexSelector[] {
  if (!Array.isArray(data)) throw new SelectorError('invalid', 'a selector list is missing')
  return data.flatMap((tokens) => {
    try {
      return nestedList([tokens], ignoreCase)
    } catch (error) {
      if (error instanceof SelectorError) return []
      throw error
    }
  })
}

function nth(
  name: string,
  step: number,
  offset: number,
  of: readonly ComplexSelector[] | undefined,
): Extract<SimpleSelector, { kind: 'nth' }> {
  return { kind: 'nth', step, offset, last: name.includes('last'), typed: name.endsWith('of-type'), of }
}

/** `<an+b> [of <selector list>]` (css-syntax-3 §6). */
function convertNth(name: string, text: string, ignoreCase: boolean): SimpleSelector {
  const match = /^\s*(.*?)(?:\s+of\s+(.+))?\s*$/is.exec(text)
  const formula = match?.[1]?.toLowerCase() ?? ''
  const list = match?.[2]
  if (list !== undefined && name.endsWith('of-type')) throw new SelectorError('invalid', `":${name}" takes no "of"`)
  const of = list === undefined ? undefined : nestedList(parseWithLibrary(list), ignoreCase)
  if (formula === 'even') return nth(name, 2, 0, of)
  if (formula === 'odd') return nth(name, 2, 1, of)
  if (/^[+-]?\d+$/.test(formula)) return nth(name, 0, Number(formula), of)
  const parts = /^([+-]?\d*)n(?:\s*([+-])\s*(\d+))?$/.exec(formula)
  if (!parts) throw new SelectorError('invalid', `"${text}" is not an argument of ":${name}"`)
  const [, step = '', sign, offset] = parts
  const steps = step === '' || step === '+' ? 1 : step === '-' ? -1 : Number(step)
  return nth(name, steps, offset === undefined ? 0 : Number(offset) * (sign === '-' ? -1 : 1), of)
}

function languageRanges(text: string): readonly string[] {
  const ranges = text.split(',').map((range) =>
    range
      .trim()
      .replace(/^(["'])(.*)\1$/, '$2')
      .toLowerCase(),
  )
  if (ranges.some((range) => range !== '' && !/^(?:\*|[a-z0-9]+)(?:-(?:\*|[a-z0-9]+))*$/.test(range))) {
    throw new SelectorError('invalid', `"${text}" is not a list of languages`)
  }
  return ranges
}

/** selectors-4 §17 for one simple selector. */
function specificityOf(token: CssWhatSelector, ignoreCase: boolean): readonly number[] {
  if (token.type === 'tag') return [0, 0, 1]
  if (token.type === 'attribute') return token.ignoreCase === 'quirks' && token.name === 'id' ? [1, 0, 0] : [0, 1, 0]
  if (token.type !== 'pseudo' || token.name === 'where') return [0, 0, 0]
  if (Array.isArray(token.data)) return mostSpecific(forgivingList(token.data, ignoreCase))
  if (!token.name.startsWith('nth-')) return [0, 1, 0]
  const simple = convertNth(token.name, textData(token.name, token.data), ignoreCase)
  const of = simple.kind === 'nth' ? simple.of : undefined
  return sum([0, 1, 0], of ? mostSpecific(of) : [0, 0, 0])
}

function mostSpecific(selectors: readonly ComplexSelector[]): readonly number[] {
  return unpack(selectors.reduce((most, selector) => Math.max(most, selector.specificity), 0))
}
