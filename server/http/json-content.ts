import { invalidTemplateData } from './api-error.js'
import type { AppContext } from './app-state.js'
import { parseMediaType } from './media-type.js'

/**
 * Requires `Content-Type: application/json`, in UTF-8 if a charset is named, and no compression.
 *
 * @throws ApiError 400 `invalid_template_data`
 */
export function requireJsonContent(ctx: AppContext): void {
  const header = ctx.get('Content-Type')
  if (header === '') throw invalidTemplateData('The Content-Type header is missing; it must be application/json')
  const media = parseMediaType(header)
  if (media?.type !== 'application/json') throw invalidTemplateData('The Content-Type must be application/json')
  const charset = media.parameters.get('charset')?.toLowerCase()
  if (charset !== undefined && charset !== 'utf-8') throw invalidTemplateData('The charset must be utf-8')
  requireIdentity(ctx)
}

/**
 * Requires a body without compression.
 *
 * @throws ApiError 400 `invalid_template_data`
 */
export function requireIdentity(ctx: AppContext): void {
  const transfer = ctx.get('Transfer-Encoding').trim().toLowerCase()
  if (transfer !== '' && transfer !== 'chunked') {
    throw invalidTemplateData('Compressed bodies are not accepted (Transfer-Encoding)')
  }
  const encoding = ctx.get('Content-Encoding').trim().toLowerCase()
  if (encoding !== '' && encoding !== 'identity') {
    throw invalidTemplateData('Compressed bodies are not accepted (Content-Encoding)')
  }
}
