import { PdfInputError } from './pdf-input-error.js'

interface PredictorParameters {
  readonly predictor: number
  readonly colors: number
  readonly bits: number
  readonly columns: number
}

/** Undoes the prediction of rows (ISO 32000-1 §7.4.4.4), in place where it can. @throws PdfInputError */
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
  const out = Uint8Array.from(bytes)
  for (let start = 0; start < out.length; start += row) {
    const end = Math.min(out.length, start + row)
    for (let at = start + colors; at < end; at++) out[at] = (out[at] as number) + (out[at - colors] as number)
  }
  return out
}

/** The filters of PNG §9, each row behind the number of its own. */
function undoPng(bytes: Uint8Array, row: number, pixel: number): Uint8Array {
  const rows = Math.ceil(bytes.length / (row + 1))
  const out = new Uint8Array(Math.max(0, bytes.length - rows))
  let to = 0
  for (let from = 0; from < bytes.length; ) {
    const filter = bytes[from++] as number
    const start = to
    const end = Math.min(bytes.length, from + row)
    for (; from < end; from++, to++) {
      const left = to - start >= pixel ? (out[to - pixel] as number) : 0
      const above = start > 0 ? (out[to - row] as number) : 0
      const corner = start > 0 && to - start >= pixel ? (out[to - row - pixel] as number) : 0
      out[to] = (bytes[from] as number) + predictionOf(filter, left, above, corner)
    }
  }
  return out
}

function predictionOf(filter: number, left: number, above: number, corner: number): number {
  switch (filter) {
    case 1:
      return left
    case 2:
      return above
    case 3:
      return (left + above) >> 1
    case 4: {
      const [toLeft, toAbove, toCorner] = [
        Math.abs(above - corner),
        Math.abs(left - corner),
        Math.abs(left + above - 2 * corner),
      ]
      if (toLeft <= toAbove && toLeft <= toCorner) return left
      return toAbove <= toCorner ? above : corner
    }
    default:
      return 0
  }
}
