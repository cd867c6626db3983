/** `@charset "` and `";` stand for themselves, byte by byte: `@charset 'x'` is none. */
const CHARSET_RULE = /^@charset "([^"]*)";/

/** So many bytes are looked at for a `@charset` (css-syntax-3 §3.2). */
const CHARSET_REACH = 1024

/** The text of a style sheet (css-syntax-3 §3.2): in the encoding of its byte order mark, of its `@charset`, or UTF-8. */
export function decodeSheet(bytes: Uint8Array): string {
  return decoderFor(bytes).decode(bytes)
}

function decoderFor(bytes: Uint8Array): InstanceType<typeof TextDecoder> {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be')
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le')
  const label = CHARSET_RULE.exec(new TextDecoder('latin1').decode(bytes.subarray(0, CHARSET_REACH)))?.[1]
  if (label === undefined || /^\s*utf-?16/i.test(label)) return new TextDecoder()
  try {
    return new TextDecoder(label)
  } catch (error) {
    if (error instanceof RangeError) return new TextDecoder()
    throw error
  }
}
