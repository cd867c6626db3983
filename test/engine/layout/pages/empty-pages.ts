import type { Box, InlineBox } from '../../../../engine/boxes/box-tree.js'
import type { Fragment } from '../../../../engine/layout/fragment-tree.js'
import type { LaidOutPage } from '../../../../engine/layout/page.js'
import type { ComputedStyle } from '../../../../engine/style/computed-style.js'
import { textsOf } from '../lay-out.js'

/** Content without free space above it. */
const AT_START: ReadonlySet<string> = new Set(['normal', 'auto', 'stretch', 'start', 'flex-start', 'self-start'])

/**
 * Throws if there is nothing on a page. Not meant is free space above content that a flex container or grid puts lower:
 * it takes as much of a page as it is long, and where the container goes on over it there may be nothing else.
 */
export function checkEmptyPages({ pages }: { readonly pages: readonly LaidOutPage[] }): void {
  for (const page of pages) {
    if (textsOf(page).length > 0 || (page.content && showsFreeSpace(page.content.fragment))) continue
    throw new Error(`nothing stands on page ${page.number} of ${pages.length}`)
  }
}

function showsFreeSpace(fragment: Fragment): boolean {
  if (fragment.kind !== 'box' && fragment.kind !== 'line') return false
  if (fragment.kind === 'box' && fragment.cut?.bottom && putsLower(fragment.box)) return true
  return fragment.children.some((child) => showsFreeSpace(child.fragment))
}

function putsLower(box: Box | InlineBox): boolean {
  if (box.kind !== 'flex' && box.kind !== 'grid') return false
  const { alignItems, alignContent, justifyContent } = box.style
  return [alignItems, alignContent, justifyContent].some(isLower) || box.children.some(({ style }) => isPutLower(style))
}

function isPutLower({ alignSelf, marginTop }: ComputedStyle): boolean {
  return marginTop === 'auto' || isLower(alignSelf)
}

function isLower(alignment: ComputedStyle['alignSelf'] | ComputedStyle['alignContent']): boolean {
  return !AT_START.has(typeof alignment === 'string' ? alignment : alignment.keyword)
}
