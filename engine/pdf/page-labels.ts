import type { LabelStyle, PageLabelRange } from '../layout/pages/page-labels.js'
import { type PdfDictionary, pdfText } from './pdf-values.js'

/** The names of numbering styles (ISO 32000-1 table 159). */
const STYLE_NAMES: Readonly<Record<LabelStyle, string>> = {
  decimal: 'D',
  'upper-roman': 'R',
  'lower-roman': 'r',
  'upper-alpha': 'A',
  'lower-alpha': 'a',
}

/** The page labels of a document (ISO 32000-1 §12.4.2), a number tree; undefined where there are none. */
export function pageLabels(ranges: readonly PageLabelRange[]): PdfDictionary | undefined {
  if (ranges.length === 0) return undefined
  return {
    Nums: ranges.flatMap(({ first, prefix, style, start }) => [
      first,
      {
        S: style && STYLE_NAMES[style],
        P: prefix === '' ? undefined : pdfText(prefix),
        St: style && start > 1 ? start : undefined,
      },
    ]),
  }
}
