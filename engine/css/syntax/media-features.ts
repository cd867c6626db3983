/**
 * Features of paper that are words (mediaqueries-5), each with all its values: as a browser answers when it prints, but
 * without scripts, is the first.
 */
const DISCRETE: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    'any-hover': 'none hover',
    'any-pointer': 'none coarse fine',
    'color-gamut': 'srgb p3 rec2020',
    'display-mode': 'browser fullscreen standalone minimal-ui picture-in-picture window-controls-overlay',
    'dynamic-range': 'standard high',
    'forced-colors': 'none active',
    hover: 'none hover',
    'inverted-colors': 'none inverted',
    'overflow-block': 'paged none scroll',
    'overflow-inline': 'none scroll',
    pointer: 'none coarse fine',
    'prefers-color-scheme': 'light dark',
    'prefers-contrast': 'no-preference less more custom',
    'prefers-reduced-data': 'no-preference reduce',
    'prefers-reduced-motion': 'no-preference reduce',
    'prefers-reduced-transparency': 'no-preference reduce',
    scan: 'progressive interlace',
    scripting: 'none initial-only enabled',
    update: 'none slow fast',
    'video-dynamic-range': 'standard high',
  }).map(([name, values]) => [name, values.split(' ')]),
)

/** Numbers that are the same on all paper: bits per colour, and dots per px, of which there are as many as px. */
const NUMERIC: ReadonlyMap<string, number> = new Map([
  ['color', 8],
  ['color-index', 0],
  ['grid', 0],
  ['monochrome', 0],
  ['resolution', 1],
])

/** The values of a feature that is a keyword, that of paper first; undefined for others. */
export function discreteFeature(name: string): readonly string[] | undefined {
  return DISCRETE.get(name)
}

/** The value of a feature that is a number, resolutions in dots per px; undefined for others. */
export function numericFeature(name: string): number | undefined {
  return NUMERIC.get(name)
}

/** Whether a feature is true without a value: its value is neither zero nor nothing (mediaqueries-5 §2.4.2). */
export function isFeaturePresent(name: string): boolean | undefined {
  if (name === 'width' || name === 'height' || name === 'orientation' || name === 'aspect-ratio') return true
  const keyword = discreteFeature(name)?.[0]
  if (keyword !== undefined) return keyword !== 'none' && keyword !== 'no-preference'
  const number = numericFeature(name)
  return number === undefined ? undefined : number !== 0
}
