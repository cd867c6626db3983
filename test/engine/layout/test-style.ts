import { AUTO_SELF, INHERITS_LEGACY, NORMAL_CONTENT, NORMAL_SELF } from '../../../engine/css/alignment-value.js'
import { noTracks } from '../../../engine/css/grid-value.js'
import type { FontLibrary } from '../../../engine/fonts/font-types.js'
import type { Color, ComputedStyle } from '../../../engine/style/computed-style.js'
import { initialStyle } from '../../../engine/style/initial-style.js'

const BLACK: Color = { red: 0, green: 0, blue: 0, alpha: 1 }
const TRANSPARENT: Color = { red: 0, green: 0, blue: 0, alpha: 0 }

let nextId = 0

/** A computed style of initial values at 10px (line-height 1), `overrides` on top. Every call makes a new style. */
export function testStyle(fonts: FontLibrary, overrides: Partial<ComputedStyle> = {}): ComputedStyle {
  const font = fonts.select({ families: ['Square'], weight: 400, style: 'normal', stretch: 100 })
  return {
    ...initialStyle(nextId++, font),
    display: 'block',
    ...BOX,
    ...POSITION,
    ...PAINT,
    fontFamily: ['Square'],
    fontSize: 10,
    fontWeight: 400,
    fontStyle: 'normal',
    fontStretch: 100,
    fontKerning: 'auto',
    fontVariantCaps: 'normal',
    fontFeatures: {},
    font,
    ...TEXT,
    ...REST,
    ...overrides,
  }
}

const NO_RADIUS = { horizontal: 0, vertical: 0 } as const

const BOX = {
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
  borderTopLeftRadius: NO_RADIUS,
  borderTopRightRadius: NO_RADIUS,
  borderBottomRightRadius: NO_RADIUS,
  borderBottomLeftRadius: NO_RADIUS,
} as const

const POSITION = {
  float: 'none',
  clear: 'none',
  position: 'static',
  top: 'auto',
  right: 'auto',
  bottom: 'auto',
  left: 'auto',
  zIndex: 'auto',
  inlineLevel: false,
} as const

const PAINT = {
  overflowX: 'visible',
  overflowY: 'visible',
  overflow: 'visible',
  aspectRatio: { ratio: undefined, auto: true },
  visibility: 'visible',
  opacity: 1,
  color: BLACK,
  backgroundColor: TRANSPARENT,
} as const

const TEXT = {
  lineHeight: { kind: 'number', value: 1 },
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
} as const

const FLEX = {
  flexDirection: 'row',
  flexWrap: 'nowrap',
  flexGrow: 0,
  flexShrink: 1,
  flexBasis: 'auto',
  order: 0,
  alignContent: NORMAL_CONTENT,
  alignItems: NORMAL_SELF,
  alignSelf: AUTO_SELF,
  justifyContent: NORMAL_CONTENT,
  justifyItems: INHERITS_LEGACY,
  justifySelf: AUTO_SELF,
  rowGap: 'normal',
  columnGap: 'normal',
} as const

const REST = {
  listStyleType: { kind: 'counter-style', name: 'disc' },
  listStylePosition: 'outside',
  content: 'normal',
  counterReset: [],
  counterIncrement: [],
  counterSet: [],
  quotes: 'auto',
  tableLayout: 'auto',
  borderCollapse: 'separate',
  borderSpacingX: 0,
  borderSpacingY: 0,
  captionSide: 'top',
  emptyCells: 'show',
  ...FLEX,
  gridTemplateColumns: noTracks<never>(),
  gridTemplateRows: noTracks<never>(),
  gridTemplateAreas: { columns: 0, rows: 0, areas: [] },
  gridAutoColumns: [{ min: 'auto', max: 'auto' }],
  gridAutoRows: [{ min: 'auto', max: 'auto' }],
  gridAutoFlow: 'row',
  gridRowStart: 'auto',
  gridRowEnd: 'auto',
  gridColumnStart: 'auto',
  gridColumnEnd: 'auto',
  objectFit: 'fill',
  objectPosition: {
    x: { kind: 'percentage', px: 0, percent: 50 },
    y: { kind: 'percentage', px: 0, percent: 50 },
  },
  breakBefore: 'auto',
  breakAfter: 'auto',
  breakInside: 'auto',
  page: '',
  orphans: 2,
  widows: 2,
  boxDecorationBreak: 'slice',
  columnCount: 'auto',
  columnWidth: 'auto',
  columnRuleWidth: 0,
  columnRuleStyle: 'none',
  columnRuleColor: BLACK,
  columnFill: 'balance',
  columnSpan: 'none',
  stringSet: [],
  bookmarkLevel: 'none',
  bookmarkLabel: [{ kind: 'content', part: 'content' }],
  bookmarkState: 'open',
  footnoteDisplay: 'block',
  footnotePolicy: 'auto',
} as const
