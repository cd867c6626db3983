import type { Size } from '../base/geometry.js'
import type { Fragment } from '../layout/fragment-tree.js'
import type { InsertedOnPage } from '../layout/page.js'
import { destinationName } from './link-target.js'
import type { PaintSources } from './paint-context.js'
import type { PaintTarget } from './paint-target.js'

/** Puts a page of another document in the place of one of this; links lead to its corner that lead to what begins with it. */
export function paintInsertedPage(
  size: Size,
  { page, node, insertion, begins }: InsertedOnPage,
  target: PaintTarget,
  { structure }: PaintSources,
): void {
  target.beginPage(size)
  const part = structure?.partOf(node, insertion.document.structure?.headings ?? [])
  const figure =
    part !== undefined && !page.isTagged ? structure?.pageFigure(node, part, insertion.alternative) : undefined
  target.insertPage({ page, insertion, part, figure })
  if (begins) nameBeginnings(begins.fragment, target)
  target.endPage()
}

function nameBeginnings(fragment: Fragment, target: PaintTarget): void {
  if (fragment.kind !== 'box') return
  const { node } = fragment.box
  const name = node && destinationName(node)
  if (name !== undefined) target.destination(name, 0, 0)
  for (const child of fragment.children) nameBeginnings(child.fragment, target)
}
