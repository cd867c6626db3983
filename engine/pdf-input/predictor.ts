import { undoRowFilter } from '../base/png-filter.js'
import { PdfInputError } from './pdf-input-error.js'

interface PredictorParameters {
  readonly predictor: number
  readonly colors: number
  readonly bits: number
  readonly columns: number
}

/**
 * Undoes the prediction of rows (ISO 32000-1 §7.4.4.4).
 *
 * @param bytes unpacked for this alone: they are overwritten
 * @throws PdfInputError
 */
export function undoPredictor(
  bytes: Uint8Array,
  { predictor, colors, bits, columns }: PredictorParameters,
): Uint8Array {
  if (predictor < 2) return bytes
  const isSane = colors >= 1 && colors <= 32 && bits >= 1 && bits <= 16 && columns >= 1 && columns <= 1e8
  if (!isSane) throw new PdfInputError('damaged', 'a stream has a predictor for rows that do not exist')
  const pixel = Math.max(1, Math.ceil((colors * bits) / 8))
  const row = Math.ceil((colors * bits * columns) / 8)
  return predictor === 2 ? undoTiff(bytes, { row, colors, bits }) : undoPng(bytes, row, pixel)
}

function undoTiff(
  bytes: Uint8Array,
  { row, colors, bits }: { readonly row: number; readonly colors: number; readonly bits: number },
): Uint8Array {
  if (bits !== 8) throw new PdfInputError('damaged', `a stream has the predictor of TIFF for samples of ${bits} bits`)
  for (let start = 0; start < bytes.length; start += row) {
    const end = Math.min(bytes.length, start + row)
    for (let at = start + colors; at < end; at++) bytes[at] = (bytes[at] as number) + (bytes[at - colors] as number)
  }
  return bytes
}

/** The filters of PNG §9, each row behind the number of its own; a row whose filter does not exist stays as it is. */
function undoPng(bytes: Uint8Array, row: number, pixel: number): Uint8Array {
  const rows = Math.ceil(bytes.length / (row + 1))
  const out = new Uint8Array(Math.max(0, bytes.length - rows))
  let above = -1
  let to = 0
  for (let start = 1; start < bytes.length; start += row + 1) {
    const length = Math.min(row, bytes.length - start)
    undoRowFilter(bytes, start, above, length, pixel)
    out.set(bytes.subarray(start, start + length), to)
    to += length
    above = start
  }
  return out
}
