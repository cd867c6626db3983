import { encode } from '../../engine/images/codes/encode.js'

/** The modules of a QR code, row by row from the top; true is dark. */
export interface QrMatrix {
  readonly width: number
  readonly dark: readonly boolean[]
}

/** A short text of ours as a QR code, by the encoder that documents have, in no time that anybody would wait for. */
export function qrMatrix(text: string): QrMatrix {
  const code = encode('qrcode', text, {})
  return 'pixs' in code ? { width: code.pixx, dark: code.pixs.map((module) => module === 1) } : { width: 0, dark: [] }
}
