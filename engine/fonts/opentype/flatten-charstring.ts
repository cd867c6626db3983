import { ByteReader } from './byte-reader.js'
import { ByteWriter } from './byte-writer.js'

/** Subroutines that a charstring can call, by number. */
export interface Subroutines {
  readonly count: number
  at(index: number): Uint8Array
}

export const NO_SUBROUTINES: Subroutines = {
  count: 0,
  at() {
    throw new RangeError('the number of a charstring subroutine')
  },
}

// Operators of Type 2 charstrings (Type 2 Charstring Format, appendix A).
const HSTEM = 1
const VSTEM = 3
const VMOVETO = 4
const CALLSUBR = 10
const RETURN = 11
const ESCAPE = 12
const ENDCHAR = 14
const HSTEMHM = 18
const HINTMASK = 19
const CNTRMASK = 20
const RMOVETO = 21
const HMOVETO = 22
const VSTEMHM = 23
const CALLGSUBR = 29
/** `rlineto` to `rrcurveto`, `rcurveline` to `hhcurveto`, `vhcurveto` and `hvcurveto`. */
const PATH_OPERATORS = new Set([5, 6, 7, 8, 24, 25, 26, 27, 30, 31])
/** The second bytes of `hflex`, `flex`, `hflex1` and `flex1`. */
const FLEX_OPERATORS = new Set([34, 35, 36, 37])

const MAX_DEPTH = 10
/** Larger than any stack of Type 2 charstrings, which have 48 operands at most. */
const MAX_OPERANDS = 513
/** Operators of one glyph, with those of all subroutines each time they are called. */
const MAX_STEPS = 200_000
const MAX_BYTES = 1 << 20

/**
 * The charstring of a glyph without subroutines and hints, and with its width as a difference to 0.
 * UNSUPPORTED: accented letters that `endchar` composes (deprecated) lose their parts; arithmetic beyond adding,
 * subtracting, multiplying, dividing and moving operands.
 * @throws RangeError for charstrings that cannot be followed
 */
export function flattenCharstring(
  charstring: Uint8Array,
  locals: Subroutines,
  globals: Subroutines,
  width: number,
): Uint8Array {
  const flattener = new Flattener(locals, globals, width)
  return flattener.flatten(charstring)
}

/** A glyph of this width with nothing to see. */
export function emptyCharstring(width: number): Uint8Array {
  return flattenCharstring(Uint8Array.of(ENDCHAR), NO_SUBROUTINES, NO_SUBROUTINES, width)
}

class Flattener {
  readonly #out = new ByteWriter(256, MAX_BYTES)
  readonly #stack: number[] = []
  #hints = 0
  #steps = 0
  /** The first operator that clears the stack has come: it may carry the width. */
  #isWidthDone = false
  #hasEnded = false

  constructor(
    private readonly locals: Subroutines,
    private readonly globals: Subroutines,
    private readonly width: number,
  ) {}

