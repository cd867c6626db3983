import { MAX_REQUESTS_PER_SECOND } from '../../limits/quotas.js'
import { isAddressRange, MAX_RANGES } from '../../storage/keys/allow-list.js'
import { type ApiKey, KEY_SCOPES, type KeyScope, type KeySettings } from '../../storage/store.js'
import type { FormFields } from '../forms/form-fields.js'
import { type Html, html } from '../html.js'
import { areaField, choiceField, type FormState, textField } from '../views/fields.js'

const DAY_MS = 86_400_000

/** The fields of a key that is made or changed. */
export function keyFields(state: FormState): Html {
  const { scope = '', makes = 'all' } = state.values
  return html`${textField({ name: 'description', label: 'Description', help: 'What uses the key, such as “shop, production”.', autocomplete: 'off' }, state)}
${areaField(
  {
    name: 'allow',
    label: 'Allowed addresses',
    isOptional: true,
    isMono: true,
    placeholder: '203.0.113.0/24',
    help: 'IP addresses or ranges (CIDR), one to a line. Requests from elsewhere are refused. Empty: from anywhere.',
  },
  state,
)}
${choiceField({
  legend: 'Documents',
  name: 'makes',
  kind: 'radio',
  chosen: [makes],
  choices: [
    { value: 'all', label: 'All documents' },
    {
      value: 'tests',
      label: 'Test documents only',
      help: html`Requests without <code>"isTest": true</code> are refused. For development and for automatic tests.`,
    },
  ],
})}
${choiceField({
  legend: 'Besides making documents of templates',
  name: 'scope',
  kind: 'checkbox',
  error: state.errors.scope,
  chosen: scope.split(' '),
  choices: [
    {
      value: 'manage',
      label: 'Change templates and partials',
      help: 'For programs that deploy templates: whoever has the key can change what all documents say.',
    },
    {
      value: 'generate-html',
      label: 'Make documents of HTML that is sent',
      help: 'Without a template in between, so that programs decide what documents look like.',
    },
  ],
})}
${textField({ name: 'expires', label: 'Last day (UTC)', type: 'date', isOptional: true, help: 'Requests on the days after it are refused. Empty: the key does not expire.' }, state)}
${textField({ name: 'rate', label: 'Requests per second', type: 'number', isOptional: true, help: 'At most. Empty: as many as the organization has.' }, state)}`
}

/** What a form says of a key; what is wrong with it is gathered. @param before the key that is changed: an end that it has may be past */
export function readKeySettings(form: FormFields, before?: ApiKey): KeySettings {
  const description = form.text('description', 'The description')
  const allowIps = form
    .raw('allow')
    .split(/[\s,]+/)
    .filter((range) => range !== '')
  const wrong = allowIps.find((range) => !isAddressRange(range))
  if (wrong !== undefined) form.fail('allow', `“${wrong}” is neither an IP address nor a range such as 203.0.113.0/24.`)
  if (allowIps.length > MAX_RANGES) form.fail('allow', `A key can have at most ${MAX_RANGES} entries.`)
  const scopes = readScopes(form)
  const makes = form.has('makes') ? form.choice('makes', 'The documents', ['all', 'tests']) : 'all'
  const expiresAt = readEnd(form)
  const requestsPerSecond = readRate(form)
  const isPast = expiresAt !== undefined && expiresAt <= Date.now() && expiresAt !== before?.expiresAt
  if (isPast) form.fail('expires', 'This day is over. Choose a later one, or revoke the key.')
  return { description, allowIps, scopes, isTestOnly: makes === 'tests', expiresAt, requestsPerSecond }
}

/** Those that are ticked; `generate` goes without saying. */
function readScopes(form: FormFields): readonly KeyScope[] {
  const names = form.all('scope')
  const unknown = names.find((name) => !KEY_SCOPES.some((scope) => scope === name))
  if (unknown !== undefined) form.fail('scope', `There is no scope “${unknown.slice(0, 40)}”.`)
  return KEY_SCOPES.filter((scope) => scope === 'generate' || names.includes(scope))
}

function readRate(form: FormFields): number | undefined {
  const text = form.raw('rate').trim()
  if (text === '') return undefined
  if (/^[1-9]\d{0,5}$/.test(text) && Number(text) <= MAX_REQUESTS_PER_SECOND) return Number(text)
  form.fail('rate', `Write a whole number from 1 to ${MAX_REQUESTS_PER_SECOND}.`)
  return undefined
}

/** The end of the last day, as epoch ms. */
function readEnd(form: FormFields): number | undefined {
  const day = form.raw('expires').trim()
  if (day === '') return undefined
  const at = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
  if (!Number.isNaN(at)) return at + DAY_MS
  form.fail('expires', 'Write the day like 2027-12-31.')
  return undefined
}

/** A form as it was sent, to be shown again. */
export function typedSettings(form: FormFields): FormState['values'] {
  return {
    description: form.raw('description'),
    allow: form.raw('allow'),
    scope: form.all('scope').join(' '),
    makes: form.raw('makes') || 'all',
    expires: form.raw('expires'),
    rate: form.raw('rate'),
  }
}

/** A key as its form shows it. */
export function valuesOf({
  description,
  allowIps,
  scopes,
  isTestOnly,
  expiresAt,
  requestsPerSecond,
}: ApiKey): FormState['values'] {
  return {
    description,
    allow: allowIps.join('\n'),
    scope: scopes.join(' '),
    makes: isTestOnly ? 'tests' : 'all',
    expires: expiresAt === undefined ? '' : new Date(expiresAt - DAY_MS).toISOString().slice(0, 10),
    rate: String(requestsPerSecond ?? ''),
  }
}
