/**
 * A sentence about a document in two forms: for its author, and for everybody who must not see the data, such as logs,
 * headers and answers of a service.
 */
export interface Message {
  readonly text: string
  /** Holds no value of the data. */
  readonly plain: string
  /** It is about the template alone: every document would have it. */
  readonly ofTemplate?: boolean | undefined
}

/** A value of the data, or something that was derived from one, within a message. */
export interface Shown {
  readonly text: string
  readonly plain: string
}

/**
 * Marks what a message shows of the data.
 *
 * @param instead what takes its place where values must not be seen
 */
export function ofData(text: string, instead = '…'): Shown {
  return { text, plain: instead }
}

/**
 * Writes both forms of a message at once: say`"${ofData(iban)}" is not an IBAN`. Strings and numbers in it appear in
 * both, so they must come from the template or the program.
 */
export function say(strings: TemplateStringsArray, ...parts: readonly (string | number | Shown | Message)[]): Message {
  let text = strings[0] ?? ''
  let plain = text
  for (const [index, part] of parts.entries()) {
    const behind = strings[index + 1] ?? ''
    text += (typeof part === 'object' ? part.text : part) + behind
    plain += (typeof part === 'object' ? part.plain : part) + behind
  }
  return { text, plain }
}

/** A message about the template alone, where only a rendering finds it. */
export function aboutTemplate(message: string | Message): Message {
  return { ...messageOf(message), ofTemplate: true }
}

/** A text that holds no value of the data, as a message. */
export function messageOf(message: string | Message): Message {
  return typeof message === 'string' ? { text: message, plain: message } : message
}
