import { bodyContext } from './contexts.js'
import type { Sealer } from './sealer.js'

/** The body of a request that brings its template, as it is kept until its document is made. */
export function sealBody(body: Uint8Array, requestId: string, sealer: Sealer): Uint8Array {
  return Buffer.from(sealer.seal(Buffer.from(body).toString('utf8'), bodyContext(requestId)))
}

/** @throws SealError */
export function openBody(sealed: Uint8Array, requestId: string, sealer: Sealer): Uint8Array {
  return openKeptBody(Buffer.from(sealed).toString('latin1'), requestId, sealer)
}

/** The body of a request as it is kept beyond its end, to be rendered again. */
export function keepBody(body: Uint8Array, requestId: string, sealer: Sealer): string {
  return Buffer.from(sealBody(body, requestId, sealer)).toString('latin1')
}

/** @throws SealError */
export function openKeptBody(sealed: string, requestId: string, sealer: Sealer): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(sealer.open(sealed, bodyContext(requestId)))
}
