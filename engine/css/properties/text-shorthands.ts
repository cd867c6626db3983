import { parseColor } from '../values/color-value.js'
import { parseImageUrl } from '../values/image-value.js'
import type { ValueCursor } from '../values/value-cursor.js'
import { listStylePosition, listStyleType } from './content.js'
import {
  eastAsianWords,
  fontFamily,
  fontSize,
  fontStretchKeyword,
  fontStyle,
  fontVariantCaps,
  fontWeight,
  ligatureWords,
  lineHeight,
  NO_LIGATURES,
  numericWords,
  positionWord,
} from './fonts.js'
import { ExpansionBuilder, type Shorthand, type ShorthandRecords } from './shorthand.js'
import {
  blockEllipsis,
  maxLines,
  textDecorationLine,
  textDecorationStyle,
  textDecorationThickness,
  textWrapMode,
  textWrapStyle,
  whiteSpaceCollapse,
} from './text.js'
import { textBoxEdge, textBoxTrim } from './text-box.js'
import { textEmphasisStyle } from './text-emphasis.js'

/** The longhands that each keyword of `white-space` stands for (css-text-4 §3). */
const WHITE_SPACE = {
  normal: ['collapse', 'wrap'],
  pre: ['preserve', 'nowrap'],
  'pre-wrap': ['preserve', 'wrap'],
  'pre-line': ['preserve-breaks', 'wrap'],
} as const

const whiteSpace: Shorthand = {
  longhands: ['white-space-collapse', 'text-wrap-mode'],
  parse(cursor) {
    const expansion = new ExpansionBuilder()
    const keyword = cursor.keyword(['normal', 'pre', 'pre-wrap', 'pre-line'])
    if (keyword) {
      const [collapse, mode] = WHITE_SPACE[keyword]
      return expansion.set('white-space-collapse', collapse).set('text-wrap-mode', mode).entries
    }
    const seen = expansion.entries
    while (!cursor.done) {
      const collapse = seen.has('white-space-collapse') ? undefined : whiteSpaceCollapse(cursor)
      const mode = seen.has('text-wrap-mode') ? undefined : textWrapMode(cursor)
      if (!collapse && !mode) return undefined
      if (collapse) expansion.set('white-space-collapse', collapse)
      if (mode) expansion.set('text-wrap-mode', mode)
    }
    return seen.size > 0 ? seen : undefined
  },
}

/** css-text-4 §5.1. */
const textWrap: Shorthand = {
  longhands: ['text-wrap-mode', 'text-wrap-style'],
  parse(cursor) {
    const expansion = new ExpansionBuilder()
    const seen = expansion.entries
    while (!cursor.done) {
      const mode = seen.has('text-wrap-mode') ? undefined : textWrapMode(cursor)
      const style = seen.has('text-wrap-style') ? undefined : textWrapStyle(cursor)
      if (!mode && !style) return undefined
      if (mode) expansion.set('text-wrap-mode', mode)
      if (style) expansion.set('text-wrap-style', style)
    }
    return seen.size > 0 ? seen : undefined
  },
}

/** css-overflow-4 §4.1: an ellipsis follows the last line unless another text is asked for. */
const lineClamp: Shorthand = {
  longhands: ['max-lines', 'block-ellipsis'],
  parse(cursor) {
    const expansion = new ExpansionBuilder()
    if (cursor.keyword(['none'])) return expansion.entries
    const ellipsis = blockEllipsis(cursor)
    const lines = maxLines(cursor)
    if (lines === undefined || lines === 'none') return undefined
    return expansion.set('max-lines', lines).set('block-ellipsis', ellipsis ?? blockEllipsis(cursor) ?? 'auto').entries
  },
}

const SYSTEM_FONTS = ['caption', 'icon', 'menu', 'message-box', 'small-caption', 'status-bar'] as const

