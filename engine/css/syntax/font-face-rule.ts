import { TokenType } from '@csstools/css-tokenizer'
import type { Span } from '../../base/source.js'
import {
  fontFamily,
  fontFeatureSettings,
  fontStretch,
  fontVariationSettings,
  obliqueAngle,
} from '../properties/fonts.js'
import { isForeign } from '../properties/known-properties.js'
import { type RawDeclaration, type ReportProblem, textOf } from '../properties/parse-declaration.js'
import { parsePercentage } from '../values/numeric-value.js'
import { type ValueCursor, valueCursor } from '../values/value-cursor.js'

/** A parsed `@font-face` (css-fonts-4 §4): a face of a family and where its file is. */
export interface FontFaceRule {
  readonly family: string
  readonly sources: readonly FontSource[]
  /** Lowest and highest weight of the face; one weight twice for a static face; undefined for `auto`. */
  readonly weight: readonly [number, number] | undefined
  /** Undefined for `auto`; several where a range of angles begins upright. */
  readonly style: readonly FontStyle[] | undefined
  /** Smallest and largest angle of its oblique letters, in degrees clockwise; undefined where none is stated. */
  readonly angle: readonly [number, number] | undefined
  /** Lowest and highest percentage of normal width; undefined for `auto`. */
  readonly stretch: readonly [number, number] | undefined
  /** First and last code points for which the face is used. */
  readonly unicodeRange: readonly (readonly [number, number])[] | undefined
  /** Heights in place of those of the file, as parts of the font size (css-fonts-4 §11.1). */
  readonly ascent: number | undefined
  readonly descent: number | undefined
  readonly lineGap: number | undefined
  /** How large its letters are drawn, as a part of the font size (css-fonts-5 §2.3). */
  readonly scale: number | undefined
  /** OpenType features that are on or off where a style says nothing of them; undefined for none. */
  readonly features: Readonly<Record<string, boolean>> | undefined
  /** Places on axes of a variable font. */
  readonly variations: readonly (readonly [axis: string, value: number])[]
  readonly span: Span
}

type FontStyle = 'normal' | 'italic' | 'oblique'

export type FontSource =
  /** A path relative to the template, or a `data:` URL. */
  { readonly kind: 'url'; readonly url: string } | { readonly kind: 'local'; readonly name: string }

const IGNORED_DESCRIPTORS = new Set(['font-display', 'font-named-instance'])

const UNSUPPORTED_DESCRIPTORS = new Set(['font-language-override', 'font-variant'])

/** Bounds of `size-adjust`: letters that nobody sees, and larger than pages. */
const MIN_SCALE = 1 / 1024
const MAX_SCALE = 1024

type Descriptors = Partial<Omit<FontFaceRule, 'span'>>

/** What a descriptor says; undefined for a value that it does not take. */
type ParseDescriptor = (cursor: ValueCursor) => Descriptors | undefined

const DESCRIPTORS: ReadonlyMap<string, ParseDescriptor> = new Map<string, ParseDescriptor>([
  ['font-family', (cursor) => said('family', fontFamily(cursor)?.[0])],
  ['src', (cursor) => said('sources', parseSources(cursor))],
  ['font-weight', orKeyword('auto', 'weight', (cursor) => rangeOf(cursor, oneWeight))],
  ['font-style', parseStyle],
  ['font-stretch', orKeyword('auto', 'stretch', (cursor) => rangeOf(cursor, fontStretch))],
  ['font-width', orKeyword('auto', 'stretch', (cursor) => rangeOf(cursor, fontStretch))],
  ['ascent-override', orKeyword('normal', 'ascent', height)],
  ['descent-override', orKeyword('normal', 'descent', height)],
  ['line-gap-override', orKeyword('normal', 'lineGap', height)],
  ['size-adjust', (cursor) => said('scale', parseScale(cursor))],
  ['font-feature-settings', orKeyword('normal', 'features', fontFeatureSettings)],
  ['font-variation-settings', (cursor) => said('variations', fontVariationSettings(cursor))],
])

function said<K extends keyof Descriptors>(name: K, value: Descriptors[K]): Descriptors | undefined {
  return value === undefined ? undefined : { [name]: value }
}

/** @param keyword leaves it to the file */
function orKeyword<K extends keyof Descriptors>(
  keyword: 'auto' | 'normal',
  name: K,
  parse: (cursor: ValueCursor) => Descriptors[K],
): ParseDescriptor {
  return (cursor) => (cursor.keyword([keyword]) ? { [name]: undefined } : said(name, parse(cursor)))
}

