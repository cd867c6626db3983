import { APPEAL } from '../break-token.js'
import { type FlowOptions, type FlowOutcome, type FlowPlaced, runFlow } from './block-flow.js'
import type { FlowSource } from './flow-source.js'

/**
 * A flow above whose children a box may have free space (css-align-3 §5): where that takes all of a page, nothing else
 * stands on it.
 */
export function runBelowSpace(source: FlowSource, options: FlowOptions): FlowOutcome {
  return isEmptyPage(source, options) ? emptyPage(options) : runFlow(source, options)
}

function isEmptyPage(source: FlowSource, options: FlowOptions): boolean {
  const { fragmentation: page, startIndex, startPosition, startEdge, repeatedEnd } = options
  if (page.kind === 'none' || page.imposed || startIndex >= source.count) return false
  const room = page.room - startEdge - repeatedEnd
  if (startPosition === 'continued' || room <= 0) return false
  const space = source.gapBefore(startIndex, startPosition, startEdge)
  if (space < room) return false
  // What would have a place on a page of its own moves there.
  return startPosition === 'after-break' || page.atTop || space >= page.freshRoom
}

function emptyPage({ startIndex, startEdge }: FlowOptions): FlowPlaced {
  return {
    kind: 'placed',
    children: [],
    bottom: startEdge,
    next: { index: startIndex, child: undefined, forced: undefined },
    appeal: APPEAL.perfect,
    breakpoint: undefined,
  }
}
