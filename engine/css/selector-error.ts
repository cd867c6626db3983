/** A selector list cannot be used: the whole rule goes (`invalid`), or one selector of it (`unsupported`). */
export class SelectorError extends Error {
  override readonly name = 'SelectorError'

  constructor(
    readonly kind: 'invalid' | 'unsupported',
    message: string,
  ) {
    super(message)
  }
}
