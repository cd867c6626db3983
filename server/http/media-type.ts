interface MediaType {
  /** Lower-case `type/subtype`. */
  readonly type: string
  /** By lower-case name; quotes are taken off. */
  readonly parameters: ReadonlyMap<string, string>
}

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"

const TYPE = new RegExp(`^[ \\t]*(${TOKEN}/${TOKEN})[ \\t]*(?=;|$)`)

/** The blanks behind a parameter belong to the parameter, so that no blank can be read in two ways. */
const PARAMETER = new RegExp(`;[ \\t]*(?:(${TOKEN})=(?:(${TOKEN})|"((?:[^"\\\\]|\\\\.)*)")[ \\t]*)?(?=;|$)`, 'y')

/** Parses a media type with parameters (RFC 9110 §8.3.1); undefined when it is none. */
export function parseMediaType(header: string): MediaType | undefined {
  const match = TYPE.exec(header)
  const type = match?.[1]?.toLowerCase()
  if (!match || type === undefined) return undefined
  const parameters = new Map<string, string>()
  let index = match[0].length
  while (index < header.length) {
    PARAMETER.lastIndex = index
    const parameter = PARAMETER.exec(header)
    if (!parameter) return undefined
    const [text, name, token, quoted] = parameter
    if (name !== undefined) parameters.set(name.toLowerCase(), token ?? (quoted ?? '').replaceAll(/\\(.)/g, '$1'))
    index += text.length
  }
  return { type, parameters }
}
