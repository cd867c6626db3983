/** Drawings may contain any number; readers keep to far less, and none of it can be seen. */
const MOST = 1e9

/**
 * A number as a PDF operand: at most four decimals (a hundredth of a printer's dot in px), in the shortest form.
 * PDF has no exponents; four decimals and the limit never lead to one.
 */
export function formatNumber(value: number): string {
  const rounded = Math.round(value * 10000) / 10000
  if (rounded === 0) return '0'
  if (!(rounded < MOST && rounded > -MOST)) return Number.isNaN(rounded) ? '0' : String(rounded < 0 ? -MOST : MOST)
  const text = String(rounded)
  if (rounded < 1 && rounded > -1) return rounded > 0 ? text.slice(1) : `-${text.slice(2)}`
  return text
}

/** A factor of a matrix, which needs more decimals than a coordinate: it is multiplied by coordinates. */
export function formatFactor(value: number): string {
  if (Math.abs(value) >= 1 || Number.isInteger(value) || !Number.isFinite(value)) return formatNumber(value)
  if (Math.abs(value) < 5e-10) return '0'
  return value.toFixed(9).replace(/0+$/, '')
}
