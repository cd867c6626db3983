import type { AuditEntry } from '../../storage/administration/administration-store.js'
import { type Html, html } from '../html.js'

type Details = AuditEntry['details']

/** What was done, with a link to what it was done to where that has a page below `base`. */
type Sentence = (entry: Pick<AuditEntry, 'subject' | 'details'>, base: string | undefined) => Html

function text(details: Details, name: string): string {
  const value = details[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function link(base: string | undefined, path: string, label: string): Html {
  return base === undefined ? html`<strong>${label}</strong>` : html`<a href="${base}/${path}">${label}</a>`
}

const ofTemplate =
  (words: (template: Html, details: Details) => Html): Sentence =>
  ({ details }, base) => {
    const path = text(details, 'path')
    return words(link(base, `templates/${encodeURIComponent(path)}`, path), details)
  }

const ofWebhook =
  (words: (webhook: Html, details: Details) => Html): Sentence =>
  ({ subject, details }, base) =>
    words(link(base, `webhooks/${encodeURIComponent(subject)}`, text(details, 'name') || subject), details)

const ofKey =
  (words: (key: Html) => Html): Sentence =>
  ({ subject, details }, base) =>
    words(link(base, `keys/${encodeURIComponent(subject)}`, text(details, 'description') || subject))

const ofPartial =
  (words: (partial: Html) => Html): Sentence =>
  ({ subject }, base) =>
    words(link(base, `partials/${encodeURIComponent(subject)}`, subject))

const ofPerson =
  (words: (email: string, details: Details) => Html): Sentence =>
  ({ subject, details }) =>
    words(text(details, 'email') || subject, details)

const SENTENCES: Readonly<Record<string, Sentence>> = {
  'delivery.resent': ({ subject }) => html`sent the delivery <code>${subject}</code> again`,
  'invitation.created': ofPerson((email, details) => html`invited ${email} as ${text(details, 'role')}`),
  'invitation.revoked': ofPerson((email) => html`revoked the invitation of ${email}`),
  'key.created': ofKey((key) => html`created the API key ${key}`),
  'key.updated': ofKey((key) => html`changed the API key ${key}`),
  'key.revoked': ofKey((key) => html`revoked the API key ${key}`),
  'member.joined': ofPerson((email, details) => html`${email} joined as ${text(details, 'role')}`),
  'member.removed': ofPerson((email) => html`removed ${email}`),
  'member.role_changed': ofPerson(
    (email, details) => html`changed the role of ${email} from ${text(details, 'before')} to ${text(details, 'after')}`,
  ),
  'organization.created': () => html`created the organization`,
  'organization.updated': () => html`changed the settings of the organization`,
  'partial.deleted': ({ subject }) => html`deleted the partial <strong>${subject}</strong>`,
  'partial.saved': ofPartial((partial) => html`saved the partial ${partial}`),
  'template.created': ofTemplate((template) => html`created the template ${template}`),
  'template.moved': ofTemplate(
    (template, details) =>
      html`changed the path of a template from <code>${text(details, 'before')}</code> to ${template}`,
  ),
  'template.deleted': ({ details }) => html`deleted the template <strong>${text(details, 'path')}</strong>`,
  'template.published': ofTemplate(
    (template, details) => html`published version ${text(details, 'version')} of the template ${template}`,
  ),
  'template.stage_moved': ofTemplate(
    (template, details) =>
      html`moved the stage <code>${text(details, 'stage')}</code> of the template ${template} to version ${text(details, 'version')}`,
  ),
  'template.stage_removed': ofTemplate(
    (template, details) => html`removed the stage <code>${text(details, 'stage')}</code> of the template ${template}`,
  ),
  'template.restored': ofTemplate((template) => html`restored the template ${template}`),
  'user.created': ofPerson((email) => html`created the account of ${email}`),
  'user.disabled': ofPerson((email) => html`disabled the account of ${email}`),
  'user.enabled': ofPerson((email) => html`enabled the account of ${email}`),
  'user.identity_linked': ofPerson((email) => html`signed in as ${email} by single sign-on for the first time`),
  'user.password_changed': ofPerson((email) => html`changed the password of ${email}`),
  'user.recovery_code_used': ofPerson((email) => html`signed in as ${email} with a recovery code`),
  'user.recovery_codes_replaced': ofPerson((email) => html`made new recovery codes for ${email}`),
  'user.second_factor_added': ofPerson((email) => html`set up a second factor for ${email}`),
  'user.second_factor_removed': ofPerson((email) => html`removed the second factor of ${email}`),
  'user.reset_link_created': ofPerson((email) => html`created a link to reset the password of ${email}`),
  'user.sign_in_link_created': ofPerson((email) => html`created a link that signs in ${email}`),
  'webhook.created': ofWebhook((webhook) => html`created the webhook ${webhook}`),
  'webhook.deleted': ({ subject, details }) =>
    html`deleted the webhook <strong>${text(details, 'name') || subject}</strong>`,
  'webhook.disabled': ofWebhook((webhook) => html`disabled the webhook ${webhook}`),
  'webhook.secret_rotated': ofWebhook((webhook) => html`rotated the signing secret of the webhook ${webhook}`),
  'webhook.tested': ofWebhook((webhook) => html`sent a test event to the webhook ${webhook}`),
  'webhook.updated': ofWebhook((webhook) => html`changed the webhook ${webhook}`),
}

/**
 * What an entry of the audit log says, in a sentence whose subject is who did it.
 *
 * @param base the address of the organization whose pages are linked; none on pages of all organizations
 */
export function auditSentence(
  entry: Pick<AuditEntry, 'action' | 'subject' | 'details'>,
  base: string | undefined,
): Html {
  return SENTENCES[entry.action]?.(entry, base) ?? html`<code>${entry.action}</code> <code>${entry.subject}</code>`
}
