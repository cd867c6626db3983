import { type CodePoints, complement, LAST_CODE_POINT, propertyMembers, unite } from './code-points.js'
import { PatternError } from './pattern-error.js'

export type Assertion = 'start' | 'end' | 'word-boundary' | 'no-word-boundary'

/** The parts of a regular expression, as far as they decide whether it matches: groups leave no trace. */
export type PatternNode =
  | { readonly kind: 'character'; readonly set: CodePoints }
  | { readonly kind: 'assert'; readonly assertion: Assertion }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode[] }
  /** Without end when `max` is absent. */
  | { readonly kind: 'repeat'; readonly node: PatternNode; readonly min: number; readonly max: number | undefined }

/** More would be for a stack that ends here or there. */
const MAX_GROUPS_IN_GROUPS = 200

/** Of one pattern: each has hundreds of ranges, and is costly to find when it is asked for the first time. */
const MAX_PROPERTIES = 8

const DIGITS: CodePoints = [[0x30, 0x39]]

export const WORD: CodePoints = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
]

/** ECMA-262 §12.2 and §12.3: white space and line terminators. */
const SPACE: CodePoints = [
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
]

const LINE_ENDS: CodePoints = [
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x2028, 0x2029],
]

const CONTROL_ESCAPES: ReadonlyMap<string, number> = new Map([
  ['t', 0x09],
  ['n', 0x0a],
  ['v', 0x0b],
  ['f', 0x0c],
  ['r', 0x0d],
])

/**
 * Parses the regular expression syntax of ECMA-262 §22.2.1 as the flag `u` has it: characters are code points, and
 * there are `\p{…}` and `\u{…}`. Syntax that is an error there but harmless without the flag (§B.1.2) means the same as
 * without: a brace that begins no quantifier, and a hyphen or any other sign that is escaped without need.
 *
 * @throws PatternError that names the place
 */
export function parsePattern(text: string): PatternNode {
  return new Parser(text).parse()
}

