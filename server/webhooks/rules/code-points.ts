/** A set of Unicode code points: ranges in ascending order that do not touch each other. */
export type CodePoints = readonly (readonly [first: number, last: number])[]

export const LAST_CODE_POINT = 0x10ffff

const SURROGATES = [0xd800, 0xdfff] as const

/** Brings ranges into their order and joins those that meet. */
export function unite(ranges: CodePoints): CodePoints {
  const united: [number, number][] = []
  for (const [first, last] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const previous = united.at(-1)
    if (previous && first <= previous[1] + 1) previous[1] = Math.max(previous[1], last)
    else united.push([first, last])
  }
  return united
}

export function complement(set: CodePoints): CodePoints {
  const gaps: (readonly [number, number])[] = []
  let next = 0
  for (const [first, last] of set) {
    if (first > next) gaps.push([next, first - 1])
    next = last + 1
  }
  if (next <= LAST_CODE_POINT) gaps.push([next, LAST_CODE_POINT])
  return gaps
}

/** Properties that were asked for; there are some hundreds, and finding the members of one takes milliseconds. */
const properties = new Map<string, CodePoints | undefined>()

/**
 * The members of a Unicode property as `\p{…}` names it (ECMA-262 §22.2.1.4), e.g. `L` or `Script=Greek`; undefined
 * when there is no such property. JavaScript tells of single characters only, so all of them are tried.
 */
export function propertyMembers(name: string): CodePoints | undefined {
  const known = properties.get(name)
  if (known || properties.has(name)) return known
  const members = findMembers(name)
  // Names that mean nothing are without number.
  if (members) properties.set(name, members)
  return members
}

function findMembers(name: string): CodePoints | undefined {
  if (!/^\w+(?:=\w+)?$/.test(name)) return undefined
  let runs: RegExp
  try {
    runs = new RegExp(`\\p{${name}}+`, 'gu')
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return undefined
  }
  const members: (readonly [number, number])[] = []
  for (const block of blocks()) {
    for (const [run] of block.matchAll(runs)) {
      const first = run.codePointAt(0) ?? 0
      members.push([first, first + lengthInCodePoints(run, first) - 1])
    }
  }
  // All of them have the same properties.
  if (new RegExp(`\\p{${name}}`, 'u').test('\ud800')) members.push(SURROGATES)
  return unite(members)
}

/** All characters but the surrogates, which would join to others. A block lies in one plane. */
function* blocks(): Generator<string> {
  const size = 0x800
  const decoder = new TextDecoder('utf-16le', { ignoreBOM: true })
  for (let start = 0; start <= LAST_CODE_POINT; start += size) {
    if (start === SURROGATES[0]) continue
    const isPair = start > 0xffff
    const units = new Uint16Array(isPair ? size * 2 : size)
    for (let index = 0; index < size; index++) {
      if (isPair) {
        const offset = start + index - 0x10000
        units[index * 2] = 0xd800 + (offset >> 10)
        units[index * 2 + 1] = 0xdc00 + (offset & 0x3ff)
      } else {
        units[index] = start + index
      }
    }
    yield decoder.decode(units)
  }
}

/** Of a text whose characters all have the length of the first. */
function lengthInCodePoints(text: string, first: number): number {
  return first > 0xffff ? text.length / 2 : text.length
}
