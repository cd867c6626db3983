/** Characters of a field's path in an answer: names are the client's to choose, in any length. */
const MAX_FIELD = 1_000

/** The dotted path of a field, as it is told. */
export function toField(path: readonly string[]): string {
  return shorten(path.join('.'), MAX_FIELD)
}

export function shorten(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text
}
