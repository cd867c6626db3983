/** Which characters are pictures, and which are text (UTS #51). */

const TEXT_SELECTOR = 0xfe0e

/** Clusters that begin with text and yet are emoji: by a selector, a keycap, a joiner, a skin tone, a tag. */
const EMOJI_SEQUENCE =
  /^(?:\p{Emoji}\u{fe0f}|[0-9#*]\u{20e3}|\p{RI}\p{RI}|\p{Emoji_Modifier_Base}\p{EMod}|\p{Extended_Pictographic}\p{EMod}?\u{200d})/u

const EMOJI_PRESENTATION = /^\p{Emoji_Presentation}/u

/** Nothing below this has a picture of its own; digits, `#` and `*` begin keycaps. */
const FIRST_EMOJI = 0xa9

/**
 * Whether a grapheme cluster is to be drawn as a picture: sequences of emoji, and characters that are emoji unless they
 * are followed by the selector for text.
 */
export function isEmojiCluster(cluster: string): boolean {
  const first = cluster.charCodeAt(0)
  if (cluster.length === 1 && first < FIRST_EMOJI) return false
  const second = cluster.charCodeAt(first >= 0xd800 && first < 0xdc00 ? 2 : 1)
  if (second === TEXT_SELECTOR) return false
  return EMOJI_SEQUENCE.test(cluster) || EMOJI_PRESENTATION.test(cluster)
}

/** The characters that spell the region of a flag, and the one that ends them. Drawn within such a sequence only. */
export function isTag(codePoint: number): boolean {
  return codePoint >= 0xe0020 && codePoint <= 0xe007f
}
