import type { BoundElement } from '../../template/bound-tree.js'
import { splitKey } from '../carried-effects.js'
import type { LayoutContext } from '../layout-types.js'
import { BrokenContainer } from './broken-container.js'
import type { PageSheet } from './page-sheet.js'
import type { ContainerPart } from './position-fragment.js'

/** The containing blocks over several pages that have begun and not ended. */
export class BrokenContainers {
  readonly #broken = new Map<unknown, BrokenContainer>()

  constructor(private readonly ctx: LayoutContext) {}

  /** Takes note of the parts of containing blocks on a page; those that end there get their boxes. */
  add(parts: readonly ContainerPart[], sheet: PageSheet): void {
    for (const { fragment, area, children, x, y, candidates, within } of parts) {
      const { box } = fragment
      const key = splitKey(box)
      const container = this.#broken.get(key) ?? new BrokenContainer(this.ctx, box.node)
      this.#broken.set(key, container)
      const added = box === sheet.box ? sheet.children : children
      container.addPart({ area, within, children: added, x, y, sheet }, candidates)
      if (fragment.cut?.bottom) continue
      this.#broken.delete(key)
      container.resolve()
    }
  }

  /** Whether one of these elements is a containing block that continues. */
  some(isAwaited: (node: BoundElement) => boolean): boolean {
    for (const { node } of this.#broken.values()) if (node && isAwaited(node)) return true
    return false
  }

  /** No more parts come: what has begun gets its boxes. */
  finish(): void {
    for (const [key, container] of this.#broken) {
      this.#broken.delete(key)
      container.resolve()
    }
  }
}
