import type { ComputedStyle } from '../../style/computed-style.js'
import type { InlineItem } from '../box-tree.js'
import type { Source } from './box-builder.js'
import type { BuildContext } from './build-context.js'
import { partsOf } from './control-parts.js'
import { InlineRun } from './inline-run.js'
import { isCollapsibleWhiteSpace, SPACE } from './white-space.js'

const NO_ITEMS: readonly InlineItem[] = []

/** The text of an element whose content is nothing else. */
export function onlyText(
  { styled, awaitsLetter }: BuildContext,
  { element, style, origin }: Source,
): string | undefined {
  const only = element.children[0]
  if (origin !== 'element' || only?.kind !== 'text' || only.running || element.children.length !== 1) return undefined
  if (
    partsOf(element, style).length > 0 ||
    style.float === 'footnote' ||
    awaitsLetter ||
    styled.hasFirstLetter(element)
  )
    return undefined
  return styled.pseudo(element, 'before') || styled.pseudo(element, 'after') ? undefined : only.text
}

/**
 * The items of an inline formatting context that holds nothing but one text: what an `InlineRun` would give, without
 * its cost for the most frequent content of all, a short text in a table cell. Empty when nothing is left of it.
 */
export function itemsOfOnlyText(text: string, style: ComputedStyle): readonly InlineItem[] {
  if (style.textTransform === 'none' && style.whiteSpaceCollapse === 'collapse') {
    let start = 0
    let end = text.length
    while (start < end && isCollapsibleWhiteSpace(text.charCodeAt(start))) start++
    if (start === end) return NO_ITEMS
    while (isCollapsibleWhiteSpace(text.charCodeAt(end - 1))) end--
    if (hasSingleSpacesOnly(text, start, end)) {
      return [{ kind: 'text', text: start === 0 && end === text.length ? text : text.slice(start, end), style }]
    }
  }
  const run = new InlineRun()
  run.addText(text, style)
  return run.hasContent ? run.finish(noInlineBoxes) : NO_ITEMS
}

function hasSingleSpacesOnly(text: string, start: number, end: number): boolean {
  let afterSpace = false
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i)
    if (code > SPACE) afterSpace = false
    else if (code === SPACE && !afterSpace) afterSpace = true
    else if (isCollapsibleWhiteSpace(code)) return false
  }
  return true
}

/** Text alone has no inline boxes that want numbers. */
function noInlineBoxes(): number {
  return -1
}
