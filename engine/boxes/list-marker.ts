import type { ComputedStyle } from '../style/computed-style.js'
import type { InlineRootBox } from './box-tree.js'
import { isSymbol, markerSuffix } from './counter-styles.js'
import { type ContentSources, generatedText } from './generated-content.js'

const NO_BREAK_SPACE = '\u00a0'

/**
 * The text of a list item's marker (css-lists-3 §3.3): the `content` of its `::marker`, else the value of the
 * `list-item` counter in the style of `list-style-type`. Empty when there is no marker.
 */
export function markerText(item: ComputedStyle, marker: ComputedStyle, sources: ContentSources): string {
  if (marker.content === 'none') return ''
  if (marker.content !== 'normal') return generatedText(marker, sources)
  const type = item.listStyleType
  if (type === 'none') return ''
  if (type.kind === 'string') return type.text
  // AD-HOC: layout centres an outside symbol at a fixed distance as browsers do; a suffix would shift it.
  const suffix = item.listStylePosition === 'outside' && isSymbol(type.name) ? '' : markerSuffix(type.name)
  return sources.counter('list-item', type.name) + suffix
}

/** Whether the marker of a list item is a symbol such as a disc. */
export function hasSymbol({ listStyleType }: ComputedStyle, marker: ComputedStyle): boolean {
  return (
    marker.content === 'normal' &&
    listStyleType !== 'none' &&
    listStyleType.kind === 'counter-style' &&
    isSymbol(listStyleType.name)
  )
}

/** The box of an outside marker. Its last space holds the distance to the item, so it must not hang. */
export function buildMarker(text: string, style: ComputedStyle, nextId: () => number): InlineRootBox {
  const keepsSpaces = style.whiteSpace === 'pre' || style.whiteSpace === 'break-spaces'
  const kept = keepsSpaces || !text.endsWith(' ') ? text : text.slice(0, -1) + NO_BREAK_SPACE
  return {
    kind: 'inline-root',
    id: nextId(),
    style,
    node: undefined,
    items: [{ kind: 'text', text: kept, style }],
    decorations: [],
  }
}
