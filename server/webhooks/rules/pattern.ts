import { assertNever } from '../../../engine/base/invariant.js'
import { type Assertion, parsePattern } from './parse-pattern.js'
import { PatternError } from './pattern-error.js'
import { compileProgram, type Program } from './pattern-program.js'

/** A compiled pattern. */
export interface Pattern {
  /** Steps of its automaton. */
  readonly size: number
  /**
   * Whether it matches anywhere in a text. Takes time proportional to the text's length, at worst times the pattern's
   * size.
   *
   * @param spend told of the work that is about to be done, in steps of which each takes some nanoseconds
   */
  isIn(text: string, spend?: (steps: number) => void): boolean
  /** Numbers that it keeps to be faster the next time. */
  readonly remembered: number
  /** Gives up what it remembers. */
  forget(): void
}

interface PatternLimits {
  /** UTF-16 units of its text. */
  readonly length: number
  /** Repetitions are written out, so nesting them multiplies. */
  readonly instructions: number
}

/** Far more than a pattern for a path of 128 characters needs. */
const PATH_PATTERN: PatternLimits = { length: 512, instructions: 2_000 }

/**
 * Compiles a regular expression in the syntax of ECMAScript (see `parsePattern`), without lookaround and back
 * references. It runs as an automaton that goes through the text once, so that no pattern can take long: the service's
 * own threads run what customers write.
 *
 * @throws PatternError that names the place
 */
export function compilePattern(text: string, limits: PatternLimits = PATH_PATTERN): Pattern {
  if (text.length > limits.length) throw new PatternError(`the pattern is longer than ${limits.length} characters`)
  const program = compileProgram(parsePattern(text), limits.instructions)
  const automaton = new Automaton(program)
  return {
    size: program.instructions.length,
    isIn: (subject, spend) => automaton.isIn(subject, spend),
    get remembered() {
      return automaton.remembered
    },
    forget: () => automaton.forget(),
  }
}

/** The character before a place in the text. */
type Before = 'nothing' | 'word' | 'other'

/** A state of the automaton: everywhere in the program where it may be at once, and where it goes from there. */
interface State {
  /** Characters and assertions that come next. */
  readonly places: Int32Array
  readonly before: Before
  /** By kind of the next character, and behind those by the end of the text; made when it is asked for. */
  readonly next: (State | undefined)[]
}

/** The most that is remembered of a pattern. */
const MAX_REMEMBERED = 16_384

/** Characters that take the time of a step. */
const CHARACTERS_PER_STEP = 16

/** The pattern is found, whatever follows. */
const FOUND: State = { places: new Int32Array(), before: 'nothing', next: [] }

/** It will not be found, whatever follows. */
const LOST: State = { places: new Int32Array(), before: 'nothing', next: [] }

/**
 * Runs a program with all its ways at once. Where it can be after the same characters is a state, which is made when a
 * text first leads to it and then remembered: most characters cost one look-up. A pattern with very many states, as it
 * may be written to have, forgets them from time to time.
 */
class Automaton {
  readonly #program: Program
  readonly #states = new Map<string, State>()
  /** States times kinds of characters, and places in them. */
  remembered = 0
  /** By instruction, the round in which it was reached last: at the present place of the text, and at the next one. */
  readonly #reachedNow: Uint32Array
  readonly #reachedNext: Uint32Array
  #round = 0
  /** Instructions looked at in this round. */
  #visits = 0
  #first: State | undefined

  constructor(program: Program) {
    this.#program = program
    this.#reachedNow = new Uint32Array(program.instructions.length)
    this.#reachedNext = new Uint32Array(program.instructions.length)
  }

