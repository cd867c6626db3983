import type { Route } from '../http/route.js'

const PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>platen</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:4rem auto;padding:0 1rem;color:#1b1f24}
a{color:#0b57d0}code,pre{font:14px/1.45 ui-monospace,monospace;background:#f3f4f6;border-radius:4px}
code{padding:.1em .3em}pre{padding:.8rem;overflow:auto}
@media(prefers-color-scheme:dark){body{background:#16181d;color:#e6e8eb}a{color:#8ab4f8}code,pre{background:#23262d}}
</style></head><body>
<h1>platen is running</h1>
<p>Send JSON to a template and a PDF comes back:</p>
<pre>POST /api/v1/{org_slug}/templates/{endpoint_path}/documents
Authorization: Bearer &lt;API_KEY&gt;
Content-Type: application/json</pre>
<ul>
<li><a href="/dashboard/sign-in">The dashboard</a>: templates, keys, webhooks, requests</li>
<li><a href="/api/v1/docs">The interface, described for people</a></li>
<li><a href="/api/v1/openapi.json">The same as OpenAPI 3.1</a></li>
<li><a href="/readyz">Whether the service is ready</a></li>
</ul>
<p>The command line does the same as the dashboard: <code>npx platen --help</code>.</p>
</body></html>
`

/** Where a browser is led to the dashboard, and others see where everything is. */
export const GET_WELCOME: Route<unknown> = {
  method: 'GET',
  path: '/',
  access: 'anyone',
  handle: () => (ctx) => {
    // Browsers ask for pages; whatever else looks here gets to know what there is.
    if (ctx.get('Accept').includes('text/html')) {
      ctx.redirect('/dashboard')
      ctx.status = 303
      return
    }
    ctx.type = 'text/html; charset=utf-8'
    ctx.set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'")
    ctx.body = PAGE
  },
}
