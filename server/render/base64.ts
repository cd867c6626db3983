/** The bytes that a text stands for in base64 (RFC 4648 §4); undefined for a text that is no base64. */
export function decodeBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0) return undefined
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  // One sign at a time: texts of megabytes are no matter for a pattern that repeats.
  const isBase64 = !/[^A-Za-z\d+/]/.test(text.slice(0, text.length - padding))
  return isBase64 ? Buffer.from(text, 'base64') : undefined
}