  flatten(charstring: Uint8Array): Uint8Array {
    this.#run(charstring, 0)
    if (!this.#hasEnded) this.#end()
    return this.#out.finish()
  }

  #run(charstring: Uint8Array, depth: number): void {
    if (depth > MAX_DEPTH) throw new RangeError('the depth of charstring subroutines')
    const reader = new ByteReader(charstring)
    while (!reader.atEnd && !this.#hasEnded) {
      const byte = reader.uint8()
      if (byte >= 32 || byte === 28) {
        if (this.#stack.length >= MAX_OPERANDS) throw new RangeError('the operands of a charstring')
        this.#stack.push(readNumber(reader, byte))
        continue
      }
      this.#steps++
      if (this.#steps > MAX_STEPS) throw new RangeError('the length of a charstring')
      if (byte === RETURN) return
      if (byte === CALLSUBR) this.#run(this.#subroutine(this.locals), depth + 1)
      else if (byte === CALLGSUBR) this.#run(this.#subroutine(this.globals), depth + 1)
      else this.#execute(byte, reader)
    }
  }

  /** Numbers of subroutines count from a bias that depends on how many there are. */
  #subroutine(subroutines: Subroutines): Uint8Array {
    const bias = subroutines.count < 1240 ? 107 : subroutines.count < 33900 ? 1131 : 32768
    const index = this.#pop() + bias
    if (!(index >= 0 && index < subroutines.count)) throw new RangeError('the number of a charstring subroutine')
    return subroutines.at(index)
  }

  #execute(operator: number, reader: ByteReader): void {
    switch (operator) {
      case HSTEM:
      case VSTEM:
      case HSTEMHM:
      case VSTEMHM:
        this.#hint()
        return
      case HINTMASK:
      case CNTRMASK:
        this.#hint()
        reader.take((this.#hints + 7) >> 3)
        return
      case RMOVETO:
        this.#move(operator, 2)
        return
      case HMOVETO:
      case VMOVETO:
        this.#move(operator, 1)
        return
      case ENDCHAR:
        this.#end()
        return
      case ESCAPE:
        this.#escape(reader.uint8())
        return
      default:
        if (!PATH_OPERATORS.has(operator)) throw new RangeError(`the charstring operator ${operator}`)
        this.#emit(operator)
    }
  }

  #hint(): void {
    this.#hints += this.#stack.length >> 1
    this.#stack.length = 0
  }

  /** An operand below those of the first move is the width. */
  #move(operator: number, operands: number): void {
    if (this.#stack.length < operands) throw new RangeError('the operands of a charstring')
    this.#stack.splice(0, this.#stack.length - operands)
    this.#emit(operator)
  }

  #end(): void {
    this.#stack.length = 0
    this.#emit(ENDCHAR)
    this.#hasEnded = true
  }

  #emit(...operator: readonly number[]): void {
    if (!this.#isWidthDone) {
      this.#isWidthDone = true
      writeNumber(this.#out, this.width)
    }
    for (const operand of this.#stack) writeNumber(this.#out, operand)
    for (const byte of operator) this.#out.uint8(byte)
    this.#stack.length = 0
  }

  #escape(operator: number): void {
    if (FLEX_OPERATORS.has(operator)) {
      this.#emit(ESCAPE, operator)
      return
    }
    const last = this.#pop()
    switch (operator) {
      case 9:
        this.#stack.push(Math.abs(last))
        return
      case 10:
        this.#stack.push(this.#pop() + last)
        return
      case 11:
        this.#stack.push(this.#pop() - last)
        return
      case 12:
        this.#stack.push(last === 0 ? 0 : this.#pop() / last)
        return
      case 14:
        this.#stack.push(-last)
        return
      case 18:
        return
      case 24:
        this.#stack.push(this.#pop() * last)
        return
      case 27:
        this.#stack.push(last, last)
        return
      case 28:
        this.#stack.push(last, this.#pop())
        return
      default:
        throw new RangeError(`the charstring operator 12 ${operator}`)
    }
  }

  #pop(): number {
    const operand = this.#stack.pop()
    if (operand === undefined) throw new RangeError('the operands of a charstring')
    return operand
  }
}

function readNumber(reader: ByteReader, first: number): number {
  if (first === 28) return reader.int16()
  if (first <= 246) return first - 139
  if (first <= 250) return (first - 247) * 256 + reader.uint8() + 108
  if (first <= 254) return -(first - 251) * 256 - reader.uint8() - 108
  return (reader.uint32() | 0) / 65536
}

function writeNumber(out: ByteWriter, value: number): void {
  if (!Number.isInteger(value) || value < -32768 || value > 32767) {
    out.uint8(255)
    out.uint32(Math.round(value * 65536))
  } else if (value >= -107 && value <= 107) {
    out.uint8(value + 139)
  } else if (value >= 108 && value <= 1131) {
    out.uint8(247 + ((value - 108) >> 8))
    out.uint8((value - 108) & 0xff)
  } else if (value >= -1131 && value <= -108) {
    out.uint8(251 + ((-value - 108) >> 8))
    out.uint8((-value - 108) & 0xff)
  } else {
    out.uint8(28)
    out.uint16(value)
  }
}
