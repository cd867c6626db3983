/** How far the bar of a `<progress>` or `<meter>` is filled, from 0 to 1 (HTML §4.10.13, §4.10.14); undefined without a value. */
export function filledPart(attribute: (name: string) => string | undefined): number | undefined {
  const value = Number.parseFloat(attribute('value') ?? '')
  if (Number.isNaN(value)) return undefined
  const min = Number.parseFloat(attribute('min') ?? '0') || 0
  const max = Number.parseFloat(attribute('max') ?? '1') || 1
  return max > min ? Math.min(1, Math.max(0, (value - min) / (max - min))) : 0
}
