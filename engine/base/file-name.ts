import { graphemeClusters } from './segment-text.js'

/** UTF-8 bytes of a name that every file system takes, with room for the marks of copies. */
const MAX_BYTES = 200

/** Characters that are looked at: more than any name keeps. */
const MOST_READ = 2_000

/** Characters that part folders or that some system does not have in names (those of Windows are the most). */
const RESERVED = /[/\\:*?"<>|]/g

/** Controls, and what is not seen: it could make one name look like another. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu

/** Names that Windows has for devices, whatever extension they have. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

/**
 * A text as the name of a document that every system can save: without folders, controls and reserved characters, at
 * most 200 bytes long in UTF-8; undefined when nothing of it is left.
 *
 * @param extension stands at its end, in place of `.pdf` if that does
 */
export function toFileName(text: string, extension: '.pdf' | '.xml' = '.pdf'): string | undefined {
  const plain = text
    .slice(0, MOST_READ)
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(UNSEEN, '')
    .replace(RESERVED, '-')
    .replace(/\.pdf\s*$/i, '')
    // A dot in front hides a file, one at the end is lost on Windows.
    .replace(/^[\s.]+|[\s.]+$/g, '')
  const stem = cut(DEVICE.test(plain) ? `_${plain}` : plain, MAX_BYTES - extension.length)
  return stem === '' ? undefined : `${stem}${extension}`
}

/** As many whole characters as people see them as there is room for. */
function cut(text: string, bytes: number): string {
  const encoder = new TextEncoder()
  if (encoder.encode(text).length <= bytes) return text
  let kept = ''
  let room = bytes
  for (const { segment } of graphemeClusters(text)) {
    room -= encoder.encode(segment).length
    if (room < 0) break
    kept += segment
  }
  return kept.trimEnd()
}
