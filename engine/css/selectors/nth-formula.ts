/** `an + b`: every number that is `step × n + offset` for some n ≥ 0. */
export interface NthFormula {
  readonly step: number
  readonly offset: number
}

/** Parses `<an+b>` (css-syntax-3 §6); undefined when it is invalid. */
export function parseNthFormula(text: string): NthFormula | undefined {
  const formula = text.trim().toLowerCase()
  if (formula === 'even') return { step: 2, offset: 0 }
  if (formula === 'odd') return { step: 2, offset: 1 }
  if (/^[+-]?\d+$/.test(formula)) return { step: 0, offset: Number(formula) }
  const parts = /^([+-]?\d*)n(?:\s*([+-])\s*(\d+))?$/.exec(formula)
  if (!parts) return undefined
  const [, step = '', sign, offset] = parts
  return {
    step: step === '' || step === '+' ? 1 : step === '-' ? -1 : Number(step),
    offset: offset === undefined ? 0 : Number(offset) * (sign === '-' ? -1 : 1),
  }
}

export function isNth(position: number, { step, offset }: NthFormula): boolean {
  if (step === 0) return position === offset
  const n = (position - offset) / step
  return n >= 0 && Number.isInteger(n)
}
