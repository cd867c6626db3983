import type { TemplateSummary } from '../../storage/store.js'
import type { WebhookConfiguration } from '../../storage/webhooks/webhook-store.js'
import { EVENT_TYPES } from '../../webhooks/rules/event.js'
import type { WebhookFilters } from '../../webhooks/rules/filters.js'
import { DEFAULT_SETTINGS } from '../../webhooks/rules/retry-policy.js'
import type { FormFields } from '../forms/form-fields.js'
import { type Html, html } from '../html.js'
import { choiceField, type FormState, selectField, textField } from '../views/fields.js'

/** The fields of an endpoint, by the names that `WebhookError` has for them. */
const FIELDS = [
  'name',
  'url',
  'scope',
  'max_retries',
  'timeout',
  'backoff_multiplier',
  'filters.is_test',
  'filters.min_size_kb',
  'filters.max_size_kb',
  'filters.endpoint_path_pattern',
  'filters.exclude_errors',
] as const

export interface WebhookFormState extends FormState {
  readonly events: readonly string[]
  /** The paths of the templates that are ticked. */
  readonly templates: readonly string[]
}

/** The form as it is first shown: for a new endpoint, or for an existing one. */
export function stateOf(webhook: WebhookConfiguration | undefined): WebhookFormState {
  const { maxRetries, timeoutSeconds, backoffMultiplier } = webhook ?? DEFAULT_SETTINGS
  const filters = webhook?.filters ?? {}
  const values = {
    name: webhook?.name ?? '',
    url: webhook?.url ?? '',
    scope: webhook?.templatePaths === undefined ? 'all' : 'some',
    max_retries: String(maxRetries),
    timeout: String(timeoutSeconds),
    backoff_multiplier: String(backoffMultiplier),
    'filters.is_test': filters.isTest === undefined ? '' : String(filters.isTest),
    'filters.min_size_kb': String(filters.minSizeKb ?? ''),
    'filters.max_size_kb': String(filters.maxSizeKb ?? ''),
    'filters.endpoint_path_pattern': filters.endpointPathPattern ?? '',
    'filters.exclude_errors': filters.excludeErrors?.join(', ') ?? '',
  }
  return { values, errors: {}, events: webhook?.events ?? EVENT_TYPES, templates: webhook?.templatePaths ?? [] }
}

/** The form as it was sent, with its faults. */
export function sentState(form: FormFields): WebhookFormState {
  const values = Object.fromEntries(FIELDS.map((name) => [name, form.raw(name)]))
  return { values, errors: form.errors, events: form.all('events'), templates: form.all('templates') }
}

/** Reads the form; what is wrong is said in it. What the rules of endpoints forbid is found out by them. */
export function readWebhook(form: FormFields): WebhookConfiguration {
  const { maxRetries, timeoutSeconds, backoffMultiplier } = DEFAULT_SETTINGS
  const events = EVENT_TYPES.filter((type) => form.all('events').includes(type))
  if (events.length === 0) form.fail('events', 'Choose at least one event.')
  const isForSome = form.raw('scope') === 'some'
  const paths = form.all('templates')
  if (isForSome && paths.length === 0) form.fail('templates', 'Tick at least one template.')
  return {
    name: form.text('name', 'The name'),
    url: form.text('url', 'The address', { max: 2_000 }),
    events,
    templatePaths: isForSome ? paths : undefined,
    filters: readFilters(form),
    maxRetries: form.wholeNumber('max_retries', 'This', 0, 5) ?? maxRetries,
    timeoutSeconds: form.wholeNumber('timeout', 'This', 5, 60) ?? timeoutSeconds,
    backoffMultiplier: form.number('backoff_multiplier', 'This', 1, 10) ?? backoffMultiplier,
  }
}

function readFilters(form: FormFields): WebhookFilters {
  const isTest = form.raw('filters.is_test')
  const excluded = form
    .raw('filters.exclude_errors')
    .split(/[\s,]+/)
    .filter((code) => code !== '')
  const pattern = form.text('filters.endpoint_path_pattern', 'The pattern', { max: 500, isOptional: true })
  const filters: WebhookFilters = {
    isTest: isTest === '' ? undefined : isTest === 'true',
    minSizeKb: form.number('filters.min_size_kb', 'This', 0, 1_000_000),
    maxSizeKb: form.number('filters.max_size_kb', 'This', 0, 1_000_000),
    endpointPathPattern: pattern === '' ? undefined : pattern,
    excludeErrors: excluded.length === 0 ? undefined : excluded.map((code) => code.toUpperCase()),
  }
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))
}

