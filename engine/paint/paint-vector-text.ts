import type { Rect } from '../base/geometry.js'
import { assertNever } from '../base/invariant.js'
import { BLACK } from '../base/rgb-color.js'
import type { FontLibrary, FontMetrics, ShapedWord } from '../fonts/font-types.js'
import { COMMON_SCRIPT, scriptOf } from '../fonts/scripts.js'
import type { VectorText, VectorTextChunk, VectorTextRun } from '../images/vector-types.js'
import { showText } from './show-text.js'
import { paintOf, type VectorContext } from './vector-paint.js'

/** A run with its letters chosen, placed along its chunk. */
interface ShapedRun {
  readonly run: VectorTextRun
  readonly metrics: FontMetrics
  readonly words: readonly ShapedWord[]
  /** Left edges of the words from the start of the run. */
  readonly positions: readonly number[]
  readonly width: number
  /** From the start of the chunk. */
  readonly x: number
  readonly y: number
}

/**
 * Paints a line of text of a drawing (SVG 2 §11). Each chunk is aligned as a whole.
 *
 * UNSUPPORTED: mixed directions; right-to-left words are shaped as such and stand in the order of the text.
 */
export function paintVectorText(ctx: VectorContext, { chunks }: VectorText, visible: Rect): void {
  let end = { x: 0, y: 0 }
  for (const chunk of chunks) {
    const runs = shapeChunk(ctx.fonts, chunk)
    const last = runs.at(-1)
    const width = last ? last.x + last.width : 0
    const shift = chunk.anchor === 'middle' ? width / 2 : chunk.anchor === 'end' ? width : 0
    const x = (chunk.x ?? end.x) - shift
    const y = chunk.y ?? end.y
    for (const run of runs) paintRun(ctx, run, x + run.x, y + run.y, visible)
    end = { x: x + width, y: y + (last?.y ?? 0) }
  }
}

function shapeChunk(fonts: FontLibrary, chunk: VectorTextChunk): readonly ShapedRun[] {
  const runs: ShapedRun[] = []
  let x = 0
  let y = 0
  for (const run of chunk.runs) {
    x += run.dx
    y += run.dy
    const shaped = shapeRun(fonts, run)
    runs.push({ ...shaped, x, y })
    x += shaped.width
  }
  return runs
}

function shapeRun(fonts: FontLibrary, run: VectorTextRun): Omit<ShapedRun, 'x' | 'y'> {
  const { text, fontSize, letterSpacing } = run
  const { families, weight, style } = run
  const selection = fonts.select({ families, weight, style, stretch: 100 })
  const words: ShapedWord[] = []
  const positions: number[] = []
  let width = 0
  for (const { start, end, face } of selection.itemize(text)) {
    for (const piece of scriptPieces(text.slice(start, end))) {
      const shaping = fonts.shaping({
        direction: RIGHT_TO_LEFT.has(piece.script) ? 'rtl' : 'ltr',
        script: piece.script,
        language: '',
        features: {},
      })
      const word = fonts.shape(face, shaping, piece.text)
      words.push(word)
      positions.push(width)
      width += (word.width * fontSize) / face.unitsPerEm + letterSpacing * [...piece.text].length
    }
  }
  return { run, metrics: selection.primary.metrics, words, positions, width }
}

const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['arab', 'hebr', 'syrc', 'thaa', 'nko '])

/** Stretches of one script; what belongs to none stays with what stands before it. */
function scriptPieces(text: string): readonly { readonly text: string; readonly script: string }[] {
  const pieces: { text: string; script: string }[] = []
  for (const character of text) {
    const script = scriptOf(character.codePointAt(0) ?? 0)
    const last = pieces.at(-1)
    if (last && (script === COMMON_SCRIPT || last.script === script || last.script === COMMON_SCRIPT)) {
      last.text += character
      if (last.script === COMMON_SCRIPT) last.script = script
    } else pieces.push({ text: character, script })
  }
  return pieces.map((piece) => (piece.script === COMMON_SCRIPT ? { ...piece, script: 'latn' } : piece))
}

function paintRun(ctx: VectorContext, shaped: ShapedRun, x: number, y: number, visible: Rect): void {
  const { target } = ctx
  const { run, metrics, words, positions, width } = shaped
  if (!run.fill || words.length === 0) return
  const baseline = y + baselineShift(run, metrics) - run.raise
  const ascent = metrics.ascent * run.fontSize
  const box = { a: width, b: 0, c: 0, d: ascent + metrics.descent * run.fontSize, e: x, f: baseline - ascent }
  const paint = paintOf(ctx, run.fill, visible, box)
  const line = (center: number, thickness: number) => {
    const rect = { x, y: baseline - (center + thickness / 2) * run.fontSize, width, height: thickness * run.fontSize }
    target.fillShape([{ kind: 'rect', ...rect }], 'nonzero', paint)
  }
  if (run.underline) line(metrics.underlinePosition, metrics.underlineThickness)
  showText(target, {
    x,
    y: baseline,
    fontSize: run.fontSize,
    color: paint.kind === 'color' ? paint.color : BLACK,
    pattern: paint.kind === 'color' ? undefined : paint,
    words,
    positions,
    letterSpacing: run.letterSpacing,
  })
  if (run.lineThrough) line(metrics.strikeoutPosition, metrics.strikeoutThickness)
}

/** How far the baseline is below the height that `dominant-baseline` puts there (css-inline-3 §4.3), in px. */
function baselineShift({ baseline, fontSize }: VectorTextRun, { ascent, descent, xHeight }: FontMetrics): number {
  switch (baseline) {
    case 'alphabetic':
      return 0
    case 'middle':
      return (xHeight / 2) * fontSize
    case 'central':
      return ((ascent - descent) / 2) * fontSize
    case 'hanging':
      return 0.8 * ascent * fontSize
    case 'text-top':
      return ascent * fontSize
    case 'text-bottom':
      return -descent * fontSize
    default:
      return assertNever(baseline)
  }
}
