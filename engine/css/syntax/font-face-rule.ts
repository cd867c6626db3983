import { TokenType } from '@csstools/css-tokenizer'
import type { Span } from '../../base/source.js'
import { fontFamily, fontStyle } from '../properties/fonts.js'
import { isForeign } from '../properties/known-properties.js'
import { type RawDeclaration, type ReportProblem, textOf } from '../properties/parse-declaration.js'
import { type ValueCursor, valueCursor } from '../values/value-cursor.js'

/** A parsed `@font-face` (css-fonts-4 §4): a face of a family and where its file is. */
export interface FontFaceRule {
  readonly family: string
  readonly sources: readonly FontSource[]
  /** Lowest and highest weight of the face; one weight twice for a static face; undefined for `auto`. */
  readonly weight: readonly [number, number] | undefined
  readonly style: 'normal' | 'italic' | 'oblique' | undefined
  /** Percentage of normal width. */
  readonly stretch: number | undefined
  /** First and last code points for which the face is used. */
  readonly unicodeRange: readonly (readonly [number, number])[] | undefined
  readonly span: Span
}

export type FontSource =
  /** A path relative to the template, or a `data:` URL. */
  { readonly kind: 'url'; readonly url: string } | { readonly kind: 'local'; readonly name: string }

const IGNORED_DESCRIPTORS = new Set(['font-display', 'font-named-instance'])

const UNSUPPORTED_DESCRIPTORS = new Set([
  'font-feature-settings',
  'font-variation-settings',
  'font-language-override',
  'ascent-override',
  'descent-override',
  'line-gap-override',
  'size-adjust',
  'font-variant',
])

/** Undefined, with a report, when family or sources are missing. */
export function parseFontFace(
  declarations: readonly RawDeclaration[],
  span: Span,
  report: (raw: RawDeclaration) => ReportProblem,
  reportRule: ReportProblem,
): FontFaceRule | undefined {
  let family: string | undefined
  let sources: readonly FontSource[] = []
  let weight: FontFaceRule['weight']
  let style: FontFaceRule['style']
  let stretch: number | undefined
  let unicodeRange: FontFaceRule['unicodeRange']
  for (const raw of declarations) {
    const name = raw.name.toLowerCase()
    const cursor = valueCursor(raw.tokens)
    if (name === 'font-family') family = fontFamily(cursor)?.[0]
    else if (name === 'src') sources = parseSources(cursor) ?? []
    else if (name === 'font-weight') weight = parseWeight(cursor)
    else if (name === 'font-style') style = cursor.keyword(['auto']) ? undefined : fontStyle(cursor)
    else if (name === 'font-stretch' || name === 'font-width') stretch = parseStretch(cursor)
    else if (name === 'unicode-range') {
      unicodeRange = parseUnicodeRange(textOf(raw.tokens))
      if (!unicodeRange) report(raw)('invalid-value', `"${textOf(raw.tokens)}" is not a value of "${name}"`)
      continue
    } else if (!IGNORED_DESCRIPTORS.has(name) && !isForeign(name)) {
      const known = UNSUPPORTED_DESCRIPTORS.has(name)
      report(raw)(
        known ? 'unsupported-property' : 'unknown-property',
        known
          ? `the descriptor "${name}" of @font-face is not supported`
          : `unknown descriptor "${name}" of @font-face`,
      )
      continue
    } else continue
    if (!cursor.done) report(raw)('invalid-value', `"${textOf(raw.tokens)}" is not a value of "${name}"`)
  }
  if (family === undefined || sources.length === 0) {
    reportRule('invalid-font-face', '@font-face needs font-family and src')
    return undefined
  }
  return { family, sources, weight, style, stretch, unicodeRange, span }
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

function parseWeight(cursor: ValueCursor): FontFaceRule['weight'] {
  if (cursor.keyword(['auto'])) return undefined
  const low = oneWeight(cursor)
  return low === undefined ? undefined : [low, oneWeight(cursor) ?? low]
}

function oneWeight(cursor: ValueCursor): number | undefined {
  const word = cursor.keyword(['normal', 'bold'])
  if (word) return word === 'bold' ? 700 : 400
  return cursor.number()
}

function parseStretch(cursor: ValueCursor): number | undefined {
  if (cursor.keyword(['auto', 'normal'])) return undefined
  const token = cursor.token
  if (token?.[0] !== TokenType.Percentage) return undefined
  cursor.advance()
  return token[4].value
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
