import { html } from '../html.js'
import type { Answer } from '../route.js'

const TITLES: Readonly<Record<number, string>> = {
  400: 'This cannot be read',
  403: 'You may not do this',
  404: 'Not found',
  405: 'Not like this',
  409: 'Something has changed meanwhile',
  413: 'Too large',
  429: 'Too many attempts',
  503: 'Busy',
}

/** The page for somebody whose request was not answered. */
export function errorPage({ status, text }: { readonly status: number; readonly text: string }): Answer & {
  readonly kind: 'page'
} {
  const title = TITLES[status] ?? 'Something went wrong'
  return {
    kind: 'page',
    title,
    body: html`<section class="narrow center">
<p class="error-code">${status}</p>
<h1>${title}</h1>
<p>${text}</p>
<p><a class="button" href="/dashboard">To the dashboard</a></p>
</section>`,
  }
}
