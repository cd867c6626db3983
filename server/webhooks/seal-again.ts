import type { Store } from '../storage/store.js'
import { SEALED_PLACES, type SealedPlace } from '../storage/webhooks/sealed-texts.js'
import { bodyContext, legacyContext, secondFactorContext, secretContext } from './contexts.js'
import { SealError, type Sealer } from './sealer.js'

/** The result of encrypting all texts again. */
export interface SealedAgain {
  /** Sealed with the present secret now. */
  readonly sealedAgain: number
  /** Sealed with it before, or replaced by somebody else meanwhile. */
  readonly unchanged: number
  /** Sealed with neither the present secret nor the one before. */
  readonly unreadable: number
}

/** Texts that are read at once, so that nothing waits long. */
const PORTION = 200

/**
 * Seals everything with the present secret that the one before has sealed. It works beside the running service, may be
 * ended at any time, and begun again: what has been sealed again is left as it is.
 */
export async function sealAgain(store: Pick<Store, 'listSealed' | 'replaceSealed'>, sealer: Sealer) {
  let counts: SealedAgain = { sealedAgain: 0, unchanged: 0, unreadable: 0 }
  for (const place of SEALED_PLACES) {
    let after: string | undefined = ''
    while (after !== undefined) {
      const texts = await store.listSealed({ place, after, limit: PORTION })
      const attempts = texts.map(({ id, subject, sealed }) => ({
        id,
        before: sealed,
        ...trySealing(sealed, contextOf(place, subject), sealer),
      }))
      const changes = attempts.flatMap(({ id, before, sealed }) =>
        sealed === undefined ? [] : [{ id, before, sealed }],
      )
      const sealedAgain = changes.length === 0 ? 0 : await store.replaceSealed(place, changes)
      const unreadable = attempts.filter(({ isReadable }) => !isReadable).length
      counts = {
        sealedAgain: counts.sealedAgain + sealedAgain,
        unchanged: counts.unchanged + texts.length - sealedAgain - unreadable,
        unreadable: counts.unreadable + unreadable,
      }
      after = texts.at(-1)?.id
    }
  }
  return counts
}

function contextOf(place: SealedPlace, subject: string): string {
  if (place === 'body' || place === 'data') return bodyContext(subject)
  if (place === 'second-factor') return secondFactorContext(subject)
  return place === 'secret' || place === 'previous-secret' ? secretContext(subject) : legacyContext(subject)
}

/** `sealed` is absent when there is nothing to do, or nothing can be done. */
function trySealing(sealed: string, context: string, sealer: Sealer) {
  try {
    return { sealed: sealer.sealAgain(sealed, context), isReadable: true }
  } catch (error) {
    if (!(error instanceof SealError)) throw error
    return { sealed: undefined, isReadable: false }
  }
}
