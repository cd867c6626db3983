import { BLACK, TRANSPARENT } from '../base/rgb-color.js'
import type { FontSelection } from '../fonts/font-types.js'
import type { AspectRatio, ComputedStyle, CornerRadius, PercentageLength } from './computed-style.js'

/** A computed style that is being made. */
export type MutableStyle = { -readonly [K in keyof ComputedStyle]: ComputedStyle[K] }

const SQUARE: CornerRadius = { horizontal: 0, vertical: 0 }
const HALF: PercentageLength = { kind: 'percentage', px: 0, percent: 50 }
const NO_FEATURES: Readonly<Record<string, boolean>> = {}
const NO_RATIO: AspectRatio = { ratio: undefined, auto: true }
const NOTHING: readonly never[] = []

/** What browsers draw text with until an author names a family. */
const INITIAL_FAMILIES: readonly string[] = ['serif']

/** CSS 2.2 leaves `medium` open; all browsers use 16 px. */
export const INITIAL_FONT_SIZE = 16

/**
 * A new style of initial values. All styles are made by this literal, so that they share one hidden class.
 * @param font the selection for the initial family
 */
export function initialStyle(id: number, font: FontSelection): MutableStyle {
  return {
    id,
    display: 'inline',
    boxSizing: 'content-box',
    width: 'auto',
    height: 'auto',
    minWidth: 'auto',
    minHeight: 'auto',
    maxWidth: 'none',
    maxHeight: 'none',
    marginTop: 0,
    marginRight: 0,
    marginBottom: 0,
    marginLeft: 0,
    paddingTop: 0,
    paddingRight: 0,
    paddingBottom: 0,
    paddingLeft: 0,
    borderTopWidth: 0,
    borderRightWidth: 0,
    borderBottomWidth: 0,
    borderLeftWidth: 0,
    borderTopStyle: 'none',
    borderRightStyle: 'none',
    borderBottomStyle: 'none',
    borderLeftStyle: 'none',
    borderTopColor: BLACK,
    borderRightColor: BLACK,
    borderBottomColor: BLACK,
    borderLeftColor: BLACK,
    borderTopLeftRadius: SQUARE,
    borderTopRightRadius: SQUARE,
    borderBottomRightRadius: SQUARE,
    borderBottomLeftRadius: SQUARE,
    overflowX: 'visible',
    overflowY: 'visible',
    overflow: 'visible',
    aspectRatio: NO_RATIO,
    visibility: 'visible',
    opacity: 1,
    color: BLACK,
    backgroundColor: TRANSPARENT,
    fontFamily: INITIAL_FAMILIES,
    fontSize: INITIAL_FONT_SIZE,
    fontWeight: 400,
    fontStyle: 'normal',
    fontStretch: 100,
    fontKerning: 'auto',
    fontVariantCaps: 'normal',
    fontFeatures: NO_FEATURES,
    font,
    lineHeight: 'normal',
    letterSpacing: 0,
    wordSpacing: 0,
    textAlign: 'start',
    blockAlign: 'normal',
    textAlignLast: 'auto',
    textIndent: 0,
    textTransform: 'none',
    whiteSpace: 'normal',
    tabSize: { kind: 'spaces', count: 8 },
    wordBreak: 'normal',
    overflowWrap: 'normal',
    hyphens: 'manual',
    hyphenateLimitChars: { word: 'auto', before: 'auto', after: 'auto' },
    verticalAlign: 'baseline',
    direction: 'ltr',
    unicodeBidi: 'normal',
    textDecorationLine: { underline: false, overline: false, lineThrough: false },
    textDecorationStyle: 'solid',
    textDecorationColor: BLACK,
    textDecorationThickness: 'auto',
    textUnderlineOffset: 'auto',
    textShadow: [],
    textOverflow: 'clip',
    language: '',
    listStyleType: { kind: 'counter-style', name: 'disc' },
    listStylePosition: 'outside',
    content: 'normal',
    counterReset: NOTHING,
    counterIncrement: NOTHING,
    counterSet: NOTHING,
    quotes: 'auto',
    tableLayout: 'auto',
    borderCollapse: 'separate',
    borderSpacingX: 0,
    borderSpacingY: 0,
    captionSide: 'top',
    emptyCells: 'show',
    objectFit: 'fill',
    objectPosition: { x: HALF, y: HALF },
    breakBefore: 'auto',
    breakAfter: 'auto',
    breakInside: 'auto',
    page: '',
    orphans: 2,
    widows: 2,
    boxDecorationBreak: 'slice',
  }
}

/** The fields that pass from parent to child (css-cascade-4 §7.1). */
export const INHERITED_FIELDS: readonly (keyof ComputedStyle)[] = [
  'visibility',
  'color',
  'fontFamily',
  'fontSize',
  'fontWeight',
  'fontStyle',
  'fontStretch',
  'fontKerning',
  'fontVariantCaps',
  'fontFeatures',
  'font',
  'lineHeight',
  'letterSpacing',
  'wordSpacing',
  'textAlign',
  'blockAlign',
  'textAlignLast',
  'textIndent',
  'textTransform',
  'whiteSpace',
  'tabSize',
  'wordBreak',
  'overflowWrap',
  'hyphens',
  'hyphenateLimitChars',
  'direction',
  'textUnderlineOffset',
  'textShadow',
  'language',
  'listStyleType',
  'listStylePosition',
  'quotes',
  'borderCollapse',
  'borderSpacingX',
  'borderSpacingY',
  'captionSide',
  'emptyCells',
  'page',
  'orphans',
  'widows',
]

export function copyField<K extends keyof ComputedStyle>(to: MutableStyle, from: ComputedStyle, field: K): void {
  to[field] = from[field]
}
