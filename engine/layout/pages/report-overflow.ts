import type { DiagnosticSink } from '../../base/diagnostics.js'
import type { Span } from '../../base/source.js'
import { isAbsolutelyPositioned } from '../../boxes/out-of-flow.js'
import type { ComputedStyle } from '../../style/computed-style.js'
import { isTransformed } from '../box-transform.js'
import type { BoxFragment, Fragment, PlacedFragment } from '../fragment-tree.js'
import type { LaidOutPage } from '../page.js'

/** Error that rounding may add to a width, in px. */
const TEXT_TOLERANCE = 1

/** How far images may reach beyond the page to fill it up to its edge when it is cut, in px: some 6 mm. */
const IMAGE_TOLERANCE = 24

/** Hands on the pages of a document and reports what is too tall or too wide for them. */
export function* reportOverflow(
  diagnostics: DiagnosticSink,
  pages: Iterable<LaidOutPage>,
): Generator<LaidOutPage, void, void> {
  const report = new OverflowReport(diagnostics)
  for (const page of pages) {
    const { content, notes, style } = page
    const width = style.size.width / style.contentScale
    for (const placed of [content, notes]) {
      if (placed && mayOverflow(placed.fragment, placed.x, width)) report.add(placed, width)
    }
    yield page
  }
}

/**
 * Whether anything within is marked as too tall, or stands beyond the sides of the page: a quick look at every
 * fragment, for on most pages there is nothing to report.
 */
function mayOverflow(fragment: Fragment, x: number, pageWidth: number): boolean {
  if (fragment.kind === 'text') return x < -TEXT_TOLERANCE || x + fragment.width > pageWidth + TEXT_TOLERANCE
  if (fragment.kind === 'decoration') return false
  if (fragment.kind === 'box') {
    if (fragment.overflow !== undefined) return true
    if (fragment.image && (x < -IMAGE_TOLERANCE || x + fragment.width > pageWidth + IMAGE_TOLERANCE)) return true
  }
  for (const child of fragment.children) if (mayOverflow(child.fragment, x + child.x, pageWidth)) return true
  return false
}

/**
 * Finds what is too tall for its page, and text and images that reach beyond its left or right edge, where they are
 * lost on paper. What was hidden there on purpose is not meant: what a box clips, what is transformed, and what stands
 * wholly to the left.
 */
class OverflowReport {
  /** Elements whose content is cut off and was reported: the same one may stand on many pages. */
  readonly #reported = new Set<Span>()

  constructor(private readonly diagnostics: DiagnosticSink) {}

  add({ fragment, x }: PlacedFragment, pageWidth: number): void {
    this.#visit(fragment, x, { pageWidth, isShown: true })
  }

  #visit(fragment: Fragment, x: number, around: Surroundings): void {
    if (fragment.kind === 'box') this.#visitBox(fragment, x, around)
    else if (fragment.kind === 'line') this.#visitChildren(fragment.children, x, around)
    else if (fragment.kind === 'text') this.#check(fragment, x, TEXT_TOLERANCE, around)
  }

  #visitBox(fragment: BoxFragment, x: number, around: Surroundings): void {
    const { box, width, overflow, image } = fragment
    const span = box.node?.template.span ?? around.span
    if (overflow !== undefined) {
      this.diagnostics.warn('content-overflows-page', overflow, box.node ? span : (tallestOnLines(fragment) ?? span))
    }
    const isWide = around.wide === undefined && excess(x, width, around.pageWidth, TEXT_TOLERANCE) !== undefined
    const isShown = around.isShown && !hidesOnPurpose(fragment)
    const inside = { pageWidth: around.pageWidth, span, wide: isWide ? span : around.wide, isShown }
    if (image) this.#check(fragment, x, IMAGE_TOLERANCE, inside)
    this.#visitChildren(fragment.children, x, inside)
  }

  #visitChildren(children: readonly PlacedFragment[], x: number, around: Surroundings): void {
    for (const child of children) this.#visit(child.fragment, x + child.x, around)
  }

  #check(
    { style, width }: { readonly style: ComputedStyle; readonly width: number },
    x: number,
    tolerance: number,
    { pageWidth, span, wide, isShown }: Surroundings,
  ): void {
    if (!isShown || style.visibility !== 'visible') return
    const found = excess(x, width, pageWidth, tolerance)
    const place = wide ?? span
    if (!found || !place || this.#reported.has(place)) return
    this.#reported.add(place)
    const { side, beyond } = found
    const message = `this content is cut off at the ${side} edge of the page, which it passes by ${Math.ceil(beyond)} px`
    this.diagnostics.warn('content-cut-off', message, place)
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
  /** No box around clips or transforms what is within. */
  readonly isShown: boolean
  /** The innermost element around. */
  readonly span?: Span | undefined
  /** The outermost element around that is itself too wide. */
  readonly wide?: Span | undefined
}

function excess(x: number, width: number, pageWidth: number, tolerance: number) {
  if (x + width > pageWidth + tolerance) return { side: 'right', beyond: x + width - pageWidth } as const
  if (x < -tolerance && x + width > 0) return { side: 'left', beyond: -x } as const
  return undefined
}

/** Elements whose `overflow` applies to the page. */
const PAGE_WIDE = new Set(['html', 'body'])

function hidesOnPurpose(fragment: BoxFragment): boolean {
  const { box, style } = fragment
  if (style.clipPath !== 'none' || style.maskImage.length > 0) return true
  if (style.clip !== 'auto' && isAbsolutelyPositioned(style)) return true
  return isTransformed(fragment) || (style.overflow !== 'visible' && !PAGE_WIDE.has(box.node?.name ?? ''))
}