/** A template that events can be about. */
export type NamedTemplate = Pick<TemplateSummary, 'endpointPath' | 'name'>

/** The templates as boxes; one that is ticked and has gone is still there. */
function templateBoxes(known: readonly NamedTemplate[], { templates, errors }: WebhookFormState): Html {
  const gone = templates.filter((path) => !known.some(({ endpointPath }) => endpointPath === path))
  const choices = [
    ...known.map(({ endpointPath, name }) => ({
      value: endpointPath,
      label: name,
      help: html`<code>${endpointPath}</code>`,
    })),
    ...gone.map((path) => ({ value: path, label: path, help: 'There is no template at this path now.' })),
  ]
  if (choices.length === 0) return html`<p class="help">There are no templates yet.</p>`
  return html`<div class="ticked">${choiceField({
    legend: 'Chosen templates',
    name: 'templates',
    kind: 'checkbox',
    help: 'Only read with “Only those ticked below”.',
    chosen: templates,
    error: errors.templates,
    choices,
  })}</div>`
}

/** All settings of an endpoint, with what they mean. @param templates those of the organization */
export function webhookFields(state: WebhookFormState, templates: readonly NamedTemplate[]): Html {
  const { values, errors, events } = state
  const hasFilters = FIELDS.some((name) => name.startsWith('filters.') && (values[name] ?? '') !== '')
  return html`${textField({ name: 'name', label: 'Name', help: 'How you call it, such as “orders, production”.', autocomplete: 'off' }, state)}
${textField({ name: 'url', label: 'Address', type: 'url', isMono: true, placeholder: 'https://example.com/hooks/platen', help: 'Gets a POST with JSON for each event. It must be https and reachable from the internet, and answer with a 2xx status.' }, state)}
${choiceField({
  legend: 'Events',
  name: 'events',
  kind: 'checkbox',
  chosen: events,
  error: errors.events,
  choices: [
    {
      value: 'document.completed',
      label: 'document.completed',
      help: 'An asynchronous document was made; the event has its address.',
    },
    { value: 'document.failed', label: 'document.failed', help: 'It could not be made; the event has the reason.' },
  ],
})}
${choiceField({
  legend: 'Templates',
  name: 'scope',
  kind: 'radio',
  chosen: [values.scope ?? 'all'],
  choices: [
    { value: 'all', label: 'All templates of the organization' },
    { value: 'some', label: 'Only those ticked below' },
  ],
})}
${templateBoxes(templates, state)}
<details class="more" ${hasFilters || Object.keys(errors).some((name) => name.startsWith('filters.')) ? html`open` : undefined}><summary>Filters</summary><div class="stack">
<p class="help">An event is sent only if it passes all filters that are set.</p>
${selectField(
  {
    name: 'filters.is_test',
    label: 'Test documents',
    choices: [
      { value: '', label: 'Test documents and others' },
      { value: 'false', label: 'No test documents' },
      { value: 'true', label: 'Test documents only' },
    ],
  },
  state,
)}
${textField({ name: 'filters.min_size_kb', label: 'At least so many kB', type: 'number', step: 'any', isOptional: true }, state)}
${textField({ name: 'filters.max_size_kb', label: 'At most so many kB', type: 'number', step: 'any', isOptional: true, help: 'Units of 1,024 bytes. Failures have no size and pass both bounds.' }, state)}
${textField({ name: 'filters.endpoint_path_pattern', label: 'Pattern of the template path', isOptional: true, isMono: true, placeholder: '^invoice', help: 'A regular expression that is searched for in the path.' }, state)}
${textField({ name: 'filters.exclude_errors', label: 'Failures that are left out', isOptional: true, isMono: true, placeholder: 'RENDER_TIMEOUT', help: 'Codes, separated by commas.' }, state)}
</div></details>
<details class="more" ${['max_retries', 'timeout', 'backoff_multiplier'].some((name) => name in errors) ? html`open` : undefined}><summary>Retries</summary><div class="stack">
${textField({ name: 'max_retries', label: 'Retries', type: 'number', help: 'How often an attempt that failed is repeated: 0 to 5.' }, state)}
${textField({ name: 'timeout', label: 'Time limit in seconds', type: 'number', help: 'For the whole exchange: 5 to 60.' }, state)}
${textField({ name: 'backoff_multiplier', label: 'Factor between retries', type: 'number', step: 'any', help: 'The first retry comes after about 2 seconds, each further one after so many times the wait before: 1 to 10.' }, state)}
</div></details>`
}
