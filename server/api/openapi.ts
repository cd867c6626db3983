import type { RouterMiddleware } from '@koa/router'
import type { AppState } from '../http/app-state.js'
import { authenticate } from '../http/authenticate.js'
import type { KeyUsage } from '../http/key-usage.js'
import type { DocumentLinks } from '../jobs/document-links.js'
import type { Store } from '../storage/store.js'
import { describeInterface } from './openapi-document.js'
import { renderReference } from './reference-page.js'

export interface DescriptionServices {
  readonly store: Store
  readonly links: DocumentLinks
  readonly keyUsage: KeyUsage
}

/** `GET /api/v1/openapi.json`: the interface in OpenAPI 3.1. */
export function getDescription({ links }: DescriptionServices): RouterMiddleware<AppState> {
  return (ctx) => {
    ctx.type = 'application/json; charset=utf-8'
    ctx.body = JSON.stringify(describeInterface(links.address('')))
  }
}

/** `GET /api/v1/{org_slug}/openapi.json`: the same with the organization's templates and their schemas. */
export function getOwnDescription({ store, links, keyUsage }: DescriptionServices): RouterMiddleware<AppState> {
  return async (ctx) => {
    const { key, organization } = await authenticate(ctx, ctx.params.org_slug ?? '', (who) =>
      store.findCaller(who.keyHash, who.slug),
    )
    keyUsage.record(key.id)
    const templates = []
    for (const { endpointPath, name } of await store.listTemplates(organization.id)) {
      const published = await store.findPublishedTemplate(organization.id, endpointPath)
      const schema = published && (await store.loadTemplateSchema(published.versionId))
      templates.push({ endpointPath, name, schema: schema === undefined ? undefined : JSON.parse(schema) })
    }
    ctx.type = 'application/json; charset=utf-8'
    ctx.body = JSON.stringify(describeInterface(links.address(''), { slug: organization.slug, templates }))
  }
}

/** `GET /api/v1/docs`: the same for people. */
export function getReference({ links }: DescriptionServices): RouterMiddleware<AppState> {
  return (ctx) => {
    ctx.type = 'text/html; charset=utf-8'
    ctx.set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'")
    ctx.body = renderReference(describeInterface(links.address('')))
  }
}
