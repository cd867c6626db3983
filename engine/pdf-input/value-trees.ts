import { type Dictionary, isArray, type PdfObject } from './pdf-object.js'
import type { PdfSource } from './pdf-source.js'

/** Nodes within each other. */
const DEEPEST = 32

/** The pairs of a name tree or number tree (ISO 32000-1 §7.9.6, §7.9.7), in their order. */
export function* pairsOf(
  source: PdfSource,
  root: Dictionary | undefined,
  list: 'Names' | 'Nums',
): Generator<readonly [key: PdfObject, value: PdfObject], void> {
  const known = new Set<Dictionary>()
  const open: Dictionary[] = root ? [root] : []
  for (let node = open.pop(); node; node = open.pop()) {
    source.budget.readValues(1)
    if (known.has(node)) continue
    known.add(node)
    const pairs = source.list(node, list)
    for (let i = 0; i + 1 < pairs.length; i += 2) {
      source.budget.readValues(1)
      yield [source.resolve(pairs[i]), pairs[i + 1] ?? null]
    }
    for (const kid of source.list(node, 'Kids').toReversed()) {
      const value = source.resolve(kid)
      if (value instanceof Map) open.push(value)
    }
  }
}

/** The value of a number in a number tree; only the nodes on the way are read. */
export function valueOfNumber(source: PdfSource, root: Dictionary | undefined, number: number): PdfObject {
  let node = root
  for (let depth = 0; node && depth < DEEPEST; depth++) {
    const found = valueIn(source, source.list(node, 'Nums'), number)
    if (found !== undefined) return found
    node = kidWith(source, node, number)
  }
  return null
}

/** Keys ascend, so that files of many pages need not be looked through for each. */
function valueIn(source: PdfSource, pairs: readonly PdfObject[], number: number): PdfObject | undefined {
  let first = 0
  let end = pairs.length >> 1
  while (first < end) {
    const middle = (first + end) >> 1
    const key = source.resolve(pairs[2 * middle])
    if (key === number) return source.resolve(pairs[2 * middle + 1])
    if (typeof key === 'number' && key < number) first = middle + 1
    else end = middle
  }
  return undefined
}

function kidWith(source: PdfSource, node: Dictionary, number: number): Dictionary | undefined {
  for (const item of source.list(node, 'Kids')) {
    const kid = source.resolve(item)
    source.budget.readValues(1)
    if (!(kid instanceof Map)) continue
    const [least, most] = source.numbers(kid, 'Limits', 2) ?? []
    if (least !== undefined && most !== undefined && least <= number && number <= most) return kid
  }
  return undefined
}

/** A value that is a list; an empty one for all else. */
export function listOf(value: PdfObject): readonly PdfObject[] {
  return isArray(value) ? value : []
}
