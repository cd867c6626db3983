import type { CSSToken } from '@csstools/css-tokenizer'

/**
 * Code points from U+0080 on that the tokenizer leaves out of names: it follows a draft of css-syntax-3 that knows fewer of
 * them than browsers and all style sheets so far, in which each of them may be part of a name (`.a→b`).
 */
const LEFT_OUT =
  /[\u0080-\u00b6\u00b8-\u00bf\u00d7\u00f7\u037e\u2000-\u200b\u200e-\u203e\u2041-\u206f\u2190-\u2bff\u2ff0-\u3000\ue000-\uf8ff\ufdd0-\ufdef\ufffe\uffff]/g

/** Stands for each of them while a text is read: part of names for the tokenizer, and as long as they are. */
const STAND_IN = '\u218f'

/** The text as the tokenizer reads all names in it; the same one if it knows them. */
export function withKnownNames(css: string): string {
  return css.replace(LEFT_OUT, STAND_IN)
}

/** The tokens of a text that was read so, with the characters that it has. */
export function withOwnNames(tokens: readonly CSSToken[], css: string): CSSToken[] {
  return tokens.map((token) => (token[1].includes(STAND_IN) ? restored(token, css) : token))
}

function restored(token: CSSToken, css: string): CSSToken {
  const [type, written, start, end, data] = token
  const own = css.slice(start, end + 1)
  const characters = [...written].flatMap((character, at) =>
    character === STAND_IN ? [[...own][at] ?? character] : [],
  )
  const restore = (text: string): string => {
    let next = 0
    return text.replaceAll(STAND_IN, () => characters[next++] ?? STAND_IN)
  }
  if (!data) return [type, own, start, end, data] as CSSToken
  const value = 'value' in data && typeof data.value === 'string' ? { value: restore(data.value) } : {}
  const unit = 'unit' in data ? { unit: restore(data.unit) } : {}
  return [type, own, start, end, { ...data, ...value, ...unit }] as CSSToken
}
