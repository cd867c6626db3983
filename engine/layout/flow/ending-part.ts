import { type BreakToken, isStretchedOnly } from '../break-token.js'
import { type PagedFragmentation, withPolicy } from '../constraint-space.js'

type Part = { readonly kind: 'placed'; readonly token: BreakToken | undefined } | { readonly kind: 'no-room' }

/**
 * A part of something of which nothing goes on but heights that were imposed: as one that ends with the page, if it can.
 * What breaks take of the content, such as margins (css-break-3 §5.2), is part of those heights.
 * @param layout lays the part out once more
 */
export function endingPart<P extends Part>(
  part: P,
  page: PagedFragmentation,
  layout: (page: PagedFragmentation) => P,
): P {
  if (part.kind === 'no-room' || !part.token || page.policy.dropsHeights || !isStretchedOnly(part.token)) return part
  const ending = layout(withPolicy(page, { dropsHeights: true }))
  return ending.kind === 'placed' && !ending.token ? ending : part
}
