import type { ComputedStyle } from '../../style/computed-style.js'
import type { BoundElement } from '../../template/bound-tree.js'
import type { PageMark } from '../box-tree.js'
import { footnoteKey } from '../footnote-key.js'
import { pageCounterChanges, showsOwnPage } from '../page-counters.js'
import type { BuildContext } from './build-context.js'
import { ElementContent } from './element-content.js'
import { contentText } from './generated-content.js'

/** The key of the mark of an element, or of its pseudo-element. */
export function markKey(element: BoundElement, origin: string): string {
  return origin === 'element' ? `${element.id}` : `${element.id}::${origin}`
}

/** The mark of an element whose content begins; undefined for most, which need none. */
export function elementMark(context: BuildContext, element: BoundElement, style: ComputedStyle): PageMark | undefined {
  const { stringSet, bookmarkLevel, counterReset, counterIncrement, counterSet } = style
  const pageCounter =
    counterReset.length + counterIncrement.length + counterSet.length > 0
      ? pageCounterChanges(counterReset, counterIncrement, counterSet)
      : []
  const id = element.attributes.get('id')
  const wanted = id !== undefined && context.marks.wanted.has(id)
  const needed = wanted || stringSet.length > 0 || bookmarkLevel !== 'none' || pageCounter.length > 0
  if (!needed && !hasPageInMarker(context, element, style)) return undefined

  const key = markKey(element, 'element')
  const sources = new ElementContent(context, element, key)
  if (wanted) {
    context.marks.foundTarget(id, {
      key,
      counters: context.counters.values(),
      text: sources.ownText('content'),
      before: sources.ownText('before'),
      after: sources.ownText('after'),
      marker: sources.ownText('marker'),
    })
  }
  return {
    key,
    strings: stringSet.map(({ name, value }) => ({ name, value: contentText(value, style, sources) })),
    bookmark: bookmarkLevel === 'none' ? undefined : bookmark(style, bookmarkLevel, sources),
    pageCounter,
    running: undefined,
    footnote: undefined,
  }
}

/** The mark of a pseudo-element that shows the number of its page. */
export function pseudoMark(element: BoundElement, style: ComputedStyle, origin: string): PageMark | undefined {
  if (!showsOwnPage(style.content)) return undefined
  return plainMark(markKey(element, origin))
}

/** A mark that only finds its page. */
export function plainMark(key: string): PageMark {
  return { key, strings: [], bookmark: undefined, pageCounter: [], running: undefined, footnote: undefined }
}

/** An empty label makes no entry. */
function bookmark(style: ComputedStyle, level: number, sources: ElementContent): PageMark['bookmark'] {
  const label = contentText(style.bookmarkLabel, style, sources).replace(/\s+/gu, ' ').trim()
  return label === '' ? undefined : { level, label, state: style.bookmarkState }
}

function hasPageInMarker(context: BuildContext, element: BoundElement, { display }: ComputedStyle): boolean {
  if (display !== 'list-item') return false
  const marker = context.styled.pseudo(element, 'marker')
  return marker !== undefined && showsOwnPage(marker.content)
}

/** The counter of footnotes, which counts by itself (css-gcpm-3 §2.6). */
const FOOTNOTE = 'footnote'

/**
 * Counts a footnote, unless its own style does. Where pages reset the counter, layout tells which footnote of its page
 * it is; before it does, the footnotes of the whole document are counted.
 */
export function countFootnote(context: BuildContext, element: BoundElement, style: ComputedStyle): void {
  const { counters, marks } = context
  if (style.counterIncrement.some(({ name }) => name === FOOTNOTE)) return
  counters.count(FOOTNOTE)
  if (!countsByPage(context)) return
  marks.askPages()
  const known = marks.references.footnotes.get(footnoteKey(element))
  if (known !== undefined) counters.setInnermost(FOOTNOTE, known)
}

/** `counter-reset: footnote` in page rules begins anew on each page. */
function countsByPage({ styled }: BuildContext): boolean {
  const { style } = styled.pageStyle({ number: 1, name: '', blank: false, groupPage: 1 })
  return style.counterReset.some(({ name }) => name === FOOTNOTE)
}
