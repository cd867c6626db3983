import { assertNever } from '../../base/invariant.js'
import type { OutOfFlowBox } from '../../boxes/box-tree.js'
import { floatSide } from '../../boxes/out-of-flow.js'
import { FloatWidths } from '../floats/float-widths.js'
import type { IntrinsicSizes, LayoutContext } from '../layout-types.js'
import { intrinsicContribution } from '../sizing.js'
import { type LineStart, textIndent } from './align-line.js'
import { widthToStop } from './break-lines.js'
import { ANYWHERE, clusterWidths, divideFirst, divisionsOf, hasPlace, widthAtEnd } from './divide-word.js'
import { clonesEdges, edgeRoom } from './inline-edges.js'
import { isTransparent, type Paragraph, type TabUnit, type Unit, type WordUnit } from './paragraph.js'

/**
 * Intrinsic sizes of a paragraph (css-sizing-3 §5.1): max-content is its longest line when only forced breaks
 * end lines, min-content its widest piece when every opportunity does.
 * @param height to which percentages of heights refer, where it is definite
 */
export function measureParagraph(ctx: LayoutContext, paragraph: Paragraph, height: number | undefined): IntrinsicSizes {
  const { firstLine } = paragraph
  if (!firstLine) return measureLines(ctx, paragraph, 'all', height)
  const first = measureLines(ctx, firstLine, 'first', height)
  const others = measureLines(ctx, paragraph, 'others', height)
  return {
    minContent: Math.max(first.minContent, others.minContent),
    maxContent: Math.max(first.maxContent, others.maxContent),
  }
}

/** Which of the lines count, and of the pieces: those of the first line may be measured by another style. */
type Counted = 'all' | 'first' | 'others'

function measureLines(
  ctx: LayoutContext,
  paragraph: Paragraph,
  counted: Counted,
  height: number | undefined,
): IntrinsicSizes {
  const { units, breakBefore } = paragraph
  const measure = new Measure((start) => textIndent(paragraph.root, start, 0), counted)
  let isBehindText = false
  for (let i = 0; i < units.length; i++) {
    const unit = units[i]
    if (breakBefore[i]) measure.opportunity()
    // Between words without an opportunity, such as those of several boxes, `anywhere` may break as well.
    else if (isBehindText && dividesAnywhere(unit)) measure.opportunityBeforeEdges()
    if (unit && !isTransparent(unit)) isBehindText = isText(unit)
    switch (unit?.kind) {
      case 'word':
        measureWordUnit(ctx, paragraph, unit, measure)
        break
      case 'space':
        if (!unit.hangs) measure.add(unit.width)
        else if (unit.collapsible) measure.addHanging(unit.width)
        else measure.addPreserved(unit.width)
        break
      case 'tab':
        measure.addTab(unit)
        break
      case 'leader':
        measure.add(unit.width)
        break
      case 'open':
      case 'close':
        measure.addEdge(edgeRoom(unit, 0), unit.kind)
        if (clonesEdges(unit.box)) measure.clone(edgeRoom({ kind: 'open', box: unit.box }, 0), unit.kind)
        break
      case 'atomic': {
        const { minContent, maxContent } = intrinsicContribution(ctx, unit.box, height)
        measure.addBetween(minContent, maxContent)
        break
      }
      case 'break':
        measure.endLine()
        break
      case 'out-of-flow':
        if (floatSide(unit.box)) measure.addFloat(unit.box, intrinsicContribution(ctx, unit.box, height))
        break
      case undefined:
        break
      default:
        assertNever(unit)
    }
  }
  measure.endLine()
  return { minContent: measure.minContent, maxContent: measure.maxContent }
}

function isText(unit: Unit): boolean {
  return unit.kind === 'word' || unit.kind === 'space'
}

/** css-text-3 §5.5: the breaks of `anywhere` count for min-content, those of `break-word` do not. */
function dividesAnywhere(unit: Unit | undefined): boolean {
  return unit?.kind === 'word' && unit.run.style.wraps && unit.run.style.style.overflowWrap === 'anywhere'
}

