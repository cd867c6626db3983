import { assetPath, networkHint } from './base/asset-path.js'
import { BoundedCache } from './base/bounded-cache.js'
import { dataUriBytes } from './base/data-uri.js'
import type { DiagnosticSink } from './base/diagnostics.js'
import { DEFAULT_LIMITS, type RenderLimits } from './base/limits.js'
import type { Span } from './base/source.js'
import type { UrlImage } from './css/values/image-value.js'
import { resolveLength } from './css/values/resolve-length.js'
import { decodeImage, decodeSvg } from './images/decode-image.js'
import { ImageError } from './images/image-error.js'
import type { DecodedImage } from './images/image-types.js'
import type { ComputedStyle } from './style/computed-style.js'
import type { BoundElement } from './template/bound-tree.js'
import type { TemplateElement } from './template/template-tree.js'

/** Images of one template named by data, such as a customer's logo in a data URI, that are kept. */
const KEPT_IMAGES = 64

type Outcome =
  | { readonly kind: 'image'; readonly image: DecodedImage }
  | { readonly kind: 'problem'; readonly code: string; readonly message: string }

/** The images that a template may show: its assets and `data:` URIs, each decoded once. Nothing else is read. */
export class TemplateImages {
  /** The drawings of elements, by the style that they inherit from. */
  readonly #drawings = new WeakMap<TemplateElement, WeakMap<ComputedStyle, Outcome>>()
  readonly #outcomes = new BoundedCache<string, Outcome>(KEPT_IMAGES)

  constructor(
    private readonly assets: ReadonlyMap<string, Uint8Array>,
    private readonly limits: Pick<RenderLimits, 'imagePixels'> = DEFAULT_LIMITS,
  ) {}

  /** The image that `source` names; undefined, with a diagnostic, when there is none that can be shown. */
  resolve(source: string, span: Span | undefined, diagnostics: DiagnosticSink): DecodedImage | undefined {
    let outcome = this.#outcomes.get(source)
    if (!outcome) {
      outcome = this.#load(source)
      this.#outcomes.set(source, outcome)
    }
    return shown(outcome, span, diagnostics)
  }

  /** The image that a style names, relative to the file it stands in. */
  resolveStyle({ source, span }: UrlImage, diagnostics: DiagnosticSink): DecodedImage | undefined {
    const path = span && !isDataUri(source) ? assetPath(source, span.file) : source
    return this.resolve(this.assets.has(path) ? path : source, span, diagnostics)
  }

  /** The drawing of an `<svg>` element; those in which nothing depends on data are converted once. */
  drawing(element: BoundElement, style: ComputedStyle, diagnostics: DiagnosticSink): DecodedImage | undefined {
    const { template } = element
    let outcome = this.#drawings.get(template)?.get(style)
    if (!outcome) {
      outcome = this.#decode(() => decodeSvg(element, this.limits, inheritedStyle(style)), 'the drawing')
      if (isStatic(template)) this.#keepDrawing(template, style, outcome)
    }
    return shown(outcome, template.span, diagnostics)
  }

  #keepDrawing(template: TemplateElement, style: ComputedStyle, outcome: Outcome): void {
    const known = this.#drawings.get(template)
    if (known) known.set(style, outcome)
    else this.#drawings.set(template, new WeakMap([[style, outcome]]))
  }

  #load(source: string): Outcome {
    const bytes = dataUriBytes(source) ?? this.assets.get(assetPath(source, ''))
    const name = source.length > 80 ? `${source.slice(0, 80)}…` : source
    if (!bytes) {
      const message = `there is no image "${name}" among the assets${networkHint(source)}`
      return { kind: 'problem', code: 'missing-asset', message }
    }
    return this.#decode(() => decodeImage(bytes, this.limits), `the image "${name}"`)
  }

  #decode(decode: () => DecodedImage, what: string): Outcome {
    try {
      return { kind: 'image', image: decode() }
    } catch (error) {
      if (!(error instanceof ImageError)) throw error
      return { kind: 'problem', code: error.code, message: `${what} cannot be shown: ${error.message}` }
    }
  }
}

/** What the text and the colours of a drawing take over from the document. */
function inheritedStyle({ color, fontSize, fontFamily, fontWeight, fontStyle, letterSpacing }: ComputedStyle) {
  const spacing = resolveLength(letterSpacing, fontSize)
  return { color, fontSize, families: fontFamily, weight: fontWeight, fontStyle, letterSpacing: spacing }
}

function isDataUri(source: string): boolean {
  return source.startsWith('data:')
}

function shown(outcome: Outcome, span: Span | undefined, diagnostics: DiagnosticSink): DecodedImage | undefined {
  if (outcome.kind === 'problem') {
    diagnostics.error(outcome.code, outcome.message, span)
    return undefined
  }
  const { image } = outcome
  if (image.kind === 'vector') for (const note of image.notes) diagnostics.warn('unsupported-svg', note, span)
  return image
}

/** Whether an element looks the same in every document. */
function isStatic(element: TemplateElement): boolean {
  if (!element.staticAttributes) return false
  return element.children.every((child) => {
    if (child.kind === 'element') return isStatic(child)
    return child.kind === 'text' && child.parts.every((part) => typeof part === 'string')
  })
}
