import { bodyContext } from './contexts.js'
import type { Sealer } from './sealer.js'

/** The body of a request that brings its template, as it is kept until its document is made. */
export function sealBody(body: Uint8Array, requestId: string, sealer: Sealer): Uint8Array {
  return Buffer.from(sealer.seal(Buffer.from(body).toString('utf8'), bodyContext(requestId)))
}

/** @throws SealError */
export function openBody(sealed: Uint8Array, requestId: string, sealer: Sealer): Uint8Array {
  return Buffer.from(sealer.open(Buffer.from(sealed).toString('latin1'), bodyContext(requestId)))
}