  isIn(text: string, spend: (steps: number) => void = () => undefined): boolean {
    const { kinds, kindOf } = this.#program
    spend(1 + text.length / CHARACTERS_PER_STEP)
    this.#first ??= this.#begin()
    let state = this.#first
    for (let index = 0; index < text.length; index++) {
      if (state === FOUND) return true
      if (state === LOST) return false
      const code = text.codePointAt(index) ?? 0
      if (code > 0xffff) index++
      const kind = kindOf(code)
      state = state.next[kind] ?? this.#advance(state, kind, spend)
    }
    if (state === FOUND || state === LOST) return state === FOUND
    return (state.next[kinds] ?? this.#advance(state, kinds, spend)) === FOUND
  }

  #begin(): State {
    const places: number[] = []
    this.#round++
    return this.#enter(0, 'nothing', this.#reachedNext, places) ? FOUND : this.#stateOf(places, 'nothing')
  }

  /** The state behind a character of a kind, or behind the end. */
  #advance(state: State, kind: number, spend: (steps: number) => void): State {
    const next = this.#find(state, kind, spend)
    state.next[kind] = next
    return next
  }

  #find({ places, before }: State, kind: number, spend: (steps: number) => void): State {
    const { instructions, isWord, members, kinds } = this.#program
    spend(1 + places.length)
    this.#round++
    this.#visits = 0
    const isEnd = kind === kinds
    const isWordNext = !isEnd && isWord[kind] === true
    const behind: Before = isWordNext && this.#program.asksForWords ? 'word' : 'other'
    /** Assertions that hold lead to others. */
    const present = [...places]
    const next: number[] = []
    for (let place = present.pop(); place !== undefined; place = present.pop()) {
      const instruction = instructions[place]
      if (instruction?.kind === 'character') {
        if (isEnd || members[instruction.set]?.[kind] !== 1) continue
        if (this.#enter(place + 1, behind, this.#reachedNext, next)) return FOUND
      } else if (instruction?.kind === 'assert') {
        if (!holds(instruction.assertion, before === 'word', isWordNext, isEnd)) continue
        if (this.#enter(place + 1, before, this.#reachedNow, present)) return FOUND
      }
    }
    spend(this.#visits)
    if (isEnd) return LOST
    // A match may begin at every place.
    if (this.#enter(0, behind, this.#reachedNext, next)) return FOUND
    return next.length === 0 ? LOST : this.#stateOf(next, behind)
  }

  /**
   * Adds the characters and assertions that can come next from an instruction on. `^` is decided at once.
   *
   * @param reached by instruction, the round in which it was reached last
   * @returns whether the end of the pattern is reached
   */
  #enter(start: number, before: Before, reached: Uint32Array, places: number[]): boolean {
    const { instructions } = this.#program
    const ways = [start]
    for (let place = ways.pop(); place !== undefined; place = ways.pop()) {
      this.#visits++
      if (reached[place] === this.#round) continue
      reached[place] = this.#round
      const instruction = instructions[place]
      switch (instruction?.kind) {
        case 'match':
          return true
        case 'jump':
          ways.push(instruction.to)
          break
        case 'split':
          ways.push(instruction.second, instruction.first)
          break
        case 'assert':
          if (instruction.assertion !== 'start') places.push(place)
          else if (before === 'nothing') ways.push(place + 1)
          break
        case 'character':
          places.push(place)
          break
        case undefined:
          break
        default:
          assertNever(instruction)
      }
    }
    return false
  }

  #stateOf(places: readonly number[], before: Before): State {
    const sorted = Int32Array.from(places).sort()
    const key = `${before}${String.fromCharCode(...sorted)}`
    const known = this.#states.get(key)
    if (known) return known
    const size = this.#program.kinds + 1 + sorted.length
    if (this.remembered + size > MAX_REMEMBERED) this.forget()
    this.remembered += size
    const state: State = { places: sorted, before, next: new Array(this.#program.kinds + 1) }
    this.#states.set(key, state)
    return state
  }

  forget(): void {
    this.#states.clear()
    this.#first = undefined
    this.remembered = 0
  }
}

function holds(assertion: Assertion, isWordBefore: boolean, isWordNext: boolean, isEnd: boolean): boolean {
  switch (assertion) {
    case 'start':
      // Only where nothing stands before, and there it was answered when it was reached.
      return false
    case 'end':
      return isEnd
    case 'word-boundary':
      return isWordBefore !== isWordNext
    case 'no-word-boundary':
      return isWordBefore === isWordNext
  }
}
