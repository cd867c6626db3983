import type { DiagnosticSink } from '../../base/diagnostics.js'
import type { Span } from '../../base/source.js'
import type { ComputedStyle } from '../../style/computed-style.js'
import type { BoxFragment, Fragment, LineFragment } from '../fragment-tree.js'
import type { Page } from '../page.js'

/** What rounding may add to a width, in px. */
const TEXT_TOLERANCE = 1

/** How far images may reach beyond the page to fill it up to its edge when it is cut, in px: some 6 mm. */
const IMAGE_TOLERANCE = 24

/**
 * Finds text and images that reach beyond the left or right edge of their pages, where they are lost on paper. What
 * was hidden there on purpose is not meant: what a box clips, what is transformed, and what stands wholly to the left.
 */
export class CutOffReport {
  /** Elements that were reported: the same one may stand on many pages. */
  readonly #reported = new Set<Span>()

  constructor(private readonly diagnostics: DiagnosticSink) {}

  /** @param page with all that stands on it */
  add({ style, content, notes }: Page): void {
    for (const placed of [content, notes]) {
      if (placed) this.#visit(placed.fragment, placed.x, style.size.width, {})
    }
  }

  #visit(fragment: Fragment, x: number, pageWidth: number, around: Surroundings): void {
    if (fragment.kind === 'box') this.#visitBox(fragment, x, pageWidth, around)
    else if (fragment.kind === 'line') this.#visitChildren(fragment, x, pageWidth, around)
    else if (fragment.kind === 'text' && fragment.style.visibility === 'visible') {
      this.#check(x, fragment.width, pageWidth, TEXT_TOLERANCE, around)
    }
  }

  #visitBox(fragment: BoxFragment, x: number, pageWidth: number, around: Surroundings): void {
    const { box, style, image, width } = fragment
    const name = box.node?.name
    if ((style.overflow !== 'visible' && name !== 'html' && name !== 'body') || isTransformed(style)) return
    const span = box.node?.template.span ?? around.span
    const isWide = around.wide === undefined && excess(x, width, pageWidth, TEXT_TOLERANCE) !== undefined
    const inside = { span, wide: isWide ? span : around.wide }
    if (image && style.visibility === 'visible') this.#check(x, width, pageWidth, IMAGE_TOLERANCE, inside)
    this.#visitChildren(fragment, x, pageWidth, inside)
  }

  #visitChildren(parent: BoxFragment | LineFragment, x: number, pageWidth: number, around: Surroundings): void {
    for (const child of parent.children) {
      this.#visit(child.fragment, x + child.x, pageWidth, around)
    }
  }

  #check(x: number, width: number, pageWidth: number, tolerance: number, { span, wide }: Surroundings): void {
    const found = excess(x, width, pageWidth, tolerance)
    const place = wide ?? span
    if (!found || !place || this.#reported.has(place)) return
    this.#reported.add(place)
    const { side, beyond } = found
    const message = `this content is cut off at the ${side} edge of the page, which it passes by ${Math.ceil(beyond)} px`
    this.diagnostics.warn('content-cut-off', message, place)
  }
}

interface Surroundings {
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

function isTransformed({ transform, translate, rotate, scale }: ComputedStyle): boolean {
  return transform.length > 0 || translate !== 'none' || rotate !== 'none' || scale !== 'none'
}
