import type { RenderOptions, RenderResult, RenderSummary } from './api-types.js'
import { withLimitsOfEngine } from './base/errors.js'
import { joinChunks } from './base/join-chunks.js'
import { checkRenderArguments } from './check-arguments.js'
import type { CompiledTemplate } from './compile.js'
import type { RenderVariant } from './render-probe.js'
import { RenderSession } from './render-session.js'

/**
 * Renders one document: binds the template to data, resolves styles, builds boxes, lays them out into pages and
 * paints those into a PDF. Each page is painted as soon as it is laid out; margin boxes follow when the number of
 * pages is known.
 *
 * @param data an object, read as `JSON.stringify` would write it: a `Date` is its ISO text, `undefined` is missing
 * @throws LimitError for a document beyond the limits, FontError where no font of the library can be read, TypeError for
 *   arguments that are something else, TemplateError for the data of an invoice that is wrong, ProblemError for a
 *   document that has lost something where that is refused
 */
export function renderDocument(template: CompiledTemplate, data: object, options: RenderOptions = {}): RenderResult {
  const stream = rendering(template, data, options, { whole: true })
  const chunks: Uint8Array[] = []
  for (;;) {
    const next = stream.next()
    if (next.done) return { pdf: joinChunks(chunks), ...next.value }
    chunks.push(next.value)
  }
}

/**
 * Renders like `renderDocument`, but yields the file piece by piece: pages are written while later ones are still to
 * be laid out, and what was yielded is not kept. The pieces together are the bytes that `renderDocument` returns.
 * The generator returns what else there is to know. It works only when it is asked for more, so a slow reader slows
 * it down: `Readable.from(renderDocumentStream(template, data))` is a stream for any sink. Stop calling `next` to cancel.
 *
 * @throws as `renderDocument` does, from the call of `next` that finds out
 */
export function* renderDocumentStream(
  template: CompiledTemplate,
  data: object,
  options: RenderOptions = {},
): Generator<Uint8Array, RenderSummary, void> {
  return yield* rendering(template, data, options, {})
}

function* rendering(
  template: CompiledTemplate,
  data: object,
  options: RenderOptions,
  variant: RenderVariant,
): Generator<Uint8Array, RenderSummary, void> {
  checkRenderArguments(template, data, options)
  try {
    return yield* new RenderSession(template, data, options, {}, variant).run()
  } catch (error) {
    throw withLimitsOfEngine(error)
  }
}
