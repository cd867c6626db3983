/** Faults of font files and of the font library's options. */
export type FontErrorCode =
  /** The file is of a kind that cannot be read or embedded. */
  | 'unsupported-font'
  /** The file says that it is a font but contradicts itself. */
  | 'broken-font'
  /** A library without a single face was asked for. */
  | 'no-fonts'
  /** A folder of fonts is not there, or cannot be read. */
  | 'missing-folder'

/** A font that cannot be used. `message` names the file or family where it is known. */
export class FontError extends Error {
  override readonly name = 'FontError'

  constructor(
    readonly code: FontErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}
