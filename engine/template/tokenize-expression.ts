/** The words of the template language's expressions. */

export interface Token {
  /** `word` is a path, a keyword or a number; `rest` the names of a path behind a bracket; `operator` any sign. */
  readonly kind: 'word' | 'rest' | 'string' | 'operator'
  /** The word or operator; the value of a string. */
  readonly text: string
  readonly start: number
  readonly end: number
}

/** Bounds the nesting of expressions, and with it the recursion of what reads them. */
const MAX_TOKENS = 500

/** Names are letters of any script with their marks, digits, `_`, `-` and `$`; the first is no `-`. */
const NAME = String.raw`[\p{L}\p{M}\p{Nd}_$][\p{L}\p{M}\p{Nd}_$-]*`
/** Negative numbers are one word, so that they can be arguments: `pad -10`. */
const NEGATIVE = /-\d+(?:\.\d+)?(?![\p{L}\p{M}\p{Nd}_$.-])/uy
/** Names that follow a closing bracket: `items[0].name`. */
const REST = new RegExp(String.raw`(?:\.${NAME})+`, 'uy')
const WORD = new RegExp(String.raw`(?:\.\./)*(?:@?${NAME}(?:\.${NAME})*|\.\.(?![./]))|(?:\.\./)+(?:\.\.)?`, 'uy')
const OPERATOR = /==|!=|<=|>=|[<>|()=+*/%[\]-]/y
const STRING = /"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'/sy
const BLANK = /\s+/y
const PLAIN_PATH = new RegExp(String.raw`^${NAME}(?:\.${NAME})*$`, 'u')

/** Whether a text is names joined by dots: such a placeholder is looked up as data before anything else. */
export function isPlainPath(text: string): boolean {
  return PLAIN_PATH.test(text)
}

/** Tokens of `text[start, end)` with offsets into `text`; undefined when there is something else in it. */
export function tokenizeExpression(text: string, start: number, end: number): readonly Token[] | undefined {
  const content = text.slice(0, end)
  const tokens: Token[] = []
  let at = start
  while (at < end) {
    const blank = matchAt(BLANK, content, at)
    if (blank) {
      at += blank[0].length
      continue
    }
    const token = tokenAt(content, at, tokens.at(-1))
    if (!token || tokens.length >= MAX_TOKENS) return undefined
    tokens.push(token)
    at = token.end
  }
  return tokens
}

function tokenAt(text: string, at: number, before: Token | undefined): Token | undefined {
  const bracketed = before?.text === ']' && before.kind === 'operator' && before.end === at
  const rest = bracketed ? matchAt(REST, text, at) : undefined
  if (rest) return { kind: 'rest', text: rest[0].slice(1), start: at, end: at + rest[0].length }
  const word = (startsOperand(before) ? matchAt(NEGATIVE, text, at) : undefined) ?? matchAt(WORD, text, at)
  if (word) return { kind: 'word', text: word[0], start: at, end: at + word[0].length }
  const string = matchAt(STRING, text, at)
  if (string) {
    const value = (string[1] ?? string[2] ?? '').replace(/\\(.)/gs, unescaped)
    return { kind: 'string', text: value, start: at, end: at + string[0].length }
  }
  const operator = matchAt(OPERATOR, text, at)
  return operator ? { kind: 'operator', text: operator[0], start: at, end: at + operator[0].length } : undefined
}

/** Whether what follows a token cannot be a subtraction from it. A word may be a filter, whose arguments follow. */
function startsOperand(before: Token | undefined): boolean {
  if (!before || before.kind === 'word') return true
  return before.kind === 'operator' && before.text !== ')' && before.text !== ']'
}

function unescaped(_match: string, character: string): string {
  if (character === 'n') return '\n'
  return character === 't' ? '\t' : character
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}
