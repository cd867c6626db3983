import type { Selector as CssWhatSelector } from 'css-what'
import { asciiLowerCase } from '../../base/ascii-case.js'
import { didYouMean } from '../../base/suggest.js'
import { SelectorError } from './check-selector.js'
import {
  ALL_PSEUDO_ELEMENTS,
  type AttributeTest,
  type Combinator,
  PSEUDO_ELEMENTS,
  type SelectorPseudoElement,
  type SimpleSelector,
} from './selector.js'

/** The parts of a selector that contain no other selectors, from the library's form into ours. */

const UNSUPPORTED_PSEUDO_ELEMENTS = new Set([
  'cue',
  'highlight',
  'target-text',
  'grammar-error',
  'spelling-error',
  'details-content',
])

/** Only screens have these and all that begin with `-webkit-`, the parts of scroll bars and controls (selectors-4 §B). */
const SCREEN_PSEUDO_ELEMENTS = new Set([
  'backdrop',
  'selection',
  // What opens over a page, and the parts of shadow trees, which templates do not have.
  'picker',
  'picker-icon',
  'checkmark',
  'scroll-marker',
  'scroll-marker-group',
  'scroll-button',
  'part',
  'slotted',
])

export function combinatorOf(token: CssWhatSelector): Combinator | undefined {
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

/** Older names of parts of controls (https://compat.spec.whatwg.org, §2). */
const OTHER_NAMES: ReadonlyMap<string, SelectorPseudoElement> = new Map<string, SelectorPseudoElement>([
  ['-webkit-input-placeholder', 'placeholder'],
  ['-webkit-file-upload-button', 'file-selector-button'],
])

export function pseudoElementOf(name: string): SelectorPseudoElement {
  const known = OTHER_NAMES.get(name) ?? ALL_PSEUDO_ELEMENTS.find((pseudo) => pseudo === name)
  if (known) return known
  if (SCREEN_PSEUDO_ELEMENTS.has(name) || name.startsWith('-webkit-')) {
    throw new SelectorError('screen', `"::${name}" is part of no page`)
  }
  if (name.startsWith('-')) throw new SelectorError('foreign', `"::${name}" is known to one browser only`)
  if (UNSUPPORTED_PSEUDO_ELEMENTS.has(name)) {
    throw new SelectorError('unsupported', `the pseudo-element "::${name}" is not supported`)
  }
  throw new SelectorError('invalid', `unknown pseudo-element "::${name}"${didYouMean(name, PSEUDO_ELEMENTS, '::')}`)
}

export function typeSelector(name: string): SimpleSelector {
  if (!/^-?[\p{L}_\u0080-\uffff]/iu.test(name)) throw new SelectorError('invalid', `"${name}" is not a selector`)
  return { kind: 'type', name: asciiLowerCase(name) }
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

/** @param ignoreCase compares ids and classes in lower case, as quirks mode does */
export function attributeSelector(token: AttributeToken, ignoreCase: boolean): SimpleSelector {
  // css-what marks what was written as `.name` or `#name` by this value.
  if (token.ignoreCase === 'quirks') {
    const name = ignoreCase ? asciiLowerCase(token.value) : token.value
    return { kind: token.name === 'class' ? 'class' : 'id', name }
  }
  const operator = OPERATORS.get(token.action)
  if (!operator) throw new SelectorError('invalid', `unknown operator in [${token.name}]`)
  const name = asciiLowerCase(token.name)
  const caseless = token.ignoreCase ?? CASELESS_ATTRIBUTES.has(name)
  const value = caseless ? asciiLowerCase(token.value) : token.value
  return { kind: 'attribute', name, operator, value, ignoreCase: caseless }
}

const LANGUAGE_RANGE = /^(?:\*|[a-z0-9\u0080-\uffff]+)(?:-(?:\*|[a-z0-9\u0080-\uffff]+))*$/

/** The ranges of `:lang()` (selectors-4 §7.2). */
export function languageRanges(text: string): readonly string[] {
  return text.split(',').map((written) => {
    const range = asciiLowerCase(written.trim())
    const quoted = /^(["'])(.*)\1$/.exec(range)?.[2]
    // An empty range, of what has no language, needs quotes.
    if (quoted !== '' && !LANGUAGE_RANGE.test(quoted ?? range))
      throw new SelectorError('invalid', `"${text}" is not a list of languages`)
    return quoted ?? range
  })
}
