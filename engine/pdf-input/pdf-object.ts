/** Values of a file that is read (ISO 32000-1 §7.3). No logic here but how to tell them apart. */

export class Name {
  constructor(readonly value: string) {}
}

/** A reference to an indirect object. */
export class Ref {
  constructor(
    readonly id: number,
    readonly generation: number,
  ) {}
}

export class Stream {
  constructor(
    readonly dictionary: Dictionary,
    /** As the file has them, but decrypted. */
    readonly bytes: Uint8Array,
  ) {}
}

export type Dictionary = ReadonlyMap<string, PdfObject>

/** Strings are bytes. */
export type PdfObject = null | boolean | number | Name | Ref | Stream | Uint8Array | Dictionary | readonly PdfObject[]

export function isDictionary(value: PdfObject | undefined): value is Dictionary {
  return value instanceof Map
}

export function isArray(value: PdfObject | undefined): value is readonly PdfObject[] {
  return Array.isArray(value)
}

/** The dictionary of a stream, or what is one itself. */
export function dictionaryOf(value: PdfObject | undefined): Dictionary | undefined {
  if (value instanceof Stream) return value.dictionary
  return isDictionary(value) ? value : undefined
}

/** What a name says; undefined for all that is none. */
export function nameOf(value: PdfObject | undefined): string | undefined {
  return value instanceof Name ? value.value : undefined
}
