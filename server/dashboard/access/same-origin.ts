import type { AppContext } from '../../http/app-state.js'

/**
 * Whether a form was sent by a page of ours, by what browsers say and pages cannot change: `Sec-Fetch-Site`, or `Origin`
 * where that is not sent (plain http). Browsers that send neither are too old to be safe.
 */
export function isSameOrigin(ctx: AppContext, baseUrl: string): boolean {
  const site = ctx.get('Sec-Fetch-Site')
  if (site !== '') return site === 'same-origin'
  const origin = ctx.get('Origin')
  if (!URL.canParse(origin)) return false
  const { host } = new URL(origin)
  return host === ctx.host || origin === new URL(baseUrl).origin
}