class Parser {
  readonly #text: string
  readonly #properties = new Set<string>()
  #position = 0
  /** Groups that are open. */
  #depth = 0

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
    if (this.#take('[')) return { kind: 'character', set: this.#parseClass() }
    if (this.#take('.')) return { kind: 'character', set: complement(LINE_ENDS) }
    if (this.#sees('\\')) return { kind: 'character', set: this.#parseEscape() }
    if (this.#seesAny('*+?') || this.#bounds()) throw this.#error('nothing to repeat')
    return { kind: 'character', set: only(this.#takeCharacter()) }
  }

  #parseGroup(): PatternNode {
    if (this.#match(/\(\?<?[=!]/y)) throw this.#error('lookaround is not supported')
    const opening = this.#match(/\((?:\?:|\?<[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*>)?/uy)?.[0] ?? '('
    this.#position += opening.length
    if (opening === '(' && this.#sees('?')) throw this.#error('an unknown kind of group')
    if (++this.#depth > MAX_GROUPS_IN_GROUPS) throw this.#error('groups are nested too deeply')
    const node = this.#parseChoice()
    if (!this.#take(')')) throw this.#error('a group is not closed')
    this.#depth--
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
    return { kind: 'repeat', node, min, max }
  }

  /** The quantifier at the present place; a brace that begins none stands for itself. */
  #bounds(): { readonly min: number; readonly max: number | undefined; readonly length: number } | undefined {
    if (this.#sees('*')) return { min: 0, max: undefined, length: 1 }
    if (this.#sees('+')) return { min: 1, max: undefined, length: 1 }
    if (this.#sees('?')) return { min: 0, max: 1, length: 1 }
    const match = this.#match(/\{(\d+)(?:(,)(\d*))?\}/y)
    if (!match) return undefined
    const [all, first = '', comma, second = ''] = match
    const min = Number(first)
    const max = comma === undefined ? min : second === '' ? undefined : Number(second)
    return { min, max, length: all.length }
  }

  #parseClass(): CodePoints {
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
      const [from, to] = [characterOf(first), characterOf(last)]
      // Beside a class escape a hyphen stands for itself (ECMA-262 §B.1.2.8.1).
      if (from === undefined || to === undefined) ranges.push(...first, ...last, ...only(0x2d))
      else if (from > to) throw this.#error('a range of a class is out of order')
      else ranges.push([from, to])
    }
    const set = unite(ranges)
    return isNegated ? complement(set) : set
  }

  #parseClassMember(): CodePoints {
    if (this.#take('\\b')) return only(0x08)
    return this.#sees('\\') ? this.#parseEscape() : only(this.#takeCharacter())
  }

  #parseEscape(): CodePoints {
    const letter = this.#text.charAt(this.#position + 1)
    const set = this.#parseClassEscape(letter)
    if (set) return set
    const code = this.#parseCharacterEscape(letter)
    if (code !== undefined) return only(code)
    if (letter !== '' && !/[A-Za-z0-9]/.test(letter)) {
      this.#position++
      return only(this.#takeCharacter())
    }
    if (/[1-9k]/.test(letter)) throw this.#error('references to groups are not supported')
    throw this.#error(letter === '' ? 'nothing is escaped' : `an unknown escape \\${letter}`)
  }

  /** An escape that stands for many characters. */
  #parseClassEscape(letter: string): CodePoints | undefined {
    const named = CLASS_ESCAPES.get(letter)
    if (named) {
      this.#position += 2
      return named
    }
    const property = this.#match(/\\[pP]\{([^{}]*)\}/y)
    if (!property) return undefined
    const [all, name = ''] = property
    this.#properties.add(name)
    if (this.#properties.size > MAX_PROPERTIES) throw this.#error(`more than ${MAX_PROPERTIES} Unicode properties`)
    const members = propertyMembers(name)
    if (!members) throw this.#error('an unknown Unicode property')
    this.#position += all.length
    return letter === 'P' ? complement(members) : members
  }

  /** An escape that stands for one character, by a letter or its number. */
  #parseCharacterEscape(letter: string): number | undefined {
    const control = CONTROL_ESCAPES.get(letter)
    if (control !== undefined) {
      this.#position += 2
      return control
    }
    const match = this.#match(
      /\\(?:(0)(?!\d)|c([A-Za-z])|u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})|x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]+)\})/y,
    )
    if (!match) return undefined
    const [all, zero, controlLetter, high, low, ...hexadecimal] = match
    const code = Number.parseInt(hexadecimal.find((digits) => digits !== undefined) ?? '0', 16)
    if (code > LAST_CODE_POINT) throw this.#error('a number beyond all characters')
    this.#position += all.length
    if (zero !== undefined) return 0
    if (controlLetter !== undefined) return controlLetter.charCodeAt(0) % 32
    // Two escapes of surrogates are one character.
    if (high !== undefined && low !== undefined) {
      return 0x10000 + ((Number.parseInt(high, 16) - 0xd800) << 10) + (Number.parseInt(low, 16) - 0xdc00)
    }
    return code
  }

  #takeCharacter(): number {
    const code = this.#text.codePointAt(this.#position) ?? 0
    this.#position += code > 0xffff ? 2 : 1
    return code
  }

  /** @param pattern with the flag `y` */
  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#position
    return pattern.exec(this.#text)
  }

  #sees(text: string): boolean {
    return this.#text.startsWith(text, this.#position)
  }

  #seesAny(characters: string): boolean {
    return this.#position < this.#text.length && characters.includes(this.#text.charAt(this.#position))
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

const CLASS_ESCAPES: ReadonlyMap<string, CodePoints> = new Map([
  ['d', DIGITS],
  ['D', complement(DIGITS)],
  ['w', WORD],
  ['W', complement(WORD)],
  ['s', SPACE],
  ['S', complement(SPACE)],
])

function only(code: number): CodePoints {
  return [[code, code]]
}

/** The one character of a member of a class; undefined when it is a class itself. */
function characterOf(set: CodePoints): number | undefined {
  const [range] = set
  return set.length === 1 && range && range[0] === range[1] ? range[0] : undefined
}
