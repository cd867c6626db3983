import type { ComputedStyle } from '../../style/computed-style.js'
import type { BoundElement } from '../../template/bound-tree.js'
import type { BuildContext } from './build-context.js'

/** The counter of footnotes, which counts by itself (css-gcpm-3 §2.6). */
const FOOTNOTE = 'footnote'

/** The key of the mark at the call of a footnote. */
export function footnoteKey(element: BoundElement): string {
  return `${element.id}::footnote`
}

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
