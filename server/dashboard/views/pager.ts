import { type Html, html, NOTHING } from '../html.js'

/** Links to the beginning of a list and to its next part; the rest of the address stays. */
export function pager(url: string, query: URLSearchParams, next: string | undefined): Html {
  const path = url.split('?')[0] ?? ''
  const to = (after: string | undefined) => {
    const params = new URLSearchParams(query)
    params.delete('after')
    if (after !== undefined) params.set('after', after)
    const text = params.toString()
    return text === '' ? path : `${path}?${text}`
  }
  const isFirst = !query.has('after')
  if (isFirst && next === undefined) return NOTHING
  return html`<nav class="pager" aria-label="Pages">
${!isFirst && html`<a class="button" href="${to(undefined)}">First page</a>`}
${next !== undefined && html`<a class="button" href="${to(next)}" rel="next">Next page</a>`}
</nav>`
}
