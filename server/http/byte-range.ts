import type { ByteRange } from '../storage/objects/object-storage.js'
import { ApiError } from './api-error.js'
import type { AppContext } from './app-state.js'

/**
 * The one range of bytes that a GET asks for (RFC 9110 §14). Undefined for all of it: without `Range`, with several
 * ranges or another unit, where `If-Range` names another state than the entity tag, and beside `If-None-Match`, whose
 * answer may be that nothing is sent.
 *
 * @param size bytes of all of it
 * @param tag the strong entity tag, with its quotes
 * @throws ApiError 416 `range_not_satisfiable`
 */
export function readByteRange(ctx: AppContext, size: number, tag: string): ByteRange | undefined {
  const condition = ctx.get('If-Range')
  if (ctx.method !== 'GET' || (condition !== '' && condition !== tag)) return undefined
  if (ctx.get('If-None-Match') !== '') return undefined
  const [, first = '', last = ''] = /^bytes *= *(\d{0,15})-(\d{0,15})$/i.exec(ctx.get('Range').trim()) ?? []
  if (first === '' && last === '') return undefined
  const range =
    first === ''
      ? { first: Math.max(0, size - Number(last)), last: size - 1 }
      : { first: Number(first), last: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined
  if (range.first <= range.last) return range
  throw new ApiError(416, 'validation_error', 'range_not_satisfiable', `The document has ${size} bytes`, {
    headers: { 'Content-Range': `bytes */${size}` },
  })
}
