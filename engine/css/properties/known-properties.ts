const UNSUPPORTED = `
alignment-baseline anchor-name appearance
backdrop-filter backface-visibility background-blend-mode
baseline-shift
border-image border-image-outset border-image-repeat
border-image-slice border-image-source border-image-width
color-adjust contain container container-name container-type
dominant-baseline fill filter
float-defer float-offset float-reference font-language-override font-optical-sizing font-palette font-size-adjust
font-synthesis font-synthesis-style font-synthesis-weight font-variant-alternates font-variant-east-asian
font-variant-emoji font-variant-position font-variation-settings
forced-color-adjust hanging-punctuation
hyphenate-limit-lines hyphenate-limit-zone image-resolution
initial-letter
line-clamp
margin-trim marker-end marker-mid marker-side marker-start marks mask mask-border mask-clip
mask-composite mask-image mask-mode mask-origin mask-position mask-repeat mask-size mask-type object-view-box offset offset-path
overflow-anchor overflow-clip-margin
paint-order perspective perspective-origin
position-anchor ruby-align ruby-merge ruby-overhang ruby-position
shape-image-threshold shape-margin shape-outside shape-rendering size stroke stroke-dasharray
stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-anchor
text-autospace text-box text-box-edge text-box-trim text-combine-upright text-decoration-skip
text-decoration-skip-ink text-emphasis text-emphasis-color text-emphasis-position text-emphasis-style text-justify
text-orientation text-spacing-trim text-underline-position text-wrap text-wrap-mode
text-wrap-style transform-box transform-style white-space-collapse
word-space-transform writing-mode zoom`

const WITHOUT_EFFECT = `
accent-color animation animation-delay animation-direction animation-duration animation-fill-mode
animation-iteration-count animation-name animation-play-state animation-timing-function bleed caret-color
color-scheme content-visibility cursor fill-rule focus-ring-color font-smoothing interactivity overscroll-behavior pointer-events
osx-font-smoothing overflow-scrolling print-color-adjust resize scroll-behavior scroll-margin scroll-padding scroll-snap-align scroll-snap-type
scrollbar-color scrollbar-gutter scrollbar-width speak text-rendering tap-highlight-color text-size-adjust touch-action touch-callout transition
transition-behavior transition-delay transition-duration transition-property transition-timing-function
user-select view-transition-name will-change`

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

/** What we say about a property that is not in our tables. */
type PropertyStanding = 'unsupported' | 'ignored' | 'unknown'

/** @param value the value's text, lower-case and trimmed */
export function propertyStanding(name: string, value: string): PropertyStanding {
  if (SCREEN_PROPERTIES.has(name)) return 'ignored'
  if (!UNSUPPORTED_PROPERTIES.has(name)) return 'unknown'
  return NEUTRAL_KEYWORDS.has(value) ? 'ignored' : 'unsupported'
}

const FOREIGN = /^(?:mso-|-ms-|-khtml-|-o-|so-language$|tab-(?:interval|stops)$|panose-1$)/

/** Whether a property or descriptor is a note of another program to itself: of an office, a mail reader, an old browser. */
export function isForeign(name: string): boolean {
  return FOREIGN.test(name)
}
