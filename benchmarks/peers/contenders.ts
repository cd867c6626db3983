import { chromium } from './chromium.js'
import type { Contender } from './contender.js'
import { floor } from './floor.js'
import { pdfmake } from './pdfmake.js'
import { platen } from './platen.js'
import { reactPdf } from './react-pdf.js'
import { typst } from './typst.js'
import { weasyprint } from './weasyprint.js'

/** All that are compared, by their names. Each starts, or throws where it is not installed. */
export const CONTENDERS: Readonly<Record<string, () => Promise<Contender>>> = {
  floor,
  platen,
  typst,
  pdfmake,
  'react-pdf': reactPdf,
  weasyprint,
  chromium,
}
