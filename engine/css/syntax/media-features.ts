/** Features of paper with one value each (mediaqueries-5): as a browser answers when it prints, but without scripts. */
const DISCRETE: Readonly<Record<string, string>> = {
  'any-hover': 'none',
  'any-pointer': 'none',
  'color-gamut': 'srgb',
  'display-mode': 'browser',
  'dynamic-range': 'standard',
  'forced-colors': 'none',
  hover: 'none',
  'inverted-colors': 'none',
  'overflow-block': 'paged',
  'overflow-inline': 'none',
  pointer: 'none',
  'prefers-color-scheme': 'light',
  'prefers-contrast': 'no-preference',
  'prefers-reduced-data': 'no-preference',
  'prefers-reduced-motion': 'no-preference',
  'prefers-reduced-transparency': 'no-preference',
  scripting: 'none',
  update: 'none',
  'video-dynamic-range': 'standard',
}

/** Numbers that are the same on all paper: bits per colour, and dots per px, of which there are as many as px. */
const NUMERIC: Readonly<Record<string, number>> = {
  color: 8,
  'color-index': 0,
  grid: 0,
  monochrome: 0,
  resolution: 1,
}

/** The value of a feature that is a keyword; undefined for others. */
export function discreteFeature(name: string): string | undefined {
  return Object.hasOwn(DISCRETE, name) ? DISCRETE[name] : undefined
}

/** The value of a feature that is a number, resolutions in dots per px; undefined for others. */
export function numericFeature(name: string): number | undefined {
  return Object.hasOwn(NUMERIC, name) ? NUMERIC[name] : undefined
}

/** Whether a feature is true without a value: its value is neither zero nor nothing (mediaqueries-5 §2.4.2). */
export function isFeaturePresent(name: string): boolean | undefined {
  if (name === 'width' || name === 'height' || name === 'orientation' || name === 'aspect-ratio') return true
  const keyword = discreteFeature(name)
  if (keyword !== undefined) return keyword !== 'none' && keyword !== 'no-preference'
  const number = numericFeature(name)
  return number === undefined ? undefined : number !== 0
}
