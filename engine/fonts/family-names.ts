/** The family that stands for what a document does not name, as Times does in browsers. */
export const DEFAULT_FAMILY = 'liberation serif'

const SANS = 'liberation sans'
const SERIF = 'liberation serif'
const MONO = 'liberation mono'

/**
 * Generic families (css-fonts-4 §2.1.2) and the families that the Liberation faces take the place of because
 * they have the same glyph widths.
 */
const SUBSTITUTES: ReadonlyMap<string, string> = new Map([
  ['serif', SERIF],
  ['ui-serif', SERIF],
  ['cursive', SERIF],
  ['times', SERIF],
  ['times new roman', SERIF],
  ['tinos', SERIF],
  ['sans-serif', SANS],
  ['ui-sans-serif', SANS],
  ['ui-rounded', SANS],
  ['system-ui', SANS],
  ['fantasy', SANS],
  ['arial', SANS],
  ['arimo', SANS],
  ['helvetica', SANS],
  ['helvetica neue', SANS],
  ['monospace', MONO],
  ['ui-monospace', MONO],
  ['courier', MONO],
  ['courier new', MONO],
  ['cousine', MONO],
])

/** The names of families, generic ones aside, that are not there and have others in their place. */
export const SUBSTITUTED_FAMILIES: readonly string[] = ['Arial', 'Helvetica', 'Times', 'Times New Roman', 'Courier New']

/** Family names are compared without regard to case (css-fonts-4 §5.1). */
export function familyKey(name: string): string {
  return name.toLowerCase()
}

/** The bundled family that stands for a family that is not there, by `familyKey`. */
export function substituteFor(key: string): string | undefined {
  return SUBSTITUTES.get(key)
}
