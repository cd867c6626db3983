import type { Diagnostic } from './base/diagnostics.js'
import { LimitError } from './base/errors.js'
import { DEFAULT_LIMITS, type RenderLimits } from './base/limits.js'
import { type Message, ofData, type Shown, say } from './base/message.js'
import type { Span } from './base/source.js'
import { WorkBudget } from './base/work-budget.js'
import type { ImageLimit, ImageLimits } from './images/image-error.js'
import type { DecodedImage } from './images/image-types.js'
import type { CheckedPage } from './pdf-input/imported-page.js'

/** The result of loading an image. */
export type ImageOutcome =
  | { readonly kind: 'image'; readonly image: DecodedImage; readonly file?: FileCosts | undefined }
  | {
      readonly kind: 'problem'
      readonly code: string
      readonly message: Message
      /** Bytes that decoding it took all the same. */
      readonly decodedBytes: number
    }

/** The part of a drawing in a file of its own that is not shapes. */
export interface FileCosts {
  /** What is wrong with its style sheets, at its place in the file. */
  readonly problems: readonly Diagnostic[]
  /** What its fonts take when they are unpacked. */
  readonly fontBytes: number
  /** Steps of work that its styles took. */
  readonly steps: number
  /** The pages of other documents that it shows; absent where there are none. */
  readonly pages?: ReadonlyMap<CheckedPage, Span | undefined>
}

/** The images that one document shows, or that one template names, and what is left of their budget. */
export class ImageUse {
  /** By what names them. They are kept as long as the document lasts, which shows them anyway. */
  readonly #named = new Map<string, ImageOutcome>()
  readonly #counted = new Set<ImageOutcome>()
  readonly #files = new Set<FileCosts>()
  readonly #inks = new Set<Span | undefined>()
  readonly #pages = new Map<CheckedPage, Span | undefined>()
  readonly #imagePixels: number
  readonly #imageBytes: number
  #left: number

  /** @param work what drawing codes is counted in; one of its own when absent */
  constructor(
    { imagePixels, imageBytes }: Pick<RenderLimits, 'imagePixels' | 'imageBytes'>,
    readonly work: WorkBudget = new WorkBudget(DEFAULT_LIMITS.work),
  ) {
    this.#imagePixels = imagePixels
    this.#imageBytes = imageBytes
    this.#left = imageBytes
  }

  /** The limits of the next image. */
  get limits(): ImageLimits {
    return { imagePixels: this.#imagePixels, imageBytes: this.#left }
  }

  /** Where images are shown whose samples are amounts of ink that no profile describes. */
  get inks(): ReadonlySet<Span | undefined> {
    return this.#inks
  }

  /** The pages of other documents that are shown, each where it is shown first. */
  get pages(): ReadonlyMap<CheckedPage, Span | undefined> {
    return this.#pages
  }

  /** Notes where an image is shown. */
  show(image: DecodedImage, span: Span | undefined): void {
    if (image.kind === 'raster' && image.samples.colorSpace.kind === 'cmyk' && !image.profile) this.#inks.add(span)
    if (image.kind === 'vector' && image.page) this.showPage(image.page, span)
  }

  /** Notes where a page of another document is shown. */
  showPage(page: CheckedPage, span: Span | undefined): void {
    if (!this.#pages.has(page)) this.#pages.set(page, span)
  }

  named(source: string): ImageOutcome | undefined {
    return this.#named.get(source)
  }

  addNamed(source: string, outcome: ImageOutcome, span: Span | undefined): void {
    this.count(outcome, imageNamed(source), span)
    this.#named.set(source, outcome)
  }

  /**
   * Counts an image, once, also one that is damaged, or was decoded for an earlier document: whether a document is within its limits
   * does not depend on what came before it.
   *
   * @throws LimitError
   */
  count(outcome: ImageOutcome, what: string | Message, span: Span | undefined): void {
    if (this.#counted.has(outcome)) return
    const image = outcome.kind === 'image' ? outcome.image : undefined
    if (image?.kind === 'raster' && image.width * image.height > this.#imagePixels) {
      const size = `${image.width} × ${image.height} pixels`
      throw this.refusal(say`${what} has ${size}, more than ${this.#imagePixels}`, span, 'imagePixels')
    }
    const { decodedBytes } = outcome.kind === 'image' ? outcome.image : outcome
    this.countBytes(decodedBytes, what, span)
    if (outcome.kind === 'image' && outcome.file) this.countFile(outcome.file, what, span)
    this.#counted.add(outcome)
  }

  /** Counts the styles and fonts of a file, once. @throws LimitError */
  countFile(file: FileCosts, what: string | Message, span: Span | undefined): void {
    if (this.#files.has(file)) return
    this.#files.add(file)
    for (const [page] of file.pages ?? []) this.showPage(page, span)
    this.work.spend(file.steps)
    this.countBytes(file.fontBytes, say`the fonts of ${what}`, span)
  }

  /** Counts what is made of a drawing besides images. @throws LimitError */
  countBytes(bytes: number, what: string | Message, span: Span | undefined): void {
    if (bytes > this.#left) {
      const why = say`${what} takes ${bytes} bytes, more than the ${this.#left} that are left`
      throw this.refusal(why, span, 'imageBytes')
    }
    this.#left -= bytes
  }

  /** The error for an image beyond the limits. */
  refusal(why: Message, span: Span | undefined, option: ImageLimit | undefined): LimitError {
    const { imageBytes: left } = this.limits
    const budget = left < this.#imageBytes ? ` of the ${this.#imageBytes} for all images` : ''
    return new LimitError('image-too-large', say`${why}${budget}`, span, { option })
  }
}

/** What names an image, for messages: a data URI is long. */
export function nameForMessages(source: string): Shown {
  return ofData(source.length > 80 ? `${source.slice(0, 80)}…` : source)
}

/** An image in messages. */
export function imageNamed(source: string): Message {
  return say`the image "${nameForMessages(source)}"`
}
