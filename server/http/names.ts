/** Organization identifiers in paths. */
export const SLUG = /^[a-z0-9][a-z0-9-]{0,62}$/

/** Template endpoint paths: one segment. */
export const ENDPOINT_PATH = /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/

export function isSlug(text: string): boolean {
  return SLUG.test(text)
}

export function isEndpointPath(text: string): boolean {
  return ENDPOINT_PATH.test(text)
}
