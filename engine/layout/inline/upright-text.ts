import { graphemeClusters } from '../../base/segment-text.js'
import { snapDown } from '../../base/units.js'
import { faceHeights } from '../../css/values/face-heights.js'
import type { ShapedWord, ShapingStyle, UprightLetters } from '../../fonts/font-types.js'
import type { LayoutContext } from '../layout-types.js'
import type { InlineRun } from './paragraph.js'

/** Punctuation with a form of its own in vertical lines, which fonts without the feature `vert` have as a character. */
const VERTICAL_FORMS: ReadonlyMap<string, string> = new Map([
  ['\u2013', '\ufe32'],
  ['\u2014', '\ufe31'],
  ['\u2025', '\ufe30'],
  ['\u2026', '\ufe19'],
  ['\u3001', '\ufe11'],
  ['\u3002', '\ufe12'],
  ['\u3008', '\ufe3f'],
  ['\u3009', '\ufe40'],
  ['\u300a', '\ufe3d'],
  ['\u300b', '\ufe3e'],
  ['\u300c', '\ufe41'],
  ['\u300d', '\ufe42'],
  ['\u300e', '\ufe43'],
  ['\u300f', '\ufe44'],
  ['\u3010', '\ufe3b'],
  ['\u3011', '\ufe3c'],
  ['\u3014', '\ufe39'],
  ['\u3015', '\ufe3a'],
  ['\u3016', '\ufe17'],
  ['\u3017', '\ufe18'],
  ['\uff01', '\ufe15'],
  ['\uff08', '\ufe35'],
  ['\uff09', '\ufe36'],
  ['\uff0c', '\ufe10'],
  ['\uff1a', '\ufe13'],
  ['\uff1b', '\ufe14'],
  ['\uff1f', '\ufe16'],
  ['\uff3b', '\ufe47'],
  ['\uff3d', '\ufe48'],
  ['\uff3f', '\ufe33'],
  ['\uff5b', '\ufe37'],
  ['\uff5d', '\ufe38'],
])

/**
 * Shapes text whose letters stand upright below each other: each by itself, as high as its font, with the forms for
 * vertical lines where there are any.
 *
 * UNSUPPORTED: the vertical metrics of fonts; letters of right-to-left scripts, which stand in the order of their lines.
 */
export function shapeUpright(ctx: LayoutContext, run: InlineRun, text: string): ShapedWord {
  const { face, fontSize, style } = run
  const { script, language, features } = run.shaping
  const shaping = ctx.fonts.shaping({ script, language, direction: 'ltr', features: { ...features, vert: true } })
  const perPx = face.unitsPerEm / snapDown(fontSize)
  const { ascent, descent } = faceHeights(face.metrics, fontSize)
  const height = Math.round((ascent + descent) * perPx)
  const letters: ShapedWord[] = []
  const clusters: number[] = []
  let missing = false
  for (const { segment, index } of graphemeClusters(text)) {
    const letter = shapeLetter(ctx, run, shaping, segment)
    missing ||= letter.missing
    letters.push(letter)
    clusters.push(index)
  }
  const upright: UprightLetters = {
    letters,
    ascent: ascent * perPx,
    middle: ((style.ascent - style.descent) / 2) * perPx,
  }
  return {
    text,
    face,
    direction: 'ltr',
    glyphs: letters.map((letter) => letter.glyphs[0] ?? 0),
    advances: letters.map(() => height),
    clusters: Uint32Array.from(clusters),
    offsets: undefined,
    width: height * letters.length,
    missing,
    upright,
  }
}

function shapeLetter(
  ctx: LayoutContext,
  { face, shaping }: InlineRun,
  vertical: ShapingStyle,
  text: string,
): ShapedWord {
  const letter = ctx.fonts.shape(face, vertical, text)
  const form = VERTICAL_FORMS.get(text)
  if (form === undefined || !face.hasGlyph(form.charCodeAt(0))) return letter
  const hasForm = letter.glyphs[0] !== ctx.fonts.shape(face, shaping, text).glyphs[0]
  return hasForm ? letter : { ...ctx.fonts.shape(face, vertical, form), text }
}
