import type { DiagnosticSink } from '../../base/diagnostics.js'
import type { Span } from '../../base/source.js'
import { isAbsolutelyPositioned } from '../../boxes/out-of-flow.js'
import { isTransformed } from '../box-transform.js'
import { CUT_BELOW } from '../flow/pieces.js'
import type { BoxFragment, Fragment, PlacedFragment, TextFragment } from '../fragment-tree.js'
import type { LaidOutPage } from '../page.js'
import { type CutEdges, cutSide, edgesWithin, mayBeCut, NOTHING_CUT } from './cut-edges.js'

/** Error that rounding may add to a width, in px. */
const TEXT_TOLERANCE = 1

/** How far images may reach beyond the page to fill it up to its edge when it is cut, in px: some 6 mm. */
const IMAGE_TOLERANCE = 24

/** Hands on the pages of a document and reports what is too tall or too wide for them, and text that boxes cut off. */
export function* reportOverflow(
  diagnostics: DiagnosticSink,
  pages: Iterable<LaidOutPage>,
): Generator<LaidOutPage, void, void> {
  const report = new OverflowReport(diagnostics)
  for (const page of pages) {
    const { content, notes, style } = page
    const width = style.size.width / style.contentScale
    for (const placed of [content, notes]) {
      if (placed && mayOverflow(placed.fragment, placed.x, placed.y, width, NOTHING_CUT)) report.add(placed, width)
    }
    yield page
  }
}

/**
 * Whether anything within is marked as too tall, stands beyond the sides of the page, or beyond the edges of a box that
 * clips: a quick look at every fragment, for on most pages there is nothing to report.
 */
function mayOverflow(fragment: Fragment, x: number, y: number, pageWidth: number, around: CutEdges): boolean {
  if (fragment.kind === 'text') {
    if (x < -TEXT_TOLERANCE || x + fragment.width > pageWidth + TEXT_TOLERANCE) return true
    return around !== NOTHING_CUT && mayBeCut(fragment, x, y, around)
  }
  if (fragment.kind === 'decoration') return false
  let edges = around
  if (fragment.kind === 'box') {
    if (fragment.overflow !== undefined) return true
    if (fragment.image && (x < -IMAGE_TOLERANCE || x + fragment.width > pageWidth + IMAGE_TOLERANCE)) return true
    edges = edgesWithin(fragment, x, y, around, undefined) ?? around
  }
  for (const child of fragment.children) {
    if (mayOverflow(child.fragment, x + child.x, y + child.y, pageWidth, edges)) return true
  }
  return false
}

/**
 * Finds what is too tall for its page, text and images that reach beyond its left or right edge, where they are lost on
 * paper, and text that boxes cut off. What was hidden there on purpose is not meant: what is transformed, and what stands
 * wholly before the edge. Images that boxes crop are not either.
 */
class OverflowReport {
  /** Elements whose content is cut off and was reported: the same one may stand on many pages. */
  readonly #reported = new Set<Span>()

  constructor(private readonly diagnostics: DiagnosticSink) {}

  add({ fragment, x, y }: PlacedFragment, pageWidth: number): void {
    this.#visit(fragment, x, y, { pageWidth, isShown: true, edges: NOTHING_CUT })
  }

