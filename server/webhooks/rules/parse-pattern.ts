import { PatternError } from './pattern-error.js'

/** A set of UTF-16 code units. */
export interface UnitSet {
  readonly ranges: readonly (readonly [first: number, last: number])[]
  readonly isNegated: boolean
}

export type Assertion = 'start' | 'end' | 'word-boundary' | 'no-word-boundary'

/** The parts of a regular expression, as far as they decide whether it matches: groups leave no trace. */
export type PatternNode =
  | { readonly kind: 'unit'; readonly set: UnitSet }
  | { readonly kind: 'assert'; readonly assertion: Assertion }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode[] }
  /** Without end when `max` is absent. */
  | { readonly kind: 'repeat'; readonly node: PatternNode; readonly min: number; readonly max: number | undefined }

/** Longer than any pattern for a path of 128 characters needs to be. */
const MAX_PATTERN_LENGTH = 512

const MAX_REPETITIONS = 1_000

const DIGITS = [[0x30, 0x39]] as const

const WORD = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
] as const

/** ECMA-262 §12.2 and §12.3: white space and line terminators. */
const SPACE = [
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
] as const

const LINE_ENDS = [
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x2028, 0x2029],
] as const

const CONTROL_ESCAPES: ReadonlyMap<string, number> = new Map([
  ['t', 0x09],
  ['n', 0x0a],
  ['v', 0x0b],
  ['f', 0x0c],
  ['r', 0x0d],
  ['0', 0x00],
])

type Ranges = UnitSet['ranges']

/** Parses the regular expression syntax of ECMA-262 §22.2.1. @throws PatternError that names the place */
export function parsePattern(text: string): PatternNode {
  if (text.length > MAX_PATTERN_LENGTH) {
    throw new PatternError(`the pattern is longer than ${MAX_PATTERN_LENGTH} characters`)
  }
  return new Parser(text).parse()
}

class Parser {
  readonly #text: string
  #position = 0

  constructor(text: string) {
    this.#text = text
  }

