import type { Box, FlowChild } from '../../boxes/box-tree.js'
import type { BreakToken } from '../break-token.js'

/**
 * The `page` property (css-page-3 §6): a box begins and ends on pages of the names that its first and last
 * descendants ask for. Styles hold used values, so only the path to those descendants is left to walk.
 */

/** The name of the page on which a box begins. */
export function startPageName(box: Box): string {
  return edgePageName(box, (children) => children[0])
}

/** The name of the page on which a box ends. */
export function endPageName(box: Box): string {
  return edgePageName(box, (children) => children.at(-1))
}

function edgePageName(box: Box, edge: (children: readonly FlowChild[]) => FlowChild | undefined): string {
  let innermost: Box = box
  while (innermost.kind === 'block') {
    const child = edge(innermost.children)
    if (!child) break
    innermost = child
  }
  return innermost.style.page
}

/** The name of the page on which a box goes on. */
export function resumedPageName(box: Box, token: BreakToken): string {
  let innermost: Box = box
  let at: BreakToken | undefined = token
  while (innermost.kind === 'block' && at?.kind === 'flow') {
    const child: FlowChild | undefined = innermost.children[at.index]
    if (!child) return endPageName(innermost)
    innermost = child
    at = at.child
  }
  return at ? innermost.style.page : startPageName(innermost)
}
