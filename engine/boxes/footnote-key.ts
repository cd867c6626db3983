import type { BoundElement } from '../template/bound-tree.js'

/** The key of the mark at the call of a footnote. */
export function footnoteKey(element: BoundElement): string {
  return `${element.id}::footnote`
}
