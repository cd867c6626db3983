/** A table of a font file. Reading outside of it throws a RangeError. */
export type Table = DataView

/** The four characters of an OpenType tag. */
export function tagAt(view: DataView, offset: number): string {
  return String.fromCharCode(
    view.getUint8(offset),
    view.getUint8(offset + 1),
    view.getUint8(offset + 2),
    view.getUint8(offset + 3),
  )
}
