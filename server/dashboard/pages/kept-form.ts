import { findKeptForm, KEPT_FIELD, KEPT_MS, type SentAgain } from '../forms/kept-form.js'
import { type Html, html } from '../html.js'
import { type DashboardRoute, route, type SignedInVisit } from '../route.js'
import { csrfField } from '../shell.js'
import { facts } from '../views/table.js'
import { ago } from '../views/values.js'
import { KEPT_FORM, targetOf } from './enter.js'

/** Offers what somebody sent when their session had ended: they look at it and send it again, or discard it. */
export const GET_KEPT_FORM: DashboardRoute = route({
  method: 'GET',
  path: KEPT_FORM,
  least: 'signed-in',
  async handle(visit, services) {
    const next = targetOf(visit.query.get('next') ?? '')
    const kept = await findKeptForm(visit.user.id, services)
    if (!kept) return { kind: 'redirect', to: next }
    return {
      kind: 'page',
      title: 'What you sent is kept',
      body: html`<header class="page"><h1>What you sent is kept</h1>
<p class="lead">Your session had ended when you sent this form, ${ago(kept.createdAt, Date.now())}. Nothing was changed. It is kept for ${KEPT_MS / 60_000} minutes.</p></header>
<section class="panel"><form method="post" action="${kept.action}" class="stack">${csrfField(visit)}<input type="hidden" name="${KEPT_FIELD}" value="${kept.sessionId}">
${facts([['Sent to', html`<code>${kept.action}</code>`], ...kept.fields.filter(isShort).map(([name, value]) => [name, value] as const)])}
${kept.fields.map(([name, value], index) => keptField(name, value, index))}
<div class="row"><button class="primary" autofocus>Send it now</button></div></form></section>
${discardForm(visit, kept, next)}`,
    }
  },
})

/** A field as it was sent, which its form sends again. */
function keptField(name: string, value: string, index: number): Html {
  if (value === '' || ABOUT.has(name) || isShort([name, value]))
    return html`<input type="hidden" name="${name}" value="${value}">`
  return html`<div class="field"><label for="f-kept-${index}"><code>${name}</code></label><textarea id="f-kept-${index}" name="${name}" class="mono" rows="12" readonly spellcheck="false">
${value}</textarea></div>`
}

/** Characters of a value that has a place of its own although it is one line. */
const LONG = 80

/** Fields that tell nobody anything: which state of something a form is about. */
const ABOUT = new Set(['revision', 'base', 'saved', 'live'])

function isShort([name, value]: readonly [name: string, value: string]): boolean {
  return value !== '' && !value.includes('\n') && value.length < LONG && !ABOUT.has(name)
}

function discardForm(visit: SignedInVisit, { sessionId }: SentAgain, next: string): Html {
  return html`<form method="post" action="${KEPT_FORM}">${csrfField(visit)}<input type="hidden" name="${KEPT_FIELD}" value="${sessionId}"><input type="hidden" name="next" value="${next}"><button>Discard it</button></form>`
}

/** What is kept is forgotten with every form that names it. */
export const POST_KEPT_FORM: DashboardRoute = route({
  method: 'POST',
  path: KEPT_FORM,
  least: 'signed-in',
  handle: ({ form }) => ({
    kind: 'redirect',
    to: targetOf(form.raw('next')),
    flash: { kind: 'done', text: 'What was kept is discarded.' },
  }),
})

/** Where the studio lets somebody sign in again, in a window beside it. */
export const GET_SIGNED_IN_AGAIN: DashboardRoute = route({
  method: 'GET',
  path: '/dashboard/sign-in/again',
  least: 'signed-in',
  handle: () => ({
    kind: 'page',
    title: 'You are signed in',
    body: html`<section class="narrow card"><h1>You are signed in</h1>
<p>Close this tab and go back to the one that you came from: what you wrote there is saved now.</p>
<p><a class="button" href="/dashboard">To the dashboard</a></p></section>`,
  }),
})