/** A word counts as a whole for max-content, in its smallest parts for min-content. */
function measureWordUnit(ctx: LayoutContext, paragraph: Paragraph, unit: WordUnit, measure: Measure): void {
  const { style } = unit.run
  const anywhere = dividesAnywhere(unit)
  const divisions = anywhere ? ANYWHERE : divisionsOf(ctx, paragraph, unit)
  if (!style.wraps || !hasPlace(unit, divisions)) {
    measure.addBetween(style.wraps ? widthAtEnd(ctx, unit) : unit.width, unit.width)
    return
  }
  measure.addMax(unit.width)
  if (anywhere) {
    for (const [index, width] of clusterWidths(unit).entries()) {
      if (index > 0) measure.opportunity()
      measure.addMin(width)
    }
    return
  }
  let rest: WordUnit | undefined = unit
  while (rest) {
    const parts: readonly [WordUnit, WordUnit] | undefined = divideFirst(
      ctx,
      rest,
      rest === unit ? divisions : divisionsOf(ctx, paragraph, rest),
    )
    measure.addMin(widthAtEnd(ctx, parts?.[0] ?? rest))
    if (parts) measure.opportunity()
    rest = parts?.[1]
  }
}

/** Sums up the current line for max-content and the current unbreakable piece for min-content. */
class Measure {
  minContent = 0
  maxContent = 0
  #line: number
  #piece: number
  /** Width at the end of the line or piece that does not count if nothing follows. */
  #lineHanging = 0
  #pieceHanging = 0
  #lineHasContent = false
  /** Room for the edges that each line and piece repeats. */
  #cloned = 0
  /** Floats beside the current line. */
  readonly #floats = new FloatWidths()
  /** Room for the edges of boxes that begin right here. */
  #opened = 0
  #isFirstLine = true
  #isFirstPiece = true
  #pieceHasContent = false

  constructor(
    private readonly indent: (start: LineStart) => number,
    private readonly counted: Counted,
  ) {
    this.#line = this.#piece = indent('paragraph')
  }

  add(width: number): void {
    this.addBetween(width, width)
  }

  addBetween(min: number, max: number): void {
    this.addMin(min)
    this.addMax(max)
  }

  addMin(width: number): void {
    this.#opened = 0
    this.#piece += this.#pieceHanging + width
    this.#pieceHanging = 0
    this.#pieceHasContent = true
  }

  addMax(width: number): void {
    this.#line += this.#lineHanging + width
    this.#lineHanging = 0
    this.#lineHasContent = true
  }

  /** The edge of an inline box takes room, but spaces behind it are still at the start of the line. */
  addEdge(width: number, edge: 'open' | 'close'): void {
    this.#opened = edge === 'open' ? this.#opened + width : 0
    this.#piece += width
    this.#line += width
  }

  /** Every line and piece from here on has the edges of a box, up to its end. */
  clone(width: number, edge: 'open' | 'close'): void {
    this.#cloned += edge === 'open' ? width : -width
  }

  addHanging(width: number): void {
    if (!this.#lineHasContent) return
    this.#lineHanging += width
    this.#pieceHanging += width
  }

  /** Preserved spaces hang where lines wrap, before a forced break only as far as they do not fit (css-text-3 §4.1.3). */
  addPreserved(width: number): void {
    this.#pieceHanging += width
    this.addMax(width)
  }

  addTab(unit: TabUnit): void {
    this.add(widthToStop(unit, this.#line + this.#lineHanging))
  }

  addFloat(box: OutOfFlowBox, { minContent, maxContent }: IntrinsicSizes): void {
    if (minContent > this.minContent) this.minContent = minContent
    this.#floats.add(box, maxContent)
  }

  #counts(isFirst: boolean): boolean {
    return this.counted === 'all' || isFirst === (this.counted === 'first')
  }

  opportunity(): void {
    if (this.#piece > this.minContent && this.#counts(this.#isFirstPiece)) this.minContent = this.#piece
    if (this.#pieceHasContent) this.#isFirstPiece = false
    this.#pieceHasContent = false
    this.#piece = this.indent('line') + this.#cloned
    this.#pieceHanging = 0
  }

  /** Boxes that begin here begin behind the break. */
  opportunityBeforeEdges(): void {
    const opened = this.#opened
    this.#piece -= opened
    this.opportunity()
    this.#piece += opened
  }

  endLine(): void {
    this.opportunity()
    this.#isFirstPiece = false
    const line = this.#floats.take(this.#line)
    if (line > this.maxContent && this.#counts(this.#isFirstLine)) this.maxContent = line
    this.#isFirstLine = false
    this.#line = this.#piece = this.indent('forced-break') + this.#cloned
    this.#lineHanging = 0
    this.#lineHasContent = false
  }
}
