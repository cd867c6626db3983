/** Why there is no picture of a page. */
export type PageImageErrorCode =
  /** An option has a value that it cannot have. */
  | 'invalid-option'
  /** The optional packages that draw pages are not there. */
  | 'not-installed'
  /** The file is no PDF, or damaged so far that no page of it can be found. */
  | 'not-a-pdf'
  /** The file opens with a password only, and was given none, or another. */
  | 'password'
  | 'page-not-found'
  | 'too-many-pixels'
  | 'timed-out'
  | 'too-much-memory'
  /** The page cannot be drawn. */
  | 'broken'
  /** The renderer was closed. */
  | 'closed'

/** There is no picture of a page; the message is one line for whoever has asked for it. */
export class PageImageError extends Error {
  override readonly name = 'PageImageError'

  constructor(
    readonly code: PageImageErrorCode,
    message: string,
  ) {
    super(message)
  }
}
