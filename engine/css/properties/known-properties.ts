const UNSUPPORTED = `
anchor-name anchor-scope animation-composition animation-timeline backdrop-filter backface-visibility background-blend-mode color-scheme container container-name container-type corner-shape d float-defer
float-offset float-reference font-language-override font-palette
font-synthesis-position font-variant-alternates font-variant-emoji hanging-punctuation hyphenate-limit-lines hyphenate-limit-zone
image-resolution margin-trim marker-side marks
mask-border object-view-box offset offset-path perspective position-anchor position-area position-try position-try-fallbacks position-visibility ruby-align ruby-merge
ruby-overhang ruby-position size text-autospace text-combine-upright text-decoration-skip text-decoration-skip-ink
text-spacing-trim transform-style word-space-transform`

const WITHOUT_EFFECT = `
animation-delay animation-duration animation-play-state animation-range animation-range-end animation-range-start animation-timing-function
bleed caret-color color-interpolation color-rendering
cursor focus-ring-color font-display font-smoothing
dynamic-range-limit forced-color-adjust interactivity interpolate-size locale osx-font-smoothing overflow-anchor overflow-scrolling
overlay perspective-origin pointer-events position-try-order reading-flow reading-order resize shape-rendering speak tap-highlight-color
text-rendering text-size-adjust timeline-scope touch-action touch-callout user-drag user-modify
user-select view-transition-name`

/** Families of such properties. */
const SCREEN_FAMILY =
  /^(?:transition|scroll(?!-initial-target$)|scrollbar|overscroll|view-timeline|view-transition|nav)(?:-|$)/

/** How rules in gaps end and cross each other (css-gaps-1 §4, §5). */
const RULE_DETAIL = /^(?:(?:column|row)-)?rule-(?:break|inset|outset|overlap|paint-order|visibility-items)(?:-|$)/

/** Values with which rules are drawn as they are anyway. */
const NEUTRAL_RULE_DETAIL = /^(?:normal|row-over-column|0(?:px)?(?: 0(?:px)?)*|initial|unset|revert)$/

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

/** Values of one property that ask for what is printed anyway, in place of the keywords above. */
const NEUTRAL_VALUES: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['animation-composition', new Set(['replace'])],
  ['backface-visibility', new Set(['visible'])],
  ['color-scheme', new Set(['normal', 'light', 'only light', 'light only', 'light dark', 'dark light'])],
  ['text-decoration-skip-ink', new Set(['none'])],
  ['transform-style', new Set(['flat'])],
])

const WIDE = new Set(['initial', 'unset', 'revert'])

/** The standing of a property that is not in our tables. */
type PropertyStanding = 'unsupported' | 'ignored' | 'unknown'

/** @param value the value's text, lower-case and trimmed */
export function propertyStanding(name: string, value: string): PropertyStanding {
  if (SCREEN_PROPERTIES.has(name) || SCREEN_FAMILY.test(name)) return 'ignored'
  if (RULE_DETAIL.test(name)) return NEUTRAL_RULE_DETAIL.test(value) ? 'ignored' : 'unsupported'
  if (!UNSUPPORTED_PROPERTIES.has(name)) return 'unknown'
  const own = NEUTRAL_VALUES.get(name)
  const isNeutral = own ? own.has(value) || WIDE.has(value) : NEUTRAL_KEYWORDS.has(value)
  return isNeutral ? 'ignored' : 'unsupported'
}

const FOREIGN =
  /^(?:mso-|-ms-|-khtml-|-o-|-inkscape-|so-language$|tab-(?:interval|stops)$|panose-1$|enable-background$|shape-(?:inside|padding|subtract)$|solid-(?:color|opacity)$)/

/** Values for Internet Explorer: its filters and expressions, and what ends in `\9` for it alone to read. */
const FOREIGN_VALUE = /\\[0-9]$|^progid:|^alpha\(|^expression\(|^-webkit-focus-ring-color$|\s-webkit-focus-ring-color$/i

/** Whether a value is for one browser alone, which others pass over. */
export function isForeignValue(text: string): boolean {
  return FOREIGN_VALUE.test(text)
}

/**
 * Whether a property or descriptor is a note of another program to itself: of an office, a mail reader, an old browser, or a
 * program for drawings, which writes lines of texts as they are besides.
 */
export function isForeign(name: string): boolean {
  return FOREIGN.test(name)
}
