import {
  DEFAULT_IMAGE_WIDTH,
  MAX_IMAGE_PIXELS,
  PAGE_IMAGE_FORMATS,
  type PageImageFormat,
} from '../../engine/base/page-image-forms.js'
import { ApiError } from '../http/api-error.js'
import type { AppContext } from '../http/app-state.js'
import { parameter } from '../http/operation.js'
import type { PagePool } from '../render/page-pool.js'
import type { PageForm } from '../render/page-types.js'

/** How OpenAPI describes what stands beside the format. No default: some clients send it, also where no picture is asked for. */
export const PAGE_PARAMETERS = [
  parameter('query', 'page', 'Of a picture: which page it shows, from 1; the first without it.', {
    type: 'integer',
    minimum: 1,
  }),
  parameter(
    'query',
    'width',
    `Of a picture: its width in pixels, ${DEFAULT_IMAGE_WIDTH} without it. A picture has at most ${MAX_IMAGE_PIXELS.toLocaleString('en-US')} pixels.`,
    { type: 'integer', minimum: 1, maximum: MAX_IMAGE_PIXELS },
  ),
]

export const IMAGE_TYPES = PAGE_IMAGE_FORMATS.map((format) => `image/${format}`)

/**
 * The picture of a page that a request asks for by its query string; undefined when that names no format of one.
 *
 * @throws ApiError 422 `invalid_value`
 */
export function readPageForm(ctx: AppContext, pages: PagePool): PageForm | undefined {
  const format = PAGE_IMAGE_FORMATS.find((name) => name === ctx.query.format)
  if (format === undefined) {
    for (const name of ['page', 'width']) {
      if (ctx.query[name] !== undefined) throw invalid(name, `needs a format: ${PAGE_IMAGE_FORMATS.join(', ')}`)
    }
    return undefined
  }
  return pageFormOf(ctx, format, pages)
}

/**
 * The picture of a page that `Accept` names rather than the PDF, on a route where it may. Generated clients accept the JSON
 * of errors alone, on every route that has any: who accepts JSON gets the PDF.
 *
 * @throws ApiError 406, 422 `invalid_value`
 */
export function acceptedPageForm(ctx: AppContext, pages: PagePool): PageForm | undefined {
  ctx.vary('Accept')
  const accepted = ctx.accepts('application/pdf', ...IMAGE_TYPES, 'application/json')
  if (accepted === 'application/pdf' || accepted === 'application/json') return undefined
  const format = PAGE_IMAGE_FORMATS.find((name) => accepted === `image/${name}`)
  if (format === undefined) throw notAcceptable(['application/pdf', ...IMAGE_TYPES])
  return pageFormOf(ctx, format, pages)
}

/** @param types those that there are */
export function notAcceptable(types: readonly string[]): ApiError {
  const message = `Accept names nothing that there is: ${types.join(', ')}`
  return new ApiError(406, 'validation_error', 'not_acceptable', message)
}

/**
 * The picture of a page in a format that is known to be wanted, as by `Accept`.
 *
 * @throws ApiError 422 `invalid_value`
 */
export function pageFormOf(ctx: AppContext, format: PageImageFormat, pages: PagePool): PageForm {
  const page = wholeNumber(ctx, 'page', 1)
  const width = wholeNumber(ctx, 'width', DEFAULT_IMAGE_WIDTH)
  if (!pages.isInstalled) throw invalid('format', 'needs the package @embedpdf/pdfium, which is not installed here')
  return { format, page, width }
}

/** One that is answered differently is another answer. */
export function addressOfPage({ format, page, width }: PageForm): string {
  return `format=${format}&page=${page}&width=${width}`
}

function wholeNumber(ctx: AppContext, name: string, fallback: number): number {
  const value = ctx.query[name]
  if (value === undefined) return fallback
  const number = typeof value === 'string' && /^[1-9]\d{0,15}$/.test(value) ? Number(value) : undefined
  if (number === undefined) throw invalid(name, 'must be a whole number from 1')
  // One pixel high it would be as wide at most.
  if (name === 'width' && number > MAX_IMAGE_PIXELS) {
    throw invalid(name, `must be at most ${MAX_IMAGE_PIXELS}: a picture has no more pixels`)
  }
  return number
}

export function invalid(field: string, problem: string): ApiError {
  return new ApiError(422, 'validation_error', 'invalid_value', `The parameter "${field}" ${problem}`, { field })
}
