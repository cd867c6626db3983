import { BoundedCache } from './bounded-cache.js'

/** Names that were looked at, and whether Intl takes them. */
const known = new BoundedCache<string, boolean>(256)

/**
 * Whether Intl takes a name.
 *
 * @param key the name and what it is to be: it is looked at once
 * @param use hands the name to Intl
 */
export function acceptedByIntl(key: string, use: () => boolean): boolean {
  let accepted = known.get(key)
  if (accepted === undefined) {
    accepted = succeeds(use)
    known.set(key, accepted)
  }
  return accepted
}

function succeeds(use: () => boolean): boolean {
  try {
    return use()
  } catch (error) {
    // How Intl says that it does not know something.
    if (error instanceof RangeError) return false
    throw error
  }
}
