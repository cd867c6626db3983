import { createHash } from 'node:crypto'
import { BoundedCache } from '../../engine/base/bounded-cache.js'
import { authenticate } from '../http/authenticate.js'
import type { KeyUsage } from '../http/key-usage.js'
import type { Route } from '../http/route.js'
import type { DocumentLinks } from '../jobs/document-links.js'
import type { Organization, Store, TemplateSchema } from '../storage/store.js'
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
      handle: ({ store, links, keyUsage }) => {
        const describe = descriptionsOf(routes, links)
        return async (ctx) => {
          const { key, organization } = await authenticate(ctx, ctx.params.org_slug ?? '', (who) =>
            store.findCaller(who.keyHash, who.slug),
          )
          keyUsage.record(key.id)
          const templates = await store.reader.listTemplateSchemas(organization.id)
          ctx.type = 'application/json; charset=utf-8'
          ctx.body = describe(organization, templates)
        }
      },
    },
  ]
}

/** Characters of the descriptions that are kept, of all organizations together. */
const KEPT_CHARACTERS = 16_000_000

/**
 * Descriptions with an organization's templates. They are kept, since it takes ten milliseconds to describe a hundred
 * templates, in which nothing else is answered, and generators and gateways ask for the same again and again.
 */
function descriptionsOf(routes: readonly DescribedRoute[], links: DocumentLinks) {
  const kept = new BoundedCache<string, string>(KEPT_CHARACTERS, (_, description) => description.length)
  return ({ slug }: Organization, templates: readonly TemplateSchema[]): string => {
    const address = links.address('')
    const content = createHash('sha256')
      .update(JSON.stringify([address, slug, templates]))
      .digest('base64')
    const known = kept.get(content)
    if (known !== undefined) return known
    const parsed = templates.map(({ schema, ...template }) => ({
      ...template,
      schema: schema === undefined ? undefined : JSON.parse(schema),
    }))
    const description = JSON.stringify(describeInterface(routes, address, { slug, templates: parsed }))
    kept.set(content, description)
    return description
  }
}
