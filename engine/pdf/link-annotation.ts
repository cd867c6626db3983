import type { Rect } from '../base/geometry.js'
import { type Matrix, mapPoint, mapRect } from '../base/matrix.js'
import { POINTS_PER_PX } from '../base/units.js'
import { type PdfDictionary, type PdfReference, type PdfValue, pdfText } from './pdf-values.js'

/** The place on a page that a link jumps to. */
export interface Destination {
  readonly page: PdfReference
  /** Height of the page in px. */
  readonly pageHeight: number
  readonly x: number
  readonly y: number
  /** To the units of the page; undefined where these are points from its lower left corner. */
  readonly toUnits?: Matrix | undefined
}

/** A link annotation (ISO 32000-1 §12.5.6.5) to an external address or a place in this document. */
export function linkAnnotation(
  rect: readonly number[],
  target: string | Destination,
  described: { readonly label: string; readonly structParent: number } | undefined,
): PdfDictionary {
  return {
    Type: 'Annot',
    Subtype: 'Link',
    Rect: rect,
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
export function destinationArray({ page, pageHeight, x, y, toUnits }: Destination): readonly PdfValue[] {
  if (toUnits) {
    const place = mapPoint(toUnits, x, y)
    return [page, 'XYZ', rounded(place.x), rounded(place.y), null]
  }
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

/** A rectangle in the units of a page of another document. */
export function unitRect(area: Rect, toUnits: Matrix): readonly number[] {
  const { x, y, width, height } = mapRect(toUnits, area)
  return [x, y, x + width, y + height].map(rounded)
}

function points(px: number): number {
  return rounded(px * POINTS_PER_PX)
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}

/** An address as the 7-bit ASCII that a URI action wants: all else percent-encoded as UTF-8, `%` left as it is. */
function encodeUri(address: string): string {
  return address.replace(/\p{Cs}/gu, '\ufffd').replace(/[^\x21-\x7e]+|["<>\\^`{|}]/g, encodeURIComponent)
}
