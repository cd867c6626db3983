/**
 * A number as a PDF operand: at most four decimals (a hundredth of a printer's dot in px), in the shortest form.
 * PDF has no exponents; four decimals and the sizes of pages never lead to one.
 */
export function formatNumber(value: number): string {
  const rounded = Math.round(value * 10000) / 10000
  if (rounded === 0) return '0'
  const text = String(rounded)
  if (rounded < 1 && rounded > -1) return rounded > 0 ? text.slice(1) : `-${text.slice(2)}`
  return text
}
