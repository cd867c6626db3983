/** Where browsers look for what a page says of its encoding (HTML §13.2.3.2). */
const SNIFFED_BYTES = 1_024

/**
 * Decodes the bytes of a page: by its byte order mark, what was said of it, its own `<meta>`, else as UTF-8 where it is
 * that, else as browsers do.
 *
 * @returns undefined for an encoding that is not known
 */
export function decodeHtml(bytes: Uint8Array, encoding?: string): string | undefined {
  const [first, second, third] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return new TextDecoder().decode(bytes)
  if (first === 0xfe && second === 0xff) return decoder('utf-16be')?.decode(bytes)
  if (first === 0xff && second === 0xfe) return decoder('utf-16le')?.decode(bytes)
  if (encoding !== undefined) return decoder(encoding)?.decode(bytes)
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, SNIFFED_BYTES))
  const own = /<meta\b[^>]*?\bcharset\s*=\s*["']?\s*([\w:.-]+)/i.exec(start)?.[1]
  const declared = own === undefined ? undefined : decoder(own)
  if (declared) return declared.decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function decoder(label: string): InstanceType<typeof TextDecoder> | undefined {
  try {
    return new TextDecoder(label)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return undefined
  }
}
