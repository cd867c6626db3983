import type { FieldErrors } from '../forms/form-fields.js'
import { flag, type Html, type HtmlValue, html, NOTHING } from '../html.js'

/** A form's fields with what was written into them and what is wrong with it. */
export interface FormState {
  readonly values: Readonly<Record<string, string>>
  readonly errors: FieldErrors
}

export const EMPTY_FORM: FormState = { values: {}, errors: {} }

interface FieldOptions {
  readonly name: string
  /** Different for each field of a page; the name when absent. */
  readonly id?: string
  readonly label: HtmlValue
  /** The purpose of the field, in a sentence. */
  readonly help?: HtmlValue
  readonly isOptional?: boolean
}

interface TextOptions extends FieldOptions {
  readonly type?: 'text' | 'email' | 'password' | 'url' | 'number' | 'search' | 'date' | 'datetime-local'
  readonly autocomplete?: string
  readonly placeholder?: string
  readonly isMono?: boolean
  /** Of a number. */
  readonly step?: string
}

/** The attributes that connect a field with its help and its fault, to which the focus goes: of several the first gets it. */
function described(name: string, hasHelp: boolean, error: string | undefined): Html {
  const ids = [...(hasHelp ? [`${name}-help`] : []), ...(error === undefined ? [] : [`${name}-error`])]
  return html`${ids.length > 0 && html`aria-describedby="${ids.join(' ')}"`} ${error !== undefined && html`aria-invalid="true" autofocus`}`
}

function around(
  { name, label, help, isOptional, id = name }: FieldOptions,
  error: string | undefined,
  field: Html,
): Html {
  return html`<div class="field">
<label for="f-${id}">${label}${isOptional && html` <span class="optional">optional</span>`}</label>
${field}
${error !== undefined && html`<p class="error" id="${id}-error">${error}</p>`}
${help !== undefined && html`<p class="help" id="${id}-help">${help}</p>`}
</div>`
}

export function textField(options: TextOptions, { values, errors }: FormState = EMPTY_FORM): Html {
  const { name, id = name, type = 'text', autocomplete, placeholder, isMono, step, help, isOptional } = options
  const error = errors[name]
  // The text of a password field is never sent back.
  const value = type === 'password' ? '' : (values[name] ?? '')
  return around(
    options,
    error,
    html`<input id="f-${id}" name="${name}" type="${type}" value="${value}" class="${isMono ? 'mono' : ''}" ${
      autocomplete !== undefined && html`autocomplete="${autocomplete}"`
    } ${placeholder !== undefined && html`placeholder="${placeholder}"`} ${step !== undefined && html`step="${step}"`} ${flag('required', !isOptional)} ${described(id, help !== undefined, error)}>`,
  )
}

export function areaField(
  options: FieldOptions & { readonly rows?: number; readonly isMono?: boolean; readonly placeholder?: string },
  { values, errors }: FormState = EMPTY_FORM,
): Html {
  const { name, rows = 3, isMono, placeholder = '', help } = options
  const error = errors[name]
  return around(
    options,
    error,
    html`<textarea id="f-${name}" name="${name}" rows="${rows}" class="${isMono ? 'mono' : ''}" placeholder="${placeholder}" spellcheck="false" ${described(name, help !== undefined, error)}>
${values[name] ?? ''}</textarea>`,
  )
}

export interface Choice {
  readonly value: string
  readonly label: string
}

export function selectField(
  options: FieldOptions & { readonly choices: readonly Choice[] },
  { values, errors }: FormState = EMPTY_FORM,
): Html {
  const { name, choices, help } = options
  const error = errors[name]
  return around(
    options,
    error,
    html`<select id="f-${name}" name="${name}" ${described(name, help !== undefined, error)}>${choices.map(
      ({ value, label }) =>
        html`<option value="${value}" ${flag('selected', value === values[name])}>${label}</option>`,
    )}</select>`,
  )
}

interface BoxOptions {
  readonly legend: string
  readonly name: string
  readonly kind: 'radio' | 'checkbox'
  readonly help?: HtmlValue
  readonly choices: readonly (Choice & { readonly help?: HtmlValue })[]
  readonly chosen: readonly string[]
  readonly error?: string | undefined
}

/** Boxes of which several, or circles of which one is chosen. */
export function choiceField({ legend, name, kind, help, choices, chosen, error }: BoxOptions): Html {
  return html`<fieldset class="field choices">
<legend>${legend}</legend>
${help !== undefined && html`<p class="help">${help}</p>`}
${choices.map(
  ({ value, label, help: detail }) =>
    html`<label class="choice"><input type="${kind}" name="${name}" value="${value}" ${flag('checked', chosen.includes(value))}><span><span class="choice-label">${label}</span>${detail !== undefined && html`<span class="help">${detail}</span>`}</span></label>`,
)}
${error !== undefined && html`<p class="error" role="alert">${error}</p>`}
</fieldset>`
}

/** The faults of a form, above it, so that those who do not see the page hear of them first. */
export function formProblem(errors: FieldErrors, name = 'form'): Html {
  const faults = Object.keys(errors).length
  if (faults === 0) return NOTHING
  const text =
    errors[name] ?? (faults === 1 ? 'Please correct the field below.' : `Please correct ${faults} fields below.`)
  // Where no field is at fault, the message itself is what somebody is led to.
  const focus = errors[name] !== undefined && html`tabindex="-1" autofocus`
  return html`<p class="flash problem" role="alert" ${focus}>${text}</p>`
}

export function fileField(
  options: FieldOptions & {
    readonly accept?: string
    readonly isFolder?: boolean
    /** Bytes of all files together, beyond which they are not sent. */
    readonly maxBytes?: number
  },
  error?: string,
): Html {
  const { name, accept, isFolder, maxBytes, help } = options
  return around(
    options,
    error,
    html`<input id="f-${name}" name="${name}" type="file" multiple ${accept !== undefined && html`accept="${accept}"`} ${
      isFolder && html`webkitdirectory`
    } ${maxBytes !== undefined && html`data-max-bytes="${maxBytes}"`} ${described(name, help !== undefined, error)}>`,
  )
}
