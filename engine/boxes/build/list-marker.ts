import type { DecodedImage } from '../../images/image-types.js'
import type { ComputedStyle } from '../../style/computed-style.js'
import type { SymbolName } from '../box-tree.js'
import { isSymbol, markerPrefix, markerSuffix } from '../counter-styles.js'
import { type ContentSources, contentAlternative, generatedText } from './generated-content.js'

/** A marker before the content of a list item. */
export type MarkerContent =
  | {
      readonly kind: 'text'
      readonly text: string
      readonly symbol: SymbolName | undefined
      /** What is told in its place; empty for ornament. */
      readonly alternative?: string | undefined
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
  if (marker.content !== 'normal') {
    const image = imageOf(marker, sources)
    if (image) return { kind: 'image', image }
    const content = textMarker(generatedText(marker, sources))
    return content && { ...content, alternative: contentAlternative(marker, sources) }
  }
  const image = item.listStyleImage === undefined ? undefined : sources.image(item.listStyleImage)
  if (image) return { kind: 'image', image }
  const type = item.listStyleType
  if (type === 'none') return undefined
  if (type.kind === 'string') {
    sources.count(type.text.length)
    return textMarker(type.text)
  }
  // AD-HOC: layout centres an outside symbol at a fixed distance as browsers do; a suffix would shift it.
  const suffix = item.listStylePosition === 'outside' && isSymbol(type.name) ? '' : markerSuffix(type.name)
  const number = sources.counter({ kind: 'counter', name: 'list-item', style: type.name, span: type.span })
  const text = markerPrefix(type.name) + number + suffix
  return textMarker(text, isSymbol(type.name) ? type.name : undefined)
}

/**
 * The image that is all of a marker's content. One that does not exist is reported, wherever it stands.
 *
 * UNSUPPORTED: images beside text.
 */
function imageOf({ content }: ComputedStyle, sources: ContentSources): DecodedImage | undefined {
  if (typeof content === 'string') return undefined
  const images = content.flatMap((item) => (item.kind === 'image' ? [sources.image(item.image)] : []))
  return content.length === 1 ? images[0] : undefined
}

function textMarker(text: string, symbol?: SymbolName): (MarkerContent & { kind: 'text' }) | undefined {
  return text === '' ? undefined : { kind: 'text', text, symbol }
}

/** The gap that browsers leave between the image of a marker and the item, in px. */
export const MARKER_IMAGE_DISTANCE = 7
