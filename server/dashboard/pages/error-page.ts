import { html } from '../html.js'
import type { Answer } from '../route.js'

const TITLES: Readonly<Record<number, string>> = {
  400: 'The request could not be read',
  403: 'You have no access',
  404: 'Not found',
  405: 'This address shows no page',
  409: 'This could not be done',
  413: 'Too large',
  429: 'Too many attempts',
  503: 'The service is busy',
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
