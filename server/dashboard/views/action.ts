import { type Html, type HtmlValue, html } from '../html.js'
import type { Visit } from '../route.js'
import { csrfField } from '../shell.js'
import { EMPTY_FORM, type FormState, textField } from './fields.js'

interface ActionOptions {
  readonly to: string
  readonly label: HtmlValue
  readonly look?: 'primary' | 'danger' | 'small' | 'small danger'
  readonly fields?: Readonly<Record<string, string>>
}

/** A button that does something: a form of its own. */
export function actionButton(visit: Visit, { to, label, look, fields = {} }: ActionOptions): Html {
  return html`<form method="post" action="${to}">${csrfField(visit)}${Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}<button class="${look ?? ''}">${label}</button></form>`
}

interface DangerOptions {
  readonly to: string
  readonly title: string
  /** The effects of the action, and which of them cannot be undone. */
  readonly text: HtmlValue
  /** Has to be typed. */
  readonly name: string
  readonly label: string
}

/** Something that cannot be undone: the name of what it is done to has to be typed. */
export function dangerPanel(visit: Visit, options: DangerOptions, state: FormState = EMPTY_FORM): Html {
  const { to, title, text, name, label } = options
  return html`<section class="panel danger"><h2>${title}</h2><p>${text}</p>
<form method="post" action="${to}" class="stack">${csrfField(visit)}
${textField({ name: 'confirm', label: html`Type <code>${name}</code> to confirm`, autocomplete: 'off', isMono: true }, state)}
<button class="danger">${label}</button></form></section>`
}

/** Whether the name was typed that a `dangerPanel` asks for. */
export function isConfirmed({ form }: Visit, name: string): boolean {
  if (form.raw('confirm').trim() === name.trim()) return true
  form.fail('confirm', 'This is not the name.')
  return false
}
