import type { PreviewOutcome } from '../../render/preview-types.js'
import type { Assets } from '../assets.js'
import { type Html, html } from '../html.js'
import type { Answer } from '../route.js'

/** A sheet with lines, until the first page is drawn in its place, and where it cannot be. */
const SHEET = html`<svg viewBox="0 0 120 90" width="120" height="90" aria-hidden="true"><rect class="sheet" x="34" y="8" width="52" height="74" rx="2"/><path class="ink" d="M41 18h20M41 28h38M41 34h38M41 40h30M41 52h38M41 58h38M41 64h24" stroke-width="2"/></svg>`

/**
 * How long browsers keep a picture of what never changes: a version's text and data. They ask for it with the time of
 * publication, since a template that is made anew counts from 1 again.
 */
const CACHE = 'private, max-age=86400'

/** Cards with pictures, which `thumbnails.js` draws. */
export function gallery(assets: Assets, cards: readonly Html[], look: 'choosing' | undefined = undefined): Html {
  return html`<ul class="gallery ${look ?? ''}" data-pdf="${assets.address('pdf.js') ?? ''}" data-worker="${assets.address('pdf-worker.js') ?? ''}">${cards}</ul>`
}

/** The place of a picture. @param address of the PDF whose first page it is */
export function picture(address: string): Html {
  return html`<span class="thumb" data-pdf="${address}">${SHEET}</span>`
}

/** The PDF of a picture. Lists go without one that cannot be made; the page of the template says why. */
export function pictureAnswer(outcome: PreviewOutcome): Answer {
  const type = 'application/pdf'
  if (outcome.kind !== 'previewed') return { kind: 'content', type, content: '', status: 204 }
  return { kind: 'content', type, content: outcome.pdf, headers: { 'Cache-Control': CACHE } }
}
