import type { Insets } from '../base/geometry.js'
import type { BoxFragment, Fragment } from '../layout/fragment-tree.js'
import { type BoxShape, cutEnds } from '../layout/shapes/box-shape.js'
import type { LaterDrawing } from './paint-target.js'

/** The edges of a box to which the images of its background are positioned. */
export interface BackgroundOrigin {
  /** The border edge. */
  readonly shape: BoxShape
  readonly border: Insets
  readonly padding: Insets
}

/** Which part of a broken box a fragment is. */
export interface BrokenPart extends PartPlace {
  readonly fragment: BoxFragment
}

interface PartPlace {
  /** The same for all parts of a box. */
  readonly key: unknown
  /** Where the next part joins: below this one, or on its right or left if they are put into one line. */
  readonly next: 'below' | 'right' | 'left'
  readonly starts: boolean
  readonly ends: boolean
}

/** The part of a box whose background continues in other fragments; undefined for one with a background of its own. */
export function brokenPart(fragment: BoxFragment): BrokenPart | undefined {
  const cut = cutEnds(fragment)
  if (!cut) return undefined
  const { box, style } = fragment
  const key = (box.kind === 'inline' || box.kind === 'block') && box.slice ? box.node : box
  if (box.kind !== 'inline') return { fragment, key, next: 'below', starts: !cut.top, ends: !cut.bottom }
  return style.direction === 'ltr'
    ? { fragment, key, next: 'right', starts: !cut.left, ends: !cut.right }
    : { fragment, key, next: 'left', starts: !cut.right, ends: !cut.left }
}

/** A part whose images wait for the other parts. */
interface WaitingPart {
  readonly part: PartPlace
  readonly origin: BackgroundOrigin
  readonly draw: LaterDrawing
  readonly paint: (whole: BackgroundOrigin) => void
}

/**
 * The background images of boxes that are broken. They are those of the whole box, cut where the box is (css-break-3
 * §5.4), so how long it is must be known before the first part of them can be painted. Each part leaves room for them
 * on its page; they are painted when the last part has come. Pages need not wait for that.
 */
export class BrokenBackgrounds {
  readonly #waiting = new Map<unknown, WaitingPart[]>()
  /** Parts on the page that is being painted, in painting order. */
  #onPage: PaintedPart[] = []

  /** @param paint must not hold fragments: it is kept until the box ends, and pages should not be */
  add({ part: { fragment, ...part }, ...images }: WaitingPart & { readonly part: BrokenPart }): void {
    this.#onPage.push({ fragment, waiting: { part, ...images } })
  }

  /** All below these fragments is painted, but for backgrounds: paints those that have ended. */
  settle(roots: readonly BoxFragment[]): void {
    if (this.#onPage.length === 0) return
    for (const { waiting } of inTreeOrder(this.#onPage, roots)) {
      const { key } = waiting.part
      const parts = this.#waiting.get(key)
      if (parts) parts.push(waiting)
      else this.#waiting.set(key, [waiting])
    }
    this.#onPage = []
    for (const [key, parts] of this.#waiting) if (parts.some(({ part }) => part.ends)) this.#paint(key, parts)
  }

  /** The document has ended: so have all boxes. */
  finish(): void {
    for (const [key, parts] of this.#waiting) this.#paint(key, parts)
  }

  #paint(key: unknown, parts: readonly WaitingPart[]): void {
    this.#waiting.delete(key)
    const first = parts.find(({ part }) => part.starts) ?? parts[0]
    const last = parts.find(({ part }) => part.ends) ?? parts.at(-1)
    if (!first || !last) return
    const length = parts.reduce((sum, { part, origin }) => sum + lengthOf(part, origin), 0)
    let before = 0
    for (const { part, origin, draw, paint } of parts) {
      const whole = wholeBox(part, origin, { before, length, first: first.origin, last: last.origin })
      draw(() => paint(whole))
      before += lengthOf(part, origin)
    }
  }
}

/** A part on the page that is being painted. */
interface PaintedPart {
  readonly fragment: BoxFragment
  readonly waiting: WaitingPart
}

/** Painting order differs where boxes are layers. */
function inTreeOrder(parts: readonly PaintedPart[], roots: readonly BoxFragment[]): readonly PaintedPart[] {
  if (parts.length === 1) return parts
  // The columns of a table are painted by its fragment, as is its own background.
  const byFragment = new Map<Fragment, PaintedPart[]>()
  for (const part of parts) {
    const others = byFragment.get(part.fragment)
    if (others) others.push(part)
    else byFragment.set(part.fragment, [part])
  }
  const ordered: PaintedPart[] = []
  const visit = (fragment: Fragment): void => {
    const painted = byFragment.get(fragment)
    if (painted) ordered.push(...painted)
    if (fragment.kind === 'box' || fragment.kind === 'line')
      for (const child of fragment.children) visit(child.fragment)
  }
  for (const root of roots) visit(root)
  return ordered
}

function lengthOf({ next }: PartPlace, { shape }: BackgroundOrigin): number {
  return next === 'below' ? shape.height : shape.width
}

/** The parts of a box one behind the other. */
interface JoinedParts {
  /** Length of those before the one in question, and of all. */
  readonly before: number
  readonly length: number
  readonly first: BackgroundOrigin
  readonly last: BackgroundOrigin
}

/** The box put together of all its parts, as it lies around one of them. */
function wholeBox(
  { next }: PartPlace,
  { shape, border, padding }: BackgroundOrigin,
  { before, length, first, last }: JoinedParts,
): BackgroundOrigin {
  const { x, y, width } = shape
  switch (next) {
    case 'below':
      return {
        shape: { ...shape, y: y - before, height: length, corners: undefined },
        border: { ...border, top: first.border.top, bottom: last.border.bottom },
        padding: { ...padding, top: first.padding.top, bottom: last.padding.bottom },
      }
    case 'right':
      return {
        shape: { ...shape, x: x - before, width: length, corners: undefined },
        border: { ...border, left: first.border.left, right: last.border.right },
        padding: { ...padding, left: first.padding.left, right: last.padding.right },
      }
    case 'left':
      return {
        shape: { ...shape, x: x + width + before - length, width: length, corners: undefined },
        border: { ...border, right: first.border.right, left: last.border.left },
        padding: { ...padding, right: first.padding.right, left: last.padding.left },
      }
  }
}
