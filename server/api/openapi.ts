import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { BoundedCache } from '../../engine/base/bounded-cache.js'
import type { AppContext } from '../http/app-state.js'
import { authenticate } from '../http/authenticate.js'
import type { KeyUsage } from '../http/key-usage.js'
import { originOf } from '../http/public-address.js'
import type { Route } from '../http/route.js'
import type { DocumentLinks } from '../jobs/document-links.js'
import type { Organization, Store } from '../storage/store.js'
import type { StoreReader } from '../storage/store-reader.js'
import { type DescribedRoute, describeInterface, withoutWebhooks } from './openapi-document.js'
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
          const document = describeInterface(routes, links.address('', originOf(ctx)))
          ctx.type = 'application/json; charset=utf-8'
          ctx.body = JSON.stringify(wantsNoWebhooks(ctx) ? withoutWebhooks(document) : document)
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
          ctx.body = renderReference(describeInterface(routes, links.address('', originOf(ctx))))
        },
    },
    {
      // The same as the first with the organization's templates and their schemas.
      method: 'GET',
      path: '/api/v1/{org_slug}/openapi.json',
      access: 'key',
      handle: ({ store, links, keyUsage }) => {
        const describe = descriptionsOf(routes, store.reader)
        return async (ctx) => {
          const { key, organization } = await authenticate(ctx, ctx.params.org_slug ?? '', (who) =>
            store.findCaller(who.keyHash, who.slug),
          )
          keyUsage.record(key.id)
          const address = links.address('', originOf(ctx))
          const { tag, plain, compressed } = await describe(organization, address, wantsNoWebhooks(ctx))
          ctx.status = 200
          ctx.type = 'application/json; charset=utf-8'
          ctx.set('Cache-Control', 'private, no-cache')
          ctx.set('ETag', tag)
          ctx.vary('Accept-Encoding')
          const isCompressed = ctx.acceptsEncodings('gzip', 'identity') === 'gzip'
          if (isCompressed) ctx.set('Content-Encoding', 'gzip')
          if (ctx.fresh) ctx.status = 304
          else ctx.body = isCompressed ? compressed : plain
        }
      },
    },
  ]
}

/**
 * `?without=webhooks` is for generators of clients that make a mess of them: that of Python writes methods whose parameters
 * have no types, which is no Python.
 */
function wantsNoWebhooks(ctx: AppContext): boolean {
  return ctx.query.without === 'webhooks'
}

const compress = promisify(gzip)

/** Bytes of the descriptions that are kept, of all organizations together. */
const KEPT_BYTES = 16_000_000

interface Description {
  /** A weak entity tag: of the same description however it is encoded. */
  readonly tag: string
  readonly plain: Buffer
  readonly compressed: Buffer
}

/**
 * Descriptions with an organization's templates. They are kept, since it takes ten milliseconds to describe a hundred
 * templates, in which nothing else is answered, and generators and gateways ask for the same again and again. Most
 * take them compressed: to send the megabytes of a thousand templates takes milliseconds too.
 */
function descriptionsOf(routes: readonly DescribedRoute[], reader: StoreReader) {
  const kept = new BoundedCache<string, Description>(
    KEPT_BYTES,
    (_, { plain, compressed }) => plain.length + compressed.length,
  )
  /** Names what is published: a version's content never changes. */
  const publishedBy = async ({ id }: Organization) => {
    const templates = await reader.listTemplates(id)
    const versions = templates.map(({ id, endpointPath, version }) => [id, endpointPath, version])
    return createHash('sha256')
      .update(JSON.stringify([id, versions]))
      .digest('base64url')
  }
  return async (organization: Organization, address: string, hasNoWebhooks: boolean): Promise<Description> => {
    const { id, slug } = organization
    const published = await publishedBy(organization)
    const name = `${published} ${address} ${hasNoWebhooks}`
    const known = kept.get(name)
    if (known) return known
    const templates = (await reader.listTemplateSchemas(id)).map(({ schema, ...template }) => ({
      ...template,
      schema: schema === undefined ? undefined : JSON.parse(schema),
    }))
    const document = describeInterface(routes, address, { slug, templates })
    const plain = Buffer.from(JSON.stringify(hasNoWebhooks ? withoutWebhooks(document) : document))
    const tag = `W/"${createHash('sha256').update(plain).digest('base64url')}"`
    const description = { tag, plain, compressed: await compress(plain) }
    // Something may have been published between the two queries.
    if ((await publishedBy(organization)) === published) kept.set(name, description)
    return description
  }
}
