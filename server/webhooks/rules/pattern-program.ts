import { assertNever } from '../../../engine/base/invariant.js'
import { type CodePoints, unite } from './code-points.js'
import { type Assertion, type PatternNode, WORD } from './parse-pattern.js'
import { PatternError } from './pattern-error.js'

/** A step of a pattern's automaton (Thompson's construction); its number is its place in the program. */
export type Instruction =
  /** Continues behind itself with a character of the set. */
  | { readonly kind: 'character'; readonly set: number }
  | { readonly kind: 'assert'; readonly assertion: Assertion }
  /** Continues at both places. */
  | { readonly kind: 'split'; readonly first: number; readonly second: number }
  | { readonly kind: 'jump'; readonly to: number }
  | { readonly kind: 'match' }

/** A pattern as an automaton without memory of how it came to where it is. */
export interface Program {
  readonly instructions: readonly Instruction[]
  /** Whether it asks for word boundaries. */
  readonly asksForWords: boolean
  /** Kinds of characters that the pattern tells apart: 0 to `kinds` − 1. */
  readonly kinds: number
  /** The kind of a code point. */
  kindOf(code: number): number
  /** Whether the characters of a kind are letters of words; by kind. */
  readonly isWord: readonly boolean[]
  /** Whether a set holds the characters of a kind: by set, then by kind. */
  readonly members: readonly Uint8Array[]
}

/** Sets times kinds: one byte each. */
const MAX_CELLS = 1_000_000

/** Writes a pattern out as a program. @throws PatternError when it has more than `maxInstructions` */
export function compileProgram(node: PatternNode, maxInstructions: number): Program {
  const writer = new Writer(maxInstructions)
  const instructions = writer.write(node)
  const asksForWords = instructions.some((it) => it.kind === 'assert' && it.assertion.endsWith('word-boundary'))
  const sets = [...writer.sets]
  const starts = startsOfKinds(asksForWords ? [...sets, WORD] : sets)
  if (sets.length * starts.length > MAX_CELLS) throw new PatternError('the pattern tells too many characters apart')
  return {
    instructions,
    asksForWords,
    kinds: starts.length,
    kindOf: createLookUp(starts),
    isWord: [...membersOf(WORD, starts)].map((member) => member === 1),
    members: sets.map((set) => membersOf(set, starts)),
  }
}

class Writer {
  readonly #maxInstructions: number
  readonly #program: Instruction[] = []
  /** Sets by what they hold, as the same letters stand in many places. */
  readonly #numbers = new Map<string, number>()
  readonly sets: CodePoints[] = []
  /** Nodes written out so far: repeating what is empty adds no instructions but takes time too. */
  #work = 0

  constructor(maxInstructions: number) {
    this.#maxInstructions = maxInstructions
  }

  write(node: PatternNode): readonly Instruction[] {
    this.#write(node)
    this.#add({ kind: 'match' })
    return this.#program
  }

  #write(node: PatternNode): void {
    if (++this.#work > this.#maxInstructions * 2) throw this.#tooLarge()
    switch (node.kind) {
      case 'character':
        this.#add({ kind: 'character', set: this.#numberOf(node.set) })
        return
      case 'assert':
        this.#add({ kind: 'assert', assertion: node.assertion })
        return
      case 'sequence':
        for (const part of node.parts) this.#write(part)
        return
      case 'choice':
        this.#writeChoice(node.options)
        return
      case 'repeat':
        this.#writeRepeat(node)
        return
      default:
        assertNever(node)
    }
  }

  #writeChoice(options: readonly PatternNode[]): void {
    const ends: number[] = []
    for (const [index, option] of options.entries()) {
      if (index === options.length - 1) {
        this.#write(option)
        break
      }
      const split = this.#reserve()
      this.#write(option)
      ends.push(this.#reserve())
      this.#program[split] = { kind: 'split', first: split + 1, second: this.#program.length }
    }
    for (const end of ends) this.#program[end] = { kind: 'jump', to: this.#program.length }
  }

  #writeRepeat({ node, min, max }: Extract<PatternNode, { readonly kind: 'repeat' }>): void {
    for (let count = 0; count < min; count++) this.#write(node)
    if (max === undefined) {
      const split = this.#reserve()
      this.#write(node)
      this.#add({ kind: 'jump', to: split })
      this.#program[split] = { kind: 'split', first: split + 1, second: this.#program.length }
      return
    }
    const splits: number[] = []
    for (let count = min; count < max; count++) {
      splits.push(this.#reserve())
      this.#write(node)
    }
    for (const split of splits) {
      this.#program[split] = { kind: 'split', first: split + 1, second: this.#program.length }
    }
  }

  #numberOf(set: CodePoints): number {
    const key = set.join(' ')
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    this.#numbers.set(key, this.sets.length)
    return this.sets.push(set) - 1
  }

  /** A place for an instruction whose targets are not known yet. */
  #reserve(): number {
    this.#add({ kind: 'match' })
    return this.#program.length - 1
  }

  #add(instruction: Instruction): void {
    if (this.#program.length >= this.#maxInstructions) throw this.#tooLarge()
    this.#program.push(instruction)
  }

  #tooLarge(): PatternError {
    return new PatternError(`the pattern is too large: its repetitions make more than ${this.#maxInstructions} steps`)
  }
}

/** The code points at which some set begins or ends: between two of them all characters are of one kind. */
function startsOfKinds(sets: readonly CodePoints[]): readonly number[] {
  const starts = new Set([0])
  for (const [first, last] of sets.flat()) starts.add(first).add(last + 1)
  return [...starts].sort((a, b) => a - b)
}

/** Which kinds a set holds. */
function membersOf(set: CodePoints, starts: readonly number[]): Uint8Array {
  const members = new Uint8Array(starts.length)
  const united = unite(set)
  let index = 0
  for (const [kind, start] of starts.entries()) {
    while (index < united.length && (united[index]?.[1] ?? 0) < start) index++
    const range = united[index]
    if (range && range[0] <= start) members[kind] = 1
  }
  return members
}

/** Code points whose kind is looked up in a table. */
const TABLE_SIZE = 0x250

function createLookUp(starts: readonly number[]): (code: number) => number {
  const search = (code: number) => {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((starts[middle] ?? 0) <= code) low = middle
      else high = middle - 1
    }
    return low
  }
  const table = Uint16Array.from({ length: TABLE_SIZE }, (_, code) => search(code))
  return (code) => (code < TABLE_SIZE ? (table[code] ?? 0) : search(code))
}
