import { type Html, html } from '../html.js'
import { type DashboardRoute, type MemberVisit, route } from '../route.js'
import type { DashboardServices } from '../services.js'
import { differences, textsOf } from './differences.js'
import { requireTemplate, STUDIO, studioAddress } from './draft-of-visit.js'
import { sideOf } from './template-contents.js'

/** A page that shows `pageComparison` needs these besides. */
export const COMPARING = {
  styles: ['studio.css'],
  scripts: ['compare.js'],
  policy: { 'worker-src': "'self'" },
} as const

/** The number of a version, or `draft`, as people read it. */
function nameOf(which: string): string {
  return which === 'draft' ? 'Draft' : `Version ${which}`
}

/** The pages of two states beside each other, drawn by a script; links to both without. */
export function pageComparison(visit: MemberVisit, { assets }: DashboardServices, from: string, to: string): Html {
  const address = studioAddress(visit)
  const pdfOf = (which: string) =>
    which === 'draft' ? `${address}/draft.pdf` : `${address}/versions/${which}/document.pdf`
  const link = (which: string) =>
    html`<a href="${pdfOf(which)}" target="_blank" rel="noopener">PDF of ${nameOf(which).toLowerCase()}</a>`
  return html`<section class="panel" id="compare-pages" data-before="${pdfOf(from)}" data-after="${pdfOf(to)}" data-pdf="${assets.address('pdf.js') ?? ''}" data-worker="${assets.address('pdf-worker.js') ?? ''}"><header><h2>Pages</h2></header>
<p class="row">${link(from)}${link(to)}</p></section>`
}

const GET_COMPARE = route({
  method: 'GET',
  path: `${STUDIO}/compare`,
  least: 'viewer',
  async handle(visit, services) {
    await requireTemplate(visit, services)
    const { query } = visit
    const from = query.get('from') ?? ''
    const to = query.get('to') ?? 'draft'
    const [before, after] = await Promise.all([sideOf(visit, services, from), sideOf(visit, services, to)])
    return {
      kind: 'page',
      title: `${nameOf(from)} and ${nameOf(to)}`,
      ...COMPARING,
      body: html`<p class="back"><a href="${studioAddress(visit)}/versions">Versions</a></p>
<header class="page"><h1>${nameOf(from)} and ${nameOf(to).toLowerCase()}</h1></header>
${pageComparison(visit, services, from, to)}
${differences({ name: nameOf(from), texts: textsOf(before) }, { name: nameOf(to), texts: textsOf(after) })}`,
    }
  },
})

export const COMPARE_ROUTES: readonly DashboardRoute[] = [GET_COMPARE]
