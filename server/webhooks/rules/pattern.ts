import { assertNever } from '../../../engine/base/invariant.js'
import { type Assertion, type PatternNode, parsePattern, type UnitSet } from './parse-pattern.js'
import { PatternError } from './pattern-error.js'

/** A compiled pattern. */
interface Pattern {
  /** Whether it matches anywhere in a text. Takes time proportional to the text's length. */
  isIn(text: string): boolean
}

type Instruction =
  | { readonly kind: 'unit'; readonly set: UnitSet }
  | { readonly kind: 'assert'; readonly assertion: Assertion }
  /** Goes on at both places. */
  | { readonly kind: 'split'; readonly first: number; readonly second: number }
  | { readonly kind: 'jump'; readonly to: number }
  | { readonly kind: 'match' }

/** Instructions of a program: its states while it runs. Repetitions are written out, so nesting them multiplies. */
const MAX_INSTRUCTIONS = 2_000

/**
 * Compiles a regular expression in the syntax of ECMAScript, without lookaround and back references. It runs as a set
 * of states that goes through the text once (Thompson's construction), so that no pattern can take long: the
 * service's own thread runs what customers write.
 *
 * @throws PatternError that names the place
 */
export function compilePattern(text: string): Pattern {
  const program = new Compiler().compile(parsePattern(text))
  return { isIn: (subject) => run(program, subject) }
}

class Compiler {
  readonly #program: Instruction[] = []
  /** Nodes written out so far: repeating what is empty adds no instructions but takes time too. */
  #work = 0

  compile(node: PatternNode): readonly Instruction[] {
    this.#write(node)
    this.#add({ kind: 'match' })
    return this.#program
  }

  #write(node: PatternNode): void {
    if (++this.#work > MAX_INSTRUCTIONS * 2) throw new PatternError('the pattern is too large')
    switch (node.kind) {
      case 'unit':
        this.#add({ kind: 'unit', set: node.set })
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

  /** A place for an instruction whose targets are not known yet. */
  #reserve(): number {
    this.#add({ kind: 'match' })
    return this.#program.length - 1
  }

  #add(instruction: Instruction): void {
    if (this.#program.length >= MAX_INSTRUCTIONS) throw new PatternError('the pattern is too large')
    this.#program.push(instruction)
  }
}

/** Every state at most once per position of the text. */
function run(program: readonly Instruction[], text: string): boolean {
  /** The last position at which a state was entered, one higher. */
  const entered = new Uint32Array(program.length)
  let waiting: number[] = []
  for (let position = 0; position <= text.length; position++) {
    // A match may begin at every position.
    const states = [...waiting, 0]
    const unit = position < text.length ? text.charCodeAt(position) : undefined
    waiting = []
    for (let state = states.pop(); state !== undefined; state = states.pop()) {
      if (entered[state] === position + 1) continue
      entered[state] = position + 1
      const instruction = program[state]
      switch (instruction?.kind) {
        case 'match':
          return true
        case 'jump':
          states.push(instruction.to)
          break
        case 'split':
          states.push(instruction.first, instruction.second)
          break
        case 'assert':
          if (holds(instruction.assertion, text, position)) states.push(state + 1)
          break
        case 'unit':
          if (unit !== undefined && contains(instruction.set, unit)) waiting.push(state + 1)
          break
      }
    }
  }
  return false
}

function contains({ ranges, isNegated }: UnitSet, unit: number): boolean {
  const isInRange = ranges.some(([first, last]) => unit >= first && unit <= last)
  return isInRange !== isNegated
}

function holds(assertion: Assertion, text: string, position: number): boolean {
  switch (assertion) {
    case 'start':
      return position === 0
    case 'end':
      return position === text.length
    case 'word-boundary':
      return isWordUnit(text, position - 1) !== isWordUnit(text, position)
    case 'no-word-boundary':
      return isWordUnit(text, position - 1) === isWordUnit(text, position)
    default:
      return assertNever(assertion)
  }
}

function isWordUnit(text: string, position: number): boolean {
  return /\w/.test(text.charAt(position))
}
