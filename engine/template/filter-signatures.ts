/** The filters and how many arguments each takes. */
interface FilterSignature {
  readonly least: number
  readonly most: number
}

export const FILTER_SIGNATURES: ReadonlyMap<string, FilterSignature> = new Map([
  ['number', { least: 0, most: 1 }],
  ['currency', { least: 1, most: 1 }],
  ['percent', { least: 0, most: 1 }],
  ['date', { least: 0, most: 1 }],
  ['upper', { least: 0, most: 0 }],
  ['lower', { least: 0, most: 0 }],
  ['title', { least: 0, most: 0 }],
  ['trim', { least: 0, most: 0 }],
  ['truncate', { least: 1, most: 1 }],
  ['default', { least: 1, most: 1 }],
  ['join', { least: 0, most: 1 }],
  ['length', { least: 0, most: 0 }],
  ['sum', { least: 0, most: 1 }],
  ['round', { least: 0, most: 1 }],
  ['json', { least: 0, most: 0 }],
])
