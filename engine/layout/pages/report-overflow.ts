import { hasOverflow } from '../flow/overflow.js'
import type { Fragment } from '../fragment-tree.js'
import type { LayoutContext } from '../layout-types.js'
import type { Page } from '../page.js'
import { CutOffReport } from './report-cut-off.js'

/** Hands on the pages of a document and reports what is too tall or too wide for them. */
export function* reportOverflow(ctx: LayoutContext, pages: Iterable<Page>): Generator<Page, void, void> {
  const cutOff = new CutOffReport(ctx.diagnostics)
  for (const page of pages) {
    cutOff.add(page)
    if (hasOverflow(ctx)) {
      for (const placed of [page.content, page.notes]) if (placed) reportWithin(ctx, placed.fragment)
    }
    yield page
  }
}

function reportWithin(ctx: LayoutContext, fragment: Fragment): void {
  if (fragment.kind !== 'box' && fragment.kind !== 'line') return
  if (fragment.kind === 'box' && fragment.overflow !== undefined) {
    ctx.diagnostics.warn('content-overflows-page', fragment.overflow, fragment.box.node?.template.span)
  }
  for (const child of fragment.children) reportWithin(ctx, child.fragment)
}
