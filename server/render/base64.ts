/** Whether a text is base64 with its padding (RFC 4648 §4). */
export function isBase64(text: string): boolean {
  if (text.length % 4 !== 0) return false
  // One sign at a time: texts of megabytes are no matter for a pattern that repeats.
  const other = text.search(/[^A-Za-z\d+/]/)
  return other < 0 || (other >= text.length - 2 && /^={1,2}$/.test(text.slice(other)))
}

/** The bytes that a text stands for in base64; undefined for a text that is no base64. */
export function decodeBase64(text: string): Uint8Array | undefined {
  return isBase64(text) ? Buffer.from(text, 'base64') : undefined
}
