/** Organization identifiers in paths. */
export function isSlug(text: string): boolean {
  return /^[a-z0-9][a-z0-9-]{0,62}$/.test(text)
}

/** Template endpoint paths: one segment. */
export function isEndpointPath(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/.test(text)
}
