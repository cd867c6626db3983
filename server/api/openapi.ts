import { authenticate } from '../http/authenticate.js'
import type { KeyUsage } from '../http/key-usage.js'
import type { Route } from '../http/route.js'
import type { DocumentLinks } from '../jobs/document-links.js'
import type { Store } from '../storage/store.js'
import { type DescribedRoute, describeInterface } from './openapi-document.js'
import { renderReference } from './reference-page.js'

export interface DescriptionServices {
  readonly store: Store
  readonly links: DocumentLinks
  readonly keyUsage: KeyUsage
}

/** The routes that tell what the given ones do. */
export function descriptionRoutes(routes: readonly DescribedRoute[]): readonly Route<DescriptionServices>[] {
  return [
    {
      method: 'GET',
      path: '/api/v1/openapi.json',
      access: 'anyone',
      handle:
        ({ links }) =>
        (ctx) => {
          ctx.type = 'application/json; charset=utf-8'
          ctx.body = JSON.stringify(describeInterface(routes, links.address('')))
        },
    },
    {
      method: 'GET',
      path: '/api/v1/docs',
      access: 'anyone',
      handle:
        ({ links }) =>
        (ctx) => {
          ctx.type = 'text/html; charset=utf-8'
          ctx.set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'")
          ctx.body = renderReference(describeInterface(routes, links.address('')))
        },
    },
    {
      // The same as the first with the organization's templates and their schemas.
      method: 'GET',
      path: '/api/v1/{org_slug}/openapi.json',
      access: 'key',
      handle:
        ({ store, links, keyUsage }) =>
        async (ctx) => {
          const { key, organization } = await authenticate(ctx, ctx.params.org_slug ?? '', (who) =>
            store.findCaller(who.keyHash, who.slug),
          )
          keyUsage.record(key.id)
          const templates = (await store.reader.listTemplateSchemas(organization.id)).map(
            ({ schema, ...template }) => ({
              ...template,
              schema: schema === undefined ? undefined : JSON.parse(schema),
            }),
          )
          const described = { slug: organization.slug, templates }
          ctx.type = 'application/json; charset=utf-8'
          ctx.body = JSON.stringify(describeInterface(routes, links.address(''), described))
        },
    },
  ]
}