/** Undefined, with a report, when family or sources are missing. */
export function parseFontFace(
  declarations: readonly RawDeclaration[],
  span: Span,
  report: (raw: RawDeclaration) => ReportProblem,
  reportRule: ReportProblem,
): FontFaceRule | undefined {
  const found: { -readonly [K in keyof Descriptors]: Descriptors[K] } = {}
  for (const raw of declarations) {
    const name = raw.name.toLowerCase()
    const parse = DESCRIPTORS.get(name)
    if (parse) {
      const cursor = valueCursor(raw.tokens)
      const value = parse(cursor)
      if (value && cursor.done) Object.assign(found, value)
      else reportValue(raw, name, report)
    } else if (name === 'unicode-range') {
      const unicodeRange = parseUnicodeRange(textOf(raw.tokens))
      if (unicodeRange) found.unicodeRange = unicodeRange
      else reportValue(raw, name, report)
    } else if (!IGNORED_DESCRIPTORS.has(name) && !isForeign(name)) {
      const known = UNSUPPORTED_DESCRIPTORS.has(name)
      report(raw)(
        known ? 'unsupported-property' : 'unknown-property',
        known
          ? `the descriptor "${name}" of @font-face is not supported`
          : `unknown descriptor "${name}" of @font-face`,
      )
    }
  }
  const { family, sources, weight, style, angle, stretch, unicodeRange, scale, features, variations = [] } = found
  if (family === undefined || sources === undefined) {
    reportRule('invalid-font-face', '@font-face needs font-family and src')
    return undefined
  }
  const heights = { ascent: found.ascent, descent: found.descent, lineGap: found.lineGap }
  const traits = { weight, style, angle, stretch, unicodeRange }
  return { family, sources, ...traits, ...heights, scale, features, variations, span }
}

function reportValue(raw: RawDeclaration, name: string, report: (raw: RawDeclaration) => ReportProblem): void {
  report(raw)('invalid-value', `"${textOf(raw.tokens)}" is not a value of "${name}"`)
}

function parseSources(cursor: ValueCursor): readonly FontSource[] | undefined {
  const sources: FontSource[] = []
  do {
    const url = cursor.url()
    if (url !== undefined) {
      sources.push({ kind: 'url', url })
    } else {
      const call = cursor.call()
      const name = call?.name === 'local' ? (call.args.string() ?? call.args.customIdent()) : undefined
      if (name === undefined) return undefined
      sources.push({ kind: 'local', name })
    }
    // format() and tech() are hints; the font library looks at the bytes.
    while (cursor.token?.[0] === TokenType.Function) cursor.call()
  } while (cursor.comma())
  return sources
}

function oneWeight(cursor: ValueCursor): number | undefined {
  const word = cursor.keyword(['normal', 'bold'])
  if (word) return word === 'bold' ? 700 : 400
  return cursor.number()
}

function height(cursor: ValueCursor): number | undefined {
  const percent = parsePercentage(cursor)
  return percent === undefined || percent < 0 ? undefined : percent / 100
}

/** One value, which stands for both, or two in either order. */
function rangeOf(
  cursor: ValueCursor,
  parse: (cursor: ValueCursor) => number | undefined,
): readonly [number, number] | undefined {
  const first = parse(cursor)
  if (first === undefined) return undefined
  const second = cursor.done ? first : (parse(cursor) ?? first)
  return first <= second ? [first, second] : [second, first]
}

function parseScale(cursor: ValueCursor): number | undefined {
  const scale = height(cursor)
  return scale === undefined ? undefined : Math.min(MAX_SCALE, Math.max(MIN_SCALE, scale))
}

/** A style, or a range of angles (css-fonts-4 §4.4). */
function parseStyle(cursor: ValueCursor): Descriptors | undefined {
  const word = cursor.keyword(['auto', 'normal', 'italic', 'oblique'])
  if (word !== 'oblique') return word && { style: word === 'auto' ? undefined : [word], angle: undefined }
  const angle = cursor.done ? undefined : rangeOf(cursor, obliqueAngle)
  if (!angle) return { style: ['oblique'], angle }
  if (angle[0] === 0 && angle[1] === 0) return { style: ['normal'], angle: undefined }
  return { style: angle[0] <= 0 && angle[1] >= 0 ? ['normal', 'oblique'] : ['oblique'], angle }
}

/** `U+26, U+0-7F, U+4??` (css-syntax-3 §7.1). */
function parseUnicodeRange(text: string): FontFaceRule['unicodeRange'] {
  const ranges: (readonly [number, number])[] = []
  for (const part of text.split(',')) {
    const match = /^U\+([0-9a-f]{0,6}\?{0,6})(?:-([0-9a-f]{1,6}))?$/i.exec(part.trim())
    const first = match?.[1]
    if (first === undefined || first === '' || first.length > 6) return undefined
    const start = Number.parseInt(first.replace(/\?/g, '0'), 16)
    ranges.push([start, Number.parseInt(match?.[2] ?? first.replace(/\?/g, 'f'), 16)])
  }
  return ranges
}
