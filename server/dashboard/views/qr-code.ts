import { qrMatrix } from '../../render/qr-matrix.js'
import { type Html, html } from '../html.js'

/** Modules of white around it (ISO/IEC 18004 §9.1). */
const QUIET = 4

/** A text as a QR code, dark on white in either theme: not all cameras read it the other way round. */
export function qrCode(text: string, label: string): Html {
  const { width, dark } = qrMatrix(text)
  const path = dark.flatMap((isDark, at) =>
    isDark ? [`M${QUIET + (at % width)} ${QUIET + Math.floor(at / width)}h1v1h-1z`] : [],
  )
  const side = width + 2 * QUIET
  return html`<svg class="qr-code" viewBox="0 0 ${side} ${side}" width="${side * 4}" height="${side * 4}" role="img" aria-label="${label}" shape-rendering="crispEdges"><rect width="${side}" height="${side}" fill="#fff"/><path d="${path.join('')}" fill="#000"/></svg>`
}
