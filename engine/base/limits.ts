/** Limits on the cost of one document. Every limit ends in a `LimitError` that names it. */
export interface RenderLimits {
  /** Elements after loops are expanded. */
  readonly elements: number
  /** Nesting of elements. */
  readonly depth: number
  /** Pages of one document. */
  readonly pages: number
  /** Pixels of one image. */
  readonly imagePixels: number
  /**
   * Bytes that images take while they are decoded, each image counted once: those that the template names against one
   * such budget, those that the data and the style sheets of a document show against another.
   */
  readonly imageBytes: number
  /** Characters of one value that an expression of the template makes. */
  readonly valueLength: number
  /** Characters of all text of a document and of all values that its expressions make, together. */
  readonly textLength: number
  /**
   * Steps of work of one document: boxes laid out and measured, words put on lines, 16 bytes painted each. A character of a code takes 16, a row of a
   * table with two cells takes thirteen, a page of text about two thousand.
   */
  readonly work: number
  /** Files attached to one document. */
  readonly attachments: number
  /** Bytes of all files attached to one document. */
  readonly attachmentBytes: number
}

export const DEFAULT_LIMITS: RenderLimits = {
  elements: 1_000_000,
  depth: 512,
  pages: 20_000,
  // A photo of 25 megapixels fills A4 at more than 600 dots to the inch.
  imagePixels: 25_000_000,
  imageBytes: 1_000_000_000,
  valueLength: 10_000_000,
  // Far beyond what the limit of pages can print.
  textLength: 100_000_000,
  // Several times what a table of a million elements takes.
  work: 20_000_000,
  attachments: 100,
  // As large as the largest PDF that the service allows.
  attachmentBytes: 52_428_800,
}

/** The given limits, and the defaults for those that are not given. */
export function limitsOf(given: Partial<RenderLimits> = {}): RenderLimits {
  return {
    elements: given.elements ?? DEFAULT_LIMITS.elements,
    depth: given.depth ?? DEFAULT_LIMITS.depth,
    pages: given.pages ?? DEFAULT_LIMITS.pages,
    imagePixels: given.imagePixels ?? DEFAULT_LIMITS.imagePixels,
    work: given.work ?? DEFAULT_LIMITS.work,
    imageBytes: given.imageBytes ?? DEFAULT_LIMITS.imageBytes,
    valueLength: given.valueLength ?? DEFAULT_LIMITS.valueLength,
    textLength: given.textLength ?? DEFAULT_LIMITS.textLength,
    attachments: given.attachments ?? DEFAULT_LIMITS.attachments,
    attachmentBytes: given.attachmentBytes ?? DEFAULT_LIMITS.attachmentBytes,
  }
}
