/** A pattern that cannot be used; the message names the place. */
export class PatternError extends Error {
  override readonly name = 'PatternError'
}
