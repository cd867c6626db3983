import { type HtmlValue, html } from '../html.js'
import type { Answer, Visit } from '../route.js'
import { actionButton } from './action.js'

interface ConfirmationOptions {
  readonly title: string
  /** What happens then, and what stays as it is. */
  readonly text: HtmlValue
  /** Where it is done. */
  readonly to: string
  readonly label: string
  readonly look?: 'primary' | 'danger'
  readonly fields?: Readonly<Record<string, string>>
  /** The page that leads here. */
  readonly back: string
  readonly backLabel: string
  /** A look at what it is about. */
  readonly more?: HtmlValue
}

/** Asks before something is done that is not easily undone, and says what happens. */
export function confirmation(visit: Visit, options: ConfirmationOptions): Answer {
  const { title, text, to, label, look = 'danger', fields, back, backLabel, more } = options
  return {
    kind: 'page',
    title,
    body: html`<p class="back"><a href="${back}">${backLabel}</a></p>
<header class="page"><h1>${title}</h1></header>
<section class="panel"><p>${text}</p>${more}
<div class="row">${actionButton(visit, { to, label, look, ...(fields && { fields }) })}<a class="button" href="${back}">Cancel</a></div></section>`,
  }
}
