import type { ComputedStyle } from '../../style/computed-style.js'
import type { InlineItem, InlineRootBox, ReplacedBox } from '../box-tree.js'
import type { Source } from './box-builder.js'
import type { BuildContext } from './build-context.js'
import { ElementContent } from './element-content.js'
import type { FlowBuilder } from './flow-builder.js'
import { textItem } from './inline-run.js'
import { MARKER_IMAGE_DISTANCE, type MarkerContent, markerContent } from './list-marker.js'
import { markKey } from './make-mark.js'
import { generatedImage } from './replaced-box.js'

const NO_BREAK_SPACE = '\u00a0'

/** The marker of a source; undefined unless it is a list item that has one. */
export function itemMarker(context: BuildContext, source: Source): MarkerContent | undefined {
  const { element, style, origin } = source
  if (style.display !== 'list-item' || origin !== 'element') return undefined
  const sources = new ElementContent(context, element, markKey(element, 'element'))
  return markerContent(style, markerStyle(context, source), sources)
}

/** The box of a marker that stands beside the list item. */
export function outsideMarker(context: BuildContext, source: Source, content: MarkerContent): InlineRootBox {
  const style = markerStyle(context, source)
  if (content.kind === 'text')
    return {
      ...markerBox(context, textItem(keptText(content.text, style), style, content.symbol), style),
      ...toldMarker(source, content),
    }
  return markerBox(
    context,
    { kind: 'atomic', box: generatedImage(context, source.element, style, content.image) },
    style,
  )
}

/** Adds the marker that the first line of a list item begins with. */
export function addInsideMarker(context: BuildContext, source: Source, marker: MarkerContent, flow: FlowBuilder): void {
  const style = markerStyle(context, source)
  flow.openMarker(context.styled.anonymous(style, 'inline'), toldMarker(source, marker).alternative)
  if (marker.kind === 'text') flow.addVerbatim(marker.text, style, marker.symbol)
  else flow.addAtomic(insideImage(generatedImage(context, source.element, style, marker.image)))
  flow.closeInline()
}

function toldMarker({ element }: Source, marker: MarkerContent): Pick<InlineRootBox, 'alternative'> {
  if (marker.kind !== 'text' || marker.alternative === undefined) return {}
  return { alternative: { text: marker.alternative, element, isBehind: false, isImage: false } }
}

function markerStyle({ styled }: BuildContext, { element, style }: Source): ComputedStyle {
  return styled.pseudo(element, 'marker') ?? styled.anonymous(style, 'inline')
}

function markerBox({ nextId }: BuildContext, item: InlineItem, style: ComputedStyle): InlineRootBox {
  return { kind: 'inline-root', id: nextId(), style, node: undefined, items: [item], decorations: [] }
}

/** The last space of an outside marker holds the distance to the item, so it must not hang. */
function keptText(text: string, { whiteSpaceCollapse, textWrapMode }: ComputedStyle): string {
  const keepsSpaces =
    whiteSpaceCollapse === 'break-spaces' || (whiteSpaceCollapse === 'preserve' && textWrapMode === 'nowrap')
  return keepsSpaces || !text.endsWith(' ') ? text : text.slice(0, -1) + NO_BREAK_SPACE
}

/** The image of an inside marker: a margin keeps the text away. */
function insideImage(image: ReplacedBox): ReplacedBox {
  const side = image.style.direction === 'rtl' ? 'marginLeft' : 'marginRight'
  return { ...image, style: { ...image.style, [side]: { px: MARKER_IMAGE_DISTANCE, percent: 0 } } }
}
