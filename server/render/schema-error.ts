/** A schema that cannot be used. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError'

  constructor(
    /** JSON Pointer of the part at fault, beginning with `#`; `#` for the schema as a whole. */
    readonly place: string,
    /** Completes a sentence that begins with the part. */
    readonly problem: string,
  ) {
    super(place === '#' ? `the schema cannot be used: it ${problem}` : `the schema cannot be used: ${place} ${problem}`)
  }
}
