/** Organization identifiers in paths. */
export const SLUG = /^[a-z0-9][a-z0-9-]{0,62}$/

/** Template endpoint paths: one segment. */
export const ENDPOINT_PATH = /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/

/** Stages of templates. */
export const STAGE = /^[a-z][a-z0-9-]{0,31}$/

/** A template as requests name it: its endpoint path, and a stage behind a colon where another than `live` is meant. */
export const TEMPLATE_NAME = new RegExp(`${ENDPOINT_PATH.source.slice(0, -1)}(?::${STAGE.source.slice(1, -1)})?$`)

/** Names of partials that an organization shares. */
export const PARTIAL_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/

/**
 * Slugs that no organization can have: words of the dashboard stand in their place, and the organization's pages could
 * not be reached.
 */
export const RESERVED_SLUGS: ReadonlySet<string> = new Set([
  'account',
  'admin',
  'assets',
  'invitations',
  'organizations',
  'reset',
  'sign-in',
  'sign-on',
  'sign-out',
])

/** Endpoint paths that no template can have, for the same reason. */
export const RESERVED_ENDPOINT_PATHS: ReadonlySet<string> = new Set(['new', 'restore', 'upload'])

export function isSlug(text: string): boolean {
  return SLUG.test(text)
}

export function isPartialName(text: string): boolean {
  return PARTIAL_NAME.test(text)
}

export function isStage(text: string): boolean {
  return STAGE.test(text)
}

/** The parts of a template's name; undefined for a text that names none. */
export function parseTemplateName(
  text: string,
): { readonly endpointPath: string; readonly stage: string | undefined } | undefined {
  if (!TEMPLATE_NAME.test(text)) return undefined
  const [endpointPath = '', stage] = text.split(':')
  return { endpointPath, stage }
}

export function isEndpointPath(text: string): boolean {
  return ENDPOINT_PATH.test(text)
}
