type Attribute = (name: string) => string | undefined

/** How far the bar of a `<progress>` or `<meter>` is filled, from 0 to 1 (HTML §4.10.13, §4.10.14); undefined without a value. */
export function filledPart(attribute: Attribute): number | undefined {
  const value = Number.parseFloat(attribute('value') ?? '')
  if (Number.isNaN(value)) return undefined
  const min = number(attribute('min'), 0)
  const max = number(attribute('max'), 1) || 1
  return partOf(value, min, max)
}

/** Where the thumb of a range stands, from 0 to 1 (HTML §4.10.5.1.13): in the middle without a value. */
export function rangePart(attribute: Attribute): number {
  const min = number(attribute('min'), 0)
  const max = number(attribute('max'), 100)
  return partOf(number(attribute('value'), (min + max) / 2), min, max)
}

function partOf(value: number, min: number, max: number): number {
  return max > min ? Math.min(1, Math.max(0, (value - min) / (max - min))) : 0
}

function number(text: string | undefined, otherwise: number): number {
  const value = Number.parseFloat(text ?? '')
  return Number.isFinite(value) ? value : otherwise
}

/** How good the value of a `<meter>` is (HTML §4.10.14, "UA requirements for regions of the gauge"). */
export function meterRegion(attribute: Attribute): 'optimum' | 'suboptimum' | 'even-less-good' {
  const min = number(attribute('min'), 0)
  const max = Math.max(min, number(attribute('max'), 1))
  const within = (text: string | undefined, least: number, otherwise: number) =>
    Math.min(max, Math.max(least, number(text, otherwise)))
  const value = within(attribute('value'), min, 0)
  const low = within(attribute('low'), min, min)
  const high = within(attribute('high'), low, max)
  const optimum = within(attribute('optimum'), min, (min + max) / 2)
  if (optimum < low) return value <= low ? 'optimum' : value <= high ? 'suboptimum' : 'even-less-good'
  if (optimum > high) return value >= high ? 'optimum' : value >= low ? 'suboptimum' : 'even-less-good'
  return value >= low && value <= high ? 'optimum' : 'suboptimum'
}
