import type { Point, Rect } from '../base/geometry.js'
import { assertNever } from '../base/invariant.js'
import type { Outline } from '../base/path.js'
import { BLACK } from '../base/rgb-color.js'
import { graphemeClusters } from '../base/segment-text.js'
import type { FontMetrics } from '../fonts/font-types.js'
import { MeasuredPath } from '../images/svg/path-length.js'
import type { VectorPaint, VectorStroke, VectorText, VectorTextChunk, VectorTextRun } from '../images/vector-types.js'
import { type ShapedRun, shapeChunk } from './shape-vector-text.js'
import { showText } from './show-text.js'
import { paintOf, type VectorContext } from './vector-paint.js'

/** Paints a line of text of a drawing (SVG 2 §11). Each chunk is aligned as a whole. */
export function paintVectorText(ctx: VectorContext, { chunks }: VectorText, visible: Rect): void {
  let end = { x: 0, y: 0 }
  for (const chunk of chunks) {
    if (chunk.path) {
      end = paintOnPath(ctx, chunk, chunk.path, visible)
      continue
    }
    const { runs, width } = shapeChunk(ctx.fonts, chunk)
    const x = (chunk.x ?? end.x) - shareBefore(chunk) * width
    const y = chunk.y ?? end.y
    for (const run of runs) paintRun(ctx, run, x + run.x, y + run.y, visible)
    end = { x: x + width, y: y + (runs.at(-1)?.y ?? 0) }
  }
}

/**
 * Sets each letter upright on the path where its middle is (SVG 2 §11.8.3); what is beyond the ends is left out. Returns
 * where the last one stands. AD-HOC: letters are chosen one by one.
 */
function paintOnPath(ctx: VectorContext, chunk: VectorTextChunk, path: Outline, visible: Rect): Point {
  const letters = chunk.runs.flatMap((run) =>
    graphemes(run.text).map((text, i) => (i === 0 ? { ...run, text } : { ...run, text, dx: 0, dy: 0 })),
  )
  const { runs, width } = shapeChunk(ctx.fonts, { ...chunk, runs: letters })
  const measured = new MeasuredPath(path)
  const start = (chunk.x ?? 0) - shareBefore(chunk) * width
  let end: Point = { x: 0, y: 0 }
  const along = { ...ctx, onCutText: undefined }
  for (const run of runs) {
    const half = (run.width * run.stretch) / 2
    const place = measured.at(start + run.x + half)
    if (!place) continue
    const { x, y } = place.direction
    ctx.target.save()
    ctx.target.transform({ a: x, b: y, c: -y, d: x, e: place.x, f: place.y })
    paintRun(along, run, -half, run.y, visible)
    ctx.target.restore()
    end = place
  }
  return end
}

function graphemes(text: string): readonly string[] {
  return Array.from(graphemeClusters(text), ({ segment }) => segment)
}

/** How much of a chunk is left of the point at which it is aligned. */
function shareBefore({ anchor, direction }: VectorTextChunk): number {
  if (anchor === 'middle') return 0.5
  return (anchor === 'start') === (direction === 'ltr') ? 0 : 1
}

function paintRun(ctx: VectorContext, shaped: ShapedRun, x: number, y: number, visible: Rect): void {
  const { words, stretch } = shaped
  if (words.length === 0 || !(stretch > 0)) return
  if (ctx.onCutText && isCutOff(shaped, x, y, visible)) ctx.onCutText()
  if (stretch === 1) {
    paintLetters(ctx, shaped, x, y, visible)
    return
  }
  ctx.target.save()
  ctx.target.transform({ a: stretch, b: 0, c: 0, d: 1, e: x, f: 0 })
  paintLetters(ctx, shaped, 0, y, visible)
  ctx.target.restore()
}

function paintLetters(ctx: VectorContext, shaped: ShapedRun, x: number, y: number, visible: Rect): void {
  const { run, metrics, words, positions, width, letterSpacing } = shaped
  const { fontSize, fill, stroke } = run
  const baseline = baselineOf(run, metrics, y)
  const ascent = metrics.ascent * fontSize
  const box = { a: width, b: 0, c: 0, d: ascent + metrics.descent * fontSize, e: x, f: baseline - ascent }
  const paintIn = (paint: VectorPaint) => paintOf(ctx, paint, visible, box)
  const line = (center: number, thickness: number) => {
    const rect = {
      kind: 'rect',
      x,
      y: baseline - (center + thickness / 2) * fontSize,
      width,
      height: thickness * fontSize,
    } as const
    if (fill) ctx.target.fillShape([rect], 'nonzero', paintIn(fill))
    if (stroke) ctx.target.strokeShape([rect], stroke, paintIn(stroke.paint))
  }
  if (run.underline) line(metrics.underlinePosition, metrics.underlineThickness)
  const text = { x, y: baseline, fontSize, color: BLACK, words, positions, letterSpacing }
  // A search for text finds the filled letters, where there are any.
  const outline = (pen: VectorStroke) =>
    showText(ctx.target, { ...text, outline: { pen, paint: paintIn(pen.paint) }, decorative: fill !== undefined })
  if (stroke && run.strokeFirst) outline(stroke)
  if (fill) {
    const paint = paintIn(fill)
    showText(ctx.target, paint.kind === 'color' ? { ...text, color: paint.color } : { ...text, pattern: paint })
  }
  if (stroke && !run.strokeFirst) outline(stroke)
  if (run.lineThrough) line(metrics.strikeoutPosition, metrics.strikeoutThickness)
}

/** How far letters may reach beyond an edge, in em: a part of the space at their side. */
const CUT_TOLERANCE = 0.0625

/** How much of an em small letters rise above the baseline at least. */
const SMALL_LETTERS = 0.4

/**
 * Whether the edge of a drawing cuts letters off. What stands wholly above or to the left of it was moved there on
 * purpose, as in boxes that clip.
 */
function isCutOff({ run, metrics, width, stretch, words }: ShapedRun, x: number, y: number, visible: Rect): boolean {
  const { fill, stroke, fontSize } = run
  if (!(fill || stroke) || words.every((word) => word.text.trim() === '')) return false
  const tolerance = CUT_TOLERANCE * fontSize
  const end = x + width * stretch
  const baseline = baselineOf(run, metrics, y)
  const { x: left, y: top } = visible
  if (end <= left || baseline <= top) return false
  return (
    x < left - tolerance ||
    end > left + visible.width + tolerance ||
    baseline > top + visible.height + tolerance ||
    baseline - SMALL_LETTERS * fontSize < top - tolerance
  )
}

function baselineOf(run: VectorTextRun, metrics: FontMetrics, y: number): number {
  return y + baselineShift(run, metrics) - run.raise
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
