interface JsonError {
  /** Offset of the first character that cannot stand where it stands. */
  readonly offset: number
  /** The text that would have been right, e.g. `expected a value`. */
  readonly expected: string
}

/** The states of the grammar of RFC 8259, by what may come next. */
type Expectation = 'value' | 'value-or-close' | 'name' | 'name-or-close' | 'colon' | 'comma-or-close' | 'end'

const EXPECTED: Record<Expectation, string> = {
  value: 'expected a value',
  'value-or-close': 'expected a value or "]"',
  name: 'expected a name in double quotes',
  'name-or-close': 'expected a name in double quotes or "}"',
  colon: 'expected ":"',
  'comma-or-close': 'expected "," or the end of the object or list',
  end: 'expected nothing more',
}

const STRING = /"(?:[^"\\\p{Cc}]|[\x7f-\x9f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy

const SCALAR = /(?:-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null)(?![\w.+-])/y

/**
 * Finds the first place where a text that `JSON.parse` refused stops being JSON. JavaScript's own messages quote
 * the text and do not always say where; this one is only asked after a failure.
 */
export function findJsonError(text: string): JsonError {
  /** The brackets that are open. */
  const open: ('[' | '{')[] = []
  let state: Expectation = 'value'
  let index = 0
  const after = (): Expectation => (open.length > 0 ? 'comma-or-close' : 'end')
  for (;;) {
    while (index < text.length && ' \t\n\r'.includes(text.charAt(index))) index++
    const character = text.charAt(index)
    if (character === '') return { offset: index, expected: `${EXPECTED[state]}, found the end` }
    const token: string | undefined = readToken(text, index)
    const next: Expectation | undefined = step(state, character, token, open, after)
    if (next === undefined) {
      const fault =
        character === '"' && token === undefined ? 'a string that is not closed or not well-formed' : undefined
      return { offset: index, expected: fault ?? EXPECTED[state] }
    }
    state = next
    index += token?.length ?? 1
  }
}

/** The string, number or literal that starts at `index`; a bracket, comma or colon is none. */
function readToken(text: string, index: number): string | undefined {
  const pattern = text.charAt(index) === '"' ? STRING : SCALAR
  pattern.lastIndex = index
  return pattern.exec(text)?.[0]
}

/** The state behind the token or character, or undefined when it cannot stand here. */
function step(
  state: Expectation,
  character: string,
  token: string | undefined,
  open: ('[' | '{')[],
  after: () => Expectation,
): Expectation | undefined {
  const isName = character === '"' && token !== undefined
  const closes = open.at(-1) === '[' ? ']' : '}'
  switch (state) {
    case 'name':
      return isName ? 'colon' : undefined
    case 'name-or-close':
      if (isName) return 'colon'
      break
    case 'colon':
      return character === ':' ? 'value' : undefined
    case 'comma-or-close':
      if (character === ',') return closes === ']' ? 'value' : 'name'
      break
    case 'end':
      return undefined
    case 'value':
      return token === undefined ? openBracket(character, open) : after()
    case 'value-or-close':
      if (token !== undefined) return after()
      if (character !== closes) return openBracket(character, open)
      break
  }
  if (character !== closes) return undefined
  open.pop()
  return after()
}

/** The state behind an opening bracket, or undefined when the character is none. */
function openBracket(character: string, open: ('[' | '{')[]): Expectation | undefined {
  if (character !== '[' && character !== '{') return undefined
  open.push(character)
  return character === '[' ? 'value-or-close' : 'name-or-close'
}
