/** The format of an image file by its first bytes: WHATWG MIME Sniffing §6.1, and SVG by its first tag. */
export function imageFormat(bytes: Uint8Array): 'PNG' | 'JPEG' | 'GIF' | 'WebP' | 'AVIF' | 'SVG' | undefined {
  const start = Buffer.from(bytes.subarray(0, 512)).toString('latin1')
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'PNG'
  if (start.startsWith('\xff\xd8\xff')) return 'JPEG'
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return 'GIF'
  if (start.startsWith('RIFF') && start.startsWith('WEBPVP', 8)) return 'WebP'
  if (start.startsWith('ftypavi', 4)) return 'AVIF'
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
