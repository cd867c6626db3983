import { invariant } from '../../base/invariant.js'
import type { BreakToken, FlowBreakToken } from '../break-token.js'
import type { GapPosition } from '../flow/block-flow.js'

/** The token as one of a flow, which tables, sections and row groups have. */
export function flowToken(token: BreakToken | undefined): FlowBreakToken | undefined {
  if (!token) return undefined
  invariant(token.kind === 'flow', 'a flow token within a table')
  return token
}

/** Where a flow stands that goes on with the token. Nothing in tables keeps a margin after a forced break. */
export function startPosition(token: FlowBreakToken | undefined): GapPosition {
  if (!token) return 'flow-start'
  return token.child ? 'continued' : 'after-break'
}
