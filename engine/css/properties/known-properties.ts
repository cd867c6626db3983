const UNSUPPORTED = `
anchor-name backdrop-filter background-blend-mode container container-name container-type float-defer
float-offset float-reference font-language-override font-palette
font-synthesis-position font-variant-alternates font-variant-emoji hanging-punctuation hyphenate-limit-lines hyphenate-limit-zone
image-resolution margin-trim marker-side marks
mask-border object-view-box offset offset-path position-anchor ruby-align ruby-merge
ruby-overhang ruby-position size text-autospace text-combine-upright text-decoration-skip text-decoration-skip-ink
text-spacing-trim
word-space-transform`

const WITHOUT_EFFECT = `
accent-color backface-visibility bleed box-orient caret-color color-adjust color-interpolation color-rendering
color-scheme cursor field-sizing focus-ring-color font-display font-smoothing
forced-color-adjust interactivity interpolate-size locale osx-font-smoothing overflow-anchor overflow-scrolling
perspective perspective-origin pointer-events print-color-adjust resize shape-rendering speak tap-highlight-color
text-rendering text-size-adjust timeline-scope touch-action touch-callout transform-style user-drag user-modify
user-select view-transition-name`

/** Families of such properties. */
const SCREEN_FAMILY =
  /^(?:animation|transition|scroll(?!-initial-target$)|scrollbar|overscroll|view-timeline|view-transition|nav)(?:-|$)/

/** Properties that CSS defines and we do not implement yet. */
const UNSUPPORTED_PROPERTIES: ReadonlySet<string> = new Set(UNSUPPORTED.trim().split(/\s+/))

/** Properties that say nothing about a printed page: accepted in silence. */
const SCREEN_PROPERTIES: ReadonlySet<string> = new Set(WITHOUT_EFFECT.trim().split(/\s+/))

/** Keywords that say "no special effect", for which not implementing the property makes no difference. */
const NEUTRAL_KEYWORDS: ReadonlySet<string> = new Set([
  'none',
  'auto',
  'normal',
  'static',
  'initial',
  'unset',
  'revert',
])

/** The standing of a property that is not in our tables. */
type PropertyStanding = 'unsupported' | 'ignored' | 'unknown'

/** @param value the value's text, lower-case and trimmed */
export function propertyStanding(name: string, value: string): PropertyStanding {
  if (SCREEN_PROPERTIES.has(name) || SCREEN_FAMILY.test(name)) return 'ignored'
  if (!UNSUPPORTED_PROPERTIES.has(name)) return 'unknown'
  return NEUTRAL_KEYWORDS.has(value) ? 'ignored' : 'unsupported'
}

const FOREIGN = /^(?:mso-|-ms-|-khtml-|-o-|so-language$|tab-(?:interval|stops)$|panose-1$)/

/** Whether a property or descriptor is a note of another program to itself: of an office, a mail reader, an old browser. */
export function isForeign(name: string): boolean {
  return FOREIGN.test(name)
}