/** css-fonts-4 §2.7: everything that the shorthand does not name is reset. */
const font: Shorthand = {
  longhands: [
    'font-family',
    'font-size',
    'font-weight',
    'font-style',
    'font-stretch',
    'font-size-adjust',
    'font-kerning',
    'font-variant-caps',
    'font-variant-ligatures',
    'font-variant-numeric',
    'font-variant-east-asian',
    'font-variant-position',
    'font-feature-settings',
    'font-variation-settings',
    'font-optical-sizing',
    'line-height',
  ],
  parse(cursor) {
    const expansion = new ExpansionBuilder()
    // AD-HOC: headless browsers have one system font for all purposes, of the ordinary size.
    if (cursor.keyword(SYSTEM_FONTS)) return expansion.set('font-family', ['system-ui']).entries
    for (let count = 0; count < 4; count++) {
      if (cursor.keyword(['normal'])) continue
      if (!fontModifier(cursor, expansion)) break
    }
    const size = fontSize(cursor)
    if (size === undefined) return undefined
    expansion.set('font-size', size)
    if (cursor.delim('/')) {
      const height = lineHeight(cursor)
      if (height === undefined) return undefined
      expansion.set('line-height', height)
    }
    const families = fontFamily(cursor)
    return families && expansion.set('font-family', families).entries
  },
}

/** Style, variant, weight or stretch before the size; false when there is none. */
function fontModifier(cursor: ValueCursor, expansion: ExpansionBuilder): boolean {
  const seen = expansion.entries
  const style = seen.has('font-style') ? undefined : fontStyle(cursor)
  if (style !== undefined) {
    expansion.set('font-style', style)
    return true
  }
  if (!seen.has('font-variant-caps') && cursor.keyword(['small-caps'])) {
    expansion.set('font-variant-caps', 'small-caps')
    return true
  }
  const weight = seen.has('font-weight') ? undefined : fontWeight(cursor)
  if (weight !== undefined) {
    expansion.set('font-weight', weight)
    return true
  }
  const stretch = seen.has('font-stretch') ? undefined : fontStretchKeyword(cursor)
  if (stretch === undefined) return false
  expansion.set('font-stretch', stretch)
  return true
}

/** What may be synthesized; what is not named may not (css-fonts-4 §2.5). */
const fontSynthesis: Shorthand = {
  longhands: ['font-synthesis-weight', 'font-synthesis-style', 'font-synthesis-small-caps'],
  parse(cursor) {
    const expansion = new ExpansionBuilder()
    const none = cursor.keyword(['none'])
    const seen = new Set<string>()
    while (!none && !cursor.done) {
      const word = cursor.keyword(['weight', 'style', 'small-caps', 'position'])
      if (word === undefined || seen.has(word)) return undefined
      seen.add(word)
    }
    for (const name of ['weight', 'style', 'small-caps'] as const) {
      expansion.set(`font-synthesis-${name}`, seen.has(name) ? 'auto' : 'none')
    }
    return expansion.entries
  },
}

const fontVariant: Shorthand = {
  longhands: [
    'font-variant-caps',
    'font-variant-ligatures',
    'font-variant-numeric',
    'font-variant-east-asian',
    'font-variant-position',
  ],
  parse(cursor) {
    const expansion = new ExpansionBuilder()
    const word = cursor.keyword(['normal', 'none'])
    if (word) return word === 'none' ? expansion.set('font-variant-ligatures', NO_LIGATURES).entries : expansion.entries
    const seen = expansion.entries
    while (!cursor.done) {
      const ligatures = seen.has('font-variant-ligatures') ? undefined : ligatureWords(cursor)
      const numeric = seen.has('font-variant-numeric') ? undefined : numericWords(cursor)
      const caps = seen.has('font-variant-caps') ? undefined : fontVariantCaps(cursor)
      const eastAsian = seen.has('font-variant-east-asian') ? undefined : eastAsianWords(cursor)
      const position = seen.has('font-variant-position') ? undefined : positionWord(cursor)
      if (!ligatures && !numeric && !caps && !eastAsian && !position) return undefined
      if (eastAsian) expansion.set('font-variant-east-asian', eastAsian)
      if (position) expansion.set('font-variant-position', position)
      if (ligatures) expansion.set('font-variant-ligatures', ligatures)
      if (numeric) expansion.set('font-variant-numeric', numeric)
      if (caps) expansion.set('font-variant-caps', caps)
    }
    return expansion.entries
  },
}

