/**
 * A selector list cannot be used: the whole rule goes (`invalid`), or one selector of it (`unsupported`); `screen`
 * goes without a word, for it selects what no page has.
 */
export class SelectorError extends Error {
  override readonly name = 'SelectorError'

  constructor(
    readonly kind: 'invalid' | 'unsupported' | 'screen',
    message: string,
  ) {
    super(message)
  }
}
