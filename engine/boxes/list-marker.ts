import type { DecodedImage } from '../images/image-types.js'
import type { ComputedStyle } from '../style/computed-style.js'
import type { InlineItem, InlineRootBox, ReplacedBox } from './box-tree.js'
import { isSymbol, markerSuffix } from './counter-styles.js'
import { type ContentSources, generatedText } from './generated-content.js'

const NO_BREAK_SPACE = '\u00a0'

/** What stands before the content of a list item. */
export type MarkerContent =
  | {
      readonly kind: 'text'
      readonly text: string
      /** A disc or the like, which browsers draw as a shape. */
      readonly isSymbol: boolean
    }
  | { readonly kind: 'image'; readonly image: DecodedImage }

/**
 * The content of a list item's marker (css-lists-3 §3.3): the `content` of its `::marker`, else the image of
 * `list-style-image`, else the value of the `list-item` counter in the style of `list-style-type`. Undefined when there
 * is no marker.
 */
export function markerContent(
  item: ComputedStyle,
  marker: ComputedStyle,
  sources: ContentSources,
): MarkerContent | undefined {
  if (marker.content === 'none') return undefined
  if (marker.content !== 'normal') return textMarker(generatedText(marker, sources), false)
  const image = item.listStyleImage === undefined ? undefined : sources.image(item.listStyleImage)
  if (image) return { kind: 'image', image }
  const type = item.listStyleType
  if (type === 'none') return undefined
  if (type.kind === 'string') return textMarker(type.text, false)
  // AD-HOC: layout centres an outside symbol at a fixed distance as browsers do; a suffix would shift it.
  const suffix = item.listStylePosition === 'outside' && isSymbol(type.name) ? '' : markerSuffix(type.name)
  return textMarker(sources.counter('list-item', type.name) + suffix, isSymbol(type.name))
}

function textMarker(text: string, isSymbol: boolean): MarkerContent | undefined {
  return text === '' ? undefined : { kind: 'text', text, isSymbol }
}

/** The box of an outside marker. Its last space holds the distance to the item, so it must not hang. */
export function buildTextMarker(text: string, style: ComputedStyle, nextId: () => number): InlineRootBox {
  const keepsSpaces = style.whiteSpace === 'pre' || style.whiteSpace === 'break-spaces'
  const kept = keepsSpaces || !text.endsWith(' ') ? text : text.slice(0, -1) + NO_BREAK_SPACE
  return markerBox({ kind: 'text', text: kept, style }, style, nextId)
}

/** What browsers leave between the image of a marker and the item, in px. */
export const MARKER_IMAGE_DISTANCE = 7

/** The image of an inside marker: a margin keeps the text away. */
export function insideImage(image: ReplacedBox): ReplacedBox {
  const side = image.style.direction === 'rtl' ? 'marginLeft' : 'marginRight'
  return { ...image, style: { ...image.style, [side]: { px: MARKER_IMAGE_DISTANCE, percent: 0 } } }
}

export function markerBox(item: InlineItem, style: ComputedStyle, nextId: () => number): InlineRootBox {
  return { kind: 'inline-root', id: nextId(), style, node: undefined, items: [item], decorations: [] }
}
