/**
 * `Content-Disposition` with the name to save a file under (RFC 6266): for old clients in ASCII, for all others as it is
 * (RFC 8187). Names come from `toFileName`, or are identifiers of ours with an extension.
 */
export function inlineFile(name: string): string {
  return disposition('inline', name)
}

/** The same for a file that clients are to save. */
export function attachedFile(name: string): string {
  return disposition('attachment', name)
}

function disposition(kind: 'inline' | 'attachment', name: string): string {
  const ascii = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/gu, '_')
    // A percent sign with two digits is decoded by some clients, quotes and backslashes end the text.
    .replace(/["\\%]/g, '_')
  const plain = `${kind}; filename="${ascii}"`
  return ascii === name ? plain : `${plain}; filename*=UTF-8''${extendedValue(name)}`
}

/** All but `attr-char` in percent signs and digits (RFC 8187 §3.2.1). */
function extendedValue(text: string): string {
  return encodeURIComponent(text).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}
