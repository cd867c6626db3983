/** A number that JavaScript would take for another one. */
export interface LossyNumber {
  /** Where it begins in the text. */
  readonly offset: number
  /** Names and positions that lead to it. */
  readonly path: readonly string[]
}

/** Numbers with fewer digits keep them all. */
const SUSPICIOUS = /[\d.]{16}/

/** From here on not every whole number is there. */
const FIRST_GAP = 2 ** 53

const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y

/** An object or list that is open, and where in it we are. */
interface Container {
  readonly isList: boolean
  index: number
  /** Of the present member's name, with its quotes. */
  nameStart: number
  nameEnd: number
}

/**
 * Finds the first number of a JSON text that would lose digits before its point: `12345678901234567890` is read as
 * `12345678901234567000`. Others, such as `0.1`, are read as the nearest there is, as everywhere.
 *
 * @param text valid JSON
 * @param isIgnored whether a number at this place does not matter
 */
export function findLossyNumber(
  text: string,
  isIgnored: (path: readonly string[]) => boolean = () => false,
): LossyNumber | undefined {
  if (!SUSPICIOUS.test(text)) return undefined
  const open: Container[] = []
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index)
    const container = open.at(-1)
    if (character === '"') {
      const end = skipString(text, index)
      // A value's text may be taken for a name: the next name, or none, comes before it is asked for.
      if (container) [container.nameStart, container.nameEnd] = [index, end + 1]
      index = end
    } else if (character === '[' || character === '{') {
      open.push({ isList: character === '[', index: 0, nameStart: 0, nameEnd: 0 })
    } else if (character === ']' || character === '}') {
      open.pop()
    } else if (character === ',') {
      if (container) container.index++
    } else if (character === '-' || (character >= '0' && character <= '9')) {
      NUMBER.lastIndex = index
      const literal = NUMBER.exec(text)?.[0] ?? character
      if (isLossy(literal)) {
        const path = open.map((it) => stepOf(it, text))
        if (!isIgnored(path)) return { offset: index, path }
      }
      index += literal.length - 1
    }
  }
  return undefined
}

/** The offset of the quote that closes the string which opens at `start`, or the end of the text. */
export function skipString(text: string, start: number): number {
  let end = start
  for (;;) {
    end = text.indexOf('"', end + 1)
    if (end < 0) return text.length
    let backslashes = 0
    while (text.charCodeAt(end - 1 - backslashes) === 0x5c) backslashes++
    if (backslashes % 2 === 0) return end
  }
}

function stepOf({ isList, index, nameStart, nameEnd }: Container, text: string): string {
  return isList ? String(index) : JSON.parse(text.slice(nameStart, nameEnd))
}

function isLossy(literal: string): boolean {
  if (literal.length < 16) return false
  const value = Number(literal)
  return Math.abs(value) >= FIRST_GAP && digitsOf(literal) !== digitsOf(String(value))
}

/** A number that is not 0 as its digits and the power of ten of the last one, in one way only. */
function digitsOf(literal: string): string {
  const [, whole = '', fraction = '', exponent = '0'] = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(literal) ?? []
  const digits = whole + fraction
  let end = digits.length
  while (digits.charCodeAt(end - 1) === 0x30) end--
  let start = 0
  while (digits.charCodeAt(start) === 0x30) start++
  return `${digits.slice(start, end)}e${Number(exponent) - fraction.length + digits.length - end}`
}
