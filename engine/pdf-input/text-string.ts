/** Characters of PDFDocEncoding that are not those of Latin-1 (ISO 32000-1 Annex D.3), from 0x18 and from 0x80 on. */
const LOW = '˘ˇˆ˙˝˛˚˜'
const HIGH = '•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž\ufffd€'

/** The text of a text string (ISO 32000-1 §7.9.2.2). */
export function textOfString(bytes: Uint8Array): string {
  const [first, second, third] = bytes
  if (first === 0xfe && second === 0xff) return withoutEscapes(new TextDecoder('utf-16be').decode(bytes))
  if (first === 0xff && second === 0xfe) return withoutEscapes(new TextDecoder('utf-16le').decode(bytes))
  if (first === 0xef && second === 0xbb && third === 0xbf) return new TextDecoder().decode(bytes)
  let text = ''
  for (const byte of bytes) {
    if (byte >= 0x18 && byte < 0x20) text += LOW[byte - 0x18]
    else text += byte >= 0x80 && byte < 0xa1 ? HIGH[byte - 0x80] : String.fromCharCode(byte)
  }
  return text
}

/** Languages may be named within the text, between two escape characters. */
function withoutEscapes(text: string): string {
  return text
    .split('\u001b')
    .filter((_part, index) => index % 2 === 0)
    .join('')
}
