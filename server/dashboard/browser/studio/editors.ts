import { TAB } from './preview-request.js'

/** The news of a draft from other windows. */
interface KnownEditors {
  readonly revision: number
  readonly updatedBy?: string
  /** The addresses of those who have it open, except in this window. */
  readonly editors: readonly string[]
}

/** Undefined when the service cannot be reached or the session has ended: the next saving says so. */
export async function askForEditors(address: string): Promise<KnownEditors | undefined> {
  try {
    const response = await fetch(`${address}/editors?${new URLSearchParams({ window: TAB })}`, {
      headers: { Accept: 'application/json' },
    })
    return response.ok && !response.redirected ? await response.json() : undefined
  } catch {
    return undefined
  }
}