  parse(): PatternNode {
    const node = this.#parseChoice()
    if (this.#position < this.#text.length) throw this.#error('a group is closed that was not opened')
    return node
  }

  #parseChoice(): PatternNode {
    const options = [this.#parseSequence()]
    while (this.#take('|')) options.push(this.#parseSequence())
    const [only] = options
    return options.length === 1 && only ? only : { kind: 'choice', options }
  }

  #parseSequence(): PatternNode {
    const parts: PatternNode[] = []
    while (this.#position < this.#text.length && !this.#sees('|') && !this.#sees(')')) parts.push(this.#parseTerm())
    return { kind: 'sequence', parts }
  }

  #parseTerm(): PatternNode {
    const assertion = this.#parseAssertion()
    if (assertion !== undefined) return { kind: 'assert', assertion }
    const atom = this.#parseAtom()
    return this.#parseQuantifier(atom)
  }

  #parseAssertion(): Assertion | undefined {
    if (this.#take('^')) return 'start'
    if (this.#take('$')) return 'end'
    if (this.#take('\\b')) return 'word-boundary'
    if (this.#take('\\B')) return 'no-word-boundary'
    return undefined
  }

  #parseAtom(): PatternNode {
    if (this.#sees('(')) return this.#parseGroup()
    if (this.#take('[')) return { kind: 'unit', set: this.#parseClass() }
    if (this.#take('.')) return { kind: 'unit', set: { ranges: LINE_ENDS, isNegated: true } }
    if (this.#sees('\\')) return { kind: 'unit', set: this.#parseEscape() }
    if (/[*+?]/.test(this.#text.charAt(this.#position)) || this.#bounds()) throw this.#error('nothing to repeat')
    return { kind: 'unit', set: only(this.#text.charCodeAt(this.#position++)) }
  }

  #parseGroup(): PatternNode {
    if (/^\(\?<?[=!]/.test(this.#text.slice(this.#position, this.#position + 4))) {
      throw this.#error('lookaround is not supported')
    }
    const opening = /^\((?:\?:|\?<[A-Za-z_$][\w$]*>)?/.exec(this.#text.slice(this.#position))?.[0] ?? '('
    this.#position += opening.length
    if (opening === '(' && this.#sees('?')) throw this.#error('an unknown kind of group')
    const node = this.#parseChoice()
    if (!this.#take(')')) throw this.#error('a group is not closed')
    return node
  }

  #parseQuantifier(node: PatternNode): PatternNode {
    const bounds = this.#bounds()
    if (!bounds) return node
    this.#position += bounds.length
    // Whether it prefers few or many makes no difference to whether there is a match.
    this.#take('?')
    if (this.#bounds()) throw this.#error('nothing to repeat')
    const { min, max } = bounds
    if (max !== undefined && max < min) throw this.#error('the bounds of a repetition are out of order')
    if (Math.max(min, max ?? 0) > MAX_REPETITIONS) throw this.#error(`more than ${MAX_REPETITIONS} repetitions`)
    return { kind: 'repeat', node, min, max }
  }

  /** The quantifier at the present place; a brace that begins none stands for itself. */
  #bounds(): { readonly min: number; readonly max: number | undefined; readonly length: number } | undefined {
    const rest = this.#text.slice(this.#position)
    if (rest.startsWith('*')) return { min: 0, max: undefined, length: 1 }
    if (rest.startsWith('+')) return { min: 1, max: undefined, length: 1 }
    if (rest.startsWith('?')) return { min: 0, max: 1, length: 1 }
    const match = /^\{(\d+)(?:(,)(\d*))?\}/.exec(rest)
    if (!match) return undefined
    const [all, first = '', comma, second = ''] = match
    const min = Number(first)
    const max = comma === undefined ? min : second === '' ? undefined : Number(second)
    return { min, max, length: all.length }
  }

  #parseClass(): UnitSet {
    const isNegated = this.#take('^')
    const ranges: (readonly [number, number])[] = []
    while (!this.#take(']')) {
      if (this.#position >= this.#text.length) throw this.#error('a class is not closed')
      const first = this.#parseClassMember()
      if (!this.#sees('-') || this.#sees('-]') || this.#position + 1 >= this.#text.length) {
        ranges.push(...first)
        continue
      }
      this.#position++
      const last = this.#parseClassMember()
      const [from, to] = [unitOf(first), unitOf(last)]
      // Beside a class escape a hyphen stands for itself (ECMA-262 §B.1.2.8.1).
      if (from === undefined || to === undefined) ranges.push(...first, ...last, ...only(0x2d).ranges)
      else if (from > to) throw this.#error('a range of a class is out of order')
      else ranges.push([from, to])
    }
    return { ranges, isNegated }
  }

  #parseClassMember(): Ranges {
    if (this.#take('\\b')) return only(0x08).ranges
    if (!this.#sees('\\')) return only(this.#text.charCodeAt(this.#position++)).ranges
    const { ranges, isNegated } = this.#parseEscape()
    return isNegated ? complement(ranges) : ranges
  }

  #parseEscape(): UnitSet {
    const start = this.#position++
    const letter = this.#text.charAt(this.#position++)
    const isNegated = /[DWS]/.test(letter)
    if (/[dD]/.test(letter)) return { ranges: DIGITS, isNegated }
    if (/[wW]/.test(letter)) return { ranges: WORD, isNegated }
    if (/[sS]/.test(letter)) return { ranges: SPACE, isNegated }
    const followedByDigit = /\d/.test(this.#text.charAt(this.#position))
    const control = letter === '0' && followedByDigit ? undefined : CONTROL_ESCAPES.get(letter)
    if (control !== undefined) return only(control)
    const code = /^(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4}))/.exec(this.#text.slice(start + 1))
    if (code) {
      this.#position = start + 1 + code[0].length
      return only(Number.parseInt(code[1] ?? code[2] ?? '', 16))
    }
    if (letter !== '' && !/[A-Za-z0-9]/.test(letter)) return only(letter.charCodeAt(0))
    this.#position = start
    if (/[1-9k]/.test(letter)) throw this.#error('references to groups are not supported')
    throw this.#error(letter === '' ? 'nothing is escaped' : `an unknown escape \\${letter}`)
  }

  #sees(text: string): boolean {
    return this.#text.startsWith(text, this.#position)
  }

  #take(text: string): boolean {
    if (!this.#sees(text)) return false
    this.#position += text.length
    return true
  }

  #error(problem: string): PatternError {
    return new PatternError(`${problem} (at character ${this.#position + 1} of the pattern)`)
  }
}

function only(unit: number): UnitSet {
  return { ranges: [[unit, unit]], isNegated: false }
}

/** The one unit of a member of a class; undefined when it is a class itself. */
function unitOf(ranges: Ranges): number | undefined {
  const [range] = ranges
  return ranges.length === 1 && range && range[0] === range[1] ? range[0] : undefined
}

/** @param ranges in their order, none of which meets another */
function complement(ranges: Ranges): Ranges {
  const gaps: (readonly [number, number])[] = []
  let next = 0
  for (const [first, last] of ranges) {
    if (first > next) gaps.push([next, first - 1])
    next = last + 1
  }
  return [...gaps, [next, 0xffff]]
}
