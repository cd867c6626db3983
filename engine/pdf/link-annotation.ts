import type { Rect } from '../base/geometry.js'
import { POINTS_PER_PX } from '../base/units.js'
import { type PdfDictionary, type PdfReference, type PdfValue, pdfText } from './pdf-values.js'

/** The place on a page that a link jumps to. */
export interface Destination {
  readonly page: PdfReference
  /** Height of the page in px. */
  readonly pageHeight: number
  readonly x: number
  readonly y: number
}

/** A link annotation (ISO 32000-1 §12.5.6.5) to an external address or a place in this document. */
export function linkAnnotation(
  area: Rect,
  pageHeight: number,
  target: string | Destination,
  described: { readonly label: string; readonly structParent: number } | undefined,
): PdfDictionary {
  return {
    Type: 'Annot',
    Subtype: 'Link',
    Rect: pointRect(area, pageHeight),
    Contents: described && pdfText(described.label),
    StructParent: described?.structParent,
    Border: [0, 0, 0],
    F: 4,
    ...(typeof target === 'string'
      ? { A: { S: 'URI', URI: pdfText(encodeUri(target)) } }
      : { Dest: destinationArray(target) }),
  }
}

/** An explicit destination (ISO 32000-1 §12.3.2.2) that keeps the reader's zoom. */
export function destinationArray({ page, pageHeight, x, y }: Destination): readonly PdfValue[] {
  return [page, 'XYZ', points(x), points(pageHeight - y), null]
}

/** A rectangle on a page in points: left, bottom, right, top. */
export function pointRect(area: Rect, pageHeight: number): readonly number[] {
  return [
    points(area.x),
    points(pageHeight - area.y - area.height),
    points(area.x + area.width),
    points(pageHeight - area.y),
  ]
}

function points(px: number): number {
  return Math.round(px * POINTS_PER_PX * 1000) / 1000
}

/** An address as the 7-bit ASCII that a URI action wants: all else percent-encoded as UTF-8, `%` left as it is. */
function encodeUri(address: string): string {
  return address.replace(/\p{Cs}/gu, '\ufffd').replace(/[^\x21-\x7e]+|["<>\\^`{|}]/g, encodeURIComponent)
}
