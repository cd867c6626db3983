import type { PreviewOutcome } from '../../render/preview-types.js'
import { newId } from '../../storage/ids.js'
import { type Html, html } from '../html.js'
import type { Answer, MemberVisit } from '../route.js'
import type { DashboardServices } from '../services.js'

/** A sheet with lines, until the first page is drawn in its place, and where it cannot be. */
const SHEET = html`<svg viewBox="0 0 120 90" width="120" height="90" aria-hidden="true"><rect class="sheet" x="34" y="8" width="52" height="74" rx="2"/><path class="ink" d="M41 18h20M41 28h38M41 34h38M41 40h30M41 52h38M41 58h38M41 64h24" stroke-width="2"/></svg>`

/**
 * How long browsers keep a picture of what never changes: a version's text and data. They ask for it with the time of
 * publication, since a template that is made anew counts from 1 again.
 */
const CACHE = 'private, max-age=86400'

/** In pixels, for the widest card on a fine screen. */
const WIDTH = 400

/** The time that drawing may take, in ms. */
const TIMEOUT_MS = 5_000

/** Cards with pictures, which `thumbnails.js` shows. */
export function gallery(cards: readonly Html[], look: 'choosing' | undefined = undefined): Html {
  return html`<ul class="gallery ${look ?? ''}">${cards}</ul>`
}

/** The place of a picture. @param address of the picture */
export function picture(address: string): Html {
  return html`<span class="thumb" data-picture="${address}">${SHEET}</span>`
}

/**
 * The picture of the first page. Lists go without one that cannot be made: the page of the template says why, and the
 * package that draws may be missing.
 */
export async function pictureAnswer(
  outcome: PreviewOutcome,
  { organization }: MemberVisit,
  { pages }: DashboardServices,
): Promise<Answer> {
  const none = { kind: 'content', type: 'image/png', content: '', status: 204 } as const
  if (outcome.kind !== 'previewed' || !pages.isInstalled) return none
  const drawn = await pages.draw({
    organizationId: organization.id,
    requestId: newId('req'),
    task: { pdf: outcome.pdf, format: 'png', page: 1, width: WIDTH, timeoutMs: TIMEOUT_MS },
  })
  if (drawn.kind !== 'drawn') return none
  return { kind: 'content', type: 'image/png', content: drawn.content, headers: { 'Cache-Control': CACHE } }
}
