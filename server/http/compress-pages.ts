import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Middleware } from 'koa'
import type { AppState } from './app-state.js'

/** Bytes below which compressing saves less than a packet. */
const SMALLEST = 1_024

/** Pages are made anew each time: levels beyond this take longer than what they save. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

const encoders = {
  br: (text: string) => promisify<string, typeof BROTLI, Buffer>(brotliCompress)(text, BROTLI),
  gzip: (text: string) => promisify<string, Buffer>(gzip)(text),
} as const

/** The best first. */
const CODINGS = ['br', 'gzip'] as const

/** Compresses pages, as browsers ask for it; over plain http they ask for gzip alone. */
export function compressPages(): Middleware<AppState> {
  return async (ctx, next) => {
    await next()
    const { body } = ctx
    if (typeof body !== 'string' || !ctx.response.is('html')) return
    ctx.vary('Accept-Encoding')
    if (ctx.method === 'HEAD' || Buffer.byteLength(body) < SMALLEST) return
    const encoding = CODINGS.find((coding) => ctx.acceptsEncodings(coding) === coding)
    if (!encoding) return
    ctx.body = await encoders[encoding](body)
    ctx.set('Content-Encoding', encoding)
  }
}
