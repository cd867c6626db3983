import { PX_PER_UNIT } from '../../base/units.js'

/** The sizes that an element's lengths may refer to. */
export interface LengthContext {
  /** Size of the nearest viewport in user units. */
  readonly width: number
  readonly height: number
  readonly fontSize: number
  /** Told when anything is measured by the viewport; absent where nobody asks. */
  readonly use?: ViewportUse | undefined
}

/** Whether a drawing depends on the size of the viewport that it is shown in. */
export interface ViewportUse {
  measured: boolean
}

export type LengthAxis = 'x' | 'y' | 'other'

const LENGTH = /^\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*(?:([a-z]+|%)\s*)?$/i

const UNITS: ReadonlyMap<string, number> = new Map([['', 1], ...Object.entries(PX_PER_UNIT)])

/** A length in user units (SVG 2 §8.9); undefined when it is wrong or `auto`. */
export function parseSvgLength(text: string | undefined, context: LengthContext, axis: LengthAxis): number | undefined {
  const match = text === undefined ? undefined : LENGTH.exec(text)
  if (!match) return undefined
  const value = Number(match[1])
  const unit = (match[2] ?? '').toLowerCase()
  switch (unit) {
    case '%':
      return (value / 100) * percentageBase(context, axis)
    case 'em':
    case 'rem':
      return value * context.fontSize
    case 'ex':
    case 'ch':
      return (value * context.fontSize) / 2
    default: {
      const factor = UNITS.get(unit)
      return factor === undefined ? undefined : value * factor
    }
  }
}

/** The length that percentages refer to. */
export function percentageBase({ width, height, use }: LengthContext, axis: LengthAxis): number {
  if (use) use.measured = true
  if (axis === 'x') return width
  return axis === 'y' ? height : Math.hypot(width, height) / Math.SQRT2
}

/** The lengths or numbers of a list, separated by blanks and commas. */
export function parseSvgLengths(text: string | undefined, context: LengthContext, axis: LengthAxis): readonly number[] {
  if (text === undefined) return []
  const values: number[] = []
  for (const part of text.split(/[\s,]+/)) {
    if (part === '') continue
    const value = parseSvgLength(part, context, axis)
    if (value === undefined) return values
    values.push(value)
  }
  return values
}
