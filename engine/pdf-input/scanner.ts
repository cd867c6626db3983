/** What a token is: `keyword` is also an operator of a content stream. */
export type TokenKind =
  | 'number'
  | 'name'
  | 'string'
  | 'hex-string'
  | 'keyword'
  | 'array-start'
  | 'array-end'
  | 'dictionary-start'
  | 'dictionary-end'
  | 'end'

const [WHITE, DELIMITER] = [1, 2]

/** The classes of bytes (ISO 32000-1 §7.2.2). */
const CLASSES = new Uint8Array(256)
for (const byte of [0, 9, 10, 12, 13, 32]) CLASSES[byte] = WHITE
for (const character of '()<>[]{}/%') CLASSES[character.charCodeAt(0)] = DELIMITER

const [LF, CR, OPEN, CLOSE, LESS, MORE, SLASH, PERCENT, BACKSLASH] = [10, 13, 40, 41, 60, 62, 47, 37, 92]

export function isWhite(byte: number | undefined): boolean {
  return byte === undefined || CLASSES[byte] === WHITE
}

export function isRegular(byte: number | undefined): boolean {
  return byte !== undefined && CLASSES[byte] === 0
}

/** Finds the tokens of a file or content stream, one after the other (§7.2). Nothing in it is an error. */
export class Scanner {
  kind: TokenKind = 'end'
  start = 0
  end: number

  constructor(
    readonly bytes: Uint8Array,
    start = 0,
  ) {
    this.end = start
  }

  /** Moves to the next token. */
  next(): TokenKind {
    const { bytes } = this
    let at = this.end
    for (;;) {
      while (at < bytes.length && CLASSES[bytes[at] as number] === WHITE) at++
      if (bytes[at] !== PERCENT) break
      while (at < bytes.length && bytes[at] !== LF && bytes[at] !== CR) at++
    }
    this.start = at
    if (at >= bytes.length) {
      this.end = bytes.length
      this.kind = 'end'
    } else this.#token(at, bytes[at] as number)
    return this.kind
  }

  #token(at: number, byte: number): void {
    const { bytes } = this
    if (byte === SLASH) this.#take('name', this.#endOfRegular(at + 1))
    else if (byte === OPEN) this.#take('string', this.#endOfString(at + 1))
    else if (byte === LESS && bytes[at + 1] === LESS) this.#take('dictionary-start', at + 2)
    else if (byte === MORE && bytes[at + 1] === MORE) this.#take('dictionary-end', at + 2)
    else if (byte === LESS) {
      const close = bytes.indexOf(MORE, at)
      this.#take('hex-string', close < 0 ? bytes.length : close + 1)
    } else if (byte === 91) this.#take('array-start', at + 1)
    else if (byte === 93) this.#take('array-end', at + 1)
    else if (CLASSES[byte] === DELIMITER) this.#take('keyword', at + 1)
    else {
      const isNumber = (byte >= 48 && byte <= 57) || byte === 43 || byte === 45 || byte === 46
      this.#take(isNumber ? 'number' : 'keyword', this.#endOfRegular(at + 1))
    }
  }

  #take(kind: TokenKind, end: number): void {
    this.kind = kind
    this.end = end
  }

  #endOfRegular(start: number): number {
    const { bytes } = this
    let at = start
    while (at < bytes.length && CLASSES[bytes[at] as number] === 0) at++
    return at
  }

  #endOfString(start: number): number {
    const { bytes } = this
    let depth = 1
    for (let at = start; at < bytes.length; at++) {
      const byte = bytes[at]
      if (byte === BACKSLASH) at++
      else if (byte === OPEN) depth++
      else if (byte === CLOSE) {
        depth--
        if (depth === 0) return at + 1
      }
    }
    return bytes.length
  }

  /** The token as Latin-1 text. */
  get text(): string {
    const { bytes, start, end } = this
    let text = ''
    // Keywords are short; what is longer than any is none.
    const last = Math.min(end, start + 4096)
    for (let i = start; i < last; i++) text += String.fromCharCode(bytes[i] as number)
    return text
  }

  /** The number that the token is. What is no number means 0, as all readers have it. */
  get number(): number {
    const value = Number.parseFloat(this.text.replace(/^([+-])[+-]+/, '$1'))
    return Number.isFinite(value) ? value : 0
  }

  /** The name that the token is, with its escapes undone (§7.3.5). */
  get name(): string {
    const text = this.text.slice(1)
    if (!text.includes('#')) return text
    return text.replace(/#([0-9a-f]{2})/gi, (_match, digits: string) =>
      String.fromCharCode(Number.parseInt(digits, 16)),
    )
  }

  /** The bytes of the string that the token is (§7.3.4). */
  get string(): Uint8Array {
    return this.kind === 'hex-string' ? this.#hexString() : this.#literalString()
  }

  #hexString(): Uint8Array {
    const digits = Buffer.from(this.bytes.buffer, this.bytes.byteOffset + this.start, this.end - this.start)
      .toString('latin1')
      .replace(/[^0-9a-f]/gi, '')
    return Buffer.from(digits.length % 2 ? `${digits}0` : digits, 'hex')
  }

  #literalString(): Uint8Array {
    const { bytes } = this
    const end = bytes[this.end - 1] === CLOSE ? this.end - 1 : this.end
    const out: number[] = []
    for (let at = this.start + 1; at < end; at++) {
      const byte = bytes[at] as number
      if (byte === CR) {
        out.push(LF)
        if (bytes[at + 1] === LF) at++
      } else if (byte === BACKSLASH) at = this.#escape(at + 1, out)
      else out.push(byte)
    }
    return Uint8Array.from(out)
  }

  /** @returns where the escape ends */
  #escape(at: number, out: number[]): number {
    const { bytes } = this
    const byte = bytes[at] as number
    if (byte >= 48 && byte <= 55) {
      let value = byte - 48
      let end = at
      while (end < at + 2) {
        const digit = bytes[end + 1] ?? 0
        if (digit < 48 || digit > 55) break
        value = value * 8 + digit - 48
        end++
      }
      out.push(value & 255)
      return end
    }
    if (byte === LF) return at
    if (byte === CR) return bytes[at + 1] === LF ? at + 1 : at
    const named = 'nrtbf'.indexOf(String.fromCharCode(byte))
    out.push(named < 0 ? byte : ([10, 13, 9, 8, 12][named] as number))
    return at
  }
}
