/** Where the name of this window is kept as long as it is open. */
const WINDOW_KEY = 'platen-window'

/** Tells the windows of one session apart. One stays the same when it leaves the studio and comes back. */
function nameOfWindow(): string {
  const kept = sessionStorage.getItem(WINDOW_KEY)
  if (kept !== null) return kept
  const name = crypto.getRandomValues(new Uint32Array(2)).join('-')
  sessionStorage.setItem(WINDOW_KEY, name)
  return name
}

/** The news of a draft from other windows. */
interface KnownEditors {
  readonly kind: 'known'
  readonly revision: number
  readonly publishedVersion: number
  /** The token for the forms of whoever is signed in now. */
  readonly csrf: string
  /** What is said of the draft that is kept. */
  readonly state: string
  readonly updatedBy?: string
  /** The addresses of those who have it open, except in this window. */
  readonly editors: readonly string[]
}

/** Nothing is known when the service cannot be reached or the session has ended: the next saving says so. */
export async function askForEditors(address: string): Promise<KnownEditors | { readonly kind: 'unknown' }> {
  try {
    const response = await fetch(`${address}/editors?${new URLSearchParams({ window: nameOfWindow() })}`, {
      headers: { Accept: 'application/json' },
    })
    return response.ok ? { ...(await response.json()), kind: 'known' } : { kind: 'unknown' }
  } catch {
    return { kind: 'unknown' }
  }
}