/** One `none` may stand for the type, the image or both (css-lists-3 §3.5). */
const listStyle: Shorthand = {
  longhands: ['list-style-type', 'list-style-position', 'list-style-image'],
  parse(cursor) {
    const expansion = new ExpansionBuilder()
    let nones = 0
    for (let count = 0; !cursor.done; count++) {
      if (count === 3) return undefined
      if (cursor.keyword(['none'])) {
        nones++
        continue
      }
      const image = expansion.entries.has('list-style-image') ? undefined : parseImageUrl(cursor)
      if (image) {
        expansion.set('list-style-image', image)
        continue
      }
      const position = expansion.entries.has('list-style-position') ? undefined : listStylePosition(cursor)
      if (position) {
        expansion.set('list-style-position', position)
        continue
      }
      const type = expansion.entries.has('list-style-type') ? undefined : listStyleType(cursor)
      if (!type) return undefined
      expansion.set('list-style-type', type)
    }
    const unset = ['list-style-type', 'list-style-image'] as const
    if (nones > unset.filter((name) => !expansion.entries.has(name)).length) return undefined
    if (nones > 0 && !expansion.entries.has('list-style-type')) expansion.set('list-style-type', 'none')
    return expansion.entries
  },
}

const textDecoration: Shorthand = {
  longhands: ['text-decoration-line', 'text-decoration-style', 'text-decoration-color', 'text-decoration-thickness'],
  parse(cursor) {
    const expansion = new ExpansionBuilder()
    const seen = expansion.entries
    while (!cursor.done) {
      const line = seen.has('text-decoration-line') ? undefined : textDecorationLine(cursor)
      if (line) {
        expansion.set('text-decoration-line', line)
        continue
      }
      const style = seen.has('text-decoration-style') ? undefined : textDecorationStyle(cursor)
      if (style) {
        expansion.set('text-decoration-style', style)
        continue
      }
      const color = seen.has('text-decoration-color') ? undefined : parseColor(cursor)
      if (color) {
        expansion.set('text-decoration-color', color)
        continue
      }
      const thickness = seen.has('text-decoration-thickness') ? undefined : textDecorationThickness(cursor)
      if (thickness === undefined) return undefined
      expansion.set('text-decoration-thickness', thickness)
    }
    return seen.size > 0 ? seen : undefined
  },
}

/** css-inline-3 §5.3: edges alone trim both sides. */
const textBox: Shorthand = {
  longhands: ['text-box-trim', 'text-box-edge'],
  parse(cursor) {
    const expansion = new ExpansionBuilder()
    if (cursor.keyword(['normal'])) return expansion.entries
    const before = textBoxTrim(cursor)
    const edge = textBoxEdge(cursor)
    const trim = before ?? textBoxTrim(cursor)
    if (!trim && !edge) return undefined
    if (edge) expansion.set('text-box-edge', edge)
    return expansion.set('text-box-trim', trim ?? 'trim-both').entries
  },
}

/** css-text-decor-4 §3.3: the side of the marks is not reset. */
const textEmphasis: Shorthand = {
  longhands: ['text-emphasis-style', 'text-emphasis-color'],
  parse(cursor) {
    const expansion = new ExpansionBuilder()
    const seen = expansion.entries
    while (!cursor.done) {
      const style = seen.has('text-emphasis-style') ? undefined : textEmphasisStyle(cursor)
      if (style) {
        expansion.set('text-emphasis-style', style)
        continue
      }
      const color = seen.has('text-emphasis-color') ? undefined : parseColor(cursor)
      if (!color) return undefined
      expansion.set('text-emphasis-color', color)
    }
    return seen.size > 0 ? seen : undefined
  },
}

/** `word-break: break-word` is the older name of `overflow-wrap: anywhere` (css-text-3 §5.2). */
export const wordBreakWord: Shorthand = {
  longhands: ['word-break', 'overflow-wrap'],
  parse(cursor) {
    if (!cursor.keyword(['break-word'])) return undefined
    return new ExpansionBuilder().set('word-break', 'normal').set('overflow-wrap', 'anywhere').entries
  },
}

/** `text-align: justify-all` justifies the last lines too (css-text-4 §7.1). */
export const textAlignJustifyAll: Shorthand = {
  longhands: ['text-align', 'text-align-last'],
  parse(cursor) {
    if (!cursor.keyword(['justify-all'])) return undefined
    return new ExpansionBuilder().set('text-align', 'justify').set('text-align-last', 'justify').entries
  },
}

/** Shorthands of fonts, text and lists. */
export const TEXT_SHORTHANDS: ShorthandRecords = {
  font,
  'font-synthesis': fontSynthesis,
  'font-variant': fontVariant,
  'line-clamp': lineClamp,
  'list-style': listStyle,
  'text-decoration': textDecoration,
  'text-box': textBox,
  'text-emphasis': textEmphasis,
  'text-wrap': textWrap,
  'white-space': whiteSpace,
}
