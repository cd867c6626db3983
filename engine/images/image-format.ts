import { isPdf } from '../pdf-input/pdf-source.js'

/** How files of formats begin that are not read, in Latin-1, and where. */
const UNREAD = [
  ['AVIF', 4, ['ftypavif', 'ftypavis']],
  ['HEIC', 4, ['ftyphei', 'ftyphev', 'ftypmif1', 'ftypmsf1']],
  ['JPEG 2000', 0, ['\0\0\0\x0cjP  \r\n\x87\n', '\xff\x4f\xff\x51']],
  ['JPEG XL', 0, ['\xff\x0a', '\0\0\0\x0cJXL \r\n\x87\n']],
  ['TIFF', 0, ['II*\0', 'MM\0*']],
  ['ICO', 0, ['\0\0\x01\0', '\0\0\x02\0']],
  ['BMP', 0, ['BM']],
] as const

type ImageFormat = 'PDF' | 'PNG' | 'JPEG' | 'GIF' | 'WebP' | 'SVG' | (typeof UNREAD)[number][0]

/** The format of an image file by its first bytes: WHATWG MIME Sniffing §6.1, SVG by its first tag, and PDF by its header wherever readers find it. */
export function imageFormat(bytes: Uint8Array): ImageFormat | undefined {
  const start = Buffer.from(bytes.subarray(0, 512)).toString('latin1')
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'PNG'
  if (start.startsWith('\xff\xd8\xff')) return 'JPEG'
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return 'GIF'
  if (start.startsWith('RIFF') && start.startsWith('WEBPVP', 8)) return 'WebP'
  if (isPdf(bytes)) return 'PDF'
  const unread = UNREAD.find(([, at, beginnings]) => beginnings.some((text) => start.startsWith(text, at)))
  if (unread) return unread[0]
  // A drawing may begin with comments and a document type of any length.
  if (/<(?:\w+:)?svg[\s>]/i.test(start) || start.startsWith('\xff\xfe<\0')) return 'SVG'
  return /^(?:\xef\xbb\xbf)?\s*<(?:\?xml|!--|!doctype svg)/i.test(start) ? 'SVG' : undefined
}

/** The text of an image file that is a drawing; undefined for all others. */
export function drawingText(bytes: Uint8Array): string | undefined {
  return imageFormat(bytes) === 'SVG' ? svgText(bytes) : undefined
}

/** XML is UTF-8 unless a byte order mark says that it is UTF-16 (XML 1.0 §4.3.3). */
function svgText(bytes: Uint8Array): string {
  const utf16 = bytes[0] === 0xff && bytes[1] === 0xfe
  return new TextDecoder(utf16 ? 'utf-16le' : 'utf-8').decode(bytes)
}
