import { assetPath } from './base/asset-path.js'
import { BoundedCache } from './base/bounded-cache.js'
import { dataUriBytes } from './base/data-uri.js'
import type { DiagnosticSink } from './base/diagnostics.js'
import { DEFAULT_LIMITS, type RenderLimits } from './base/limits.js'
import type { Span } from './base/source.js'
import { decodeImage } from './images/decode-image.js'
import { ImageError } from './images/image-error.js'
import type { DecodedImage } from './images/image-types.js'

/** Images of one template named by data, such as a customer's logo in a data URI, that are kept. */
const KEPT_IMAGES = 64

type Outcome =
  | { readonly kind: 'image'; readonly image: DecodedImage }
  | { readonly kind: 'problem'; readonly code: string; readonly message: string }

/** The images that a template may show: its assets and `data:` URIs, each decoded once. Nothing else is read. */
export class TemplateImages {
  readonly #outcomes = new BoundedCache<string, Outcome>(KEPT_IMAGES)

  constructor(
    private readonly assets: ReadonlyMap<string, Uint8Array>,
    private readonly limits: Pick<RenderLimits, 'imagePixels'> = DEFAULT_LIMITS,
  ) {}

  /** The image that `source` names; undefined, with a diagnostic, when there is none that can be shown. */
  resolve(source: string, span: Span, diagnostics: DiagnosticSink): DecodedImage | undefined {
    let outcome = this.#outcomes.get(source)
    if (!outcome) {
      outcome = this.#load(source)
      this.#outcomes.set(source, outcome)
    }
    if (outcome.kind === 'image') {
      const { image } = outcome
      if (image.kind === 'vector') for (const note of image.notes) diagnostics.warn('unsupported-svg', note, span)
      return image
    }
    diagnostics.error(outcome.code, outcome.message, span)
    return undefined
  }

  #load(source: string): Outcome {
    const bytes = dataUriBytes(source) ?? this.assets.get(assetPath(source, ''))
    const name = source.length > 80 ? `${source.slice(0, 80)}…` : source
    if (!bytes)
      return { kind: 'problem', code: 'missing-asset', message: `there is no image "${name}" among the assets` }
    try {
      return { kind: 'image', image: decodeImage(bytes, this.limits) }
    } catch (error) {
      if (!(error instanceof ImageError)) throw error
      return { kind: 'problem', code: error.code, message: `the image "${name}" cannot be shown: ${error.message}` }
    }
  }
}
