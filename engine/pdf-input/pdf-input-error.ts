/** A PDF that cannot be read. The message continues "the file cannot be used: ". */
export class PdfInputError extends Error {
  override readonly name = 'PdfInputError'

  constructor(
    readonly kind: /** No PDF, or damaged beyond repair. */
      | 'damaged'
      /** It needs a password, or has no pages of its own. */
      | 'unsupported'
      /** Reading it takes more than the limits allow. */
      | 'too-large',
    message: string,
  ) {
    super(message)
  }
}
