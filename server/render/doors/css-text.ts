/** A text as a CSS string that can stand in a `<style>` element of a template. */
export function cssString(text: string): string {
  return `"${text.replace(/["\\<{}\p{Cc}]/gu, (character) => `\\${character.codePointAt(0)?.toString(16)} `)}"`
}

/** Strings, counters and the like as one value of `content`. */
export function cssContent(parts: readonly string[]): string {
  return parts.length === 0 ? '""' : parts.join(' ')
}
