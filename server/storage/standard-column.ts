import { STANDARDS, type Standard } from '../../engine/base/standards.js'

/** Standards as one text, in their usual order; null for none. */
export function standardColumn(standards: readonly Standard[] | undefined): string | null {
  const names = STANDARDS.filter((standard) => standards?.includes(standard))
  return names.length > 0 ? names.join(' ') : null
}

export function standardsOfColumn(column: string | null): readonly Standard[] | undefined {
  if (column === null) return undefined
  const names = column.split(' ')
  return STANDARDS.filter((standard) => names.includes(standard))
}
