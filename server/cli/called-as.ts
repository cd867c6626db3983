import { basename } from 'node:path'

/** Commands that a link to the program may be named after. */
const LINKED: ReadonlySet<string> = new Set(['wkhtmltopdf'])

/** The words of a command: under the name of a link to the program, the link names the command. */
export function wordsOf([, program = '', ...words]: readonly string[]): readonly string[] {
  const name = basename(program).replace(/\.(?:js|exe)$/, '')
  return LINKED.has(name) ? [name, ...words] : words
}
