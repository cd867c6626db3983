/** `@charset "` and `";` stand for themselves, byte by byte: `@charset 'x'` is none. */
const CHARSET_RULE = /^@charset "([^"]*)";/

/** So many bytes are looked at for a `@charset` (css-syntax-3 §3.2). */
const CHARSET_REACH = 1024

/** A style sheet as text. */
export interface DecodedSheet {
  readonly text: string
  /** The encoding that it was in, for the sheets that it imports. */
  readonly encoding: string
}

/**
 * The text of a style sheet (css-syntax-3 §3.2): in the encoding of its byte order mark, of its `@charset`, of what
 * refers to it, or UTF-8.
 * @param around the encoding that a link names, or that of the sheet which imports this one
 */
export function decodeSheet(bytes: Uint8Array, around?: string): DecodedSheet {
  const decoder = markedDecoder(bytes) ?? namedDecoder(ruledLabel(bytes)) ?? namedDecoder(around) ?? new TextDecoder()
  return { text: decoder.decode(bytes), encoding: decoder.encoding }
}

type Decoder = InstanceType<typeof TextDecoder>

function markedDecoder([first, second, third]: Uint8Array): Decoder | undefined {
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be')
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le')
  return first === 0xef && second === 0xbb && third === 0xbf ? new TextDecoder() : undefined
}

/** The encoding in `@charset`. One that has no such bytes cannot be meant (css-syntax-3 §3.2). */
function ruledLabel(bytes: Uint8Array): string | undefined {
  const label = CHARSET_RULE.exec(new TextDecoder('latin1').decode(bytes.subarray(0, CHARSET_REACH)))?.[1]
  return label !== undefined && /^\s*utf-?16/i.test(label) ? 'utf-8' : label
}

/** Undefined for a label that names no encoding. */
function namedDecoder(label: string | undefined): Decoder | undefined {
  if (label === undefined) return undefined
  try {
    return new TextDecoder(label)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
