import type { JsonObject, JsonValue } from '../engine/base/json.js'
import { createRandom } from './random.js'

/**
 * The same data with other contents: every number changes in all its digits, every longer text in its words'
 * order, so that caches of earlier documents help no more than they do in service. Dates, files and codes stay.
 */
export function varyData(data: JsonObject, seed: number): JsonObject {
  const random = createRandom(seed)
  const vary = (value: JsonValue): JsonValue => {
    if (typeof value === 'number') return varyNumber(value, random)
    if (typeof value === 'string') return varyText(value, random)
    if (Array.isArray(value)) return value.map(vary)
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, vary(member)]))
    }
    return value
  }
  return vary(data) as JsonObject
}

/** Keeps sign, size and decimals, so that the document keeps its shape. */
function varyNumber(value: number, random: () => number): number {
  const decimals = String(value).split('.')[1]?.length ?? 0
  const factor = 10 ** decimals
  return Math.round(value * (0.75 + random() / 2) * factor) / factor
}

function varyText(value: string, random: () => number): string {
  const words = value.split(' ')
  if (words.length < 3 || /[<>{}/\d]/.test(value)) return value
  for (let index = words.length - 1; index > 0; index--) {
    const other = Math.floor(random() * (index + 1))
    const word = words[index] ?? ''
    words[index] = words[other] ?? ''
    words[other] = word
  }
  return words.join(' ')
}
