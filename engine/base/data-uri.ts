/**
 * The bytes of a `data:` URI (RFC 2397), or undefined when `uri` is none. The media type is ignored: readers of
 * images and fonts look at the bytes.
 */
export function dataUriBytes(uri: string): Uint8Array | undefined {
  const match = /^\s*data:[^,]*?(;\s*base64)?,/i.exec(uri)
  if (!match) return undefined
  const payload = uri.slice(match[0].length)
  if (match[1]) return Buffer.from(payload.includes('%') ? percentDecoded(payload) : payload, 'base64')
  return Buffer.from(percentDecoded(payload), 'latin1')
}

function percentDecoded(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_match, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
}