  #visit(fragment: Fragment, x: number, y: number, around: Surroundings): void {
    if (fragment.kind === 'box') this.#visitBox(fragment, x, y, around)
    else if (fragment.kind === 'line') this.#visitChildren(fragment.children, x, y, around)
    else if (fragment.kind === 'text') this.#checkText(fragment, x, y, around)
  }

  #visitBox(fragment: BoxFragment, x: number, y: number, around: Surroundings): void {
    const { box, width, overflow, image } = fragment
    const span = box.node?.template.span ?? around.span
    if (overflow === CUT_BELOW) {
      if (this.#isNew(span)) this.diagnostics.warn('content-cut-off', overflow, span)
    } else if (overflow !== undefined) {
      this.diagnostics.warn('content-overflows-page', overflow, box.node ? span : (tallestOnLines(fragment) ?? span))
    }
    const wide = around.wide ?? wideBox(span, excess(x, width, around.pageWidth, TEXT_TOLERANCE))
    const edges = edgesWithin(fragment, x, y, around.edges, span)
    const isShown = around.isShown && edges !== undefined && !hidesOnPurpose(fragment)
    const inside = { pageWidth: around.pageWidth, span, wide, isShown, edges: edges ?? around.edges }
    if (image) this.#checkImage(fragment, x, inside)
    this.#visitChildren(fragment.children, x, y, inside)
  }

  #visitChildren(children: readonly PlacedFragment[], x: number, y: number, around: Surroundings): void {
    for (const child of children) this.#visit(child.fragment, x + child.x, y + child.y, around)
  }

  #checkText(text: TextFragment, x: number, y: number, around: Surroundings): void {
    const { isShown, edges, pageWidth } = around
    if (!isShown || text.style.visibility !== 'visible') return
    if (edges === NOTHING_CUT) {
      this.#reportBeyondPage(excess(x, text.width, pageWidth, TEXT_TOLERANCE), around)
      return
    }
    const side = mayBeCut(text, x, y, edges) ? cutSide(text, x, y, edges) : undefined
    if (!side || !this.#isNew(edges.span)) return
    this.diagnostics.warn('content-cut-off', `content is cut off at the ${side} edge of this box`, edges.span)
  }

  #checkImage({ style, width }: BoxFragment, x: number, around: Surroundings): void {
    if (!around.isShown || around.edges !== NOTHING_CUT || style.visibility !== 'visible') return
    this.#reportBeyondPage(excess(x, width, around.pageWidth, IMAGE_TOLERANCE), around)
  }

  #reportBeyondPage(found: Excess | undefined, { span, wide }: Surroundings): void {
    if (!found || !this.#isNew(wide?.span ?? span)) return
    const { side } = found
    // Of a wide table the first cell that is cut off says little.
    const beyond = wide?.side === side ? Math.max(wide.beyond, found.beyond) : found.beyond
    const message = `this content is cut off at the ${side} edge of the page, which it passes by ${Math.ceil(beyond)} px`
    this.diagnostics.warn('content-cut-off', message, wide?.span ?? span)
  }

  #isNew(place: Span | undefined): place is Span {
    if (!place || this.#reported.has(place)) return false
    this.#reported.add(place)
    return true
  }
}

/** The element that makes lines tall: they have none of their own. */
function tallestOnLines({ children }: BoxFragment): Span | undefined {
  let tallest: BoxFragment | undefined
  for (const { fragment: line } of children) {
    if (line.kind !== 'line') continue
    for (const { fragment } of line.children) {
      if (fragment.kind === 'box' && fragment.height > (tallest?.height ?? 0)) tallest = fragment
    }
  }
  return tallest?.box.node?.template.span
}

interface Surroundings {
  readonly pageWidth: number
  /** No box around hides on purpose, or transforms, what is within. */
  readonly isShown: boolean
  /** Beyond which boxes around cut off what is within. */
  readonly edges: CutEdges
  /** The innermost element around. */
  readonly span?: Span | undefined
  /** The outermost element around that is itself too wide. */
  readonly wide?: WideBox | undefined
}

/** How far something stands beyond an edge of the page, in px. */
interface Excess {
  readonly side: 'left' | 'right'
  readonly beyond: number
}

interface WideBox extends Excess {
  readonly span: Span
}

function wideBox(span: Span | undefined, found: Excess | undefined): WideBox | undefined {
  return span && found && { ...found, span }
}

function excess(x: number, width: number, pageWidth: number, tolerance: number): Excess | undefined {
  if (x + width > pageWidth + tolerance) return { side: 'right', beyond: x + width - pageWidth }
  if (x < -tolerance && x + width > 0) return { side: 'left', beyond: -x }
  return undefined
}

function hidesOnPurpose(fragment: BoxFragment): boolean {
  const { style } = fragment
  if (style.opacity === 0 || style.clipPath !== 'none' || style.maskImage.length > 0) return true
  return (style.clip !== 'auto' && isAbsolutelyPositioned(style)) || isTransformed(fragment)
}
