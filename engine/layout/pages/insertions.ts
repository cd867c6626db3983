import type { DiagnosticSink } from '../../base/diagnostics.js'
import { assertNever } from '../../base/invariant.js'
import type { BlockBox, Box, BoxTree, PageInsertion } from '../../boxes/box-tree.js'
import { firstInFlow } from '../../boxes/out-of-flow.js'
import type { BoundElement } from '../../template/bound-tree.js'
import type { BreakToken } from '../break-token.js'
import type { Fragment } from '../fragment-tree.js'
import type { LayoutContext } from '../layout-types.js'
import { resumedBox } from './resumed-page.js'

/** Pages of another document that begin with a page of this one. */
export interface BegunInsertion {
  readonly node: BoundElement
  readonly insertion: PageInsertion
}

/** Finds the pages of other documents that stand in the place of pages of this one. */
export class Insertions {
  readonly #waiting: Set<BlockBox>

  constructor(
    private readonly ctx: LayoutContext,
    private readonly tree: BoxTree,
  ) {
    this.#waiting = new Set(tree.insertions)
  }

  /** The pages that begin where the document continues at `token`. */
  at(token: BreakToken | undefined): BegunInsertion | undefined {
    if (this.#waiting.size === 0) return undefined
    const { root } = this.tree
    let box: Box | undefined = token ? resumedBox(this.ctx, root, token) : root
    while (box && !isInsertion(box)) box = firstOf(box)
    if (!box?.node || !this.#waiting.delete(box)) return undefined
    return { node: box.node, insertion: box.insertion }
  }

  /** Reports those that no page began with. */
  finish(diagnostics: DiagnosticSink): void {
    for (const { node } of this.#waiting) {
      const message =
        '<platen-pages> stands where no page can begin, as in tables, flex containers and what is positioned: its pages are left out'
      diagnostics.error('misplaced-pages', message, node?.template.span)
    }
    this.#waiting.clear()
  }
}

function isInsertion(box: Box): box is BlockBox & { readonly insertion: PageInsertion } {
  return box.kind === 'block' && box.insertion !== undefined
}

/** The first child of a box whose content is all there is on its page. */
function firstOf(box: Box): Box | undefined {
  return box.kind === 'block' ? firstInFlow(box.children) : undefined
}

/** Whether anything in a fragment would be seen, or waits for its place, but the edges of boxes that hold others. */
export function showsContent(fragment: Fragment): boolean {
  switch (fragment.kind) {
    case 'text':
    case 'decoration':
    case 'line':
      return true
    case 'box':
      if (fragment.box.kind !== 'block' && fragment.box.kind !== 'column-set') return true
      if (fragment.image || (fragment.outOfFlow && fragment.outOfFlow.length > 0)) return true
      return fragment.children.some((child) => showsContent(child.fragment))
    default:
      return assertNever(fragment)
  }
}
