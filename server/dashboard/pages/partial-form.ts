import { MAX_PARTIAL_BYTES, MAX_PARTIALS, MAX_PARTIALS_BYTES } from '../../storage/partials/partial-store.js'
import type { MemberVisit } from '../route.js'
import { bytes } from '../views/values.js'

/** The path below which all routes of partials are. */
export const PARTIALS = '/dashboard/{org}/partials'

/** Of a form with a text and the one that it began with: each is sent with three characters for some of its own. */
export const PARTIAL_FORM = { maxBytes: 8 * MAX_PARTIAL_BYTES } as const

export const TOO_MUCH = `An organization has at most ${MAX_PARTIALS} partials of ${bytes(MAX_PARTIALS_BYTES)} together.`

/** Where the partials of an organization are. */
export function partialsAddress({ organization }: MemberVisit): string {
  return `/dashboard/${organization.slug}/partials`
}

/** The text of the form, with the ends of lines that files have. */
export function readHtml({ form }: MemberVisit): string {
  const text = form.raw('html').replaceAll('\r\n', '\n')
  if (Buffer.byteLength(text) > MAX_PARTIAL_BYTES)
    form.fail('html', `A partial has at most ${bytes(MAX_PARTIAL_BYTES)}.`)
  return text
}
