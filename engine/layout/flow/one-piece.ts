import { APPEAL } from '../break-token.js'
import type { BoxFragment } from '../fragment-tree.js'
import type { PlacedResult } from '../layout-types.js'

/** The result for a box that is not broken and could not be. */
export function inOnePiece(fragment: BoxFragment): PlacedResult {
  return { kind: 'placed', fragment, token: undefined, appeal: APPEAL.perfect, breakpoint: undefined }
}
