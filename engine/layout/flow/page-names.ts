import type { Box, FlowChild } from '../../boxes/box-tree.js'
import { firstInFlow, lastInFlow } from '../../boxes/out-of-flow.js'
import type { BreakToken } from '../break-token.js'

/**
 * The `page` property (css-page-3 §6): a box begins and ends on pages of the names that its first and last
 * descendants ask for. Styles hold used values, so only the path to those descendants is left to walk.
 */

/** The name of the page on which a box begins. */
export function startPageName(box: Box): string {
  return edgePageName(box, firstInFlow)
}

/** The name of the page on which a box ends. */
export function endPageName(box: Box): string {
  return edgePageName(box, lastInFlow)
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

/**
 * Whether a box that asks for pages of its own begins on the page on which the document goes on at `token`: with it
 * begins a page group (css-gcpm-3 §4), also behind pages of the same name.
 */
export function startsPageGroup(root: Box, token: BreakToken): boolean {
  let parent: Box = root
  let at: BreakToken | undefined = token
  while (parent.kind === 'block' && at?.kind === 'flow') {
    const child: FlowChild | undefined = parent.children[at.index]
    if (!child) return false
    if (!at.child) return asksForPages(parent, child)
    parent = child
    at = at.child
  }
  return false
}

/** One of the boxes that begin together with `box` has another page name than what is around it. */
function asksForPages(parent: Box, box: FlowChild): boolean {
  let outer: Box = parent
  let inner: FlowChild | undefined = box
  while (inner) {
    if (inner.style.page !== outer.style.page) return true
    outer = inner
    inner = inner.kind === 'block' ? inner.children[0] : undefined
  }
  return false
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
